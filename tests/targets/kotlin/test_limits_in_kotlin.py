"""What class files and Kotlin do not take: it compiles all the same, and what is lost is said."""

from pathlib import Path
from typing import Any

from client_bundles import bundle, tool
from effort import heavy
from java import java
from kotlin import accepted
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.register import TARGETS

pytestmark = heavy

MAIN = """\
package demo

import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine
import kotlinx.serialization.json.JsonObject

fun main(arguments: Array<String>) {
    val whole = parsed(arguments[0]) as JsonObject
    val client = Client { tool, _ -> whole.getValue(tool.name) }
    val run: suspend () -> Unit = {
        val same = same(Codec.node(client.wide().many), whole.getValue("wide").fields().getValue("many"))
        println("$same ${client.listed()} ${Tools.WIDE.description?.length} ${client.parts().toJson()}")
    }
    run.startCoroutine(Continuation(EmptyCoroutineContext) { it.getOrThrow() })
}
"""


def named(name: str, key: str) -> Any:
    held = {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]}
    return {"type": "object", "properties": {"one": {"$ref": f"#/$defs/{name}"}}, "$defs": {name: held}}


def test_what_is_too_large_is_wider_and_names_are_apart(tmp_path: Path) -> None:
    many = {"type": "object", "properties": {f"key{at}": {"type": "integer"} for at in range(300)}, "required": ["key1"]}
    wide = {"type": "object", "properties": {"many": many}, "required": ["many"]}
    listed = {"enum": [f"value {at}" for at in range(5000)]}
    least = {"enum": [-(2**63), 1]}
    parts = {"type": "object", "properties": {name: {"type": "integer"} for name in ("parts", "ended", "json", "input", "out")}}
    most = {"type": "object", "properties": {f"key{at}": {"type": "string"} for at in range(219)}}
    keys = ("String", "URL", "Url", "url", "Con", "Opt", "List", "class", "x" * 300, "Companion", "_", "1")
    schemas = {"wide": wide, "listed": listed, "least": least, "parts": parts, "most": most, "notify": {}, "Notify": {}}
    schemas |= {f"tool{at}": named(key, "getClass") for at, key in enumerate(keys)}
    names = Names()
    long = "\u20ac\x00$x" * 20_000  # of two tools: the compiler takes a second for each
    texts = {"wide": long, "listed": long}
    tools = [tool(name, {"type": "object"}, names, one, description=texts.get(name, "")) for name, one in schemas.items()]
    files, notes = emit(bundle(tools, names), [TARGETS["kotlin"]], Options())
    written = {file.path.removeprefix("kotlin/"): file.text for file in files}
    path = accepted({**written, "demo/Main.kt": MAIN}, tmp_path)
    given = '{"wide": {"many": {"key1": 1, "key299": 2}}, "listed": "value 4999", "parts": {"parts": 1, "json": 2}}'
    assert java(path, "demo.MainKt", given) == 'true value 4999 80000 {"parts":1,"json":2}\n'
    large = [note.message for note in notes if note.code == "TC506"]
    assert large == [
        f"`{name}` is wider in Kotlin than its schema: a class file cannot hold all its parts"
        for name in ("ListedResult", "WideResultMany")
    ]
