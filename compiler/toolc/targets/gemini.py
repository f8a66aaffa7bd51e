"""Gemini: one `Tool` with `functionDeclarations`; schemas go as raw JSON Schema in `parametersJsonSchema`."""

from toolc.targets.documents import NameRule, documents

# google-genai 3.3, `types.FunctionDeclaration.name`; older documents say 64 characters and no colon.
NAMES = NameRule(
    r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}",
    "1 to 128 characters out of A-Z, a-z, 0-9, _, ., : and -, a letter or _ first",
)

TARGET = documents("gemini", "function declarations for Google's Gemini API", names=NAMES)
