"""The site: pages of `docs/`, what the program says itself, and the developers' documents, built by Zensical without a network.

`python docs/assemble.py write` writes the generated pages that are in the repository (commands, codes, providers, hosts and
what frameworks send).
`python docs/assemble.py build FOLDER` puts all sources of the site in `FOLDER/sources` and builds `FOLDER/site`; broken links
are errors. A page for each code is made then and is not in the repository: `toolc explain` says the same.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import typer

from toolc.cli.app import app
from toolc.cli.commands.register import COMMANDS
from toolc.cli.declare import SHARED
from toolc.cli.helps import describe_command, fill_names, group_of
from toolc.codes import CODES, Code, Scene
from toolc.contract.examples import example
from toolc.contract.rules import RULES, Rule
from toolc.providers.facts import FACTS
from toolc.providers.hosts import LINES
from toolc.systems.register import SYSTEMS
from toolc.systems.sent import SENT, SINCE
from toolc.systems.sent.absent import PROVIDERS, why

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
ELSEWHERE = {
    "compiler/README.md": "contributing/tour.md",
    "compiler/DECISIONS.md": "contributing/decisions.md",
    "compiler/toolc/analysis/README.md": "contributing/engine.md",
    "fixtures/README.md": "contributing/fixtures.md",
    "fixtures/monorepo/README.md": "contributing/monorepo.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
}
"""Documents of the repository outside of `docs/`, and their places in the site. Links to README lead to `index.md`."""

EXIT_STATUS = """\
## Exit status

| status | means |
| --- | --- |
| 0 | clean; notes and warnings are allowed |
| 1 | errors (or whatever `--fail-on` says): a file could not be read, a tool is refused or left out; the rest was built. \
`diff`: a change breaks callers |
| 2 | the command line, the configuration, the output folder or toolc itself: codes TC6xx and TC901 |
| 130, 141 | interrupted; the reader of the output stopped |
"""


# --- pages that the program writes ------------------------------------------------------------------------------------


def commands_page() -> str:
    """Return the reference of all commands: descriptions, examples, arguments and options."""
    program: Any = typer.main.get_command(app)
    commands = {name: program.commands[name] for name, one in COMMANDS.items() if one.group}
    lines = [
        "# Commands", "",
        "This page is generated from the help of the program: `toolc COMMAND --help` shows the same in a terminal.", "",
        *_table(("command", "what it does"), ((f"[toolc {one}](#toolc-{one})", _first(commands[one])) for one in commands)),
        "", EXIT_STATUS, "## Common options", "",
        "Most commands take these.", "",
    ]  # fmt: skip
    context, options = _parameters(commands["generate"], "generate")
    for group in SHARED:
        lines += [f"### {group}", "", *_options([one for one in options if group_of(one) == group], context), ""]
    for name, command in commands.items():
        context, parameters = _parameters(command, name)
        about, examples = describe_command(command.help or "", plain=False)
        lines += [f"## toolc {name}", "", about, "", "```sh", *examples, "```", ""]
        own = [one for one in parameters if group_of(one) not in SHARED and not {"--help", "--help-all"} & set(one.opts)]
        if own:
            lines += [*_options(own, context), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def codes_page() -> str:
    """Return the table of all diagnostic codes and changes."""
    codes = _table(
        ("code", "name", "severity", "why it matters"),
        (
            (one.number, f"`{one.slug}`", one.severity, _cell(one.why))
            for one in sorted(CODES.values(), key=lambda one: one.number)
        ),
    )
    rules = _table(
        ("code", "name", "breaks", "why it matters"),
        (
            (one.number, f"`{one.slug}`", one.breaks, _cell(one.why))
            for one in sorted(RULES.values(), key=lambda one: one.number)
        ),
    )
    return "\n".join([
        "# Codes", "",
        "Every finding has a code. `toolc explain TC307` shows an example that raises it and the same example without the",
        "fault; a number alone or the name will do. Numbers are never used again; names may change before 1.0. This page is",
        "generated.", "",
        "| numbers | about |", "| --- | --- |",
        "| TC1xx | finding and parsing files |", "| TC2xx | finding tools |", "| TC3xx | types, defaults and schemas |",
        "| TC4xx | tools as a whole, providers, texts |", "| TC5xx | outputs |",
        "| TC6xx | command line, configuration, writing |", "| TC9xx | a fault of toolc itself |",
        "| TD1xx, TD2xx | changes that `toolc diff` shows, of tools and of prompts, resources and servers |", "",
        "## Findings", "", *codes, "", "## Changes", "", *rules, "",
    ])  # fmt: skip


def hosts_page() -> str:
    """Return the table of what hosts do to tools, each line with its source."""
    told = {"refused": "error", "limit": "error", "ignored": "note", "changed": "note"}
    rows = (
        (
            f"`{one.host}`",
            _cell(one.about[:1].upper() + one.about[1:]),
            "warning" if one.most else told[one.effect],
            _issue(one.source),
            one.date,
            _cell(one.stays[:1].upper() + one.stays[1:]),
        )
        for one in LINES
    )
    return "\n".join([
        "# Hosts", "",
        "Programs that connect to MCP servers have limits of their own. `--provider` of `toolc check`, with the name of one",
        "of these hosts, reports them at the tool or the annotation. No host documents all of its limits, and they change:",
        "each line says where it was seen, and when; limits without such a source are left out. Names of servers are those of",
        "the program; users may give them others. `--fix` leaves all of this alone: a fix must not change what a program does,",
        "nor what callers rely on. `toolc explain cursor` shows the limits of one host. This page is generated.", "",
        *_table(("host", "limit", "reported as", "seen in", "on", "why `--fix` leaves it"), rows), "",
    ])  # fmt: skip


def providers_page() -> str:
    """Return the table of what providers take, each line with its source."""
    told = {"refused": "TC451, TC501", "limit": "TC455", "ignored": "TC452", "changed": "TC453", "form": "–"}
    rows = (
        (f"`{one.subject}`", _cell(one.about[:1].upper() + one.about[1:]), told[one.effect], _where(one.source), one.date)
        for one in FACTS
    )
    return "\n".join([
        "# Providers", "",
        "The facts that [targets](targets.md) and `--provider` of `toolc check` follow: the form of a tool, and the code that",
        "reports a tool which breaks a rule. Each has its source and the date when that was last read, seen or tested. Tests",
        "compare the forms with the types of the libraries in these versions. [Hosts](hosts.md) have a page of their own. This",
        "page is generated.", "",
        *_table(("provider or target", "fact", "reported as", "source", "on"), rows), "",
    ])  # fmt: skip


def _where(source: str) -> str:
    """A source as a link, but the version of a library."""
    if source.startswith("https://"):
        return f"[{source.removeprefix('https://').partition('/')[0]}]({source})"
    return _issue(source) if "#" in source else source


def as_sent_page() -> str:
    """Return the table of frameworks and providers: which requests are known, and why others are not."""
    reasons = list(dict.fromkeys(reason for one in SENT for target in PROVIDERS if (reason := why(one, target)) is not None))
    rows = (
        (
            f"`{system}`",
            f"{SINCE[system][0]} {SYSTEMS[system].versions[SINCE[system][0]]}",
            *("yes" if (reason := why(system, target)) is None else f"– ({reasons.index(reason) + 1})" for target in PROVIDERS),
        )
        for system in SENT
    )
    return "\n".join([
        "# As sent", "",
        "Agent frameworks do not send providers exactly what they report: they leave titles out, resolve references,",
        "close objects, turn strict mode on, change names. Where toolc knows what a framework sends, `toolc generate`,",
        "`toolc schema` and `toolc stats` with the target of a provider give that, and so does a",
        "[registry](library.md#tools-of-frameworks). Tests compare each pair with the framework itself, over random",
        "functions. This page is generated.", "",
        *_table(("system", "follows", *(f"`{one}`" for one in PROVIDERS)), rows), "",
        "For a pair with a dash, toolc writes the tool as the framework reports it, in the provider's form:", "",
        *(f"{number}. {reason[:1].upper()}{reason[1:]}." for number, reason in enumerate(reasons, 1)), "",
        "- *Settings* are the defaults of the framework: a model object with other settings (`strict=True`, a list of",
        "  built-in tools, caching) may send more. Settings of a single tool are followed.",
        "- Tools of *other major versions* than those in the table are written as they are reported.",
        "- *pydantic-ai* has rules of its own for families of models; those followed are the ones of GPT, Claude (at",
        "  Anthropic and in Bedrock), Gemini and Mistral, and at Ollama those of models other than Llama, Qwen and gpt-oss.",
        "  What it makes of tools with `strict=True` in Bedrock is not known.",
        "- *agno* also sends `requires_confirmation` and `external_execution` of a tool that has them, and *pydantic-ai*",
        "  describes the result where a tool asks for it (`include_return_schema`). toolc writes neither.",
        "- *crewai* sends other names: `Search Web` becomes `search_web`.",
        "- *openai-agents* and *smolagents* reach other providers than OpenAI through LiteLLM (`LitellmModel`,",
        "  `LiteLLMModel`), *crewai* Mistral, *google-adk* OpenAI, Bedrock, Mistral and Ollama. LiteLLM changes tools as",
        "  well, which is followed; in Bedrock as for Claude. smolagents' own `AmazonBedrockModel` sends no tools, but",
        "  describes them in the prompt.",
        "- Targets `openai-strict` and `anthropic-strict` are toolc's own rewriting, whatever the framework; `mcp` and",
        "  `json-schema` stay as reported. What a host makes of the tools of an MCP server is its own matter.", "",
    ])  # fmt: skip


def _issue(source: str) -> str:
    repository, _, number = source.partition("#")
    return f"[{source}](https://github.com/{repository}/issues/{number})"


def code_pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of a page for each code and each kind of change."""
    for code in [*CODES.values(), *RULES.values()]:
        yield f"reference/codes/{code.number}.md", code_page(code)


def code_page(code: Code | Rule) -> str:
    """Return the page of one code: what `toolc explain` says, as Markdown."""
    grade = f"Breaks `{code.breaks}`." if isinstance(code, Rule) else f"Severity: {code.severity}."
    lines = [f"# {code.number} {code.slug}", "", grade, "", code.why, ""]
    if isinstance(code, Rule):
        lines += _scene("Example", example(code).run, example(code))
    else:
        if any(code.example.all_files()) or code.example.run != Scene().run:
            lines += _scene("Example", code.command(code.example), code.example)
        if code.mended is not None:
            lines += _scene("Fixed", code.command(code.mended), code.mended)
    return "\n".join([*lines, "[All codes](../codes.md)", ""])


def _scene(title: str, command: str, scene: Scene) -> Iterator[str]:
    yield from (f"## {title}", "", "```sh", command, "```", "")
    for path, text in scene.all_files().items():
        fence = "`" * (3 + max((len(run) for run in re.findall(r"`{3,}", text)), default=0))
        language = {"py": "python", "md": "markdown"}.get(path.rpartition(".")[2], path.rpartition(".")[2])
        yield from (f"`{path}`:", "", f"{fence}{language}", visible(text).rstrip("\n"), fence, "")


def visible(text: str) -> str:
    """Return a text whose control and formatting characters are escaped: examples of hidden text have them."""
    return "".join(one if one.isprintable() or one in "\n\t" else f"\\u{ord(one):04x}" for one in text)


def _parameters(command: Any, name: str) -> tuple[Any, list[Any]]:
    context = command.make_context(f"toolc {name}", [], resilient_parsing=True)
    return context, [one for one in command.get_params(context) if not getattr(one, "hidden", False)]


def _options(parameters: Iterable[Any], context: Any) -> list[str]:
    rows = []
    for one in parameters:
        record = one.get_help_record(context) if one.param_type_name == "option" else (one.metavar, "")
        rows.append((f"`{record[0]}`", _cell(fill_names(one.help or ""))))
    return _table(("option", "meaning"), rows) if rows else []


def _first(command: Any) -> str:
    about, _ = describe_command(command.help or "", plain=False)
    return _cell(re.split(r"(?<=\.)\s", about, maxsplit=1)[0].rstrip("."))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = (
        " | ".join(row)
        for row in (head, ("---",) * len(head), *(tuple(one.replace("|", "\\|") for one in row) for row in rows))
    )
    return [f"| {line} |" for line in lines]


def _cell(text: str) -> str:
    """Return a text as a cell of a table: on one line, and nothing outside of code is HTML."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(part if index % 2 else part.replace("<", "&lt;") for index, part in enumerate(parts))


WRITTEN = {
    "reference/commands.md": commands_page,
    "reference/codes.md": codes_page,
    "reference/hosts.md": hosts_page,
    "reference/providers.md": providers_page,
    "reference/as-sent.md": as_sent_page,
}
"""Generated pages that are in the repository, so that links to them lead somewhere there too."""


# --- the sources of the site ------------------------------------------------------------------------------------------


def pages() -> dict[str, str]:
    """Return all pages of the site by path, with the links between them."""
    texts = {path.relative_to(DOCS).as_posix(): path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))}
    places = {f"docs/{path}": path for path in texts} | ELSEWHERE
    found = {path: _linked(f"docs/{path}", path, text, places) for path, text in texts.items()}
    for origin, place in ELSEWHERE.items():
        if place not in found:
            found[place] = _linked(origin, place, (ROOT / origin).read_text("utf-8"), places)
    found["reference/codes.md"] = re.sub(
        r"^\| (T[CD]\d{3}) \|", r"| [\1](codes/\1.md) |", found["reference/codes.md"], flags=re.M
    )
    return found | dict(code_pages())


def _linked(origin: str, place: str, text: str, places: Mapping[str, str]) -> str:
    """Return a text whose links to files of the repository lead to their pages; links to files without a page become words."""

    def linked(match: re.Match[str]) -> str:
        words, target = match[1], match[2]
        if "://" in target or target.startswith(("#", "mailto:")):
            return match[0]
        path, mark, anchor = target.partition("#")
        aim = _normal(PurePosixPath(origin).parent / path)
        if aim.startswith("docs/pictures/"):
            return match[0]
        return f"[{words}]({_relative(place, places[aim])}{mark}{anchor})" if aim in places else words

    parts = re.split(r"(^ *```.*?^ *```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        one if index % 2 else re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", linked, one) for index, one in enumerate(parts)
    )


def _normal(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _relative(place: str, aim: str) -> str:
    up = len(PurePosixPath(place).parent.parts)
    return "../" * up + aim


def navigation() -> list[tuple[str, str]]:
    """Return title and path of the pages that the menu of the site has."""
    config = tomllib.loads((DOCS / "zensical.toml").read_text("utf-8"))
    return list(_entries(config["project"]["nav"]))


def _entries(items: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        for title, value in item.items():
            if isinstance(value, str):
                yield title, value
            else:
                yield from _entries(value)


def llms_text(texts: Mapping[str, str]) -> str:
    """Return `llms.txt` (llmstxt.org): the pages of the menu as Markdown, each with its first sentence."""
    about = tomllib.loads((DOCS / "zensical.toml").read_text("utf-8"))["project"]["site_description"]
    lines = [f"- [{title}]({path}): {_summary(texts[path])}" for title, path in navigation()]
    return "\n".join(["# toolc", "", f"> {about}", "", "## Pages", "", *lines, ""])


def _summary(text: str) -> str:
    """Return the first sentence of a page, without Markdown."""
    body = re.sub(r"^(#|[|!>-]).*$", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL), flags=re.MULTILINE)
    first = next((" ".join(part.split()) for part in body.split("\n\n") if part.strip()), "")
    plain = re.sub(r"\[([^\]]+)\]\([^)]*\)|\*+|`", lambda match: match[1] or "", first)
    return re.split(r"(?<=\.)\s", plain, maxsplit=1)[0].rstrip(":")


def assemble(folder: Path) -> Path:
    """Write the sources of the site into an empty folder; return the configuration."""
    shutil.rmtree(folder, ignore_errors=True)
    texts = pages()
    for path, text in {**texts, "llms.txt": llms_text(texts)}.items():
        place = folder / "pages" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    shutil.copytree(DOCS / "pictures", folder / "pages/pictures")
    shutil.copy(DOCS / "zensical.toml", folder)
    return folder / "zensical.toml"


def main(words: list[str]) -> int:
    """Write the generated pages, or build the site."""
    if words == ["write"]:
        for path, page in WRITTEN.items():
            (DOCS / path).write_text(page(), "utf-8")
        return 0
    if len(words) == 2 and words[0] == "build":
        folder = Path(words[1])
        config = assemble(folder / "sources")
        build = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", str(config)]
        status = subprocess.run(build, check=False).returncode
        if status == 0:
            shutil.rmtree(folder / "site", ignore_errors=True)
            shutil.move(folder / "sources/site", folder / "site")
            for page in (folder / "sources/pages").rglob("*.md"):  # what `llms.txt` leads to
                shutil.copy(page, folder / "site" / page.relative_to(folder / "sources/pages"))
            print(f"the site is in {folder / 'site'}")
        return status
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
