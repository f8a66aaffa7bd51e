"""Layout `shared` of Python: a module of support code, and what modules of packages import of it.

Takes options and names that are used, gives pages and code.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from toolc.config import PythonOptions
from toolc.emit import Page
from toolc.targets.code import Code
from toolc.targets.python.encode import string
from toolc.targets.python.formats import DATES
from toolc.targets.python.order import in_order
from toolc.targets.python.reserved import ABOUT_TOOLS, OWN, OWN_FUNCTIONS, PYDANTIC, TYPING
from toolc.targets.support import support_name, support_pages
from toolc.targets.unsupported_patterns import FOREIGN

MODULE = "toolc_support"

PUBLIC = (OWN | OWN_FUNCTIONS) - ABOUT_TOOLS
"""Names that the module exports, and modules of packages with it."""

_BENEATH = ("_checked", "_fitting", "_handler", "_named", "_output", "_read")
_OF_MODELS = ("_ANYTHING", "_CHECKED", "_as_json", "_issues")
"""Further names that clients call."""

_STANDARD = (
    "asyncio base64 codecs contextlib copy functools importlib inspect itertools json operator re threading time".split()
)
_DEPENDENCIES = {"httpx": "httpx>=0.27", "jsonschema-rs": "jsonschema-rs>=0.60", "pydantic": "pydantic>=2.9"}


FOREIGN_PARTS = [Code(part) for part in FOREIGN]
"""The expression for patterns, as the client has it."""


def pages(own: PythonOptions, release: str) -> tuple[Page, ...]:
    """The module, or the distribution that has it. `release`: the version of toolc."""
    pydantic = own.models == "pydantic"
    context = {
        "imports": _support_imports(pydantic),
        "exports": [string(one) for one in in_order(PUBLIC)],
        "pydantic": pydantic,
        "offers": True,
        "foreign": FOREIGN_PARTS,
    }
    if not own.distribution:
        return (Page(f"{MODULE}.py", "python/support.py.jinja", context, common=True),)
    fields = {
        "name": support_name(own.distribution),
        "version": own.version or release,
        "description": "Support code of clients of tools",
        "license": own.license,
    }
    alone = manifest(fields, own, "")
    return (
        *support_pages(MODULE, {"pyproject.toml": "python/pyproject.toml.jinja"}, alone),
        *support_pages(f"{MODULE}/src/{MODULE}", {"__init__.py": "python/support.py.jinja"}, context),
        *support_pages(f"{MODULE}/src/{MODULE}", {"py.typed": "python/py.typed.jinja"}, {}),
    )


def manifest(fields: Mapping[str, str], own: PythonOptions, release: str) -> Mapping[str, Any]:
    """The context of a pyproject.toml. `release`: the version of toolc, for a package that needs support code."""
    needed = dict(_DEPENDENCIES) if own.models == "pydantic" else {**_DEPENDENCIES, "pydantic": ""}
    source = ""
    if own.layout == "shared" and release:
        name = support_name(own.distribution)
        needed = {name: f"{name}>={own.version or release}", "pydantic": needed["pydantic"]}
        source = f'{name} = {{ path = "../{MODULE}" }}'
    return {
        "fields": [Code(f"{key} = {json.dumps(text)}") for key, text in fields.items() if text],
        "needed": Code(", ".join(json.dumps(one) for one in needed.values() if one)),
        "source": Code(source),
    }


def own_imports(own: PythonOptions, used: set[str], tools: bool) -> Code:
    """The imports of a module without support code. `used`: names in its declarations; `tools`: whether it has any."""
    pydantic = own.models == "pydantic"
    typing = {"Any", "Literal", "TypeAlias", "TypedDict", "cast"} | (used & TYPING.keys())
    abstract = {"Sequence", *(("Awaitable", "Callable") if tools else ("Callable",) if pydantic else ())}
    named = {
        "collections.abc": abstract,
        "typing": typing if tools else typing | {"Never"},
        "uuid": {"UUID"} & used,
    }
    models = {"BaseModel", "ConfigDict", "TypeAdapter", "ValidationInfo"} | (used & (PYDANTIC | {"model_validator"}))
    others = {
        "pydantic": models - {"SchemaValidator", "SkipJsonSchema", "TypeAliasType"} if pydantic else set(),
        "pydantic.json_schema": {"SkipJsonSchema"} & used,
        "typing_extensions": {"TypeAliasType"} & used,
    }
    common = {MODULE: {*PUBLIC, *_BENEATH, *(_OF_MODELS if pydantic else ())}}
    standard = _imports(["copy", *(["datetime as dt"] if used & DATES else []), "inspect"], named)
    # Sorters of imports tell a module in the same folder from one that is installed.
    parts = [dict(sorted({**others, **common}.items()))] if own.distribution else [others, common]
    return Code("\n".join([standard, *(text for part in parts if (text := _imports([], part)))]))


def _support_imports(pydantic: bool) -> Code:
    named = {
        "collections.abc": "Awaitable Callable Generator Iterator Mapping Sequence".split(),
        "dataclasses": ["dataclass", *(["field"] if pydantic else [])],
        "typing": [one for one, always in TYPING.items() if always],
        "urllib.parse": ["quote", "unquote"],
    }
    models = {"pydantic": ["BaseModel", "ConfigDict", "TypeAdapter", "ValidationError"], "pydantic_core": ["SchemaValidator"]}
    third = _imports(["jsonschema_rs"], models if pydantic else {})
    return Code(f"{_imports(_STANDARD, named)}\n{third}")


def _imports(modules: Iterable[str], named: Mapping[str, Iterable[str]]) -> str:
    lines = [f"import {one}\n" for one in modules]
    for module, names in named.items():
        listed = sorted(in_order(names), key=_kind_and_name)
        flat = f"from {module} import {', '.join(listed)}\n"
        if listed:
            several = "".join(f"    {one},\n" for one in listed)
            lines.append(flat if len(flat) <= 89 else f"from {module} import (\n{several})\n")
    return "".join(lines)


def _kind_and_name(name: str) -> tuple[int, str]:
    """Return the sort key of ruff for imported names, which looks at letter case for the kind alone."""
    return 0 if len(name) > 1 and name.isupper() else 1 if name[0].isupper() else 2, name.lower()
