"""Patterns in Kotlin: they fit as Node's do, and those that cannot be read are known beforehand."""

import json
from pathlib import Path

from client_bundles import bundle, tool
from java import java
from kotlin import accepted
from patterns import ASKED, TEXTS, unlike_node
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.jvm.patterns import reads
from toolc.targets.register import TARGETS

MATCHING = """\
package demo

import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonPrimitive

/** Of each pattern: null where it is not read, else whether it fits each of the texts. */
fun main() {
    val (patterns, texts) = System.`in`.bufferedReader().readLines().map { line ->
        (Json.parseToJsonElement(line) as JsonArray).map { (it as JsonPrimitive).content }
    }
    val said = patterns.map { pattern ->
        try {
            java.util.regex.Pattern.compile(Ecma.inJava(pattern))
            JsonArray(texts.map { JsonPrimitive(Patterns.matches(pattern, it)) }).toString()
        } catch (_: java.util.regex.PatternSyntaxException) {
            "null"
        }
    }
    println(said.joinToString("\\n"))
}
"""


def test_patterns_fit_as_they_do_in_node(tmp_path: Path) -> None:
    names = Names()
    files, _ = emit(bundle([tool("one", {}, names)], names), [TARGETS["kotlin"]], Options())
    written = {file.path.removeprefix("kotlin/"): file.text for file in files}
    needed = {path: written[path] for path in ("demo/Ecma.kt", "demo/Patterns.kt")}
    path = accepted({**needed, "demo/Matching.kt": MATCHING}, tmp_path)
    given = f"{json.dumps(ASKED)}\n{json.dumps(TEXTS)}\n"
    found = [json.loads(line) for line in java(path, "demo.MatchingKt", given=given).strip().split("\n")]
    assert [pattern for pattern, row in zip(ASKED, found, strict=True) if (row is not None) is not reads(pattern)] == []
    assert unlike_node(found) == []
    assert sum(row is not None for row in found) > 1000
