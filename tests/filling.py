"""Values as clients give them back: with the defaults of a schema filled in, by the Python client."""

import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from client_bundles import bundle, tool
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.register import TARGETS


def filled(schema: Any, value: Any) -> Any:
    """A copy of a value in which keys that have a default are there."""
    return _function()(schema, value)


@cache
def _function() -> Callable[[Any, Any], Any]:
    names = Names()
    ((file,), _) = emit(bundle([tool("any", {"type": "object"}, names)], names), [TARGETS["python"]], Options())
    module = sys.modules["filling_in_python"] = ModuleType("filling_in_python")
    exec(compile(file.text, "filling_in_python.py", "exec"), module.__dict__)
    function: Callable[[Any, Any], Any] = module.__dict__["with_defaults"]
    return function
