"""Tools of a server whose `tools/list` is answered by a function of the program.

Takes such functions, gives the doubts of the tools, and which tools are not shown. A function that hands on what is registered,
or leaves some of it out, changes no schema; one that lists tool objects of its own shows those; of others nothing is known.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from toolc.bind.instances import class_of
from toolc.bind.linker import Linker
from toolc.bind.tools.handlers import listed_tools
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.bind.tools.registrations import Claim
from toolc.diagnostics import Diagnostic
from toolc.module import Await, Call, Func, Name, Return
from toolc.program import CallResult, Declaration, DefinitionValue, ExternalSymbol, ProgramPoint, ServerKey, Value
from toolc.server_effects import ListOverride
from toolc.source import Span

Verdict = Literal["same", "fewer", "other", "changed"]

MAX_DEPTH = 3
"""How many calls lead from a handler to the helpers that are looked at."""

_MAKES = re.compile(
    r"\b(?:model_copy|model_construct|model_validate|deepcopy|replace|setattr|extend|insert|update|from_tool|\w*Tool)\("
    r"|\.append\((?!\s*\w+\s*\))|\+=(?!\s*\d)"
)
"""Code that makes a tool, changes one, or adds something other than a loop's variable to a list."""
_FACT = r"(?:parameters|inputSchema|input_schema|outputSchema|output_schema|fn_metadata|description)"
_CHANGES = re.compile(
    rf"^[ \t]*(?:\w+(?:\.\w+)*\.{_FACT}(?:\[[^\n]*?\])*[ \t]*=(?!=)"  # tool.parameters["title"] = …
    rf"|(?:del[ \t]+)?\w+(?:\.\w+)*\.{_FACT}(?:\[[^\n]*?\])*\.(?:pop|update|setdefault|clear)\("
    rf"|del[ \t]+\w+(?:\.\w+)*\.{_FACT}\["
    rf"|\w+(?:\.\w+)*\(\w+(?:\.\w+)*\.{_FACT}\)[ \t]*(?:#[^\n]*)?$)",  # a call whose result nobody takes
    re.MULTILINE,
)
"""Statements that change one of the facts of a tool."""
_BINDS = re.compile(r"(?:\bfor\s+(\w+)\s+in\b|\b(\w+)\s*(?::[^=\n]+)?=(?!=))([^\n]*)")
_GIVES = re.compile(r"([A-Za-z_]\w*(?:\.\w+)*)\s*[(,]([^()\n]*)")
_WORD = re.compile(r"\w+")


class ListOverrides:
    """The servers that a function of the program answers for."""

    def __init__(self, linker: Linker, marks: RegistrationTable) -> None:
        self._linker = linker
        self._marks = marks
        self._instead: dict[ServerKey, str] = {}  # the system whose tools are shown instead of those that are registered
        self._doubts: dict[ServerKey, list[Diagnostic]] = {}

    def add(self, fact: ListOverride, claim: Claim) -> None:
        """A handler that the program sets."""
        place = self._linker.span(fact.scope, fact.at, fact.end)
        verdict = self._verdict(fact.handler, claim.system.listed_by_handler)
        if verdict == "other" and claim.under is None:
            self._instead[fact.server] = claim.system.name
        else:
            self._doubt(fact.server, verdict, place)

    def note_overrides(self, objects: Mapping[ServerKey, Value]) -> None:
        """The servers of the program's own classes that answer with a method of their own."""
        for server, made in objects.items():
            for method in self._list_methods(made):
                place = self._linker.span(method.scope, method.stmt.name_at, method.name_end)
                self._doubt(server, self._verdict(method, frozenset()), place)

    def without_hidden(self, found: Iterable[Declaration]) -> Iterator[Declaration]:
        """The tools without those that a handler shows others instead of."""
        return (one for one in found if self._instead.get(one.server, one.system) == one.system)

    @property
    def doubts(self) -> Mapping[ServerKey, tuple[Diagnostic, ...]]:
        """Return, by server, the doubts that apply to all of its tools."""
        return {server: tuple(dict.fromkeys(several)) for server, several in self._doubts.items()}

    def _list_methods(self, made: Value) -> Iterator[DefinitionValue]:
        cls = class_of(made, self._linker)
        if cls is None:
            return
        systems = [self._marks.servers[name] for name in self._marks.classes(made, self._linker) if name in self._marks.servers]
        for name in sorted({name for system in systems for name in system.list_methods}):
            for owner in (cls, *self._linker.ancestors(cls)):
                own = self._linker.class_attribute(owner, name) if isinstance(owner, DefinitionValue) else None
                if isinstance(own, DefinitionValue):
                    yield own
                if own is not None or isinstance(owner, ExternalSymbol):
                    break

    def _doubt(self, server: ServerKey, verdict: Verdict, place: Span) -> None:
        if verdict == "fewer":
            message = "which of its tools the server shows is decided here, while the program runs"
            self._doubts.setdefault(server, []).append(Diagnostic("TC226", message, place))
        elif verdict != "same":
            message = "the program changes here what the server shows, which toolc does not follow"
            self._doubts.setdefault(server, []).append(Diagnostic("TC215", message, place))

    def _verdict(self, handler: Value, tools: frozenset[str]) -> Verdict:
        if not isinstance(handler, DefinitionValue) or not isinstance(handler.stmt, Func):
            return "changed"
        parts = listed_tools(handler, tools, self._linker) if tools else []
        if parts and all(isinstance(part, CallResult) for part, _ in parts):
            return "other"
        if self._makes(handler, frozenset({"await"})):
            return "changed"
        return "same" if self._hands_on(handler) else "fewer"

    def _makes(self, function: DefinitionValue, given: frozenset[str], depth: int = 0) -> bool:
        """Return `True` if the text of a function, or of a helper it passes the tools `given` to, makes or changes a tool."""
        text = self._linker.library.unit(function.module).text(function.node)
        if depth > MAX_DEPTH or _MAKES.search(text) or _CHANGES.search(text):
            return True
        helpers = self._helpers(function, _names_that_list(text, given))
        return any(self._makes(one, frozenset(_parameters(one)), depth + 1) for one in helpers)

    def _helpers(self, function: DefinitionValue, names: Iterable[str]) -> Iterator[DefinitionValue]:
        scope = ProgramPoint(function.module, (*function.scope.within, function))
        for dotted in names:
            expr = self._linker.expression(dotted)
            value = self._linker.evaluate(expr, scope) if expr is not None else None
            if isinstance(value, DefinitionValue) and value.node.kind == "def" and value.node.at != function.node.at:
                yield value

    def _hands_on(self, handler: DefinitionValue) -> bool:
        """Return `True` if a function returns the answer it received, unchanged."""
        statements = list(self._linker.statements(handler))
        answers = {node.at for node, stmt, scope in statements if self._is_answer(getattr(stmt, "value", None), scope)}
        asked = {node.names[0] for node, _, _ in statements if node.at in answers and len(node.names) == 1}
        asked -= {name for node, _, _ in statements if node.at not in answers for name in node.names}
        unit = self._linker.library.unit(handler.module)
        returned = [(node, stmt.value) for node, stmt, _ in statements if isinstance(stmt, Return)]
        return bool(returned) and all(
            node.at in answers or (isinstance(one, Name) and one.id in asked and not unit.mutations(handler, one.id))
            for node, one in returned
        )

    def _is_answer(self, value: object, scope: ProgramPoint) -> bool:
        """`await call_next(context)`: what is awaited is no function of the program, which may leave something out."""
        call = value.value if isinstance(value, Await) else None
        return isinstance(call, Call) and not isinstance(self._linker.evaluate(call.func, scope), DefinitionValue)


def _parameters(function: DefinitionValue) -> Iterator[str]:
    if isinstance(function.stmt, Func):
        yield from (one.name for one in function.stmt.params)


def _names_that_list(text: str, given: frozenset[str]) -> Iterator[str]:
    """The names of what a text calls, or hands over, with one of the words given or a name that is bound to such a one."""
    known = set(given)
    for _ in range(MAX_DEPTH):
        known |= {one[1] or one[2] for one in _BINDS.finditer(text) if known.intersection(_WORD.findall(one[3]))}
    return (one[1] for one in _GIVES.finditer(text) if known.intersection(_WORD.findall(one[2])))
