"""`re` and `string.Template` on texts that are known. Source: the library reference of CPython 3.11.

A pattern of the program runs here only where it cannot take long: patterns backtrack, and a program may not keep its
reader busy.
"""

import re
import string
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]  # the parser of `re` has no public name
from typing import Any

from toolc.analysis.models.table import model
from toolc.analysis.protocol import Call
from toolc.analysis.signals import Raised
from toolc.analysis.values import SCALARS, Class, Dict, Instance, Native, Unknown, Value

MAX_PATTERN = 200  # characters of a pattern that is run
MAX_SUBJECT = 500  # characters of a text that it is run on
MAX_WIDE = 2  # repeats of any length, so that a search takes at most the cube of the text's length
MAX_NARROW = 4  # other choices: optional parts and alternatives


def _unknown(call: Call) -> Unknown:
    return Unknown(call.vm.doubt("TC205", "what a pattern makes of a text is known only at run time"))


@model("re.sub", "re.split", "re.findall", "re.escape")
def _on_text(call: Call) -> Value:
    vm = call.vm
    args = [vm.plain(one) for one in call.args]
    named = {name: vm.plain(one) for name, one in call.kwargs.items()}
    if call.open is not None or not all(isinstance(one, (str, int)) for one in (*args, *named.values())):
        vm.hand_over((*call.args, *call.kwargs.values()), vm.doubt("TC232", "a function is called for each match of a pattern"))
        return _unknown(call)
    texts = [one for one in args if isinstance(one, str)]
    name = call.callee.name.rpartition(".")[2]
    if any(len(one) > MAX_SUBJECT for one in texts) or (name != "escape" and not is_quick(args[0] if args else "")):
        return _unknown(call)
    try:
        found = getattr(re, name)(*args, **named)
    except re.error:
        raise Raised("error") from None
    return vm.lift(found)


def is_quick(pattern: Any) -> bool:
    """Whether a pattern takes little time on any short text: few choices, none within a repeat, no reference back."""
    if not isinstance(pattern, str) or len(pattern) > MAX_PATTERN:
        return False
    try:
        choices = list(_choices(_parser.parse(pattern), inside=False))
    except (re.error, RecursionError, OverflowError):
        return False
    return None not in choices and choices.count(True) <= MAX_WIDE and choices.count(False) <= MAX_NARROW


def _choices(parsed: Any, inside: bool) -> Iterator[bool | None]:
    """Yield the choices of a parsed pattern: True for a repeat of any length, False for another one, None for one too many."""
    for operator, argument in parsed:
        if operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT):
            least, most, body = argument
            if inside or MAX_SUBJECT < most < _constants.MAXREPEAT:
                yield None
            elif least != most:
                yield most > 1
            yield from _choices(body, inside or most > 1)
        elif operator is _constants.SUBPATTERN:
            yield from _choices(argument[-1], inside)
        elif operator is _constants.BRANCH:
            yield None if inside else False
            for one in argument[1]:
                yield from _choices(one, inside)
        elif operator in (_constants.ASSERT, _constants.ASSERT_NOT):
            yield from _choices(argument[1], inside)
        elif operator in (_constants.GROUPREF, _constants.GROUPREF_EXISTS, _constants.ATOMIC_GROUP):
            yield None


@model("string.Template")
def _template(call: Call) -> Value:
    """A template, whose `substitute` gives a text."""
    made = Instance(_TEMPLATE)
    made.cells["template"] = call.vm.plain(call.get("template", 0))
    return made


def _substituted(call: Call) -> Value:
    """`Template.substitute` and `Template.safe_substitute`."""
    vm = call.vm
    owner, *given = call.args
    template = vm.plain(owner.cells.get("template"))
    try:
        values = {key: vm.concrete(one) for key, one in call.kwargs.items()}
        for one in given[:1]:
            mapping = Dict({})
            vm.update_dict(mapping, one)
            values = {**vm.concrete(mapping), **values}
    except (ValueError, TypeError):
        return _unknown(call)
    if not isinstance(template, str) or call.open is not None or not all(isinstance(one, SCALARS) for one in values.values()):
        return _unknown(call)
    made = string.Template(template)
    try:
        return made.substitute(values) if call.callee.name.endswith(".substitute") else made.safe_substitute(values)
    except KeyError:
        raise Raised("KeyError") from None
    except ValueError:
        raise Raised("ValueError") from None


_TEMPLATE = Class("Template", library="string.Template")
_TEMPLATE.cells.update({name: Native(f"string.Template.{name}", _substituted) for name in ("substitute", "safe_substitute")})
