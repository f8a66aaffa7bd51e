"""The second pass: nodes → JSON Schema."""
