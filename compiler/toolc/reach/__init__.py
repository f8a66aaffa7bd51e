"""Reach of code: the parts of the system that the code of a package names, and which of them each of its tools may come to.

Takes the files of a package, gives `Reach`. Nothing is executed: code that is never run counts as well, and what a package
that is not read does is not known, so that it is named.
"""

from toolc.reach.following import Reach, Reached, reach_of
from toolc.reach.names import KINDS
from toolc.reach.places import Use

__all__ = ["KINDS", "Reach", "Reached", "Use", "reach_of"]
