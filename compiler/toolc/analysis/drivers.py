"""Entry points of the analysis: module bodies, then code that starts a server, then code without a known caller.

In this order: (1) module bodies, likely entry points first, imports on demand; (2) `if __name__ == "__main__"` blocks; (3)
lifespans of servers; (4) toolkit classes, then functions that may register and have no known caller, then classes and methods
likewise, with symbolic arguments; (5) lifespans of servers made meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from toolc import code
from toolc.analysis import models
from toolc.analysis.asides import forgetting, restore
from toolc.analysis.attempts import attempt, report_exceptions
from toolc.analysis.branches import both
from toolc.analysis.budget import MODULE_FORKS, STEPS, Exhausted
from toolc.analysis.doubts import Place, Uncalled
from toolc.analysis.effects import function_of
from toolc.analysis.frame import Frame
from toolc.analysis.interpreter.calls import run_function, scope_of
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.models.claimed import bases_of
from toolc.analysis.models.servers import symbolic_server
from toolc.analysis.relevance import Relevance, registering_words
from toolc.analysis.starts import OTHERS, Starts, rank
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Class,
    Coroutine,
    Descriptor,
    Function,
    Instance,
    LibraryObject,
    List,
    Missed,
    Module,
    Site,
    Symbol,
    Unknown,
    Value,
)
from toolc.analysis.values import (
    Iterator as IteratorObject,
)
from toolc.module import Call, Const, Name
from toolc.source import SourceFile
from toolc.timings import counts

FEW_STEPS = 60_000  # of one module of an installed package, of which single functions are called
ALLOWANCE = 40_000  # steps of one function without a known caller
FORKS = 1_000  # undecided conditions in it


def run(vm: Interpreter, sources: Iterable[SourceFile]) -> None:
    """Execute a program. Code past the budget is reported (TC217) and skipped."""
    with _counting(vm):
        _run(vm, sources)


@contextmanager
def _counting(vm: Interpreter) -> Iterator[None]:
    before = vm.budget.statements
    try:
        yield
    finally:
        counts["statements executed"] += vm.budget.statements - before


def _run(vm: Interpreter, sources: Iterable[SourceFile]) -> None:
    try:
        chosen = vm.modules.with_importers(list(sources))
        loaded = [module for source in chosen if (module := vm.modules.load(source)) is not None]
        starts = Starts(vm, loaded)
        _run_scripts(vm, starts, loaded)
        for module in sorted(loaded, key=rank):
            vm.started_by_nobody = rank(module) == OTHERS
            with starts.another():
                _execute(vm, module)
        vm.started_by_nobody = False
        starts.run_mains()
        _lifespans(vm)
        _run_uncalled(vm, loaded)
        _lifespans(vm)
    except Exhausted:
        vm.notes.append(vm.doubt("TC217", "the program takes more steps than toolc follows"))


def _run_scripts(vm: Interpreter, starts: Starts, loaded: list[Module]) -> None:
    """Run the scripts that the project declares before all else, if other modules start something as well: they are processes
    of their own, whose changes the scripts do not see."""
    for module, _ in starts.scripts:
        _execute(vm, module)
    if not starts.scripts or not starts.has_others():
        return
    calling = [(module, name) for module, name in starts.scripts if not starts.run_main_calling(module, name)]
    if calling:
        relevance = _relevance(vm, loaded)
        for module, name in calling:
            for function in [one for one in _functions(module) if one.name == name and _is_uncalled(vm, one)]:
                if _may_register(vm, function, module, relevance):
                    _call(vm, function, module, relevance)
    starts.keep()


def execute_beside(vm: Interpreter, source: SourceFile, steps: int) -> Module | None:
    """Execute a module and what it imports, and keep nothing that is found of it; `None` if it cannot be read."""
    module = vm.modules.load(source)
    if module is not None and module.state == "new":
        with _counting(vm), forgetting(vm):
            _execute(vm, module, steps)
    return module


def _execute(vm: Interpreter, module: Module, steps: int = STEPS) -> None:
    """Run a module, its packages first, and what they import; if the budget ends it, all its names become unknown."""
    with vm.budget.allowance(steps, MODULE_FORKS):
        beginning = Place(module.name, 0, 1)
        attempt(vm, lambda: vm.modules.import_module(vm, module.name, None), beginning)
        attempt(vm, lambda: vm.execute(module), beginning)


def _lifespans(vm: Interpreter) -> None:
    """Enter the lifespan of each server, as a server does before it answers `tools/list`."""
    for event in list(vm.events):
        server = event.receiver
        lifespan = event.site.kwargs.get("lifespan") if event.callee.endswith(("FastMCP", "MCPServer")) else None
        if isinstance(server, Instance) and lifespan is not None and server not in vm.started:
            vm.started.add(server)
            with vm.budget.allowance(ALLOWANCE, FORKS):  # it may start what runs as long as the server does
                attempt(vm, lambda server=server, of=lifespan, at=event.place: _enter(vm, vm.call(of, (server,), {}, at)))


def _enter(vm: Interpreter, value: Value) -> None:
    if isinstance(value, Coroutine):
        value.run()
    elif isinstance(value, IteratorObject):
        value.advance()
    else:
        models.enter(vm, value)


# --- code without a known caller --------------------------------------------------------------------------------------


def _run_uncalled(vm: Interpreter, loaded: list[Module]) -> None:
    vm.driven.since = len(vm.events)
    relevance = _relevance(vm, loaded)
    classes = [(cls, module) for module in loaded for cls in _classes(module)]
    toolkits = [one for one in classes if any(name in vm.frameworks.objects for name in bases_of(vm, one[0]))]
    for cls, module in toolkits:
        if cls not in vm.made:
            _make(vm, cls, module, relevance)
            continue
        for existing in [one for one in vm.instances if one.cls is cls]:
            _call_methods(vm, existing, cls, module, relevance, _tool_methods(vm, cls))
    registering = [
        (function, module)
        for module in loaded
        for function in _functions(module)
        if _is_uncalled(vm, function) and _may_register(vm, function, module, relevance)
    ]
    called = {name for function, _ in registering for name in relevance.calls(function) if name != function.name}
    for function, module in sorted(registering, key=lambda one: one[0].name in called):  # whoever calls others goes first
        if _is_uncalled(vm, function):
            _call(vm, function, module, relevance)
    for cls, module in classes:
        if (cls, module) not in toolkits and not vm.frameworks.is_home(module.name) and _should_instantiate(vm, cls, relevance):
            _make(vm, cls, module, relevance)
        elif _is_made(vm, cls) and not vm.frameworks.is_home(module.name) and relevance.has_registering_method(cls):
            made = next((one for one in vm.instances if cls in one.cls.mro), None)
            if made is not None:
                _call_methods(vm, made, cls, module, relevance, set())


def _relevance(vm: Interpreter, loaded: list[Module]) -> Relevance:
    """Return which functions of some modules, and of the installed ones that they import, may register."""
    frameworks, sources = vm.frameworks, [module.source for module in vm.modules.loaded.values()]
    found = vm.modules.find
    words = registering_words(
        frameworks.registering, frameworks.known_names, sources, lambda package: found(package) is not None
    )
    installed = [module for module in vm.modules.loaded.values() if not vm.modules.is_own(module.source)]
    relevance = Relevance(vm, [*loaded, *installed], words, vm.frameworks.marks)
    for source in sources:
        leading = source.use.leading  # that of another set of modules: as a rule there is none, and all files share one set
        source.use.leading = leading | relevance.leading_names if leading else relevance.leading_names
    return relevance


def _may_register(vm: Interpreter, function: Function, module: Module, relevance: Relevance) -> bool:
    """Return `True` if a function without a known caller may register tools of the program: one of a framework's own, which the
    framework calls with arguments, only if it names a class or function of the framework itself."""
    node = function.node
    if not isinstance(node, code.FunctionDef) or not relevance.registers(node):
        return False
    return not (vm.frameworks.is_home(module.name) and _needs_arguments(function)) or relevance.directly(node)


def _is_uncalled(vm: Interpreter, function: Function) -> bool:
    """Return `True` if a function was not called, or raised each time because of the defaults of inputs."""
    return function.node not in vm.entered or function.node in vm.driven.stopped


def _classes(module: Module) -> list[Class]:
    """The classes of a module, those among them that a decorator of a library was put on."""
    found: list[Class] = []
    for value in module.cells.values():
        while isinstance(value, LibraryObject) and value.decorated is not None:
            value = value.decorated
        if isinstance(value, Class) and value.module == module.name:
            found.append(value)
    return found


def _is_made(vm: Interpreter, cls: Class) -> bool:
    """Return `True` if the program makes an object of a class, or of one derived from it."""
    return cls in vm.made or any(cls in one.mro for one in vm.made)


def _should_instantiate(vm: Interpreter, cls: Class, relevance: Relevance) -> bool:
    """Decide whether to make an object of a class: the program makes none, and its `__init__` or a method registers."""
    names = list(bases_of(vm, cls))
    if _is_made(vm, cls):
        return False
    init = cls.find("__init__")
    by_base = any(f"{name}.__init__" in vm.frameworks.marks for name in names)
    entered = isinstance(init, Function) and init.node in vm.entered
    by_base = by_base or (isinstance(init, Function) and any(name in vm.frameworks.marks for name in names))
    return (by_base and not entered) or relevance.has_registering_method(cls)


def _functions(module: Module) -> Iterator[Function]:
    for value in list(module.cells.values()):
        inner = value
        while isinstance(inner, (Descriptor, LibraryObject)):
            inner = inner.function if isinstance(inner, Descriptor) else inner.decorated
        if isinstance(inner, Function) and inner.module == module.name:
            yield inner


def _call(vm: Interpreter, function: Function, module: Module, relevance: Relevance) -> None:
    """Run a function without a known caller, with its defaults, and symbolic values for other parameters."""
    reason = f"no call of `{function.name}` is seen"
    if function.node in vm.driven.stopped:
        given = " and ".join(sorted(vm.driven.stopped[function.node]))
        reason = f"`{function.name}` raises unless another value is given for {given}"
    node = function.node
    assert isinstance(node, code.FunctionDef)
    place = Place(module.name, node.header.name_at, node.header.name_at + len(node.header.name))
    guard = Uncalled(place, reason, needs_arguments=_needs_arguments(function))
    options, scope = _click_options(vm, function, module), scope_of(function)
    for param in function.params:
        known = options.get(param.name, MISSING)
        scope.cells[param.name] = _parameter(vm, function, param, module) if known is MISSING else known

    def run_it() -> Value:
        if node.yields:
            return vm.elements(vm.call(function, *_symbolic_arguments(function.params, scope.cells), place))
        return run_function(vm, function, Frame(scope, module, function, vm.store.level), place)

    _follow(vm, guard, function, relevance, run_it)


def _follow(vm: Interpreter, guard: Uncalled, function: Function, relevance: Relevance, run_it: Callable[[], Any]) -> None:
    """Run code without a known caller as code that may not run; if it registers itself, an exception in it is reported."""
    assert isinstance(function.node, code.FunctionDef)
    if relevance.directly(function.node):
        run_it = report_exceptions(vm, f"`{function.name}`", run_it, called=False)
    with vm.budget.allowance(ALLOWANCE, FORKS):
        vm.driven.uncalled = guard
        try:
            attempt(vm, lambda: both(vm, guard, [run_it, lambda: None]))
        finally:
            vm.driven.uncalled = None


def answer(vm: Interpreter, function: Value) -> Value:
    """Call a function that a framework would call once the program has run, with symbolic arguments; return its result."""
    level, guards = vm.store.level, len(vm.guards)
    try:
        return _answer(vm, function)
    except Exhausted:
        restore(vm, level, guards)
        return Unknown(vm.doubt("TC217", "the program takes more steps than toolc follows"))


def _answer(vm: Interpreter, function: Value) -> Value:
    held = function.function if isinstance(function, BoundMethod) else function
    if not isinstance(held, Function):
        return Unknown(vm.doubt("TC216", "it is not a function of the program"))
    module = vm.modules.loaded.get(held.module)
    if module is None:
        return Unknown(vm.doubt("TC216", f"`{held.name}` is not executed"))
    own = held.params[1:] if isinstance(function, BoundMethod) else held.params
    args, kwargs = _arguments(vm, held, own, module)
    node = held.node
    at = node.header.name_at if isinstance(node, code.FunctionDef) else node.at

    def run_it() -> Value:
        done = vm.call(function, args, kwargs, Place(module.name, at, at + len(held.name)))
        return done.run() if isinstance(done, Coroutine) else done

    with _counting(vm), vm.budget.allowance(STEPS, MODULE_FORKS):
        found = attempt(vm, run_it)
    if isinstance(found, IteratorObject):
        elements = vm.elements(found, any_order=True)
        return List(elements) if isinstance(elements, list) else elements
    return found


def _click_options(vm: Interpreter, function: Function, module: Module) -> dict[str, Value]:
    """The parameters that options of click fill, with the values they have if the options are not passed."""
    found: dict[str, Value] = {}
    frame = Frame(function.scope, module, None, vm.store.level)
    node = function.node
    for decorator in node.header.decorators if isinstance(node, code.FunctionDef) else ():
        if not isinstance(decorator, Call):
            continue
        made = attempt(vm, lambda decorator=decorator: vm.evaluate(decorator, frame))
        if (
            isinstance(made, LibraryObject)
            and isinstance(made.callee, Symbol)
            and made.callee.name in ("click.option", "click.decorators.option")
        ):
            site = made.site
            names = [one for one in site.args if isinstance(one, str)]
            plain = next((one for one in names if not one.startswith("-")), "")
            long = next((one for one in names if one.startswith("--")), "")
            name = plain or long.partition("/")[0].lstrip("-").replace("-", "_")
            flag = site.kwargs.get("is_flag") is True or "/" in long
            absent = False if flag else () if site.kwargs.get("multiple") is True else None
            default = vm.with_inputs(
                site.kwargs.get("default", absent), frozenset({f"the option {long.partition('/')[0] or name}"})
            )
            found[name] = _passed_value(vm, site, default, Place(module.name, decorator.at, decorator.end))
    return found


def _passed_value(vm: Interpreter, site: Site, default: Value, place: Place) -> Value:
    """Return the argument that an option passes to its function: the result of its callback if it has one, else the value.

    click 8.3 calls it with context, parameter and value, typer 0.21 with those that its annotations ask for.
    """
    callback = vm.plain(site.kwargs.get("callback"))
    if callback is None:
        return default
    unknown = Unknown(vm.doubt("TC205", "an object of click is known only at run time"))
    wanted = callback.params if isinstance(callback, Function) else ()
    args = (default,) if len(wanted) == 1 else (unknown, default) if len(wanted) == 2 else (unknown, unknown, default)
    return attempt(vm, lambda: vm.call(callback, args, {}, place))


def _arguments(
    vm: Interpreter, function: Function, params: Iterable[Any], module: Module
) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """Return the positional and keyword arguments that stand for parameters of a function."""
    known = [one for one in params if not one.kind.startswith("var_")]
    return _symbolic_arguments(known, {one.name: _parameter(vm, function, one, module) for one in known})


def _symbolic_arguments(params: Iterable[Any], values: Mapping[str, Value]) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """Return the values of parameters as a call passes them: positional ones, and those by keyword."""
    known = [one for one in params if not one.kind.startswith("var_")]
    positional = tuple([values[one.name] for one in known if one.kind != "keyword_only"])
    return positional, {one.name: values[one.name] for one in known if one.kind == "keyword_only"}


def _parameter(vm: Interpreter, function: Function, param: Any, module: Module) -> Value:
    """Return the abstract value of a parameter: its default, an unknown server if it is annotated as one, else a symbol.

    Of a function that cannot be called without arguments, whoever calls it may give those with a default as well.
    """
    if param.kind == "var_positional":
        return ()
    if param.kind == "var_keyword":
        from toolc.analysis.values import Dict

        return Dict({})
    if param.default is not None and _needs_arguments(function):
        return Missed(function, param.name, None)
    if param.default is not None:
        frame = Frame(function.scope, module, None, vm.store.level)
        value = vm.plain(attempt(vm, lambda: vm.evaluate(param.default, frame)))
        if (
            isinstance(value, LibraryObject)
            and isinstance(value.callee, Symbol)
            and value.callee.name in ("typer.Option", "typer.Argument")
        ):
            site = value.site
            default = site.args[0] if site.args else site.kwargs.get("default")
            value = _passed_value(vm, site, default, Place(module.name, param.at, param.at + len(param.name)))
        return vm.with_inputs(value, frozenset({f"the parameter `{param.name}` of `{function.name}`"}))
    annotation: Value = None
    if param.annotation is not None:
        frame = Frame(function.scope, module, None, vm.store.level)
        expr = param.annotation
        if isinstance(expr, Const) and isinstance(expr.value, str) and expr.value.isidentifier():
            expr = Name(expr.at, expr.end, expr.value)
        annotation = attempt(vm, lambda: vm.evaluate(expr, frame))
    missed = Missed(function, param.name, annotation)
    server = symbolic_server(vm, annotation, param.name, Place(module.name, param.at, param.end), missed)
    return missed if server is None else server


def _needs_arguments(function: Function) -> bool:
    """Return `True` if a function has a required parameter besides `self`."""
    params = function.params[1:] if function.owner is not None else function.params
    return any(
        one.default is None and one.kind in ("positional_only", "positional_or_keyword", "keyword_only") for one in params
    )


def _tool_methods(vm: Interpreter, cls: Class) -> set[str]:
    """Return the names of the methods that a framework calls to get the tools of a toolkit object."""
    return {method for name in bases_of(vm, cls) for method in vm.frameworks.objects.get(name, ())}


def _make(vm: Interpreter, cls: Class, module: Module, relevance: Relevance) -> None:
    """Instantiate a class that the program does not instantiate."""
    init = cls.find("__init__")
    args: tuple[Value, ...] = ()
    kwargs: dict[str, Value] = {}
    if isinstance(init, Function):
        args, kwargs = _arguments(vm, init, [one for one in init.params[1:] if one.default is None], module)
    at = cls.node.at if cls.node is not None else 0
    asked = _tool_methods(vm, cls)
    place = Place(module.name, at, at + 1)
    vm.driven.making, vm.driven.raised_at = bool(asked), None
    with vm.budget.allowance(ALLOWANCE, FORKS):
        made = attempt(vm, lambda: vm.call(cls, args, kwargs, place, name=cls.name))
        if made is None and (inner := _undecorated_init(vm, cls)) is not None:
            made = attempt(vm, lambda: _construct(vm, cls, inner, args, kwargs, place))
    vm.driven.making = False
    if made is None and asked:
        _note_unmade(vm, cls)
    if not isinstance(made, Instance):
        return
    _call_methods(vm, made, cls, module, relevance, asked)


_METHODS = ("staticmethod", "classmethod", "property", "cached_property")


def _call_methods(vm: Interpreter, made: Instance, cls: Class, module: Module, relevance: Relevance, asked: set[str]) -> None:
    """Call the methods of a class that may register and have no known caller, and those that its framework calls."""
    for name, held in list(cls.cells.items()):
        value = function_of(held) if not isinstance(held, Descriptor) or held.kind in _METHODS else None
        if value is None or not isinstance(value.node, code.FunctionDef):
            continue
        if (name in asked and name != "__init__") or (
            value.node not in vm.entered and not name.startswith("__") and _may_register(vm, value, module, relevance)
        ):
            _call_method(vm, made, name, value, module, relevance)


def _undecorated_init(vm: Interpreter, cls: Class) -> Function | None:
    """The undecorated `__init__` from the class body, if decorators wrapped it in one that may need keys or packages."""
    for one in cls.mro:
        body = one.node.body if isinstance(one, Class) and one.node is not None else ()
        for part in body:
            if isinstance(part, code.FunctionDef) and part.header.name == "__init__":
                written = next((function for function in vm.functions if function.node is part), None)
                return None if written is cls.find("__init__") else written
    return None


def _construct(
    vm: Interpreter, cls: Class, init: Value, args: tuple[Value, ...], kwargs: dict[str, Value], place: Place
) -> Instance:
    """An object of a class, by an `__init__` of it."""
    made = Instance(cls, Site(place, None, args, kwargs, cls.name))
    vm.note_creation(made)
    vm.instances.append(made)
    vm.call(BoundMethod(init, made), args, kwargs, place)
    return made


def _note_unmade(vm: Interpreter, cls: Class) -> None:
    """No object of a class can be made without arguments: record where it raises."""
    if vm.driven.raised_at is not None:
        vm.driven.unmade[cls] = vm.driven.raised_at


def _call_method(vm: Interpreter, made: Instance, name: str, method: Function, module: Module, relevance: Relevance) -> None:
    """Run a method without a known caller, on an object made for it."""
    node = method.node
    assert isinstance(node, code.FunctionDef)
    place = Place(module.name, node.header.name_at, node.header.name_at + len(name))
    guard = Uncalled(place, f"no call of `{name}` is seen", needs_arguments=_needs_arguments(method))
    held = made.cls.find(name)
    reads = isinstance(held, Descriptor) and held.kind not in ("staticmethod", "classmethod")
    bound = None if reads else BoundMethod(method, made) if isinstance(held, LibraryObject) else vm.attribute(made, name)
    own = method.params[1:] if isinstance(bound, BoundMethod) else () if reads else method.params
    given, named = _arguments(vm, method, own, module)

    def run_it() -> None:
        done = vm.attribute(made, name) if reads else vm.call(bound, given, named, place)
        vm.driven.given[made.cls, node] = done.run() if isinstance(done, Coroutine) else done

    _follow(vm, guard, method, relevance, run_it)
