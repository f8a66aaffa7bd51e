"""The parent's end of a worker: questions in, values of `toolc.module` out, whatever becomes of the worker.

Takes `auto`, `require` or `off` for the sandbox, gives a `toolc.interfaces.Reader`. A file whose reading kills a worker is
tried once more, alone in a new one; if that dies too, the file is lost with a diagnostic, and no other file is.
"""

import select
import sys
from typing import Any

from msgspec import DecodeError, msgpack

from toolc.code import Suite
from toolc.cpu_budget import charge, uninterruptible
from toolc.diagnostics import Diagnostic
from toolc.interfaces import Unavailable
from toolc.module import DeferredNode, ExpandedNode, Expr, Module, OutlineNode, Stmt
from toolc.read.gaps import unread_statement
from toolc.source import SourceFile, Span
from toolc.workers.child import Child
from toolc.workers.messages import CPU_SECONDS, Answer, Ask, Hello, Text, answer_of, receive, send

WALL_SECONDS = 30.0
HELD = 32 << 20  # characters of sources that one worker knows
_SMALLER = "exclude the file, or read it without `--untrusted` if you trust it"


class _Died(Exception):
    """The worker is no more."""


class Guarded:
    """Reads through one worker. `diagnostics` says which files were lost; `ready` what stands around the worker."""

    def __init__(self, sandbox: str = "auto") -> None:
        self._sandbox = sandbox
        self._child: Child | None = None
        self._hello: Hello | None = None
        self._numbers: dict[str, int] = {}
        self._held: dict[int, int] = {}  # what the worker knows, with its length
        self._lost: set[str] = set()
        self.diagnostics: list[Diagnostic] = []
        self._start()

    # --- toolc.interfaces.Reader -------------------------------------------------------------------------------------------

    def read(self, source: SourceFile, executed: bool = False) -> tuple[Module | None, tuple[Diagnostic, ...]]:
        answer = self._ask("read", source)
        return (None, ()) if answer is None else (answer.module, answer.diagnostics)

    def define(self, source: SourceFile, module: Module, node: OutlineNode) -> Stmt:
        found = module.definitions.get(node.at)
        if found is None:
            answer = self._ask("define", source, node=node)
            found = answer.statement if answer else None
            found = module.definitions[node.at] = found or unread_statement(node, "deep")
        return found

    def expand(self, source: SourceFile, expr: DeferredNode) -> ExpandedNode | None:
        answer = self._ask("expand", source, expr=expr)
        return (answer.function or answer.slice) if answer else None

    def code(self, source: SourceFile, again: bool = False) -> Suite | None:
        answer = self._ask("code", source)
        return answer.code if answer else None

    def expression(self, text: str) -> Expr | None:
        try:
            text.encode()
        except UnicodeEncodeError:  # half of a character is in no expression
            return None
        answer = self._ask("expression", None, quoted=text)
        return answer.expression if answer else None

    # --- the worker ---------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Ends the worker."""
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def ready(self) -> Hello:
        """Return the sandbox of the worker, which may still be starting. Raises `Unavailable`."""
        if self._hello is None:
            try:
                self._hello = msgpack.decode(self._receive(), type=Hello)
            except (OSError, _Died, DecodeError):
                self.close()
                raise Unavailable("no worker process can be started here") from None
            if self._sandbox == "require" and not self.is_walled():
                self.close()
                raise Unavailable("this system has no sandbox for a worker: `toolc doctor` says what is missing")
        return self._hello

    def is_walled(self) -> bool | None:
        """Return `True` if files, network and other system calls are blocked for the worker; `None` if it was never used."""
        hello = self._hello
        return None if hello is None else hello.privileges and hello.files > 0 and hello.calls

    def _start(self) -> None:
        self.close()
        self._held, self._hello = {}, None
        try:
            self._child = Child(self._sandbox)
        except OSError:
            raise Unavailable("no worker process can be started here") from None

    def _ask(self, what: Any, source: SourceFile | None, **about: Any) -> Answer | None:
        """The answer; None when the file killed its workers, now or before."""
        key = "" if source is None else source.path
        if source is not None and key in self._lost:
            return None
        for last in (False, True):
            try:
                with uninterruptible():  # a question has one answer, which must not be left in the pipe
                    answer = self._exchange(what, source, about)
                charge(answer.spent)
                return answer
            except (_Died, DecodeError, OSError, RecursionError, ValueError):
                stalled = self._child is not None and self._child.end()
                self._start()
                if (last or stalled) and source is not None:
                    self._lost.add(key)
                    said = "reading this file takes more time or memory than any source does, or crashes the parser"
                    self.diagnostics.append(Diagnostic("TC113", said, Span(source.path), help=_SMALLER))
                if stalled:  # it would again
                    charge(CPU_SECONDS)
                    return None
        return None

    def _exchange(self, what: Any, source: SourceFile | None, about: dict[str, Any]) -> Answer:
        child = self._child
        if child is None:
            raise _Died
        self.ready()
        text, number, forget = None, 0, False
        if source is not None:
            number = self._numbers.setdefault(source.path, len(self._numbers) + 1)
            if number not in self._held:
                forget = sum(self._held.values()) + len(source.content) > HELD
                self._held = {} if forget else self._held
                self._held[number] = len(source.content)
                text = Text(source.path, source.module, source.content, source.package, source.limits)
        send(child.asked, Ask(what, number, text, forget=forget, **about))
        return answer_of(self._receive())

    def _receive(self) -> bytes:
        if self._child is None:
            raise _Died
        pipe = self._child.told
        if sys.platform != "win32" and not select.select([pipe], [], [], WALL_SECONDS)[0]:
            raise _Died
        data = receive(pipe)
        if data is None:
            raise _Died
        return data
