"""The command line that is run, for the caches of its output."""

given: list[str] = []
