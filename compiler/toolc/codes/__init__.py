"""The one table of codes: number, slug, severity, why it matters, an example that raises it and the same example mended.

Takes nothing, gives `CODES`. `toolc explain`, the documentation and the tests all read this table. Ranges follow the stages:
TC1xx discover and read, 2xx bind, 3xx lower, 4xx check, 5xx targets, 6xx command line, configuration and writing, 7xx
contracts, 9xx toolc itself. A slug names the problem, never the fix; a number is never used again.
"""

from toolc.codes import (
    agents,
    binding,
    checking,
    components,
    contract,
    converters,
    created,
    emitting,
    fastmcp,
    fit,
    frameworks,
    limited,
    lowering,
    poisoned,
    protocol,
    reading,
    running,
    selecting,
    toolkits,
)
from toolc.codes.code import Code, Scene, Severity

__all__ = ["CODES", "Code", "Scene", "Severity"]

_PARTS = (
    reading,
    limited,
    binding,
    lowering,
    fastmcp,
    frameworks,
    agents,
    created,
    converters,
    toolkits,
    components,
    checking,
    selecting,
    poisoned,
    fit,
    protocol,
    emitting,
    running,
    contract,
)

CODES: dict[str, Code] = {code.number: code for part in _PARTS for code in part.CODES}
