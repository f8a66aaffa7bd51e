"""Root of a crate: its modules, and what each of them offers to users.

Takes modules, gives the text of `lib.rs`, in the order of rustfmt.
"""

from collections.abc import Iterable, Mapping, Sequence

from toolc.targets.code import Code

OWN: Mapping[str, str] = {
    "calls": "{parse_tool_call, ToolCall}",
    "client": "Client",
    "tools": "{ToolArguments, TOOLS}",
    "types": "*",
}
"""Modules about the tools of a package, and what is used of each."""

SUPPORT: Mapping[str, str] = {
    "addresses": "",
    "as_json": "AsJson",
    "check": "{check, Checks}",
    "error": "{ErrorCode, Issue, Misfit, ToolError}",
    "json": "{Json, Object}",
    "macros": "",
    "number": "Number",
    "output": (
        "{\n    ContentBlock, EmbeddedResource, MediaContent, ResourceContents, ResourceLink, TextContent,\n    ToolOutput,\n}"
    ),
    "over_http": "JsonPostTransport",
    "over_mcp_http": "{McpHttpTransport, ToolProgress}",
    "over_rmcp": "RmcpTransport",
    "parse": "",
    "pattern": "",
    "quick": "",
    "references": "",
    "serde_json_values": "",
    "tool_spec": "ToolSpec",
    "transport": "{Answer, LocalTransport, Transport}",
}
"""Modules that are the same for all packages."""

FORMATS = {"formats": ""}
"""A module of crates whose texts of a format have types."""

_FEATURES = {"over_http": "http", "over_mcp_http": "mcp-http", "over_rmcp": "rmcp"}
_NEEDED = ("as_json", "check", "error", "json", "number", "output", "serde_json_values", "tool_spec", "transport")
"""Modules of support code that the code of a package names."""

CRATE = "toolc_support"


def common(native: bool) -> Mapping[str, str]:
    """Return the modules of support code. `native`: texts of a format have types."""
    return {**SUPPORT, **FORMATS} if native else SUPPORT


def whole(native: bool) -> Code:
    """Return the root of a crate that has it all."""
    return _library({**OWN, **common(native)})


def support(native: bool) -> Code:
    """Return the root of the crate that others depend on."""
    return _library(common(native), _NEEDED)


def own() -> Code:
    """Return the root of a crate that depends on another for its support code, of which it offers everything."""
    return Code(f"#[macro_use]\nextern crate {CRATE};\n\n{_library({**OWN, CRATE: '*'}, (), OWN)}")


def _library(uses: Mapping[str, str], opened: Sequence[str] = (), modules: Iterable[str] = ()) -> Code:
    """`opened`: modules that macros name from other crates; `modules`: those that are declared, unless it is all."""
    declared = "".join(_declaration(name, name in opened) for name in sorted(modules or uses))
    used = "".join(f"{_feature(name)}pub use {name}::{uses[name]};\n" for name in sorted(uses) if uses[name])
    return Code(f"{declared}\n{used}")


def _declaration(name: str, opened: bool) -> str:
    attribute = "#[macro_use]\n" if name == "macros" else "#[doc(hidden)]\n" if opened else ""
    return f"{_feature(name)}{attribute}{'pub ' if opened else ''}mod {name};\n"


def _feature(name: str) -> str:
    return f'#[cfg(feature = "{_FEATURES[name]}")]\n' if name in _FEATURES else ""
