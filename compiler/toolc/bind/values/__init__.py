"""Static evaluation of expressions: bounded, over the source alone; nothing is executed.

`evaluate` takes an expression and gives a value: `Unknown` where only the running program has it.
"""
