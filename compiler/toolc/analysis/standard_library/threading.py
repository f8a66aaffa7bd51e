"""Threads of `threading` (CPython 3.11): what one is given to do is done where it starts.

Threads that run side by side may end in another order, which nobody sees of tools but where two of them write one name.
"""

from contextvars import Context
from queue import Waiting


class Thread:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        self._target, self._args, self._kwargs = target, args, {} if kwargs is None else kwargs
        self.name, self.daemon = name, daemon

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        outside = [(one, dict(vars(one))) for one in _locals]
        for one, _ in outside:
            vars(one).clear()
        try:
            Context().run(self.run)
        except (Waiting, SystemExit):
            return  # it ends the thread alone
        finally:
            for one, held in outside:
                vars(one).clear()
                vars(one).update(held)

    def join(self, timeout=None):
        return None

    def is_alive(self):
        return False


_locals = []


class local:
    """Attributes that each thread has for itself: a thread begins without those of the others."""

    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls)
        _locals.append(made)
        return made
