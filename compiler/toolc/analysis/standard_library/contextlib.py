"""`contextlib.AsyncExitStack` of CPython 3.11, over the stack that is not asynchronous, what redirects streams,
and context managers as decorators."""

import asyncio
import sys
from contextlib import ExitStack
from functools import wraps


def decorated(again, function):
    """The function that a context manager gives as a decorator."""

    @wraps(function)
    def inner(*args, **kwds):
        with again():
            return function(*args, **kwds)

    return inner


class ContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        return decorated(self._recreate_cm, func)


class AsyncExitStack:
    def __init__(self):
        self._stack = ExitStack()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        self._stack.close()
        return False

    async def aclose(self):
        self._stack.close()

    async def enter_async_context(self, cm):
        return self._stack.enter_context(cm)

    def enter_context(self, cm):
        return self._stack.enter_context(cm)

    def callback(self, callback, /, *args, **kwargs):
        return self._stack.callback(callback, *args, **kwargs)

    def push_async_callback(self, callback, /, *args, **kwargs):
        self._stack.callback(lambda: asyncio.run(callback(*args, **kwargs)))
        return callback


class _Redirection:
    _stream = ""

    def __init__(self, new_target):
        self._target, self._replaced = new_target, []

    def __enter__(self):
        self._replaced.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._target)
        return self._target

    def __exit__(self, *error):
        setattr(sys, self._stream, self._replaced.pop())


class redirect_stdout(_Redirection):
    _stream = "stdout"


class redirect_stderr(_Redirection):
    _stream = "stderr"
