"""The schema of a result without the key under which a framework wraps it: takes both, gives the schema of the value."""

from toolc.ir import JsonSchema


def result_alone(schema: JsonSchema, key: str) -> JsonSchema | None:
    """Return the schema of the value itself, with the definitions that it may refer to. None where the key has none."""
    if not key:
        return schema
    inner = schema.get("properties", {}).get(key)
    if not isinstance(inner, dict):
        return None
    shared = {word: schema[word] for word in ("$defs", "definitions") if word in schema}
    return {**inner, **shared}
