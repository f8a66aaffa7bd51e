"""toolc without the second that its start takes: takes a folder, puts a program `toolc` there that is the installed one, in a Python
that has it loaded (`warm_python.py`). How toolc itself starts is tested where it is started.
"""

import sys
from pathlib import Path

from warm_python import warm_python


def quick(folder: Path) -> Path:
    """The program."""
    program = folder / "toolc"
    warm = warm_python(sys.executable, str(Path(__file__).with_name("loaded_toolc.py")))
    program.write_text(f'#!/bin/sh\nexec "{warm}" "{Path(sys.executable).with_name("toolc")}" "$@"\n', "utf-8")
    program.chmod(0o755)
    return program
