"""Tools as toolc reads them against fastmcp itself: random functions, and the servers of the fixtures."""

from pathlib import Path
from typing import Any

import pytest

from effort import long
from frameworks.comparing import SEEDS
from frameworks.environment import answers, locked
from frameworks.mixed import modules as tame_and_wild
from harness import LIVE, bundle
from oracle import canonical
from toolc.ir import Tool
from written import FunctionWriter

VERSIONS = {"fastmcp2": "2.14.7", "fastmcp3": "3.4.10", "fastmcp4": "4.2.3"}
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "fastmcp"
NOT_THERE = {  # fixtures that use what this fastmcp does not have
    ("forms", "fastmcp2"),
    ("visibility", "fastmcp2"),
    ("transformed", "fastmcp2"),
    ("injected", "fastmcp2"),
    ("providers", "fastmcp2"),
    ("sent", "fastmcp2"),
    ("disabled", "fastmcp2"),
    ("imported", "fastmcp4"),
    ("decorated_twice", "fastmcp2"),
    ("whole_tool", "fastmcp2"),
    ("whole_tool", "fastmcp3"),  # its tasks need an extra
    ("whole_server", "fastmcp2"),
    ("capabilities", "fastmcp2"),
    ("capabilities", "fastmcp3"),
}
WHOLE = ("mounted", "made_with", "imported", "subclassed", "providers")  # every tool of the file is on a server of the file
RAISING = ("refused", "version_2", "foreign_annotation")
SECTIONS = """Args:|Returns:|Parameters|----------|Note:|    some_name: One.|    a (int): Two,|        and more.|    The hits.
|:param a: Three.|:param int some_name: Four.|:returns: What.|a : int|b1, camelCase : str, optional|    Below.||Plain text.""".replace(
    "\n", ""
).split("|")


class Functions(FunctionWriter):
    """Writes modules of plain functions, with parameters that fastmcp fills in and docstrings with sections."""

    HEAD = (
        "from fastmcp import Context, FastMCP\nfrom fastmcp.dependencies import CurrentContext, Depends\n"
        "from fastmcp.utilities.types import Image\n\nT = TypeVar"
    )

    def text(self) -> str:
        return super(FunctionWriter, self).text().replace("T = TypeVar", self.HEAD, 1)

    def module_of(self, types: int, count: int) -> str:
        self.module(types)
        for number in range(count):
            returns = f" -> {self.annotation()}" if self.chance(0.7) else ""
            self.lines += [f"def tool{number}({', '.join(self.parameters())}){returns}:", f'    """{self.doc()}"""', ""]
        return self.text()

    def doc(self) -> str:
        lines = [self.rng.choice(["Find it.", "Find it.", ""]), *self.rng.choices(SECTIONS, k=self.rng.randint(0, 7))]
        return "\n".join(f"    {line}" if line and number else line for number, line in enumerate(lines)) + "\n    "

    def parameters(self) -> list[str]:
        made = super().parameters()
        if self.chance(0.1) and not any(one.startswith(("*", "/")) for one in made):
            made.append(self.rng.choice(["ctx=CurrentContext()", "db: str = Depends(len)", "ctx: Context | None = None"]))
        return made


def modules() -> list[str]:
    return tame_and_wild(
        Functions, SEEDS, "from fastmcp import Context", ("Context", "Context | None", "Annotated[Context, 'c']")
    )


@long
@pytest.mark.parametrize("environment", VERSIONS)
def test_random_functions(environment: str) -> None:
    texts = modules()
    exact = 0
    for text, answer in zip(texts, answers(environment, "fastmcp", texts), strict=True):
        if answer is None:
            continue  # a class that Python or pydantic refuse to make
        for name, tool in read(text, environment, declared=True).items():
            said = answer["functions"][name]
            if tool.fidelity == "exact":
                assert facts(tool) == expected(said), f"{name} of\n{text}"
                exact += 1
            elif tool.fidelity == "refused":
                assert "error" in said, f"{name} of\n{text}"
    assert exact > len(texts)


@pytest.mark.parametrize("environment", VERSIONS)
def test_servers_of_the_fixtures(environment: str) -> None:
    texts = {path.parent.name: path.read_text("utf-8") for path in sorted(FIXTURES.glob("*/input.py"))}
    texts = {
        name: text for name, text in texts.items() if name not in RAISING or (name, environment) == ("version_2", "fastmcp2")
    }
    for (name, text), answer in zip(texts.items(), answers(environment, "fastmcp", list(texts.values())), strict=True):
        assert (answer is None) == ((name, environment) in NOT_THERE), name
        if answer is not None:
            said = {tool["name"]: expected(tool) for tools in answer["servers"].values() for tool in tools}
            found = read(text, environment)
            assert said.keys() <= found.keys(), name
            assert name not in WHOLE or said.keys() == found.keys(), name
            told = {"exact": facts, "refused": lambda _: "ValueError"}
            judged = {key: told[tool.fidelity](tool) for key, tool in found.items() if tool.fidelity in told and key in said}
            assert judged == {key: said[key] for key in judged}, name


def read(text: str, environment: str, declared: bool = False) -> dict[str, Tool]:
    """The tools by name."""
    versions = {**LIVE, "fastmcp": VERSIONS[environment], "pydantic": locked(environment, "pydantic")}
    made = bundle(text, versions=versions, declared={"app.py": "fastmcp"} if declared else {})
    return {tool.name: tool for package in made.packages for server in package.servers for tool in server.tools}


def facts(tool: Tool) -> str:
    return canonical((tool.description, tool.title, tool.annotations, tool.input_schema, tool.output_schema))


def expected(said: dict[str, Any]) -> str:
    shown = ("description", "title", "annotations", "input_schema", "output_schema")
    return said.get("error") or canonical([said[key] for key in shown])
