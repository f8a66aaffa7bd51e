"""Fills templates: the only module that knows Jinja.

Takes an `ir.Bundle` and the targets asked for, gives `OutputFile` values and diagnostics; writes nothing.
Text from source is untrusted: a template can print only what an encoder has made safe, or an int; anything else raises.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from toolc.config import TargetOptions
from toolc.diagnostics import Diagnostic, Label, in_order
from toolc.encoders import ENCODERS, Encoder
from toolc.ir import Bundle, NamedType, Package, Server, Tool, Type
from toolc.schema.view.names import references
from toolc.text.regex import late

if TYPE_CHECKING:
    from jinja2 import Environment


class Page(Struct, frozen=True):
    """One file a target plans: where it goes (relative to the target's folder), from which template, with what in it.

    `keys`, `common`: see `OutputFile`.
    """

    path: str
    template: str
    context: Mapping[str, Any]
    keys: tuple[str, ...] = ()
    common: bool = False


class Options(Struct, frozen=True):
    """Options of every target, and of single ones (`own`, by name).

    `per_tool`: also one file for each tool, in a `tools` folder. `release`: the version of toolc.
    """

    per_tool: bool = False
    own: TargetOptions = TargetOptions()
    release: str = "0.0.0"


class Plan(Struct, frozen=True):
    """Pages of one target for a package."""

    pages: tuple[Page, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


class Target(Struct, frozen=True):
    """One output. `plan` says which files to write for one package, in a place of its own; it opens none. `places` gives all
    packages theirs, by their names: no two alike. `per_server`: it keeps the tools of servers apart in any case.
    `server_places`: each server of a package has a place of its own.

    `one` plans the document of a single tool (a plan of one page, or none when the target leaves the tool out); None where
    a tool has no document of its own. `encoders` are the filters only this target's templates need, by name.
    """

    name: str
    about: str
    plan: Callable[[Package, str, Options], Plan]
    places: Callable[[Sequence[str]], Sequence[str]]
    one: Callable[[Server, Tool], Plan] | None = None
    encoders: Mapping[str, Encoder] = field(default_factory=dict)
    per_server: bool = False
    server_places: bool = False


class OutputFile(Struct, frozen=True):
    """A finished output: its path under the output folder (with `/`) and its text.

    `keys`: of a JSON object that is the user's as well, the keys that are toolc's; what else stands in the file stays.
    `common`: it says the same whatever package it is made for, and belongs to all that make it.
    """

    path: str
    text: str
    keys: tuple[str, ...] = ()
    common: bool = False


Places = tuple[tuple[str, ...], ...]
"""The places of one package in each target: one, or one for each of its servers where these are kept apart."""

Emitted = tuple[tuple[OutputFile, ...], tuple[Diagnostic, ...]]

Rendered = tuple[tuple[OutputFile, ...], tuple[Diagnostic, ...], tuple[Diagnostic, ...]]
"""Files, what was said of them, and which of them are broken."""

_SEGMENT = late(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?")
"""One step of a path that every file system takes: no dot first or last, no separator, nothing a shell would read."""


def emit(bundle: Bundle, targets: Sequence[Target], options: Options) -> Emitted:
    """Every file of every target, sorted by path. The same bundle gives the same bytes."""
    return merge_outputs(emit_package(package, where, targets, options) for package, where in place_packages(bundle, targets))


def place_packages(bundle: Bundle, targets: Sequence[Target], others: Iterable[str] = ()) -> Iterator[tuple[Package, Places]]:
    """The packages with their places: all that the outputs of one depend on, and nothing of another.

    `others`: names of packages that have their places too.
    """
    own = sorted((package.name, index) for index, package in enumerate(bundle.packages))
    names = [(name, index) for name, index in [*own, *((name, -1) for name in set(others) - {name for name, _ in own})]]
    by_target = [_places(target, sorted(names), bundle.packages) for target in targets]
    for name, index in own:
        yield bundle.packages[index], tuple(places[name, index] for places in by_target)


def _places(
    target: Target, names: Sequence[tuple[str, int]], packages: Sequence[Package]
) -> dict[tuple[str, int], tuple[str, ...]]:
    """The places in one target, by name and index of packages; where there is no index, the package is elsewhere."""
    parts = [[part.name for part in _parts(target, packages[index])] if index >= 0 else [name] for name, index in names]
    places = iter(target.places([name for several in parts for name in several]))
    return {key: tuple(next(places) for _ in several) for key, several in zip(names, parts, strict=True)}


def _parts(target: Target, package: Package) -> tuple[Package, ...]:
    if target.server_places:
        return each_server(package)
    return (package,) if target.per_server else servers_apart(package)


def servers_apart(package: Package) -> tuple[Package, ...]:
    """A package as one for each of its servers, where two of these have a tool of the same name; else itself.

    A client holds tools by name, and so does a model: what both are called cannot stand in one file.
    """
    names = [tool.name for server in package.servers for tool in server.tools if tool.is_written]
    return (package,) if len(set(names)) == len(names) else each_server(package, components=True)


def each_server(package: Package, components: bool = False) -> tuple[Package, ...]:
    """A package as one for each of its servers with tools; itself where there is one.

    `components`: a server with prompts or resources alone counts too.
    """
    servers = [
        server
        for server in package.servers
        if any(tool.is_written for tool in server.tools) or (components and (server.prompts or server.resources))
    ]
    if len(servers) < 2:
        return (package,)
    return tuple(
        Package(f"{package.name}-{server.name}", (server,), _types_of(server, package.types), package.project)
        for server in servers
    )


def _types_of(server: Server, types: Sequence[NamedType]) -> tuple[NamedType, ...]:
    """The named types that tools of a server mention, and those mentioned in these."""
    known = {named.name: named.type for named in types}
    todo = [type_ for tool in server.tools for type_ in _mentioned_types(tool)]
    wanted: set[str] = set()
    while todo:
        for name in references(todo.pop()):
            if name in known and name not in wanted:
                wanted.add(name)
                todo.append(known[name])
    return tuple(named for named in types if named.name in wanted)


def _mentioned_types(tool: Tool) -> Iterator[Type]:
    yield from (parameter.property.type for parameter in tool.parameters)
    yield from (type_ for type_ in (tool.arguments, tool.result) if type_ is not None)


def emit_package(package: Package, places: Places, targets: Sequence[Target], options: Options) -> Emitted:
    """The files of one package."""
    output: list[OutputFile] = []
    diagnostics: list[Diagnostic] = []
    for target, own in zip(targets, places, strict=True):
        environment = _environment(target)
        for part, place in zip(_parts(target, package), own, strict=True):
            plan = target.plan(part, place, options)
            diagnostics.extend(plan.diagnostics)
            for page in plan.pages:
                path, text = f"{target.name}/{page.path}", _render(environment, page)
                output.append(OutputFile(path, text, page.keys, page.common))
        if len(own) > 1 and not target.server_places:
            diagnostics.extend(_shared_names(package))
    return tuple(output), tuple(diagnostics)


def _shared_names(package: Package) -> Iterator[Diagnostic]:
    """Why the servers of a package have outputs of their own."""
    first: dict[str, tuple[Server, Tool]] = {}
    for server in package.servers:
        for tool in server.tools:
            if tool.is_written and tool.name in first:
                owner, earlier = first[tool.name]
                message = f"servers `{owner.name}` and `{server.name}` of one package both have `{tool.name}`: {_APART}"
                yield Diagnostic("TC504", message, tool.span, (Label(earlier.span, f"the one of `{owner.name}`"),))
            elif tool.is_written:
                first[tool.name] = (server, tool)


_APART = "each server has outputs of its own"


def merge_outputs(emitted: Iterable[Emitted]) -> Emitted:
    """Merge the outputs of all packages, in order. A file that two of them have in common is one file."""
    output: dict[OutputFile, None] = {}
    diagnostics: list[Diagnostic] = []
    for files_, said in emitted:
        output.update(dict.fromkeys(files_))
        diagnostics.extend(said)
    _check_paths(file.path for file in output)
    return tuple(sorted(output, key=lambda file: file.path)), in_order(diagnostics)


def single(server: Server, tool: Tool, target: Target) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of one tool's own document, as `toolc schema` prints it.

    None when the target leaves the tool out, or has no document for one tool.
    """
    if target.one is None or not tool.is_written:
        return None, ()
    plan = target.one(server, tool)
    text = _render(_environment(target), plan.pages[0]) if plan.pages else None
    return text, in_order(plan.diagnostics)


def rendered_page(template: str, context: Mapping[str, Any], encoders: Mapping[str, "Encoder"]) -> str:
    """Return the text of one template that belongs to no target; what it prints has been through an encoder here as well."""
    return _render(_overlay(_base_environment(), tuple(encoders.items())), Page("", template, context))


def template_text(name: str) -> str:
    """Return the text of a file of the templates that is printed as it stands."""
    return _source(name)


def _check_paths(paths: Iterable[str]) -> None:
    """A target that plans a path outside its folder, or two that some file systems hold for one, is a bug in that target."""
    seen: dict[str, str] = {}
    for path in paths:
        if not all(_SEGMENT.fullmatch(step) for step in path.split("/")):
            raise ValueError(f"not a plain relative path: {path!r}")
        if (key := path.casefold()) in seen:
            raise ValueError(f"two outputs at one path: {path!r} and {seen[key]!r}")
        seen[key] = path


def _render(environment: "Environment", page: Page) -> str:
    text = environment.get_template(page.template).render(page.context)
    return text.rstrip("\n") + "\n"


def _environment(target: Target) -> "Environment":
    """The environment with the common encoders and the target's own."""
    environment = _base_environment()
    return _overlay(environment, tuple(target.encoders.items())) if target.encoders else environment


@cache  # each environment compiles its templates once
def _overlay(environment: "Environment", encoders: tuple[tuple[str, Encoder], ...]) -> "Environment":
    overlay = environment.overlay()
    overlay.filters = environment.filters | {name: _safe(encoder) for name, encoder in encoders}
    return overlay


@cache
def _base_environment() -> "Environment":
    # Imported here, not above: 46 ms that a run which finds nothing changed, or only lists tools, need not pay.
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    def only_safe(value: Any) -> Any:
        """Return a value printed by a template if an encoder has made it, or it is an integer; else raise TypeError."""
        if isinstance(value, Markup) or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise TypeError(f"no encoder has seen this value: {value!r}")

    def inset(text: Any, width: int) -> Any:
        """Safe text with each line moved right: Jinja's own `indent` escapes every line anew, ten times slower."""
        margin = " " * width
        return Markup(margin + str(only_safe(text)).replace("\n", "\n" + margin))

    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=only_safe,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update({name: _safe(encoder) for name, encoder in ENCODERS.items()}, inset=inset)
    return environment


def _source(name: str) -> str:
    return files("toolc.templates").joinpath(*name.split("/")).read_text("utf-8")


def _safe(encoder: Encoder) -> Encoder:
    """The encoder as a filter: what comes out of it is safe, and nothing else is."""
    from markupsafe import Markup

    return lambda *args, **kwargs: Markup(encoder(*args, **kwargs))
