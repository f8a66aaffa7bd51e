"""Losses of a run against the last good state: packages whose old outputs, or entries of a lock, are to be kept.

Takes a bundle with what was said of its sources, and the tools that each package had, gives a `Loss` for every package that an
error took something from. What is gone without an error was taken away on purpose, unless a file is empty now: editors and
interrupted programs leave files so.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from toolc.diagnostics import Diagnostic, has_errors, is_unread
from toolc.ir import Bundle, Tool
from toolc.source import Span


class Good(Struct, frozen=True):
    """Last good state of a package: the fidelity of each of its tools by `key`.

    `partial`: sources of it could not be read even then.
    """

    tools: Mapping[str, str]
    partial: bool = False


class Loss(Struct, frozen=True):
    """Reasons to keep the last good state of a package: the number of errors, and those not reported elsewhere."""

    errors: int
    diagnostics: tuple[Diagnostic, ...] = ()


def key(server: str, tool: str) -> str:
    """Return the key of a tool in its package."""
    return f"{server}/{tool}"


def good_tools(bundle: Bundle, without: Collection[str] = ()) -> dict[str, dict[str, str]]:
    """The fidelity of every tool that is written, by package and key. `without`: files whose tools are left out."""
    found: dict[str, dict[str, str]] = {}
    for package, server, tool in bundle.tools:
        tools = found.setdefault(package.name, {})
        if tool.is_written and tool.span.path not in without:
            tools[key(server.name, tool.name)] = tool.fidelity
    return found


def losses(
    bundle: Bundle, said: Iterable[Diagnostic], units: Mapping[str, str], good: Mapping[str, Good], *, forgiving: bool = False
) -> dict[str, Loss]:
    """The packages that lost something, by name.

    `units`: the package of every file, by the path shown. `forgiving`: a tool whose schema cannot be told is no loss.
    """
    errors = [one for one in said if one.severity == "error"]
    unread = [one for one in errors if is_unread(one)]
    by_unit = Counter(_unit(one, units) for one in errors)
    broken = {_unit(one, units) for one in unread}
    now: dict[str, dict[str, Tool]] = {}
    for package, server, tool in bundle.tools:
        now.setdefault(package.name, {})[key(server.name, tool.name)] = tool
    found: dict[str, Loss] = {}
    for name, was in good.items():
        tools = now.get(name, {})
        vague = [] if forgiving else [one for one in sorted(was.tools) if one in tools and not tools[one].is_written]
        gone = [one for one in sorted(was.tools) if one not in tools]
        count = by_unit[name] or len(unread)
        if vague or (name in broken and not was.partial) or (count and gone) or (unread and _has_lost_exactness(was, tools)):
            told = tuple(_vague(was.tools[one], tools[one]) for one in vague if not has_errors(tools[one].diagnostics))
            found[name] = Loss(count + len(told), told)
        elif gone and not forgiving and (empty := _empty(name, units)):
            found[name] = Loss(1, (_emptied_file(empty, gone),))
    return found


def _empty(unit: str, units: Mapping[str, str]) -> str:
    """Return the first file of a unit without any text, "" if there is none. An `__init__.py` is often empty."""
    files = sorted(path for path, name in units.items() if name == unit and Path(path).name != "__init__.py")
    return next((path for path in files if path.endswith(".py") and _size(path) == 0), "")


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return -1


def _emptied_file(path: str, gone: Sequence[str]) -> Diagnostic:
    names = ", ".join(f"`{one.partition('/')[2]}`" for one in gone[:_NAMED]) + (", …" if len(gone) > _NAMED else "")
    message = f"the file is empty, and {names} {'is' if len(gone) == 1 else 'are'} gone: it may not have been saved whole"
    return Diagnostic("TC644", message, Span(path), help="restore it, remove it, or accept the loss with --clean")


_NAMED = 3


def _unit(said: Diagnostic, units: Mapping[str, str]) -> str:
    return units.get(said.span.path, "") if said.span is not None else ""


def _has_lost_exactness(was: Good, now: Mapping[str, Tool]) -> bool:
    """Return `True` if a tool that was exact no longer is."""
    return any(fidelity == "exact" and one in now and now[one].fidelity != "exact" for one, fidelity in was.tools.items())


def _vague(fidelity: str, tool: Tool) -> Diagnostic:
    message = f"`{tool.name}` was {fidelity}, and its schema is not known any more"
    return Diagnostic("TC640", message, tool.span, help="correct what is reported, or give the tool up with --clean")
