"""Small repositories of several packages that share models, as uv, Poetry, PDM, Hatch and one configuration keep them.

Each is a mapping of paths to texts; `SERVICES` are the folders of the packages with tools, by the names of their units.
"""

from collections.abc import Mapping

SERVICES = {"acme-billing": "services/billing", "acme-catalog": "services/catalog"}

_MODELS = """\
from pydantic import BaseModel


class {name}(BaseModel):
    amount: int
    currency: str = "EUR"
"""
_TOOLS = """\
from mcp.server.fastmcp import FastMCP

from {library} import {model}

mcp = FastMCP("{name}")


@mcp.tool()
def list_{name}(total: {model}) -> str:
    '''List what is there.'''
    return ""


@mcp.tool()
def drop_{name}(number: int, total: {model}) -> {model}:
    '''Drop one.'''
    return total
"""


def sources(library: str = "acme_common.models", home: str = "src/acme_common") -> dict[str, str]:
    """The modules: a library with two models, and two services over it. `home`: where in its project the library's are."""
    package = {} if home in ("", "src") else {f"libs/common/{home}/__init__.py": ""}
    tools = {
        f"{folder}/src/{name.replace('-', '_')}/tools.py": _TOOLS.format(library=library, name=folder[9:], model=model)
        for (name, folder), model in zip(SERVICES.items(), ("Money", "Price"), strict=True)
    }
    starts = {path.replace("tools.py", "__init__.py"): "" for path in tools}
    models = "\n\n".join(_MODELS.format(name=name) for name in ("Money", "Price"))
    return {**package, f"libs/common/{home}/models.py": models, **tools, **starts}


def uv() -> dict[str, str]:
    """A uv workspace without a configuration of toolc."""
    member = (
        '[project]\nname = "{}"\ndependencies = ["acme-common"]\n\n[tool.uv.sources]\nacme-common = {{ workspace = true }}\n'
    )
    return {
        **sources(),
        "pyproject.toml": '[tool.uv.workspace]\nmembers = ["services/*", "libs/*"]\n',
        "libs/common/pyproject.toml": '[project]\nname = "acme-common"\n',
        **{f"{folder}/pyproject.toml": member.format(name) for name, folder in SERVICES.items()},
    }


def uv_paths() -> dict[str, str]:
    """Projects of uv that name each other by path, in no workspace."""
    return _named("[project]\nname = \"{}\"\n\n[tool.uv.sources]\nacme-common = {{ path = '../../libs/common' }}\n")


def poetry() -> dict[str, str]:
    """A monorepo of Poetry."""
    return _named(
        '[tool.poetry]\nname = "{}"\npackages = [{{ include = "x", from = "src" }}]\n\n'
        '[tool.poetry.group.main.dependencies]\nacme-common = {{ path = "../../libs/common", develop = true }}\n'
    )


def pdm() -> dict[str, str]:
    """Projects of PDM; the library keeps its modules in a folder of its own choice."""
    member = '[project]\nname = "{}"\ndependencies = ["acme-common @ file:///${{PROJECT_ROOT}}/../../libs/common"]\n'
    library = '[project]\nname = "acme-common"\n\n[tool.pdm.build]\npackage-dir = "lib"\n'
    return {**_named(member, sources(home="lib/acme_common")), "libs/common/pyproject.toml": library}


def hatch() -> dict[str, str]:
    """Projects of Hatch; the library is a namespace package, which only its `sources` tell."""
    files = sources(library="acme.common.models", home="code/acme/common")
    files.pop("libs/common/code/acme/common/__init__.py")
    member = '[project]\nname = "{}"\ndependencies = ["acme-common @ {{root:uri}}/../../libs/common"]\n'
    library = '[project]\nname = "acme-common"\n\n[tool.hatch.build.targets.wheel]\nsources = ["code"]\n'
    return {**_named(member, files), "libs/common/pyproject.toml": library}


def configured() -> dict[str, str]:
    """One configuration of toolc over folders that no other file makes packages of."""
    packages = "".join(f'"{name}" = "{folder}"\n' for name, folder in SERVICES.items())
    return {**sources(), "toolc.toml": f'out = "clients"\n\n[packages]\n{packages}'}


def _named(member: str, files: Mapping[str, str] | None = None) -> dict[str, str]:
    """Projects that say in their own files where the library is."""
    return {
        **(sources() if files is None else files),
        "libs/common/pyproject.toml": '[project]\nname = "acme-common"\n',
        **{f"{folder}/pyproject.toml": member.format(name) for name, folder in SERVICES.items()},
    }


WORKSPACES: Mapping[str, dict[str, str]] = {
    "uv workspace": uv(),
    "uv sources": uv_paths(),
    "poetry": poetry(),
    "pdm": pdm(),
    "hatch": hatch(),
    "one configuration": configured(),
}
