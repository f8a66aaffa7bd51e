"""`asyncio` of CPython 3.11 as a program sees it that waits for what it starts: a task is done when it is made."""

import asyncio as real
from contextvars import copy_context

CancelledError = real.CancelledError


class Task:
    def __init__(self, value, name=None):
        self._value, self._name = value, name

    def get_name(self):
        return real.current_task().get_name() if self._name is None else str(self._name)

    def set_name(self, value):
        self._name = value

    def result(self):
        return self._value

    def done(self):
        return True

    def cancelled(self):
        return False

    def exception(self):
        return None

    def cancel(self, msg=None):
        return False

    def add_done_callback(self, callback, *, context=None):
        callback(self)


def create_task(coro, *, name=None, context=None):
    return Task((copy_context() if context is None else context).run(real.run, coro), name)


def ensure_future(coro, *, loop=None):
    return coro if isinstance(coro, Task) else create_task(coro)


async def _value(awaitable):
    return await awaitable


def shield(awaitable):
    return ensure_future(awaitable)


async def sleep(delay, result=None):
    return result


async def wait(fs, *, timeout=None, return_when=None):
    return {ensure_future(one) for one in fs}, set()


class Future(Task):
    def __init__(self, *, loop=None):
        super().__init__(None)

    def set_result(self, result):
        self._value = result


async def wait_for(awaitable, timeout=None):
    return await awaitable


def gather(*awaitables, return_exceptions=False):
    found = []
    for one in awaitables:
        try:
            found.append(create_task(_value(one)).result())
        except Exception as error:
            if not return_exceptions:
                raise
            found.append(error)
    return Task(found)


def as_completed(awaitables, *, timeout=None):
    for one in awaitables:
        yield ensure_future(_value(one))


async def to_thread(func, /, *args, **kwargs):
    return func(*args, **kwargs)


class TaskGroup:
    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        if error is not None:
            raise ExceptionGroup("unhandled errors in a TaskGroup", [error])
        return False

    def create_task(self, coro, *, name=None, context=None):
        return create_task(coro, name=name, context=context)


class Queue:
    def __init__(self, maxsize=0):
        self._items = []

    async def put(self, item):
        self._items.append(item)

    def put_nowait(self, item):
        self._items.append(item)

    async def get(self):
        return self._items.pop(0)

    def get_nowait(self):
        return self._items.pop(0)

    def empty(self):
        return not self._items

    def qsize(self):
        return len(self._items)

    def task_done(self):
        return None

    async def join(self):
        return None


class Loop:
    def run_until_complete(self, future):
        return real.run(_value(future))

    def create_task(self, coro, *, name=None, context=None):
        return create_task(coro, name=name, context=context)

    def create_future(self):
        return Future()

    def is_running(self):
        return False

    def is_closed(self):
        return False

    def close(self):
        return None

    def stop(self):
        return None

    def __getattr__(self, name):
        return getattr(real.AbstractEventLoop, name)


_LOOP = Loop()


def get_event_loop():
    return _LOOP


def get_running_loop():
    return _LOOP


def new_event_loop():
    return Loop()


def set_event_loop(loop):
    return None


class Runner:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def run(self, coro, *, context=None):
        return real.run(coro)
