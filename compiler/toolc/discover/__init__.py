"""Finds files and reads them: the end of the compiler where text comes in.

Takes paths and a `Config`, gives a `Project` (the protocol `interfaces.Sources`) and diagnostics. Reads, never imports, and
never follows anything a file says to another place than the project and its search path.
"""

from toolc.discover.decode import decode
from toolc.discover.opening import read_text
from toolc.discover.project import Project, discover
from toolc.discover.settings import Settings, configuration_in, governing_file, load_config
from toolc.discover.survey import Survey, survey
from toolc.discover.walk import files_of

__all__ = [
    "Project",
    "Settings",
    "Survey",
    "configuration_in",
    "decode",
    "discover",
    "files_of",
    "governing_file",
    "load_config",
    "read_text",
    "survey",
]
