"""Systems of the user's own: a decorator that the configuration names, which makes tools as a known system does.

Takes the configuration, gives all systems by name. Whatever the decorator calls when it runs, these are the rules it is said
to follow: what it is given by name or by position, and else what the function says.
"""

from collections.abc import Iterator, Mapping

from msgspec import structs

from toolc.config import Config, OwnSystem
from toolc.module import Func
from toolc.program import ConstantValue, Declaration, DefinitionValue, Program, RegistrationSite, ServerKey, Unknown, Value
from toolc.qualified_names import canonical
from toolc.systems.base import OneMark, System, argument
from toolc.systems.register import SYSTEMS
from toolc.systems.shared.callables import declaration

_BY_POSITION = "the decorator is given something by position, and cannot be read to tell what that is"


def known_systems(config: Config) -> Mapping[str, System]:
    """The register, and behind it the systems of the configuration, whose profiles must be in the register."""
    return {**SYSTEMS, **{own.name: _system(own) for own in config.own_systems}}


def mistakes(config: Config) -> Iterator[str]:
    """Names and decorators that are taken, by a known system or by another of the configuration."""
    marks = {mark: system.name for system in SYSTEMS.values() for mark in system.marks}
    names: set[str] = set()
    decorators: set[str] = set()
    for own in config.own_systems:
        if own.name in SYSTEMS:
            yield f'system "{own.name}": toolc has a system of this name'
        if own.name in names:
            yield f'system "{own.name}": two systems of the configuration have this name'
        if own.decorator in decorators:
            yield f'system "{own.name}": two systems of the configuration have this decorator'
        if (known := marks.get(canonical(own.decorator))) is not None:
            yield f'system "{own.name}": toolc knows this decorator: it is one of {known}'
        names.add(own.name)
        decorators.add(own.decorator)


def _system(own: OwnSystem) -> System:
    """The profile under another name, recognised by its decorator and by nothing else."""
    return structs.replace(
        SYSTEMS[own.profile],
        name=own.name,
        about=f"@{own.decorator}, as {own.profile}",
        marks={own.decorator: _mark(own)},
        servers=frozenset(),
        listed_by_handler=frozenset(),
        declared_by_assignment={},
        vendored_functions={},
        user_defined=True,
    )


def _mark(own: OwnSystem) -> OneMark:
    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        names = _parameters(_decorator(registration, program))
        target: Value | None = registration.target
        if registration.form == "call":
            target = argument(registration, program, names[0] if names else "", 0)
            if isinstance(target, ConstantValue):  # `action("name")`, kept for later
                return None
        given = {
            "name": _given_argument(registration, program, own.name_argument, names),
            "description": _given_argument(registration, program, own.description_argument, names),
        }
        made = declaration(registration, program, server, own.name, target, given)
        return None if made is None else structs.replace(made, hidden=own.hidden)

    return mark


def _given_argument(
    registration: RegistrationSite, program: Program, keyword: str, names: tuple[str, ...] | None
) -> Value | None:
    """Return an argument of the decorator; by position only if the decorator's parameters are known."""
    position = names.index(keyword) if names is not None and keyword in names else None
    value = argument(registration, program, keyword, position)
    unread = (
        names is None and registration.form == "called" and any(not arg.star and arg.name is None for arg in registration.args)
    )
    if value is None and unread:
        return Unknown(_BY_POSITION)
    return None if value == ConstantValue(None) else value


def _decorator(registration: RegistrationSite, program: Program) -> Value | None:
    """The function that decorates; it is a method when it is taken from an object."""
    owner = registration.receiver
    if owner is None or isinstance(owner, DefinitionValue):
        return owner
    return program.attribute(owner, registration.callee.rpartition(".")[2])


def _parameters(decorator: Value | None) -> tuple[str, ...] | None:
    """The names of a decorator's parameters that can be given by position; None when it cannot be read."""
    if not isinstance(decorator, DefinitionValue) or not isinstance(decorator.stmt, Func):
        return None
    names = [one.name for one in decorator.stmt.params if one.kind in ("positional_only", "positional_or_keyword")]
    bound = decorator.frame is not None and decorator.frame.bound
    return tuple(names[1:] if bound else names)
