"""The Java target: a package with records, sealed interfaces, tools as data, and a client.

Takes nothing, gives `TARGET`. `reserved` has names, `encode` foreign text, `spell` types, `declare` and `records` what stands
in the file of each, `plan` files; what is the same for all packages is in `templates/java/`. It needs
Java 17, Jackson and json-schema-validator.
"""

from toolc.emit import Target
from toolc.targets import readme
from toolc.targets.java.encode import ENCODERS
from toolc.targets.java.plan import plan
from toolc.targets.java.reserved import WORDS
from toolc.targets.jvm.names import package_names

TARGET = Target(
    "java",
    "a Java package: records, tools as data, a client",
    plan,
    lambda packages: package_names(packages, WORDS),
    encoders={**readme.ENCODERS, **ENCODERS},
)
