"""The typed view of a JSON Schema: what client generators read, computed from the very schema a tool carries.

Takes a schema and the `Names` of its package, gives `ir.Type`s. `reader` is where to begin.
"""

from toolc.schema.view.inexpressible import inexpressible
from toolc.schema.view.names import Names
from toolc.schema.view.reader import arguments, parameters, view

__all__ = ["Names", "arguments", "inexpressible", "parameters", "view"]
