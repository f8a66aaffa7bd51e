"""Effects on whole servers of fastmcp: one is mounted on another, or takes its tools from elsewhere.

Takes one registration, gives the facts. Sources: `FastMCP.mount`, `import_server`, `add_provider` and `from_openapi` of
fastmcp 2.14.7, 3.4.10 and 4.1.6.
"""

from msgspec import structs

from toolc.diagnostics import Diagnostic
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.server_effects import ListOverride, Mount, UnmodelledChange, VisibilityRule
from toolc.systems.base import Fact, Mark, argument, stated_argument
from toolc.systems.shared.mcp_marks import server_options
from toolc.systems.shared.removals import remove_tool, removes

_MADE = ("FastMCP", "server.FastMCP", "server.server.FastMCP", "server.providers.LocalProvider")
_GENERATED = {
    **dict.fromkeys(("from_openapi", "from_fastapi"), "from an OpenAPI document"),
    **dict.fromkeys(("as_proxy", "from_client"), "from another server, while the program runs"),
}
_PROXIES = ("fastmcp.server.create_proxy", "fastmcp.server.server.create_proxy", "fastmcp.server.proxy.FastMCPProxy")
_WRAPPERS = frozenset(f"fastmcp.server.providers.{name}" for name in ("FastMCPProvider", "fastmcp_provider.FastMCPProvider"))

_OUTER = ("include_fastmcp_meta",)
"""Options of the server that lists which count for everything that is listed (2)."""

_ADDING = frozenset({"ToolInjectionMiddleware", "PromptToolMiddleware", "ResourceToolMiddleware"})
"""Middleware of fastmcp 2.14.7 to 4.1.6 that lists tools which no server has."""

CONSTRUCTED = frozenset(f"fastmcp.{name}" for name in _MADE)
CLASSES = tuple(name for name in sorted(CONSTRUCTED) if name.endswith("FastMCP"))
GENERATED = {
    **{f"{cls}.{method}": source for cls in CLASSES for method, source in _GENERATED.items()},
    **dict.fromkeys(_PROXIES, _GENERATED["as_proxy"]),
}
SERVERS = CONSTRUCTED | GENERATED.keys()
FREE = frozenset({"fastmcp.tools.tool", "fastmcp.tools.function_tool.tool"})
"""The decorator that makes a function a tool of no server yet."""

RUNTIME_SETTINGS = frozenset(
    """home test_mode log_enabled log_level enable_rich_logging enable_rich_tracebacks deprecation_warnings telemetry_mode
    transport host port sse_path message_path streamable_http_path debug mask_error_details json_response stateless_http
    show_server_banner show_cli_banner check_for_updates client_init_timeout client_disconnect_timeout client_log_level
    client_raise_first_exceptiongroup_error http_host_origin_protection http_allowed_hosts http_allowed_origins
    http_session_idle_timeout ssrf_trust_proxy server_dependencies""".split()
)
"""Settings that say how a server runs, and nothing of what it lists (`Settings`)."""

FROM_FUNCTION = "fastmcp.tools.Tool.from_function"

FACTORIES = frozenset(
    f"fastmcp.tools.{name}.from_function"
    for name in ("Tool", "FunctionTool", "tool.Tool", "tool.FunctionTool", "base.Tool", "function_tool.FunctionTool")
)
"""Calls that make a tool of a function."""


def mount(registration: RegistrationSite, program: Program, server: ServerKey) -> Mount | None:
    """`mount(server, "prefix")`; the keyword is `namespace` since 3. The order was the other way before 2.9."""
    if registration.form != "call":
        return None
    mounted = argument(registration, program, "server", 0)
    before = argument(registration, program, "namespace", 1) or argument(registration, program, "prefix")
    if isinstance(mounted, ConstantValue) and isinstance(mounted.value, str) and before is not None:
        mounted, before = before, mounted
    found = _mount(registration, server, mounted, before, argument(registration, program, "tool_names"))
    if found is None or registration.callee.endswith("import_server"):
        return found
    outer = server_options(registration, program, _OUTER)
    return structs.replace(found, options={name: outer.get(name, ConstantValue(None)) for name in _OUTER})


def add_provider(registration: RegistrationSite, program: Program, server: ServerKey) -> Mount | None:
    """`add_provider(provider, namespace="prefix")`, where a server is a provider too."""
    if registration.form != "call":
        return None
    provider = argument(registration, program, "provider", 0)
    return _mount(registration, server, _provided_server(provider, program), argument(registration, program, "namespace"))


def providers(
    registration: RegistrationSite, program: Program, server: ServerKey, given: tuple[Value, ...]
) -> tuple[Mount, ...]:
    """Return the mounts of the providers passed to a server's constructor."""
    made = (_mount(registration, server, _provided_server(one, program), None) for one in given)
    return tuple(one for one in made if one is not None)


_VISIBILITY = frozenset({"fastmcp.server.transforms.Visibility", "fastmcp.server.transforms.visibility.Visibility"})


def transform(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...]:
    """`add_transform(…)`, `add_tool_transformation(…)`: other names, texts and parameters.

    `Visibility(True, tags={…})` shows or hides what is listed, as `enable` and `disable` do.
    """
    if registration.form != "call":
        return ()
    added = argument(registration, program, "transform", 0)
    if isinstance(added, CallResult) and isinstance(added.callee, ExternalSymbol) and added.callee.name in _VISIBILITY:
        made = structs.replace(registration, args=added.args, scope=added.scope)
        enabled, every = argument(made, program, "enabled", 0), argument(made, program, "match_all")
        if every is None or isinstance(every, ConstantValue):
            all_ = isinstance(every, ConstantValue) and every.value is True
            if isinstance(enabled, ConstantValue):
                return (_rule(registration, made, program, server, bool(enabled.value), every=all_),)
            return tuple(_rule(registration, made, program, server, shows, every=all_, unread=True) for shows in (False, True))
    return (list_change(registration, server),)


def visibility_rules(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...]:
    """`disable(names={…})`, `enable(tags={…}, only=True)`: rules of what is listed (`Provider.enable` since 3)."""
    if registration.form != "call":
        return ()
    place = registration.scope, registration.at, registration.end
    shows = registration.callee.endswith(".enable")
    rule = _rule(registration, registration, program, server, shows)
    match argument(registration, program, "only") if shows else None:
        case None | ConstantValue(False):
            return (rule,)
        case ConstantValue(True):
            return (VisibilityRule(server, False, *place, every=True), rule)
        case _:
            return (list_change(registration, server),)


def _rule(
    registration: RegistrationSite,
    made: RegistrationSite,
    program: Program,
    server: ServerKey,
    shows: bool,
    *,
    every: bool = False,
    unread: bool = False,
) -> VisibilityRule:
    """The rule with the criteria that the call `made` is given."""
    names, keys, tags, kinds, version = (
        stated_argument(made, program, one) for one in ("names", "keys", "tags", "components", "version")
    )
    unread = unread or version is not None or any(one.star for one in made.args)
    place = registration.scope, registration.at, registration.end
    return VisibilityRule(
        server, shows, *place, names, keys, _nonempty_set(tags), _nonempty_set(kinds), every=every, unread=unread
    )


def _nonempty_set(criterion: Value | None) -> Value | None:
    """Return a set of texts; an empty one counts as none."""
    return None if isinstance(criterion, ConstantValue) and not criterion.value else criterion


def middleware(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...]:
    """`add_middleware(M())`."""
    added = argument(registration, program, "middleware", 0) if registration.form == "call" else None
    return () if added is None else list_effects(registration, program, server, added)


def list_effects(registration: RegistrationSite, program: Program, server: ServerKey, added: Value) -> tuple[Fact, ...]:
    """Return the effect of a middleware on the listed tools: the program's own, or one of fastmcp that adds tools."""
    place = registration.scope, registration.at, registration.end
    if isinstance(added, CallResult) and isinstance(added.callee, ExternalSymbol):
        name = added.callee.name.rpartition(".")[2]
        message = f"`{name}` adds tools of its own to this server: they are missing here"
        return (Diagnostic("TC348", message, program.span(*place)),) if name in _ADDING else ()
    handler = program.attribute(added, "on_list_tools")
    return (ListOverride(server, handler, *place),) if isinstance(handler, DefinitionValue) else ()


def list_change(registration: RegistrationSite, server: ServerKey) -> UnmodelledChange:
    """Return the fact that a server's tools differ from those registered."""
    return UnmodelledChange(server, registration.scope, registration.at, registration.end)


def generated_server(registration: RegistrationSite, program: Program, server: ServerKey) -> Diagnostic | None:
    """A server whose tools stand in no source."""
    if registration.form != "call":
        return None
    message = f"the tools of this server come {GENERATED[registration.callee]}: they are missing here"
    return Diagnostic("TC348", message, program.span(registration.scope, registration.at, registration.end))


def _mount(
    registration: RegistrationSite, server: ServerKey, mounted: Value | None, before: Value | None, renamed: Value | None = None
) -> Mount | None:
    """The prefix is a word and `_` (`MountedServer` in 2, the transform `Namespace` since 3); an empty one counts as none."""
    if mounted is None:
        return None
    match before:
        case None | ConstantValue(None) | ConstantValue(""):
            front: Value = ConstantValue("")
        case ConstantValue(str() as text):
            front = ConstantValue(f"{text}_")
        case _:
            front = before if isinstance(before, Unknown) else Unknown("the prefix is computed while the program runs")
    renamed = None if renamed == ConstantValue(None) else renamed
    return Mount(server, mounted, registration.scope, registration.at, registration.end, front, renamed)


def _provided_server(provider: Value | None, program: Program) -> Value | None:
    """The server inside a `FastMCPProvider`."""
    if isinstance(provider, CallResult) and isinstance(provider.callee, ExternalSymbol) and provider.callee.name in _WRAPPERS:
        return program.evaluate(provider.args[0].value, provider.scope) if provider.args else None
    return provider


MARKS: dict[str, Mark] = {
    **{f"{server}.{method}": mount for server in SERVERS for method in ("mount", "import_server")},
    **{f"{server}.add_provider": add_provider for server in SERVERS},
    **{f"{server}.{method}": transform for server in SERVERS for method in ("add_transform", "add_tool_transformation")},
    **{f"{server}.{method}": visibility_rules for server in SERVERS for method in ("enable", "disable")},
    **{f"{server}.remove_tool": remove_tool for server in SERVERS},
    **{f"{server}.remove_prompt": removes("prompt", "name") for server in SERVERS},
    **{f"{server}.remove_resource": removes("resource", "uri") for server in SERVERS},
    **{f"{server}.remove_template": removes("resource", "uri_template") for server in SERVERS},
    **{f"{server}.add_middleware": middleware for server in SERVERS},
    **dict.fromkeys(GENERATED, generated_server),
}
