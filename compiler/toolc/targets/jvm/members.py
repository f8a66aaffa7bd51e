"""Declarations as Java and Kotlin see them: the shapes behind aliases, and the unions a type is a variant of.

Takes the declarations of a package, gives answers about them. Neither language has a type that is only another's name within
itself, or a union of types that exist already: a variant that is no type of this package gets one that holds it.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from toolc.targets.nominal.recursive_aliases import recursive_aliases
from toolc.targets.nominal.shapes import Alias, Declaration, Named, OneOf, Shape, Variant


class Member(Struct, frozen=True):
    """A variant under the name of its type. `held`: the type has nothing but a value of the variant's shape."""

    name: str
    variant: Variant
    held: bool


class Members:
    """`by_name`: every declaration. `variants`: those of each union; `unions`: those that each type is in."""

    def __init__(self, declarations: Sequence[Declaration], claim: Callable[[str], str]) -> None:
        self.by_name = {one.name: one for one in declarations}
        self._endless = recursive_aliases(declarations)
        self.variants: Mapping[str, Sequence[Member]] = {
            one.name: [self._member(one, variant, claim) for variant in one.variants]
            for one in declarations
            if isinstance(one, OneOf)
        }
        self.unions: dict[str, list[str]] = {}
        for union, members in self.variants.items():
            for member in members:
                self.unions.setdefault(member.name, []).append(union)

    def _member(self, union: OneOf, variant: Variant, claim: Callable[[str], str]) -> Member:
        shape = variant.shape
        own = isinstance(shape, Named) and not isinstance(self.by_name[shape.name], OneOf) and self.is_type(shape.name)
        name = shape.name if own and isinstance(shape, Named) else claim(union.name + variant.label)
        return Member(name, variant, not own)

    def is_type(self, name: str) -> bool:
        """Return `True` if a declaration is a type; an alias is one only if it is recursive."""
        return not isinstance(self.by_name[name], Alias) or name in self._endless

    def behind(self, shape: Shape) -> Shape:
        """Return the shape behind aliases, up to one that is a type. An undeclared name is a type of the support code."""
        while isinstance(shape, Named):
            declaration = self.by_name.get(shape.name)
            if not isinstance(declaration, Alias) or self.is_type(shape.name):
                break
            shape = declaration.shape
        return shape
