"""The transport that speaks MCP over HTTP by itself: to the servers of tests/mcp_servers.py, in Kotlin."""

import json
import subprocess
from collections.abc import Sequence

import pytest

from effort import heavy, long, some
from java import command, maven
from kotlin import accepted
from mcp_scenes import BLOCKS, GOOD, REGION, playing
from mcp_servers import FRAMEWORKS, generated, serving, shown

pytestmark = heavy

MAIN = """\
import kotlin.coroutines.cancellation.CancellationException
import kotlin.system.exitProcess
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeSource
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import com.acme.shop.*

fun expect(truth: Boolean, what: Any?) {
    if (!truth) throw AssertionError(what.toString())
}

inline fun <reified E> refused(call: () -> Any?): E {
    val found = try {
        call()
    } catch (exception: Exception) {
        return exception as? E ?: throw exception
    }
    throw AssertionError("not refused: $found")
}

fun text(from: JsonElement?, key: String) = from?.jsonObject?.get(key)?.jsonPrimitive?.content

suspend fun answer(question: JsonObject): JsonElement {
    delay(1)
    expect(text(question, "message") == "Which size?", question)
    return Json.parseToJsonElement("{\\"action\\": \\"accept\\", \\"content\\": {\\"size\\": \\"L\\"}}")
}

suspend fun real(asked: JsonObject) {
    val url = text(asked, "url")!!
    val framework = text(asked, "framework")!!
    val region = text(asked, "region")!!
    val told = mutableListOf<Double>()
    val transport = McpHttpTransport(url, onElicit = ::answer, onProgress = { _, one -> told += one.progress })
    val client = Client(transport)
    expect(client.add(AddArgs(a = 1)) == 3L, "add")
    val order = client.getOrder(GetOrderArgs("7"))
    expect(order.lines == listOf(Line("M\\u00fcsli \\ud83e\\udd5c", 1)), order)
    val picture = client.picture(PictureArgs("cup"))
    expect(picture.text == "a cup", picture)
    val image = picture.content[1] as ContentBlock.Image
    expect(image.mimeType == "image/png" && image.bytes().size == 4, image)
    expect(client.steps(StepsArgs(3)) == "done", "steps")
    expect(framework == "sdk1-json" || told == listOf(1.0, 2.0, 3.0), told)
    expect(client.locate(LocateArgs(region)) == region, region)
    val many = coroutineScope { (1L..5L).map { async { client.add(AddArgs(it)) } }.awaitAll() }
    expect(many == listOf(3L, 4L, 5L, 6L, 7L), many)
    val failed = refused<ToolException.ToolFailed> { client.fail() }
    expect(failed.code == "tool_error" && failed.rpcCode == 0, failed)
    val hurried = Client(McpHttpTransport(url, timeout = 500.milliseconds))
    val late = refused<ToolException.TransportFailed> { hurried.waitTool(WaitArgs(30.0)) }
    expect(late.message == "No answer within 0.5 seconds" && late.tool == "wait", late)
    val start = TimeSource.Monotonic.markNow()
    refused<TimeoutCancellationException> { withTimeout(500) { client.waitTool(WaitArgs(30.0)) } }
    expect(start.elapsedNow() < 5.seconds, start.elapsedNow())
    if (framework != "sdk1-json") {
        var tries = 0
        while (client.countStopped() != 2L) {
            expect(tries++ < 100, "not cancelled")
            delay(50)
        }
    }
    expect(framework !in listOf("sdk1", "fastmcp2", "fastmcp3", "typescript1", "typescript2") || client.orderShirt() == "L", "shirt")
    val greeting = client.greetPrompt(GreetPromptArgs("Ann"))
    expect(greeting.messages[0].content.text == "Ann: warm", greeting)
    expect(client.plainPrompt().messages[0].content.text == "plain words", "plain")
    expect(client.stockResource().contents[0].text == "12 pears", "stock")
    val item = client.itemResource(ItemResourceArgs("7", "lid & rim")).contents[0]
    expect(item.uri == "shop://items/7/lid%20%26%20rim" && !item.blob.isNullOrEmpty(), item)
    transport.close()
    expect(client.add(AddArgs(1, 1)) == 2L, "add again")
    transport.close()
    val lost = Client(McpHttpTransport(url.replace("/mcp", "/nothing")))
    val gone = refused<ToolException.TransportFailed> { lost.add(AddArgs(1)) }
    expect(gone.status == 404 && gone.code == "transport", gone)
}

suspend fun scenes(asked: JsonObject) {
    suspend fun located(scene: String): String {
        val transport = McpHttpTransport("${text(asked, "base")}/$scene", onElicit = ::answer)
        return Client(transport).locate(LocateArgs(text(asked, "region")!!))
    }
    for (scene in asked.getValue("good").jsonArray) {
        expect(located(scene.jsonPrimitive.content) == "here", scene)
    }
    val odd = refused<ToolException.Malformed> { located("odd_kind") }
    expect(odd.message.orEmpty().startsWith("No result came"), odd)
    val no = refused<ToolException.ToolFailed> { located("refuses") }
    expect("no such region" in no.message.orEmpty() && no.rpcCode == -32602, no)
    for ((scene, status, words) in listOf(
        Triple("busy", 503, "busy"),
        Triple("breaks_off", 0, "ended before"),
        Triple("unknown_version", 0, "speaks MCP 1999-01-01"),
        Triple("forbidden", 401, "who are you"),
    )) {
        val got = refused<ToolException.TransportFailed> { located(scene) }
        expect(got.status == status && words in got.message.orEmpty() && got.tool == "locate", got)
        expect(got.retryAfter == if (scene == "busy") 7.seconds else null, got)
    }
}

/** No block is lost, whatever its kind. */
suspend fun blocks(given: JsonElement) {
    val client = Client(LocalTransport(mapOf("picture" to { given })))
    val output = client.picture(PictureArgs("cup"))
    expect(output.text == "a cup\\na saucer", output)
    val kinds = output.content.joinToString(" ") {
        when (it) {
            is ContentBlock.Text -> it.text
            is ContentBlock.Image -> it.mimeType + it.bytes().size
            is ContentBlock.Audio -> it.mimeType + it.bytes().size
            is ContentBlock.ResourceLink -> it.name + it.size
            is ContentBlock.Resource -> it.uri
            is ContentBlock.Unknown -> "unknown"
        }
    }
    expect(kinds == "a cup image/png4 audio/wav4 a3 file:///a file:///b a saucer unknown unknown", kinds)
    expect(Json.encodeToJsonElement(ToolOutput, output) == given, output.toJson())
    val words = Client(LocalTransport(mapOf("picture" to { "just words" })))
    expect(words.picture(PictureArgs("cup")).text == "just words", "words")
}

fun main(arguments: Array<String>) {
    val asked = Json.parseToJsonElement(arguments[0]).jsonObject
    runBlocking {
        if ("base" in asked) {
            scenes(asked)
            blocks(asked.getValue("blocks"))
        } else {
            real(asked)
        }
    }
    if ("base" !in asked) shown(text(asked, "url")!!)
    println("done")
    exitProcess(0)
}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str]:
    """The command that runs the program, compiled beside what Maven has packed of the package as it lies there."""
    folder = tmp_path_factory.mktemp("shop")
    package = generated(folder, "kotlin", "kotlin.package=com.acme.{package}")
    maven("package", folder=package)
    imports, _, calls = shown(package, "kotlin").partition("\n\n")
    calls = calls.replace('"http://localhost:8000/mcp"', "url")
    jar = package / "target/shop-client-2.3.1-rc.1.jar"
    files = {"Main.kt": MAIN, "Shown.kt": f"{imports}\n\nfun shown(url: String) {{\n{calls}}}\n"}
    return command(accepted(files, folder / "program", beside=(jar,)), "MainKt")


def _run(program: Sequence[str], **asked: object) -> None:
    done = subprocess.run([*program, json.dumps(asked)], capture_output=True, text=True, timeout=90, check=False)
    assert done.stdout.endswith("done\n"), done.stderr[:3000]


@long
@pytest.mark.parametrize("framework", some(FRAMEWORKS))
def test_tools_of_a_real_server(built: Sequence[str], framework: str) -> None:
    with serving(framework) as url:
        _run(built, url=url, framework=framework, region=REGION)


def test_scenes_of_the_protocol(built: Sequence[str]) -> None:
    with playing() as base:
        _run(built, base=base, good=GOOD, region=REGION, blocks=BLOCKS)
