"""Functions of many modules as toolc reads them against one framework: takes the texts, counts the tools that are the same."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from effort import examples
from frameworks.environment import answers, locked
from harness import LIVE, bundle
from oracle import canonical

FIRST = int(os.environ.get("TOOLC_SEED", "0"))
SEEDS = range(FIRST, FIRST + examples(150))
"""Of the modules that are written: others, or more, where the environment asks for them."""


def compare(system: str, versions: Mapping[str, str], texts: Sequence[str], environment: str = "") -> int:
    """Every exact tool is the framework's own, and where one is refused the framework raised; the number of exact ones.

    The runner has the system's name, and so has the environment, where none is given.
    """
    runner = system.replace("-", "_")
    environment = environment or runner
    followed = {**LIVE, "pydantic": locked(environment, "pydantic"), **versions}
    exact = 0
    for text, answer in zip(texts, answers(environment, runner, texts), strict=True):
        if answer is None:
            continue  # a class that Python or pydantic refuse to make, or a name of another framework
        made = bundle(text, versions=followed, declared={"app.py": system})
        for tool in (one for package in made.packages for server in package.servers for one in server.tools):
            said = answer[tool.qualname.rpartition(":")[2]]
            if tool.fidelity == "exact":
                assert "error" not in said, f"{tool.name}: {said} of\n{text}"
                made_of = (tool.name, tool.description or "", tool.input_schema, tool.output_schema)
                expected = (said["name"], said["description"], said["input_schema"], said.get("output_schema"))
                assert canonical(made_of) == canonical(expected), f"of\n{text}"
                if said.get("result_schema") is not None:
                    sent = _without_made(tool.result_schema or tool.output_schema, said["result_schema"])
                    assert canonical(sent) == canonical(said["result_schema"]), f"of\n{text}"
                exact += 1
            elif tool.fidelity == "refused":
                assert "error" in said, f"{tool.name} of\n{text}"
    return exact


def _without_made(ours: Any, theirs: Any) -> Any:
    """A schema without the defaults that only ours shows: what factories make."""
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [_without_made(one, other) for one, other in zip(ours, theirs, strict=True)]
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return ours
    shown = {key: value for key, value in ours.items() if key in theirs or key != "default" or value not in ([], {})}
    return {key: _without_made(value, theirs.get(key)) for key, value in shown.items()}
