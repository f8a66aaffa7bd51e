"""One declared tool as an `ir.Tool`.

Takes a `Declaration` and the systems' profiles, gives the tool with its schemas, fidelity and diagnostics. An unknown part
lowers the fidelity and has a diagnostic with the place; nothing is dropped silently.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from toolc.diagnostics import Diagnostic, internal
from toolc.ir import UNNAMED, Fidelity, Tool
from toolc.limits import CpuBudgetExceeded
from toolc.lower.annotations.cached_order import GENERIC, REORDERED, GenericArgumentOrder
from toolc.lower.deprecated import deprecation_message
from toolc.lower.functions import Functions
from toolc.lower.lints import lints
from toolc.lower.recursive_model_leaks import RecursiveModelLeaks
from toolc.lower.signature_preservation import replaced_signature
from toolc.lower.source_text import text_of
from toolc.lower.values import constant, unknown_reason
from toolc.module import Func
from toolc.program import UNDEFINED_NAME, ConstantValue, Declaration, Program, Unknown, Value
from toolc.schema.constants import NotJsonError, json_value
from toolc.schema.view import Names
from toolc.schema_budget import SchemaBudget
from toolc.signature import Class, Member, Signature, undecided_code
from toolc.source import Span, imported_name
from toolc.systems.assemble import assemble_tool, literal
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.shared.versions import numbers


class Tools:
    """Lowers declarations."""

    def __init__(self, program: Program, functions: Functions, systems: Mapping[str, System]) -> None:
        self._program = program
        self._functions = functions
        self._systems = systems
        self._budget = SchemaBudget(program.limits)
        self.sharing = RecursiveModelLeaks(functions.self_containing)
        self.generic_order = GenericArgumentOrder()
        self._versions = {name: versions(system, program) for name, system in systems.items()}
        self._marks = frozenset(mark for system in systems.values() for mark in system.marks)

    def tool(self, declaration: Declaration, names: Names) -> Tool:
        """The tool of one declaration; its named types are claimed in `names`.

        Should toolc itself fail on a tool, that tool is unknown and the others are not affected.
        """
        place = self.place(declaration)
        try:
            if (beyond := self._budget.budget_finding(declaration.scope.module, place)) is not None:
                return self._unknown_tool(declaration, place, beyond)
            with self._program.charge_file(declaration.scope.module):
                return self._tool(declaration, place, names)
        except (Exception, CpuBudgetExceeded) as error:
            return self._unknown_tool(declaration, place, internal(error, place))

    def _unknown_tool(self, declaration: Declaration, place: Span, why: Diagnostic | None) -> Tool:
        name = declaration.definition.stmt.name if declaration.definition is not None else UNNAMED
        qualname = self.qualname(declaration, name)
        return Tool(name, qualname, declaration.system, place, fidelity="unknown", diagnostics=() if why is None else (why,))

    def _tool(self, declaration: Declaration, place: Span, names: Names) -> Tool:
        name, name_findings = self.text(declaration.name, "TC201", "unknown", "name", place)
        description, text_findings = self.text(declaration.description, "TC202", "approximate", "description", place)
        own = tuple(own_finding(diagnostic) for diagnostic in declaration.diagnostics)
        if declaration.schema is not None:
            signature, spelled = None, self._literal(declaration, declaration.schema, name, description, place)
        elif declaration.target is not None or not declaration.diagnostics:
            signature = self.signature(declaration, place)
            if not self._budget.can_afford(declaration.scope.module, len(signature.parameters), signature.definitions):
                beyond = self._budget.budget_finding(declaration.scope.module, place)
                return self._unknown_tool(declaration, place, beyond)
            subject = self.subject(declaration, signature, name, description)
            subject = structs.replace(subject, untold=bool(text_findings))
            signature, spelled = subject.signature, self._systems[declaration.system].spell(subject)
        else:  # its system has said why there is no function
            signature, spelled = None, Spelled(name or UNNAMED, description)
        if "name" in declaration.renamed:
            name, later = self.text(declaration.renamed["name"], "TC201", "unknown", "name", place)
            name_findings += later
            spelled = structs.replace(spelled, name=name or spelled.name)
        if "description" in declaration.renamed:
            description, later = self.text(declaration.renamed["description"], "TC202", "approximate", "description", place)
            text_findings += later
            spelled = structs.replace(spelled, description=description)
        spelled = self._edit_schemas(declaration, spelled, place)
        told = (spelled.input_schema, spelled.output_schema, spelled.description, spelled.title)
        self._budget.add(declaration.scope.module, *told)
        if text_findings:  # the function's docstring is not what the framework would say
            spelled = structs.replace(spelled, description=None)
        wrapped = (
            *self.wrapper_findings(declaration),
            *self._defined_after_registration(declaration, signature, place),
            *_order_findings(signature, place),
        )
        self.sharing.note(key := (declaration.scope.module, declaration.at), spelled.shared)
        self.generic_order.note(key, spelled.shared.wrapped, signature)
        wrapped += self.sharing.doubts(key, signature, spelled, place)
        if self.generic_order.clashes(key):
            wrapped += (make_finding("TC328", GENERIC, place, "approximate", _ONE_ORDER),)
        linted = () if signature is None or declaration.owner is not None else lints(signature, spelled, declaration.hidden)
        findings = (*own, *name_findings, *text_findings, *wrapped, *spelled.findings, *linted)
        target = declaration.target
        return assemble_tool(
            spelled,
            signature,
            findings,
            names,
            qualname=self.qualname(declaration, spelled.name),
            system=declaration.system,
            span=place,
            is_async=target is not None and isinstance(target.stmt, Func) and target.stmt.is_async,
            deprecated=deprecation_message(target, self._program),
        )

    def signature(self, declaration: Declaration, place: Span) -> Signature:
        """Return the signature of the tool's function; an empty one with only its place if the function is unknown and not
        needed.
        """
        if declaration.target is None:
            return Signature(UNNAMED, callable="other", span=place)
        registered = None if declaration.owner is not None else declaration.scope  # a class is read when all has run
        signature = self._functions.signature(declaration.target, registered)
        if not self._systems[declaration.system].shows:
            return signature
        python = numbers(self._versions[declaration.system]("python") or "")
        return structs.replace(signature, shown=self._functions.show_signature(declaration.target, registered, python))

    def _edit_schemas(self, declaration: Declaration, spelled: Spelled, place: Span) -> Spelled:
        """The schemas as the program leaves them."""
        stored = spelled
        for fact, value in declaration.edited.items():
            try:
                schema = json_value(constant(value, self._program))
            except NotJsonError as reason:
                return _add_doubt(spelled, str(reason), place)
            if schema == getattr(spelled, fact):
                continue
            if spelled.wire is not None and spelled.sends is None:
                return _add_doubt(spelled, "it is sent in another form", place)
            if not isinstance(schema, dict) and (schema is not None or fact == "input_schema"):
                return _add_doubt(spelled, "it is not a JSON object", place)
            spelled = structs.replace(spelled, **{fact: schema})
            if fact == "output_schema":
                spelled = structs.replace(spelled, result_schema=None)
        if spelled is not stored and spelled.sends is not None and spelled.input_schema is not None:
            spelled = structs.replace(spelled, wire=spelled.sends(spelled.input_schema, spelled.output_schema))
        return spelled

    def wrapper_findings(self, declaration: Declaration) -> tuple[Finding, ...]:
        """A decorator below the framework's that may have changed the signature; what else is not known of the function."""
        undecided = () if declaration.schema is not None or declaration.target is None else declaration.target.undecided
        for fact, code, words in _IN_SCHEMAS:
            if fact in undecided and not isinstance(getattr(declaration, fact), Unknown):
                message = f"the {words} in its schemas, is computed while the program runs"
                return (make_finding(code, message, self.place(declaration), "approximate"),)
        decorator = None if declaration.schema is not None else replaced_signature(declaration, self._program, self._marks)
        if decorator is None or declaration.target is None:
            return ()
        words = f"`@{text_of(decorator)}` may change the name and the parameters that the framework sees"
        place = self._program.span(declaration.target.scope, decorator.at, decorator.end)
        return (make_finding("TC206", words, place, "approximate", "let it use functools.wraps, or put it above"),)

    def _defined_after_registration(
        self, declaration: Declaration, signature: Signature | None, place: Span
    ) -> tuple[Finding, ...]:
        """A class that does not exist yet when the framework reads the annotations."""
        if signature is None or not (name := self._functions.class_defined_later(signature, declaration)):
            return ()
        words = f"`{name}` is defined only after the tool is registered"
        return (make_finding("TC307", words, place, "approximate", "move the class above the tool"),)

    def place(self, declaration: Declaration) -> Span:
        """Return the place that people look at for a declaration."""
        if (target := declaration.definition) is not None:
            return self._program.span(target.scope, target.stmt.name_at, target.name_end)
        return self._program.span(declaration.scope, declaration.at, declaration.end)

    def text(
        self, value: Value | None, code: str, fidelity: Fidelity, what: str, place: Span
    ) -> tuple[str | None, tuple[Finding, ...]]:
        """Return an overriding name or description: `None` if there is none, with a finding if it is unknown."""
        if value is None or value == ConstantValue(None):
            return None, ()
        told = constant(value, self._program)
        if isinstance(told, Member):
            told = told.value
        if isinstance(told, str):
            return told, ()
        reason = unknown_reason(value) if isinstance(value, Unknown) else "it is computed while the program runs"
        if undecided_code(reason, code) == UNDEFINED_NAME:
            message = f"the tool's {what} is not known: {reason}"
            return None, (make_finding(UNDEFINED_NAME, message, place, "unknown", "import or define it"),)
        help_ = f"write the {what} as a constant, or let it be taken from the function"
        return None, (make_finding(code, f"the tool's {what} is not known: {reason}", place, fidelity, help_),)

    def subject(self, declaration: Declaration, signature: Signature, name: str | None, description: str | None) -> Subject:
        """An option that is a class comes with its definition, as the types of parameters do."""
        version = self._versions[declaration.system]
        options = {key: self._functions.option(value, version("pydantic")) for key, value in declaration.options.items()}
        named = [option for option in options.values() if isinstance(option, Class)]
        return Subject(
            self._functions.with_definitions(signature, named), name, description, declaration.hidden, options, version
        )

    def _literal(
        self, declaration: Declaration, schema: Value, name: str | None, description: str | None, place: Span
    ) -> Spelled:
        """A tool whose parameters are given as a schema, which is taken as it stands."""
        stated, facts = self._spell_stated(declaration, schema, name, description, place), self._facts(declaration, place)
        return structs.replace(stated, **{**facts, "findings": (*stated.findings, *facts.get("findings", ()))})

    def _facts(self, declaration: Declaration, place: Span) -> Mapping[str, Any]:
        """Return the facts of the declaration beside its schema."""
        facts, version = self._systems[declaration.system].facts, self._versions[declaration.system]
        if facts is None:
            return {}
        options = {key: self._functions.option(value, version("pydantic")) for key, value in declaration.options.items()}
        return facts(options, version, place)

    def _spell_stated(
        self, declaration: Declaration, schema: Value, name: str | None, description: str | None, place: Span
    ) -> Spelled:
        own_name = name or (declaration.definition.stmt.name if declaration.definition is not None else UNNAMED)
        model = self._functions.called_schema(schema, self._versions[declaration.system]("pydantic"))
        if model is not None and model.schema is not None:
            issues = [make_finding(one.code, f"`{own_name}`: {one.message}", place, model.fidelity) for one in model.issues]
            return Spelled(own_name, description, model.schema, closed=False, findings=tuple(issues))
        try:
            told = json_value(constant(schema, self._program))
        except NotJsonError as reason:
            code = undecided_code(str(reason), "TC203")
            finding = make_finding(code, f"the tool's parameters are not known: {reason}", place, "unknown")
            return Spelled(own_name, description, findings=(finding,))
        if not isinstance(told, dict):
            finding = make_finding("TC203", "the tool's parameters are not a JSON object", place, "unknown")
            return Spelled(own_name, description, findings=(finding,))
        return literal(told, own_name, description, place)

    def qualname(self, declaration: Declaration, name: str) -> str:
        """Return `package.module:Qual.Name` of the definition, or of the place where there is none."""
        if declaration.definition is not None:
            return imported_name(declaration.definition.full_name)
        path = "".join(f"{definition.stmt.name}.<locals>." for definition in declaration.scope.within)
        return f"{imported_name(declaration.scope.module)}:{path}{name}"


_ONE_ORDER = "write the members in one order everywhere"
_IN_SCHEMAS = (
    ("name", "TC201", "`__name__` of the function, which may be"),
    ("description", "TC202", "docstring of the function, which may describe parameters"),
)
"""Facts of a function that its schemas have although the tool is given others, with the code for those that are not known."""


def _order_findings(signature: Signature | None, place: Span) -> tuple[Finding, ...]:
    if signature is None or not signature.reordered:
        return ()
    return (make_finding("TC328", f"`{signature.name}`: {REORDERED}", place, "approximate", _ONE_ORDER),)


def own_finding(diagnostic: Diagnostic) -> Finding:
    """Return a diagnostic of binding as a finding: an error is raised by the framework, a warning lowers the fidelity."""
    worst: Mapping[str, Fidelity] = {"error": "refused", "warning": "approximate"}
    return Finding(diagnostic, worst.get(diagnostic.severity, "exact"))


def versions(system: System, program: Program) -> Callable[[str], str | None]:
    """Return a lookup of versions: from the configuration or the search path, else the newest that the imports allow."""
    assumed = system.assumed_versions(program.imports())
    return lambda distribution: program.version(distribution) or assumed.get(distribution)


def _add_doubt(spelled: Spelled, why: str, place: Span) -> Spelled:
    doubt = make_finding("TC215", f"the program changes the schema of this tool: {why}", place, "approximate")
    return structs.replace(spelled, findings=(*spelled.findings, doubt))
