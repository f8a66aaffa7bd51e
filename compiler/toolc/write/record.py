"""The record beside the outputs: the files of each package, and the package's last good state.

Takes the bytes of the record, gives `Record`, and back. It is an output like any other: sorted, no times, the same bytes for
the same content. It may come from a tree nobody trusts, so it is read as data: what is no plain relative path is passed over,
and a file goes only where its digest is the one that is said.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

MANIFEST = ".toolc-outputs.json"

# As `emit` writes them: no dot first, so never `..`, the record itself or a hidden file.
_PATH = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)+")

_VERSION = re.compile(r"[0-9]{1,5}(\.[0-9]{1,5}){1,3}")


class Unit(Struct, frozen=True):
    """Entry of the record for one package.

    `files`: its outputs by path, each with the digest of its bytes. `tools`: the fidelity of each tool in them, by server and
    name. `sources`: the paths it was compiled from, where only these say what is in it. `partial`: some of its sources could
    not be read, and there was nothing better to keep.
    """

    files: Mapping[str, str] = {}
    tools: Mapping[str, str] = {}
    sources: tuple[str, ...] = ()
    partial: bool = False


Record = Mapping[str, Unit]
"""The packages by name."""


class Damaged(ValueError):
    """Raised if a record is damaged: conflict markers of a merge, half a file, something else."""


def read_record(listed: bytes | None) -> Record:
    """The record; empty where there is none. Raises `Damaged`."""
    if listed is None:
        return {}
    try:
        content = json.loads(listed)
    except RecursionError:
        raise Damaged("is nested too deeply") from None
    except ValueError as error:
        raise Damaged(f"is not JSON: {error}") from None
    packages = content.get("packages") if isinstance(content, dict) else None
    if not isinstance(packages, dict):
        raise Damaged("has no `packages`")
    return {name: _unit(told) for name, told in packages.items()}


def record_bytes(record: Record, version: str = "") -> bytes:
    """The record as it stands on disk; packages without files are left out. `version`: of the toolc that writes it."""
    told = {name: _entry(unit) for name, unit in sorted(record.items()) if unit.files}
    by = {"toolc": version} if version else {}
    return (json.dumps({"packages": told, **by}, indent=2, ensure_ascii=True) + "\n").encode()


def writer(listed: bytes | None) -> str:
    """Return the version of toolc that wrote a record, as it is read by people; "" where nothing says it."""
    try:
        content = json.loads(listed or b"")
    except (ValueError, RecursionError):
        return ""
    version = content.get("toolc") if isinstance(content, dict) else None
    return version if isinstance(version, str) and _VERSION.fullmatch(version) else ""


def _entry(unit: Unit) -> dict[str, Any]:
    told: dict[str, Any] = {"files": dict(sorted(unit.files.items())), "tools": dict(sorted(unit.tools.items()))}
    if unit.sources:
        told["sources"] = list(unit.sources)
    return {**told, "partial": True} if unit.partial else told


def _unit(told: Any) -> Unit:
    told = told if isinstance(told, dict) else {}
    files = {path: digest for path, digest in _texts(told.get("files")).items() if _PATH.fullmatch(path)}
    sources = told.get("sources")
    places = tuple(one for one in sources if isinstance(one, str) and "\0" not in one) if isinstance(sources, list) else ()
    return Unit(files, _texts(told.get("tools")), places, told.get("partial") is True)


def _texts(value: Any) -> dict[str, str]:
    return {key: text for key, text in value.items() if isinstance(text, str)} if isinstance(value, dict) else {}
