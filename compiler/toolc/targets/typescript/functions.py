"""One tool as a function of its own, for agents that write code and read only the files they need.

Takes names, gives an exported function that forwards to `call` of the file beside it.
"""

from toolc.targets.code import Code
from toolc.targets.typescript.encode import identifier
from toolc.targets.typescript.literal import WIDTH


def function(name: str, doc: Code, args: str, result: str, optional: bool) -> Code:
    """The function with its doc comment, laid out in lines of 80 columns."""
    given = f"args: {args}{' = {}' if optional else ''}"
    head = f"export async function {identifier(name)}("
    parts = [given, "options?: CallOptions"]
    flat = f"{head}{', '.join(parts)}): Promise<{result}> {{"
    if len(flat) > WIDTH:
        flat = f"{head}\n" + "".join(f"  {part},\n" for part in parts) + f"): Promise<{result}> {{"
    body = f"  return (await call(spec, args, options)) as {result};"
    if len(body) > WIDTH:
        body = f"  return (await call(\n    spec,\n    args,\n    options,\n  )) as {result};"
    return Code(f"{doc}{flat}\n{body}\n}}")
