"""JSON Schema, in six rooms that do not import each other.

`pydantic` and `mapping` write schemas from resolved types, each in the manner of its frameworks. `view` reads a schema into the
types that clients are made from. `wellformed` checks a schema's structure. `strict` rewrites one for OpenAI's strict mode.
`reshape` changes schemas as frameworks do before they keep or send them. Beside the rooms: `keywords` says where schemas lie
inside schemas, `pointer` follows references, `constants` turns defaults into JSON, `aliases` names fields.
"""
