"""Files of a package index: takes a requirement such as `NAME==VERSION`, gives the bytes of one file of it.

The one part of the compiler that uses the network, and only for a path that begins with `pypi:`. The index is asked as PEP 691
has it, the file is compared with the digest it gives. Nothing is built or run, as getting an sdist with pip would.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from typing import Any
from urllib.error import URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

from msgspec import Struct
from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename
from packaging.version import InvalidVersion, Version

INDEX = "https://pypi.org/simple"
PREFIX = "pypi:"
MAX_PAGE = 60_000_000  # bytes of what an index says of one project
MAX_FILE = 300_000_000  # bytes
_SECONDS = 60  # of silence
_CHUNK = 1 << 18
_FORM = "application/vnd.pypi.simple.v1+json"
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")


class Unavailable(Exception):
    """A requirement that cannot be had; the message says why, `help` what to do."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class Fetched(Struct, frozen=True):
    """A file of an index: its name, what is in it."""

    name: str
    data: bytes


class _File(Struct, frozen=True):
    name: str
    url: str
    digest: str
    version: Version
    rank: tuple[int, str]


def fetch(requirement: str) -> Fetched:
    """Return the file of a requirement: a wheel for every platform, else the first wheel, else the sdist.

    Raises `Unavailable`.
    """
    name, version = _parse_requirement(requirement)
    index = os.environ.get("PIP_INDEX_URL") or INDEX
    page = urljoin(index.rstrip("/") + "/", re.sub(r"[-_.]+", "-", name).lower() + "/")
    files = list(_files(_page(page), page))
    if version is None:
        newest = max((one.version for one in files if not one.version.is_prerelease), default=None)
        raise Unavailable(f"`{requirement}` names no version", f"say which: {PREFIX}{name}=={newest or 'VERSION'}")
    fitting = sorted((one for one in files if one.version == version), key=lambda one: one.rank)
    if not fitting:
        raise Unavailable(f"{name} has no wheel and no sdist of version {version}", f"its versions are at {page}")
    chosen = fitting[0]
    data = _got(chosen.url, "*/*", MAX_FILE)
    if chosen.digest and hashlib.sha256(data).hexdigest() != chosen.digest:
        raise Unavailable(f"{chosen.name} is not what the index says: its SHA-256 is another")
    return Fetched(chosen.name, data)


def _parse_requirement(requirement: str) -> tuple[str, Version | None]:
    name, equal, version = requirement.partition("==")
    if not _NAME.fullmatch(name):
        raise Unavailable(f"`{requirement[:200]}` is not a requirement", f"{PREFIX}NAME==VERSION")
    try:
        return name, Version(version) if equal else None
    except InvalidVersion:
        raise Unavailable(f"`{version[:200]}` is not a version", f"{PREFIX}NAME==VERSION") from None


def _page(url: str) -> Any:
    try:
        return json.loads(_got(url, _FORM, MAX_PAGE))
    except (ValueError, RecursionError):
        raise Unavailable(f"{url} does not answer as PEP 691 has it", "name another index with PIP_INDEX_URL") from None


def _files(page: Any, base: str) -> Iterator[_File]:
    found = page.get("files") if isinstance(page, dict) else None
    for one in found if isinstance(found, list) else ():
        name, url = (one.get("filename"), one.get("url")) if isinstance(one, dict) else (None, None)
        if not isinstance(name, str) or not isinstance(url, str) or "/" in name:
            continue
        hashes = one.get("hashes")
        digest = hashes.get("sha256", "") if isinstance(hashes, dict) else ""
        try:
            if name.endswith(".whl"):
                _, version, _, tags = parse_wheel_filename(name)
                rank = 0 if any(tag.platform == "any" for tag in tags) else 1
            else:
                (_, version), rank = parse_sdist_filename(name), 2
        except (InvalidWheelFilename, InvalidSdistFilename):
            continue
        yield _File(name, urljoin(base, url), digest if isinstance(digest, str) else "", version, (rank, name))


def _got(url: str, form: str, most: int) -> bytes:
    """Download an address; raises `Unavailable` if it fails or is larger than `most` bytes."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise Unavailable(f"{url[:200]} is not an address of the web")
    try:
        with _opener().open(Request(url, headers={"Accept": form, "User-Agent": "toolc"}), timeout=_SECONDS) as answer:
            if answer.status != 200:
                raise Unavailable(f"{url} answers {answer.status}")
            return _up_to(answer, most, url)
    except URLError as error:
        raise Unavailable(f"{url}: {error.reason}") from None
    except (OSError, ValueError) as error:
        raise Unavailable(f"{url}: {error}") from None


def _up_to(answer: Any, most: int, url: str) -> bytes:
    chunks, size = list[bytes](), 0
    while chunk := answer.read(_CHUNK):
        size += len(chunk)
        if size > most:
            raise Unavailable(f"{url} has more than {most:,} bytes")
        chunks.append(chunk)
    return b"".join(chunks)


def _opener() -> OpenerDirector:
    """Return an opener of web addresses only: no files, no FTP, wherever an answer redirects."""
    opener = OpenerDirector()
    for handler in (ProxyHandler(), HTTPHandler(), HTTPSHandler(), HTTPRedirectHandler()):
        opener.add_handler(handler)
    return opener
