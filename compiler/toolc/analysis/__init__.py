"""Part of the abstract interpreter."""
