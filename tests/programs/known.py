"""Failures that are known: seeds and titles of programs that are still wrong. The tests fail where a listed one passes."""

import tomllib
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("known_failures.toml")


def known_failures(of: str) -> list[Any]:
    """Return the listed failures of a framework (seeds of random programs) or of a folder of pages (titles)."""
    listed: list[Any] = tomllib.loads(_FILE.read_text("utf-8")).get(of, {}).get("failures", [])
    return listed
