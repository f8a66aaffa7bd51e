"""Tools that come as JSON instead of Python: recorded `tools/list` results, lists for a provider, single JSON Schemas.

Takes the text of such documents, gives `ir.Package`s like those of `lower`. A schema is taken as it stands, openness included.
"""

from toolc.snapshots.packages import recorded_packages

__all__ = ["recorded_packages"]
