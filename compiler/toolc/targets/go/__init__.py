"""The Go target: a package with structs, tools as data, and a client.

Takes nothing, gives `TARGET`. `naming` decides identifiers, `spell` types, `declare` what stands around them, `plan` files;
what is the same for all packages is in `templates/go/`. Generated packages need Go 1.22 and its standard library.
"""

from toolc.emit import Target
from toolc.targets import readme
from toolc.targets.go.encode import ENCODERS
from toolc.targets.go.naming import package_names
from toolc.targets.go.plan import plan

TARGET = Target(
    "go", "a Go package: structs, tools as data, a client", plan, package_names, encoders={**readme.ENCODERS, **ENCODERS}
)
