"""The configuration as it stands after files and options were merged.

Takes nothing, gives `Config`. Reading `[tool.toolc]` and `toolc.toml` is in `discover`; options are in `cli`.
"""

from typing import Any

from msgspec import Struct, field


class Config(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """What `[tool.toolc]` in pyproject.toml, or `toolc.toml`, may say. Every key is optional."""

    include: tuple[str, ...] = ("**/*.py",)
    exclude: tuple[str, ...] = ()
    targets: tuple[str, ...] = ("mcp", "typescript")
    out: str = "build/tools"
    search_path: tuple[str, ...] = ()
    python: str | None = None  # a virtual environment whose site-packages may be read
    assume: dict[str, str] = field(default_factory=dict)
    systems: dict[str, str] = field(default_factory=dict)  # glob of files → system all their public functions belong to
    packages: dict[str, str] = field(default_factory=dict)  # name of an output unit → its folder
    options: dict[str, Any] = field(default_factory=dict)  # target name → its options
    fail_on: str = "error"
    strict: bool = False
    max_file_size: int = 2_000_000  # bytes
