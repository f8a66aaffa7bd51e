"""Between the passes: definitions with a single reference are inlined, others stay definitions.

Takes the root of a class or type and the definitions it was built with, changes the nodes in place and gives the definitions
that stay, in pydantic's order (`finalize_schema`, 2.14). It matters because a definition that stays is written before all
else, outside the configuration of the classes that use it.
"""

from collections.abc import Mapping, Set

from toolc.schema.pydantic.node import Node, children


def finalize(root: Node, defs: Mapping[str, Node]) -> dict[str, Node]:
    """Inline what is referred to once; the rest stays."""
    single = _references(root, defs)
    kept = {ref for ref, node in single.items() if node is None or _has_keywords(node)}
    result: dict[str, Node] = {}
    ends: dict[str, Node] = {}
    for ref, node in single.items():
        definition = _resolve(ref, defs, kept, ends)
        if ref in kept or node is None:
            result[ref] = definition
        else:
            _become(node, definition)
    return result


def complete(root: Node, defs: Mapping[str, Node], known: Set[str]) -> bool:
    """Return `True` if everything `root` refers to is built; in a cycle of models the outermost one is finalized alone.

    `known` are references that are known to be complete.
    """
    seen = set(known)
    pending = [root]
    while pending:
        node = pending.pop()
        pending.extend(_children(node))
        if node.kind == "definition-ref" and node.target not in seen:
            seen.add(node.target)
            if node.target not in defs:
                return False
            pending.append(defs[node.target])
    return True


def are_entangled(defs: Mapping[str, Node]) -> bool:
    """Return `True` if two models refer to each other; the one completed first decides which stays a definition."""
    models = {node.ref: node for root in defs.values() for node in _inner(root, defs) if node.kind == "model"}
    after = {ref: {one.ref for one in _inner(node, defs)} - {ref} for ref, node in models.items()}
    return any(ref in after.get(other, ()) for ref in after for other in after[ref])


def is_in_cycle(node: Node, defs: Mapping[str, Node]) -> bool:
    """Return `True` if a model is in a cycle with another model."""
    every = {**defs, node.ref: node}
    others = [one for one in _inner(node, every) if one.kind == "model" and one.ref != node.ref]
    return any(inner.ref == node.ref for one in others for inner in _inner(one, every))


def _inner(root: Node, defs: Mapping[str, Node]) -> list[Node]:
    """Every definition that a node leads to, those that stand in place too."""
    found: dict[str, Node] = {}
    pending = children(root)
    while pending:
        node = pending.pop()
        node = defs.get(node.target, node)
        if node.ref in found:
            continue
        if node.ref:
            found[node.ref] = node
        pending.extend(children(node))
    return list(found.values())


def _references(root: Node, defs: Mapping[str, Node]) -> dict[str, Node | None]:
    """Every definition in the order of its first reference, with that reference if it is the only one."""
    found: dict[str, Node | None] = {}
    pending = [root]
    while pending:
        node = pending.pop()
        after = _children(node)
        if node.kind == "definition-ref" and node.target in defs:
            if node.target in found:
                found[node.target] = None
            else:
                found[node.target] = node
                after.append(defs[node.target])
        pending.extend(reversed(after))
    return found


def settle(defs: Mapping[str, Node]) -> None:
    """Remember the references inside each definition: once a model is finalized, what uses it changes nothing in it."""
    for definition in defs.values():
        if definition.settled is None:
            definition.settled = _inside(definition)


def _inside(root: Node) -> list[Node]:
    """The references inside a node, in order; what such a reference holds itself is not looked into."""
    found: list[Node] = []
    pending = [root]
    while pending:
        node = pending.pop()
        if node.kind == "definition-ref" and node is not root:
            found.append(node)
        else:
            pending.extend(reversed(_children(node)))
    return found


def _children(node: Node) -> list[Node]:
    return children(node) if node.settled is None else node.settled.copy()


def _has_keywords(node: Node) -> bool:
    """A reference with keywords of its own cannot be replaced by what it refers to."""
    return bool(node.updates or node.extra or node.hooks or node.tag or node.serialization or node.change)


def _resolve(ref: str, defs: Mapping[str, Node], kept: set[str], ends: dict[str, Node]) -> Node:
    """The definition of `ref`, through aliases of definitions that do not stay. `ends`: where the ones walked before lead."""
    node = defs[ref]
    seen = {ref}
    while node.kind == "definition-ref" and not _has_keywords(node) and node.target in defs:
        if node.target in seen or node.target in kept:
            break
        if node.target in ends:
            node = ends[node.target]
            break
        seen.add(node.target)
        node = defs[node.target]
    if node.target not in seen:  # a circle of aliases ends somewhere else for each of them
        ends.update(dict.fromkeys(seen, node))
    if node.ref == ref:
        return node
    named = node.copy()
    named.ref = ref
    return named


def _become(node: Node, other: Node) -> None:
    """Turn one node into another, in place."""
    for name in node.__struct_fields__:
        setattr(node, name, getattr(other, name))
