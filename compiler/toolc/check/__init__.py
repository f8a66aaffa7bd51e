"""Checks of packages and of the bundle as a whole: duplicate names, schemas that no client can rely on.

Takes `ir.Package`s, gives them back with the bad tools refused, or marked as broken where frameworks report them all the same
(they stay listed, outputs leave them out), and diagnostics; what needs all packages at once is `check_together`.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec.structs import replace

from toolc.check.apps import apps
from toolc.check.names import duplicates, merge_alternatives, split_server, without_repeats
from toolc.check.placeholders import placeholders
from toolc.check.prompt_injection import find_injections, mentions
from toolc.check.schemas import faults, remarks, writable
from toolc.check.signs import signs
from toolc.diagnostics import Diagnostic, has_errors, in_order
from toolc.ir import Bundle, Package, Server, Tool, withhold_schemas

__all__ = ["check", "check_packages", "check_together", "nothing_found"]


def check(bundle: Bundle, *, strict: bool = False) -> tuple[Bundle, tuple[Diagnostic, ...]]:
    """The bundle without its bad tools, and why. `strict` also asks jsonschema about every schema: slow, and complete."""
    packages, found = check_packages(bundle.packages, strict=strict)
    bundle = replace(bundle, packages=packages)
    return bundle, in_order((*found, *check_together(bundle)))


def check_packages(packages: Iterable[Package], *, strict: bool = False) -> tuple[tuple[Package, ...], tuple[Diagnostic, ...]]:
    """Packages without their bad tools, each judged by itself."""
    found: list[Diagnostic] = []
    checked = tuple(_package(package, strict, found) for package in packages)
    for package in checked:
        found += find_injections(package)
        found += signs(package)
        found += placeholders(package)
        found += apps(package)
    return checked, tuple(found)


def check_together(bundle: Bundle) -> tuple[Diagnostic, ...]:
    """Return findings about tools of several packages together."""
    return tuple(mentions(bundle))


def nothing_found(bundle: Bundle, files: int, left_out: int, said: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Report that a run over so many files found no tool, unless an error, the likelier reason, was reported.

    `left_out`: how many tests, examples and documents were not read.
    """
    listed = any(server.prompts or server.resources for package in bundle.packages for server in package.servers)
    if has_errors(said) or listed or any(bundle.tools):
        return ()
    where = f"{files} file" if files == 1 else f"{files} files"
    help_ = "`toolc systems` lists the frameworks that toolc reads"
    if left_out:
        help_ += "; --include-tests reads tests, examples and docs too"
    return (Diagnostic("TC120", f"no tool was found in {where}", help=help_),)


def _package(package: Package, strict: bool, found: list[Diagnostic]) -> Package:
    names = [server.name for server in package.servers]
    servers = [one for server in package.servers for one in _servers(server, strict, names, found)]
    return replace(package, servers=tuple(sorted(servers, key=lambda one: (one.system, one.name))))


def _servers(server: Server, strict: bool, names: Sequence[str], found: list[Diagnostic]) -> list[Server]:
    """Schemas first: a tool that falls out for its schema does not take its name from another."""
    tools = [_leave_out(tool, faults(tool, strict=strict), found) for tool in server.tools]
    found.extend(remark for tool in tools for remark in remarks(tool))
    if server.standalone:
        servers, said = split_server(replace(server, tools=tuple(without_repeats(tools))), names)
        found.extend(said)
        return servers
    tools, said = merge_alternatives(tools)
    found.extend(said)
    taken = duplicates(server.name, tools)
    tools = [_leave_out(tool, taken.get(index, ()), found, taken=True) for index, tool in enumerate(tools)]
    return [replace(server, tools=tuple(tools))]


def _leave_out(tool: Tool, because: tuple[Diagnostic, ...], found: list[Diagnostic], taken: bool = False) -> Tool:
    """`taken`: another tool has its name."""
    if not because:
        return tool
    found.extend(because)
    listed = withhold_schemas(tool) if taken or not writable(tool) else replace(tool, broken=True)
    return replace(listed, diagnostics=tuple(chain(tool.diagnostics, because)))
