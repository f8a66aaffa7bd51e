"""The contract of tools with their callers: takes bundles, gives what changed between two of them, and locks."""
