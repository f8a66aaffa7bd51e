"""The schema of every class and alias of a project.

Takes a program, gives `ir.TypeReport`s in the spelling of one of pydantic's two modes.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from toolc.diagnostics import Diagnostic, internal
from toolc.ir import Fidelity, TypeReport
from toolc.limits import CpuBudgetExceeded
from toolc.lower.annotations.cached_order import ACROSS, REORDERED
from toolc.lower.annotations.resolve import TOO_LARGE, Annotations
from toolc.lower.annotations.spelling import is_unevaluated, item_types, unread_alias
from toolc.lower.definitions import MAX_DEFINITIONS, Definitions, qualnames_in
from toolc.module import SequenceExpr
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, Program, Thunk, TypeBinding, Value
from toolc.schema.pydantic import Builders, Issue, Spelling, spell_type
from toolc.schema_budget import SchemaBudget, scale_for_types
from toolc.signature import ANY, Alias, Class, Definition, Type, Unresolved
from toolc.source import Span

NEWEST_PYDANTIC = "2.14.4"


class _Draft(Struct, frozen=True):
    """Report with the data to decide later whether the rest of the program changes it."""

    report: TypeReport
    type: Type
    touched: frozenset[str] = frozenset()
    annotated: frozenset[str] = frozenset()


def type_reports(
    program: Program, annotations: Annotations, definitions: Definitions, mode: str, trusted: bool = True
) -> tuple[TypeReport, ...]:
    """One report for each name that stands for a type, sorted by qualname."""
    version = program.version("pydantic") or NEWEST_PYDANTIC
    found: dict[str, _Draft] = {}
    unseen: set[str] = set()
    builders: Builders = {}
    budget = SchemaBudget(lambda module: scale_for_types(program.limits(module), program.length(module)))
    for named in program.type_bindings(patient=trusted):
        place = program.span(named.scope, named.at, named.end)
        unseen.update(_classes_handed_on(named.value, annotations))
        if (beyond := budget.budget_finding(named.module, place)) is not None:
            found[_qualname(named)] = _unknown_alias(named, place, beyond)
            continue
        try:
            with program.charge_file(named.module):
                draft = _spell_report(named, version, program, annotations, definitions, mode, builders, budget)
        except (Exception, CpuBudgetExceeded) as error:  # a fault of toolc on one type leaves the others whole
            draft = _unknown_alias(named, place, internal(error, place))
        if draft is not None:
            budget.add(named.module, draft.report.schema)
            found[draft.report.qualname] = draft
    drafts = [found[qualname] for qualname in sorted(found)]
    shared = definitions.self_containing(unseen.union(*(draft.annotated for draft in drafts)))
    circled = definitions.aliases_of_recursive_models()
    retold = definitions.renamed_by_outer_config()
    if not annotations.orders.across and not shared and not circled and not retold:  # known once everything was read
        return tuple(draft.report for draft in drafts)
    return tuple(_with_changes_of_program(draft, shared, circled, retold, definitions) for draft in drafts)


def _with_changes_of_program(
    draft: _Draft, shared: frozenset[str], circled: frozenset[str], retold: frozenset[str], definitions: Definitions
) -> TypeReport:
    """Return the report with the changes that the rest of the program makes to it."""
    report, table = draft.report, definitions.closure([draft.type])
    if definitions.may_be_reordered(draft.touched, table, across=False):
        report = _doubt_report(report, "TC328", REORDERED)
    elif definitions.may_be_reordered(draft.touched, table):  # as sets, the members are known
        report = _doubt_report(report, "TC328", ACROSS, report.fidelity)
    if names := sorted(shared.intersection(table)):
        report = _doubt_report(report, "TC323", _SHARED.format(names[0].rpartition(":")[2]))
    if names := sorted(circled.intersection(table)):
        report = _doubt_report(report, "TC323", _CIRCLED.format(names[0].rpartition(":")[2]))
    if names := sorted(retold.intersection(table)):
        report = _doubt_report(report, "TC323", _RETOLD.format(names[0].rpartition(":")[2]))
    return report


def _spell_report(
    named: TypeBinding,
    version: str,
    program: Program,
    annotations: Annotations,
    definitions: Definitions,
    mode: str,
    builders: Builders,
    budget: SchemaBudget,
) -> _Draft | None:
    """The report of one name; None when it stands for no type."""
    with annotations.orders.apart() as touched:
        type_ = annotations.from_value(named.value, named.name)
    if isinstance(type_, Unresolved) and type_ != TOO_LARGE:
        return None
    table = definitions.closure([type_])
    kind = _kind(named, type_, table)
    if not kind:
        return None
    if not budget.can_afford(named.module, 0, table):
        place = program.span(named.scope, named.at, named.end)
        return _unknown_alias(named, place, budget.budget_finding(named.module, place))
    shared = builders if len(table) < MAX_DEFINITIONS else None  # of a table cut short, each root misses something else
    spelling = spell_type(type_, table, pydantic_version=version, mode=mode, builders=shared)
    if _quotes(named.value, program) or definitions.has_forward_ref_out_of_scope(type_):
        told = Issue("TC322", "pydantic looks the names in quotes up where the alias is used, not here", "", "approximate")
        spelling = structs.replace(spelling, issues=(*spelling.issues, told))
    if kind == "alias" and isinstance(named.value, ExternalSymbol) and spelling.issues:
        return None  # some other object of a library under a new name
    return _Draft(_report(_qualname(named), kind, named, spelling, program), type_, frozenset(touched), spelling.annotated)


def _classes_handed_on(value: Value, annotations: Annotations) -> set[str]:
    """Return the classes of the fields of a `create_model` call, whose schema may then differ from the classes' own."""
    if not (isinstance(value, CallResult) and value.callee == ExternalSymbol("pydantic.create_model")):
        return set()
    given = [arg.value for arg in value.args if arg.name is not None and not arg.name.startswith("__")]
    types = [
        annotations.resolve(one.items[0] if isinstance(one, SequenceExpr) and one.items else one, value.scope) for one in given
    ]
    return {name for type_ in types for name in qualnames_in(type_)}


def _quotes(value: Value, program: Program) -> bool:
    """Return `True` if an alias or a type variable holds an unevaluated name in quotes."""
    if isinstance(value, CallResult) and value.callee == ExternalSymbol("typing.TypeVar"):
        return any(unread_alias(arg.value, value.scope, program) for arg in value.args[1:])
    if isinstance(value, CallResult):
        return any(is_unevaluated(item, value.scope, program) for item in item_types(value.callee, value.args))
    return isinstance(value, Thunk) and unread_alias(value.expr, value.scope, program)


def _qualname(named: TypeBinding) -> str:
    return f"{named.module}:{named.name}"


def _unknown_alias(named: TypeBinding, place: Span, why: Diagnostic | None) -> _Draft:
    told = () if why is None else (why,)
    return _Draft(TypeReport(_qualname(named), "alias", place, fidelity="unknown", diagnostics=told), ANY)


def _kind(named: TypeBinding, type_: Type, table: Mapping[str, Definition]) -> str:
    """Return the kind of type that the name denotes; "" for classes and values that have no schema of their own."""
    if isinstance(named.value, DefinitionValue) and named.value.stmt.name == named.name.rpartition(".")[2]:
        definition = table.get(type_.qualname) if isinstance(type_, Class) else None
        return "" if definition is None or definition.kind == "plain" else definition.kind
    if isinstance(named.value, CallResult) and isinstance(type_, (Class, Alias)):
        return table[type_.qualname].kind if type_.qualname in table else ""
    return "alias" if isinstance(named.value, (Thunk, ExternalSymbol, DefinitionValue, CallResult)) else ""


_SHARED = "{} holds itself, and what a use of it says beyond that (a description, a serializer) pydantic shows at every use"


_CIRCLED = (
    "`{}` stands for a model that holds itself, of which pydantic makes one thing or another: what is built before counts"
)


_RETOLD = "the properties of {} keep the names and titles that the configuration of the first class around it makes"


def _doubt_report(report: TypeReport, code: str, reason: str, doubt: Fidelity = "approximate") -> TypeReport:
    told = Diagnostic(code, f"{report.qualname.rpartition(':')[2]}: {reason}", report.span)
    fidelity = doubt if report.fidelity == "exact" else report.fidelity
    return structs.replace(report, fidelity=fidelity, diagnostics=(*report.diagnostics, told))


def _report(qualname: str, kind: str, named: TypeBinding, spelling: Spelling, program: Program) -> TypeReport:
    place = program.span(named.scope, named.at, named.end)
    diagnostics = tuple(
        Diagnostic(
            issue.code, f"{named.name}: {issue.message}" if not issue.where else f"{issue.where}: {issue.message}", place
        )
        for issue in spelling.issues
    )
    return TypeReport(qualname, kind, place, spelling.schema, spelling.fidelity, diagnostics)
