"""The TypeScript target: an npm package with types, tools as data and a client.

Takes nothing, gives `TARGET`. `naming` decides identifiers, `spell` types, `plan` files; layout is in `templates/typescript`.
"""

from toolc.emit import Target
from toolc.targets import readme
from toolc.targets.naming import unique
from toolc.targets.typescript.encode import ENCODERS
from toolc.targets.typescript.plan import plan

TARGET = Target(
    "typescript",
    "an npm package: types, tools as data, a client that checks arguments",
    plan,
    unique,
    encoders={**readme.ENCODERS, **ENCODERS},
)
