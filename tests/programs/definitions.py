"""Random definitions: functions, decorators, helpers, closures, generators and classes, with statements in their bodies."""

from programs.expressions import NAMES, Expressions
from programs.scopes import MUTABLE, Variable, indented

PARAMETERS = (
    "a: int", "b: str", "flag: bool", "rows: list[str]", "limit: int | None", "rate: float", "plain", "tags: dict[str, int]",
)  # fmt: skip
DEFAULTED = ("c: str = 'x'", "size: int = 3", "deep: bool = False", "note: str | None = None", "raw=1")
PASSED = ("function", "functions", "server", "names", "text", "table", "pairs", "number", "registry", "queue", "bag", "groups")


class Definitions(Expressions):
    """Productions that bind a name to something that can be called."""

    def block(self, least: int = 1, most: int = 3) -> list[str]:
        raise NotImplementedError

    def registration(self, function: str, server: str = "", named: bool = False) -> str:
        raise NotImplementedError

    def change_of(self, function: str) -> list[str]:
        raise NotImplementedError

    # --- functions

    def function(self) -> list[str]:
        text = self.fresh("function")
        lines = [*self._decorators(), *self.function_lines(text)]
        self.add("function", text)
        return lines

    def _decorators(self) -> list[str]:
        lines = []
        if (deco := self.name("decorator")) and self.chance(0.4):
            lines.append(f"@{deco}")
        if (server := self.name("server")) and self.chance(0.25) and self.dialect.keeps_functions:
            options = self.one(("", f"name={self.expression('text', 1)}", f"description={self.expression('text', 1)}"))
            lines.append(f"@{server}.tool({options})")
        return lines

    def function_lines(self, text: str) -> list[str]:
        required = self.rng.sample(PARAMETERS, self.rng.randrange(3))
        defaulted = self.rng.sample(DEFAULTED, self.rng.randrange(2))
        if (value := self.name("text")) and self.chance(0.1):
            defaulted.append(f"given: str = {value}")
        marker = ["*"] if defaulted and self.chance(0.15) else []
        doc = [f'    """Do {text}."""'] if self.chance(0.85) else []
        returns = self.one((" -> str", "", " -> int | None"))
        start = "async def" if self.chance(0.07) else "def"
        return [f"{start} {text}({', '.join([*required, *marker, *defaulted])}){returns}:", *doc, "    return None"]

    # --- decorators

    def decorator(self) -> list[str]:
        text = self.fresh("decorator")
        with_text = self.chance(0.3)
        with self.inner(function=True):
            head = [f"def {text}(label):"] if with_text else []
            if with_text:
                self.add("text", "label")
                self.depth += 1
            inner = "apply" if with_text else text
            self.add("function", "fn")
            body = [] if self.chance(0.3) else self.block(1, 2)
            body = [f"def {inner}(fn):", *indented([*body, *self._given_back()])]
            if with_text:
                self.depth -= 1
                body = [*head, *indented([*body, f"return {inner}"])]
        self.add("decorator", f"{text}({self.expression('text', 0)})" if with_text else text)
        return [*body, *(self.use_of_decorator() if self.chance(0.7) else [])]

    def use_of_decorator(self) -> list[str]:
        """A new function below the decorator, or a function in scope that is replaced by what comes of it."""
        deco = self.having("decorator")[-1].text
        target = self.rebindable("function")
        if target and target.isidentifier() and self.chance(0.3):
            return [f"{target} = {deco}({target})"]
        text = self.fresh("function")
        lines = [f"@{deco}", *self.function_lines(text)]
        self.add("function", text)
        return lines

    def _given_back(self) -> list[str]:
        """What a decorator returns: the function, or a wrapper that shows it or itself."""
        if self.chance(0.45):
            return ["return fn"]
        wrap = self.one(
            ("@functools.wraps(fn)", "@functools.wraps(fn)", "", "@functools.wraps(fn, assigned=('__name__', '__doc__'))")
        )
        shown = self.one(("*args, **kwargs", "*args, **kwargs", "extra: str = 'e'"))
        lines = [
            *([wrap] if wrap else []),
            f"def wrapper({shown}):",
            "    return fn(*args, **kwargs)" if "*" in shown else "    return None",
        ]
        if not wrap:
            lines.append("wrapper.__name__ = fn.__name__")
        if self.chance(0.3):
            lines += self.change_of("wrapper")
        if self.chance(0.2):
            lines.append("wrapper.__signature__ = inspect.signature(fn)")
        return [*lines, "return wrapper"]

    def stepping(self) -> list[str]:
        """A decorator with a counter in a closure."""
        text, made = self.fresh("steps"), self.fresh("decorator")
        with self.inner(function=True):
            self.add("function", "fn")
            self.depth += 1
            used = self.one(
                (self.registration("fn") + "  # counted", "fn.__name__ = f'{fn.__name__}_{count}'", "fn.tag = str(count)")
            )
            if "counted" in used and self.chance(0.7):
                used = self.registration("fn", named=True).replace("NAMED", "f'step_{count}'")
            body = [*(self.block(0, 1)), used.replace("  # counted", "")]
            self.depth -= 1
        lines = [
            f"def {text}():",
            f"    count = {self.rng.randrange(3)}",
            "    def step(fn):",
            "        nonlocal count",
            "        count += 1",
            *indented(indented([*body, "return fn"])),
            "    return step",
            f"{made} = {text}()",
        ]
        self.add("decorator", made)
        return [*lines, *self.use_of_decorator()]

    # --- helpers

    def helper(self) -> list[str]:
        text = self.fresh("help")
        kinds = tuple(self.rng.sample(PASSED, self.rng.randint(1, 3)))
        kinds = tuple(kind for kind in kinds if self.name(kind) or kind in ("text", "number", *MUTABLE))
        result = self.one(("", "", "function", "functions", "text"))
        hints = {"server": f": {self.dialect.kind}", "functions": ": list", "text": ": str"} if self.chance(0.4) else {}
        with self.inner(function=True):
            names = [self.add(kind) for kind in kinds]
            shown = [f"{name}{hints.get(kind, '')}" for name, kind in zip(names, kinds, strict=True)]
            declared = []
            if (outer := self._global()) and self.chance(0.3):
                declared = [f"global {outer.text}"]
                self.scope.append(Variable(outer.text, outer.kind, self.depth))
            if self.chance(0.1):
                shown.append(f"{self.add('functions', 'seen')}=[]")
            body = [*declared, *self._early(result), *self.block(1, 3)]
            if result:
                body.append(f"return {self.expression(result, 1)}")
        self.scope.append(Variable(text, "helper", self.depth, kinds, result))
        lines = [f"def {text}({', '.join(shown)}):", *indented(body)]
        if self.chance(0.75):
            call = self.call(text, kinds, 1)
            lines.append(f"{self.add(result)} = {call}" if result and self.chance(0.5) else call)
        return lines

    def _global(self) -> Variable | None:
        found = [
            one
            for one in self.scope
            if one.depth == 0 and one.text.isidentifier() and one.kind in ("functions", "names", "text")
        ]
        return self.rng.choice(found) if found else None

    def _early(self, result: str) -> list[str]:
        if not self.chance(0.3):
            return []
        return [f"if {self.condition()}:", f"    return {self.expression(result, 0) if result else ''}".rstrip()]

    def maker(self) -> list[str]:
        """A factory of functions."""
        text, label = self.fresh("make"), self.one(NAMES)
        with self.inner(function=True):
            self.add("text", "label")
            self.add("number", "number")
            self.add("function", "made")
            changes = self.change_of("made") if self.chance(0.4) else []
            naming = self.one(
                ("made.__name__ = f'{label}_{number}'", "made.__name__ = label + 'x'", "made.__doc__ = 'Made ' + label")
            )
            lines = [
                f"def {text}(label, number=1):",
                "    def made(q: int = number, r: str = label) -> str:",
                *(["        '''Made.'''"] if self.chance(0.6) else []),
                "        return r",
                *indented([naming, *changes]),
                "    return made",
            ]
        self.scope.append(Variable(f"{text}({label!r}, {self.rng.randrange(4)})", "function", self.depth))
        if self.chance(0.5):
            made = self.fresh("functions")
            lines.append(
                f"{made} = [{text}(word, {self.one(('i', '1', 'len(word)'))}) for i, word in enumerate({NAMES[:3]!r})]"
            )
            self.add("functions", made)
        return lines

    def generator(self) -> list[str]:
        """A generator over functions, and a loop over what it yields."""
        text, xs = self.fresh("each"), self.name("functions")
        if not xs:
            return []
        with self.inner(function=True):
            self.add("function", "item")
            body = self.block(0, 1)
            stop = [f"if {self.condition()}:", f"    {self.one(('return', 'continue', 'break'))}"] if self.chance(0.3) else []
            yielded = f"item, {self.expression('text', 1)}"
        lines = [
            f"def {text}(source):",
            "    for item in list(source):",
            *indented(indented([*stop, *body, f"yield {yielded}"])),
        ]
        self.add("pairs", f"list({text}({xs}))")
        with self.inner():
            self.add("function", "each")
            self.add("text", "label")
            return [*lines, f"for each, label in {text}({xs}):", *indented(self.block(1, 2))]

    # --- classes

    def registry(self) -> list[str]:
        """A class that keeps a server and functions, and an instance of it."""
        text, server = self.fresh("Registry"), self.name("server")
        if not server:
            return []
        data = self.chance(0.25)
        shared = not data and self.chance(0.25)
        head = self._registry_head(text, data, shared)
        with self.inner(function=True):
            self.add("function", "fn")
            self.add("functions", "self.items")
            self.add("server", "self.server")
            add = ["def add(self, fn):", *indented([*self.block(0, 2), "self.items.append(fn)", "return fn"])]
        with self.inner(function=True):
            self.add("functions", "self.items")
            self.add("server", "self.server")
            self.add("function", "each")
            install = ["def install(self):", "    for each in list(self.items):", *indented(indented(self.block(1, 2)))]
        lines = [*head, *indented([*add, *install, *self._protocol()])]
        lines += self._heir(text) if self.chance(0.3) else []
        made = self.fresh("registry")
        given = f", {self.argument('functions')}" if not shared and self.chance(0.5) else ""
        lines.append(
            f"{made} = {'Heir_' if lines[-1].startswith('    ') and any('class Heir_' in one for one in lines) else ''}{text}({server}{given})"
        )
        self.add("registry", made)
        self.add("functions", f"{made}.items")
        self.add("server", f"{made}.server")
        self.add("decorator", f"{made}.add")
        if self.chance(0.6):
            lines.append(f"{made}.add({self.expression('function', 1)})")
        return [*lines, f"{made}.install()"] if self.chance(0.5) else lines

    def _registry_head(self, text: str, data: bool, shared: bool) -> list[str]:
        if data:
            kept = "    items: list = dataclasses.field(default_factory=list)"
            return ["@dataclasses.dataclass", f"class {text}:", "    server: object", kept]
        if shared:
            return [f"class {text}:", "    items = []", "    def __init__(self, server):", "        self.server = server"]
        kept = self.one(
            ("self.items = items if items is not None else []", "self.items = list(items or ())", "self.items = items or []")
        )
        return [
            f"class {text}:",
            "    def __init__(self, server, items=None):",
            "        self.server = server",
            f"        {kept}",
        ]

    def _protocol(self) -> list[str]:
        return self.rng.choice(
            (
                [],
                ["def __call__(self, fn):", "    return self.add(fn)"],
                ["def __len__(self):", "    return len(self.items)"],
                ["def __iter__(self):", "    yield from self.items"],
                ["@property", "def first(self):", "    return self.items[0]"],
                ["@classmethod", "def made(cls, server):", "    return cls(server)"],
                ["def __getattr__(self, name):", "    return getattr(self.server, name)"],
                ["def __enter__(self):", "    return self", "def __exit__(self, *error):", "    self.install()"],
            )
        )

    def _heir(self, text: str) -> list[str]:
        with self.inner(function=True):
            self.add("function", "fn")
            self.add("functions", "self.items")
            self.add("server", "self.server")
            body = self.block(0, 2)
        return [f"class Heir_{text}({text}):", "    def add(self, fn):", *indented(indented([*body, "return super().add(fn)"]))]

    def toolset(self) -> list[str]:
        """A class whose methods are the functions."""
        text, made = self.fresh("Tools"), self.fresh("toolset")
        lines = [f"class {text}:", "    def __init__(self, unit='u'):", "        self.unit = unit"]
        for name in self.rng.sample(NAMES, self.rng.randint(1, 3)):
            kind = self.one(("", "", "@staticmethod", "@classmethod"))
            first = {"": "self, ", "@staticmethod": "", "@classmethod": "cls, "}[kind]
            lines += [
                *([f"    {kind}"] if kind else []),
                f"    def {name}({first}a: int = 1) -> str:",
                f"        '''{name.title()} it.'''",
            ]
            self.add("function", f"{made}.{name}")
        return [*lines, f"{made} = {text}()"]

    def subclasses(self) -> list[str]:
        """A base class that collects its subclasses, or descriptors that learn their names."""
        text, kept = self.fresh("Plugin"), self.fresh("functions")
        if self.chance(0.5):
            lines = [
                f"{kept} = []",
                f"class {text}:",
                "    def __init_subclass__(cls, **options):",
                f"        {kept}.append(cls().run)",
                "    def run(self, y: int = 1) -> int:",
                "        '''Run it.'''",
                f"class One_{text}({text}):",
                "    pass",
                f"class Two_{text}({self.one((text, f'One_{text}'))}):",
                "    def run(self, z: str) -> str:",
                "        '''Run two.'''",
            ]
        else:
            lines = [
                f"{kept} = []",
                f"class {text}:",
                "    def __init__(self, fn):",
                "        self.fn = fn",
                "    def __set_name__(self, owner, name):",
                f"        {kept}.append(self.fn)",
                "        self.fn.tag = name",
                f"class Holder_{text}:",
                f"    first = {text}({self.expression('function', 1)})",
                f"    second = {text}({self.expression('function', 1)})",
            ]
        self.add("functions", kept)
        return lines
