"""Registrations that no reading came of: takes the claims of a program, gives each place that names a server's method in vain.

The method may be called on an object that is not followed, handed to a library, kept in a variable, fetched by `getattr`, or
called where no statement of its own does it. A look at the syntax tells where; `graph` tells what may be a server there.
"""

import ast
from collections.abc import Callable, Iterable, Iterator

from toolc.bind.conditions import runs
from toolc.bind.flow import guards
from toolc.bind.linker import Linker
from toolc.bind.tools.claims import Claim
from toolc.bind.tools.doubts.flow import Flow
from toolc.bind.tools.doubts.graph import Graph
from toolc.bind.tools.doubts.offsets import Offsets
from toolc.bind.tools.doubts.tables import HARMLESS, MUTATORS
from toolc.bind.tools.doubts.variables import Key, Place
from toolc.bind.tools.marks import Marks
from toolc.diagnostics import Diagnostic
from toolc.program import Scope

METHODS = frozenset("tool add_tool tool_plain add_function mount import_server remove_tool".split())
"""Methods of servers that decide which tools there are."""

_Span = tuple[int, int]


def unfollowed(
    claims: Iterable[Claim],
    graph: Graph,
    offsets: dict[str, Offsets],
    linker: Linker,
    marks: Marks,
    in_doubt: Callable[[str, int, int], bool],
) -> Iterator[Diagnostic]:
    """One diagnostic for each place, by file and place; `in_doubt` tells whether what stands somewhere depends on a hazard."""
    covered: dict[str, list[_Span]] = {}
    for claim in claims:
        registration = claim.registration
        for module, at, end in _reached(registration.scope, registration.at, registration.end):
            covered.setdefault(module, []).append((at, end))
        if registration.through is not None and registration.target is not None:
            covered.setdefault(getattr(registration.target, "module", ""), []).append(
                (registration.through, registration.through + 1)
            )
    servers = serving(graph, marks)
    said = {(one.span.path, one.span.line) for one in linker.library.diagnostics if one.span is not None}
    reached = graph.reached()
    for module, flow in sorted(graph.flows.items()):
        source = linker.library.unit(module).source
        for node, place in _named(flow, graph, servers):
            here = offsets[module]
            if not all(isinstance(one, ast.Lambda) or one.name in reached for one in place.functions):
                continue
            span = source.span(here.start(node), here.end(node))
            spans = covered.get(module, ())
            if any(_covers(spans, one, flow, here) for one in _uses(node, flow)) or (span.path, span.line) in said:
                continue
            if _never(module, here.start(node), linker) and not in_doubt(module, here.start(node), here.end(node)):
                continue
            message = f"toolc does not follow `{ast.unparse(node)[:60]}` here: tools may be missing, or be other ones"
            yield Diagnostic("TC233", message, span, help="call the method of the server in a statement of its own")


def copied(graph: Graph, tools: frozenset[Key]) -> Iterator[tuple[str, ast.Call]]:
    """Where a program makes another tool of one: `dataclasses.replace(tool, name=…)`, `tool.model_copy(update=…)`."""
    for module, flow in graph.flows.items():
        for call, place in flow.calls:
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in ("replace", "model_copy") and call.keywords:
                tool = call.args[0] if call.args else getattr(call.func, "value", None)
                held = flow.held(tool, place) if isinstance(tool, ast.Name | ast.Attribute) else ()
                if any(graph.canonical(key) in tools for key in held):
                    yield module, call


def serving(graph: Graph, marks: Marks) -> frozenset[Key]:
    """The variables that may hold a server, or what holds one."""
    classes = {name.rpartition(".")[2] for name in marks.servers}
    seeds = {key for key in graph.variables() if key[0] == "()" and key[-1] in classes}
    for key, _, definition in graph.classes():
        names = (base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in definition.bases)
        if not classes.isdisjoint(names):
            seeds.add(("()", *key))
    return graph.holders(seeds)


def _named(flow: Flow, graph: Graph, servers: frozenset[Key]) -> Iterator[tuple[ast.expr, Place]]:
    """Where a method of what may be a server is named."""
    for node, place in flow.attributes:
        if (
            node.attr in METHODS
            and isinstance(node.ctx, ast.Load)
            and _may_serve(node.value, node.attr, flow, place, graph, servers)
        ):
            yield node, place
    for call, place in flow.calls:
        given = [one for one in call.args if isinstance(one, ast.Name) and graph.canonical(flow.key(one.id, place)) in servers]
        if given and isinstance(call.func, ast.Name | ast.Attribute) and _is_lost(call.func, flow, place, graph):
            yield call, place
        delegates = any(isinstance(one, ast.FunctionDef) and one.name == "__getattr__" for one in place.functions)
        if isinstance(call.func, ast.Name) and call.func.id == "getattr" and len(call.args) > 1 and not delegates:
            text = call.args[1].value if isinstance(call.args[1], ast.Constant) else None
            if (text is None or text in METHODS) and _may_serve(call.args[0], str(text), flow, place, graph, servers):
                yield call, place


def _is_lost(func: ast.Name | ast.Attribute, flow: Flow, place: Place, graph: Graph) -> bool:
    """Whether nothing is known of a function that is called with a server."""
    name = func.id if isinstance(func, ast.Name) else func.attr
    known = name[:1].isupper() or name in (HARMLESS - {"register"}) | MUTATORS | METHODS
    return not known and not any(True for _ in graph.functions(graph.canonical(flow.reference(func, place))))


def _may_serve(node: ast.expr, method: str, flow: Flow, place: Place, graph: Graph, servers: frozenset[Key]) -> bool:
    if isinstance(node, ast.Name) and node.id in ("self", "cls", "super"):
        return False
    held = [graph.canonical(key) for key in flow.held(node, place)]
    return any(key in servers for key in held) and not any(graph.has_method(key, method) for key in held)


def _uses(node: ast.expr, flow: Flow) -> Iterator[ast.expr]:
    """The expression; where a variable keeps it, each place where that is named."""
    yield node
    for key in flow.kept.get(id(node), ()):
        yield from (one for one, where in flow.names if isinstance(one.ctx, ast.Load) and flow.key(one.id, where) == key)


def _covers(spans: Iterable[_Span], node: ast.expr, flow: Flow, offsets: Offsets) -> bool:
    """Whether a claim was made of an expression, or of what it is called with."""
    at, call = offsets.start(node), flow.called.get(id(node))
    last = offsets.end(call) if call is not None else at
    return any(start <= at < end or at <= start < last for start, end in spans)


def _never(module: str, at: int, linker: Linker) -> bool:
    """Whether a place stands in a statement of its module that certainly does not run."""
    sites = linker.library.unit(module).top.sites
    around = [site for site in sites if site.node.at <= at < site.node.end]
    return any(
        runs(site.guard, Scope(module, (), site.node.at), linker) is False
        for site in around
        if all(guard.node.kind != "try" for guard in guards(site.guard))
    )


def _reached(scope: Scope, at: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Where something is registered, and the calls that lead there."""
    yield scope.module, at, end
    for around in scope.within:
        if around.frame is not None and around.frame.call is not None:
            call = around.frame.call
            yield from _reached(call.scope, call.at, call.end)
