"""Reading in a process of its own, which may crash or stall without harm: for untrusted source.

Takes the mode of the sandbox, gives `Guarded`, which satisfies `toolc.interfaces.Reader` as the package `toolc.read` does. The
parsers live in the worker; what comes back is decoded and validated as `toolc.module` values.
"""

from toolc.workers.client import Guarded
from toolc.workers.messages import Hello

__all__ = ["Guarded", "Hello"]
