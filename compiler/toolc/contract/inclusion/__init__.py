"""Inclusion of JSON Schemas: is every value of one schema also a value of another?

Takes two schemas (draft 2020-12), gives a `Verdict`: proved, refuted by a value that shows it, or neither.
"""

from typing import Any, Literal

from msgspec import Struct

from toolc.contract.inclusion.document import Document
from toolc.contract.inclusion.prove import Prover
from toolc.contract.inclusion.refute import witness
from toolc.contract.inclusion.shapes import Schema
from toolc.schema.wellformed import problems

__all__ = ["Document", "Prover", "Schema", "Verdict", "decide_inclusion", "judge_inclusion"]


class Verdict(Struct, frozen=True):
    """`answer`: yes, no, or "unknown". With no, `witness` is a value of the first schema that the second refuses."""

    answer: Literal["yes", "no", "unknown"]
    witness: Any = None


def decide_inclusion(small: Schema, large: Schema, *, told: bool = False, formats: bool = True) -> Verdict:
    """Return the verdict whether every value of `small` is one of `large`.

    With `told`, objects of `small` have no members that nothing names: what people send who keep to a schema, or get from those
    who do. With `formats`, a `format` is a demand that only the same one meets.
    """
    if any(problems(schema) for schema in (small, large)):
        return Verdict("unknown")
    return judge_inclusion(Prover(Document(small), Document(large), formats, told), small, large)


def judge_inclusion(prover: Prover, small: Schema, large: Schema) -> Verdict:
    """The same for two schemas inside the documents of a prover."""
    if prover.proves(small, large):
        return Verdict("yes")
    found = witness(prover, small, large)
    return Verdict("unknown") if found is None else Verdict("no", found[0])
