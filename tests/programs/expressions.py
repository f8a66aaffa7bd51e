"""Random expressions of a given kind over the names in scope."""

from programs.scopes import Base

WORDS = ("find", "load", "sum up", "Café", "report", "orders", "x y", "")
NAMES = ("find", "load", "store", "count", "report", "fetch", "drop")


class Expressions(Base):
    """Productions for expressions; each gives Python text that evaluates without an error as far as the kinds can tell."""

    def expression(self, kind: str, depth: int = 2) -> str:
        made = getattr(self, f"value_{kind}")(max(depth, 0))
        assert isinstance(made, str)
        return made

    def condition(self) -> str:
        """Known, decided by the default of an environment variable, or undecided."""
        if self.undecided and self.chance(0.25):
            self.undecided -= 1
            return "random.random() < 0.5"
        if self.chance(0.2):
            self.count += 1
            return self.one(
                (
                    f"os.environ.get('FLAG_{self.count}')",
                    f"not os.environ.get('FLAG_{self.count}')",
                    f"os.environ.get('MODE_{self.count}', 'full') == 'full'",
                    f"os.getenv('LEVEL_{self.count}') is None",
                    f"'SWITCH_{self.count}' in os.environ",
                    f"int(os.environ.get('SIZE_{self.count}', '2')) > 1",
                )
            )
        return self._known()

    def _known(self) -> str:
        options = [
            "True",
            "0",
            "not None",
            f"{self.expression('number', 1)} > 2",
            f"{self.expression('text', 1)}.startswith('f')",
        ]
        options.append(f"{self.expression('function', 0)}.__doc__")
        if xs := self.name("functions"):
            f = self.expression("function", 0)
            options += [f"len({xs}) > 1", f"not {xs}", f"{f} in {xs}", f"0 < len({xs}) <= 3", f"any(t is {f} for t in {xs})"]
            options += [f"all(map(callable, {xs}))"]
        if names := self.name("names"):
            options += [f"'find' in {names}", f"{names}.get('load')", f"len({names}) == 2", f"{names} and not {names}.get('')"]
        return self.one(options)

    def value_number(self, depth: int) -> str:
        options = [str(self.rng.randrange(5)), "len('abc')"]
        if one := self.name("number"):
            options += [one, one, f"{one} + 1"]
        if (xs := self.name("functions")) and depth:
            options += [f"len({xs})", f"sum(1 for _ in {xs})", f"max(len({xs}), 1)"]
        if (names := self.name("names")) and depth:
            options.append(f"len({names})")
        return self.one(options)

    def value_text(self, depth: int) -> str:
        options = [repr(self.one(NAMES)), repr(self.one(WORDS))]
        if one := self.name("text"):
            options += [one, one, f"{one}.upper()"]
        if depth:
            f, other = self.expression("function", 0), self.expression("text", depth - 1)
            options += [f"{f}.__name__", f"({f}.__doc__ or '')", f'f"{{{f}.__name__}}_{self.rng.randrange(9)}"']
            options += [f"getattr({f}, 'tag', {other})", f"({other} or {self.one(NAMES)!r})", f"str({self.value_number(0)})"]
            options += [f"'-'.join([{other}, {self.one(NAMES)!r}])", f"'%s!' % {other}", f"{other}.replace('o', '0')"]
            if names := self.name("names"):
                options += [f"{names}.get({self.one(NAMES)!r}, {other})", f"next(iter({names}.values()), {other})"]
                options += [f"','.join(sorted({names}))"]
        return self.one(options)

    def value_function(self, depth: int) -> str:
        found = self.name("function")
        assert found
        options = [found, found, found]
        if depth:
            other = self.expression("function", depth - 1)
            if xs := self.name("functions"):
                index = self.one(("0", "-1", f"{self.value_number(0)} % len({xs})"))
                options += [
                    f"({xs}[{index}] if {xs} else {other})",
                    f"next(iter({xs}), {other})",
                    f"next(reversed({xs}), {other})",
                ]
            if table := self.name("table"):
                options += [f"{table}.get({self.one(NAMES)!r}, {other})", f"(list({table}.values()) or [{other}])[0]"]
            if deco := self.name("decorator"):
                options += [f"{deco}({other})"] * 2
            if row := self.name("row"):
                options += [f"({row} or ({other},))[0]"]
            if pairs := self.name("pairs"):
                options += [f"({pairs}[-1][0] if {pairs} else {other})"]
            if registry := self.name("registry"):
                options += [f"{registry}.add({other})"]
            options.append(f"({found} if {self.condition()} else {other})")
            for helper in self.having("helper"):
                if helper.result == "function":
                    options.append(self.call(helper.text, helper.signature, depth - 1))
        return self.one(options)

    def call(self, helper: str, signature: tuple[str, ...], depth: int) -> str:
        """A call with an argument for each parameter; mutable ones are names, so that the callee changes what others hold."""
        given = [self.argument(kind, depth) for kind in signature]
        return f"{helper}({', '.join(given)})"

    def argument(self, kind: str, depth: int = 1) -> str:
        made = hasattr(self, f"value_{kind}")
        return (self.name(kind) if self.chance(0.85) or not made else None) or self.expression(kind, depth)

    def value_server(self, depth: int) -> str:
        found = self.name("server")
        assert found
        return found

    def value_functions(self, depth: int) -> str:
        f = self.expression("function", depth - 1)
        options = [f"[{f}]", "[]", f"[{f}, {self.expression('function', 0)}]", f"[{f}] * 1"]
        if xs := self.name("functions"):
            options += [xs, xs, f"list({xs})", f"{xs}[:]", f"{xs}[::-1]", f"{xs}.copy()", f"[*{xs}, {f}]", f"{xs} + [{f}]"]
            options += [f"[t for t in {xs} if t is not {f}]", f"[t for t in {xs} if {self._known()}]", f"{xs}[1:]"]
            options += [
                f"sorted({xs}, key=lambda t: t.__name__)",
                f"list(filter(lambda t: t.__doc__, {xs}))",
                f"({xs} or [{f}])",
            ]
            options += [f"list(dict.fromkeys({xs}))", f"list(itertools.chain({xs}, [{f}]))", f"copy.copy({xs})"]
            if deco := self.name("decorator"):
                options += [f"[{deco}(t) for t in {xs}]", f"list(map({deco}, {xs}))"]
        if table := self.name("table"):
            options += [f"list({table}.values())", f"[{table}[k] for k in sorted({table})]"]
        if bag := self.name("bag"):
            options += [f"sorted({bag}, key=lambda t: t.__name__)"]
        if groups := self.name("groups"):
            options += [f"{groups}.setdefault({self.one(NAMES)!r}, [])", f"sum({groups}.values(), [])"]
        if queue := self.name("queue"):
            options += [f"list({queue})"]
        if pairs := self.name("pairs"):
            options += [f"[t for t, _ in {pairs}]"]
        for helper in self.having("helper"):
            if helper.result == "functions" and depth:
                options += [self.call(helper.text, helper.signature, 0)] * 2
        return self.one(options)

    def value_row(self, depth: int) -> str:
        xs = self.name("functions")
        return self.one(
            [f"({self.expression('function', 0)}, {self.expression('function', depth - 1)})"] + ([f"tuple({xs})"] if xs else [])
        )

    def value_bag(self, depth: int) -> str:
        xs, f = self.name("functions"), self.expression("function", 0)
        return self.one([f"{{{f}}}", "set()"] + ([f"set({xs})", f"{{*{xs}, {f}}}"] if xs else []))

    def value_queue(self, depth: int) -> str:
        return f"collections.deque({self.expression('functions', depth - 1)})"

    def value_table(self, depth: int) -> str:
        f = self.expression("function", depth - 1)
        options = [
            f"{{{self.one(NAMES)!r}: {f}}}",
            f"{{t.__name__: t for t in {self.expression('functions', 0)}}}",
            f"dict({self.one(NAMES)}={f})",
        ]
        if table := self.name("table"):
            options += [
                table,
                f"dict({table})",
                f"{{**{table}, {self.one(NAMES)!r}: {f}}}",
                f"{table} | {{{self.one(NAMES)!r}: {f}}}",
            ]
        return self.one(options)

    def value_names(self, depth: int) -> str:
        options = [f"{{{self.one(NAMES)!r}: {self.expression('text', depth - 1)}}}", "{}", f"dict({self.one(NAMES)}='named')"]
        if names := self.name("names"):
            options += [names, f"dict({names})", f"{{**{names}, 'load': 'loaded'}}", f"copy.deepcopy({names})"]
        if xs := self.name("functions"):
            options += [f"{{t.__name__: 'n_' + t.__name__ for t in {xs}}}", f"dict(zip([t.__name__ for t in {xs}], {NAMES!r}))"]
        return self.one(options)

    def value_pairs(self, depth: int) -> str:
        xs, f = self.name("functions"), self.expression("function", 0)
        options = [f"[({f}, {self.expression('text', depth - 1)})]", "[]"]
        if xs:
            options += [
                f"[(t, t.__name__) for t in {xs}]",
                f"list(zip({xs}, {NAMES!r}))",
                f"[(t, f'n{{i}}') for i, t in enumerate({xs})]",
            ]
        if table := self.name("table"):
            options += [f"[(t, k) for k, t in {table}.items()]"]
        return self.one(options)

    def value_groups(self, depth: int) -> str:
        return self.one(("collections.defaultdict(list)", f"{{'find': {self.expression('functions', 0)}}}", "{'load': []}"))
