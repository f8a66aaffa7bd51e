"""The bounded interpreter: what a small pure function of the program returns, without running the program.

Takes a function or an expression and arguments, gives a `Value`; `Unknown` with the reason for everything outside the subset:
effects, classes, exceptions nobody catches, and what takes too long or grows too large.
"""

from toolc.bind.interpret.class_decorators import as_dressed, decorate_class
from toolc.bind.interpret.machine import call, evaluate

__all__ = ["as_dressed", "call", "decorate_class", "evaluate"]
