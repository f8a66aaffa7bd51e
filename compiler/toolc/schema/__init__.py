"""JSON Schema and the typed view of it."""
