"""Doc comments: descriptions, and constraints that a type cannot express.

Takes text and a property, gives a block comment with constraints in words.
"""

from typing import Any

from msgspec import structs

from toolc.ir import Property, String, Type
from toolc.targets.code import Code
from toolc.targets.constraints import beside_null, constraints
from toolc.targets.typescript.encode import comment
from toolc.targets.typescript.literal import WIDTH, literal


def block(parts: list[str], indent: int = 0) -> Code:
    """A doc comment of paragraphs and tags, with its line end; "" when there is nothing to say."""
    lines = [line for part in parts for line in part.split("\n")]
    if not lines:
        return Code("")
    margin = " " * indent
    if len(lines) == 1 and indent + len(lines[0]) + 7 <= WIDTH:
        return Code(f"{margin}/** {lines[0]} */\n")
    body = "".join(f"{margin} * {line}".rstrip() + "\n" for line in lines)
    return Code(f"{margin}/**\n{body}{margin} */\n")


def words(text: str | None) -> list[str]:
    """A description, ready for a comment."""
    stripped = (text or "").strip()
    return [comment(stripped)] if stripped else []


def for_property(property_: Property, indent: int) -> Code:
    """The comment above a property."""
    parts = words(property_.doc)
    form, said = _tags(property_.type)
    limits = comment(said).replace("\n", " ")
    if limits and parts and "\n" not in parts[0]:
        parts = [f"{_sentence(parts[0])} {limits}"]
    elif limits:
        parts.append(limits)
    if property_.has_default:
        parts.append(f"@default {comment(_short(property_.default))}")
    if form:
        parts.append(f"@format {comment(form)}")
    if property_.examples:
        parts.append(f"@example {comment(_short(property_.examples[0]))}")
    if property_.deprecated:
        parts.append("@deprecated")
    return block(parts, indent)


def is_documented(property_: Property) -> bool:
    """Return `True` if a property has a comment."""
    told = property_.has_default or property_.deprecated or property_.examples or property_.doc.strip()
    return bool(told) or any(_tags(property_.type))


def _tags(type_: Type) -> tuple[str, str]:
    """Return the constraints of a type: the name of its format, for a tag, and the rest in words. Wholeness of a number is
    stated only beside limits: else it would be on every other line."""
    plain = beside_null(type_)
    if isinstance(plain, String) and plain.format:
        return plain.format, constraints(structs.replace(plain, format=""))
    said = constraints(plain)
    return "", "" if said == "Integer." else said


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":", "。")) else f"{text}."


def _short(value: Any) -> str:
    text: str = literal(value)
    if isinstance(value, dict | list):
        text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."
