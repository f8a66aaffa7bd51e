"""`toolc call`: one call of one tool, wherever it runs. Runs the file, or starts the command, that it is given."""

import json
import sys
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from toolc.cli import declare, stages
from toolc.cli.commands.serve import Colored, ConfigFile, Quiet, SearchPath, System, declared_system
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.report import Report
from toolc.cli.run import Run
from toolc.cli.terminal_text import visible
from toolc.diagnostics import Diagnostic

Timeout = Annotated[
    int, declare.option(help="How long a server may take to answer, in seconds.", min=1, max=86400, metavar="SECONDS")
]


def call(
    target: Annotated[
        str,
        declare.argument(
            help="A Python file, **which is imported: its code runs**; a command that starts an MCP server over standard input "
            "and output, **which is run**; or the address of a server.",
            metavar="TARGET",
            show_default=False,
        ),
    ],
    tool: Annotated[str, declare.argument(help="The tool, by its name.", metavar="TOOL", show_default=False)],
    arguments: Annotated[
        str, declare.argument(help="Its arguments, an object in JSON; `-` reads them from standard input.", metavar="JSON")
    ] = "{}",
    output_format: Annotated[
        Literal["text", "json"], declare.option("--format", help="For people, or the whole result as MCP has it.")
    ] = "text",
    timeout: Timeout = 60,
    system: System = None,
    search_path: SearchPath = [],  # noqa: B006 - it is shown, nobody changes it
    config: ConfigFile = None,
    quiet: Quiet = False,
    color: Colored = "auto",
) -> int:
    """**Run a file or start a server**, and call one of its tools. Arguments are checked by the tool's schema first.

    Needs the MCP SDK: `pip install "toolc[mcp]"`. Exit status 1 if the tool fails or the arguments do not fit.

    Examples: `toolc call tools.py search '{"query": "lamp"}'` · `toolc call "uv run server" search '{"query": "lamp"}'` ·
    `toolc call http://127.0.0.1:8000/mcp search '{"query": "lamp"}' --format json`
    """
    serving: Any = stages.serving_module("call")
    if isinstance(serving, Diagnostic):
        Report(color).show([serving])
        return 2
    given = _object(sys.stdin.read() if arguments == "-" else arguments)
    common = Common(search_path=tuple(search_path), system=system, config=config, quiet=quiet, verbose=True, color=color)
    if serving.is_python(target):
        run = Run([target], common, results=True)
        answer = serving.called_in_file(target, tool, given, run.config.search_path, declared_system(run, [target]))
    else:
        run = Run(None, common, results=True)
        answer = serving.called_on_server(target, tool, given, float(timeout))
    status = run.finish(answer.diagnostics, f"called `{visible(tool)}`") if answer.diagnostics else 0
    return status if answer.result is None else max(status, _print_result(answer.result, output_format))


def _object(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise declare.BadValue(f"this is not JSON: {error}", hint="JSON") from None
    if not isinstance(given, dict):
        raise declare.BadValue('arguments are an object, such as \'{"query": "lamp"}\'', hint="JSON")
    return given


def _print_result(result: Mapping[str, Any], form: str) -> int:
    """Prints a result, and gives the exit status."""
    failed = bool(result.get("isError"))
    if form == "json":
        print(json_text(result))
        return int(failed)
    if "structuredContent" in result:
        text = json_text(result["structuredContent"])
    else:
        text = "\n".join(_block(one) for one in result.get("content", ()))
    if failed:
        sys.stderr.write(f"the tool failed: {text}\n")
    else:
        print(text)
    return int(failed)


def _block(block: Mapping[str, Any]) -> str:
    """One piece of a result: text as it is, JSON laid out, and of the rest what it is."""
    if block.get("type") != "text":
        return f"[{block.get('type')}{' ' + str(block['mimeType']) if 'mimeType' in block else ''}]"
    text = str(block["text"])
    try:
        laid_out = json.loads(text)
    except (ValueError, RecursionError):
        laid_out = None
    if isinstance(laid_out, dict | list):
        return json_text(laid_out)
    return "\n".join(visible(line, len(line)) for line in text.split("\n"))
