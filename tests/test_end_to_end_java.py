"""A program in Java calls the tools of the example monorepo: the generated client, the official MCP SDK for Java, real servers.

The servers are those of tests/company.py.
"""

import pytest

from company import Program, monorepo, over_http, over_plain_http, over_stdio
from effort import heavy
from java import LIBRARIES, SDK, accepted, command

pytestmark = heavy

pytest.importorskip("mcp", reason="the servers need the MCP SDK")


MAIN = """\
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import orders.Address;
import orders.GetOrderArgs;
import orders.JsonPostTransport;
import orders.InvoicePayment;
import orders.InvoicePaymentDueDays;
import orders.ListOrdersArgs;
import orders.LocalTransport;
import orders.Lost;
import orders.McpTransport;
import orders.Order;
import orders.OrderLine;
import orders.OrderLineInput;
import orders.OrderStatus;
import orders.Parcel;
import orders.PlaceOrderArgs;
import orders.Payment;
import orders.QuoteShippingArgs;
import orders.ToolCall;
import orders.ToolException;
import orders.TrackParcelArgs;
import orders.Tracking;
import reception.PromptResult;
import reception.ResourceResult;
import reception.RoomResourceArgs;
import reception.WelcomePromptArgs;

final class Main {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public static void main(String[] arguments) throws Exception {
        JsonNode services = MAPPER.readTree(arguments[0]);
        if (services.has("plain")) {
            plain(services.get("plain").get("url").asText());
            newer(services.get("plain").get("newer"));
            System.out.println("done");
            return;
        }
        try (McpSyncClient mcp = connected(services.get("reception"))) {
            ask(mcp);
        }
        try (McpSyncClient shopping = connected(services.get("orders"));
                McpSyncClient searching = connected(services.get("search"));
                McpSyncClient planning = connected(services.get("calendar"))) {
            orders.Client shop = new orders.Client(new McpTransport<>(CallToolRequest.class, shopping::callTool));
            look(shop);
            buy(shop);
            search.Client catalogue = new search.Client(new search.McpTransport<>(CallToolRequest.class, searching::callTool));
            try {
                catalogue.call("catalog_reviews", Map.of("sku", "x", "min_stars", 9));
                throw new AssertionError("nine stars");
            } catch (search.ToolException refused) {
                expect(refused.getMessage().contains("Stars go from 1 to 5"), refused);
            }
            calendar.Client diary = new calendar.Client(new calendar.McpTransport<>(CallToolRequest.class, planning::callTool));
            JsonNode moved = diary.call("move_event", Map.of("event_id", "e1", "to", 30, "scope", "series"));
            expect(calendar.ToolOutput.fromJson(moved).text().equals("e1 by 30 (series)"), moved);
        }
        System.out.println("done");
    }

    private static McpSyncClient connected(JsonNode service) {
        McpJsonMapper mapper = new JacksonMcpJsonMapper(MAPPER);
        McpClientTransport transport;
        if (service.has("url")) {
            URI url = URI.create(service.get("url").asText());
            String host = url.getScheme() + "://" + url.getAuthority();
            transport = HttpClientStreamableHttpTransport.builder(host).endpoint(url.getPath()).jsonMapper(mapper).build();
        } else {
            List<String> words = new ArrayList<>();
            service.get("args").forEach(word -> words.add(word.asText()));
            ServerParameters.Builder command = ServerParameters.builder(service.get("command").asText()).args(words);
            service.get("env").properties().forEach(one -> command.addEnvVar(one.getKey(), one.getValue().asText()));
            transport = new StdioClientTransport(command.build(), mapper);
        }
        McpSyncClient client = McpClient.sync(transport).build();
        client.initialize();
        return client;
    }

    private static void expect(boolean truth, Object what) {
        if (!truth) {
            throw new AssertionError(String.valueOf(what));
        }
    }

    private static void buy(orders.Client shop) {
        Address destination = Address.builder("1 Mill Lane", "Leeds", "LS1 4AP").build();
        List<Parcel> parcels = List.of(Parcel.builder(800, 300, 200, 80).build());
        String carrier = shop.quoteShipping(QuoteShippingArgs.builder(destination, parcels).build()).carrier();
        List<OrderLineInput> lines = List.of(
                OrderLineInput.builder("FH-LID").quantity(2).build(), OrderLineInput.builder("FH-BOX").giftWrap(true).build());
        Payment payment = InvoicePayment.builder().dueDays(InvoicePaymentDueDays.VALUE_30).build();
        PlaceOrderArgs args = PlaceOrderArgs.builder("C-9", lines, payment).note("Shipped by " + carrier).build();
        expect(shop.placeOrder(args).id().equals("new-2"), args);
    }

    private static void look(orders.Client shop) {
        List<Order> listed = shop.listOrders(ListOrdersArgs.builder("C-9").status(OrderStatus.OPEN).limit(5).build());
        expect(listed.size() == 2 && listed.get(1).lines().get(0).equals(new OrderLine("FH-BOX", 2, false)), listed);
        Tracking parcel = shop.trackParcel(new TrackParcelArgs("12345678"));
        expect(parcel instanceof Lost lost && lost.claimNumber().equals("87654321") && lost.state().equals("lost"), parcel);
        try {
            shop.getOrder(new GetOrderArgs("FH-000000"));
            throw new AssertionError("an order that is not there");
        } catch (ToolException.ToolFailed failed) {
            expect(failed.getMessage().contains("no order FH-000000") && failed.code().equals("tool_error"), failed);
        }
        try {
            shop.call("get_order", Map.of("orderid", "FH-000007"));
            throw new AssertionError("a key that is not there");
        } catch (ToolException.InvalidArguments refused) {
            expect(refused.issues().get(0).path().equals("/order_id"), refused);
        }
        ToolCall call = ToolCall.parse(\"\"\"
                {"type": "tool_use", "id": "c1", "name": "get_order", "input": {"order_id": "FH-000007"}}\"\"\");
        expect(call.args().equals(new GetOrderArgs("FH-000007")) && call.id().equals("c1"), call);
    }

    /** A server that knows more than the client does. */
    private static void newer(JsonNode answers) {
        LocalTransport functions = new LocalTransport(Map.of(
                "get_order", args -> answers.get("get_order"), "track_parcel", args -> answers.get("track_parcel")));
        orders.Client shop = new orders.Client(functions);
        Order order = shop.getOrder(new GetOrderArgs("FH-000001"));
        expect(order.status() == OrderStatus.UNKNOWN && order.id().equals("FH-1"), order);
        Tracking parcel = shop.trackParcel(new TrackParcelArgs("12345678"));
        expect(parcel instanceof Tracking.Unknown odd && odd.json().equals(answers.get("track_parcel")), parcel);
        try {
            new orders.Client(functions, orders.Checks.FULL).getOrder(new GetOrderArgs("FH-000001"));
            throw new AssertionError("a status that is not listed");
        } catch (ToolException.InvalidResult refused) {
            expect(refused.issues().get(0).path().equals("/status"), refused);
        }
        try {
            order.toJson();
            throw new AssertionError("a status that nobody knows is written");
        } catch (IllegalArgumentException unwritten) {
            expect(unwritten.getMessage().contains("does not know"), unwritten);
        }
    }

    /** Prompts and resources of a server that has no tools. */
    private static void ask(McpSyncClient mcp) {
        reception.McpTransport<?, ?> tools = new reception.McpTransport<>(CallToolRequest.class, mcp::callTool);
        reception.Client desk = new reception.Client(tools.withPrompts(GetPromptRequest.class, mcp::getPrompt)
                .withResources(ReadResourceRequest.class, mcp::readResource));
        PromptResult welcome = desk.welcomePrompt(WelcomePromptArgs.builder("Ann").tone("brisk").build());
        expect(welcome.messages().get(0).role().value().equals("user"), welcome);
        expect(welcome.messages().get(0).content().text().equals("Ann: brisk"), welcome);
        expect(desk.closingPrompt().messages().get(0).content().text().equals("We close at six."), desk);
        ResourceResult hours = desk.hoursResource();
        expect(hours.contents().get(0).uri().equals("desk://hours"), hours);
        expect(hours.contents().get(0).text().equals("9 to 18"), hours);
        ResourceResult room = desk.roomResource(new RoomResourceArgs("2", "a b"));
        expect(room.contents().get(0).uri().equals("desk://rooms/2/a%20b") && room.contents().get(0).blob() != null, room);
        try {
            new reception.Client(tools).closingPrompt();
            throw new AssertionError("a prompt by a transport of tools");
        } catch (reception.ToolException.TransportFailed unasked) {
            expect(unasked.getMessage().contains("nothing but tools"), unasked);
        }
        try {
            desk.call("closing", null);
            throw new AssertionError("a tool");
        } catch (reception.ToolException.UnknownTool unknown) {
            expect(unknown.getMessage().contains("There is no tool"), unknown);
        }
    }

    /** Without servers of MCP: over HTTP, and what needs no server at all. */
    private static void plain(String url) throws Exception {
        Tracking parcel = new orders.Client(new JsonPostTransport(url)).trackParcel(new TrackParcelArgs("12345678"));
        expect(parcel instanceof Lost lost && lost.claimNumber().equals("1"), parcel);
        try {
            new orders.Client(new JsonPostTransport(url + "/nowhere")).trackParcel(new TrackParcelArgs("12345678"));
            throw new AssertionError("an address that is not there");
        } catch (ToolException.TransportFailed failed) {
            expect(failed.getMessage().startsWith("HTTP 404: ") && failed.status() == 404, failed);
        }
        orders.Client local = new orders.Client(new LocalTransport(Map.of("track_parcel", args -> MAPPER.readTree(
                "{\\"state\\": \\"lost\\", \\"claim_number\\": \\"" + args.get("tracking_number").textValue() + "\\"}"))));
        expect(local.trackParcel(new TrackParcelArgs("12345678")) instanceof Lost, local);
        try {
            local.getOrder(new GetOrderArgs("FH-000007"));
            throw new AssertionError("a tool that nobody runs");
        } catch (ToolException.UnknownTool unknown) {
            expect(unknown.getMessage().equals("There is no handler for get_order."), unknown);
        }
        Object payment = MAPPER.readValue("{\\"method\\": \\"invoice\\", \\"purchase_order\\": null}", Payment.class);
        expect(payment.equals(InvoicePayment.builder().purchaseOrder(null).build()), payment);
        expect(payment instanceof InvoicePayment invoice && invoice.purchaseOrder() == null, payment);
        expect(MAPPER.writeValueAsString(payment).equals("{\\"method\\":\\"invoice\\"}"), payment);
        try {
            OrderLineInput.builder(null).build();
            throw new AssertionError("a line of nothing");
        } catch (NullPointerException missing) {
            expect(missing.getMessage().equals("sku"), missing);
        }
    }
}
"""


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program, built with its Java clients."""
    folder = monorepo(tmp_path_factory.mktemp("company"), "java", "caller")
    caller = folder / "caller/java"
    written = {path.relative_to(caller).as_posix(): path.read_text("utf-8") for path in caller.rglob("*.java")}
    classpath = accepted({**written, "Main.java": MAIN}, caller, {**LIBRARIES, **SDK})
    return Program(folder, command(classpath, "Main"))


def test_over_stdio(company: Program) -> None:
    company.run(over_stdio(company.folder))


def test_over_http(company: Program) -> None:
    with over_http(company.folder) as services:
        company.run(services)


def test_over_plain_http(company: Program) -> None:
    with over_plain_http() as services:
        company.run(services)
