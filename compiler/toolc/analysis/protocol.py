"""Parameters of every interpreter rule: the machine that runs it, and the call that a model handles.

Rules and the machine know each other, so none of them imports the machine: it hands itself to them. Values are of any type by
nature (`values.Value`), and so is what is asked of the machine.
"""

from typing import Any

Machine = Any
"""An `interpreter.machine.Interpreter`."""

Call = Any
"""An `interpreter.calls.Call`: one call as a model sees it."""
