"""JSON Schema, in six rooms that do not import each other.

`pydantic` and `mapping` write schemas from resolved types, each in the manner of its frameworks. `view` reads a schema into the
types that clients are made from. `wellformed` tells whether a schema is one. `reshape` changes schemas as frameworks do before
they keep or send them, `strict` rewrites one for OpenAI's strict mode. Beside the rooms: `keywords` says where schemas lie in
schemas, `pointer` follows references, `constants` turns defaults into JSON for the writers.
"""
