"""`toolc doctor`: what this machine has of what toolc can use."""

import platform

import typer

from toolc import __version__
from toolc.cli import stages
from toolc.cli.visible import visible

_LIBRARIES = ("libcst", "msgspec", "jinja2", "jsonschema")


def doctor() -> int:
    """Show versions, and the sandbox for untrusted code.

    Exit status: 0 when workers can be started, 1 when not.

    Example: `toolc doctor`
    """
    from importlib.metadata import version  # with it come `csv` and `email`, which every command would pay for

    typer.echo(f"toolc      {__version__}, Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    typer.echo(f"libraries  {', '.join(f'{name} {version(name)}' for name in _LIBRARIES)}")
    walls = stages.worker("auto")
    if isinstance(walls, str):
        typer.echo(f"worker     none: {visible(walls)}")
        return 1
    typer.echo("worker     can be started")
    typer.echo(f"sandbox    files, TCP: {f'blocked (Landlock {walls.files})' if walls.files else 'NOT blocked (no Landlock)'}")
    typer.echo(f"           other system calls: {'blocked (seccomp)' if walls.calls else 'NOT blocked (no seccomp)'}")
    typer.echo(f"           new privileges: {'blocked' if walls.privileges else 'NOT blocked'}")
    return 0
