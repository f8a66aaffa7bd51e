"""The view of a dict that `types` has (CPython 3.11 `mappingproxy`)."""

from collections.abc import Mapping


class mappingproxy(Mapping):  # noqa: N801 - the name that Python has for it
    def __init__(self, mapping):
        if not isinstance(mapping, Mapping):
            raise TypeError(f"mappingproxy() argument must be a mapping, not {type(mapping).__name__}")
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __setitem__(self, key, value):
        raise TypeError("'mappingproxy' object does not support item assignment")

    def __delitem__(self, key):
        raise TypeError("'mappingproxy' object does not support item deletion")

    def __iter__(self):
        return iter(self._mapping)

    def __len__(self):
        return len(self._mapping)

    def __contains__(self, key):
        return key in self._mapping

    def __reversed__(self):
        return reversed(self._mapping)

    def get(self, key, default=None):
        return self._mapping.get(key, default)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def copy(self):
        return self._mapping.copy()

    def __eq__(self, other):
        return self._mapping == (other._mapping if isinstance(other, mappingproxy) else other)

    def __or__(self, other):
        return self._mapping | (other._mapping if isinstance(other, mappingproxy) else other)

    def __ror__(self, other):
        return other | self._mapping

    def __ior__(self, other):
        raise TypeError("'|=' is not supported by mappingproxy; use '|' instead")

    def __str__(self):
        return str(self._mapping)

    def __repr__(self):
        return f"mappingproxy({self._mapping!r})"


MappingProxyType = mappingproxy
