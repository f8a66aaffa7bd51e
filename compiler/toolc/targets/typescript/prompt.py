"""Types to paste into a prompt: what a model needs to write calls, and nothing else.

Takes the declarations of a package and its tools, gives the text of one `.d.ts` and a TC507 with its size.
"""

from collections.abc import Sequence

from toolc.diagnostics import Diagnostic
from toolc.source import Span
from toolc.targets.code import Code

BYTES_PER_TOKEN = 4
"""About what tokenizers make of English and code (OpenAI, "What are tokens and how to count them?")."""


OUTPUT = """\
/** The output of tools that declare no result; `data` and `blob` are in base 64. */
export interface ToolOutput {
  content: (
    | { type: "text"; text: string }
    | { type: "image" | "audio"; data: string; mimeType: string }
    | { type: "resource_link"; uri: string; name: string }
    | { type: "resource"; resource: { uri: string; text?: string; blob?: string } }
  )[];
  structuredContent?: unknown;
}
"""


def prompt(package: Code, methods: Sequence[Code], declarations: Sequence[Code], with_output: bool) -> Code:
    """A constant with one method per tool, then the types it mentions. `with_output`: some tool gives back a `ToolOutput`."""
    if with_output:
        declarations = [*declarations, Code(OUTPUT)]
    body = "\n\n".join(methods)
    head = f"/** The tools of {package}. */\nexport declare const tools: {{\n{body}\n}};\n"
    return Code("\n".join([head, *declarations]).rstrip("\n"))


def size_note(path: str, text: Code, span: Span) -> Diagnostic:
    size = len(text.encode("utf-8")) + 1
    tokens = max(1, round(size / BYTES_PER_TOKEN / 10) * 10)
    return Diagnostic("TC507", f"`{path}` takes {size:,} bytes of a prompt, roughly {tokens:,} tokens", span)
