"""Functions as toolc reads them against both major versions of the MCP SDK, which the environments of fastmcp bring along."""

import pytest

from effort import long
from frameworks.comparing import SEEDS, compare
from frameworks.mixed import modules
from frameworks.test_agents import Agents

VERSIONS = {"1.30.0": ("fastmcp3", "mcp.server.fastmcp"), "2.3.0": ("fastmcp4", "mcp.server.mcpserver")}


class Functions1(Agents):
    """Modules of functions with a context of the SDK."""

    HEAD = "from mcp.server.fastmcp import Context, Image\n\nT = TypeVar"
    CONTEXTS = ("Context", "'Context'", "Annotated[Context, 'c']")


class Functions2(Functions1):
    """The same for the second version."""

    HEAD = Functions1.HEAD.replace("fastmcp", "mcpserver")


@long
@pytest.mark.parametrize("version", VERSIONS)
def test_random_functions(version: str) -> None:
    environment, module = VERSIONS[version]
    writer = Functions1 if module.endswith("fastmcp") else Functions2
    texts = modules(writer, SEEDS, f"from {module} import Context", Functions1.CONTEXTS)
    assert compare("mcp", {"mcp": version}, texts, environment) > len(texts)
