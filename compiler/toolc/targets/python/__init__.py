"""The Python target: a module with types, tools as data, and clients.

Takes nothing, gives `TARGET`. `naming` decides identifiers, `hoist` and `spell` types, `plan` what stands in the module; its
layout is in `templates/python/`.
"""

from toolc.emit import Target
from toolc.targets import readme
from toolc.targets.python.encode import ENCODERS
from toolc.targets.python.naming import module_names
from toolc.targets.python.plan import plan

TARGET = Target(
    "python",
    "a Python module: types, tools as data, clients that check arguments",
    plan,
    module_names,
    encoders={**readme.ENCODERS, **ENCODERS},
)
