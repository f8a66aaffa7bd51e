"""The default a field of a class ends up with.

Takes a class definition and the name of a field, gives what `getattr(cls, name)` finds when its fields are collected: the last
value the body gives the name, wherever it is annotated, else what the class inherits.
"""

from toolc.lower.effects import applied
from toolc.lower.values import as_default, constant
from toolc.module import Func
from toolc.program import Called, Definition, External, Program, Value
from toolc.signature import NO_DEFAULT, Default, Given, Made, Undecided

STANDARD = "dataclasses.dataclass"
DATACLASS_DECORATORS = frozenset({STANDARD, "pydantic.dataclasses.dataclass"})


def field_default(name: str, definition: Definition, kind: str, program: Program) -> Default:
    """`x: int = 3` followed by `x: str` has the default 3: an annotation alone leaves the class attribute alone.

    What the body of a TypedDict gives a key nobody reads.
    """
    if kind == "typed_dict":
        return NO_DEFAULT
    value = program.own(definition, name)
    if value is not None:
        return _given(value, program)
    if kind == "named_tuple":
        return NO_DEFAULT
    return _inherited(name, definition, kind, program)


def _inherited(name: str, definition: Definition, kind: str, program: Program) -> Default:
    """dataclasses and pydantic read the attribute, not the body: a base class that still has it gives the default.

    Models remove the defaults of their fields from the class, dataclasses those made by `field(default_factory=…)`; a class
    with slots has descriptors in their place, which count as no default.
    """
    for base in program.ancestors(definition):
        value = program.own(base, name) if isinstance(base, Definition) else None
        if value is None or not isinstance(base, Definition) or (kind != "dataclass" and _is_model(base, program)):
            continue
        call = dataclass_call(base, program)
        if call is not None and call[1].get("slots") is True:
            return NO_DEFAULT
        default = _given(value, program)
        made = default.value if isinstance(default, Given) else None
        if isinstance(made, Made) and made.of == "dataclasses.field":
            if "default" in made.kwargs:
                return Given(made.kwargs["default"])
            continue
        if isinstance(made, Made) and made.of == "pydantic.Field":
            return Undecided(f"`{name}` takes over what `{base.stmt.name}` made of Field(…)")
        return default
    return NO_DEFAULT


def _given(value: Value, program: Program) -> Default:
    if isinstance(value, Definition) and isinstance(value.stmt, Func):
        return Undecided(f"`{value.stmt.name}` is a function or property")
    return as_default(value, program)


def _is_model(definition: Definition, program: Program) -> bool:
    return any(isinstance(base, External) and base.name.startswith("pydantic") for base in program.ancestors(definition))


def dataclass_call(definition: Definition, program: Program) -> tuple[str, dict[str, object]] | None:
    """Which dataclass decorator a class has, with its keywords; None without one.

    Where keywords are not known, `init` stands for all of them.
    """
    for value in applied(definition, program):
        if isinstance(value, Called) and isinstance(value.callee, External):
            name, made = value.callee.name, constant(value, program)
            if name in DATACLASS_DECORATORS:
                return name, dict(made.kwargs) if isinstance(made, Made) else {"init": made}
        elif isinstance(value, External) and value.name in DATACLASS_DECORATORS:
            return value.name, {}
    return None
