"""Types to paste into a prompt: what a model needs to write calls, and nothing else.

Takes the declarations of a package and its tools, gives the text of one `.d.ts` and a TC507 with its size.
"""

from collections.abc import Sequence

from toolc.diagnostics import Diagnostic
from toolc.source import Span
from toolc.targets.code import Code

BYTES_PER_TOKEN = 4
"""About what tokenizers make of English and code (OpenAI, "What are tokens and how to count them?")."""


def prompt(package: Code, methods: Sequence[Code], declarations: Sequence[Code]) -> Code:
    """A constant with one method per tool, then the types it mentions."""
    body = "\n\n".join(methods)
    head = f"/** The tools of {package}. */\nexport declare const tools: {{\n{body}\n}};\n"
    return Code("\n".join([head, *declarations]).rstrip("\n"))


def told(path: str, text: Code, span: Span) -> Diagnostic:
    size = len(text.encode("utf-8")) + 1
    tokens = max(1, round(size / BYTES_PER_TOKEN / 10) * 10)
    return Diagnostic("TC507", f"`{path}` takes {size:,} bytes of a prompt, roughly {tokens:,} tokens", span)
