"""The table of changes between two contracts: what each is called, what it breaks, and why that matters.

Takes nothing, gives `RULES`, which `toolc diff` and `toolc explain` read. Numbers are never used again. What comes back from a
tool is judged the other way round than what goes in: callers must be able to read all that may come.
"""

from typing import Literal

from msgspec import Struct

Category = Literal["call", "stubs", "prompt", "pin"]
"""Scopes of breakage, each a part of the next: calls that worked, code written against generated types, what a model was
told, any byte that was pinned."""

CATEGORIES: tuple[Category, ...] = ("call", "stubs", "prompt", "pin")

Severity = Literal["error", "warning", "note", "off"]


class Rule(Struct, frozen=True):
    """One kind of change. `severity` is for a run that asks for less than `breaks`; what it asks for is an error.

    `announced`: callers were told before, so that it is no error even then.
    """

    number: str
    slug: str
    breaks: Category
    severity: Severity
    why: str
    announced: bool = False


_RULES = (
    Rule(
        "TD101", "tool-removed", "call", "error",
        "Callers, stored prompts and allow-lists name a tool that is gone.",
    ),
    Rule(
        "TD102", "tool-renamed", "call", "error",
        "A tool is gone and a new one is much like it; callers still use the old name. If that is intended, the "
        "configuration can say so.",
    ),
    Rule(
        "TD103", "tool-renamed-on-purpose", "call", "error",
        "The configuration says that the tool was renamed; callers must use the new name.",
    ),
    Rule(
        "TD104", "tool-added", "prompt", "note",
        "Models see one more tool.",
    ),
    Rule(
        "TD105", "tool-deprecated", "prompt", "note",
        "The tool, or a part of it, is marked as deprecated; callers should move while both exist.",
    ),
    Rule(
        "TD106", "deprecated-tool-removed", "call", "warning",
        "The tool was deprecated, and long enough if a window is configured; this fails a run only if configured to.",
        announced=True,
    ),
    Rule(
        "TD107", "deprecated-tool-removed-early", "call", "error",
        "The tool was deprecated, but for less time than `deprecation-window` promises its callers.",
    ),
    Rule(
        "TD110", "parameter-required", "call", "error",
        "The parameter is required now, so calls without it are refused.",
    ),
    Rule(
        "TD111", "parameter-removed", "call", "error",
        "Calls that give the parameter are refused, or do less than was asked.",
    ),
    Rule(
        "TD112", "parameter-narrowed", "call", "error",
        "Values that were accepted are refused now.",
    ),
    Rule(
        "TD113", "parameters-closed", "call", "error",
        "Further keys were accepted before and are refused now.",
    ),
    Rule(
        "TD114", "parameter-moved", "stubs", "warning",
        "Code that gives arguments by position gives them to other parameters.",
    ),
    Rule(
        "TD115", "deprecated-parameter-removed", "call", "warning",
        "The parameter was deprecated, and long enough if a window is configured; this fails a run only if configured to.",
        announced=True,
    ),
    Rule(
        "TD116", "deprecated-parameter-removed-early", "call", "error",
        "The parameter was deprecated, but for less time than `deprecation-window` promises callers.",
    ),
    Rule(
        "TD120", "parameter-added", "prompt", "note",
        "Models see one more parameter, which is optional.",
    ),
    Rule(
        "TD121", "parameter-widened", "prompt", "note",
        "More is accepted than before; all that was accepted still is.",
    ),
    Rule(
        "TD122", "parameter-optional", "prompt", "note",
        "The parameter is optional now.",
    ),
    Rule(
        "TD130", "result-changed", "call", "error",
        "The result may hold values that callers were not told to expect.",
    ),
    Rule(
        "TD131", "result-extended", "prompt", "note",
        "What comes back holds more than before.",
    ),
    Rule(
        "TD132", "result-narrowed", "prompt", "note",
        "Every result is still one that callers were told to expect.",
    ),
    Rule(
        "TD133", "result-schema-added", "prompt", "note",
        "The result has a schema now, so servers send it in structured form.",
    ),
    Rule(
        "TD140", "default-changed", "prompt", "warning",
        "Calls that leave the parameter out mean something else now.",
    ),
    Rule(
        "TD150", "description-changed", "prompt", "warning",
        "Models choose and call tools by their descriptions.",
    ),
    Rule(
        "TD151", "text-changed", "prompt", "note",
        "A title, a description or an example inside a schema changed.",
    ),
    Rule(
        "TD152", "tool-grew", "prompt", "note",
        "Every request to a model pays for the tool's text, which is longer than before by a quarter or more.",
    ),
    Rule(
        "TD153", "invisible-text-added", "prompt", "error",
        "The tool's texts have new characters that models see and readers do not.",
    ),
    Rule(
        "TD154", "suspect-text", "prompt", "warning",
        "`toolc check` reports something in the texts of the tool that was not in them before.",
    ),
    Rule(
        "TD155", "icons-changed", "pin", "note",
        "People who choose tools see other icons, which may come from another address.",
    ),
    Rule(
        "TD156", "metadata-changed", "prompt", "warning",
        "Hosts choose by `_meta` which tools a model sees and which user interface they open (tags, `ui.resourceUri`).",
    ),
    Rule(
        "TD157", "annotations-changed", "pin", "note",
        "`annotations` or `execution` are written differently but mean the same to the protocol: a hint that had its "
        "default is written out now, or a custom key changed. Scanners that pin them see another tool.",
    ),
    Rule(
        "TD160", "hint-loosened", "prompt", "error",
        "The tool may do more harm than its hints said when it was approved.",
    ),
    Rule(
        "TD161", "hint-tightened", "prompt", "note",
        "The tool's hints promise more than before.",
    ),
    Rule(
        "TD162", "execution-extended", "prompt", "note",
        "The tool can be called in one more way: as a task, or without one.",
    ),
    Rule(
        "TD163", "execution-narrowed", "call", "error",
        "Callers that run the tool as a task, or those that do not, are refused now.",
    ),
    Rule(
        "TD170", "strict-mode-lost", "prompt", "warning",
        "The schema worked in OpenAI's strict mode, and does not any more.",
    ),
    Rule(
        "TD180", "layout-changed", "pin", "off",
        "The schema means the same but is written differently: order of keys, `$ref`, names of `$defs`.",
    ),
    Rule(
        "TD190", "source-moved", "pin", "note",
        "The tool is defined elsewhere; callers do not notice.",
    ),
    Rule(
        "TD199", "undecided", "call", "error",
        "toolc found neither a proof that all calls still work nor a call that fails, or a schema is not known. It counts "
        "as unsafe.",
    ),
    Rule(
        "TD201", "prompt-removed", "call", "error",
        "Menus and commands of hosts name a prompt that is gone.",
    ),
    Rule(
        "TD202", "prompt-added", "prompt", "note",
        "People and models see one more prompt.",
    ),
    Rule(
        "TD203", "prompt-argument-required", "call", "error",
        "The argument is required now, so calls without it are refused.",
    ),
    Rule(
        "TD204", "prompt-argument-removed", "call", "error",
        "Callers that give the argument are refused, or get less than they asked for.",
    ),
    Rule(
        "TD205", "prompt-argument-added", "prompt", "note",
        "The prompt takes one more argument, which is optional.",
    ),
    Rule(
        "TD206", "prompt-argument-optional", "prompt", "note",
        "The argument is optional now.",
    ),
    Rule(
        "TD207", "literal-text-changed", "prompt", "warning",
        "A prompt or resource with a fixed text has another text now, which models follow as they did the first.",
    ),
    Rule(
        "TD211", "resource-removed", "call", "error",
        "Requests for this address are refused now.",
    ),
    Rule(
        "TD212", "resource-added", "prompt", "note",
        "Clients see one more resource.",
    ),
    Rule(
        "TD213", "resource-type-changed", "call", "warning",
        "Readers decide by the MIME type how to read the contents.",
    ),
    Rule(
        "TD214", "resource-facts-changed", "pin", "note",
        "The name or the annotations of a resource changed; its address did not.",
    ),
    Rule(
        "TD221", "instructions-changed", "prompt", "warning",
        "Hosts put the instructions of a server before its tools, so every conversation with it starts differently.",
    ),
    Rule(
        "TD222", "server-info-changed", "pin", "note",
        "The server gives another name, version, title, description, website or icons.",
    ),
    Rule(
        "TD223", "capability-removed", "call", "warning",
        "Clients ask a server only for what it says it can do: completions, logging or lists that callers had are gone.",
    ),
    Rule(
        "TD224", "capability-changed", "pin", "note",
        "The server says that it can do more, or tells clients of other changes than before.",
    ),
)  # fmt: skip

RULES: dict[str, Rule] = {rule.number: rule for rule in _RULES}
