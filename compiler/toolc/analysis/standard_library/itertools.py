"""Functions of `itertools` (CPython 3.12)."""

import operator

_NOTHING = object()


def accumulate(iterable, func=operator.add, *, initial=None):
    iterator = iter(iterable)
    total = initial
    if initial is None:
        total = next(iterator, _NOTHING)
        if total is _NOTHING:
            return
    yield total
    for element in iterator:
        total = func(total, element)
        yield total


def cycle(iterable):
    elements = list(iterable)
    while elements:
        for element in elements:
            yield element


def tee(iterable, n=2):
    elements = list(iterable)
    return tuple([iter(elements) for _ in range(n)])


def takewhile(predicate, iterable):
    for element in iterable:
        if not predicate(element):
            return
        yield element


def dropwhile(predicate, iterable):
    dropping = True
    for element in iterable:
        if dropping and predicate(element):
            continue
        dropping = False
        yield element


def filterfalse(predicate, iterable):
    for element in iterable:
        if not (element if predicate is None else predicate(element)):
            yield element


def compress(data, selectors):
    for element, selected in zip(data, selectors):
        if selected:
            yield element


def batched(iterable, n, *, strict=False):
    elements = list(iterable)
    for start in range(0, len(elements), n):
        batch = tuple(elements[start : start + n])
        if strict and len(batch) != n:
            raise ValueError
        yield batch
