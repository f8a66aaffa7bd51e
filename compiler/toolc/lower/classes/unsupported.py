"""Reasons why a class may differ at run time from its source.

Takes a class definition and its lineage, gives the reason in words, or "". Changes that code makes to the class (hooks,
metaclasses, decorators, computed bases) are not followed.
"""

from collections.abc import Set

from toolc import docstrings
from toolc.lower.annotations.hooks import CORE_HOOK, JSON_HOOK, KEPT_WHOLE, OF_PYDANTIC_1, VALIDATORS
from toolc.lower.classes.conditional_members import ConditionalMembers
from toolc.lower.classes.defaults import STANDARD, dataclass_call
from toolc.lower.effects.changes import TELLING, effective_decorators, mutation_reason
from toolc.lower.effects.metaclasses import leaves_classes, leaves_members, metaclass
from toolc.lower.values import unknown_reason
from toolc.module import Func
from toolc.program import CallResult, ConstantValue, DefinitionValue, ExternalSymbol, Program, Unknown
from toolc.qualified_names import canonical
from toolc.signature import Constant, DefinitionKind, UnknownConstant, first_unknown

DEPRECATED = frozenset({"typing.deprecated", "warnings.deprecated"})
"""Sets `__deprecated__` on a class and wraps its `__new__`; the class stays what it is (PEP 702)."""

HARMLESS_DECORATORS = DEPRECATED | frozenset(
    {
        "dataclasses.dataclass",
        "pydantic.dataclasses.dataclass",
        "pydantic.with_config",
        "typing.final",
        "typing.runtime_checkable",
        "functools.total_ordering",
        "enum.unique",
        "enum.verify",
        "instructor.openai_schema",
        "instructor.response_schema",
    }
)
ATTRS = frozenset(
    f"{module}.{name}" for module in ("attr", "attrs") for name in ("s", "attrs", "dataclass", "define", "mutable", "frozen")
)
"""Decorators of attrs 26: pydantic knows nothing of attrs, so it takes such a class for one without a validator. The class may
be made anew, with the same names and the methods that it had."""

HOOKS = ("__modify_schema__", "__get_validators__")
"""Hooks that are not followed (2.14 `_generate_schema_from_get_schema_method`, `_extract_get_pydantic_json_schema`)."""


def unsupported_reason(
    definition: DefinitionValue,
    lineage: list[DefinitionValue],
    kind: DefinitionKind,
    members: tuple[tuple[str, Constant], ...],
    fields: Set[str],
    program: Program,
    bodies: ConditionalMembers,
) -> str:
    """Return the reason why the definition may differ from the class at run time, or ""."""
    for base in program.ancestors(definition):
        if isinstance(base, Unknown):
            return f"a base class of `{definition.stmt.name}` is not known: {unknown_reason(base)}"
        if isinstance(base, ExternalSymbol) and base.name.startswith("pydantic.v1.") and base.name not in OF_PYDANTIC_1:
            return f"`{definition.stmt.name}` is a class of pydantic 1, which has its own validators"
    inherited = sorted({base.name for base in program.ancestors(definition) if isinstance(base, ExternalSymbol)} & KEPT_WHOLE)
    if inherited and kind in ("plain", "dataclass"):
        return f"`{definition.stmt.name}` inherits what {inherited[0]} says to pydantic as metadata, which a type cannot be"
    if kind == "dataclass" and any(_is_metadata(base) for base in program.ancestors(definition)):
        return f"`{definition.stmt.name}` inherits the fields of a class that is in tables"
    hooks = _counting_hooks(lineage, program)
    if kind == "plain":
        own = next((name for cls in lineage for name in _OWN if program.class_attribute(cls, name) is not None), "")
        if own:
            return f"`{definition.stmt.name}` changes `{own}`, of which pydantic makes its validator"
        hooks = tuple(name for name in _counting_hooks(lineage, program) if name != VALIDATORS)
        return next(
            (
                reason
                for cls in lineage
                if (reason := _hook_reason(cls, program, hooks) or _decorator_reason(cls, program, ATTRS))
            ),
            "",
        )
    told = next((value for name in _NAMING if (value := program.late_class_attribute(definition, name)) is not None), None)
    if told is not None:
        return told.reason if isinstance(told, Unknown) else f"`{definition.stmt.name}` is named or described after it is made"
    for name, value in members:
        if (blocked := first_unknown(value)) is not None:
            return f"the value of `{definition.stmt.name}.{name}` is not known: {blocked.reason}"
    if not isinstance(program.class_attribute(definition, "__doc__") or ConstantValue(None), ConstantValue):
        return f"the `__doc__` of `{definition.stmt.name}` is not known"
    reason = next((reason for cls in lineage if (reason := _own_doubt(cls, kind, fields, hooks, program))), "")
    reason = reason or next((found for cls in lineage if (found := bodies.doubt(cls, kind, fields))), "")
    reason = reason or (_signature_reason(definition, lineage, program) if kind == "dataclass" else "")
    return reason or next((reason for base in lineage[1:] if (reason := _changing_base(base, lineage[0], fields, program))), "")


def _is_metadata(base: object) -> bool:
    """Return `True` if pydantic knows a class as metadata, or builds a validator from it by itself."""
    name = canonical(base.name) if isinstance(base, ExternalSymbol) else ""
    return name.startswith(("annotated_types.", "pydantic.")) and name != "pydantic.BaseModel"


_NAMING = ("__name__", "__qualname__", "__doc__")
"""Attributes of a class that titles, definitions and descriptions show, with the values they have when the schema is built."""

_OWN = ("_constraints", "_inner_schema", "_error_kind")
"""Attributes that the hooks of pydantic's URLs and secrets read."""


def _changing_base(base: DefinitionValue, cls: DefinitionValue, fields: Set[str], program: Program) -> str:
    """Return the reason why a base class may change its subclasses, or "": before their fields are collected, as `type.__new__`
    calls `__init_subclass__` (PEP 487), or once they are complete (pydantic 2.14 `ModelMetaclass.__new__`).
    """
    for name in ("__init_subclass__", "__pydantic_init_subclass__"):
        hook = program.class_attribute(base, name)
        if hook is None:
            continue
        if not isinstance(hook, DefinitionValue) or not isinstance(hook.stmt, Func):
            return f"`{base.stmt.name}.{name}` is not a function of the class"
        if reason := mutation_reason(hook, program, TELLING | fields):
            return f"`{base.stmt.name}.{name}` makes more of `{cls.stmt.name}`: {reason}"
    return ""


def _signature_reason(definition: DefinitionValue, lineage: list[DefinitionValue], program: Program) -> str:
    """Python writes a signature where a dataclass has no docstring; below a pydantic dataclass 2.14 takes that for one."""
    decorators = [dataclass_call(cls, program) for cls in lineage]
    above = [call for call in decorators[1:] if call is not None]
    if decorators[0] is None or decorators[0][0] != STANDARD or all(name == STANDARD for name, _ in above):
        return ""
    if own_doc(definition, program) is not None:
        return ""
    return f"`{definition.stmt.name}` is described by the signature that Python writes for it"


def own_doc(definition: DefinitionValue, program: Program) -> str | None:
    """The docstring of a class, or what its body gives the name `__doc__`."""
    value = program.class_attribute(definition, "__doc__")
    if isinstance(value, ConstantValue):
        return value.value if isinstance(value.value, str) else None
    told = program.class_decoration(definition) if definition.stmt.decorators else None
    if told is not None and isinstance(told.doc, ConstantValue) and isinstance(told.doc.value, str):
        return told.doc.value
    return docstrings.held_docstring(definition.stmt.doc, program.version("python"))


def _own_doubt(cls: DefinitionValue, kind: DefinitionKind, fields: Set[str], hooks: tuple[str, ...], program: Program) -> str:
    name = cls.stmt.name
    if reason := _hook_reason(cls, program, hooks):
        return reason
    meta = metaclass(cls, program)
    if meta is not None and not (leaves_members(meta, program) if kind == "enum" else leaves_classes(meta, fields, program)):
        return f"`{name}` has a metaclass, which toolc does not run"
    return _decorator_reason(cls, program) or program.class_doubt(cls)


def _counting_hooks(lineage: list[DefinitionValue], program: Program) -> tuple[str, ...]:
    """The hooks that count: those of pydantic 1 do not where there is one of pydantic 2."""
    instead = {"__get_validators__": CORE_HOOK, "__modify_schema__": JSON_HOOK}
    return tuple(old for old, new in instead.items() if all(program.class_attribute(cls, new) is None for cls in lineage))


def _hook_reason(cls: DefinitionValue, program: Program, hooks: tuple[str, ...]) -> str:
    hook = next((hook for hook in hooks if isinstance(program.class_attribute(cls, hook), DefinitionValue)), None)
    return "" if hook is None else f"`{cls.stmt.name}` defines {hook}, which toolc does not run"


def reporting_reason(lineage: list[DefinitionValue], program: Program) -> str:
    """Return the reason why a model may report another schema than the one it has, or ""."""
    return next((reason for cls in lineage if (reason := _hook_reason(cls, program, ("model_json_schema",)))), "")


def _decorator_reason(cls: DefinitionValue, program: Program, harmless: Set[str] = frozenset()) -> str:
    """A decorator that is not known to leave the class as it is may make anything of it; `harmless` ones leave this kind."""
    for value in effective_decorators(cls, program):
        callee = value.callee if isinstance(value, CallResult) else value
        if not (isinstance(callee, ExternalSymbol) and callee.name in HARMLESS_DECORATORS | harmless):
            reason = f": {value.reason}" if isinstance(value, Unknown) else ""
            return f"`{cls.stmt.name}` has a decorator that toolc does not run{reason}"
    call = dataclass_call(cls, program)
    told = next((name for name in _SHOWN if call is not None and isinstance(call[1].get(name), UnknownConstant)), "")
    return f"`{cls.stmt.name}` is a dataclass whose {told} is not known" if told else ""


_SHOWN = ("kw_only", "init", "config")
"""Keywords of a dataclass that its schema depends on."""
