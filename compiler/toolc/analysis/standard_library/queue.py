"""Queues of `queue` (CPython 3.11) as one thread uses them."""

import heapq
import queue


class Empty(Exception): ...


class Full(Exception): ...


class Waiting(BaseException):
    """No exception of Python: it ends a thread where that waits for what others put."""


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = []
        self._awaited = False

    def put(self, item, block=True, timeout=None):
        if 0 < self.maxsize <= len(self.queue):
            raise Full
        if self._awaited:
            queue._taken(item)  # by the thread that waits
        self._put(item)

    def put_nowait(self, item):
        self.put(item)

    def get(self, block=True, timeout=None):
        if not self.queue:
            if not block or timeout is not None:
                raise Empty
            self._awaited = True
            raise Waiting
        return self._get()

    def get_nowait(self):
        return self.get(False)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.pop(0)

    def empty(self):
        return not self.queue

    def full(self):
        return 0 < self.maxsize <= len(self.queue)

    def qsize(self):
        return len(self.queue)

    def task_done(self):
        return None

    def join(self):
        return None


class SimpleQueue(Queue): ...


class LifoQueue(Queue):
    def _get(self):
        return self.queue.pop()


class PriorityQueue(Queue):
    def _put(self, item):
        heapq.heappush(self.queue, item)

    def _get(self):
        return heapq.heappop(self.queue)
