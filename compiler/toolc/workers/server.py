"""The worker: a process that reads what it is sent, behind limits and walls, until its input ends.

Takes the mode of the sandbox, talks over standard input and output. Everything it needs is loaded before the walls go up.
"""

import contextlib
import os
import signal
import sys
from pathlib import Path
from time import process_time
from typing import Any

from msgspec import msgpack, structs

from toolc import read
from toolc.module import DeferredNode, Lambda, Module
from toolc.source import SourceFile
from toolc.workers.messages import CPU_SECONDS, Answer, Ask, Hello, receive, send

MEMORY = 540 << 20  # bytes of address space beyond those of an interpreter with LibCST
STACK = 64 << 20
_FRAMES = 4000
_WARM = """
import a
from b import c as d
@e(1, f=[g])
class A(B, k=1):
 'x'
 y: 'int' = lambda z=f'{q!r:>{w}}': (yield)
 def m(self, *a, b=b'', **k) -> None:
  return [i async for i in j if k]
try: pass
except* A as b: pass
for a in b[1:2]: del a
with a as b: x += 0x10 ** 1j
match a:
 case [1, {'a': b}]: pass
x = 'é\\ud800' 'b' if not a < b else {**c}
"""


def main(sandbox: str) -> None:
    """Answer questions until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business, who then shuts the pipe
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    sys.setrecursionlimit(_FRAMES)
    from toolc.workers.sandbox import shut  # needs ctypes, which only a worker does

    _warm()
    _limit()
    send(told, Hello() if sandbox == "off" else shut())
    files: dict[int, SourceFile] = {}
    spent = process_time()
    while (data := receive(asked)) is not None:
        ask = msgpack.decode(data, type=Ask)
        if ask.forget:
            files.clear()
        if ask.text is not None:
            files[ask.file] = SourceFile(*structs.astuple(ask.text))
        _more_time()
        answer = _answer(ask, files.get(ask.file, SourceFile("", "", "")))
        before, spent = spent, process_time()
        send(told, structs.replace(answer, spent=spent - before))


def _answer(ask: Ask, source: SourceFile) -> Answer:
    match ask.what:
        case "read":
            module, diagnostics = read.read(source)
            return Answer(module=module, diagnostics=diagnostics)
        case "define" if ask.node is not None:
            return Answer(statement=read.define(source, Module(None, ()), ask.node))
        case "code":
            return Answer(code=read.code(source))
        case "expand" if ask.expr is not None:
            found = read.expand(source, ask.expr)
            return Answer(function=found) if isinstance(found, Lambda) else Answer(slice=found)
        case _:
            return Answer(expression=read.expression(ask.quoted))


def _warm() -> None:
    """Reads something of everything, so that nothing is left to be loaded."""
    for text in (_WARM, f"type X[T] = list[T]\n{_WARM}", "x = = 1\n", "x = (\n", "x = '\\N{DIGIT ONE}\\N{none}'\n"):
        source = SourceFile("warm.py", "warm", text)
        module, _ = read.read(source)
        read.code(source)
        todo: list[Any] = list(module.outline) if module else []
        while module and todo:
            node = todo.pop()
            read.define(source, module, node)
            todo += [inner for block in node.blocks for inner in block.nodes]
    text = "lambda a=1: [b for b in a[1:2]]"
    read.expand(SourceFile("warm.py", "warm", text), DeferredNode(0, len(text), "lambda"))
    read.expression("list['é'] | None")
    msgpack.decode(msgpack.encode(Ask("expression")), type=Ask)


def _limit() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # Unix alone has it

        for kind, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_NOFILE, 16),
            (resource.RLIMIT_AS, _taken_bytes() + MEMORY),
        ):
            resource.setrlimit(kind, (most, most))
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (STACK if hard < 0 else min(STACK, hard), hard))


def _taken_bytes() -> int:
    """The address space of this process so far, in bytes; something like it where nothing tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 160 << 20


def _more_time() -> None:
    """So much CPU time from now on."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + CPU_SECONDS, resource.RLIM_INFINITY))
