"""A persistent worker, as Bazel's JSON protocol has it: reads requests, answers each, until there are no more.

Takes a stream of JSON objects and a stream for answers, one to a line. Bazel puts no line end behind a request (4.2), so one is
over when its JSON is.
"""

import json
from collections.abc import Iterator
from io import RawIOBase
from typing import IO

import msgspec

from toolc.cli.bazel.action import perform

_CHUNK = 65_536


class Request(msgspec.Struct, frozen=True, rename="camel"):
    """One action to carry out; what else Bazel tells is of no use here."""

    arguments: tuple[str, ...] = ()
    request_id: int = 0
    cancel: bool = False


class Response(msgspec.Struct, frozen=True, rename="camel"):
    """Response to a work request."""

    exit_code: int
    output: str
    request_id: int = 0


def serve(requests: "RawIOBase | IO[bytes]", answers: IO[bytes]) -> int:
    """Answers every request; gives the exit status once the stream has ended: 2 where it is no JSON."""
    try:
        for request in _requests(requests):
            if request.cancel:  # nobody was told that this can be done
                continue
            status, said = perform(request.arguments)
            answers.write(msgspec.json.encode(Response(status, said, request.request_id)) + b"\n")
            answers.flush()
    except (ValueError, msgspec.ValidationError):
        return 2
    return 0


def _requests(stream: "RawIOBase | IO[bytes]") -> Iterator[Request]:
    decoder, waiting = json.JSONDecoder(), b""
    while data := stream.read(_CHUNK):
        waiting += data
        while waiting := waiting.lstrip():
            try:
                told, end = decoder.raw_decode(waiting.decode())
            except ValueError:  # not all of it has come yet
                break
            waiting = waiting.decode()[end:].encode()
            yield msgspec.convert(told, Request)
    if waiting:
        raise ValueError("the last request is incomplete")
