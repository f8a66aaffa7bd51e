"""What class files, file systems and javac do not take: it compiles all the same, and what is lost is said."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from client_bundles import bundle, tool
from java import LIBRARIES, SDK, accepted, java
from toolc.diagnostics import Diagnostic
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.schema.view.names import Names
from toolc.targets.register import TARGETS

DOCS = Path(__file__).resolve().parents[3] / "docs"
START, GUIDE = ((DOCS / name).read_text("utf-8") for name in ("start.md", "guides/languages.md"))


def emitted(schemas: dict[str, Any], **facts: Any) -> tuple[dict[str, str], tuple[Diagnostic, ...]]:
    names = Names()
    tools = [tool(name, {"type": "object"}, names, schema, **facts) for name, schema in schemas.items()]
    made: Bundle = bundle(tools, names)
    files, notes = emit(made, [TARGETS["java"]], Options())
    return {file.path.removeprefix("java/"): file.text for file in files}, notes


def named(name: str, key: str) -> Any:
    held = {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]}
    return {"type": "object", "properties": {"one": {"$ref": f"#/$defs/{name}"}}, "$defs": {name: held}}


MAIN = """\
package demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

final class Main {
    public static void main(String[] arguments) {
        JsonNode whole = Json.parsed(arguments[0]);
        Client client = new Client((tool, args) -> whole.get(tool.name()));
        boolean same = Json.same(Codec.node(client.wide().many()), whole.get("wide").get("many"));
        for (ToolSpec tool : List.of(Tools.WIDE, Tools.LISTED)) {
            Check.check(tool.outputSchema(), whole.get(tool.name())).forEach(System.out::println);
        }
        System.out.println(same + " " + client.listed() + " " + Tools.WIDE.description().length());
    }
}
"""


def test_what_is_too_large_is_wider_and_said(tmp_path: Path) -> None:
    many = {"type": "object", "properties": {f"key{at}": {"type": "integer"} for at in range(300)}, "required": ["key1"]}
    wide = {"type": "object", "properties": {"many": many}, "required": ["many"]}
    listed = {"enum": [f"value {at}" for at in range(5000)]}
    written, notes = emitted({"wide": wide, "listed": listed}, description="\u20ac\x00" * 60_000)
    path = accepted({**written, "demo/Main.java": MAIN}, tmp_path)
    said = java(path, "demo.Main", '{"wide": {"many": {"key1": 1, "key299": 2}}, "listed": "value 4999"}')
    assert said == "true value 4999 120000\n"
    large = [note.message for note in notes if note.code == "TC506"]
    assert large == [
        f"`{name}` is wider in Java than its schema: a class file cannot hold all its parts"
        for name in ("ListedResult", "WideResultMany")
    ]


def test_names_are_apart_where_letter_case_does_not_count(tmp_path: Path) -> None:
    keys = ("String", "URL", "Url", "url", "Con", "Opt", "List", "class", "x" * 300, "Builder", "Ärger", "_", "1")
    written, _ = emitted({f"tool{at}": named(key, "getClass") for at, key in enumerate(keys)} | {"notify": {}, "Notify": {}})
    assert len({path.casefold() for path in written}) == len(written)
    assert max(len(Path(path).name) for path in written) < 200
    assert not {"demo/Con.java", "demo/String.java", "demo/List.java"} & written.keys()
    accepted(written, tmp_path)


def test_what_the_guide_shows_compiles(tmp_path: Path) -> None:
    source = re.findall(r"^```python\n(.*?)^```", START, re.MULTILINE | re.DOTALL)[0]
    shown = re.findall(r"^```java\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[0]
    shop = tmp_path / "shop"  # a package is called as the folder that toolc runs in
    shop.mkdir()
    (shop / "shop.py").write_text(source, "utf-8")
    words = [sys.executable, "-m", "toolc", "generate", "shop.py", "--target", "java", "--out", "out"]
    subprocess.run(words, cwd=shop, check=True, capture_output=True)
    written = {path.relative_to(shop / "out/java").as_posix(): path.read_text("utf-8") for path in shop.rglob("*.java")}
    imports = "import shop.*;\nimport java.util.List;\nimport io.modelcontextprotocol.spec.McpSchema;\n"
    program = f"{imports}class Main {{\n  List<String> run(io.modelcontextprotocol.client.McpSyncClient mcp) {{\n{shown}return names;\n}}\n}}\n"
    accepted({**written, "Main.java": program}, tmp_path, {**LIBRARIES, **SDK})
