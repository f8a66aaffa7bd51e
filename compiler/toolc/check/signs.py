"""Signs of tool poisoning: texts of tools that speak to the model behind the user's back.

Takes an `ir.Package`, gives notes with excerpts. The rules look for forms that descriptions of tools do not need and that
published attacks have (Invariant Labs, "Tool poisoning attacks", 2025: tags in capitals, orders of secrecy, paths of keys,
"before any other tool"). They prove nothing: whoever knows them can write around them, and honest texts can match.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from toolc.check.prompt_injection import MOST_TEXTS
from toolc.diagnostics import Diagnostic
from toolc.ir import UNNAMED, Component, Package, Prompt, Resource, ServerInfo, Tool
from toolc.source import Span
from toolc.text.regex import late

_ASIDE = 40
"""So many characters of an excerpt stand on either side of what was found."""

_TOO_LONG = 100_000  # characters of one text that are looked at
_WORDS_OF_A_SENTENCE = 12

_RULES: tuple[tuple[str, re.Pattern[str], str], ...] = (
    (
        "TC460",
        late(
            r"<\s*/\s*[A-Z][A-Z_ -]{3,40}>"
            r"|<(?:IMPORTANT|SYSTEM|INSTRUCTIONS?|CRITICAL|SECRET|HIDDEN|ADMIN|OVERRIDE)\b[^<>]{0,40}>"
        ),
        "has a tag in capitals",
    ),
    (
        "TC461",
        late(
            r"(?i)\b(?:do\s+not|don['\u2019]t|never|must\s+not|should\s+not|without)\s+(?:\w+\s+){0,2}?"
            r"(?:mention|tell|inform|reveal|disclos|notify|alert)(?:e|ing)?\b[^.!?\n]{0,80}?\b(?:users?|human|person|anyone|anybody|them)\b"
            r"|\bkeep\s+(?:this|it|that)\s+(?:a\s+)?(?:secret|hidden|confidential)\b"
        ),
        "orders secrecy",
    ),
    (
        "TC462",
        late(
            r"(?:~|\$HOME|/(?:home/\w+|root))/\.(?:ssh|aws|gnupg|kube|docker|config/gcloud|cursor|claude|codex|gemini|netrc|npmrc|pypirc)\b[\w./-]*"
            r"|\bid_(?:rsa|ed25519|ecdsa)\b|/etc/(?:passwd|shadow)\b|\.aws/credentials\b|\.cursor/mcp\.json\b|\.git-credentials\b"
            r"|\bclaude_desktop_config\.json\b"
        ),
        "names a place where secrets are kept",
    ),
    (
        "TC463",
        late(
            r"(?i)\b(?:before|prior\s+to|instead\s+of|rather\s+than)\s+(?:you\s+)?(?:(?:us|call|invok|runn?|execut)(?:e|ing)?\s+)?"
            r"(?:any|all|every)\s+(?:of\s+the\s+)?other\s+(?:\w+\s+)?tools?\b"
            r"|\bwhen(?:ever)?\s+(?:any\s+)?(?:an)?other\s+tools?\s+(?:is|are|gets?)\s+(?:used|called|invoked|run)\b"
        ),
        "gives orders about other tools",
    ),
    (
        "TC464",
        late(
            r"(?i)\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,2}?(?:previous|prior|earlier|preceding|above|system)\s+"
            r"(?:\w+\s+)?(?:instructions?|prompts?|rules|messages?|directions?)\b"
        ),
        "sets other instructions aside",
    ),
    (
        "TC465",
        late(
            r"(?<![\w.+-])[\w.+-]{1,64}@(?!(?:[\w-]+\.)*(?:example|test|invalid|localhost|domain|company|email|acme)\b)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b"
            r"|\bhttps?://(?:\d{1,3}(?:\.\d{1,3}){3}\b(?<!127\.0\.0\.1)|[\w.-]*(?:webhook\.site|ngrok|requestbin|pipedream|burpcollaborator|oast\.))[^\s\"'<>]*"
        ),
        "names an address that something could be sent to",
    ),
)  # fmt: skip


def signs(package: Package) -> Iterator[Diagnostic]:
    """Yield each sign once for each tool."""
    for server in package.servers:
        for tool in server.tools:
            if tool.name != UNNAMED:
                yield from _signs_of(tool.name, tool.span, _texts(tool))
        for one in server.components:
            name = one.uri if isinstance(one, Resource) else one.name or server.name
            yield from _signs_of(name, one.span, _texts_beside(one))


def _texts_beside(one: Component) -> Iterator[tuple[str, str, bool]]:
    """The texts of a prompt or resource, or of a server, that models read."""
    told = {"the description": one.description, "the title": one.title}
    if isinstance(one, ServerInfo):
        told["the instructions"] = one.instructions
    else:
        told["the text"] = one.text
    yield from ((where, text, False) for where, text in told.items() if text)
    for argument in one.arguments if isinstance(one, Prompt) else ():
        yield f"the description of `{argument.name}`", argument.description or "", False


def _signs_of(name: str, span: Span, texts: Iterator[tuple[str, str, bool]]) -> Iterator[Diagnostic]:
    found: set[str] = set()
    for where, text, is_value in texts:
        if len(text) < len("id_rsa"):
            continue
        shown = text[:_TOO_LONG]
        for code, what, start, end in _matches(shown):
            if code not in found:
                found.add(code)
                yield Diagnostic(code, f"{where} of `{name}` {what}: {_excerpt(shown, start, end)}", span)
        if is_value and "TC466" not in found and len(shown.split()) >= _WORDS_OF_A_SENTENCE:
            found.add("TC466")
            message = f"{where} of `{name}` has a sentence as a value: {_excerpt(shown, 0, min(len(shown), 2 * _ASIDE))}"
            yield Diagnostic("TC466", message, span)


@lru_cache(maxsize=1024)  # most texts of schemas are the same few words
def _matches(text: str) -> tuple[tuple[str, str, int, int], ...]:
    """Return the rules that a text breaks, with where it does so first."""
    found = ((code, what, pattern.search(text)) for code, pattern, what in _RULES)
    return tuple((code, what, *match.span()) for code, what, match in found if match)


def _excerpt(text: str, start: int, end: int) -> str:
    """Return what was found with what stands around it, on one line."""
    head, tail = max(0, start - _ASIDE), min(len(text), end + _ASIDE)
    inside = " ".join(text[head:tail].split())
    return f'"{"…" if head else ""}{inside}{"…" if tail < len(text) else ""}"'


def _texts(tool: Tool) -> Iterator[tuple[str, str, bool]]:
    """Yield every text of a tool: what it is, the text, and whether it is a value (of `enum`, `const`, `default`)."""
    for where, text in (("the title", tool.title), ("the description", tool.description)):
        if text:
            yield where, text, False
    waiting: list[tuple[str, Any, bool]] = [
        ("the result", tool.output_schema, False),
        ("the annotations", tool.annotations, False),
        ("the input", tool.input_schema, False),
        ("the `_meta`", tool.meta, False),
    ]  # fmt: skip
    count = 0
    while waiting and count < MOST_TEXTS:
        where, value, is_value = waiting.pop()
        count += 1
        if isinstance(value, str):
            yield where, value, is_value
        elif isinstance(value, dict):
            waiting += [(where, key, is_value) for key in value]
            waiting += [(where, part, is_value or key in ("enum", "const", "default")) for key, part in value.items()]
        elif isinstance(value, list | tuple):
            waiting += [(where, part, is_value) for part in value]
