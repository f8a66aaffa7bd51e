"""Messages between the two ends of a worker's pipes, and their framing.

Takes structs, gives frames: four bytes of length and MessagePack. Both ends hold what comes in to its type.
"""

import struct
from typing import IO, Any, Literal

from msgspec import Struct, convert, msgpack

from toolc.code import Body, Inside, Mentions, Suite
from toolc.diagnostics import Diagnostic
from toolc.limits import Limits
from toolc.module import DeferredNode, Expr, Lambda, Module, OutlineNode, Slice, Stmt

LONGEST = 256 << 20  # bytes of one frame
CPU_SECONDS = 5  # of one question
_LENGTH = struct.Struct("<I")


class Hello(Struct, frozen=True):
    """First message of a worker: the parts of its sandbox."""

    privileges: bool = False  # none new can be had
    files: int = 0  # Landlock's version; 0: files and TCP are not shut off
    calls: bool = False  # only the system calls that reading takes


class Text(Struct, frozen=True):
    """A file, as the worker is to know it from now on."""

    path: str
    module: str
    text: str
    package: bool
    limits: Limits


class Ask(Struct, frozen=True):
    """One question. `file` is a number of the client's; `text` comes with the first question about a file."""

    what: Literal["read", "define", "expand", "expression", "code"]
    file: int = 0
    text: Text | None = None
    node: OutlineNode | None = None
    expr: DeferredNode | None = None
    quoted: str = ""
    forget: bool = False  # all files so far


class Answer(Struct, frozen=True):
    """Answer to a question, the other fields empty; `spent`: CPU seconds since the last answer."""

    module: Module | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    statement: Stmt | None = None
    expression: Expr | None = None
    function: Lambda | None = None
    slice: Slice | None = None
    code: Suite | None = None
    spent: float = 0.0


def send(pipe: IO[bytes], message: Struct) -> None:
    """Writes one frame."""
    data = msgpack.encode(message, enc_hook=_body_of)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The bytes of one frame; None when the other end is gone or talks nonsense."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length) if length <= LONGEST else b""
    return data if len(data) == length else None


def answer_of(data: bytes) -> Answer:
    """Decode an answer. Raises `msgspec.DecodeError` where it is none."""
    return msgpack.decode(data, type=Answer, dec_hook=_inside_of)


def _body_of(inside: Any) -> Any:
    """The inside of a function on its way: what is read later here is read now."""
    assert isinstance(inside, Inside)
    return inside.body, inside.mentions


def _inside_of(kind: type, data: Any) -> Any:
    """The same, as it arrives."""
    body, mentions = convert(data, tuple[Body, Mentions], dec_hook=_inside_of)
    return Inside(lambda: body, mentions)
