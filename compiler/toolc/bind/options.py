"""Options of the command line, as a program sees them that is started without any: of argparse, click and typer.

Takes a value that is read off parsed arguments, or a parameter that a framework of commands fills, gives the default that the
program says; None where it is no option, Unknown where the default is not told.
"""

import re
from collections.abc import Iterator, Sequence

from toolc.bind.links import Links, Passed
from toolc.bind.values.passing import arguments, passed
from toolc.module import Assign, Call, Do, Func, Stmt
from toolc.program import Attribute, Called, Definition, External, Known, Received, Scope, Unknown, Value

_PARSER = "argparse.ArgumentParser"
_FLAGS = {"store_true": False, "store_false": True}
_CLICK = frozenset({"click.option", "click.decorators.option"})  # as it is imported, and as it is written
_TYPER = frozenset({"typer.Option", "typer.Argument", "typer.params.Option", "typer.params.Argument"})
_COMMANDS = frozenset({"command", "callback"})
_UNTOLD = Unknown("its default is not told")


def parsed(value: Called, name: str, links: Links) -> Value | None:
    """`args.name`, where `args = parser.parse_args()`."""
    parser = _parser(value, links)
    if parser is None:
        return None
    text = links.unit(value.scope).source.text
    if re.search(rf"(?<!\bself)\.{re.escape(name)}[ \t]*=(?!=)|set_defaults\(|argument_default\b", text):
        return _UNTOLD
    found = [_default(given) for given in _added(parser, links) if _named(given.positional, given.named.get("dest")) == name]
    return found[0] if found and all(one == found[0] for one in found) else _UNTOLD


def _parser(value: Called, links: Links) -> Called | None:
    """What parses, where a value is what it made of the command line."""
    callee = value.callee
    if not isinstance(callee, Attribute) or callee.name != "parse_args":
        return None
    made = links.result(callee.owner)  # of a function of the program, which often makes the parser
    given = [links.evaluate(arg.value, value.scope) for arg in value.args]
    if not all(one == Known(None) or isinstance(one, Received) for one in given):
        return None
    return made if isinstance(made, Called) and made.callee == External(_PARSER) else None


def _added(parser: Called, links: Links) -> Iterator[Passed]:
    """What each `add_argument` is given in the block that makes a parser, or its groups, parents, commands."""
    owner = parser.scope.within[-1] if parser.scope.within else None
    unit = links.unit(parser.scope)
    for site in unit.index(owner).sites:
        if site.node.kind not in ("do", "assign") or ".add_argument(" not in unit.text(site.node):
            continue
        scope = Scope(parser.scope.module, parser.scope.within, site.node.at)
        call = _call(unit.statement(site.node))
        method = None if call is None else links.evaluate(call.func, scope)
        if call is not None and isinstance(method, Attribute) and method.name == "add_argument":
            yield passed(arguments(call), scope, links)


def _call(statement: Stmt) -> Call | None:
    value = statement.value if isinstance(statement, (Do, Assign)) else None
    return value if isinstance(value, Call) else None


def _named(flags: Sequence[Value], dest: Value | None) -> str:
    """The name that an option has in the program (argparse and click, their newest versions alike)."""
    if dest is not None:
        return str(dest.value) if isinstance(dest, Known) else ""
    texts = [flag.value for flag in flags if isinstance(flag, Known) and isinstance(flag.value, str)]
    long = [text for text in texts if text.startswith("--")]
    return next(iter((*long, *texts)), "").lstrip("-").partition("/")[0].replace("-", "_")


def _default(given: Passed) -> Value:
    """The default of an option: a flag that is not there is off; a text is read by `type`."""
    if given.open or given.named.get("required", Known(False)) != Known(False):
        return _UNTOLD
    first = given.positional[0] if given.positional else None
    if isinstance(first, Known) and not str(first.value).startswith("-") and "default" not in given.named:
        return _UNTOLD
    action = given.named.get("action")
    flag = _FLAGS.get(str(action.value)) if isinstance(action, Known) else None
    told = given.named.get("default", Known(flag))
    reads = "type" in given.named and given.named["type"] != External("builtins.str")
    return _UNTOLD if reads and isinstance(told, Known) and isinstance(told.value, str) else told


# --- parameters that click and typer fill ----------------------------------------------------------------------------


def commanded(function: Definition, name: str, links: Links) -> Value | None:
    """A parameter of a function that is a command, which nobody gives an option."""
    decorators = [links.evaluate(one, function.scope) for one in function.stmt.decorators]
    made = [one for one in decorators if isinstance(one, Called)]
    for one in made:
        if _spelled(one.callee) in _CLICK:
            given = passed(one.args, one.scope, links)
            if _clicked(given.positional) == name:
                return _flagged(given)
    default = _written(function, name, links)
    if isinstance(default, Called) and _spelled(default.callee) in _TYPER:
        given = passed(default.args, default.scope, links)
        told = given.named.get("default", next(iter(given.positional), Known(None)))
        return _UNTOLD if told == Known(...) else told
    called = any(isinstance(one.callee, Attribute) and one.callee.name in _COMMANDS for one in made)
    return default if called else None


def _spelled(callee: Value) -> str:
    match callee:
        case External(name):
            return name
        case Definition():
            return callee.full_name.replace(":", ".")
        case _:
            return ""


def _written(function: Definition, name: str, links: Links) -> Value | None:
    params = function.stmt.params if isinstance(function.stmt, Func) else ()
    default = next((param.default for param in params if param.name == name), None)
    return None if default is None else links.evaluate(default, function.scope)


def _clicked(flags: Sequence[Value]) -> str:
    """The parameter of an option of click: a name among its flags wins."""
    plain = [one for one in flags if isinstance(one, Known) and str(one.value).isidentifier()]
    return _named(plain[:1] or flags, None)


def _flagged(given: Passed) -> Value:
    """click: a flag, `--on/--off` too, is off unless its default says more; what is read otherwise is not told."""
    if given.open or any(name in given.named for name in ("callback", "prompt", "type", "multiple", "nargs", "required")):
        return _UNTOLD
    pair = any(isinstance(one, Known) and "/" in str(one.value) for one in given.positional)
    flag = Known(False) if pair or given.named.get("is_flag") == Known(True) else Known(None)
    return given.named.get("default", flag)
