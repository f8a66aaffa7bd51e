"""The register of targets, by hand and in the order people are shown them.

Takes nothing, gives `TARGETS`. A new target is its module, its folder in `templates/` and two lines here.
"""

from toolc.emit import Target
from toolc.targets import (
    anthropic,
    anthropic_strict,
    bedrock,
    code_mode,
    docker,
    gemini,
    go,
    java,
    json_schema,
    kotlin,
    mcp,
    mistral,
    native,
    ollama,
    openai,
    openai_responses,
    openai_strict,
    python,
    rust,
    typescript,
)

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        mcp.TARGET,
        openai.TARGET,
        openai_strict.TARGET,
        openai_responses.TARGET,
        anthropic.TARGET,
        anthropic_strict.TARGET,
        gemini.TARGET,
        bedrock.TARGET,
        mistral.TARGET,
        ollama.TARGET,
        json_schema.TARGET,
        docker.TARGET,
        native.TARGET,
        code_mode.TARGET,
        typescript.TARGET,
        python.TARGET,
        go.TARGET,
        rust.TARGET,
        java.TARGET,
        kotlin.TARGET,
    )
}
