"""The outputs, one module or folder each: `register.py` has them all. What several of them need stands beside them."""
