"""Servers as objects of the heap: `FastMCP` and `MCPServer` of the MCP SDK, `FastMCP` of fastmcp.

This is where `@mcp.tool()` is matched: `symbol` gives the class, `_tool` is its method, `_register` records the event. The
functions of the same names in `systems/mcp/marks.py` read these events afterwards. Tools are a real dict behind the SDK's own
names, so that aliases, partials, subclasses, wrapped methods, removal and editing in place need no rule of their own. Sources:
mcp 1.30.0 `server/fastmcp/{server,tools/tool_manager}.py`, mcp 2.3.0 `server/mcpserver`; fastmcp 2.14.7, 3.4.10 and 4.1.6
`server/server.py`, `server/providers/local_provider.py`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from toolc.analysis.branches import both
from toolc.analysis.doubts import Doubt, Guard, Open, Place, stronger_doubt
from toolc.analysis.events import Event, Form
from toolc.analysis.frame import Frame
from toolc.analysis.lattice import same
from toolc.analysis.models.components import METHODS, fact_set
from toolc.analysis.models.kept import fastmcp_metadata, is_fastmcp_3, keep, read_function
from toolc.analysis.models.noting import dotted_class, note
from toolc.analysis.models.provider_components import components_of
from toolc.analysis.models.server_interface import HIDDEN, MANAGER, call_checked, tools_of
from toolc.analysis.models.signatures import as_function, merge_equivalent
from toolc.analysis.models.tool_facts import newest_version
from toolc.analysis.models.tool_objects import TOOL, listed_copy, registered_tool, renamed_tool, tool_object
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Choice,
    Class,
    Container,
    Coroutine,
    Descriptor,
    Dict,
    Function,
    Instance,
    LibraryMethod,
    LibraryObject,
    Maybe,
    Missed,
    Native,
    OwnedRun,
    Partial,
    Site,
    Unknown,
    Value,
)
from toolc.module import Attribute, Const, Name
from toolc.systems.fastmcp.servers import CONSTRUCTED as FASTMCP
from toolc.systems.fastmcp.servers import FREE
from toolc.systems.mcp.marks import SERVERS as OFFICIAL

ASSUMED = " assumed"
"""The cell of a symbolic server that holds the parameter it stands for (`symbolic_origin`)."""

_PASS_THROUGH = """custom_route read_resource list_resources list_prompts get_prompt
call_tool set_logging_level progress_notification subscribe_resource""".split()
"""Decorators of servers that return their function unchanged, and register no tool."""

_HARMLESS = """run run_async run_stdio_async run_sse_async run_streamable_http_async run_http_async sse_app streamable_http_app
http_app get_context list_resources list_prompts _setup_handlers
http_app_async run_stdio""".split()
"""Methods of servers that leave their tools alone."""

_PARTS = "settings instructions session_manager icons dependencies title version website_url".split()
"""Attributes of servers that leave their tools alone, set or read."""


def symbol(vm: Machine, dotted: str) -> Value:
    """The class of a server by one of its names."""
    if dotted in OFFICIAL:
        return _class(vm, dotted, False)
    if dotted in FASTMCP:
        return _class(vm, dotted, True)
    if dotted in FREE:
        return Native(dotted, _free_tool)
    return MISSING


def _class(vm: Machine, dotted: str, fast: bool) -> Class:
    known = vm.library.patches.cells.get(f" {dotted}")
    if isinstance(known, Class):
        return known
    shared = vm.library.patches.cells.get(" fastmcp" if fast else " mcp")
    made = Class(dotted.rpartition(".")[2], library=dotted)
    made.whole = False
    made.traits.add("server")
    if fast:
        made.traits.add("fastmcp")
    if isinstance(shared, Class):
        made.cells = shared.cells  # one class under several names
    else:
        names: dict[str, Callable[[Any], Value]] = {
            "__init__": _init, "tool": _tool, "add_tool": _add_tool, "remove_tool": _remove_tool, "list_tools": _list_tools,
            "get_tools": _get_tools, "get_tool": _get_tool, "_list_tools": _list_tools,
            "enable": _set_visibility, "disable": _set_visibility, "import_server": _import_server,
        }  # fmt: skip
        names |= METHODS
        names |= dict.fromkeys(_PASS_THROUGH, _decorates)
        names |= {name: partial(_leaves_alone, name) for name in _HARMLESS}
        made.cells = {name: Native(f"{dotted}.{name}", partial(call_checked, name, run)) for name, run in names.items()}
        made.cells |= {
            name: Descriptor(
                "property", Native(f"{dotted}.{name}", partial(_leaves_alone, name)), Native(name, partial(_part_set, name))
            )
            for name in _PARTS
        }
        if fast:
            made.cells["_components"] = Descriptor("property", Native(f"{dotted}._components", components_of))
        vm.library.patches.cells[" fastmcp" if fast else " mcp"] = made
    vm.library.patches.cells[f" {dotted}"] = made
    return made


# --- servers ----------------------------------------------------------------------------------------------------------


def _init(call: Call) -> None:
    vm, server = call.vm, call.args[0]
    if not isinstance(server, Instance):
        return
    vm.store.touch(server)
    tools = Dict({}, "tools")
    manager = Instance(MANAGER)
    manager.cells["_tools"] = tools
    manager.cells[HIDDEN] = tools
    for name, run in (
        ("add_tool", _add_tool),
        ("remove_tool", _remove_tool),
        ("list_tools", _list_tools),
        ("get_tool", _get_tool),
    ):
        manager.cells[name] = BoundMethod(Native(f"{dotted_class(server)}._tool_manager.{name}", run), server)
    name = call.args[1] if len(call.args) > 1 else call.kwargs.get("name", None)
    server.site = (
        type(server.site or call.site)(call.place, None, call.args[1:], dict(call.kwargs), call.name)
        if server.site is None
        else server.site
    )
    server.cells.update({HIDDEN: tools, "_tool_manager": manager, "name": name})
    if "fastmcp" in server.cls.traits:
        server.cells["local_provider"] = server.cells["_local_provider"] = server
    vm.note_creation(server)
    note(vm, dotted_class(server), "call", call, receiver=server, shift=1)
    if "fastmcp" in server.cls.traits and call.kwargs.get("tools") is not None:
        _add_given(call, server, call.kwargs["tools"])


def _add_given(call: Call, server: Instance, tools: Value) -> None:
    """`FastMCP(tools=[…])`. Which of them are not known is said where the call is read."""
    vm = call.vm
    found = vm.elements(tools, any_order=True)
    for one in () if isinstance(found, Unknown) else found:
        if not isinstance(one, Maybe):
            vm.call(vm.attribute(server, "add_tool"), (one,), {}, call.place)
        elif not isinstance(one.guard, Open):
            add = partial(vm.call, vm.attribute(server, "add_tool"), (one.value,), {}, call.place)
            both(vm, one.guard, [add, lambda: None])


def _register(
    call: Call,
    server: Instance,
    target: Value,
    form: Form,
    name: Value,
    site_call: Call,
    method: str = "tool",
    shift: int = 1,
    given: Mapping[str, Value] | None = None,
) -> Instance | None:
    """Note one registration, and put a tool object into the server's dict; `given` are the facts, where the call has others."""
    vm = call.vm
    tools = tools_of(server)
    held = vm.plain(target)
    if isinstance(held, Choice) and all(_is_function(one) for one in held.alternatives):

        def register_one(one: Value) -> Instance | None:
            inner, place_call = call.replace(target, one), site_call.replace(target, one)
            return _register(inner, server, one, form, name, place_call, method, shift, given)

        return both(vm, held.guard, [partial(register_one, one) for one in held.alternatives])
    if isinstance(held, Function) and vm.plain(name) is None and held.cells.get("__name__") == "<lambda>":
        raise Raised("ValueError", detail="a lambda must be given a name")
    if tools is None:
        return None
    shown = (
        None
        if "fastmcp" in server.cls.traits
        else as_function(vm, vm.plain(target), vm.truth((given or site_call.kwargs).get("description")) is True)
    )
    read = target if shown is None else shown
    event = note(vm, f"{dotted_class(server)}.{method}", form, site_call, read, server, shift=shift, place_call=site_call)
    if shown is not None:
        args = tuple(read if one is target else one for one in event.site.args)
        event.site = Site(event.site.place, event.site.scope, args, event.site.kwargs)
    if form == "bare":
        event.site = Site(event.site.place, None, (), event.site.kwargs)
    if given is None:
        given = site_call.kwargs
    else:
        event.site = Site(event.site.place, event.site.scope, (target,), given)
    tool = event.tool = tool_object(vm, event, target, {**given, "name": name})
    if "fastmcp" in server.cls.traits:
        tool.taint = read_function(vm, event, vm.plain(target))
    _store_tool(vm, server, tools, tool.cells["name"], tool)
    return tool


def _store_tool(vm: Machine, server: Instance, tools: Dict, name: Value, tool: Instance) -> None:
    """The first of a name stays (`ToolManager.add_tool` of mcp); with fastmcp the last one does, unless told otherwise."""
    plain = vm.plain(name)
    key: Value = plain if isinstance(plain, str) else tool
    vm.store.touch(tools)
    kept = tools.items.get(key)
    if isinstance(kept, Instance) and (listed := newest_version(vm, kept, tool)) is not None:
        tools.items[key] = listed
        return
    if isinstance(kept, Instance) and not same(kept.cells.get("fn"), tool.cells.get("fn")) and vm.ghost is None:
        vm.shadowed.append((kept, tool))
    if isinstance(kept, Instance) and _duplicates_option(server) == "error":
        raise Raised("ValueError", detail=f"the server has a tool `{key}` already")
    if kept is not None and not replaces(server):
        if isinstance(kept, Maybe):
            tools.items[tool] = Maybe(tool, kept.guard)
        return
    if replaces(server):
        if not isinstance(key, str):
            _may_have_gone(vm, tools)
        tools.items.pop(key, None)
        tools.items[key] = tool
    else:
        unnamed = isinstance(key, str) and any(issubclass(kind, Instance) for kind in set(map(type, tools.items)))
        tools.items[key] = Maybe(tool, _shadow_guard(vm)) if unnamed else tool


def _shadow_guard(vm: Machine) -> Guard:
    return Guard(vm.place, "another tool of this server, whose name is not known, may have this one", "TC234")


def _may_have_gone(vm: Machine, tools: Dict) -> None:
    """A tool whose name is not known takes the place of whichever has that name."""
    for key, held in list(tools.items.items()):
        if isinstance(key, str) and not isinstance(held, Maybe):
            tools.items[key] = Maybe(held, _shadow_guard(vm))


def replaces(server: Instance) -> bool:
    """Return `True` if a registration under an existing name replaces the earlier one."""
    return "fastmcp" in server.cls.traits and _duplicates_option(server) not in ("ignore", "error")


def _duplicates_option(server: Instance) -> Value:
    """The option of a server of fastmcp about a further tool of a name."""
    site = server.site
    return None if site is None else site.kwargs.get("on_duplicate", site.kwargs.get("on_duplicate_tools"))


def _is_function(value: Value) -> bool:
    """Return `True` if an argument is a callable to register rather than a name; of alternatives, if one of them is."""
    if isinstance(value, Choice):
        return any(_is_function(one) for one in value.alternatives)
    return isinstance(value, (Function, BoundMethod, Partial, Native, Descriptor, Class, LibraryMethod, LibraryObject)) or (
        isinstance(value, Instance) and value.cls is not TOOL
    )


def _tool(call: Call) -> Value:
    """`server.tool(…)`: a decorator, or, with fastmcp, given a function at once."""
    vm, server = call.vm, vm_server(call)
    if server is None:
        return Unknown(vm.doubt("TC215", "a tool is registered on something that is not a server"))
    merge_equivalent(call)
    first = call.args[1] if len(call.args) > 1 else call.kwargs.get("name_or_fn")
    if "fastmcp" in server.cls.traits:
        if first is not None and _is_function(vm.plain(first)):
            name = call.get("name")
            keep(vm, first, name, call.kwargs)
            if (given := _given_to_own(call, server, first, name)) is not None:
                return given
            made = _register(call, server, first, "bare" if call.decorating else "call", name, call, shift=1)
            return _decorated_value(vm, server, first, made)
        if isinstance(vm.plain(first), (bool, int, float, bytes, tuple, Container)):
            raise Raised("TypeError", detail="the first argument must be a function, a name or None")
        name = first if first is not None else call.get("name")
    else:
        name = first if first is not None else call.get("name")
        if isinstance(vm.plain(name), (Function, BoundMethod, Class)):
            note(vm, f"{dotted_class(server)}.tool", "bare", call, vm.plain(name), server, shift=1)
            return Unknown(vm.doubt("TC317", "`@tool` must be called"))

    unapplied = None
    if "fastmcp" in server.cls.traits and isinstance(vm.plain(first), Unknown) and not call.decorating:
        reason = "whether this is given a function, which it registers, or a name is not known: its tool may be missing"
        unapplied = Doubt("TC213", reason, call.place)
        vm.notes.append(unapplied)
        if (tools := tools_of(server)) is not None and replaces(server):
            vm.store.touch(tools)
            _may_have_gone(vm, tools)

    def decorate(inner: Call) -> Value:
        merge_equivalent(inner)
        target = inner.args[0]
        place = call
        if unapplied in vm.notes:
            vm.notes.remove(unapplied)
        if "fastmcp" in server.cls.traits:
            keep(vm, target, name, call.kwargs)
            if (given := _given_to_own(call, server, target, name)) is not None:
                return given
        elif (own := _own_method(vm, server, "add_tool")) is not None:
            facts = {fact: call.kwargs.get(fact) for fact in _PASSED}
            vm.call(own, (target,), {"name": name, **facts}, call.place)
            return target
        made = _register(inner, server, target, "called", name, place)
        return _decorated_value(vm, server, target, made)

    return Native(f"{dotted_class(server)}.tool()", OwnedRun(server, decorate))


_PASSED = ("title", "description", "annotations", "icons", "meta", "structured_output")
"""Arguments that the decorator of the official servers passes on to `add_tool` (mcp 1.30 and 2.3)."""


def _given_to_own(call: Call, server: Instance, function: Value, name: Value) -> Instance | None:
    """The tool that `server.tool` of fastmcp 2 has made and given to an `add_tool` of the program; `None` if there is none."""
    vm = call.vm
    if is_fastmcp_3(vm) or (own := _own_method(vm, server, "add_tool")) is None:
        return None
    made = registered_tool(call, function, name)
    vm.call(own, (made,), {}, call.place)
    return made


def _own_method(vm: Machine, server: Instance, name: str) -> Value:
    """The method of a server that the program has in the place of the framework's; None where it has none."""
    found = vm.attribute(server, name)
    return None if isinstance(found, BoundMethod) and isinstance(found.function, Native) else found


def _decorated_value(vm: Machine, server: Instance, target: Value, tool: Instance | None) -> Value:
    """Return the value the decorated name is bound to: the function or, with fastmcp 2, the tool."""
    if "fastmcp" in server.cls.traits and not is_fastmcp_3(vm):
        return tool if tool is not None else target
    return target


def vm_server(call: Call) -> Instance | None:
    """The server that a method was called on."""
    server = call.vm.plain(call.args[0]) if call.args else None
    return server if isinstance(server, Instance) and tools_of(server) is not None else None


def _add_tool(call: Call) -> Value:
    """`server.add_tool(f, …)`; with fastmcp a tool object, or a function."""
    vm, server = call.vm, vm_server(call)
    if server is None:
        return Unknown(vm.doubt("TC215", "a tool is added to something that is not a server"))
    merge_equivalent(call)
    added = call.get("fn", 1, MISSING)
    if added is MISSING or added is None:
        added = call.kwargs.get("tool")
    plain = vm.plain(added)
    method = (
        "_tool_manager.add_tool" if "_tool_manager" in call.callee.name and "fastmcp" not in server.cls.traits else "add_tool"
    )
    if isinstance(plain, Instance) and plain.cls is TOOL:
        return _add_object(call, server, plain)
    if "fastmcp" in server.cls.traits and (kept := fastmcp_metadata(vm, plain)) is not None:
        _record_addition(kept.native)
        return _register(call, server, added, "call", kept.cells.get("name"), call, given=kept.cells)
    name = call.get("name", 2)
    made = _register(call, server, added, "call", name, call, method)
    return made if "fastmcp" in server.cls.traits or "_tool_manager" in call.callee.name else None


def _record_addition(event: Value) -> None:
    """A server is given what was made a tool of no server."""
    if isinstance(event, Event):
        event.added = True


def _add_object(call: Call, server: Instance, tool: Instance) -> Value:
    """A tool object of another server, or one made free, is added as it is."""
    vm = call.vm
    tools = tools_of(server)
    assert tools is not None
    event = tool.native
    if isinstance(event, Event):
        event.added = True
        copied = note(vm, event.callee, event.form, call, event.target, server, shift=1)
        copied.site, copied.cells, copied.place = event.site, event.cells, event.place
        copied.callee = f"{dotted_class(server)}.tool"
        copied.form = "called" if event.form in ("called", "bare") else event.form
        again = Instance(TOOL)
        again.native, copied.tool = copied, tool  # one object, on several servers
        again.cells = tool.cells
        _store_tool(vm, server, tools, tool.cells.get("name"), again)
        return again
    return tool


def _import_server(call: Call) -> Value:
    """`await server.import_server(other, "prefix")`: the tools that `other` has now are added, under other names (2 and 3).

    Where `other` shows those of further servers, it counts as mounted.
    """
    vm, server = call.vm, vm_server(call)
    if server is None:
        return Unknown(vm.doubt("TC215", "a server is imported by something that is not a server"))

    def run() -> None:
        event = note(vm, f"{dotted_class(server)}.import_server", "call", call, None, server, shift=1)
        other, prefix = vm.plain(call.get("server", 1)), vm.plain(call.get("prefix", 2, None))
        tools = tools_of(other)
        if tools is None or tools.taint is not None or any(one.receiver is other and _shows_more(one) for one in vm.events):
            return
        if not all(isinstance(key, str) and isinstance(one, Instance) for key, one in tools.items.items()):
            return
        if prefix is None or isinstance(prefix, str):
            event.copied = True
            for name, tool in list(tools.items.items()):
                _add_object(call, server, renamed_tool(tool, f"{prefix}_{name}") if prefix else tool)

    return Coroutine(run)


def _shows_more(event: Event) -> bool:
    """Return `True` if an event lets a server show other tools than those it was given."""
    return event.callee.rpartition(".")[2] in ("mount", "import_server", "add_provider", "add_transform", "enable", "disable")


def _remove_tool(call: Call) -> Value:
    vm, server = call.vm, vm_server(call)
    if server is None:
        return Unknown(vm.doubt("TC215", "a tool is removed from something that is not a server"))
    tools = tools_of(server)
    assert tools is not None
    name = vm.plain(call.get("name", 1))
    vm.store.touch(tools)
    if not isinstance(name, str):
        tools.taint = stronger_doubt(tools.taint, vm.doubt("TC214", "which tool is removed here is not known"))
        return None
    if tools.items.pop(name, MISSING) is MISSING:
        for key, tool in list(tools.items.items()):
            if isinstance(key, Instance):
                tools.taint = stronger_doubt(tools.taint, vm.doubt("TC214", "which tool is removed here is not known"))
                return None
            del tool
        raise Raised("ToolError")
    return None


def _list_tools(call: Call) -> Value:
    """The tool objects, in a list of their own; those that the official server itself gives are copies, made to be sent."""
    server = vm_server(call)
    if server is None:
        return Unknown(call.vm.doubt("TC205", "which tools there are"))
    tools = tools_of(server)
    assert tools is not None
    made = call.vm.new_list(list(tools.items.values()))
    made.taint = tools.taint
    if "_tool_manager" in call.callee.name:
        return made
    if "fastmcp" not in server.cls.traits:
        made.items = [listed_copy(one) for one in made.items]
    return Coroutine(lambda: made)


def _get_tools(call: Call) -> Value:
    server = vm_server(call)
    tools = tools_of(server) if server is not None else None
    if tools is None:
        return Unknown(call.vm.doubt("TC205", "which tools there are"))
    made = Dict(dict(tools.items))
    made.taint = tools.taint
    return Coroutine(lambda: made)


def _get_tool(call: Call) -> Value:
    vm, server = call.vm, vm_server(call)
    tools = tools_of(server) if server is not None else None
    name = vm.plain(call.get("name", 1, call.kwargs.get("key")))
    if tools is None or not isinstance(name, str):
        return Unknown(vm.doubt("TC205", "which tool it is"))
    found = tools.items.get(name, None)
    found = found.value if isinstance(found, Maybe) else found
    if "_tool_manager" in call.callee.name and "fastmcp" not in getattr(server, "cls", TOOL).traits:
        return found
    return Coroutine(lambda: found)


def _set_visibility(call: Call) -> Value:
    """`server.disable(tags={…})`, which gives the server (`Provider.disable` of fastmcp 3 and 4)."""
    vm, server = call.vm, vm_server(call)
    if server is None:
        return Unknown(vm.doubt("TC215", "the list of tools is changed on something that is not a server"))
    note(vm, f"{dotted_class(server)}.{call.callee.name.rpartition('.')[2]}", "call", call, None, server, shift=1)
    return server


def _decorates(call: Call) -> Value:
    """`@server.resource(…)`: a decorator that hands its function on."""
    if len(call.args) > 1 and _is_function(call.vm.plain(call.args[1])):
        return call.args[1]
    return Native(call.callee.name + "()", lambda inner: inner.args[0])


def _leaves_alone(name: str, call: Call) -> Value:
    """A method that does nothing to the tools."""
    made = LibraryObject(LibraryMethod(call.args[0] if call.args else None, name), call.site)
    if name.startswith("run") and "async" in name:
        return Coroutine(lambda: made)
    return made


def _part_set(name: str, call: Call) -> None:
    """A change of such an attribute does nothing to the tools."""
    fact_set(call.vm, call.vm.plain(call.args[0]), name, call.args[1])


def _free_tool(call: Call) -> Value:
    """`@tool` of `fastmcp.tools`: a function that says what tool it is, by itself and once it is added to a server."""
    vm = call.vm
    first = vm.plain(call.args[0]) if call.args else None
    if first is not None and _is_function(first):
        event = note(vm, call.callee.name, "bare" if call.decorating else "call", call, first)
        event.site = Site(call.place, None, (), call.kwargs)
        keep(vm, first, call.kwargs.get("name"), call.kwargs, event)
        return first

    def decorate(inner: Call) -> Value:
        event = note(vm, call.callee.name, "called", call, inner.args[0])
        keep(vm, inner.args[0], call.args[0] if call.args else call.kwargs.get("name"), call.kwargs, event)
        event.scope, event.stack = vm.frame.scope if vm.frame is not None else None, tuple(vm.calls)
        return inner.args[0]

    return Native("fastmcp.tools.tool()", decorate)


def symbolic_server(vm: Machine, annotation: Value, name: str, place: Place, passed: Value = True) -> Instance | None:
    """Server passed by an unknown caller as a parameter annotated with its class; `passed` is the parameter."""
    dotted = annotation.library if isinstance(annotation, Class) and "server" in annotation.traits else ""
    if not dotted:
        return None
    made = Instance(annotation, Site(place, None, (), {}, name))
    tools = Dict({}, "tools")
    manager = Instance(MANAGER)
    manager.cells.update({"_tools": tools, HIDDEN: tools})
    made.cells.update({HIDDEN: tools, "_tool_manager": manager, "name": None, ASSUMED: passed})
    return made


def by_annotation(vm: Machine, function: Function, param: Any, value: Value) -> Instance | None:
    """The server that a parameter is annotated as, for a value of which nothing else is known."""
    expr = param.annotation
    if isinstance(expr, Const) and isinstance(expr.value, str) and expr.value.isidentifier():
        expr = Name(expr.at, expr.end, expr.value)
    name = expr.id if isinstance(expr, Name) else expr.attr if isinstance(expr, Attribute) else ""
    if name not in ("FastMCP", "MCPServer"):
        return None
    module = vm.loaded_module(function.module)
    annotation = vm.evaluate(expr, Frame(function.scope, module))
    return symbolic_server(
        vm, annotation, param.name, Place(module.name, param.at, param.end), Missed(function, param.name, annotation)
    )


def symbolic_origin(server: Value) -> Value:
    """Return the symbolic parameter that a server stands for; `None` for a server that the program makes."""
    return server.cells.get(ASSUMED) if isinstance(server, Instance) else None
