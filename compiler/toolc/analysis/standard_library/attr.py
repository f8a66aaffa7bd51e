"""Classes that attrs makes, by `define`, `frozen` and the older `attr.s` (attrs 26.1). Validators of the library are not
run."""

import attr


class _Nothing:
    pass


NOTHING = _Nothing()


class Factory:
    def __init__(self, factory, takes_self=False):
        self.factory, self.takes_self = factory, takes_self


class _Field:
    def __init__(self, default, factory, converter, init, kw_only, eq, repr, alias, validator=None):
        self._default = default if factory is None else Factory(factory)
        given = validator if isinstance(validator, (list, tuple)) else [validator]
        self.validators = [one for one in given if hasattr(one, "__code__")]
        self.converter, self.init, self.kw_only, self.eq, self.repr, self.alias = converter, init, kw_only, eq, repr, alias

    def default(self, method):
        self._default = Factory(method, takes_self=True)
        return method

    def validator(self, method):
        self.validators.append(method)
        return method

    def validate(self, instance, value):
        for one in self.validators:
            one(instance, self, value)

    def of_class(self, name, kw_only):
        eq = True if self.eq is None else self.eq
        made = _Field(self._default, None, self.converter, self.init, self.kw_only or kw_only, eq, self.repr, self.alias)
        made.name, made.validators = name, self.validators
        made.alias = self.alias or name.lstrip("_")
        return made

    def value(self, instance):
        if not isinstance(self._default, Factory):
            return self._default
        return self._default.factory(instance) if self._default.takes_self else self._default.factory()


def field(
    *, default=NOTHING, validator=None, repr=True, hash=None, init=True, metadata=None, type=None, converter=None, factory=None,
    kw_only=False, eq=None, order=None, on_setattr=None, alias=None,
):  # fmt: skip
    return _Field(default, factory, converter, init, kw_only, eq, repr, alias, validator)


def attrib(
    default=NOTHING, validator=None, repr=True, cmp=None, hash=None, init=True, metadata=None, type=None, converter=None,
    factory=None, kw_only=False, eq=None, order=None, on_setattr=None, alias=None,
):  # fmt: skip
    return _Field(default, factory, converter, init, kw_only, eq, repr, alias, validator)


ib = attrib


def _own(cls, auto_attribs, kw_only):
    written = cls.__dict__
    made = [name for name in written if isinstance(written[name], _Field)]
    annotated = attr._annotated(cls)
    if auto_attribs is None:
        auto_attribs = all(name in annotated for name in made)
    found = []
    for name in annotated if auto_attribs else made:
        value = written[name] if name in written else NOTHING
        one = value if isinstance(value, _Field) else _Field(value, None, None, True, False, None, True, None)
        found.append(one.of_class(name, kw_only))
        if name in written:
            delattr(cls, name)
    return found


def _inherited(cls, own):
    taken = [one.name for one in own]
    found = []
    for base in reversed(cls.__mro__[1:-1]):
        for one in base.__dict__.get(" attrs", ()):
            if one.name not in taken:
                found = [other for other in found if other.name != one.name]
                found.append(one)
    return found


def _initialiser(fields):
    def __init__(self, *args, **kwargs):
        if hasattr(self, "__attrs_pre_init__"):
            self.__attrs_pre_init__()
        given = list(args)
        for one in fields:
            if one.init and given and not one.kw_only:
                value = given.pop(0)
            elif one.init and one.alias in kwargs:
                value = kwargs.pop(one.alias)
            elif one._default is not NOTHING:
                value = one.value(self)
            elif one.init:
                raise TypeError
            else:
                continue
            object.__setattr__(self, one.name, value if one.converter is None else one.converter(value))
        if given or kwargs:
            raise TypeError
        for one in fields:
            if one.init or one._default is not NOTHING:
                one.validate(self, getattr(self, one.name))
        if hasattr(self, "__attrs_post_init__"):
            self.__attrs_post_init__()

    return __init__


def _methods(fields, frozen, order, converts):
    compared = [one.name for one in fields if one.eq]

    def __eq__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in compared)

    def key(instance):
        return tuple([getattr(instance, name) for name in compared])

    def __repr__(self):
        shown = [f"{one.name}={getattr(self, one.name)!r}" for one in fields if one.repr]
        return f"{self.__class__.__qualname__.rpartition('>.')[2]}({', '.join(shown)})"

    def __setattr__(self, name, value):
        if frozen:
            raise AttributeError
        for one in fields:
            if one.name == name and one.converter is not None:
                value = one.converter(value)
            if one.name == name and converts:
                one.validate(self, value)
        object.__setattr__(self, name, value)

    made = {"__init__": _initialiser(fields), "__repr__": __repr__, "__eq__": __eq__}
    if frozen:
        made["__hash__"] = object.__hash__  # there is one; which is not asked
    if frozen or (converts and any(one.converter is not None or one.validators for one in fields)):
        made["__setattr__"] = __setattr__
    if order:
        made["__lt__"] = lambda self, other: key(self) < key(other)
        made["__le__"] = lambda self, other: key(self) <= key(other)
        made["__gt__"] = lambda self, other: key(self) > key(other)
        made["__ge__"] = lambda self, other: key(self) >= key(other)
    return made


def _may_be_made_twice(cls):
    """A class with slots is another object than the one that was decorated, which counts where making it does more."""
    hooks = [base.__init_subclass__ for base in cls.__mro__[1:-1] if "__init_subclass__" in base.__dict__]
    if type(cls) is not type:
        hooks += [type(cls).__new__, type(cls).__init__]
    if hooks:
        attr._run_again(hooks)


def _make_class(cls, options, auto_attribs, slots, detect, converts, order):
    if options.keys() - {"slots", "frozen", "kw_only", "auto_attribs", "order", "eq", "init", "repr", "weakref_slot"}:
        raise NotImplementedError
    slots = options.get("slots", slots)
    if slots:
        _may_be_made_twice(cls)
    own = _own(cls, options.get("auto_attribs", auto_attribs), options.get("kw_only", False))
    fields = [*_inherited(cls, own), *own]
    frozen = options.get("frozen", False) or any(base.__dict__.get(" frozen") for base in cls.__mro__[1:-1])
    made = _methods(fields, frozen, options.get("order", order) and options.get("eq", True), converts)
    left_out = [f"__{name}__" for name in ("init", "repr", "eq") if options.get(name) is False]
    for name in made:
        if name not in left_out and not (detect and name in cls.__dict__):
            setattr(cls, name, made[name])
    setattr(cls, " attrs", own)
    setattr(cls, " fields", fields)
    setattr(cls, " frozen", frozen)
    if "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple([one.name for one in fields if one.init and not one.kw_only])
    if slots:
        cls.__slots__ = (*[one.name for one in own], "__weakref__")
    return cls


def define(maybe_cls=None, **options):
    def decorate(cls):
        return _make_class(cls, options, None, True, True, True, False)

    return decorate if maybe_cls is None else decorate(maybe_cls)


mutable = define


def frozen(maybe_cls=None, **options):
    return define(maybe_cls, frozen=True, **options)


def attrs(maybe_cls=None, **options):
    def decorate(cls):
        return _make_class(cls, options, False, False, False, False, True)

    return decorate if maybe_cls is None else decorate(maybe_cls)


s = attrs


def dataclass(maybe_cls=None, **options):
    return attrs(maybe_cls, auto_attribs=True, **options)


def has(cls):
    return hasattr(cls, " fields")


def evolve(inst, **changes):
    for one in getattr(inst, " fields"):
        if one.init and one.alias not in changes:
            changes[one.alias] = getattr(inst, one.name)
    return inst.__class__(**changes)


def _plain(value):
    if hasattr(value, " fields"):
        return asdict(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(one) for one in value] if isinstance(value, list) else type(value)([_plain(one) for one in value])
    if isinstance(value, dict):
        return {_plain(key): _plain(one) for key, one in value.items()}
    return value


def asdict(inst, recurse=True):
    values = {one.name: getattr(inst, one.name) for one in getattr(inst, " fields")}
    return {name: _plain(value) for name, value in values.items()} if recurse else values


def astuple(inst, recurse=True):
    if recurse:
        raise NotImplementedError
    return tuple([getattr(inst, one.name) for one in getattr(inst, " fields")])
