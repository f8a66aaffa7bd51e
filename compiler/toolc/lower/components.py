"""One declared prompt, resource or server as the IR has it.

Takes a declaration and the profile of its system, returns the component with its fidelity and diagnostics, as `tools` does for
tools.
"""

from collections.abc import Mapping
from typing import Any

from toolc.diagnostics import internal
from toolc.ir import UNNAMED, Component, Fidelity, Prompt, Resource, ServerInfo
from toolc.limits import CpuBudgetExceeded
from toolc.lower.tools import Tools, own_finding
from toolc.program import ConstantValue, Declaration, Program
from toolc.signature import Signature
from toolc.source import Span
from toolc.systems.assemble import worst
from toolc.systems.base import Finding, SentComponent, System

MAX_TEXT = 20_000
"""Characters of a literal text that are kept."""


class Components:
    """Lowers declarations of components."""

    def __init__(self, program: Program, tools: Tools, systems: Mapping[str, System]) -> None:
        self._program, self._tools, self._systems = program, tools, systems

    def component(self, declaration: Declaration) -> Component:
        """Return the component of one declaration; should toolc itself fail on it, nothing of it is known."""
        place = self._tools.place(declaration)
        try:
            with self._program.charge_file(declaration.scope.module):
                return self._component(declaration, place)
        except (Exception, CpuBudgetExceeded) as error:
            finding = Finding(internal(error, place), "unknown")
            return self._make_component(declaration, place, SentComponent({}, (finding,)), UNNAMED)

    def _component(self, declaration: Declaration, place: Span) -> Component:
        name, named = self._tools.text(declaration.name, "TC201", "unknown", "name", place)
        description, described = self._tools.text(declaration.description, "TC202", "approximate", "description", place)
        own = tuple(map(own_finding, declaration.diagnostics))
        made = declaration.component == "server" or "ready" in declaration.options  # of no function
        if declaration.target is None and declaration.diagnostics and not made:
            sent = SentComponent({})  # its system has said why there is no function
        else:
            signature = self._signature(declaration, place)
            subject = self._tools.subject(declaration, signature, name, description)
            sent = self._systems[declaration.system].components[declaration.component or "server"](subject)
            wrapped = self._tools.wrapper_findings(declaration)
            sent = SentComponent({**sent.fields, **self._literal(declaration)}, (*sent.findings, *wrapped))
        findings = (*own, *named, *described, *sent.findings)
        return self._make_component(declaration, place, SentComponent(sent.fields, findings), name or UNNAMED)

    def _signature(self, declaration: Declaration, place: Span) -> Signature:
        if declaration.target is None:
            return Signature(UNNAMED, callable="other", span=place)
        return self._tools.signature(declaration, place)

    def _literal(self, declaration: Declaration) -> dict[str, str]:
        """Return the text that a function without parameters gives, where that is a constant."""
        target = declaration.target
        if target is None or self._program.arity(target):
            return {}
        given = self._program.call_concretely(target, ())
        text = given.value if isinstance(given, ConstantValue) else None
        return {"text": text} if isinstance(text, str) and len(text) <= MAX_TEXT else {}

    def _make_component(self, declaration: Declaration, place: Span, sent: SentComponent, name: str) -> Component:
        fidelity: Fidelity = worst(sent.findings)
        said = tuple(dict.fromkeys(finding.diagnostic for finding in sent.findings))
        fields: dict[str, Any] = {**sent.fields, "span": place, "diagnostics": said}
        if declaration.component == "server":
            return ServerInfo(**{**fields, "fidelity": fidelity})
        fields = {"name": name, **fields, "system": declaration.system}
        fields["qualname"] = self._tools.qualname(declaration, fields["name"])
        if not sent.fields and fidelity in ("exact", "approximate"):
            fidelity = "unknown"
        if declaration.component == "prompt":
            return Prompt(**{**fields, "fidelity": fidelity})
        return Resource(**{"uri": UNNAMED, **fields, "fidelity": fidelity})
