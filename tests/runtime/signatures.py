"""Random tools as source text: takes a `random.Random`, gives modules with types and one function that a system makes a tool of.

Parameters of every kind, defaults of every kind, and docstrings in the styles people write, well and badly.
"""

from written import Writer

DECORATORS = {
    "basic_agent": "from toolc.runtime.basic_agent import tool",
    "function_to_tool": "from toolc import function_to_tool as tool",
    "orbiter": "from toolc.runtime.orbiter import tool",
    "pba": "from toolc.runtime.pba import Tool",
    "tinyagent": "from toolc.runtime.tinyagent import tool",
    "toolc": "from toolc import tool",
}
NAMES = ["a", "some_name", "b1", "camelCase", "schema", "copy", "self", "cls", "json", "name", "été", "type_"]

SECTIONS = [
    "Args:\n    a: An a.\n    b1: A b\n        over two lines.\n    schema (dict, optional): The plan. Defaults to None.",
    "Arguments:\n    a (int): An a: with a colon.\n    *rest: The rest.\n    **more: More.\n    missing: Nobody.",
    "Args:\n\n    a: An a.\n\n    some_name: After a blank line.\n\nReturns:\n    str: What comes.\n\nRaises:\n    ValueError: When not.",
    "Args:\n    a:\n        Told below.\n\n        In two parts.\n    copy: A copy.\nExample:\n    >>> act(1)\n    2",
    "Parameters\n----------\na : int\n    An a.\nb1 : str, optional\n    A b.\n\n    More of it.\nsome_name, copy : int\n    Both.\n\nReturns\n-------\nstr\n    What comes.",
    "Parameters\n----------\na: int\n    An a.\n*rest\n    The rest.\n",
    ":param a: An a.\n:param int b1: A b\n    over two lines.\n:type a: int\n:returns: What comes.\n:raises ValueError: when not.",
    ":param a:\n:param  some_name : Spaces.\n:parameter copy: A copy.\n:arg schema: The plan.",
    "@param a: An a.\n@param b1: A b.\n@return: What comes.",
    "Params:\n    a - An a.\n    b1 -- A b.",
    "Args:\na: Not indented.\nb1: Nor this.",
    "args:\n    a: Lower case.\n",
    "Args: a: on the same line.",
    "Keyword Args:\n    a: An a.\n\nNote:\n    Not a parameter: at all.",
    "Args:\n    a: An a.\n\n  odd: less indented.\n\nArgs:\n    b1: A second section.",
    "Attributes:\n    a: No parameter.\n\nYields:\n    int: One.",
    "* a: In a list.\n- b1: So too.",
    "été: Not in a section.\n\nArgs:\n    été: Accented.\n    camelCase: `code`, **bold** and {braces} <tags>.",
]  # fmt: skip
FIRST = [
    "Do it.", "Do it", "Do it. And more.\nIn a second line.", "", "Do it:\n\n    an example", "É — “quoted” \\n \\t \\\\ \\x41.",
    "   Indented.", "Do it.\n\nA second paragraph.\n\n  * a list\n  * of two", "Args", "a: b", "\\N{BULLET} Named.", "Tab\\there.",
]  # fmt: skip
QUOTES = ['"""', '"""', '"""', "'''", 'r"""']
ODD = ['"One" " two."', "'''One'''\n    '''Not a docstring'''", 'u"""Old."""', '"""\\\n    Joined."""', 'f"""No docstring."""', 'b"""No docstring."""',
    '"""   """', '""', '"""Do it.   \n\n\n    """', '("""In brackets.""")', '"""Form\\ffeed."""', '"""One.\n\tTabs.\n\t\tDeeper."""']  # fmt: skip


class Signatures(Writer):
    """Writes modules with types and one function, a tool of some system."""

    def source(self, system: str) -> str:
        self.module(self.rng.randint(0, 2))
        returns = f" -> {self.annotation()}" if self.chance(0.9) else ""
        asynchronous = self.rng.choice(["", "async "])
        self.lines += [
            DECORATORS[system],
            f"{asynchronous}def act({', '.join(self.parameters())}){returns}:",
            f"    {self.docstring()}",
            "    pass",
            "act = Tool('act', callable=act)" if system == "pba" else "act = tool(act)",
        ]
        return self.text()

    def parameters(self) -> list[str]:
        """Parameters in Python's order: positional, `*args`, by keyword, `**kwargs`."""
        made, defaulted = [], False
        names = self.rng.sample(NAMES, self.rng.randint(0, 5))
        behind = self.rng.choice([0, 0, 0, 1, 2]) if names else 0
        for name in names[behind:]:
            defaulted = defaulted or self.chance(0.3)
            made.append(self.parameter(name, defaulted))
        if made and self.chance(0.1):
            made.insert(self.rng.randint(1, len(made)), "/")
        if behind or self.chance(0.1):
            star = self.rng.choice(["*", "*", f"*rest: {self.annotation()}", "*rest"])
            made += [star] if behind or star != "*" else []
            made += [self.parameter(name, self.chance(0.4)) for name in names[:behind]]
        if self.chance(0.08):
            made.append(self.rng.choice(["**more", f"**more: {self.annotation()}"]))
        return made

    def parameter(self, name: str, defaulted: bool) -> str:
        note = f": {self.annotation()}" if self.chance(0.9) else ""
        if not defaulted:
            return name + note
        if note and self.chance(0.15):
            return f"{name}{note} = Field({', '.join([self.default(), *self.facts()])})"
        return f"{name}{note} = {self.default()}"

    def docstring(self) -> str:
        pick = self.rng.random()
        if pick < 0.15:
            return "pass"
        if pick < 0.25:
            return self.rng.choice(ODD)
        quotes = self.rng.choice(QUOTES)
        parts = [self.rng.choice(FIRST), *self.rng.sample(SECTIONS, self.rng.choice([0, 1, 1, 1, 2]))]
        margin = self.rng.choice(["    ", "    ", "    ", "      ", ""])
        text = self.rng.choice(["\n\n", "\n\n", "\n"]).join(part for part in parts if part)
        body = text.replace("\n", "\n" + margin)
        opening = self.rng.choice(["", "", "\n" + margin])
        closing = self.rng.choice(["", "\n    ", "\n\n    "])
        return f"{quotes}{opening}{body}{closing}{quotes.lstrip('r')}"
