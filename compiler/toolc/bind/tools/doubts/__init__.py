"""A stop-gap until values have an identity: says where a program changes objects, or registers, in ways `bind` does not follow.

All of it goes once objects are followed.
"""

from toolc.bind.tools.doubts.hazards import in_doubt, registered_again

__all__ = ["in_doubt", "registered_again"]
