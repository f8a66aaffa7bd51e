"""The bounded interpreter: what a small pure function of the program returns, without running the program.

Takes a function or an expression and arguments, gives a `Value`; `Unknown` with the reason for everything outside the subset:
effects, classes, exceptions nobody catches, and what takes too long or grows too large.
"""

from toolc.bind.interpret.dressing import as_dressed, dressed
from toolc.bind.interpret.machine import call, evaluate

__all__ = ["as_dressed", "call", "dressed", "evaluate"]
