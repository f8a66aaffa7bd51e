"""Functions of `functools` that only compare or choose (CPython 3.11)."""


def total_ordering(cls):
    if "__lt__" in cls.__dict__:
        if "__gt__" not in cls.__dict__:
            cls.__gt__ = lambda self, other: not (self < other or self == other)
        if "__le__" not in cls.__dict__:
            cls.__le__ = lambda self, other: self < other or self == other
        if "__ge__" not in cls.__dict__:
            cls.__ge__ = lambda self, other: not self < other
    elif "__gt__" in cls.__dict__:
        cls.__lt__ = lambda self, other: not (self > other or self == other)
        if "__ge__" not in cls.__dict__:
            cls.__ge__ = lambda self, other: self > other or self == other
        if "__le__" not in cls.__dict__:
            cls.__le__ = lambda self, other: not self > other
    elif "__le__" in cls.__dict__:
        cls.__gt__ = lambda self, other: not self <= other
        cls.__lt__ = lambda self, other: self <= other and not self == other
        if "__ge__" not in cls.__dict__:
            cls.__ge__ = lambda self, other: not self <= other or self == other
    elif "__ge__" in cls.__dict__:
        cls.__lt__ = lambda self, other: not self >= other
        cls.__gt__ = lambda self, other: self >= other and not self == other
        cls.__le__ = lambda self, other: not self >= other or self == other
    else:
        raise ValueError
    return cls


def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

    return K
