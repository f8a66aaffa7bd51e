"""Decorators of `enum` (CPython 3.11)."""


def unique(enumeration):
    for name, member in enumeration.__members__.items():
        if name != member.name:
            raise ValueError
    return enumeration
