"""From a spelling to an `ir.Tool`: the last step of both front ends.

Takes what a system spelled, the signature it came from and what was found on the way; gives the tool with its typed view and
its fidelity. It decides nothing about a framework.
"""

import re
from collections.abc import Sequence

from toolc.ir import Anything, Fidelity, JsonSchema, Object, Parameter, Tool, Type
from toolc.schema.view import Names, arguments, parameters, view
from toolc.schema.view.words import TELLING
from toolc.signature import Annotated, Class, Signature
from toolc.source import Span
from toolc.systems.base import Finding, Spelled, make_finding
from toolc.systems.shared.declared import declared_result
from toolc.types.format import display

_WORSE: dict[Fidelity, int] = {"exact": 0, "approximate": 1, "unknown": 2, "refused": 3}


def assemble_tool(
    spelled: Spelled,
    signature: Signature | None,
    findings: Sequence[Finding],
    names: Names,
    *,
    qualname: str,
    system: str,
    span: Span,
    is_async: bool,
    deprecated: str | None = None,
) -> Tool:
    """The tool; its named types are claimed in `names`. The worst finding tells the fidelity.

    `deprecated`: what a decorator of PEP 702 says of the function; `None` where there is none.
    """
    fidelity = worst(findings)
    if fidelity in ("exact", "approximate") and spelled.input_schema is None:
        fidelity = "unknown"
    kept = fidelity in ("exact", "approximate")
    schema = spelled.input_schema if kept else None
    output = spelled.output_schema if kept else None
    sent = None if output is None else spelled.result_schema
    for definition in (signature.definitions if signature is not None and kept else {}).values():
        if not definition.name.isascii():
            names.tell_class(definition.name)
        if definition.kind == "enum":
            names.tell_members(definition.name, definition.members)
    for union in signature.named_unions if signature is not None and kept else ():
        names.tell_union(union.name, frozenset(map(_definition_name, union.classes)), union.tagged)
    whole = None if schema is None else arguments(schema, names)
    return Tool(
        name=spelled.name,
        qualname=qualname,
        system=system,
        span=span,
        description=spelled.description,
        title=spelled.title,
        input_schema=schema,
        output_schema=output,
        parameters=() if whole is None else _parameters(whole, signature, names),
        arguments=None if _is_plain(whole) else whole,
        result=None if output is None else _result(sent or output, spelled.unwrap, names, _model(signature, output)),
        result_schema=sent,
        declared_result=declared_result(signature) if schema is not None and output is None else None,
        unwrap=spelled.unwrap,
        closed=spelled.closed or (isinstance(whole, Object) and _is_plain(whole) and whole.extra is None),
        wire=spelled.wire if kept and schema is not None else None,
        annotations=None if spelled.annotations is None else dict(spelled.annotations),
        icons=spelled.icons,
        meta=spelled.meta,
        execution=spelled.execution,
        strict=spelled.strict if kept else None,
        unabridged=spelled.unabridged if schema is not None else None,
        is_async=is_async,
        deprecated=deprecated,
        fidelity=fidelity,
        diagnostics=tuple(dict.fromkeys(finding.diagnostic for finding in findings)),
    )


def worst(findings: Sequence[Finding]) -> Fidelity:
    """Return the fidelity that is left after some findings."""
    fidelity: Fidelity = "exact"
    for finding in findings:
        fidelity = max(fidelity, finding.fidelity, key=_WORSE.__getitem__)
    return fidelity


def literal(schema: JsonSchema, name: str, description: str | None, place: Span) -> Spelled:
    """A tool whose parameters are given as a schema, which is taken as it stands."""
    return Spelled(name, description, schema, closed=False, findings=_without_schema(schema, name, place))


def _without_schema(given: JsonSchema, name: str, place: Span) -> tuple[Finding, ...]:
    """JSON Schema 2020-12, 6.5: unknown keywords ask nothing, so a map such as `{"q": "string"}` lets everything through."""
    if not given or given.keys() & TELLING:
        return ()
    message = f"the parameters of `{name}` are not JSON Schema: none of their keys is a keyword of it"
    return (make_finding("TC318", message, place, help='write {"type": "object", "properties": {…}}'),)


def _parameters(whole: Type, signature: Signature | None, names: Names) -> tuple[Parameter, ...]:
    """The arguments one by one, each with its annotation as people write it where it comes from a signature."""
    shown = {param.name: display(param.type) for param in signature.parameters} if signature is not None else {}
    return tuple(Parameter(property_, shown.get(property_.name, "")) for property_ in parameters(whole, names))


def _is_plain(whole: Type | None) -> bool:
    """Return `True` if a list of parameters is a complete description: no union of arguments, no typed or patterned keys."""
    return whole is None or (isinstance(whole, Object) and whole.extra in (None, Anything()) and not whole.prefixed)


def _model(signature: Signature | None, output: JsonSchema) -> str:
    """The name of the class that a function gives back, as pydantic names definitions; "" where it gives something else."""
    returns = None if signature is None else signature.returns
    if isinstance(returns, Annotated):
        returns = returns.type
    if not isinstance(returns, Class):
        return ""
    title = output.get("title")
    if returns.args:
        return re.sub(r"[^a-zA-Z0-9.\-_]", "_", title) if isinstance(title, str) else ""
    return _definition_name(returns.qualname)


def _definition_name(qualname: str) -> str:
    """Return the name under which pydantic defines a class in a schema."""
    return re.sub("#.*", "", qualname).rpartition(":")[2].rpartition(".")[2]


def _result(output: JsonSchema, unwrap: str, names: Names, model: str) -> Type | None:
    """Return the type of the result: the wrapped value's where the framework wraps results other than objects."""
    if not unwrap:
        return view(output, names, model)
    whole = parameters(arguments(output, names), names)
    return next((property_.type for property_ in whole if property_.name == unwrap), None)
