"""Random control flow: conditions, loops, handlers, context managers, patterns, with statements in their blocks."""

from programs.definitions import Definitions
from programs.expressions import NAMES
from programs.scopes import indented

Lines = list[str]
FAILING = (
    "int('x')",
    "{}['none']",
    "[][1]",
    "undefined_name",
    "import missing_module_xyz",
    "raise ValueError('no')",
    "raise KeyError",
    "None.attribute",
    "1 / 0",
    "int('x' if random.random() < 0.5 else '1')",
    "[1][0 if random.random() < 0.5 else 1]",
    "{'one': 1}['one' if random.random() < 0.5 else 'two']",
    "('1' if random.random() < 0.5 else 1) + 1",
    "next(iter([1] if random.random() < 0.5 else []))",
    "assert random.random() < 0.5",
)
CAUGHT = ("ValueError", "(KeyError, IndexError)", "ImportError", "LookupError as error", "ArithmeticError", "TypeError")


class ControlFlow(Definitions):
    """Productions for compound statements; a production without anything to work on returns nothing."""

    def if_(self) -> Lines:
        named = self.chance(0.1) and self.expression("number", 1)
        test = f"(size_{self.count} := {named}) and size_{self.count} % 2" if named else self.condition()
        lines = [f"if {test}:", *indented(self._branch())]
        if self.chance(0.2):
            lines += [f"elif {self.condition()}:", *indented(self._branch())]
        if self.chance(0.4):
            lines += ["else:", *indented(self._branch())]
        return lines

    def _branch(self) -> Lines:
        body = self.block(1, 2)
        if self.loops and self.chance(0.3):
            body.append(self.one(("continue", "break")))
        return body

    def both_branches(self) -> Lines:
        kind = self.one(("functions", "names", "text", "function", "server", "table"))
        if kind == "server" and not self.having("server"):
            return []
        text = self.fresh(kind)
        first, second = self.expression(kind), self.expression(kind)
        if kind == "server" and self.chance(0.5):
            first, second = f"{self.dialect.kind}({text!r})", f"{self.dialect.kind}({text!r}, 'Notes.')"
        lines = [f"if {self.condition()}:", f"    {text} = {first}", "else:", f"    {text} = {second}"]
        self.add(kind, text)
        return lines

    def loop(self) -> Lines:
        over = self.one(("functions", "functions", "range", "texts", "table"))
        source = {"range": f"range({self.rng.randrange(4)})", "texts": repr(list(NAMES[: self.rng.randrange(1, 4)]))}.get(over)
        if not source:
            source = (
                f"list({self.expression('functions', 1)})"
                if over == "functions"
                else f"list({self.expression('table', 1)}.items())"
            )
        loop_else = self.chance(0.15)
        with self.inner():
            self.loops += 1
            self.count += 1
            n = self.count
            target = {"range": f"i_{n}", "texts": f"text_{n}", "functions": f"t_{n}", "table": f"key_{n}, t_{n}"}[over]
            if over in ("functions", "table"):
                self.add("function", f"t_{n}")
            if over in ("texts", "table"):
                self.add("text", f"text_{n}" if over == "texts" else f"key_{n}")
            if over == "range":
                self.add("number", f"i_{n}")
            body = self.block(1, 3)
            if self.chance(0.3):
                leave = [f"if {self.condition()}:", f"    {self.one(('continue', 'break'))}"]
                body = [*leave, *body] if self.chance(0.5) else [*body, *leave]
        lines = [f"for {target} in {source}:", *indented(body)]
        return [*lines, "else:", *indented(self.block(1, 1))] if loop_else else lines

    def while_(self) -> Lines:
        self.count += 1
        turn = f"turn_{self.count}"
        with self.inner():
            self.add("number", turn)
            body = self.block(1, 2)
        return [f"{turn} = {self.rng.randint(1, 3)}", f"while {turn} > 0:", f"    {turn} -= 1", *indented(body)]

    def try_(self) -> Lines:
        before = self.block(0, 1)
        failing = self._failing() if self.chance(0.7) else []
        lines = ["try:", *indented([*before, *failing, *self.block(1, 1)])]
        if self.chance(0.4):
            lines += [f"except {self.one(CAUGHT)}:", *indented(self._handler())]
        lines += ["except Exception as error:" if self.chance(0.5) else "except Exception:", *indented(self._handler())]
        if self.chance(0.25):
            lines += ["else:", *indented(self.block(1, 1))]
        if self.chance(0.25):
            lines += ["finally:", *indented(self.block(1, 1))]
        return lines

    def _failing(self) -> Lines:
        """What certainly raises, or does so under a condition, here or in a function that is called."""
        failing = self.one(FAILING)
        if self.chance(0.5):
            return [failing]
        if self.chance(0.5):
            return [f"if {self.condition()}:", f"    {failing}"]
        self.count += 1
        name = f"check_{self.count}"
        with self.inner(function=True):
            body = [*self.block(0, 1), f"if {self.condition()}:", f"    {failing}", *self.block(0, 1)]
        return [f"def {name}():", *indented(body), f"{name}()"]

    def _handler(self) -> Lines:
        body = self.block(1, 1)
        if self.loops and self.chance(0.2):
            body.append(self.one(("continue", "break")))
        return body

    def with_(self) -> Lines:
        if self.chance(0.4):
            manager = self.one(("contextlib.nullcontext()", "contextlib.suppress(Exception)", "threading.Lock()"))
            failing = self._failing() if "suppress" in manager and self.chance(0.7) else []
            return [f"with {manager}:", *indented([*self.block(0, 1), *failing, *self.block(1, 2)])]
        if not (xs := self.name("functions")):
            return []
        text = self.fresh("session")
        self.count += 1
        bound = f"tools_{self.count}"
        with self.inner(function=True):
            self.add("functions", "source")
            before, after = self.block(0, 1), self.block(0, 1)
            guarded = ["try:", "    yield source", "except ValueError:", *indented(self.block(1, 1))]
        swallows = self.chance(0.4)
        given = guarded if swallows else ["yield source"]
        lines = ["@contextlib.contextmanager", f"def {text}(source):", *indented([*before, *given, *after])]
        with self.inner():
            self.add("functions", bound)
            body = [*self.block(1, 2), *(["raise ValueError('left')"] if swallows and self.chance(0.5) else [])]
            return [*lines, f"with {text}({xs}) as {bound}:", *indented(body)]

    def match_(self) -> Lines:
        lines = [f"match {self.expression(self.one(('text', 'number')))}:"]
        cases = [self.one(("'find'", "'load' | 'store'", "0", "1 | 2", "int()", "str() as word"))]
        lines += [f"    case {case}:" + "\n" + "\n".join(indented(indented(self.block(1, 2)))) for case in cases]
        return "\n".join([*lines, "    case _:", *indented(indented(self.block(1, 1)))]).splitlines()
