"""The two methods that every type has: what reads a value from a tree, and what makes a tree of it.

Takes a name and the statements inside, gives methods that Jackson finds as well.
"""

from toolc.targets.code import Code
from toolc.targets.java.encode import javadoc

PAD = "\n" + " " * 16
"""Indent of a continued line."""

_TOLD = javadoc(
    "Reads a value.",
    "    ",
    [("@param json", "a tree"), ("@return", "the value"), ("@throws IllegalArgumentException", "where it is none")],
)


def reads(own: Code, *statements: str, modifiers: str = "public static") -> Code:
    """`fromJson`: a value, or an exception."""
    body = "".join(f"        {one};\n" for one in statements)
    return Code(
        f"{_TOLD}    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)\n"
        f"    {modifiers} {own} fromJson(JsonNode json) {{\n{body}    }}\n"
    )


def writes(expression: str) -> Code:
    """`toJson`: the value of an expression."""
    return Code(f"    @Override\n    public JsonNode toJson() {{\n        return {expression};\n    }}\n")
