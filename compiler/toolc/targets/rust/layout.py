"""Layout of Rust as rustfmt leaves it: lines wider than a hundred columns are broken where rustfmt breaks them.

Takes parts, gives lines. What stands in a macro with braces rustfmt leaves alone, and so is not laid out here.
"""

from collections.abc import Iterator, Sequence

from toolc.targets.code import Code

_WIDEST = 100
_WIDEST_LIST = 60
"""Maximum width of several fields of a tuple struct (`fn_call_width`)."""


def field(name: str, type_: str, indent: str = "    ") -> Code:
    """A field of a struct."""
    return _lay_out_typed(f"{indent}pub {name}:", type_, ",", indent)


def alias(name: str, type_: str) -> Code:
    return _lay_out_typed(f"pub type {name} =", type_, ";", "")


def _lay_out_typed(start: str, type_: str, end: str, indent: str) -> Code:
    """On one line, else with the type in a line of its own, else with the type broken."""
    one_line, next_line = f"{start} {type_}{end}\n", f"{indent}    {type_}{end}\n"
    if len(one_line) <= _WIDEST + 1:
        return Code(one_line)
    return Code(f"{start}\n{next_line}" if len(next_line) <= _WIDEST + 1 else f"{start} {_break_type(type_, indent)}{end}\n")


def _break_type(type_: str, indent: str) -> str:
    """A generic type with each argument in a line of its own."""
    head, bracket, inside = type_.removesuffix(">").partition("<")
    if not bracket:
        return type_
    inner = indent + "    "
    lines = (one if len(inner) + len(one) < _WIDEST else _break_type(one, inner) for one in _arguments(inside))
    return f"{head}<\n{''.join(f'{inner}{line},' + chr(10) for line in lines)}{indent}>"


def _arguments(inside: str) -> Iterator[str]:
    depth = start = 0
    for at, char in enumerate(inside):
        depth += (char == "<") - (char == ">")
        if char == "," and depth == 0:
            yield inside[start:at]
            start = at + 2
    yield inside[start:]


def struct_of(name: str, types: Sequence[str]) -> Code:
    """A struct whose fields have no names."""
    inside = ", ".join(f"pub {one}" for one in types)
    line = f"pub struct {name}({inside});"
    if len(line) <= _WIDEST and (len(types) == 1 or len(inside) <= _WIDEST_LIST):
        return Code(f"{line}\n")
    return Code(f"pub struct {name}(\n{''.join(f'    pub {one},' + chr(10) for one in types)});\n")


def open_brace(start: str, indent: str = "") -> Code:
    """Return the text before a brace, and the brace. The end of a function's head counts its indent twice (rustfmt 1.8)."""
    line = f"{indent}{start} {{"
    return Code(f"{line}\n" if len(indent) + len(line) <= _WIDEST else f"{indent}{start}\n{indent}{{\n")


def head(start: str, parameters: Sequence[str], result: str, indent: str) -> Code:
    """Return the head of a function, with its brace."""
    line = f"{indent}{start}({', '.join(parameters)}) -> {result} {{"
    if len(line) <= _WIDEST:
        return Code(f"{line}\n")
    listed = "".join(f"{indent}    {one},\n" for one in parameters)
    return Code(f"{indent}{start}(\n{listed}{open_brace(f') -> {result}', indent)}")
