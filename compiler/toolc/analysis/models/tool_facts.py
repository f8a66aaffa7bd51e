"""Facts of tool objects beside names and functions: which are copied, and which of several versions of a tool is listed.

Takes values, returns values. Sources: `Tool` of mcp 1.30.0 and 2.3.0, `FastMCPComponent` of fastmcp 2.14.7 to 4.1.6.
"""

import re

from toolc.analysis.protocol import Machine
from toolc.analysis.values import Instance

COPIED = ("icons", "meta", "tags", "version")
"""Facts of a tool that pydantic copies when the tool is made, but not what is in them."""


_NUMBERED = re.compile(r"v?(\d+(?:\.\d+)*)")


def newest_version(vm: Machine, kept: Instance, added: Instance) -> Instance | None:
    """Return the tool that is listed where versions of one coexist; None if there is one version.

    Its `_meta` names all of them (fastmcp 3.4.10 `dedupe_with_versions`).
    """
    several = [one.cells.get("versions", (one.cells.get("version"),)) for one in (kept, added)]
    if several == [(None,), (None,)]:
        return None
    texts = [str(one) for versions in several for one in versions]
    numbered = [_NUMBERED.fullmatch(one) for one in texts]
    if not all(numbered):
        added.taint = vm.doubt("TC202", "which versions of this tool there are, and which is listed")
        return added
    order = {text: tuple(map(int, found[1].split("."))) for text, found in zip(texts, numbered, strict=True) if found}
    *_, last = sorted(order, key=lambda text: (order[text], text))
    listed = added if str(added.cells.get("version")) == last else kept
    listed.cells["versions"] = tuple(sorted(order, key=order.__getitem__, reverse=True))
    return listed
