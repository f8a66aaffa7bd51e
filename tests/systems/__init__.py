"""One test file per system; `making` builds what they need."""
