"""The Rust target: a crate with types, tools as data, and a client.

Takes nothing, gives `TARGET`. `naming` decides identifiers, `spell` types, `declare` what stands around them, `plan` files;
what is the same for all packages is in `templates/rust/`. Generated crates need Rust 1.85, `serde` and `regex`.
"""

from toolc.emit import Target
from toolc.targets import readme
from toolc.targets.rust.encode import ENCODERS
from toolc.targets.rust.naming import crate_names
from toolc.targets.rust.plan import plan

TARGET = Target(
    "rust", "a Rust crate: types, tools as data, a client", plan, crate_names, encoders={**readme.ENCODERS, **ENCODERS}
)
