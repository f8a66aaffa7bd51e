"""Archives as folders in memory: takes a path, a revision or a requirement, gives a `tracked_files.Tree` and the
findings.

Nothing is unpacked, built or run. What names of members claim is checked, and how much is read has a limit.
"""

from toolc.archives.opening import SUFFIXES, Opened, archive_in, open_archive

__all__ = ["SUFFIXES", "Opened", "archive_in", "open_archive"]
