"""The package that all packages of an output have in common, in layout `shared`: support code, and types of the program.

Takes options and the named types of one package, gives pages. What stands in a page depends on nothing but its path and the
options, so that every package writes the same: a file of a type is called after what is in it.
"""

import hashlib
from collections.abc import Mapping, Sequence, Set
from typing import Any

from msgspec import Struct

from toolc.config import TypescriptOptions
from toolc.emit import Page
from toolc.ir import NamedType
from toolc.schema.view.names import references
from toolc.targets import support
from toolc.targets.code import Code
from toolc.targets.typescript.enum_members import EnumMembers

FOLDER = support.NAME
TAKEN = (FOLDER, "package.json")
"""Names that folders of packages must not have."""

WORDED = frozenset(
    "$dynamicRef additionalItems contains dependencies dependentRequired dependentSchemas if multipleOf not patternProperties "
    "prefixItems propertyNames unevaluatedItems unevaluatedProperties uniqueItems".split()
)
"""Keywords that the quick check of the client leaves to the one that finds words."""

LIMITS = frozenset(
    "exclusiveMaximum exclusiveMinimum maxItems maxLength maxProperties maximum minItems minLength minProperties "
    "minimum".split()
)

_OF_NUMBERS = frozenset("exclusiveMaximum exclusiveMinimum maximum minimum multipleOf".split())
_OF_STRINGS = frozenset("maxLength minLength pattern".split())
_JOINING = frozenset("allOf dependencies dependentRequired dependentSchemas if not".split())
"""Keywords that ask something of numbers, of texts, and with a further schema for the same value."""

ADDRESSING = frozenset(("$id", "$anchor", "$dynamicAnchor", "$dynamicRef"))
"""Keywords that give schemas other addresses than their place."""

_LOOSENED = WORDED | LIMITS | {"additionalProperties", "anyOf", "enum", "oneOf", "pattern"}
"""Keywords that ask more of a result than its types do, or might."""

_KEPT = frozenset(("$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$schema", "$ref", "const", "required", "type"))
_LISTED = frozenset(("allOf", "items", "prefixItems"))
_TABLES = frozenset(("$defs", "definitions", "patternProperties", "properties"))
"""Keywords of types: with values, with one or several schemas, with schemas by name."""

KEYWORDS = _LOOSENED | _KEPT | _LISTED | _TABLES | {"default"}
"""Keywords that the support code has parts for."""


class SharedModel(Struct, frozen=True):
    """A named type in the common package. `place`: what is imported from elsewhere; `beside`: from another such file.

    `has_constants`: an object of its name is with it.
    """

    name: str
    place: str
    beside: str
    has_constants: bool
    pages: tuple[Page, ...]


def support_context(keywords: Set[str], of_results: Set[str]) -> dict[str, Any]:
    """The part of a context that decides about support code: what schemas with these keywords ask for."""
    loosened = not _LOOSENED.isdisjoint(of_results)
    if loosened and not of_results.isdisjoint(("anyOf", "oneOf")):  # what `by_types.ts` makes of them
        keywords = keywords | {"anyOf"} | (set() if of_results.isdisjoint(("const", "enum")) else {"enum", "not"})
    addressed = not ADDRESSING.isdisjoint(keywords)
    joining = "$ref" in keywords or addressed or not _JOINING.isdisjoint(keywords)
    return {
        "asks": sorted(keywords),
        "worded": sorted(WORDED & keywords),
        "limited": not LIMITS.isdisjoint(keywords),
        "addressed": addressed,
        "referring": "$ref" in keywords or addressed,
        "loosened": loosened,
        "of_numbers": not _OF_NUMBERS.isdisjoint(keywords),
        "of_strings": not _OF_STRINGS.isdisjoint(keywords),
        "joining": joining,
        "trying": joining or not keywords.isdisjoint(("anyOf", "oneOf")),
        "kept": [one for one in sorted(_KEPT) if one in keywords | {"type"}],
        "listed": sorted(_LISTED & keywords),
        "tables": [one for one in sorted(_TABLES) if one in keywords | {"properties"}],
    }


def support_name(options: TypescriptOptions) -> str:
    """The name of the common package, made as those of the others are."""
    name = support.support_name(options.name)
    return f"{options.scope}/{name}" if options.scope else name


def dependency(options: TypescriptOptions, release: str) -> dict[str, str]:
    """The entry of `dependencies`: the folder beside, or a version where packages are to be published."""
    return {support_name(options): f"file:../{FOLDER}" if options.private else f"^{options.version or release}"}


def pages(options: TypescriptOptions, release: str, manifest_keys: tuple[str, ...]) -> list[Page]:
    """The files of the common package but for types; where packages are published, what makes a workspace of them.

    `release`: the version of toolc.
    """
    context = {
        "package": support_name(options),
        "version": options.version or release,
        "license": options.license,
        "private": options.private,
        "prompts": True,
        "resources": True,
        "text": Code("export {};"),
        **support_context(KEYWORDS, KEYWORDS),
    }
    files = {"js/runtime.js": "js/runtime.js", "js/runtime.d.ts": "js/runtime.d.ts", "src/runtime.ts": "runtime.ts"}
    nothing = {f"types/index.{ending}": "js/model.js" for ending in ("d.ts", "js")}  # `exports` names no folder without files
    manifest = "typescript/support.package.json.jinja"
    found = [
        Page(f"{FOLDER}/package.json", manifest, context, manifest_keys, common=True),
        *(Page(f"{FOLDER}/{path}", f"typescript/{one}.jinja", context, common=True) for path, one in (files | nothing).items()),
    ]
    if not options.private:
        workspace = "typescript/workspace.package.json.jinja"
        found.append(Page("package.json", workspace, {}, ("private", "workspaces"), common=True))
    return found


def models(
    types: Sequence[NamedType],
    names: Mapping[str, str],
    texts: Sequence[Code],
    constants: Mapping[str, EnumMembers],
    package: str,
) -> list[SharedModel]:
    """A file for each named type; `names` and `texts` are its identifier and its declaration."""
    declared = {named.name: text for named, text in zip(types, texts, strict=True)}
    declared |= {name: Code(f"{declared[name]}\n{one.declared}") for name, one in constants.items()}
    mentioned = {named.name: {one for one in references(named.type) if one in declared} for named in types}
    files = {name: _file(names[name], name, mentioned, declared) for name in declared}
    found = []
    for name, text in declared.items():
        imports = [{"name": names[one], "beside": f"./{files[one]}.js"} for one in sorted(mentioned[name] - {name})]
        path, ready = f"{FOLDER}/types/{files[name]}", constants.get(name)
        pages = [Page(f"{path}.d.ts", "typescript/model.d.ts.jinja", {"imports": imports, "text": text}, common=True)]
        if ready:
            pages.append(Page(f"{path}.js", "typescript/js/model.js.jinja", {"text": ready.ready}, common=True))
        place, beside = f"{package}/types/{files[name]}", f"./{files[name]}.js"
        found.append(SharedModel(names[name], place, beside, ready is not None, tuple(pages)))
    return sorted(found, key=lambda one: one.name)


def _file(identifier: str, name: str, mentioned: Mapping[str, set[str]], declared: Mapping[str, Code]) -> str:
    """The name of the file of a type: two types that differ, also in what they mention, have two."""
    reached = {name}
    left = [name]
    while left:
        new = mentioned[left.pop()] - reached
        reached |= new
        left += new
    whole = "\0".join((identifier, *sorted(declared[one] for one in reached)))
    return f"{identifier}-{hashlib.sha256(whole.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
