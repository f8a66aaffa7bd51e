"""Gemini: one `Tool` with `functionDeclarations`; schemas go as raw JSON Schema in `parametersJsonSchema`."""

from toolc.providers.gemini import NAMES
from toolc.targets.documents import documents

TARGET = documents("gemini", "function declarations for Google's Gemini API", names=NAMES)
