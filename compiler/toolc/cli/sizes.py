"""How much of a prompt tools take: takes a bundle and the targets whose forms are counted, gives bytes, and tokens if asked.

Bytes are those of the provider's form in compact UTF-8 JSON, which is what a request holds. Tokens need the extra `tokens`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from toolc.cli import stages
from toolc.config import Budget
from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle, Package, Server, Tool
from toolc.schema.reshape import hoist

if TYPE_CHECKING:
    from toolc.emit import Target

_SCHEMAS = frozenset({"parameters", "input_schema", "inputSchema", "outputSchema", "parametersJsonSchema", "schema"})
"""Places of schemas in the envelopes of `templates`."""

Count = Callable[[str], int]


class Size(Struct, frozen=True):
    """Size of one tool in the form of one target. `hoisted`: bytes if repeated schemas stand in `$defs` once."""

    package: Package
    server: Server
    tool: Tool
    target: str
    bytes: int
    hoisted: int
    tokens: int | None = None


def sizes(bundle: Bundle, targets: Sequence["Target"], count: Count | None = None) -> Iterator[Size]:
    """Of every tool that a target writes."""
    for package, server, tool in bundle.tools:
        for target in targets:
            text, _ = stages.render_one(server, tool, target)
            if text is None:
                continue
            document = json.loads(text)
            told = compact(document)
            hoisted = compact(_hoist_repeats(document))
            yield Size(
                package,
                server,
                tool,
                target.name,
                _bytes(told),
                min(_bytes(told), _bytes(hoisted)),
                count(told) if count else None,
            )


def over_budget(found: Sequence[Size], budget: Budget) -> Iterator[Diagnostic]:
    """Every tool and package that takes more than it may, in each form."""
    totals: dict[tuple[int, str], list[Size]] = {}
    for size in found:
        totals.setdefault((id(size.package), size.target), []).append(size)
        if budget.tool_bytes is not None and size.bytes > budget.tool_bytes:
            told = f"`{size.tool.name}` takes {_more(size.bytes, budget.tool_bytes, size.target)}"
            yield Diagnostic("TC406", told, size.tool.span, help=_saving_text(size.bytes, size.hoisted))
    for (_, target), several in totals.items():
        total, largest = sum(size.bytes for size in several), max(several, key=lambda size: size.bytes)
        if budget.package_bytes is not None and total > budget.package_bytes:
            told = f"package `{largest.package.name}` takes {_more(total, budget.package_bytes, target)}"
            help_ = f"the largest tool is `{largest.tool.name}` with {largest.bytes:,}"
            yield Diagnostic("TC407", told, largest.tool.span, help=help_)


def _hoist_repeats(document: Any) -> Any:
    """A provider's document with what repeats inside of one of its schemas said once."""
    if isinstance(document, list):
        return [_hoist_repeats(one) for one in document]
    if not isinstance(document, dict):
        return document
    return {
        key: hoist(value) if key in _SCHEMAS and isinstance(value, dict) else _hoist_repeats(value)
        for key, value in document.items()
    }


def compact(value: object) -> str:
    """JSON as requests hold it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def by_package(found: Sequence[Size]) -> Mapping[tuple[str, str], list[Size]]:
    """The sizes of each package and target."""
    groups: dict[tuple[str, str], list[Size]] = {}
    for size in found:
        groups.setdefault((size.package.name, size.target), []).append(size)
    return groups


def _more(bytes_: int, allowed: int, target: str) -> str:
    return f"{bytes_:,} bytes in the form for {target}, {allowed:,} are allowed"


def _saving_text(bytes_: int, hoisted: int) -> str:
    return f"what repeats in it, said once in `$defs`, would save {bytes_ - hoisted:,}" if hoisted < bytes_ else ""


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
