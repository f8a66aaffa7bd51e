"""JSON Schema, in five rooms that do not import each other.

`pydantic` and `mapping` write schemas from resolved types, each in the manner of its frameworks. `view` reads a schema into the
types that clients are made from. `wellformed` tells whether a schema is one. `strict` rewrites one for OpenAI's strict mode.
Beside the rooms: `keywords` says where schemas lie inside schemas, `constants` turns defaults into JSON for the writers.
"""
