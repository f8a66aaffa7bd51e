"""Variables of contexts, of `contextvars` (CPython 3.11)."""

_current = {}
_nothing = object()


class Token:
    MISSING = object()

    def __init__(self, var, old_value):
        self.var, self.old_value = var, old_value

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.var.reset(self)


class ContextVar:
    def __init__(self, name, *, default=_nothing):
        self.name, self._default = name, default

    def get(self, default=_nothing):
        if self in _current:
            return _current[self]
        if default is not _nothing:
            return default
        if self._default is not _nothing:
            return self._default
        raise LookupError(self)

    def set(self, value):
        token = Token(self, _current.get(self, Token.MISSING))
        _current[self] = value
        return token

    def reset(self, token):
        if token.old_value is Token.MISSING:
            del _current[self]
        else:
            _current[self] = token.old_value

    def __class_getitem__(cls, of):
        return cls


class Context:
    def __init__(self, held=None):
        self._held = {} if held is None else held

    def run(self, function, *args, **kwargs):
        outside = dict(_current)
        _current.clear()
        _current.update(self._held)
        try:
            return function(*args, **kwargs)
        finally:
            self._held = dict(_current)
            _current.clear()
            _current.update(outside)

    def copy(self):
        return Context(dict(self._held))

    def get(self, var, default=None):
        return self._held.get(var, default)

    def __getitem__(self, var):
        return self._held[var]

    def __contains__(self, var):
        return var in self._held

    def __iter__(self):
        return iter(self._held)

    def __len__(self):
        return len(self._held)


def copy_context():
    return Context(dict(_current))
