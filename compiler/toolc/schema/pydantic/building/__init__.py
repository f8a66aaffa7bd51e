"""The first pass: resolved types → nodes, in the vocabulary of pydantic's core schemas."""
