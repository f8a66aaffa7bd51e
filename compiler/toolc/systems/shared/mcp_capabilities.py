"""Capabilities of servers: takes those that programs add, gives `capabilities` as `initialize` sends them.

Of SDKs that speak 2026-07-28 it is what `server/discover` sends. Sources: `Server.get_capabilities` and
`create_initialization_options` of mcp 1.2.1 to 1.30.0 and 2.3.0; `LowLevelServer` of fastmcp 2.11.3 to 4.1.6.
"""

from collections.abc import Collection, Mapping
from typing import Any

from toolc.program import CallResult, ConstantValue, Declaration, ExternalSymbol, Program, RegistrationSite, ServerKey, Value
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import Constant
from toolc.systems.base import Mark, argument, declare_at
from toolc.systems.shared.mcp_objects import Sent

LISTS = ("prompts", "resources", "tools")
DECORATED = "decorated"
"""Not sent: handlers are decorated, as mcp 1 wants it."""
_CHANGED = "_changed"
_OPTIONS = "NotificationOptions"
_COMPLETES = (1, 11)
"""The first version of mcp that sends `completions` (1.10.1 does not)."""


def capability(system: str, name: str) -> Mark:
    """The mark of what makes a server able to do one thing more: `@server.completion()` and its like."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        if registration.form == "call" and argument(registration, program, "handler", 0) is None:
            return None  # the decorator alone
        return add_capability(system, registration, server, name)

    return mark


def add_capability(
    system: str, registration: RegistrationSite, server: ServerKey, name: str, options: Mapping[str, Value] | None = None
) -> Declaration:
    """Return that a server can do one thing more; `options` are facts of the server that are told at the same place."""
    facts = {} if options is None else options
    return declare_at(registration, system, server, name=ConstantValue(name), options=facts, component="capability")


def notification_mark(system: str) -> Mark:
    """The mark of `create_initialization_options(…)` and `get_capabilities(…)`: of which lists changes are told (mcp 1)."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        if registration.form != "call":
            return None
        given = argument(registration, program, "notification_options", 0)
        further = argument(registration, program, "experimental_capabilities", 1)
        options = {"changed": _changed_lists(given, program)}
        if further not in (None, ConstantValue(None)):
            options["experimental_capabilities"] = further
        return add_capability(system, registration, server, "", options)

    return mark


def _changed_lists(given: Value | None, program: Program) -> Value:
    """The names of the lists whose changes are told, from `NotificationOptions(tools_changed=True)`; else what is unknown."""
    if given in (None, ConstantValue(None)):
        return ConstantValue(())
    if not (
        isinstance(given, CallResult) and isinstance(given.callee, ExternalSymbol) and given.callee.name.endswith(_OPTIONS)
    ):
        return given
    told: list[str] = []
    for at, name in enumerate(LISTS):
        asked = RegistrationSite("", "call", given.scope, given.at, given.end, None, given.args)
        value = argument(asked, program, f"{name}{_CHANGED}", at)
        if value is not None and not (isinstance(value, ConstantValue) and isinstance(value.value, bool)):
            return value
        told += [name] if value == ConstantValue(True) else []
    return ConstantValue(tuple(told))


def sdk(options: Mapping[str, Constant], at: tuple[int, ...], lists: Collection[str], listens: bool) -> Sent:
    """Capabilities of a server of the MCP SDK that answers some lists; `at` is the version of mcp.

    `listens`: it answers `subscriptions/listen` (2), over which changes are told.
    """
    if at >= (2,):
        return _sent_capabilities(
            options, lists, frozenset(LISTS) if listens else frozenset(), listens, {}, "extensions" in options
        )
    changed = options.get("changed", ())
    if not isinstance(changed, tuple) or not all(isinstance(one, str) for one in changed):
        return Sent({}, ("capabilities",))
    return _sent_capabilities(options, lists, frozenset(changed), False, {"experimental": {}}, completes=at >= _COMPLETES)


_TASKS: Mapping[str, Any] = {
    "list": {},
    "cancel": {},
    "requests": {"tools": {"call": {}}, "prompts": {"get": {}}, "resources": {"read": {}}},
}
_APPS: Mapping[str, Any] = {"extensions": {"io.modelcontextprotocol/ui": {}}}


def fastmcp(options: Mapping[str, Constant], at: tuple[int, ...], docket: bool) -> Sent:
    """Capabilities of a server of fastmcp. `docket`: what runs its tasks is installed (3; 2.14 requires it).

    Nothing for 2.14.0 to 2.14.3, which ask a setting, and for 3.0 and 3.1, which were not looked at.
    """
    every = frozenset(LISTS)
    if at < (2, 14):
        return _sent_capabilities(options, LISTS, every, False, {"experimental": {}})
    tasks = {"tasks": dict(_TASKS)}
    if at < (3,):
        return _sent_capabilities(options, LISTS, every, False, {"experimental": {}, **tasks}) if at >= (2, 14, 4) else Sent()
    if at < (3, 2):
        return Sent()
    if at < (4,):
        more = {"experimental": {}, "logging": {}, **(tasks if docket else {}), **_APPS}
        return _sent_capabilities(options, LISTS, every, False, more)
    return _sent_capabilities(options, LISTS, frozenset(), False, {"logging": {}, **_APPS}, "extensions" in _names(options))


def _sent_capabilities(
    options: Mapping[str, Constant],
    lists: Collection[str],
    changed: Collection[str],
    subscribe: bool,
    more: Mapping[str, Any],
    extended: bool = False,
    completes: bool = True,
) -> Sent:
    """The object; `extended`: it has extensions that are not followed."""
    names = _names(options)
    try:
        experimental = json_value(options.get("experimental_capabilities")) or more.get("experimental")
    except NotJsonError:
        experimental, extended = None, True
    if extended:
        return Sent({}, ("capabilities",))
    found = {"experimental": experimental} if experimental is not None else {}
    found |= {"logging": {}} if "logging" in names or "logging" in more else {}
    for one in LISTS:
        if one in lists:
            found[one] = {"subscribe": subscribe} if one == "resources" else {}
            found[one]["listChanged"] = one in changed
    found |= {"completions": {}} if "completions" in names and completes else {}
    return Sent({"capabilities": {**found, **{key: one for key, one in more.items() if key not in found}}}, ())


def _names(options: Mapping[str, Constant]) -> frozenset[str]:
    """Return the names of the capabilities that the program adds."""
    given = options.get("capabilities", ())
    return frozenset(one for one in given if isinstance(one, str)) if isinstance(given, tuple) else frozenset()
