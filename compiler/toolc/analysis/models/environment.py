"""Inputs of a program: environment variables, options, files, the clock. Variables and options have their defaults.

Sources: the library reference of CPython 3.11, `os`, `argparse`.
"""

import math
import re
import string
import sys
from importlib import import_module

from toolc.analysis.models.table import model
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import MISSING, Choice, Class, Dict, Instance, Maybe, Native, Symbol, Unknown, Value
from toolc.python_versions import version_info
from toolc.qualified_names import VERSIONS
from toolc.text.toml import find_long_key

_CONSTANTS: dict[str, Value] = {
    "typing.TYPE_CHECKING": False, "os.sep": "/", "string.ascii_lowercase": "abcdefghijklmnopqrstuvwxyz",
    "string.ascii_uppercase": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "string.digits": "0123456789",
    "string.ascii_letters": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "string.punctuation": string.punctuation, "string.whitespace": string.whitespace, "string.hexdigits": string.hexdigits,
    "string.octdigits": string.octdigits, "string.printable": string.printable,
    "math.pi": math.pi, "math.e": math.e, "math.tau": math.tau, "math.inf": math.inf,
    **{f"re.{flag}": int(getattr(re, flag)) for flag in re.__all__ if isinstance(getattr(re, flag), re.RegexFlag)},
    "csv.QUOTE_MINIMAL": 0, "csv.QUOTE_ALL": 1, "csv.QUOTE_NONNUMERIC": 2, "csv.QUOTE_NONE": 3,
    "functools.WRAPPER_ASSIGNMENTS": ("__module__", "__name__", "__qualname__", "__annotations__", "__doc__"),
}  # fmt: skip


def symbol(vm: Machine, dotted: str) -> Value:
    if dotted == "sys.version_info":
        unknown = Unknown(vm.doubt("TC205", "the release of the Python that runs this is not known"))
        return (*version_info(vm.modules.version("python"))[:2], unknown, unknown, unknown)
    if dotted in VERSIONS and (version := vm.modules.version(dotted.partition(".")[0])):
        return version
    found = _CONSTANTS.get(dotted, MISSING)
    return _own_name(dotted) if found is MISSING and dotted.endswith("name__") else found


_NAMED_AS_FOUND = frozenset(
    """base64 binascii collections copy datetime decimal fractions functools heapq html itertools json math
    operator pprint random shlex statistics string textwrap time unicodedata urllib.parse uuid zlib""".split()
)
"""Modules of the standard library whose public functions and classes have the name under which they are found."""


def _own_name(dotted: str) -> Value:
    """Return `__name__` of a module of the standard library, or of what one defines; MISSING if it is not known."""
    owner, _, name = dotted.rpartition(".")
    if name not in ("__name__", "__qualname__"):
        return MISSING
    if owner in sys.stdlib_module_names:
        return owner if name == "__name__" else MISSING
    home, _, last = owner.rpartition(".")
    if home not in _NAMED_AS_FOUND or last.startswith("_"):
        return MISSING
    return last if callable(getattr(import_module(home), last, None)) else MISSING


def _variable(vm: Machine, name: Value, default: Value) -> Value:
    """An environment variable: what the program itself has set, else what the configuration says, else not set."""
    name = vm.plain(name)
    if not isinstance(name, str):
        return Unknown(vm.doubt("TC222", "which environment variable is read is not known"))
    known = vm.library.variables.items.get(name, MISSING)
    if known is not MISSING and not isinstance(known, Maybe):
        return _or_default(vm, known, default)
    told = vm.modules.environment().get(name)
    outside = told if told is not None else vm.with_inputs(default, _input_of(name))
    return vm.join(_or_default(vm, known.value, default), outside, known.guard) if isinstance(known, Maybe) else outside


def _input_of(name: str) -> frozenset[str]:
    """The input that the value of a variable depends on."""
    return frozenset({f"the environment variable {name}"})


_DELETED = None
"""The value of a variable that the program has deleted, in `Library.variables`."""


def _or_default(vm: Machine, value: Value, default: Value) -> Value:
    """The value of a variable, in whose place the default stands where the program has deleted it."""
    if isinstance(value, Choice):
        return vm.join_all([_or_default(vm, one, default) for one in value.alternatives], value.guard)
    return default if value is _DELETED else value


def set_variable(vm: Machine, name: Value, value: Value) -> None:
    """`os.environ[name] = value`; MISSING deletes it."""
    name = vm.plain(name)
    if isinstance(name, str):
        vm.store.touch(vm.library.variables)
        vm.library.variables.items[name] = _DELETED if value is MISSING else value
    else:
        _set_unknown_variables(vm)


def _set_unknown_variables(vm: Machine) -> None:
    """Variables are set that are not known, as by a file: each is an input from here on."""
    own = vm.library.variables
    vm.store.touch(own)
    for name, value in own.items.items():
        if isinstance(value, str):
            own.items[name] = vm.with_inputs(value, _input_of(name))


@model("os.getenv", "os.environ.get", positions="key default")
def _getenv(call: Call) -> Value:
    return _variable(call.vm, call.get("key", 0), call.get("default", 1))


@model("os.environ.setdefault")
def _set_default(call: Call) -> Value:
    found = _variable(call.vm, call.args[0], call.args[1])
    set_variable(call.vm, call.args[0], found)
    return found


@model("os.environ.pop")
def _pop_variable(call: Call) -> Value:
    vm = call.vm
    found = _variable(vm, call.args[0], call.args[1]) if len(call.args) > 1 else item(vm, Symbol("os.environ"), call.args[0])
    set_variable(vm, call.args[0], MISSING)
    return found


@model("os.environ.update")
def _update_variables(call: Call) -> None:
    vm = call.vm
    given = Dict({})
    for one in call.args:
        vm.update_dict(given, one)
    given.items.update(call.kwargs)
    for name, value in given.items.items():
        set_variable(vm, name, value)
    if given.taint is not None:
        _set_unknown_variables(vm)


def item(vm: Machine, owner: Symbol, key: Value) -> Value:
    """`os.environ["NAME"]`, `sys.modules["name"]`, `sys.argv[1]`."""
    if owner.name == "os.environ":
        found = _variable(vm, key, MISSING)
        if isinstance(found, Maybe):
            vm.may_lack("KeyError", found.guard)
            return found.value
        if vm.plain(found) is MISSING:
            if vm.catching:
                raise Raised("KeyError", inputs=vm.inputs_of(found))
            return Unknown(vm.doubt("TC222", f"the environment variable {vm.plain(key)} is not known"))
        return found
    if owner.name == "sys.modules":
        name = vm.plain(key)
        loaded = vm.modules.loaded.get(name) if isinstance(name, str) else None
        if loaded is None and name == "__main__" and vm.frame is not None:
            return vm.frame.module
        return loaded if loaded is not None else Unknown(vm.doubt("TC205", "which module it is"))
    if owner.name == "sys.argv":
        return Unknown(vm.doubt("TC205", "the arguments of the process are known only at run time"))
    return MISSING


def contains(vm: Machine, owner: Symbol, key: Value) -> Value:
    """`"NAME" in os.environ`."""
    name = vm.plain(key)
    if owner.name == "os.environ" and isinstance(name, str):
        found = _variable(vm, name, MISSING)
        if isinstance(held := vm.plain(found), (Unknown, Choice, Maybe)):
            return held if isinstance(held, Unknown) else Unknown(vm.doubt("TC205", held.guard.reason))
        return vm.with_inputs(held is not MISSING, vm.inputs_of(found))
    if owner.name == "sys.modules" and isinstance(name, str) and name in vm.modules.loaded:
        return True
    return Unknown(vm.doubt("TC205", f"what `{owner.name}` holds is known only at run time"))


@model("dotenv.load_dotenv", "os.putenv", "os.unsetenv")
def _set_elsewhere(call: Call) -> Value:
    """Variables that a file sets have the defaults of inputs; those that `putenv` sets, programs do not see."""
    return Unknown(call.vm.doubt("TC205", "an environment variable"))


# --- argparse ---------------------------------------------------------------------------------------------------------

_PARSER = Class("ArgumentParser", library="argparse.ArgumentParser")
_NAMESPACE = Class("Namespace", library="argparse.Namespace")
_NAMESPACE.whole = True


_OF_COMMAND = frozenset({"the command that is given"})

_SUPPRESS = Symbol("argparse.SUPPRESS")


def inputs_of_missing(owner: Value, name: str) -> frozenset[str]:
    """The options that give what is parsed an attribute which it lacks by default: one of a command, or one that has
    `default=argparse.SUPPRESS`."""
    if not isinstance(owner, Instance) or owner.cls is not _NAMESPACE or name not in (owner.native or {}):
        return frozenset()
    inputs, parsed = owner.native[name]
    return inputs if owner.cells.get(name, MISSING) is parsed else frozenset()


@model("argparse.ArgumentParser")
def _parser(call: Call) -> Value:
    made = Instance(_PARSER)
    options = Dict({})
    parents = call.get("parents")
    for parent in call.vm.elements(parents) if parents is not None else ():
        if isinstance(parent, Instance) and isinstance(inherited := parent.cells.get(" options"), Dict):
            options.items.update(inherited.items)
    made.cells[" options"], made.cells[" default"] = options, call.kwargs.get("argument_default")
    return made


@model("argparse.Namespace")
def _namespace(call: Call) -> Value:
    made = Instance(_NAMESPACE)
    made.cells.update(call.kwargs)
    return made


def _add_argument(call: Call) -> Value:
    vm = call.vm
    parser = call.args[0]
    names = [vm.plain(one) for one in call.args[1:]]
    options = parser.cells.get(" options")
    if not isinstance(options, Dict):
        return None
    vm.store.touch(options)
    if call.open is not None or not all(isinstance(one, str) for one in names):
        options.taint = vm.doubt("TC205", "the name of an option is computed while the program runs")
        return None
    long = [one for one in names if one.startswith("--")]
    chosen = call.kwargs.get("dest") or (long or names)[0].lstrip("-").replace("-", "_")
    action = call.kwargs.get("action")
    implied = False if action == "store_true" else True if action == "store_false" else None
    usual = parser.cells.get(" default")
    default = call.kwargs.get("default", implied if usual is None else usual)
    optional = names[0].startswith("-") or call.kwargs.get("nargs") in ("?", "*")
    inputs = frozenset({f"the option {(long or names)[0]}"})
    _note_command(parser, options, chosen)
    if chosen in options.items:  # of two options with one place the default of the first holds
        options.items[chosen] = vm.with_inputs(options.items[chosen], inputs)
    elif not optional or call.kwargs.get("required") is True:
        options.items[chosen] = Unknown(vm.doubt("TC222", f"the option {names[0]} must be given"))
    else:
        kind = call.kwargs.get("type")
        if isinstance(default, str) and kind is not None and kind is not vm.builtins["str"]:
            default = vm.call(kind, (default,), {}, call.place)
        options.items[chosen] = vm.with_inputs(default, inputs)
    return None


def _note_command(parser: Instance, options: Dict, name: Value) -> None:
    """Note that what is parsed has an attribute only where a command is given, which need not be."""
    if parser.cells.get(" command") is True and name not in options.items:
        options.cells[name] = True


def _parse_args(call: Call) -> Value:
    vm = call.vm
    given = call.get("args", 1)
    made = Instance(_NAMESPACE)
    options = call.args[0].cells.get(" options")
    if isinstance(options, Dict):
        held = {key: value for key, value in options.items.items() if isinstance(key, str)}
        lacks = {key: vm.inputs_of(value) for key, value in held.items() if vm.plain(value) == _SUPPRESS}
        made.cells.update({key: value for key, value in held.items() if key not in lacks})
        lacks.update({key: _OF_COMMAND for key in held if key in options.cells})
        made.taint, made.native = options.taint, {key: (one, made.cells.get(key, MISSING)) for key, one in lacks.items()}
    if given is not None and vm.truth(given) is not False:
        made.taint = vm.doubt("TC205", "options are parsed from a list")
        made.cells.clear()
    return made


def _parse_known(call: Call) -> Value:
    return _parse_args(call), Unknown(call.vm.doubt("TC205", "the arguments of the process are known only at run time"))


def _group(call: Call) -> Value:
    return call.args[0]


def _subparsers(call: Call) -> Value:
    parser = call.args[0]
    made = Instance(_PARSER)
    made.cells[" options"] = parser.cells.get(" options")
    dest = call.kwargs.get("dest")
    options = parser.cells.get(" options")
    required = call.kwargs.get("required") is True
    made.cells[" command"] = not required
    if isinstance(dest, str) and isinstance(options, Dict):
        call.vm.store.touch(options)
        none = call.vm.with_inputs(None, frozenset({f"the command `{dest}`"}))
        options.items[dest] = Unknown(call.vm.doubt("TC222", "the command must be given")) if required else none
    return made


def _add_parser(call: Call) -> Value:
    """A command's own parser: where no command is given, its options have their defaults."""
    vm = call.vm
    made = Instance(_PARSER)
    options = made.cells[" options"] = call.args[0].cells.get(" options")
    made.cells[" default"] = call.kwargs.get("argument_default")
    made.cells[" command"] = call.args[0].cells.get(" command")
    parents = call.get("parents")
    for parent in vm.elements(parents) if parents is not None else ():
        if (
            isinstance(parent, Instance)
            and isinstance(inherited := parent.cells.get(" options"), Dict)
            and isinstance(options, Dict)
        ):
            vm.store.touch(options)
            options.items.update(inherited.items)
    return made


def _set_defaults(call: Call) -> None:
    options = call.args[0].cells.get(" options")
    if isinstance(options, Dict):
        call.vm.store.touch(options)
        for name in call.kwargs:
            _note_command(call.args[0], options, name)
        options.items.update(call.kwargs)


_PARSER.cells.update(
    {
        "add_argument": Native("argparse.ArgumentParser.add_argument", _add_argument),
        "parse_args": Native("argparse.ArgumentParser.parse_args", _parse_args),
        "parse_known_args": Native("argparse.ArgumentParser.parse_known_args", _parse_known),
        "add_argument_group": Native("argparse.ArgumentParser.add_argument_group", _group),
        "add_mutually_exclusive_group": Native("argparse.ArgumentParser.add_mutually_exclusive_group", _group),
        "add_subparsers": Native("argparse.ArgumentParser.add_subparsers", _subparsers),
        "add_parser": Native("argparse.ArgumentParser.add_parser", _add_parser),
        "set_defaults": Native("argparse.ArgumentParser.set_defaults", _set_defaults),
        "print_help": Native("argparse.ArgumentParser.print_help", lambda call: None),
    }
)


@model("sys.exit", "os._exit", "builtins.exit", "builtins.quit")
def _exit(call: Call) -> Value:
    raise Raised("SystemExit")


@model("json.loads")
def _loads(call: Call) -> Value:
    import json

    text = call.vm.plain(call.args[0])
    hook, pairs = call.kwargs.get("object_hook"), call.kwargs.get("object_pairs_hook")
    if isinstance(text, (str, bytes)) and call.kwargs.keys() <= {"object_hook", "object_pairs_hook"}:
        try:
            parsed = json.loads(text)
        except (ValueError, RecursionError):
            raise Raised("JSONDecodeError") from None
        return call.vm.lift(parsed) if hook is None and pairs is None else _apply_hooks(call, parsed, hook, pairs)
    return Unknown(call.vm.doubt("TC205", "the text that is parsed is known only at run time"))


def _apply_hooks(call: Call, parsed: object, hook: Value, pairs: Value) -> Value:
    """Convert parsed JSON, calling the hook of the program for each object, inner ones first (`json.JSONDecoder`)."""
    vm = call.vm
    if isinstance(parsed, list):
        return vm.new_list([_apply_hooks(call, one, hook, pairs) for one in parsed])
    if not isinstance(parsed, dict):
        return vm.lift(parsed)
    inner = {key: _apply_hooks(call, one, hook, pairs) for key, one in parsed.items()}
    given = Dict(inner) if pairs is None else vm.new_list(list(inner.items()))
    return vm.call(hook if pairs is None else pairs, (given,), {}, call.place)


@model("tomllib.loads")
def _toml(call: Call) -> Value:
    import json
    import tomllib

    text = call.vm.plain(call.args[0])
    if isinstance(text, str) and not call.kwargs and find_long_key(text) is None:
        try:
            found = tomllib.loads(text)
            json.dumps(found)  # dates are no constants
            return call.vm.lift(found)
        except TypeError:
            return Unknown(call.vm.doubt("TC205", "a date is parsed, which toolc does not follow"))
        except (ValueError, RecursionError):
            raise Raised("TOMLDecodeError") from None
    return Unknown(call.vm.doubt("TC205", "the text that is parsed is known only at run time"))


@model("json.dumps")
def _dumps(call: Call) -> Value:
    import json

    try:
        value = call.vm.concrete(call.args[0])
        options = {key: call.vm.concrete(one) for key, one in call.kwargs.items()}
        if set(options) <= {"indent", "sort_keys", "ensure_ascii", "separators"}:
            return json.dumps(value, **options)
    except (ValueError, TypeError, RecursionError):
        pass
    return Unknown(call.vm.doubt("TC205", "the text of a value that is not known"))


@model("copyreg.pickle", "atexit.register", "atexit.unregister")
def _at_exit(call: Call) -> Value:
    """Runs when the program ends: nothing that is listed changes any more."""
    return call.args[0] if call.args else None


@model("textwrap.dedent", "inspect.cleandoc", positions="text")
@model("string.capwords", positions="s sep")
@model("pydantic.alias_generators.to_camel", "pydantic.alias_generators.to_pascal", positions="snake")
@model("pydantic.alias_generators.to_snake", positions="camel")
def _pure(call: Call) -> Value:
    from toolc.analysis import constants
    from toolc.analysis.constants import NoConstant

    text = call.vm.plain(call.args[0])
    if isinstance(text, str):
        try:
            return constants.function(call.callee.name, [text], {})
        except NoConstant:
            pass
    return Unknown(call.vm.doubt("TC205", "a text is computed while the program runs"))


@model("importlib.metadata.version")
def _version(call: Call) -> Value:
    name = call.vm.plain(call.args[0])
    found = call.vm.modules.version(name) if isinstance(name, str) else None
    return found if found is not None else Unknown(call.vm.doubt("TC205", "which version is installed is not known"))
