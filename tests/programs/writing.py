"""Write a random registration program: a pure function of a seed and a framework.

Statements come from a grammar over kinds of objects (`expressions`, `definitions`, `statements`), so that several of them touch the
same servers, functions and containers. A program is one module or several; the entry is always `server`.
"""

import random

from programs.dialects import DIALECTS
from programs.expressions import NAMES
from programs.pruning import prune
from programs.scopes import Variable
from programs.statements import Lines, Statements

LIBRARIES = "collections contextlib copy dataclasses functools inspect itertools operator os random sys threading".split()


def write_program(seed: int, framework: str) -> dict[str, str]:
    """Return the files of the program of a seed, by path."""
    return Writer(random.Random(f"{framework} {seed}"), DIALECTS[framework]).program()


class Writer(Statements):
    """Lays a program out over modules."""

    def program(self) -> dict[str, str]:
        self.undecided = self.rng.choice((0, 0, 0, 1, 2))
        self.budget = self.rng.choice((2, 4, 6, 9, 14, 22, 34))
        layout = self.rng.choices((self._single, self._two, self._package, self._circular), (55, 20, 15, 10))[0]
        files: dict[str, Lines] = layout()
        return prune({path: "\n".join([*self._head(lines), *lines]) + "\n" for path, lines in files.items()})

    def _head(self, lines: Lines) -> Lines:
        text = "\n".join(lines)
        used = [f"import {name}" for name in LIBRARIES if f"{name}." in text]
        return [
            *used,
            *(self.dialect.imports.splitlines() if any(word in text for word in (self.dialect.kind, "Tool.")) else []),
        ]

    def _single(self) -> dict[str, Lines]:
        return {"server.py": [*self._start(), *self._middle(2, 9), *self._end()]}

    def _two(self) -> dict[str, Lines]:
        """A module of functions and containers, and the server."""
        shared = [*self._start(server=self.chance(0.5)), *self._middle(1, 4)]
        imports = self._imported("toolbox", shared)
        return {"toolbox.py": shared, "server.py": [*imports, *self._needed(), *self._middle(2, 6), *self._end()]}

    def _package(self) -> dict[str, Lines]:
        """A package that re-exports what its modules hold."""
        base = [*self._start(server=self.chance(0.6)), *self._middle(0, 2)]
        star = self.chance(0.5)
        again = self._imported("kit.base", base, star=star)
        more = [*again, *self._needed(), *self._middle(1, 3)]
        face = self._imported("kit.more", more, star=True)
        imports = self._imported("kit", face, known=list(self.scope))
        files = {"kit/base.py": base, "kit/more.py": more, "kit/__init__.py": face}
        return {**files, "server.py": [*imports, *self._needed(), *self._middle(2, 5), *self._end()]}

    def _circular(self) -> dict[str, Lines]:
        """A module that imports the server back while the server imports it."""
        start = self._start()
        kept = list(self.scope)
        names = [one.text for one in kept if one.text.isidentifier()]
        self.scope = [one for one in kept if one.text in names]
        parts = [f"from server import {', '.join(names)}", *self._middle(2, 5)]
        self.scope = [
            *kept,
            *(
                Variable(f"parts.{one.text}", one.kind, 0, one.signature, one.result)
                for one in self.scope
                if one not in kept and one.text.isidentifier()
            ),
        ]
        return {"server.py": [*start, "import parts", *self._middle(1, 4), *self._end()], "parts.py": parts}

    def _imported(self, module: str, lines: Lines, star: bool = False, known: list[Variable] | None = None) -> Lines:
        """The imports of a module's names; from here on the scope is what they bind."""
        there = [one for one in (known or self.scope) if one.depth == 0 and one.text.isidentifier()]
        if star or self.chance(0.3):
            self.scope = list(there)
            return [f"from {module} import *"]
        if self.chance(0.4):
            alias = self.rng.choice(("", "box"))
            self.scope = [Variable(f"{alias or module}.{one.text}", one.kind, 0, one.signature, one.result) for one in there]
            return [f"import {module} as {alias}" if alias else f"import {module}"]
        self.scope = []
        for one in there:
            self.count += 1
            text = one.text if self.chance(0.7) else f"{one.text}_{self.count}"
            self.scope.append(Variable(text, one.kind, 0, one.signature, one.result))
        pairs = [
            one.text if one.text == new.text else f"{one.text} as {new.text}"
            for one, new in zip(there, self.scope, strict=True)
        ]
        return [f"from {module} import {', '.join(pairs)}"] if pairs else [f"import {module}"]

    def _start(self, server: bool = True) -> Lines:
        lines: Lines = []
        if server:
            lines += self._needed()
        for _ in range(self.rng.randint(1, 3)):
            lines += self._plain_function()
        if self.chance(0.85):
            chosen = [one.text for one in self.having("function") if self.chance(0.7)]
            lines.append(f"{self.add('functions')} = [{', '.join(chosen)}]")
        if self.chance(0.7):
            chosen = [one.text for one in self.having("function")]
            lines.append(f"{self.add('names')} = {{{', '.join(f'{one!r}: {self.one(NAMES)!r}' for one in chosen)}}}")
        return lines

    def _needed(self) -> Lines:
        """What every module needs that is not in scope yet: a server, and a function."""
        lines: Lines = []
        if not self.having("server"):
            text = self.add("server")
            lines.append(f"{text} = {self.dialect.kind}({text!r})")
        return lines if self.having("function") else [*lines, *self._plain_function()]

    def _plain_function(self) -> Lines:
        text = self.fresh("function")
        lines = self.function_lines(text)
        self.add("function", text)
        return lines

    def _middle(self, least: int, most: int) -> Lines:
        lines: Lines = []
        for _ in range(self.rng.randint(least, most)):
            lines += self.statement()
        return lines

    def _end(self) -> Lines:
        """What was changed is registered, so that the changes show."""
        lines: Lines = []
        for _ in range(self.rng.randint(1, 2)):
            lines += self._register()
        return lines
