"""`string.Template` on texts that are known. Source: the library reference of CPython 3.11."""

import string

from toolc.analysis.models.table import model
from toolc.analysis.protocol import Call
from toolc.analysis.signals import Raised
from toolc.analysis.values import SCALARS, Class, Dict, Instance, Native, Unknown, Value


@model("string.Template")
def _template(call: Call) -> Value:
    """A template, whose `substitute` gives a text."""
    made = Instance(_TEMPLATE)
    made.cells["template"] = call.vm.plain(call.get("template", 0))
    return made


def _substitute(call: Call) -> Value:
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
        return Unknown(vm.doubt("TC205", "what a template makes is known only at run time"))
    if not isinstance(template, str) or call.open is not None or not all(isinstance(one, SCALARS) for one in values.values()):
        return Unknown(vm.doubt("TC205", "what a template makes is known only at run time"))
    made = string.Template(template)
    try:
        return made.substitute(values) if call.callee.name.endswith(".substitute") else made.safe_substitute(values)
    except KeyError:
        raise Raised("KeyError") from None
    except ValueError:
        raise Raised("ValueError") from None


_TEMPLATE = Class("Template", library="string.Template")
_TEMPLATE.cells.update({name: Native(f"string.Template.{name}", _substitute) for name in ("substitute", "safe_substitute")})
