"""Functions as toolc reads them against openai-agents and pydantic-ai themselves, with contexts and sections of docstrings."""

import pytest

from effort import long
from frameworks.comparing import SEEDS, compare
from frameworks.mixed import modules
from frameworks.test_fastmcp import Functions

SECTIONS = """Args:|Arguments:|Params:|    a: One.|    some_name (int): Two,|        and more.|    *args: Rest.|Returns:
|    The hits.|    list[int]: Numbers.|Parameters|----------|a : int|    Below.|b1, camelCase : str, optional|Returns|-------
|:param a: Three.|:param int some_name: Four.|:type a: int|:returns: What.|:return: What.|:rtype: str||Plain text.|Note:
|Keyword Args:|Other Parameters|Raises:|    ValueError: Never.""".replace("\n", "").split("|")


class Agents(Functions):
    """Modules of functions, with a context of the framework, mostly where it belongs."""

    CONTEXTS: tuple[str, ...] = ()

    def doc(self) -> str:
        lines = [self.rng.choice(["Find it.", "Find it.", ""]), *self.rng.choices(SECTIONS, k=self.rng.randint(0, 9))]
        return "\n".join(f"    {line}" if line and number else line for number, line in enumerate(lines)) + "\n    "

    def parameters(self) -> list[str]:
        made = super(Functions, self).parameters()
        made = [one for one in made if not one.startswith("ctx:")]
        if self.chance(0.2):
            made.insert(0 if self.chance(0.8) else len(made), f"ctx: {self.rng.choice(self.CONTEXTS)}")
        return made


class OpenAI(Agents):
    HEAD = "from agents import RunContextWrapper\nfrom agents.tool_context import ToolContext\n\nT = TypeVar"
    CONTEXTS = ("RunContextWrapper", "RunContextWrapper[None]", "ToolContext[int]", "Annotated[RunContextWrapper, 'c']")


class Pydantic(Agents):
    HEAD = "from pydantic_ai import RunContext\n\nT = TypeVar"
    CONTEXTS = ("RunContext", "RunContext[None]", "RunContext[list[int]]")


SYSTEMS: dict[str, tuple[type[Agents], dict[str, str]]] = {
    "openai-agents": (OpenAI, {"openai-agents": "0.24.0"}),
    "pydantic-ai": (Pydantic, {"pydantic-ai-slim": "2.68.0"}),
}


@long
@pytest.mark.parametrize("system", SYSTEMS)
def test_random_functions(system: str) -> None:
    writer, versions = SYSTEMS[system]
    texts = modules(writer, SEEDS, writer.HEAD.partition("\n\n")[0], writer.CONTEXTS)
    assert compare(system, versions, texts) > len(texts)
