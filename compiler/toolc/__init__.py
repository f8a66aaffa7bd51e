"""toolc: JSON Schemas and typed clients for LLM tools, read from Python source without running it."""

__version__ = "0.1.0"
