"""The Kotlin target: a package with data classes, sealed interfaces, tools as data, and a client of suspend functions.

Takes nothing, gives `TARGET`. `reserved` has names, `encode` foreign text, `spell` types, `declare` and `classes` declarations,
`plan` files; what is the same for all packages is in `templates/kotlin/`. Kotlin 2.2 on Java 17, kotlinx-serialization-json.
"""

from toolc.emit import Target
from toolc.targets import readme
from toolc.targets.jvm.names import package_names
from toolc.targets.kotlin.encode import ENCODERS
from toolc.targets.kotlin.plan import plan
from toolc.targets.kotlin.reserved import WORDS

TARGET = Target(
    "kotlin",
    "a Kotlin package: data classes, tools as data, a client",
    plan,
    lambda packages: package_names(packages, WORDS),
    encoders={**readme.ENCODERS, **ENCODERS},
)
