"""The methods that the abstract classes of `collections.abc` give to classes below them (CPython 3.11)."""

import collections.abc as abc


class Container(abc.Container): ...


class Iterable(abc.Iterable): ...


class Sized(abc.Sized): ...


class Hashable(abc.Hashable): ...


class Callable(abc.Callable): ...


class Iterator(abc.Iterator):
    def __iter__(self):
        return self


class Collection(abc.Collection): ...


class Reversible(abc.Reversible): ...


class Sequence(abc.Sequence):
    def __iter__(self):
        index = 0
        while True:
            try:
                value = self[index]
            except IndexError:
                return
            yield value
            index += 1

    def __contains__(self, value):
        return any(one is value or one == value for one in self)

    def index(self, value, start=0, stop=None):
        for index in range(start, len(self) if stop is None else stop):
            if self[index] is value or self[index] == value:
                return index
        raise ValueError

    def count(self, value):
        return sum(1 for one in self if one is value or one == value)


class MutableSequence(Sequence, abc.MutableSequence):
    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        while len(self):
            self.pop()

    def reverse(self):
        self[:] = list(self)[::-1]

    def extend(self, values):
        for value in list(values) if values is self else values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set(abc.Set):
    @classmethod
    def _from_iterable(cls, values):
        return cls(values)

    def __le__(self, other):
        return len(self) <= len(other) and all(one in other for one in self)

    def __lt__(self, other):
        return len(self) < len(other) and all(one in other for one in self)

    def __ge__(self, other):
        return len(self) >= len(other) and all(one in self for one in other)

    def __gt__(self, other):
        return len(self) > len(other) and all(one in self for one in other)

    def __eq__(self, other):
        if not isinstance(other, abc.Set):
            return NotImplemented
        return len(self) == len(other) and all(one in other for one in self)

    def __and__(self, other):
        return self._from_iterable([one for one in other if one in self])

    def __or__(self, other):
        return self._from_iterable([*self, *other])

    def __sub__(self, other):
        return self._from_iterable([one for one in self if one not in other])

    def isdisjoint(self, other):
        return not any(one in self for one in other)


class MutableSet(Set, abc.MutableSet):
    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def clear(self):
        for value in list(self):
            self.discard(value)

    def __ior__(self, other):
        for value in other:
            self.add(value)
        return self

    def __isub__(self, other):
        for value in list(other):
            self.discard(value)
        return self


class Mapping(abc.Mapping):
    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return [key for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def values(self):
        return [self[key] for key in self]

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if isinstance(other, (dict, abc.Mapping)) else NotImplemented


_NOTHING = object()


class MutableMapping(Mapping, abc.MutableMapping):
    def pop(self, key, default=_NOTHING):
        try:
            value = self[key]
        except KeyError:
            if default is _NOTHING:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), /, **more):
        if isinstance(other, (dict, abc.Mapping)) or hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in more.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default
