"""Parsed file, nothing resolved: the object file of this compiler.

`read` gives a `Module`, `bind` follows it. A `Module` is plain data: an outline of every statement (where it stands, what
it binds) and the definitions read so far, as a small expression tree. It names no file and depends on nothing but the bytes
it came from, so it can be cached by their hash and made in another process.

Offsets (`at`, `end`) are code points in the normalised text of the file.
"""

from typing import Any, Literal

from msgspec import Struct, field

read_outlines: set[int] = set()
"""The identities of the outlines of functions whose suites were asked for."""


class OutlineNode(Struct, frozen=True, array_like=True):
    """One statement of the outline: where it is, what it binds, what stands inside it.

    `at`..`end` covers the whole statement, decorators included; `head` is where a compound statement's header ends
    (behind its colon), else equal to `end`. `names` are the names the statement itself binds in its scope
    (`("*",)` for a star import), not what its blocks bind.
    """

    kind: Literal[
        "import", "from", "assign", "ann", "aug", "do", "return", "alias", "def", "class",
        "if", "try", "with", "for", "while", "match", "global", "raise", "other",
    ]  # fmt: skip
    at: int
    end: int
    head: int
    names: tuple[str, ...] = ()
    nested: tuple["Block", ...] = ()

    @property
    def blocks(self) -> tuple["Block", ...]:
        """The suites of a compound statement; those of a function are noted in `read_outlines`."""
        if self.kind == "def":
            read_outlines.add(id(self))
        return self.nested


class Block(Struct, frozen=True, array_like=True):
    """One suite of a compound statement. `elif` is an `else` block that holds one `if`."""

    role: Literal["body", "else", "except", "finally", "case"]
    nodes: tuple[OutlineNode, ...]
    names: tuple[str, ...] = ()  # bound on entering the block: `except E as name`, captures of a `case`


# --- expressions -----------------------------------------------------------------------------------------------------


class Expression(Struct, frozen=True, array_like=True, tag=True):
    """Base of all expressions: where the expression stands."""

    at: int
    end: int


class Name(Expression, frozen=True, array_like=True, tag="name"):
    id: str


class Attribute(Expression, frozen=True, array_like=True, tag="attr"):
    value: "Expr"
    attr: str


class Const(Expression, frozen=True, array_like=True, tag="const"):
    """A literal. `value` holds it as it is, but for `bytes` (hex digits), `complex` (its repr), integers beyond 64 bits
    (decimal digits) and strings with lone surrogates (kind `str-escaped`, in `unicode_escape`)."""

    kind: Literal["str", "str-escaped", "bytes", "int", "float", "complex", "bool", "none", "ellipsis"]
    value: str | int | float | bool | None = None

    def python(self) -> object:
        """The Python value this literal stands for."""
        text = str(self.value)
        match self.kind:
            case "str-escaped":
                return text.encode("ascii").decode("unicode_escape")
            case "bytes":
                return bytes.fromhex(text)
            case "int":
                return int(text) if isinstance(self.value, str) else self.value
            case "complex":
                return complex(text)
            case "ellipsis":
                return ...
            case _:
                return self.value


class JoinedStr(Expression, frozen=True, array_like=True, tag="fstr"):
    """An f-string: literal parts are string `Const`s, the others `FormattedValue`s."""

    parts: tuple["Expr", ...]


class FormattedValue(Expression, frozen=True, array_like=True, tag="fval"):
    """One `{value!conversion:spec}` of an f-string; `spec` is an `JoinedStr` or None."""

    value: "Expr"
    conversion: str = ""
    spec: "Expr | None" = None


class Arg(Struct, frozen=True, array_like=True):
    """One argument of a call or class header. `star` is "", "*" or "**"."""

    value: "Expr"
    name: str | None = None
    star: str = ""


class Call(Expression, frozen=True, array_like=True, tag="call"):
    func: "Expr"
    args: tuple[Arg, ...] = ()


class SubscriptExpr(Expression, frozen=True, array_like=True, tag="sub"):
    """`value[items]`. `tuple` tells `x[a,]` (a tuple of one) from `x[a]`."""

    value: "Expr"
    items: tuple["Expr", ...]
    tuple: bool = False


class SequenceExpr(Expression, frozen=True, array_like=True, tag="seq"):
    kind: Literal["tuple", "list", "set"]
    items: tuple["Expr", ...] = ()


class Pair(Struct, frozen=True, array_like=True):
    """One item of a dict display; `key` is None for `**value`."""

    key: "Expr | None"
    value: "Expr"


class Dict(Expression, frozen=True, array_like=True, tag="dict"):
    items: tuple[Pair, ...] = ()


class Star(Expression, frozen=True, array_like=True, tag="star"):
    value: "Expr"


class Operation(Expression, frozen=True, array_like=True, tag="op"):
    """A unary (one item), binary, boolean or comparison chain, flattened: `a | b | c` is one `Operation` with ops `| |`."""

    kind: Literal["unary", "binary", "bool", "compare"]
    ops: tuple[str, ...]
    items: tuple["Expr", ...]


class IfExp(Expression, frozen=True, array_like=True, tag="ifexp"):
    test: "Expr"
    body: "Expr"
    orelse: "Expr"


class Await(Expression, frozen=True, array_like=True, tag="await"):
    value: "Expr"


class Clause(Struct, frozen=True, array_like=True):
    """One `for target in iter if test …` of a comprehension."""

    target: "Expr"
    iter: "Expr"
    tests: tuple["Expr", ...] = ()


class Comprehension(Expression, frozen=True, array_like=True, tag="comp"):
    """A comprehension; `element` is the key of a dict's, `value` its value, else None."""

    kind: Literal["list", "set", "dict", "generator"]
    element: "Expr"
    clauses: tuple[Clause, ...]
    value: "Expr | None" = None


class DeferredNode(Expression, frozen=True, array_like=True, tag="opaque"):
    """An expression that is not looked into at first (lambda, slice, walrus, asynchronous comprehension …), by its kind.

    Lambdas, slices, `yield` and `:=` are read when they are asked for: `Reader.expand` gives an `ExpandedNode`.
    """

    kind: str


class ValueExpr(Expression, frozen=True, array_like=True, tag="held"):
    """A value that takes the place of an expression: an argument inside a function that was followed. `read` makes none."""

    value: Any


# Of statements that are executed alone (`toolc.code`); in a definition these are `DeferredNode`.


class LambdaExpr(Expression, frozen=True, array_like=True, tag="lambda"):
    """A lambda, with the names that it binds."""

    params: "tuple[Param, ...]"
    body: "Expr"
    names: frozenset[str] = frozenset()


class SliceExpr(Expression, frozen=True, array_like=True, tag="slice"):
    lower: "Expr | None" = None
    upper: "Expr | None" = None
    step: "Expr | None" = None


class NamedExpr(Expression, frozen=True, array_like=True, tag="walrus"):
    name: str
    value: "Expr"


class YieldExpr(Expression, frozen=True, array_like=True, tag="yield"):
    """`yield value`; `delegates` for `yield from value`."""

    value: "Expr | None"
    delegates: bool = False


Expr = (
    Name | Attribute | Const | JoinedStr | FormattedValue | Call | SubscriptExpr | SequenceExpr | Dict | Star | Operation
    | IfExp | Await | Comprehension | DeferredNode | ValueExpr | LambdaExpr | SliceExpr | NamedExpr | YieldExpr
)  # fmt: skip


# --- statements, read on demand --------------------------------------------------------------------------------------


class Statement(Struct, frozen=True, array_like=True, tag=True):
    """Base of all statements: the offset of its `OutlineNode`."""

    at: int


class Import(Statement, frozen=True, array_like=True, tag="import"):
    """`import a.b as c, d`: pairs of dotted name and alias (None without `as`)."""

    names: tuple[tuple[str, str | None], ...]


class ImportFrom(Statement, frozen=True, array_like=True, tag="from"):
    """`from ..module import name as alias`; a star import is `(("*", None),)`."""

    module: str
    level: int
    names: tuple[tuple[str, str | None], ...]


class Assign(Statement, frozen=True, array_like=True, tag="assign"):
    targets: tuple[Expr, ...]
    value: Expr


class AnnAssign(Statement, frozen=True, array_like=True, tag="ann"):
    target: Expr
    annotation: Expr
    value: Expr | None = None


class AugAssign(Statement, frozen=True, array_like=True, tag="aug"):
    target: Expr
    op: str
    value: Expr


class ExprStmt(Statement, frozen=True, array_like=True, tag="do"):
    value: Expr


class Return(Statement, frozen=True, array_like=True, tag="return"):
    value: Expr | None = None


class TypeParam(Struct, frozen=True, array_like=True):
    """One name between the brackets of `def f[T: bound = default]`. `kind` is "", "*" or "**"."""

    name: str
    kind: str = ""
    bound: Expr | None = None
    default: Expr | None = None


class Alias(Statement, frozen=True, array_like=True, tag="alias"):
    """`type name[params] = value`."""

    name: str
    value: Expr
    type_params: tuple[TypeParam, ...] = ()


class Param(Struct, frozen=True, array_like=True):
    """One parameter; `at` is where its name stands. Kinds are those of `inspect.Parameter`, in lower case."""

    name: str
    at: int
    end: int
    kind: Literal["positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"]
    annotation: Expr | None = None
    default: Expr | None = None


class Func(Statement, frozen=True, array_like=True, tag="def"):
    """A function's header and docstring; `name_at` is where its name stands. The body is in the outline. `doc_held`: `doc` is
    what `__doc__` holds, and not what stands in the source."""

    name: str
    name_at: int
    is_async: bool = False
    decorators: tuple[Expr, ...] = ()
    params: tuple[Param, ...] = ()
    returns: Expr | None = None
    doc: str | None = None
    type_params: tuple[TypeParam, ...] = ()
    doc_held: bool = False


class Class(Statement, frozen=True, array_like=True, tag="class"):
    """A class's header and docstring; `name_at` is where its name stands. The body is in the outline."""

    name: str
    name_at: int
    decorators: tuple[Expr, ...] = ()
    args: tuple[Arg, ...] = ()
    doc: str | None = None
    type_params: tuple[TypeParam, ...] = ()


class If(Statement, frozen=True, array_like=True, tag="if"):
    """The test of an `if` or `while`; its blocks are in the outline."""

    test: Expr


class For(Statement, frozen=True, array_like=True, tag="for"):
    target: Expr
    iter: Expr


class With(Statement, frozen=True, array_like=True, tag="with"):
    """Context expressions with the target behind `as`, or None."""

    items: tuple[tuple[Expr, Expr | None], ...]


class Try(Statement, frozen=True, array_like=True, tag="try"):
    """The exception types of the handlers in order; None for a bare `except`."""

    handlers: tuple[Expr | None, ...]


class Other(Statement, frozen=True, array_like=True, tag="other"):
    """A statement whose content is never needed (pass, del, raise, match …), or that could not be read, and why."""

    why: str = ""


Stmt = (
    Import
    | ImportFrom
    | Assign
    | AnnAssign
    | AugAssign
    | ExprStmt
    | Return
    | Alias
    | Func
    | Class
    | If
    | For
    | With
    | Try
    | Other
)


# --- what is inside an `DeferredNode`, read on demand ----------------------------------------------------------------------


class Lambda(Struct, frozen=True):
    params: tuple[Param, ...]
    body: Expr


class Slice(Struct, frozen=True):
    lower: Expr | None = None
    upper: Expr | None = None
    step: Expr | None = None


ExpandedNode = Lambda | Slice


class Module(Struct, frozen=True):
    """One file: its outline and the statements read so far, by the offset of their node."""

    doc: str | None
    outline: tuple[OutlineNode, ...]
    definitions: dict[int, Stmt] = field(default_factory=dict)
    whole: bool = False  # every statement was read at once, because only LibCST could parse the file
