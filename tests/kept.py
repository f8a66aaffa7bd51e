"""What tests fetch and compile of others, such as frameworks, jars and crates, which no run makes anew.

It stays under `.work`, or where TOOLC_KEPT says: continuous integration starts from a fresh clone, and keeps what clones have in common.
"""

import os
from pathlib import Path


def kept(name: str) -> Path:
    """The folder of this name, which whoever asks makes."""
    return Path(os.environ.get("TOOLC_KEPT") or Path(__file__).resolve().parents[1] / ".work", name)
