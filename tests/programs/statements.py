"""Random statements: registrations, changes of shared objects, and later changes of what is registered."""

from programs.controlflow import ControlFlow
from programs.expressions import NAMES
from programs.scopes import MUTABLE, Variable, indented

Lines = list[str]


class Statements(ControlFlow):
    """Productions for statements; a production without anything to work on returns nothing."""

    def block(self, least: int = 1, most: int = 3) -> Lines:
        lines: Lines = []
        self.nesting += 1
        with self.inner():
            for _ in range(self.rng.randint(least, most)):
                lines += self.statement(nested=True)
        self.nesting -= 1
        return lines or (["pass"] if least else [])

    def statement(self, nested: bool = False) -> Lines:
        if self.budget <= 0:
            return [self.registration(self.expression("function", 0))]
        self.budget -= 1
        compound = (1.0, 0.5, 0.2, 0.05)[min(self.nesting, 3)]
        return self.pick(
            [
                (6, self._register),
                (3, self._fresh_value),
                (2, self._alias),
                (7, self._mutate),
                (3, self._rewrite),
                (2, self._call_helper),
                (1, self._rebind),
                (1, self._name_tricks),
                (1.2, self._later),
                (1.0, self._use_registry),
                (2.5 * compound, self.if_),
                (2.5 * compound, self.loop),
                (0.7 * compound, self.while_),
                (1.0 * compound, self.try_),
                (0.7 * compound, self.with_),
                (0.6 * compound, self.match_),
                (0.8 * compound, self.both_branches),
                (2 * compound, self.function),
                (2 * compound, self.decorator),
                (2.5 * compound, self.helper),
                (0.7 * compound, self.stepping),
                (1 * compound, self.maker),
                (0.8 * compound, self.generator),
                (1.2 * (not nested), self.registry),
                (0.8 * (not nested), self.toolset),
                (0.5 * (not nested), self.subclasses),
                (0.5 * (not nested), self._server),
            ]
        )

    # --- registering

    def registration(self, function: str, server: str = "", named: bool = False) -> str:
        if not self.having("server"):
            return "pass"
        server = server or self.expression("server")
        name = "NAMED" if named else (self.expression("text", 1) if self.chance(0.4) else "")
        about = self.expression("text", 1) if self.chance(0.2) else ""
        options = [f"name={name}"] * bool(name) + [f"description={about}"] * bool(about)
        method, given = self.dialect.method, ", ".join([function, *options])
        forms = [f"{server}.{method}({given})"] * 5
        forms += [f"{server}.tool({', '.join(options)})({function})"] * 2
        forms += [
            f"getattr({server}, {method!r})({given})",
            f"functools.partial({server}.{method}, {', '.join(options)})({function})".replace(", )", ")"),
        ]
        if enter := self.name("enter"):
            forms += [f"{enter}({given})"] * 2
        if self.dialect.made_tools:
            forms.append(
                self.dialect.made_tools.format(server=server, function=function, options="".join(f", {one}" for one in options))
            )
        if options:
            forms.append(
                f"{server}.{method}({function}, **{{{', '.join(one.replace('name=', repr('name') + ': ', 1).replace('description=', repr('description') + ': ', 1) for one in options)}}})"
            )
        return self.one(forms)

    def _register(self) -> Lines:
        if not self.having("server"):
            return []
        if self.chance(0.55):
            return [self.registration(self.expression("function"))]
        server, method = self.expression("server"), self.dialect.method
        xs, forms = self.name("functions"), []
        if xs:
            forms += [
                [f"for t in {xs}:", f"    {self.registration('t', server)}"],
                [f"[{server}.{method}(t) for t in {xs}]"],
                [f"list(map({server}.{method}, {xs}))"],
                [f"for i, t in enumerate({xs}):", f"    {server}.{method}(t, name=f't{{i}}')"],
                [f"any({server}.{method}(t) for t in {xs} if {self._known()})"],
                [f"for t, label in zip({xs}, {NAMES!r}):", f"    {server}.{method}(t, name=label)"],
                [f"collections.deque(map({server}.{method}, {xs}), maxlen=0)"],
            ]
        if table := self.name("table"):
            forms += [[f"for key, t in {table}.items():", f"    {server}.{method}(t, name=key)"]]
            forms += [[f"for i, (key, t) in enumerate({table}.items()):", f"    {server}.{method}(t, name=f'{{key}}{{i}}')"]]
            forms += [[f"for key in list({table})[:1]:", f"    {server}.{method}({table}[key], name='first')"]]
            forms += [
                [f"for key in sorted({table}):", f"    {server}.{method}({table}[key], name={self.one(('key', 'None'))})"]
            ]
        if pairs := self.name("pairs"):
            forms += [[f"for t, label in {pairs}:", f"    {server}.{method}(t, name=label)"]]
            forms += [[f"for row in {pairs}:", f"    {server}.{method}(*row)"]]
        if bag := self.name("bag"):
            forms += [[f"for t in {bag}:", f"    {server}.{method}(t)"]]
        if queue := self.name("queue"):
            forms += [[f"while {queue}:", f"    {server}.{method}({queue}.popleft())"]]
        if xs and (names := self.name("names")):
            forms += [[f"for t in {xs}:", f"    {server}.{method}(t, name={names}.get(t.__name__, t.__name__))"]] * 2
        return self.rng.choice(forms) if forms else []

    # --- values

    def _fresh_value(self) -> Lines:
        kind = self.one((*MUTABLE, "functions", "names", "text", "number", "row", "function", "enter"))
        if kind == "enter" and not self.having("server"):
            return []
        if kind == "enter":
            server = self.expression("server")
            return [f"{self.add('enter')} = {server}.{self.dialect.method}"]
        made = self.expression(kind)
        return [f"{self.add(kind)} = {made}"]

    def _alias(self) -> Lines:
        kind = self.one((*MUTABLE, "server", "function", "registry"))
        if not (first := self.name(kind)):
            return []
        second = self.name(kind)
        a, b = self.fresh(kind), self.fresh(kind)
        self.add(kind, a)
        form = self.one(("plain", "chained", "pair", "walrus", "starred"))
        if form == "plain":
            return [f"{a} = {first}"]
        if form == "walrus":
            return [f"print({a} := {first})"]
        if form == "starred" and kind == "function" and (xs := self.name("functions")):
            self.add("functions", b)
            return [f"{a}, *{b} = [{first}, *{xs}]"]
        self.add(kind, b)
        return [f"{a} = {b} = {first}"] if form == "chained" else [f"{a}, {b} = {first}, {second}"]

    def _rebind(self) -> Lines:
        kind = self.one(("functions", "names", "table", "text", "function", "number"))
        if not (target := self.rebindable(kind)):
            return []
        if kind == "function" and "(" in target:
            return []
        if kind in ("functions", "number") and self.chance(0.5) and "(" not in target:
            return [f"{target} += {self.expression(kind, 1)}"]
        other = self.rebindable(kind)
        if other and other != target and "(" not in target + other and self.chance(0.2):
            return [f"{target}, {other} = {other}, {target}"]
        return [] if "(" in target else [f"{target} = {self.expression(kind)}"]

    def _mutate(self) -> Lines:
        kind = self.one(("functions", "functions", "names", "names", "table", "bag", "queue", "pairs", "groups"))
        target = self.name(kind)
        if not target:
            return []
        f, text, key = self.expression("function", 1), self.expression("text", 1), repr(self.one(NAMES))
        more = self.name("functions") or f"[{f}]"
        forms = {
            "functions": [
                f"{target}.append({f})", f"{target}.insert(0, {f})", f"{target}.insert(1, {f})", f"{target}.insert(-1, {f})", f"{target}.extend({more}[:2])", f"{target}[:] = [{f}]", f"{target}.reverse()",
                f"{target}.sort(key=lambda t: t.__name__)", f"{target}[:1] = []", f"del {target}[1:]", f"{target}.clear()", f"{target}[-1:] = [{f}]",
                f"{target}.pop() if {target} else None", f"{f} in {target} and {target}.remove({f})", f"{target}.__iadd__([{f}])", f"list.append({target}, {f})",
                f"[{target}.append(t) for t in {more}[:1]]", f"getattr({target}, 'append')({f})", f"operator.iadd({target}, [{f}])",
            ],
            "names": [
                f"{target}[{key}] = {text}", f"{target}.update({{{key}: {text}}})", f"{target}.setdefault({key}, {text})", f"{target}.pop({key}, None)",
                f"{target} .update(load={text})", f"{target}[{f}.__name__] = {text}", f"operator.setitem({target}, {key}, {text})", f"{target}.clear()",
                f"{target}.update({{k: v + '2' for k, v in {target}.items()}})", f"{target}.__setitem__({key}, {text})", f"{target}.__ior__({{{key}: {text}}})",
            ],
            "table": [
                f"{target}[{key}] = {f}", f"{target}.update({{{key}: {f}}})", f"{target}.pop({key}, None)", f"{target}.setdefault({key}, {f})",
                f"{target}.update({{t.__name__: t for t in {more}}})", f"{target} and {target}.popitem()",
                f"{target}[{key}] = {target}.pop({key}, {f})", f"{key} in {target} and {target}.pop({key})",
            ],
            "bag": [f"{target}.add({f})", f"{target}.discard({f})", f"{target}.update({more})", f"{target} .add({f})"],
            "queue": [f"{target}.append({f})", f"{target}.appendleft({f})", f"{target}.rotate(1)", f"{target} and {target}.pop()", f"{target}.extend({more})"],
            "pairs": [f"{target}.append(({f}, {text}))", f"{target}.extend((t, 'p') for t in {more})", f"{target} and {target}.pop(0)", f"{target}.sort(key=lambda p: p[1])"],
            "groups": [f"{target}.setdefault({key}, []).append({f})", f"{target}[{key}] = {more}", f"{target}.pop({key}, None)"],
        }[kind]  # fmt: skip
        if "(" in target and kind == "pairs":
            return []
        return [self.rng.choice(forms)]

    def change_of(self, function: str) -> Lines:
        text = self.expression("text", 1)
        forms = [
            f"{function}.__doc__ = {text}", f"{function}.__name__ = {self.one(NAMES)!r} + str({self.rng.randrange(9)})", f"{function}.tag = {text}",
            f"{function}.__doc__ = ({function}.__doc__ or '') + ' More.'", f"setattr({function}, '__doc__', {text})", f"{function}.__defaults__ = None",
            f"{function}.__annotations__['a'] = str", f"{function}.__signature__ = inspect.signature({self.expression('function', 0)})",
            f"{function}.__dict__['tag'] = {text}", f"{function}.__kwdefaults__ = None", f"vars({function}).update(tag={text})",
            f"{function}.__signature__ = inspect.Signature(list(inspect.signature({function}).parameters.values())[1:])",
        ]  # fmt: skip
        return [self.one(forms)]

    def _rewrite(self) -> Lines:
        target = self.name("function")
        if not target or not target.isidentifier():
            return []
        return self.change_of(target)

    def _call_helper(self) -> Lines:
        helpers = self.having("helper")
        if not helpers:
            return []
        helper: Variable = self.rng.choice(helpers)
        call = self.call(helper.text, helper.signature, 1)
        if helper.result in ("function", "functions", "text") and self.chance(0.5):
            return [f"{self.add(helper.result)} = {call}"]
        return [call]

    def _use_registry(self) -> Lines:
        if not (registry := self.name("registry")):
            return []
        f = self.expression("function", 1)
        return [
            self.one(
                (
                    f"{registry}.add({f})",
                    f"{registry}.install()",
                    f"{registry}.install()",
                    f"{registry}.items.append({f})",
                    f"{registry}.items = [{f}]",
                )
            )
        ]

    def _name_tricks(self) -> Lines:
        """Names reached by text: `globals`, `vars`, `setattr`, `getattr`."""
        xs = [one.text for one in self.having("functions") if one.depth == 0 and one.text.isidentifier()]
        fs = [one.text for one in self.having("function") if one.depth == 0 and one.text.isidentifier()]
        f = self.expression("function", 1)
        forms = [f"{self.fresh('names')} = [n for n in dir() if n.startswith('f_')]"]
        if self.depth == 0 and xs:
            name = self.rng.choice(xs)
            forms += [f"globals()[{name!r}].append({f})", f"globals()[{name!r}] = [{f}]", f"vars()[{name!r}].insert(0, {f})"]
            forms += [
                f"setattr(sys.modules[__name__], {name!r}, [{f}])",
                f"getattr(sys.modules[__name__], {name!r}).append({f})",
            ]
        if self.depth == 0 and fs and self.having("server"):
            name, server = self.rng.choice(fs), self.expression("server")
            forms += [
                f"{server}.{self.dialect.method}(globals()[{name!r}])",
                f"{server}.{self.dialect.method}(getattr(sys.modules[__name__], {name[:2]!r} + {name[2:]!r}))",
            ]
            forms += [
                f"[{server}.{self.dialect.method}(v, name='g_' + k) for k, v in sorted(globals().items()) if k.startswith('f_') and callable(v)]"
            ]
        return [self.one(forms)]

    # --- what comes later

    def _later(self) -> Lines:
        """Changes of servers and registered tools."""
        if not self.having("server"):
            return []
        server, key = self.expression("server"), self.expression("text", 0)
        removal = self.dialect.removal(server, key)
        forms = [
            ["with contextlib.suppress(Exception):", f"    {removal}"],
            ["try:", f"    {removal}", "except Exception:", f"    {self.registration(self.expression('function', 0), server)}"],
        ]
        if store := self.dialect.store.format(server=server):
            forms += [
                [f"{store}.pop({key}, None)"],
                [
                    f"for kept in list({store}.values()):",
                    f"    kept.description = {self.one(('kept.name', repr('Edited.'), 'kept.description.upper()'))}",
                ],
                [f"for kept in list({store}):", f"    if {self._known()}:", f"        {self.dialect.removal(server, 'kept')}"],
                [f"if {key} in {store}:", f"    {store}[{key}].description = 'Edited here.'"],
            ]
        method, kept, around = self.dialect.method, self.fresh("plain"), self.fresh("around")
        if server.isidentifier() and self.depth == 0 and self.dialect.name_of_first:
            forms.append(
                [
                    f"{kept} = {server}.{method}",
                    f"def {around}({self.dialect.name_of_first}, **options):",
                    f"    options.setdefault('description', {self.expression('text', 0)})",
                    f"    return {kept}({self.dialect.name_of_first}, **options)",
                    f"{server}.{method} = {around}",
                ]
            )
        return self.rng.choice(forms)

    def _server(self) -> Lines:
        """Another server: made here, made by a factory, or mounted."""
        text, kind = self.fresh("server"), self.dialect.kind
        if self.chance(0.5):
            lines = [f"{text} = {kind}({text!r})"]
        else:
            made = self.fresh("create")
            with self.inner(function=True):
                self.add("server", "made")
                body = self.block(0, 2)
            lines = [
                f"def {made}(title):",
                *indented([f"made = {kind}(title)", *body, "return made"]),
                f"{text} = {made}({text!r})",
            ]
        parent = self.name("server")
        self.add("server", text)
        if parent and self.dialect.mounts and self.chance(0.6):
            lines.append(f"{parent}.mount({text}, {self.one((repr('sub'), repr(text)))})")
        return lines
