"""The text of a docstring: takes the text between the quotes, gives it without its margin, whichever Python runs."""

from toolc.signature import Signature

MAX_TEXT = 100_000
"""Beyond this size nothing is looked for in a docstring."""


def clean(text: str) -> str:
    """Clean a docstring as `inspect.cleandoc` does since Python 3.13, whichever Python runs."""
    lines = dedent(text).split("\n")
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def dedent(text: str) -> str:
    """Dedent a docstring as the compiler does since Python 3.13: tabs expanded, the common margin gone, all lines kept."""
    first, *rest = text.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip(" ")) for line in rest if line.strip(" ")), default=0)
    return "\n".join([first.lstrip(" "), *(line[margin:] for line in rest)])


def held_docstring(text: str | None, python: str | None) -> str | None:
    """Return `__doc__` under a Python such as `"3.13"`, the newest if it is not known; `None` without a docstring."""
    version = tuple(int(part) for part in (python or "").split(".")[:2] if part.isdigit())
    return text if text is None else raw(text, version or (3, 14))


def raw(text: str | None, python: tuple[int, ...]) -> str:
    """Return `__doc__` under a version of Python; "" without a docstring."""
    return dedent(text or "") if python >= (3, 13) else text or ""


def of(signature: Signature, python: tuple[int, ...]) -> str:
    """Return `__doc__` of a function under a version of Python; "" without a docstring."""
    return signature.doc or "" if signature.doc_held else raw(signature.doc, python)
