"""What expressions stand for: a bounded evaluator over what is written down, which runs nothing.

`evaluate` takes an expression and gives a value: `Unknown` where only the running program has it.
"""
