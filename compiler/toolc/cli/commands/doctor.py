"""`toolc doctor`: what this machine has of what toolc can use."""

import platform

from toolc import __version__
from toolc.cli import stages
from toolc.cli.terminal_text import visible

_LIBRARIES = ("libcst", "msgspec", "jinja2", "jsonschema")


def doctor() -> int:
    """Show versions, and the sandbox for untrusted code.

    Exit status: 0 when workers can be started, 1 when not.

    Example: `toolc doctor`
    """
    from importlib.metadata import version  # with it come `csv` and `email`, which every command would pay for

    print(f"toolc      {__version__}, Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    print(f"libraries  {', '.join(f'{name} {version(name)}' for name in _LIBRARIES)}")
    walls = stages.worker("auto")
    if isinstance(walls, str):
        print(f"worker     none: {visible(walls)}")
        return 1
    print("worker     can be started")
    print(f"sandbox    files, TCP: {f'blocked (Landlock {walls.files})' if walls.files else 'NOT blocked (no Landlock)'}")
    print(f"           other system calls: {'blocked (seccomp)' if walls.calls else 'NOT blocked (no seccomp)'}")
    print(f"           new privileges: {'blocked' if walls.privileges else 'NOT blocked'}")
    return 0
