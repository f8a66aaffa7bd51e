"""Containers of `collections` that are classes over other containers (CPython 3.11)."""

import sys
from collections import deque
from collections.abc import MutableMapping, MutableSequence


class ChainMap(MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def _merged(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(dict.fromkeys(mapping))
        return merged

    def __iter__(self):
        return iter(self._merged())

    def __len__(self):
        return len(self._merged())

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    def new_child(self, m=None, **more):
        first = {} if m is None else m
        first.update(more)
        return self.__class__(first, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        del self.maps[0][key]

    def pop(self, key, *default):
        return self.maps[0].pop(key, *default)

    def clear(self):
        self.maps[0].clear()


class UserDict(MutableMapping):
    def __init__(self, dict=None, /, **more):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if more:
            self.update(more)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, "__missing__"):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def get(self, key, default=None):
        if key not in self and hasattr(self.__class__, "__missing__"):
            raise NotImplementedError  # what it gives depends on the version of Python
        return self[key] if key in self else default

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        return self.__class__({**self.data, **other})

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def copy(self):
        return self.__class__(self.data)


class UserList(MutableSequence):
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(initlist)

    def __repr__(self):
        return repr(self.data)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index]) if isinstance(index, slice) else self.data[index]

    def __setitem__(self, index, value):
        self.data[index] = value

    def __delitem__(self, index):
        del self.data[index]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, value):
        return value in self.data

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserList) else other)

    def __add__(self, other):
        return self.__class__(self.data + list(other))

    def __iadd__(self, other):
        self.data += other
        return self

    def append(self, value):
        self.data.append(value)

    def insert(self, index, value):
        self.data.insert(index, value)

    def pop(self, index=-1):
        return self.data.pop(index)

    def remove(self, value):
        self.data.remove(value)

    def extend(self, values):
        self.data.extend(values)

    def sort(self, /, *args, **options):
        self.data.sort(*args, **options)

    def copy(self):
        return self.__class__(self)


class Counter(dict):
    def __init__(self, iterable=None, /, **more):
        super().__init__()
        self.update(iterable, **more)

    def __missing__(self, key):
        return 0

    def __repr__(self):
        shown = repr(dict(self.most_common())) if self else ""
        return f"{self.__class__.__name__}({shown})"

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        ordered = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return ordered if n is None else ordered[: max(n, 0)]

    def elements(self):
        for element, count in self.items():
            for _ in range(count):
                yield element

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError

    def update(self, iterable=None, /, **more):
        self._count(iterable, 1)
        self._count(more, 1)

    def subtract(self, iterable=None, /, **more):
        self._count(iterable, -1)
        self._count(more, -1)

    def _count(self, counted, sign):
        if counted is None:
            return
        pairs = counted.items() if hasattr(counted, "items") else ((one, 1) for one in counted)
        for element, count in pairs:
            self[element] = self.get(element, 0) + sign * count

    def copy(self):
        return self.__class__(self)

    def __delitem__(self, element):
        if element in self:
            super().__delitem__(element)

    def _beside(self, other):
        """The elements of either counter, each with its count in both."""
        either = [*self, *(element for element in other if element not in self)]
        return [(element, self[element], other[element]) for element in either]

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(own == its for _, own, its in self._beside(other))

    def __ne__(self, other):
        return not self == other

    def __le__(self, other):
        return all(own <= its for _, own, its in self._beside(other))

    def __lt__(self, other):
        return self <= other and self != other

    def __ge__(self, other):
        return all(own >= its for _, own, its in self._beside(other))

    def __gt__(self, other):
        return self >= other and self != other

    def __add__(self, other):
        return _positive((element, own + its) for element, own, its in self._beside(other))

    def __sub__(self, other):
        return _positive((element, own - its) for element, own, its in self._beside(other))

    def __or__(self, other):
        return _positive((element, max(own, its)) for element, own, its in self._beside(other))

    def __and__(self, other):
        return _positive((element, min(own, its)) for element, own, its in self._beside(other))

    def __pos__(self):
        return _positive(self.items())

    def __neg__(self):
        return _positive((element, -count) for element, count in self.items())

    def __iadd__(self, other):
        return self._become(self + other)

    def __isub__(self, other):
        return self._become(self - other)

    def __ior__(self, other):
        return self._become(self | other)

    def __iand__(self, other):
        return self._become(self & other)

    def _become(self, counts):
        self.clear()
        self._count(counts, 1)
        return self


def _positive(pairs):
    """A counter of the elements whose count is above zero."""
    return Counter({element: count for element, count in pairs if count > 0})


class OrderedDict(dict):
    def __init__(self, iterable=(), /, **more):
        super().__init__()
        self.update(iterable, **more)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        return cls((key, value) for key in iterable)

    def copy(self):
        return self.__class__(self)

    def __repr__(self):
        if not self:
            return f"{self.__class__.__name__}()"
        shown = dict(self) if sys.version_info >= (3, 12) else list(self.items())
        return f"{self.__class__.__name__}({shown!r})"

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict(self) == other

    def __ne__(self, other):
        return not self == other

    def __or__(self, other):
        return self.__class__(dict(self) | dict(other))

    def __ior__(self, other):
        self.update(other)
        return self


class BoundedDeque(deque):
    """`deque(…, maxlen=n)`: what is added at one end pushes out what is at the other."""

    def __init__(self, iterable=(), maxlen=None):
        super().__init__()
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, x):
        super().append(x)
        if len(self) > self.maxlen:
            self.popleft()

    def appendleft(self, x):
        super().appendleft(x)
        if len(self) > self.maxlen:
            self.pop()

    def extend(self, iterable):
        for one in iterable:
            self.append(one)

    def extendleft(self, iterable):
        for one in iterable:
            self.appendleft(one)

    def insert(self, i, x):
        if len(self) == self.maxlen:
            raise IndexError("deque already at its maximum size")
        super().insert(i, x)

    def __iadd__(self, iterable):
        self.extend(iterable)
        return self

    def __add__(self, other):
        return BoundedDeque([*self, *other], self.maxlen)

    def __mul__(self, times):
        return BoundedDeque([*self] * times, self.maxlen)

    def copy(self):
        return BoundedDeque(self, self.maxlen)
