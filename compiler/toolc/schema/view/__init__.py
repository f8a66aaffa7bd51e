"""The typed view of a JSON Schema: what client generators read, computed from the very schema a tool carries.

Takes a schema and the `Names` of its package, gives `ir.Type`s. `reader` is where to begin.
"""

from toolc.schema.view.inexpressible import inexpressible
from toolc.schema.view.names import Names
from toolc.schema.view.reader import arguments, parameters, view
from toolc.schema.view.sides import package_with_sides

__all__ = ["Names", "arguments", "inexpressible", "package_with_sides", "parameters", "view"]
