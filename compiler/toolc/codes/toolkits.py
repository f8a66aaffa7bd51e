"""TC393 to TC399: what agno and camel lose without a word, toolkits that are known in part, response models of instructor."""

from toolc.codes.code import Code, Scene

_AGNO = 'from agno.tools import tool\n\n@tool\ndef search(query: str, when: %s) -> str:\n    """Search."""\n    return ""\n'
_TOOLKIT = (
    "from agno.tools import Toolkit\n\nfrom plugins import load\n\nclass Search(Toolkit):\n"
    "    def __init__(self):\n        super().__init__(name='search', tools=%s)\n\n"
    '    def search(self, query: str) -> str:\n        """Search."""\n        return ""\n'
)
_CAMEL = (
    'from camel.toolkits import FunctionTool\n\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n\nmade = %s\n'
)
_ASKED = (
    "import instructor\nfrom pydantic import BaseModel\n\nclient = instructor.from_provider('openai/gpt')\n\n"
    "class Town(BaseModel):\n    name: str\n\ntown = client.create(response_model=%s, messages=[])\n"
)
_OWN = "from instructor import OpenAISchema\n\nclass Town(OpenAISchema):\n    twins: %s\n"
_AGENT = (
    "from typing import Annotated\n\nfrom agno.agent import Agent\nfrom pydantic import Field\n\n"
    'def search(query: Annotated[str, Field(%s)]) -> str:\n    """Search."""\n    return ""\n\nagent = Agent(tools=[search])\n'
)

CODES = (
    Code(
        "TC393", "parameter-left-out", "warning",
        "agno cannot make a schema of the parameter's type and leaves it out, so models never fill it in.",
        Scene("from typing import Callable\n\nfrom pydantic import BaseModel\n\nclass When(BaseModel):\n"
              "    check: Callable[[], bool]\n\n" + _AGNO % "When"),
        Scene("from pydantic import BaseModel\n\nclass When(BaseModel):\n    day: str\n\n" + _AGNO % "When"),
    ),
    Code(
        "TC394", "always-empty-object", "warning",
        "Models are told that the parameter is an object without keys, which can only be empty: agno does not know its type,"
        " or crewai sends it in strict mode, where a map becomes an object that takes no keys.",
        Scene("from datetime import date\n\n" + _AGNO % "date"),
        Scene(_AGNO % "str"),
    ),
    Code(
        "TC395", "toolkit-known-in-part", "warning",
        "Which tools the toolkit has depends on the running program. Those that toolc cannot determine are missing.",
        Scene(_TOOLKIT % "load('search')", files={"plugins.py": "def load(name):\n    return [eval(name)]\n"}),
        Scene(_TOOLKIT % "[self.search]", files={"plugins.py": "def load(name):\n    return [eval(name)]\n"}),
    ),
    Code(
        "TC396", "model-written-schema", "warning",
        "A language model writes the tool's schema while the program runs, a different one each time.",
        Scene(_CAMEL % "FunctionTool(search, synthesize_schema=True)"),
        Scene(_CAMEL % "FunctionTool(search)"),
    ),
    Code(
        "TC397", "unsupported-response-type", "warning",
        "instructor wraps the type in a model of its own, which toolc does not follow.",
        Scene(_ASKED % "list[Town]"),
        Scene(_ASKED % "Town"),
    ),
    Code(
        "TC398", "recursive-response-model", "error",
        "instructor raises KeyError: the schema of a model that contains itself is a reference, and has no title.",
        Scene(_OWN % "list['Town']"),
        Scene(_OWN % "list[str]"),
    ),
    Code(
        "TC399", "arguments-without-validator", "warning",
        "agno wraps the functions of an agent in pydantic's `validate_call`; if that raises an error, the agent runs without "
        "the tool.",
        Scene(_AGENT % "discriminator='kind'"),
        Scene(_AGENT % "description='What.'"),
    ),
)  # fmt: skip
