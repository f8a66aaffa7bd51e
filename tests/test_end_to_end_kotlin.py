"""A program in Kotlin calls the tools of the example monorepo: the generated client, the official MCP SDK for Kotlin, real servers.

The servers are those of tests/company.py.
"""

import pytest

from company import Program, generate, monorepo, over_http, over_plain_http, over_stdio
from documents import blocks, text_of
from effort import heavy
from java import command
from kotlin import LIBRARIES, SDK, accepted

pytestmark = heavy

pytest.importorskip("mcp", reason="the servers need the MCP SDK")

GUIDE = text_of("docs/guides/languages.md")
SHOWN, SHOP = blocks(GUIDE, "kotlin")[0], blocks(GUIDE, "python")[0]

README = f"""\
import io.modelcontextprotocol.kotlin.sdk.client.Client as Mcp
import io.modelcontextprotocol.kotlin.sdk.types.McpJson
import kotlinx.serialization.json.encodeToJsonElement
import shop.*

suspend fun shown(mcp: Mcp): List<String> {{
{SHOWN}
    return names
}}
"""

MAIN = """\
import io.ktor.client.HttpClient
import io.ktor.client.engine.java.Java
import io.ktor.client.plugins.sse.SSE
import io.modelcontextprotocol.kotlin.sdk.client.Client as Mcp
import io.modelcontextprotocol.kotlin.sdk.client.StdioClientTransport
import io.modelcontextprotocol.kotlin.sdk.client.StreamableHttpClientTransport
import io.modelcontextprotocol.kotlin.sdk.types.GetPromptRequest
import io.modelcontextprotocol.kotlin.sdk.types.GetPromptRequestParams
import io.modelcontextprotocol.kotlin.sdk.types.Implementation
import io.modelcontextprotocol.kotlin.sdk.types.McpJson
import io.modelcontextprotocol.kotlin.sdk.types.ReadResourceRequest
import io.modelcontextprotocol.kotlin.sdk.types.ReadResourceRequestParams
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking
import kotlinx.io.asSink
import kotlinx.io.asSource
import kotlinx.io.buffered
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.encodeToJsonElement
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import orders.*

suspend fun connected(service: JsonObject): Mcp {
    val client = Mcp(Implementation("program", "1"))
    val url = service["url"]?.jsonPrimitive?.content
    if (url != null) {
        client.connect(StreamableHttpClientTransport(HttpClient(Java) { install(SSE) }, url))
        return client
    }
    val command = ProcessBuilder((listOf(service["command"]) + service.getValue("args").jsonArray).map { it!!.jsonPrimitive.content })
    service.getValue("env").jsonObject.forEach { (key, value) -> command.environment()[key] = value.jsonPrimitive.content }
    val process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start()
    Runtime.getRuntime().addShutdownHook(Thread(process::destroy))
    client.connect(StdioClientTransport(process.inputStream.asSource().buffered(), process.outputStream.asSink().buffered()))
    return client
}

/** Calls a tool of the official SDK. */
suspend fun Mcp.json(name: String, args: JsonObject): JsonElement = McpJson.encodeToJsonElement(callTool(name, args))

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

suspend fun buy(shop: Client) {
    val quote = shop.quoteShipping(
        QuoteShippingArgs(
            destination = Address(street = "1 Mill Lane", city = "Leeds", postcode = "LS1 4AP"),
            parcels = listOf(Parcel(weightGrams = 800, lengthMm = 300, widthMm = 200, heightMm = 80)),
        ),
    )
    val order = shop.placeOrder(
        PlaceOrderArgs(
            customerId = "C-9",
            lines = listOf(OrderLineInput("FH-LID", quantity = 2), OrderLineInput("FH-BOX", giftWrap = true)),
            payment = InvoicePayment(dueDays = InvoicePaymentDueDays.VALUE_30),
            note = "Shipped by ${quote.carrier}",
        ),
    )
    expect(order.id == "new-2", order)
}

suspend fun look(shop: Client) {
    val listed = shop.listOrders(ListOrdersArgs("C-9", status = OrderStatus.OPEN, limit = 5))
    expect(listed.size == 2 && listed[1].lines[0] == OrderLine("FH-BOX", 2, false), listed)
    val parcel = shop.trackParcel(TrackParcelArgs("12345678"))
    expect(parcel is Lost && parcel.claimNumber == "87654321" && parcel.state == "lost", parcel)
    val failed = refused<ToolException.ToolFailed> { shop.getOrder(GetOrderArgs("FH-000000")) }
    expect("no order FH-000000" in failed.message.orEmpty() && failed.code == "tool_error", failed)
    val wrong = refused<ToolException.InvalidArguments> { shop.call("get_order", mapOf("orderid" to "FH-000007")) }
    expect(wrong.issues[0].path == "/order_id", wrong)
    val call = ToolCall.parse("{\\"type\\": \\"tool_use\\", \\"id\\": \\"c1\\", \\"name\\": \\"get_order\\", \\"input\\": {\\"order_id\\": \\"FH-000007\\"}}")
    expect(call.args == GetOrderArgs("FH-000007") && call.id == "c1", call)
}

/** Without servers of MCP: over HTTP, and what needs no server at all. */
/** A server that knows more than the client does. */
suspend fun newer(answers: JsonObject) {
    val functions = LocalTransport(answers.mapValues { (_, answer) -> { answer } })
    val shop = Client(functions)
    val order = shop.getOrder(GetOrderArgs("FH-000001"))
    expect(order.status == OrderStatus.UNKNOWN && order.id == "FH-1", order)
    val parcel = shop.trackParcel(TrackParcelArgs("12345678"))
    expect(parcel is Tracking.Unknown && parcel.toJson() == answers["track_parcel"], parcel)
    val strict = Client(functions, Checks.FULL)
    val issues = refused<ToolException.InvalidResult> { strict.getOrder(GetOrderArgs("FH-000001")) }.issues
    expect(issues[0].path == "/status", issues)
    refused<ToolException.InvalidResult> { strict.trackParcel(TrackParcelArgs("12345678")) }
    expect("does not know" in refused<IllegalArgumentException> { order.toJson() }.message.orEmpty(), order)
}

suspend fun plain(url: String) {
    val parcel = Client(JsonPostTransport(url)).trackParcel(TrackParcelArgs("12345678"))
    expect(parcel is Lost && parcel.claimNumber == "1", parcel)
    val nowhere = refused<ToolException.TransportFailed> { Client(JsonPostTransport("$url/nowhere")).trackParcel(TrackParcelArgs("12345678")) }
    expect(nowhere.message.orEmpty().startsWith("HTTP 404: ") && nowhere.status == 404, nowhere)
    val local = Client(LocalTransport(mapOf("track_parcel" to { args ->
        Lost(claimNumber = args.getValue("tracking_number").jsonPrimitive.content)
    })))
    expect(local.trackParcel(TrackParcelArgs("12345678")) is Lost, local)
    val unknown = refused<ToolException.UnknownTool> { local.getOrder(GetOrderArgs("FH-000007")) }
    expect(unknown.message == "There is no handler for get_order.", unknown)
    val text = "{\\"method\\":\\"invoice\\",\\"purchase_order\\":null}"
    val payment = Json.decodeFromString(Payment, text)
    expect(payment == InvoicePayment(purchaseOrder = null), payment)
    expect(Json.encodeToString(Payment, payment) == "{\\"method\\":\\"invoice\\"}", payment)
    for (odd in listOf("nul", "[1,]", "NaN", "01", "{\\"name\\": get_order}", "", "[".repeat(5000) + "]".repeat(5000))) {
        refused<ToolException.Malformed> { ToolCall.parse("{\\"name\\": \\"get_order\\", \\"args\\": $odd}") }
    }
    val half = refused<ToolException.InvalidArguments> { local.call("track_parcel", mapOf("tracking_number" to "\\uD800")) }
    expect("half of a character" in half.message.orEmpty(), half)
    val nan = refused<ToolException.InvalidArguments> { local.call("track_parcel", JsonObject(mapOf("x" to JsonPrimitive(Double.NaN)))) }
    expect("not a number in JSON" in nan.message.orEmpty(), nan)
}

/** Prompts and resources of a server that has no tools. */
suspend fun ask(mcp: Mcp) {
    val transport = reception.McpTransport(
        callTool = mcp::json,
        getPrompt = { name, args -> McpJson.encodeToJsonElement(mcp.getPrompt(GetPromptRequest(GetPromptRequestParams(name, args)))) },
        readResource = { uri -> McpJson.encodeToJsonElement(mcp.readResource(ReadResourceRequest(ReadResourceRequestParams(uri)))) },
    )
    val desk = reception.Client(transport)
    val welcome = desk.welcomePrompt(reception.WelcomePromptArgs("Ann", tone = "brisk"))
    expect(welcome.messages[0].role.value == "user" && welcome.messages[0].content.text == "Ann: brisk", welcome)
    expect(desk.closingPrompt().messages[0].content.text == "We close at six.", desk)
    val hours = desk.hoursResource()
    expect(hours.contents[0].uri == "desk://hours" && hours.contents[0].text == "9 to 18", hours)
    val room = desk.roomResource(reception.RoomResourceArgs("2", "a b"))
    expect(room.contents[0].uri == "desk://rooms/2/a%20b" && room.contents[0].blob != null, room)
    val alone = reception.Client(reception.McpTransport { name, args -> mcp.json(name, args) })
    val unasked = refused<reception.ToolException.TransportFailed> { alone.closingPrompt() }
    expect("nothing but tools" in unasked.message.orEmpty(), unasked)
    refused<reception.ToolException.UnknownTool> { desk.call("closing") }
}

suspend fun all(services: JsonObject) {
    ask(connected(services.getValue("reception").jsonObject))
    val (shopping, searching, planning) = listOf("orders", "search", "calendar").map { connected(services.getValue(it).jsonObject) }
    val shop = Client(McpTransport(shopping::json))
    look(shop)
    buy(shop)
    val catalogue = search.Client(search.McpTransport(searching::json))
    val stars = refused<search.ToolException> { catalogue.call("catalog_reviews", mapOf("sku" to "x", "min_stars" to 9)) }
    expect("Stars go from 1 to 5" in stars.message.orEmpty(), stars)
    val diary = calendar.Client(calendar.McpTransport(planning::json))
    val moved = diary.call("move_event", mapOf("event_id" to "e1", "to" to 30, "scope" to "series"))
    expect(calendar.ToolOutput.fromJson(moved).text == "e1 by 30 (series)", moved)
}

fun main(arguments: Array<String>) {
    val services = Json.parseToJsonElement(arguments[0]).jsonObject
    runBlocking {
        val url = services["plain"]?.jsonObject?.get("url")?.jsonPrimitive?.content
        if (url == null) {
            all(services)
        } else {
            plain(url)
            newer(services.getValue("plain").jsonObject.getValue("newer").jsonObject)
        }
    }
    println("done")
    exitProcess(0)
}
"""


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program, built with its Kotlin clients, and what the README shows, built with its own."""
    folder = monorepo(tmp_path_factory.mktemp("company"), "kotlin", "caller")
    shop = tmp_path_factory.mktemp("shown") / "shop"  # a package is called as the folder that toolc runs in
    shop.mkdir()
    (shop / "shop.py").write_text(SHOP, "utf-8")
    generate(shop, "shop.py", "kotlin", "out")
    written = {"Main.kt": MAIN, "Shown.kt": README}
    for made in (folder / "caller/kotlin", shop / "out/kotlin"):
        files = [
            path for path in made.rglob("*.kt") if path.parent.name in ("orders", "reception", "search", "calendar", "shop")
        ]
        written |= {path.relative_to(made).as_posix(): path.read_text("utf-8") for path in files}
    return Program(folder, command(accepted(written, folder / "program", {**LIBRARIES, **SDK}), "MainKt"))


def test_over_stdio(company: Program) -> None:
    company.run(over_stdio(company.folder))


def test_over_http(company: Program) -> None:
    with over_http(company.folder) as services:
        company.run(services)


def test_over_plain_http_and_within_a_process(company: Program) -> None:
    with over_plain_http() as services:
        company.run(services)
