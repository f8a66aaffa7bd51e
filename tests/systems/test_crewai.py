"""crewai's profile. Expected values: crewai 1.15.30 with pydantic 2.12.5, run."""

from typing import Any

import pytest

from harness import tools
from systems.making import INT, STR, codes, param, spelled
from toolc.signature import NONE, CallConstant, Generic, Plain, Shown, Union
from toolc.systems.crewai import SYSTEM

HEAD = "from crewai.tools import BaseTool, tool\nfrom pydantic import BaseModel\n\nclass M(BaseModel):\n    b: int\n\n"
CLASS = HEAD + 'class T(BaseTool):\n    name: str = "t"\n    description: str = "D."\n'
RUN = "    def _run(self, a: int): ...\n"


@pytest.mark.parametrize(("name", "title"), [(None, "F_G"), ("say it  loud", "Sayitloud"), ("say2you", "Say2You")])
def test_the_title_is_made_of_the_name(name: str | None, title: str) -> None:
    made = spelled(SYSTEM, param("a", INT), name="f_g", tool=name)
    assert made.name == (name or "f_g") and made.input_schema is not None
    assert made.input_schema["title"] == title


def test_a_docstring_is_asked_for() -> None:
    assert codes(spelled(SYSTEM, param("a", INT), doc=None)) == [("TC306", "refused")]
    assert spelled(SYSTEM, doc=" Do\n    it. ", version=lambda _: "3.11").description == " Do\n    it. "
    assert spelled(SYSTEM, doc=" Do\n    it. ", version=lambda _: "3.13").description == "Do\nit. "


def test_names_that_vanish_or_are_refused() -> None:
    vanishing = [param("_a", INT, 1), param("model_config", STR, ""), param("b", INT)]
    made = spelled(SYSTEM, *vanishing)
    assert codes(made) == [("TC314", "exact")] * 2
    assert made.input_schema is not None and list(made.input_schema["properties"]) == ["b"]
    assert codes(spelled(SYSTEM, param("_a", INT, CallConstant("pydantic.Field")))) == [("TC313", "refused")]


@pytest.mark.parametrize(("text", "said"), [("'int | None'", []), ("'list[Any]'", []), ("'Optional[int]'", ["TC370"])])
def test_names_in_quotes(text: str, said: list[str]) -> None:
    made = spelled(SYSTEM, param("a", INT), string_annotations=frozenset({"a"}), shown=Shown({"a": text}))
    assert [code for code, _ in codes(made)] == said


@pytest.mark.parametrize(
    ("body", "asked", "title"),
    [
        (RUN, ["a"], "TSchema"),
        ("    args_schema: type[BaseModel] = M\n" + RUN, ["b"], "M"),
        ("    async def _arun(self, c: int): ...\n" + RUN, ["a"], "TSchema"),
        ("    def _run(self, *args): ...\n    async def _arun(self, c: int): ...\n", ["c"], "TSchema"),
        ("    def _run(me, a: int): ...\n", ["me", "a"], "TSchema"),
    ],
)
def test_classes(body: str, asked: list[str], title: str) -> None:
    ((name, tool),) = tools(CLASS + body).items()
    assert (name, tool.description, tool.fidelity) == ("t", "D.", "exact")
    assert tool.input_schema is not None
    assert list(tool.input_schema["properties"]) == asked and tool.input_schema["title"] == title


@pytest.mark.parametrize("body", ["", "    def other(self): ...\n", "    name: str\n" + RUN])
def test_classes_without_objects_are_no_tools(body: str) -> None:
    assert tools((CLASS if "name" not in body else HEAD + "class T(BaseTool):\n    description: str = 'D.'\n") + body) == {}


@pytest.mark.parametrize(
    ("parameter", "condition", "decided"),
    [
        ("x=None", "x is not None", True),
        ("x=None", "x", True),
        ("x=''", "x and not_known()", True),
        ("x=1", "not x", True),
        ("x=None, y=None", "x or y is not None", True),
        ("x=None", "x is None", False),
        ("x=1", "x", False),
        ("x", "x", False),
        ("x=None", "environment()", False),
        ("x=None", "x or environment()", False),
    ],
)
def test_what_is_set_only_with_arguments_is_left_aside(parameter: str, condition: str, decided: bool) -> None:
    init = f"    def __init__(self, {parameter}):\n        if {condition}:\n            self.description = str(x)\n"
    made = tools(CLASS + init + RUN)["t"]
    assert (made.description, made.fidelity) == (("D.", "exact") if decided else (None, "approximate"))
    assert [one.code for one in made.diagnostics] == (["TC376"] if decided else ["TC202"])


def test_a_parameter_that_is_set_anew_decides_nothing() -> None:
    init = "    def __init__(self, x=None):\n        x = x or 1\n        if x:\n            self.description = str(x)\n"
    assert tools(CLASS + init + RUN)["t"].fidelity == "approximate"


@pytest.mark.parametrize(
    "method",
    [
        "    def __init__(self, **more):\n        more['description'] = 'E.'\n        super().__init__(**more)\n",
        "    def __init__(self, **more):\n        more.setdefault('description', 'E.')\n        super().__init__(**more)\n",
        "    def __init__(self):\n        facts = {'description': 'E.'}\n        super().__init__(**facts)\n",
        "    def model_post_init(self, context):\n        self.description = 'E.'\n",
        "    def checked(self):\n        self.__dict__['description'] = 'E.'\n",
        "    @classmethod\n    def before(cls, values):\n        values['description'] = 'E.'\n        return values\n",
    ],
)
def test_what_methods_may_set_is_not_known(method: str) -> None:
    made = tools(CLASS + method + RUN)["t"]
    assert (made.description, made.fidelity) == (None, "approximate")


def test_constants_that_are_handed_on_to_the_base_are_reported() -> None:
    made = tools(CLASS + "    def __init__(self, **more):\n        super().__init__(description='E.')\n" + RUN)["t"]
    assert (made.description, made.fidelity) == ("E.", "exact")


def test_what_running_the_tool_sets_comes_too_late() -> None:
    run = "    def _run(self, a: int):\n        self.description = 'E.'\n"
    assert tools(CLASS + run)["t"].fidelity == "exact"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("@tool\ndef f(a: int):\n    'D.'\n", ["f"]),
        ("@tool('N')\ndef f(a: int):\n    'D.'\n", ["N"]),
        ("@tool(result_as_answer=True)\ndef f(a: int):\n    'D.'\n", ["f"]),
        ("def f(a: int):\n    'D.'\ng = tool(f)\n", ["f"]),
        ("def f(a: int):\n    'D.'\ng = tool('N')(f)\n", ["N"]),
    ],
)
def test_forms(source: str, found: Any) -> None:
    assert list(tools(HEAD + source)) == found


def test_a_map_can_only_be_empty_once_it_is_sent() -> None:
    maps = [Generic("builtins.dict", (STR, INT)), Generic("builtins.list", (Plain("builtins.dict"),))]
    for type_ in (*maps, Union((maps[0], NONE))):
        assert codes(spelled(SYSTEM, param("a", type_))) == [("TC394", "exact")]
    assert codes(spelled(SYSTEM, param("a", Generic("builtins.list", (INT,))))) == []
