"""Templates, one folder per target: the package `toolc.templates`."""
