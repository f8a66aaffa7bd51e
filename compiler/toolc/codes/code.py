"""The shape of one entry in the table of codes."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

Severity = Literal["error", "warning", "note"]


class Scene(Struct, frozen=True):
    """A little project and a command to run in it. `source` is `tools.py`; `files` are further files by path."""

    source: str = ""
    run: str = "toolc list tools.py"
    files: Mapping[str, str] = field(default_factory=dict)

    def all_files(self) -> dict[str, str]:
        """Every file of the project by path."""
        own = {"tools.py": self.source} if self.source else {}
        return {**own, **self.files}


class Code(Struct, frozen=True):
    """One code. `why` is one or two sentences; `example` raises the code, `mended` is the same scene without it.

    `mended` is None only where nothing a user writes causes the code. `optional`: reported only where it is selected by its own
    number or group, or where sources are not trusted.
    """

    number: str
    slug: str
    severity: Severity
    why: str
    example: Scene
    mended: Scene | None
    optional: bool = False

    def command(self, scene: Scene) -> str:
        """The command of a scene of this code, as it shows the finding: most commands only count notes."""
        counted = self.severity == "note" and scene.run.split()[1] not in ("check", "serve")
        return f"{scene.run} -v" if counted else scene.run
