"""The tree in TypeScript: takes entries, returns what their templates lay out. Types are those of the npm packages."""

from collections.abc import Mapping, Sequence
from typing import Any

from toolc.ir import NamedType, Object, Type
from toolc.targets import enums
from toolc.targets.code import Code
from toolc.targets.code_mode.entries import Entry, mentioned_models
from toolc.targets.code_mode.naming import TreeNames
from toolc.targets.complete import Types
from toolc.targets.typescript.doc import block, words
from toolc.targets.typescript.encode import identifier, string
from toolc.targets.typescript.literal import WIDTH
from toolc.targets.typescript.plan import declaration
from toolc.targets.typescript.spell import Speller

_INLINE = 50
"""How long a result in one line may be, to stand in the call itself."""


class TypeScript:
    """Writes the files of one server. `types`: of all models, by name."""

    def __init__(self, folder: str, named: Sequence[NamedType], names: TreeNames) -> None:
        self._folder, self._named, self._names = folder, {one.name: one for one in named}, names.types.by_name
        self._types: Types = {one.name: one.type for one in named}
        self._speller = Speller(self._names, self._types)

    def models(self, shared: Sequence[NamedType]) -> Mapping[str, Any]:
        """Return the context of `_types.ts`."""
        return {"models": [self._model(one) for one in shared]}

    def tool(self, entry: Entry) -> Mapping[str, Any]:
        """Return the context of a tool's file."""
        args, declared = "Record<string, never>", list[Code]()
        inside: list[Type] = [entry.args, entry.result, *(self._types[name] for name in entry.models)]
        if not isinstance(entry.args, Object) or entry.args.properties or entry.args.extra or entry.args.prefixed:
            args = identifier(f"{entry.stem}Args")
            declared.append(declaration(self._speller, args, entry.args, []))
        result: str | None = identifier(entry.model) if entry.model else self._speller.flat((entry.result,))
        if result is None or len(result) > _INLINE:
            result = identifier(f"{entry.stem}Result")
            declared.append(declaration(self._speller, result, entry.result, []))
        declared += [self._model(self._named[name]) for name in entry.models]
        imports = mentioned_models(inside, entry.shared, self._names)
        doc = words(entry.tool.description) or [f"Calls `{entry.function}`."]
        said = ["", "@returns Declared, not enforced."] if entry.declared else []
        return {
            "doc": block([*doc, *said]),
            "name": identifier(entry.function),
            "call": self._call(entry, args, result),
            "imports": _imports(imports) if imports else "",
            "declarations": declared,
        }

    def _call(self, entry: Entry, args: str, result: str) -> Code:
        """The call that makes the function, in one line where it fits."""
        reading, given = _reading_options(entry), f"{string(self._folder)}, {string(entry.tool.name)}"
        head, start = f"export const {entry.function} = ", f"tool<{args}, {result}>("
        flat = f"{start}{given}{f', {{ {reading} }}' if reading else ''});"
        if len(head) + len(flat) <= WIDTH:
            return Code(flat)
        if reading and len(head) + len(start) + len(given) + len(", {") <= WIDTH:
            return Code(f"{start}{given}, {{\n  {reading},\n}});")
        lines = [string(self._folder), string(entry.tool.name), *([f"{{ {reading} }}"] if reading else [])]
        if len(head) + len(start) <= WIDTH:
            return Code(f"{start}\n" + "".join(f"  {one},\n" for one in lines) + ");")
        return Code(f"tool<\n  {args},\n  {result}\n>({', '.join(lines)});")

    def _model(self, named: NamedType) -> Code:
        return declaration(self._speller, self._names[named.name], named.type, words(enums.about(named)))


def _reading_options(entry: Entry) -> Code | None:
    """Return the options with which `_runtime` reads the answer; `None` for the usual ones."""
    if entry.tool.unwrap:
        return Code(f"unwrap: {string(entry.tool.unwrap)}")
    kind, _, items = entry.reading.partition(" ")
    return Code(f'items: "{kind}"') if items else Code("text: true") if kind else None


def _imports(names: Sequence[str]) -> Code:
    flat = f'import type {{ {", ".join(names)} }} from "./_types.ts";'
    if len(flat) <= WIDTH:
        return Code(flat)
    return Code("import type {\n" + "".join(f"  {name},\n" for name in names) + '} from "./_types.ts";')
