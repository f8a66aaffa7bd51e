"""Environment variables that a program reads: takes files, gives each variable, whether it is required, its default.

Nothing is executed: every place of every file counts, also those that the program reaches only for some of its users. Sources:
`os.environ` and `os.getenv` of CPython 3.11; pydantic-settings 2 (`env_prefix`, aliases); `envvar` of click 8 and typer.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from toolc.code import ClassDef, Delete, FunctionDef, Inside
from toolc.diagnostics import Diagnostic
from toolc.interfaces import Reader
from toolc.module import (
    AnnAssign,
    Arg,
    Assign,
    Attribute,
    Call,
    Const,
    Dict,
    Expr,
    Import,
    ImportFrom,
    Name,
    Operation,
    SequenceExpr,
    SubscriptExpr,
)
from toolc.source import SourceFile, Span

WORDS = frozenset({"environ", "getenv", "BaseSettings", "envvar"})
"""Words in the text of every file that reads a variable."""

_MAPPING = "os.environ"
_READS = frozenset({"os.getenv", "os.environ.get", "os.environ.pop", "os.environ.setdefault"})
_SETTINGS = ("pydantic_settings.BaseSettings", "pydantic.BaseSettings", "pydantic_settings.main.BaseSettings")


class Variable(Struct, frozen=True):
    """An environment variable. `required`: the program fails without it; `default`: what stands for it, if that is one text."""

    name: str
    required: bool
    default: str | None
    span: Span


class _Read(Struct, frozen=True):
    """One place that reads a variable. `key`: what names it."""

    key: Expr
    required: bool
    default: Expr | None
    at: int
    within: "FunctionDef | None"


def read_variables(files: Iterable[SourceFile], reader: Reader) -> tuple[tuple[Variable, ...], tuple[Diagnostic, ...]]:
    """Return the variables by name, and a note (TC222) for each place that reads one whose name cannot be told."""
    scanned = [_File(source, suite) for source in files if (suite := reader.code(source)) is not None]
    calls: dict[str, list[tuple[_File, Call]]] = {}
    for file in scanned:
        for call in file.calls:
            if (name := _last(call.func)) is not None:
                calls.setdefault(name, []).append((file, call))
    found, said = list[Variable](), list[Diagnostic]()
    for file in scanned:
        for read in file.reads:
            several = list(_named_variables(file, read, calls))
            found += several
            if not several:
                message = "which environment variable is read is not known"
                said.append(Diagnostic("TC222", message, file.span(read.at)))
        found += file.settings()
    names = sorted({one.name for one in found})
    return tuple(_join_reads([one for one in found if one.name == name]) for name in names), tuple(said)


def _join_reads(several: list[Variable]) -> Variable:
    """Merge all reads of a variable: it is optional if one of them has a default or handles its absence."""
    first = min(several, key=lambda one: (one.span.path, one.span.line))
    defaults = {one.default for one in several if one.default is not None}
    default = defaults.pop() if len(defaults) == 1 else None
    return Variable(first.name, all(one.required for one in several), default, first.span)


def _named_variables(file: "_File", read: _Read, calls: Mapping[str, list[tuple["_File", Call]]]) -> Iterator[Variable]:
    """The variables of one place: one, or those that callers of its function name."""
    default = file.text(read.default)
    if (name := file.text(read.key)) is not None:
        yield Variable(name, read.required, default, file.span(read.at))
        return
    function = read.within.header if read.within is not None else None
    parameters = [one.name for one in function.params] if function is not None else []
    if function is None or not isinstance(read.key, Name) or read.key.id not in parameters:
        return
    own = parameters[1:] if parameters[:1] in (["self"], ["cls"]) else parameters
    for other, call in calls.get(function.name, ()):
        if (name := other.text(_given_argument(call, read.key.id, own))) is not None:
            told: Expr | None = read.default
            if isinstance(told, Name) and told.id in parameters:
                passed = next((one.default for one in function.params if one.name == told.id), None)
                told = _given_argument(call, told.id, own) or passed
            yield Variable(name, read.required, other.text(told), other.span(call.at))


def _given_argument(call: Call, parameter: str, parameters: list[str]) -> Expr | None:
    """The argument of a call for a parameter."""
    for arg in call.args:
        if arg.name == parameter:
            return arg.value
    plain = [arg.value for arg in call.args if arg.name is None and not arg.star]
    at = parameters.index(parameter) if parameter in parameters else len(plain)
    return plain[at] if at < len(plain) else None


class _File:
    """One file: what it imports, its constants, and where it reads variables."""

    def __init__(self, source: SourceFile, suite: Any) -> None:
        self._source = source
        self._imported: dict[str, str] = {}
        self._constants: dict[str, str | None] = {}
        self._classes: list[ClassDef] = []
        self.reads: list[_Read] = []
        self.calls: list[Call] = []
        nodes = list(_walk(suite, None))
        for node, within in nodes:
            self._bind(node, within)
        for node, within in nodes:
            self._look(node, within)

    def span(self, at: int) -> Span:
        return self._source.span(at, at + 1)

    def text(self, expr: Expr | None) -> str | None:
        """The text that an expression is: a literal, or a constant of the file."""
        match expr:
            case Const(kind="str" | "str-escaped", value=str(value)):
                return value
            case Name(id=name):
                return self._constants.get(name)
            case _:
                return None

    def _bind(self, node: Any, within: FunctionDef | None) -> None:
        match node:
            case Import(names=names):
                self._imported.update(
                    {alias or name.partition(".")[0]: name if alias else name.partition(".")[0] for name, alias in names}
                )
            case ImportFrom(module=module, level=0, names=names):
                self._imported.update({alias or name: f"{module}.{name}" for name, alias in names})
            case Assign(targets=(Name(id=name),), value=value) | AnnAssign(target=Name(id=name), value=value) if within is None:
                told = value.value if isinstance(value, Const) and isinstance(value.value, str) else None
                self._constants[name] = told if name not in self._constants else None
            case ClassDef():
                self._classes.append(node)

    def _look(self, node: Any, within: FunctionDef | None) -> None:
        match node:
            case SubscriptExpr(value=value, items=(key,), at=at) if self._dotted_name(value) == _MAPPING:
                self.reads.append(_Read(key, True, None, at, within))
            case Operation(kind="compare", ops=("in" | "not in",), items=(key, value), at=at) if (
                self._dotted_name(value) == _MAPPING
            ):
                self.reads.append(_Read(key, False, None, at, within))
            case Call(func=func, args=args, at=at):
                self.calls.append(node)
                dotted = self._dotted_name(func)
                if dotted in _READS and args:
                    named, default = (_given_argument(node, one, ["key", "default"]) for one in ("key", "default"))
                    if named is not None:
                        self.reads.append(_Read(named, dotted.endswith(".pop") and default is None, default, at, within))
                self.reads += [_Read(one, False, None, at, within) for one in _envvars(args)]

    def settings(self) -> Iterator[Variable]:
        """The fields of classes that are settings, by the names of their variables."""
        known: set[str] = set()
        for one in self._classes:
            bases = [self._dotted_name(arg.value) for arg in one.header.args if arg.name is None]
            if not any(base in _SETTINGS or base in known for base in bases):
                continue
            known.add(one.header.name)
            prefix = self._prefix(one)
            for field in one.body:
                if isinstance(field, AnnAssign) and isinstance(field.target, Name) and not field.target.id.startswith("_"):
                    yield from self._field(field, field.target.id, prefix)

    def _field(self, field: AnnAssign, name: str, prefix: str) -> Iterator[Variable]:
        if name == "model_config":
            return
        names, default, required = [f"{prefix}{name}".upper()], field.value, field.value is None
        if isinstance(field.value, Call) and _last(field.value.func) == "Field":
            given = {arg.name: arg.value for arg in field.value.args if arg.name}
            first = next((arg.value for arg in field.value.args if arg.name is None and not arg.star), None)
            default = given.get("default", first)
            required = "default_factory" not in given and (
                default is None or (isinstance(default, Const) and default.kind == "ellipsis")
            )
            alias = given.get("validation_alias", given.get("alias"))
            several = [arg.value for arg in alias.args] if isinstance(alias, Call) else [alias]
            names = [told for one in several if (told := self.text(one)) is not None] or names
        for told in names:
            yield Variable(told, required and len(names) == 1, self.text(default), self.span(field.at))

    def _prefix(self, one: ClassDef) -> str:
        """`env_prefix` of `model_config`, a call or a dict, or of an inner class `Config`."""
        for statement in one.body:
            inner = statement.body if isinstance(statement, ClassDef) and statement.header.name == "Config" else ()
            told: list[tuple[str | None, Expr | None]] = [
                (target.id, it.value)
                for it in inner
                if isinstance(it, Assign)
                for target in it.targets
                if isinstance(target, Name)
            ]
            if isinstance(statement, Assign | AnnAssign) and isinstance(statement.value, Call):
                told += [(arg.name, arg.value) for arg in statement.value.args]
            if isinstance(statement, Assign | AnnAssign) and isinstance(statement.value, Dict):
                told += [(self.text(pair.key), pair.value) for pair in statement.value.items]
            if prefix := next((self.text(value) for name, value in told if name == "env_prefix"), None):
                return prefix
        return ""

    def _dotted_name(self, expr: Expr) -> str:
        """The name of an expression as an importer would write it; "" of anything else."""
        match expr:
            case Name(id=name):
                return self._imported.get(name, name)
            case Attribute(value=value, attr=attr):
                owner = self._dotted_name(value)
                return f"{owner}.{attr}" if owner else ""
            case _:
                return ""


def _envvars(args: tuple[Arg, ...]) -> Iterator[Expr]:
    for arg in args:
        if arg.name == "envvar":
            yield from arg.value.items if isinstance(arg.value, SequenceExpr) else [arg.value]


def _last(func: Expr) -> str | None:
    """The last name of what is called."""
    return func.id if isinstance(func, Name) else func.attr if isinstance(func, Attribute) else None


def _walk(value: Any, within: FunctionDef | None) -> Iterator[tuple[Any, FunctionDef | None]]:
    """Every statement and expression, with the function that it stands in; nothing that is written to or deleted."""
    todo: list[tuple[Any, FunctionDef | None]] = [(value, within)]
    while todo:
        one, function = todo.pop()
        if isinstance(one, tuple | list):
            todo += [(item, function) for item in reversed(one)]
        elif isinstance(one, Inside):
            todo.append((one.body.suite, function))
        elif isinstance(one, Struct):
            yield one, function
            inner = one if isinstance(one, FunctionDef) else function
            for name in reversed(one.__struct_fields__):
                if name == "targets" and isinstance(one, Assign | Delete):
                    continue
                todo.append((getattr(one, name), inner))
