"""Serialization of instances of a class in defaults: by their fields, unless code of the class replaces that.

Takes the lineage of a class, gives the constant every instance is serialized to, `UnknownConstant` where code computes it, None
where its fields do (pydantic 2.14: `model_serializer`, `field_serializer`, `computed_field`).
"""

from toolc.lower.values import constant
from toolc.module import Func, Return
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, Program, ProgramPoint
from toolc.qualified_names import canonical
from toolc.signature import Constant, UnknownConstant

_CODE = frozenset({"pydantic.model_serializer", "pydantic.field_serializer", "pydantic.computed_field"})


def serializer_constant(lineage: list[DefinitionValue], program: Program) -> Constant:
    """Return the constant of the nearest serializer in a lineage, or `UnknownConstant`; `None` if no class has one."""
    for cls in lineage:
        for _, statement, scope in program.statements(cls):
            if not isinstance(statement, Func):
                continue
            for decorator in statement.decorators:
                value = program.evaluate(decorator, scope)
                callee = value.callee if isinstance(value, CallResult) else value
                if isinstance(callee, ExternalSymbol) and canonical(callee.name) in _CODE:
                    return _result(statement, scope, cls, canonical(callee.name), program)
    return None


def _result(function: Func, scope: ProgramPoint, cls: DefinitionValue, decorator: str, program: Program) -> Constant:
    """The constant of a serializer that does nothing but return it."""
    reason = UnknownConstant(f"`{cls.stmt.name}.{function.name}` writes its instances with code")
    defined = program.class_attribute(cls, function.name)
    if decorator != "pydantic.model_serializer" or not isinstance(defined, DefinitionValue):
        return reason
    body = [(statement, inside) for _, statement, inside in program.statements(defined)]
    if len(body) != 1 or not isinstance(body[0][0], Return) or body[0][0].value is None:
        return reason
    made = constant(program.evaluate(body[0][0].value, ProgramPoint(defined.module, (*defined.scope.within, defined))), program)
    return made if isinstance(made, (str, int, float, bool)) else reason
