"""The first pass: Python types → validators, in the way of pydantic's `GenerateSchema` (2.14).

Takes a `signature.Type`, gives a `Node`; classes and aliases become definitions in `defs`. Knows no JSON Schema keyword
beyond those that pydantic itself keeps on its core schemas.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from toolc.schema.pydantic.building import containers
from toolc.schema.pydantic.building.annotations import apply, wrap_default
from toolc.schema.pydantic.building.bareenums import BARE_ENUMS
from toolc.schema.pydantic.building.generics import Names, complete_arguments, own_arguments
from toolc.schema.pydantic.building.model_cache import Model, ModelCache
from toolc.schema.pydantic.building.objects import build_definition, is_built_at_once
from toolc.schema.pydantic.building.scalars import TRANSPARENT, scalar
from toolc.schema.pydantic.building.serializers import SECRET
from toolc.schema.pydantic.building.unsupported_types import is_unsupported
from toolc.schema.pydantic.fieldinfo import Info, expand_metadata
from toolc.schema.pydantic.finalize import complete, finalize, settle
from toolc.schema.pydantic.issues import Notes, Unsupported, any_undecided
from toolc.schema.pydantic.node import Node, Serialization, reference
from toolc.signature import (
    ELLIPSIS,
    NONE,
    Alias,
    Annotated,
    Class,
    Constant,
    Definition,
    Generic,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)
from toolc.types.aliases import ABBREVIATIONS, as_annotated
from toolc.types.operations import undefined_names, union, without_forward_marks

BASE_MODEL = Definition("pydantic.main:BaseModel", "BaseModel", "model")
"""pydantic's own class, which an annotation may name: a model without fields."""


_NO_CLASSES = frozenset({"typing.Unpack"})
"""Names in annotations other than classes: `arbitrary_types_allowed` does not check them (`_arbitrary_type_schema`)."""


class Builder:
    """The first pass, root by root: `begin` starts the next one. Whether what is written is noted too holds for all of them."""

    def __init__(self, version: tuple[int, ...], writes: bool) -> None:
        self.version = version
        self._writes = writes
        self._apart = ModelCache()
        self._numbers: dict[str, int] = {}
        self.begin({}, Notes())

    def begin(self, definitions: Mapping[str, Definition], notes: Notes) -> None:
        """Forget the root before, but for the models that this one may take over."""
        self.definitions = definitions
        self.notes = notes
        self.names = Names(definitions, notes, self._numbers, self.version)
        self.defs: dict[str, Node] = {}
        self.config: Mapping[str, Constant] = {}
        self.owners: list[Type] = []
        self._apart.begin(notes)

    # --- surroundings ------------------------------------------------------------------------------------------------

    @contextmanager
    def use_config(self, config: Mapping[str, Constant] | None) -> Iterator[None]:
        """Work under a class's own configuration; None keeps that of the class around it."""
        before = self.config
        self.config = before if config is None else config
        try:
            yield
        finally:
            self.config = before

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """Issues noted meanwhile belong to this field or class."""
        self.notes.trail.append(name)
        try:
            yield
        finally:
            self.notes.trail.pop()

    def as_written(self) -> AbstractContextManager[None]:
        """Issues noted meanwhile concern what is written, which may not be asked for."""
        return self.notes.mute(unless=self._writes)

    def define(self, ref: str, make: Callable[[], Node]) -> Node:
        """A reference to the definition `ref`, which is made on its first use."""
        if ref in self.defs or ref in self._apart.open:
            self._apart.meet(ref)
            return reference(ref)
        with self._apart.open_definition(ref):
            node = make()
        return self.refer(node, ref)

    def define_alone(self, ref: str, make: Callable[[], Node]) -> Node:
        """A reference to a model, which is built and finalized apart from what uses it, as its class was when it was made."""
        if ref in self._apart.open or ref in self.defs:
            self._apart.meet(ref)
            return reference(ref)
        model = self._apart.find(ref) or self._build_apart(ref, make)
        self._apart.use(model)
        self.defs.update(model.defs)
        return reference(ref)

    def _build_apart(self, ref: str, make: Callable[[], Node]) -> Model:
        outer, self.defs = self.defs, {}
        try:
            with self._apart.work() as work:
                root = self.define(ref, make)
                defs = self.defs
                whole = complete(root, defs, self._apart.whole)
                if whole:
                    defs = {**finalize(root, defs), ref: defs[ref]}
                    settle(defs)
                return self._apart.finish(work, ref, defs, whole)
        finally:
            self.defs = outer

    def say(self, node: Node, only_written: bool = False) -> None:
        """A use of a class is told more than the class itself says.

        pydantic 2.11 to 2.14 hand out one object for all uses of a model that holds itself (`_model_schema`), so that the
        others say it too; here that is only noted. What no class holds is said when it is asked for, to all who ask later.
        """
        target = self.defs.get(node.target) if node.kind == "definition-ref" else None
        if target is None or target.definition is None or (only_written and not self._writes):
            return
        if not is_built_at_once(target.definition):
            return
        owners = [self.definitions.get(one.qualname) for one in self.owners if isinstance(one, Class)]
        name = target.definition.qualname
        if any(one is not None and is_built_at_once(one) for one in owners):
            self.notes.annotated.add(name)
        else:
            self.notes.told |= {(name, key) for key in node.updates or ("",)}

    def deep(self, root: Node) -> None:
        """The schema of a root nests too deep: no other root that holds it need be tried."""
        self._apart.deepest(root.ref or root.target)

    def refer(self, node: Node, ref: str = "") -> Node:
        """Put a node among the definitions and refer to it from here on."""
        node.ref = ref or node.ref
        if not node.ref:
            return node
        self.defs[node.ref] = node
        return reference(node.ref)

    # --- types -------------------------------------------------------------------------------------------------------

    def type(self, type_: Type) -> Node:
        """The validator of a type."""
        self._apart.count()
        match type_:
            case Plain(name):
                return self._plain(name)
            case Generic():
                return self._generic(type_)
            case Union(members):
                return self.union(members)
            case Literal(values):
                if (reason := any_undecided(values)) is not None:
                    self.notes.undecided_type(f"a literal value: {reason}")
                return Node("literal", facts={"expected": _flat_literals(values)})
            case Annotated():
                return self._build_annotated(type_)
            case Class(qualname, args) | Alias(qualname, args):
                return self._build_named(type_, qualname, args)
            case TypeVariable():
                return self._variable(type_)
            case Unresolved(code, reason, text):
                self.notes.add(code or "TC307", reason or f"{text} is not known", "unknown")
                return Node("any")

    def _plain(self, name: str) -> Node:
        if name == "typing.Self" and self.owners:
            return self.type(self.owners[-1])
        if name == "pydantic.BaseModel":
            return self.type(Class(BASE_MODEL.qualname))
        node = containers.bare(name) or scalar(name)
        if node is not None:
            return node
        if name in ABBREVIATIONS:
            return self.type(ABBREVIATIONS[name])
        if name in BARE_ENUMS:
            return build_definition(self, Class(BARE_ENUMS[name].qualname), BARE_ENUMS[name], ())
        if name in TRANSPARENT:
            return Node("any")
        if _is_missing(Plain(name)):
            return Node("missing")
        if name == ELLIPSIS.name and self.version >= (2, 14):  # which has no JSON, so that a union leaves it out
            return Node("ellipsis")
        return self.unknown_class(name)

    def unknown_class(self, name: str) -> Node:
        """A class without a validator: an instance check if the configuration allows it, else an error."""
        if is_unsupported(name):
            self.notes.undecided_type(f"what {name} holds is in no table")
            return Node("any")
        if self.config.get("arbitrary_types_allowed") is True:
            return Node("any" if name in _NO_CLASSES else "is-instance", name=name)
        raise Unsupported(f"Unable to generate pydantic-core schema for {name.rpartition('.')[2]}")

    def _generic(self, type_: Generic) -> Node:
        origin, args = type_.origin, type_.args
        if origin in TRANSPARENT and args:
            return self.type(args[0])
        if (whole := as_annotated(origin, args)) is not None:
            return self.type(whole)
        if self.owners:  # an alias that is asked for itself keeps what stands in quotes as texts
            for one in undefined_names(args[containers.UNBUILT.get(origin, len(args)) :]):
                self.type(one)
        if origin == "pydantic.Secret" and args:
            return Node("json-or-python", inner=self.type(args[0]), name=SECRET)
        return containers.generic(self, type_) or self.unknown_class(origin)

    def union(self, members: tuple[Type, ...]) -> Node:
        """`None` becomes a wrapper around the other members, which is why it is written last.

        Members that are one once names in quotes were read are one member (`typing._eval_type`).
        """
        flat = union([without_forward_marks(member) for member in members])
        parts = flat.members if isinstance(flat, Union) else (flat,)
        nodes = [self.type(part) for part in parts if part != NONE and not _is_missing(part)]
        if not nodes:
            return Node("none")
        node = nodes[0] if len(nodes) == 1 else Node("union", parts=nodes)
        return Node("nullable", inner=node) if NONE in parts else node

    def _build_annotated(self, type_: Annotated) -> Node:
        if isinstance(type_.type, Annotated):  # `typing` flattens nested ones
            return self._build_annotated(Annotated(type_.type.type, (*type_.type.metadata, *type_.metadata)))
        items = expand_metadata(type_.metadata, self.notes)
        node = apply(self, type_.type, items)
        for item in items:
            if isinstance(item, Info):
                node = wrap_default(node, item.default)
        return node

    def _variable(self, var: TypeVariable) -> Node:
        """A type variable without an argument (`_unsubstituted_typevar_schema`); one with a bound is serialized as `Any`."""
        if var.default is not None:
            return self.type(var.default)
        if var.constraints:
            return self.union(var.constraints)
        if var.bound is None:
            return Node("any")
        node = self.type(var.bound)
        node.serialization = Serialization()
        return node

    def _build_named(self, type_: Class | Alias, qualname: str, args: tuple[Type, ...]) -> Node:
        definition = BASE_MODEL if qualname == BASE_MODEL.qualname else self.definitions.get(qualname)
        if definition is None:
            self.notes.add("TC307", f"the definition of {qualname} is not at hand", "unknown")
            return Node("any")
        return build_definition(
            self, type_, definition, own_arguments(definition, complete_arguments(definition, args, self.definitions))
        )


def _is_missing(type_: Type) -> bool:
    """`MISSING` in a union says that the key may be absent; it has no JSON."""
    return isinstance(type_, Plain) and type_.name.rpartition(".")[2] == "MISSING"


def _flat_literals(values: tuple[Constant, ...]) -> list[Constant]:
    """Distinct values in order; `True` and `1` are distinct, as in `typing.get_args`."""
    seen: dict[tuple[type, str], Constant] = {}
    for value in values:
        seen.setdefault((type(value), repr(value)), value)
    return list(seen.values())
