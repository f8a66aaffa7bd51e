"""The facts that the rules of providers and their targets follow, in one table: for people to read.

A line for each, with its source and the date when it was read, seen or last held: the version of a library, an address, or an
issue. Tests hold the versions to the libraries that they are run with. Hosts have a table of their own, as MCP has.
"""

from typing import Literal

from msgspec import Struct

from toolc.providers.base import Effect


class Fact(Struct, frozen=True):
    """One fact. `subject`: a provider or a target. `effect`: of what is beyond it; "form" for what a target writes."""

    subject: str
    about: str
    effect: Effect | Literal["form"]
    source: str
    date: str


_OPENAI, _ANTHROPIC, _GOOGLE = "openai 3.54.0", "anthropic 2.12.0", "google-genai 3.4.0"
_GUIDE = "https://platform.openai.com/docs/guides/structured-outputs"
_STRICT = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs"
_GEMINI = "https://ai.google.dev/api/generate-content"
_HELD = "2026-11-27"
"""The day on which the types of the libraries were last held to what targets write."""

FACTS = (
    Fact("openai", "`type`, `function` with `name`, `description`, `strict`, `parameters` (`ChatCompletionFunctionToolParam`)",
         "form", _OPENAI, _HELD),
    Fact("openai", "names: 1 to 64 characters out of A-Z, a-z, 0-9, _ and - (`FunctionDefinition`)", "refused", _OPENAI, _HELD),
    Fact("openai", 'arguments are `"type": "object"`, without `oneOf`, `anyOf`, `allOf`, `enum`, `const` or `not` beside it',
         "refused", "langchain-ai/langchainjs#9804", "2026-01-14"),
    Fact("openai", "an array has `items`", "refused", "langgenius/dify#32894", "2026-03-03"),
    Fact("openai", "a request has at most 128 tools", "limit", "HolmesGPT/holmesgpt#1050", "2025-10-09"),
    Fact("openai-strict", "objects are closed and require all keys: optional ones are null", "changed", _GUIDE, "2026-02"),
    Fact("openai-strict", "no `default` and `oneOf`; no `allOf`", "changed", "makenotion/notion-mcp-server#102", "2025-08-07"),
    Fact("openai-strict", "formats other than nine", "changed", _GUIDE, "2026-02"),
    Fact("openai-strict", "arbitrary keys, and keywords beyond the subset", "refused", _GUIDE, "2026-02"),
    Fact("openai-strict", "5,000 properties, 10 levels, 120,000 characters of names and values, 1,000 values of enums",
         "refused", _GUIDE, "2026-02"),
    Fact("openai-strict", "a request has at most 128 tools", "limit", "HolmesGPT/holmesgpt#1050", "2025-10-09"),
    Fact("openai-responses", "flat, with `output_schema`, `strict`, `defer_loading`, `allowed_callers` (`FunctionToolParam`)",
         "form", _OPENAI, _HELD),
    Fact("openai-responses", "a namespace with `name`, `description`, `tools` (`NamespaceToolParam`)", "form", _OPENAI, _HELD),
    Fact("anthropic", "`name`, `description`, `input_schema`, `strict`, `input_examples`, `defer_loading`, `allowed_callers`"
         " (`ToolParam`)", "form", _ANTHROPIC, _HELD),
    Fact("anthropic", "names: 1 to 128 characters out of A-Z, a-z, 0-9, _ and -", "refused",
         "modelcontextprotocol/modelcontextprotocol#1345", "2025-08-14"),
    Fact("anthropic", "names of arguments: 1 to 64 characters out of A-Z, a-z, 0-9, _, . and -", "refused",
         "anthropics/claude-code#79418", "2026-07-20"),
    Fact("anthropic", "no `oneOf`, `allOf` or `anyOf` at the root", "refused", "anthropics/claude-code#40075", "2026-03-28"),
    Fact("anthropic", "JSON Schema 2020-12 only: no list in `items`", "refused", "openclaw/openclaw#98588", "2026-07-02"),
    Fact("anthropic-strict", "open objects and recursive schemas, back references and look-around in patterns", "refused",
         _STRICT, "2026-11"),
    Fact("anthropic-strict", "bounds, lengths, formats other than ten, `minItems` above 1: written into descriptions"
         " (`transform_schema`)", "changed", _ANTHROPIC, _HELD),
    Fact("anthropic-strict", "a request has at most 20 strict tools and 24 optional arguments", "limit",
         "elizaOS/eliza#16499", "2026-07-16"),
    Fact("anthropic-strict", "a request has at most 16 arguments of several types", "limit",
         "mozilla/bugbug#6129", "2026-06-04"),
    Fact("gemini", "`name`, `description`, `parametersJsonSchema`, `responseJsonSchema` (`FunctionDeclaration`)", "form",
         _GOOGLE, _HELD),
    Fact("gemini", "names: 1 to 128 characters out of A-Z, a-z, 0-9, _, ., : and -, a letter or _ first; of arguments 1 to 64"
         " out of A-Z, a-z, 0-9 and _; arguments are an object (`FunctionDeclaration`)", "refused", _GOOGLE, _HELD),
    Fact("gemini", "`const`, `allOf`, `oneOf`, exclusive bounds and keywords beside a `$ref`: written differently", "changed",
         _GEMINI, "2026-11"),
    Fact("gemini", "patterns, lengths, `multipleOf`, `not` and other keywords that are not listed", "ignored", _GEMINI,
         "2026-11"),
    Fact("bedrock", "`toolSpec` with `name`, `description`, `inputSchema.json`, `strict` (`ToolSpecification`)", "form",
         "botocore 1.44.5", _HELD),
    Fact("bedrock", "names: 1 to 64 characters out of A-Z, a-z, 0-9, _ and - (`ToolName`)", "refused", "botocore 1.44.5",
         _HELD),
    Fact("bedrock", 'arguments are `"type": "object"`', "refused", "earendil-works/pi#8804", "2026-08-28"),
    Fact("mistral", "`type`, `function` with `name`, `description`, `strict`, `parameters` (`Tool`)", "form", "mistralai 3.7.0",
         _HELD),
    Fact("ollama", "`type`, `function` with `name`, `description`, `parameters` (`Tool`)", "form", "ollama 0.6.3", _HELD),
    Fact("ollama", 'arguments are `"type": "object"` (`Tool.Function.Parameters`)', "refused", "ollama 0.6.3", _HELD),
    Fact("ollama", "of an argument all but its type, items, description and enum (`Tool.Function.Parameters`)", "ignored",
         "ollama 0.6.3", _HELD),
)  # fmt: skip
"""By provider; what is beyond a fact has its effect."""
