"""The fields of a model, as it collects them from its bases and its own body (pydantic 2.14 `collect_model_fields`).

Takes a class definition, gives its fields by name. A field of a base is copied as that base made it, with the names and titles
that the base's configuration gave it; only what the class annotates itself, or finds a value for, is made anew.
"""

from collections.abc import Callable

from msgspec import Struct, structs

from toolc.lower.annotations.places import Frames, class_site
from toolc.lower.annotations.resolve import Annotations
from toolc.lower.classes.annotation_completeness import annotation, is_rebuilt, readable
from toolc.lower.classes.config import Configs
from toolc.lower.classes.defaults import found_default
from toolc.lower.classes.generic_bases import GenericBases, Variables
from toolc.lower.lineage import is_model, lineage
from toolc.module import AnnAssign, Name
from toolc.program import DefinitionValue, Program, ProgramPoint
from toolc.signature import NO_DEFAULT, Annotated, Field, Generators, Type, Unresolved
from toolc.types.operations import has_unresolved

DOCSTRINGS = "use_attribute_docstrings"
Own = Callable[[DefinitionValue], list[tuple[Field, bool]]]


class _Collected(Struct, frozen=True):
    """A field and the class that made it; `generators` are those of every class that handed it on, that class first."""

    field: Field
    home: DefinitionValue
    generators: tuple[Generators, ...] = ()


_Place = tuple[str, int, Frames]
_Hints = dict[str, Field | None]


class _Model(Struct, frozen=True):
    """Fields of one model, every annotation as the nearest class has it (None where that is not a field), and the names under
    which it may find a value that does not belong to a field.
    """

    fields: dict[str, _Collected]
    hints: _Hints
    loose: frozenset[str]


class ModelFields:
    """The fields of the models of one program; `own` gives those that one class declares."""

    def __init__(self, annotations: Annotations, bases: GenericBases, configs: Configs, own: Own) -> None:
        self._annotations = annotations
        self._program = annotations.program
        self._bases = bases
        self._configs = configs
        self._own = own
        self._kept: dict[_Place, tuple[_Model, set[str]]] = {}
        self._open: dict[tuple[_Place, str], bool] = {}

    def of(self, definition: DefinitionValue) -> dict[str, Field]:
        """The fields of a model, the most distant first: one that is declared again keeps its first place."""
        if _place(definition) not in self._kept:
            for cls in reversed(lineage(definition, self._program)):  # so that bases are there before what inherits from them
                if cls is definition or is_model(cls, self._program):
                    self._once(cls)
        return {name: self._field(one) for name, one in self._once(definition).fields.items()}

    def inherited_generators(self, home: DefinitionValue, definition: DefinitionValue) -> tuple[Generators, ...]:
        """The generators that have gone over what a class declares by way of a decorator, before those of the class that has it
        in the end: the nearest class that has it hands it on (`DecoratorInfos.build`)."""
        found: tuple[Generators, ...] = ()
        cls = definition
        while _place(cls) != _place(home):
            above = lineage(cls, self._program)[1:]
            cls = next((one for one in above if _descends(one, home, self._program)), home)
            if is_model(cls, self._program):
                found = (self._generators(cls), *found)
        return found

    def _field(self, one: _Collected) -> Field:
        """With the generators that went before those of the class itself."""
        before = one.generators[:-1]
        if before and not readable(one.field.name, one.home, self._program):
            before = tuple(structs.replace(generators, sure=False) for generators in before)
        return structs.replace(one.field, generators=before) if before else one.field

    def _once(self, cls: DefinitionValue) -> _Model:
        place = _place(cls)
        if place not in self._kept:
            with self._annotations.orders.apart() as touched:
                self._kept[place] = self._collect(cls), touched
        model, touched = self._kept[place]
        self._annotations.orders.touch(touched)
        return model

    def _collect(self, cls: DefinitionValue) -> _Model:
        hints, loose = self._hints(cls)
        above, added = self._above(cls), self._generators(cls)
        own = {field.name: field for field, _ in self._own(cls)}
        found: dict[str, _Collected] = {}
        for name, field in hints.items():
            if field is None:
                continue
            valued = name in loose and name not in own
            default = found_default(name, cls, self._program) if valued else NO_DEFAULT
            if name in own:
                one = _Collected(self._drop_docstring(field, cls), cls)
            elif default != NO_DEFAULT:
                one = _Collected(structs.replace(field, type=self._hint(field, cls), default=default, doc=None), cls)
            else:
                one = above.get(name) or _Collected(structs.replace(field, doc=None), cls)
                one = self._read_here(one, cls) if has_unresolved(one.field.type) or self._left_open(one, cls) else one
            found[name] = _after(one, added)
        return _Model(found, hints, loose)

    def _hint(self, field: Field, cls: DefinitionValue) -> Type:
        """The type under which a class finds a value for a field of a base: of what a model annotates, metadata is left off
        (2.14 `get_model_type_hints`)."""
        owner = next((one for one in lineage(cls, self._program) if annotation(field.name, one, self._program)), cls)
        bare = field.type
        while isinstance(bare, Annotated) and is_model(owner, self._program):
            bare = bare.type
        return bare

    def _read_here(self, one: _Collected, cls: DefinitionValue) -> _Collected:
        """Resolve a field's annotation that could not be evaluated before: names in quotes are read in the module of the class,
        and where it is rebuilt (`rebuild_model_fields`).
        """
        written = annotation(one.field.name, one.home, self._program)
        if written is None:
            return one
        reader = ProgramPoint(cls.module, (*cls.scope.within, cls))
        quoted = self._program.has_postponed_annotations(one.home.module)
        type_ = self._annotations.resolve(written[0], reader if quoted else written[1], reader)
        if has_unresolved(type_):
            return (
                one
                if has_unresolved(one.field.type)
                else structs.replace(one, field=structs.replace(one.field, type=_open(one, cls)))
            )
        variables = self._bases.mappings(cls).get(one.home.full_name, {})
        return structs.replace(one, field=structs.replace(one.field, type=self._bases.replace_variables(type_, variables)))

    def _left_open(self, one: _Collected, cls: DefinitionValue) -> bool:
        """Return `True` if a field from another module is evaluated where this class is created, as a name was undefined in its
        own.
        """
        if one.home.module == cls.module:
            return False
        key = _place(one.home), one.field.name
        if key not in self._open:  # once, however many classes inherit the field
            asked = one.field.name, one.home, self._program
            self._open[key] = not (readable(*asked) or is_rebuilt(*asked))
        return self._open[key]

    def _above(self, cls: DefinitionValue) -> dict[str, _Collected]:
        """Return the fields of the bases; of two, the first wins. `Base[int]` creates the fields of `Base` again
        (`_recreate_field_info`).
        """
        above: dict[str, _Collected] = {}
        for base, mapping in reversed(self._bases.of(cls)):
            fields = self._once(base).fields if _place(base) in self._kept else {}
            if mapping:
                added = self._generators(base)
                fields = {name: self._parametrise(one, mapping, added) for name, one in fields.items()}
            above.update(fields)
        return above

    def _parametrise(self, one: _Collected, mapping: Variables, added: Generators) -> _Collected:
        field = structs.replace(one.field, type=self._bases.replace_variables(one.field.type, mapping))
        return _Collected(field, one.home, (added,))

    def _generators(self, cls: DefinitionValue) -> Generators:
        config = self._configs.of_model(cls)
        return Generators(config.get("alias_generator"), config.get("field_title_generator"))

    def _hints(self, cls: DefinitionValue) -> tuple[_Hints, frozenset[str]]:
        """The annotations of a class and its bases, and the names that may have another value there."""
        above = [base for base in self._bases.named_bases(cls) if isinstance(base, DefinitionValue)]
        if len(above) == 1 and _place(above[0]) in self._kept:
            model = self._once(above[0])
            hints, loose, rest = dict(model.hints), model.loose, [cls]
        else:
            hints, loose, rest = {}, frozenset(), lineage(cls, self._program)
        for base in reversed(rest):
            fields = {field.name: field for field, _ in self._own(base)}
            for _, statement, _ in self._program.statements(base):
                if isinstance(statement, AnnAssign) and isinstance(statement.target, Name):
                    hints[statement.target.id] = fields.get(statement.target.id)
            taken = fields.keys() if is_model(base, self._program) else frozenset()
            loose |= self._program.class_attribute_names(base) - taken
        return hints, loose

    def _drop_docstring(self, field: Field, cls: DefinitionValue) -> Field:
        """Drop a field's attribute docstring unless the class's configuration uses those of its body; models pass fields on
        unchanged (pydantic 2.14 `_update_fields_from_docstrings`).
        """
        asked = field.doc is None or self._configs.of_model(cls).get(DOCSTRINGS) is True
        return field if asked else structs.replace(field, doc=None)


def _after(one: _Collected, added: Generators) -> _Collected:
    """A field once the configuration of a class has gone over it (`update_field_from_config`)."""
    if one.generators[-1:] == (added,):
        return one
    return structs.replace(one, generators=(*one.generators, added))


def _open(one: _Collected, cls: DefinitionValue) -> Unresolved:
    """Return the unresolved type of a field of a class that is undefined until `model_rebuild` or an instance completes it."""
    reason = (
        f"`{one.home.stmt.name}.{one.field.name}` has names that could not be read yet, and `{cls.module}` has not got them"
    )
    return Unresolved("TC316", reason)


def _descends(cls: DefinitionValue, ancestor: DefinitionValue, program: Program) -> bool:
    return any(_place(one) == _place(ancestor) for one in lineage(cls, program))


def _place(cls: DefinitionValue) -> _Place:
    return (cls.full_name, *class_site(cls))
