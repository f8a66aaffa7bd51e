"""Many schemas in Kotlin: everything compiles without a word; what is valid is read and written again without a change, the rest
is refused in the words of the Python client; patterns fit as Node's do.

Kotlin's compiler takes a minute for all of it: runs take every fifth schema, and all with TOOLC_WHOLE_CORPUS=1.
"""

import json
import os
import sys
from types import ModuleType
from typing import Any

import pytest

from corpus import Row, corpus, same
from java import java
from kotlin import accepted
from patterns import ASKED, TEXTS, unlike_node
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets import TARGETS
from toolc.targets.jvm.names import identifiers
from toolc.targets.jvm.patterns import reads
from toolc.targets.kotlin.reserved import WORDS

ROWS = """\
package corpus

import java.lang.reflect.InvocationTargetException
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

private var answer: JsonElement = JsonNull

/** A client of this transport never waits, so nothing is resumed. */
private val nobody = Continuation<Any?>(EmptyCoroutineContext) { error("resumed") }

private fun said(client: Client, method: String): JsonObject = try {
    val result = Client::class.java.getMethod(method, Continuation::class.java).invoke(client, nobody)
    JsonObject(mapOf("value" to Codec.node(result.takeIf { it != Unit }), "issues" to JsonArray(emptyList())))
} catch (thrown: InvocationTargetException) {
    val refused = thrown.cause as? ToolException ?: throw thrown
    val issues = refused.issues.map { JsonArray(listOf(it.path, it.keyword, it.message).map(::JsonPrimitive)) }
    JsonObject(mapOf("error" to JsonPrimitive(refused.message), "issues" to JsonArray(issues)))
}

private fun rows(lines: List<String>) {
    val client = Client { _, _ -> answer }
    val said = lines.map { line ->
        val row = Json.parseToJsonElement(line) as JsonObject
        answer = row.getValue("value")
        said(client, row.getValue("method").text!!).toString()
    }
    print(said)
}

/** Of each pattern: null where it is not read, else whether it fits each of the texts. */
private fun patterns(lines: List<String>) {
    val (patterns, texts) = lines.map { Json.parseToJsonElement(it).texts() }
    val said = patterns.map { pattern ->
        try {
            java.util.regex.Pattern.compile(Ecma.inJava(pattern))
            JsonArray(texts.map { JsonPrimitive(Patterns.matches(pattern, it)) }).toString()
        } catch (_: java.util.regex.PatternSyntaxException) {
            "null"
        }
    }
    print(said)
}

private fun print(said: List<String>) = System.out.write(said.joinToString("\\n").toByteArray())

fun main(arguments: Array<String>) {
    val lines = System.`in`.bufferedReader().readLines()
    if (arguments[0] == "rows") rows(lines) else patterns(lines)
    System.out.flush()
}
"""


@pytest.fixture(scope="module")
def sample() -> tuple[Bundle, list[Row]]:
    """Every fifth tool, and the values for its result."""
    bundle, rows = corpus()
    if os.environ.get("TOOLC_WHOLE_CORPUS"):
        return bundle, rows
    (package,) = bundle.packages
    (server,) = package.servers
    tools = [tool for at, tool in enumerate(server.tools) if at % 5 == 0 or tool.name.startswith("foreign")]
    kept = {tool.name for tool in tools}
    fewer = type(package)(
        package.name, (type(server)(server.name, server.system, server.envelope, tools=tuple(tools)),), package.types
    )
    return Bundle((fewer,)), [row for row in rows if row.tool in kept]


@pytest.fixture(scope="module")
def built(sample: tuple[Bundle, list[Row]], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The class path of the sample."""
    files, _ = emit(sample[0], [TARGETS["kotlin"]], Options())
    written = {file.path.removeprefix("kotlin/"): file.text for file in files}
    return accepted({**written, "corpus/Rows.kt": ROWS}, tmp_path_factory.mktemp("corpus"))


def test_the_corpus(sample: tuple[Bundle, list[Row]], built: str) -> None:
    bundle, rows = sample
    (package,) = bundle.packages
    tools = package.servers[0].tools
    names = identifiers(package.types, tools, WORDS).tools
    methods = {tool.name: own.method for tool, own in zip(tools, names, strict=True)}
    schemas = {tool.name: tool.output_schema for tool in tools}
    given = "".join(json.dumps({"method": methods[row.tool], "value": row.value}) + "\n" for row in rows)
    answers = [json.loads(line) for line in java(built, "corpus.RowsKt", "rows", given=given).split("\n")]
    check = python(bundle).check
    wrong = []
    for row, answer in zip(rows, answers, strict=True):
        issues = [[one.path, one.keyword, one.message] for one in check(schemas[row.tool], row.value)]
        kept = not row.valid or ("error" not in answer and same(answer["value"], row.value))
        if answer["issues"] != issues or bool(issues) is row.valid or not kept:
            wrong.append((row, answer))
    assert wrong == []
    assert len(rows) > 400


def python(bundle: Bundle) -> Any:
    files, _ = emit(bundle, [TARGETS["python"]], Options())
    module: Any = ModuleType("corpus_in_python_beside_kotlin")
    sys.modules[module.__name__] = module
    exec(compile(files[0].text, "corpus_in_python.py", "exec"), module.__dict__)
    return module


def test_patterns_fit_as_they_do_in_node(built: str) -> None:
    given = f"{json.dumps(ASKED)}\n{json.dumps(TEXTS)}\n"
    found = [json.loads(line) for line in java(built, "corpus.RowsKt", "patterns", given=given).split("\n")]
    assert [pattern for pattern, row in zip(ASKED, found, strict=True) if (row is not None) is not reads(pattern)] == []
    assert unlike_node(found) == []
    assert sum(row is not None for row in found) > 1000
