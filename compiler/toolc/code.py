"""Statements as they are executed: the trees that `analysis` runs.

`read` makes them of a whole file at once, from `ast`. Expressions are those of `toolc.module`; statements hold their suites.
Names are those of Python's own `ast`. Offsets are code points.
"""

from collections.abc import Callable

from msgspec import Struct

from toolc.module import (
    Alias,
    AnnAssign,
    Assign,
    AugAssign,
    Class,
    Expr,
    ExprStmt,
    Func,
    Import,
    ImportFrom,
    LambdaExpr,
    NamedExpr,
    Return,
    SliceExpr,
    Statement,
    YieldExpr,
)

# --- statements --------------------------------------------------------------------------------------------------------


class Body(Struct, frozen=True, array_like=True):
    """A function's statements, the names it binds for itself, those it declares global, and whether it yields."""

    suite: "Suite"
    local: frozenset[str]
    declared: frozenset[str]
    yields: bool


class Mentions(Struct, frozen=True, array_like=True):
    """The names that a body calls, decorates with, derives from or imports; `bound` are all that it binds, at any depth.

    A name is dotted as far as it is written so: `f`, `self.f`, `os.path.join`. It begins with a dot where what stands before is
    no name: `.get` of `load().get()`. What is imported has the name that it is bound to before a colon: `g:f` of
    `from m import f as g`. `inner` are the names of each definition inside. `imports` are the names that nothing but imports
    bind, each with the level, the module and the name that is imported, "" for the module itself.
    """

    names: frozenset[str]
    bound: frozenset[str] = frozenset()
    inner: tuple[tuple[str, frozenset[str]], ...] = ()
    imports: tuple[tuple[str, int, str, str], ...] = ()


class Inside:
    """The body of a function, which is read when it is first asked for: most functions of a program are never entered.

    `mentions`: what can be said of it unread.
    """

    __slots__ = ("_body", "_read", "mentions")

    def __init__(self, read: Callable[[], Body], mentions: Mentions) -> None:
        self._read, self.mentions = read, mentions
        self._body: Body | None = None

    @property
    def body(self) -> Body:
        if self._body is None:
            self._body = self._read()
            del self._read  # with the text that it holds
        return self._body


class FunctionDef(Statement, frozen=True, array_like=True, tag=True, eq=False):
    """A function: its header, and what is inside it."""

    header: Func
    end: int
    inside: Inside

    @property
    def body(self) -> "Suite":
        return self.inside.body.suite

    @property
    def local(self) -> frozenset[str]:
        """The names that it binds for itself."""
        return self.inside.body.local

    @property
    def global_names(self) -> frozenset[str]:
        """The names that it declares global."""
        return self.inside.body.declared

    @property
    def yields(self) -> bool:
        return self.inside.body.yields


class ClassDef(Statement, frozen=True, array_like=True, tag=True):
    """A class: its header, its body, and the names that its body declares global."""

    header: Class
    end: int
    body: "Suite"
    declared: frozenset[str]


class If(Statement, frozen=True, array_like=True, tag=True):
    test: Expr
    body: "Suite"
    orelse: "Suite"


class While(Statement, frozen=True, array_like=True, tag=True):
    test: Expr
    body: "Suite"
    orelse: "Suite"


class For(Statement, frozen=True, array_like=True, tag=True):
    target: Expr
    iter: Expr
    body: "Suite"
    orelse: "Suite"
    is_async: bool


class With(Statement, frozen=True, array_like=True, tag=True):
    items: tuple[tuple[Expr, Expr | None], ...]
    body: "Suite"
    is_async: bool


class Handler(Struct, frozen=True, array_like=True):
    """One `except type as name`; `type` is None for a bare one."""

    at: int
    type: Expr | None
    name: str | None
    body: "Suite"


class Try(Statement, frozen=True, array_like=True, tag=True):
    body: "Suite"
    handlers: tuple[Handler, ...]
    orelse: "Suite"
    final: "Suite"
    starred: bool = False  # `except*`


class Pattern(Struct, frozen=True, array_like=True):
    """Base of the patterns of `case`."""


class MatchValue(Pattern, frozen=True, array_like=True, tag=True):
    value: Expr


class MatchSequence(Pattern, frozen=True, array_like=True, tag=True):
    patterns: "tuple[AnyPattern, ...]"


class MatchStar(Pattern, frozen=True, array_like=True, tag=True):
    name: str | None


class MatchMapping(Pattern, frozen=True, array_like=True, tag=True):
    keys: tuple[Expr, ...]
    patterns: "tuple[AnyPattern, ...]"
    rest: str | None


class MatchClass(Pattern, frozen=True, array_like=True, tag=True):
    cls: Expr
    patterns: "tuple[AnyPattern, ...]"
    attributes: tuple[str, ...]
    keywords: "tuple[AnyPattern, ...]"


class MatchAs(Pattern, frozen=True, array_like=True, tag=True):
    """`pattern as name`; without a pattern it matches everything, without a name it is `_`."""

    pattern: "AnyPattern | None"
    name: str | None


class MatchOr(Pattern, frozen=True, array_like=True, tag=True):
    patterns: "tuple[AnyPattern, ...]"


class Case(Struct, frozen=True, array_like=True):
    pattern: "AnyPattern"
    guard: Expr | None
    body: "Suite"


class Match(Statement, frozen=True, array_like=True, tag=True):
    subject: Expr
    cases: tuple[Case, ...]


class Delete(Statement, frozen=True, array_like=True, tag=True):
    targets: tuple[Expr, ...]


class Raise(Statement, frozen=True, array_like=True, tag=True):
    error: Expr | None


class Assert(Statement, frozen=True, array_like=True, tag=True):
    test: Expr


class Jump(Statement, frozen=True, array_like=True, tag=True):
    """`break`, `continue` or `pass`."""

    kind: str


class Declare(Statement, frozen=True, array_like=True, tag=True):
    """`global` or `nonlocal` with its names."""

    kind: str
    names: tuple[str, ...]


class Unsupported(Statement, frozen=True, array_like=True, tag=True):
    """A statement of a syntax that is not known here, and the names it binds."""

    why: str
    names: tuple[str, ...] = ()


AnyPattern = MatchValue | MatchSequence | MatchStar | MatchMapping | MatchClass | MatchAs | MatchOr

Executable = (
    ExprStmt | Assign | AnnAssign | AugAssign | Return | Import | ImportFrom | Alias | FunctionDef | ClassDef
    | If | While | For | With | Try | Match
    | Delete | Raise | Assert | Jump | Declare | Unsupported
)  # fmt: skip

Suite = tuple[Executable, ...]

__all__ = [
    "Assert", "Case", "ClassDef", "Declare", "Delete", "For", "FunctionDef", "Handler", "If", "Jump", "LambdaExpr", "Match",
    "MatchAs", "MatchClass", "MatchMapping", "MatchOr", "MatchSequence", "MatchStar", "MatchValue", "NamedExpr", "Pattern",
    "Raise", "SliceExpr", "Suite", "Try", "Unsupported", "While", "With", "YieldExpr",
]  # fmt: skip

NESTING = (FunctionDef, ClassDef, If, While, For, With, Try, Handler, Match, Case)
"""Parts of a suite in which definitions may stand."""
