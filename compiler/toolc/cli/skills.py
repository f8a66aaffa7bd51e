"""The tools of a bundle as a `SKILL.md`: a head that says when an agent should read on, and the tools between markers.

Takes a bundle and its tools in Markdown, gives the text of a new file. People write what stands around the markers.
"""

import json
import re

from toolc.cli.catalogue import BEGIN, END, first_line
from toolc.encoders import HIDDEN
from toolc.ir import Bundle

NAME = "SKILL.md"
_MAX_NAME = 64  # characters, out of a-z, 0-9 and hyphens (agentskills.io)
_MAX_DESCRIPTION = 1_024  # characters


def skill(bundle: Bundle, tools: str) -> str:
    """Return the whole file."""
    packages = [package.name for package in bundle.packages]
    name = re.sub(r"[^a-z0-9]+", "-", "-".join(packages).lower()).strip("-")[:_MAX_NAME].strip("-") or "tools"
    lines = [f"{tool.name}: {line}" if (line := first_line(tool)) else tool.name for _, _, tool in bundle.tools]
    about = HIDDEN.sub(" ", f"Use when one of these tools of {', '.join(packages)} fits. {'; '.join(lines)}")
    about = re.sub("[<>]", "", about)  # a head may hold no tags
    if len(about) > _MAX_DESCRIPTION:
        about = about[: _MAX_DESCRIPTION - 1] + "…"
    head = f"---\nname: {name}\ndescription: {json.dumps(about, ensure_ascii=False)}\n---\n"  # a text of JSON is one of YAML
    return f"{head}\n# Tools of {' and '.join(map(_plain, packages)) or 'nothing'}\n\n{BEGIN}\n{tools}{END}\n"


def _plain(name: str) -> str:
    return re.sub(r"[^\w.-]+", " ", name).strip()
