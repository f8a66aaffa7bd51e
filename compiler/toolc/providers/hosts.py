"""Hosts: what programs that connect to MCP servers do to tools, beyond what the protocol says.

One table, a line for each limit, with the place where it was seen and the date of that. Hosts change quickly, and none of them
documents all of its limits: what has no source is left out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from toolc.ir import JsonSchema, Server, Tool
from toolc.providers.base import Effect, Finding, Limit, NameRule, Provider, every, root_object
from toolc.schema.keywords import Path
from toolc.text.regex import late

Found = Iterator[tuple[Path, str]]
"""Places in the input schema, each with words that go on from the name of the host."""


class Line(Struct, frozen=True):
    """One limit of a host. `about`: what it says, for people. `find`: what of a tool is beyond it. `most`: how many tools a
    session may have. `source` and `date`: where that was seen, and when. `stays`: why `--fix` changes nothing, and what to do.
    """

    host: str
    about: str
    effect: Effect
    source: str
    date: str
    stays: str
    find: Callable[[Server, Tool], Found] | None = None
    most: int = 0


def _sent_schema(tool: Tool) -> JsonSchema:
    return (tool.wire.input_schema if tool.wire is not None else tool.input_schema) or {}


def _check_names(names: NameRule, verb: str) -> Callable[[Server, Tool], Found]:
    """Names of tools that a host does not take."""

    def find(server: Server, tool: Tool) -> Found:
        if not names.takes(tool.name):
            yield (), f"{verb} `{tool.name}`: names are {names.words}"

    return find


def _long(form: str, most: int, then: str) -> Callable[[Server, Tool], Found]:
    """Names that are too long together with that of the server."""

    def find(server: Server, tool: Tool) -> Found:
        whole = form.format(server=server.name, tool=tool.name)
        if len(whole) > most:
            yield (), f"{then}: `{whole}` has {len(whole)} characters and {most} are taken, with the name of the server"

    return find


def _root(words: Sequence[str]) -> Callable[[Server, Tool], Found]:
    """Keywords at the root of the input schema."""

    def find(server: Server, tool: Tool) -> Found:
        yield from (((word,), f"takes no `{word}` at the root") for word in words if word in _sent_schema(tool))

    return find


def _keyword(word: str, words: str) -> Callable[[Server, Tool], Found]:
    """A keyword anywhere in the input schema."""

    def find(server: Server, tool: Tool) -> Found:
        yield from (((*place, word), words) for place, one in every(_sent_schema(tool)) if word in one)

    return find


def _several_types(server: Server, tool: Tool) -> Found:
    for place, one in every(_sent_schema(tool)):
        if isinstance(one.get("type"), list):
            yield (*place, "type"), "fails to call a tool with a list in `type`"


_LOOKING = late(r"\(\?(?:[=!]|<[=!])")


def _suspicious_texts(server: Server, tool: Tool) -> Found:
    for place, one in every(_sent_schema(tool)):
        if isinstance(one.get("pattern"), str) and _LOOKING.search(one["pattern"]):
            yield (*place, "pattern"), "takes no looking around in a `pattern`"


def _check_descriptions(most: int, words: str) -> Callable[[Server, Tool], Found]:
    """Descriptions that are too long."""

    def find(server: Server, tool: Tool) -> Found:
        if len(tool.description or "") > most:
            yield (), f"{words} {most:,} characters, that of `{tool.name}` has {len(tool.description or ''):,}"

    return find


_HINTS = ("readOnlyHint", "destructiveHint", "openWorldHint")


def _hints(server: Server, tool: Tool) -> Found:
    missing = [hint for hint in _HINTS if (tool.annotations or {}).get(hint) is None]
    if missing and server.envelope == "mcp":
        yield (), f"lists no app with a tool that leaves out {', '.join(f'`{hint}`' for hint in missing)}"


_PLAIN = NameRule(r"[A-Za-z0-9_-]+", "made of A-Z, a-z, 0-9, _ and -")
_SMALL = NameRule(r"[a-z0-9_-]+", "made of a-z, 0-9, _ and -")
_DOTTED = NameRule(r"[A-Za-z0-9_.:-]+", "made of A-Z, a-z, 0-9, _, ., : and -")
_UNIONS = ("oneOf", "allOf", "anyOf")

# Why a fix is left to people. A fix may not change what a program does, nor what its callers rely on.
_RENAME = "callers and permissions know the tool by its name: rename it where you know them all"
_SHORTEN = "callers know the tool by its name: shorten it, or that of the server, where you know them all"
_UNION = "without the union the tool takes other arguments: make it the type of one parameter"
_TYPES = "the schema is data that the program may read: write the list as an `anyOf`, which means the same"
_CUT = "only the author knows which words can go: put what matters first, and shorten the rest"
_FEWER = "only the user knows which tools are needed: offer fewer in one server"
_SHOWN = "calls work, and other types would be another tool: say in the description what is meant"
_PATTERN = "no pattern need mean the same: check it in the function"
_MODELS = "without the model the tool has another schema: name the keys as parameters"
_HINTED = "a hint is a promise about the function, which only its author can give"

LINES = (
    Line("claude-code", "names of other characters than `A-Z a-z 0-9 _ -` fail every request", "refused",
         "modelcontextprotocol/modelcontextprotocol#1345", "2025-08-14", _RENAME, _check_names(_PLAIN, "takes no tool named")),
    Line("claude-code", "`mcp__<server>__<tool>` of more than 64 characters: tool search fails", "limit",
         "anthropics/claude-code#19882", "2026-01-25", _SHORTEN, _long("mcp__{server}__{tool}", 64, "fails on a longer name")),
    Line("claude-code", "`oneOf`, `allOf` or `anyOf` at the root fails every request", "refused",
         "anthropics/claude-code#45106", "2026-04-08", _UNION, _root(_UNIONS)),
    Line("claude-code", "descriptions are cut after 2,048 characters", "ignored",
         "RedHatInsights/insights-mcp#340", "2026-04-03", _CUT, _check_descriptions(2048, "cuts descriptions after")),
    Line("cursor", "names of server and tool of 60 characters or more together: the tool is left out", "limit",
         "ComposioHQ/composio#2788", "2026-02-27", _SHORTEN, _long("{server}{tool}", 59, "leaves the tool out")),
    Line("cursor", "a warning at more than 80 tools of all servers", "limit",
         "Snowflake-Labs/mcp#77", "2025-09-02", _FEWER, most=80),
    Line("cursor", "a list in `type`: calls with that argument fail", "refused",
         "cursor/cursor#3778", "2025-11-13", _TYPES, _several_types),
    Line("vscode", "a warning at names of other characters than `a-z 0-9 _ -`", "ignored",
         "microsoft/vscode#308463", "2026-04-08", _RENAME, _check_names(_SMALL, "warns of the name")),
    Line("vscode", "more than 128 tools fail the request", "limit",
         "microsoft/vscode#337428", "2026-09-23", _FEWER, most=128),
    Line("codex", "names of other characters than `A-Z a-z 0-9 _ -` fail every request", "refused",
         "openai/codex#8174", "2025-12-17", _RENAME, _check_names(_PLAIN, "takes no tool named")),
    Line("codex", "`oneOf`, `allOf`, `anyOf`, `enum` or `not` at the root fails every request", "refused",
         "Dicklesworthstone/flywheel_connectors#49", "2026-05-20", _UNION, _root((*_UNIONS, "enum", "not"))),
    Line("codex", "models see a text in place of an `anyOf`", "ignored",
         "openai/codex#13768", "2026-03-06", _SHOWN, _keyword("anyOf", "shows models a text in place of an `anyOf`")),
    Line("codex", "models see a text in place of a `$ref`", "ignored",
         "openai/codex#3152", "2025-09-04", _SHOWN, _keyword("$ref", "shows models a text in place of a `$ref`")),
    Line("codex", "a `pattern` that looks around fails every request", "refused",
         "can1357/oh-my-pi#2784", "2026-06-16", _PATTERN, _suspicious_texts),
    Line("gemini-cli", "other characters in names than `A-Z a-z 0-9 _ . : -` become `_`", "ignored",
         "google-gemini/gemini-cli#20987", "2026-03-03", _RENAME, _check_names(_DOTTED, "gives another name to")),
    Line("gemini-cli", "`mcp_<server>_<tool>` of more than 63 characters is cut in the middle", "ignored",
         "google-gemini/gemini-cli#20987", "2026-03-03", _SHORTEN,
         _long("mcp_{server}_{tool}", 63, "cuts the name in the middle")),
    Line("gemini-cli", "a `$ref` fails the discovery of tools or the request", "refused",
         "google-gemini/gemini-cli#13326", "2025-11-18", _MODELS, _keyword("$ref", "finds no schema that a `$ref` names")),
    Line("chatgpt", "apps whose tools do not all set three hints are not listed", "refused",
         "cloudflare/mcp#205", "2026-09-04", _HINTED, _hints),
    Line("chatgpt", "descriptions of listed apps have at most 200 characters", "limit",
         "whisper-money/whisper-money#751", "2026-08-10", _CUT,
         _check_descriptions(200, "lists apps whose descriptions have at most")),
)  # fmt: skip
"""All limits, host by host."""

_ABOUT = {
    "claude-code": "Claude Code", "cursor": "Cursor", "vscode": "VS Code with GitHub Copilot", "codex": "OpenAI Codex",
    "gemini-cli": "Gemini CLI", "chatgpt": "ChatGPT, with apps from its directory",
}  # fmt: skip


def _rule(lines: Sequence[Line]) -> Callable[[Server, Tool], Iterator[Finding]]:
    def judge(server: Server, tool: Tool) -> Iterator[Finding]:
        for line in lines:
            for place, words in line.find(server, tool) if line.find is not None else ():
                yield Finding(line.effect, place, words, f"{line.source}, {line.date}")

    return judge


def _hosts() -> Iterator[Provider]:
    found: dict[str, list[Line]] = defaultdict(list)
    for line in LINES:
        found[line.host].append(line)
    for name, lines in found.items():
        request = [Limit(line.most, "tools", lambda tool: 1) for line in lines if line.most]
        yield Provider(name, _ABOUT[name], "mcp", root_object, request=tuple(request), rule=_rule(lines))


HOSTS = tuple(_hosts())
