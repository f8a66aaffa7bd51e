"""The TypeScript target: an npm package with types, tools as data and a client.

Takes nothing, gives `TARGET`. `naming` decides identifiers, `spell` types, `plan` files; layout is in `templates/typescript`.
"""

from collections.abc import Sequence

from toolc.emit import Target
from toolc.targets import readme
from toolc.targets.naming import unique
from toolc.targets.typescript.encode import ENCODERS
from toolc.targets.typescript.plan import plan
from toolc.targets.typescript.shared import TAKEN


def _places(names: Sequence[str]) -> tuple[str, ...]:
    """Folders of packages, none of them that of the support code that packages may share."""
    return unique([*TAKEN, *names])[len(TAKEN) :]


TARGET = Target(
    "typescript",
    "an npm package: types, tools as data, a client that checks arguments",
    plan,
    _places,
    encoders={**readme.ENCODERS, **ENCODERS},
)
