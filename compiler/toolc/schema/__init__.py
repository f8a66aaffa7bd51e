"""JSON Schema, in four rooms that do not import each other.

`pydantic` and `mapping` write schemas from resolved types, each in the manner of its frameworks. `view` reads a schema into the
types that clients are made from. `wellformed` tells whether a schema is one. Writers share `constants`, which turns
defaults into JSON, and `aliases`, the names of a model's fields.
"""
