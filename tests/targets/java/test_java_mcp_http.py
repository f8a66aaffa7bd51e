"""The transport that speaks MCP over HTTP by itself: to the servers of tests/mcp_servers.py, in Java."""

import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from effort import long, some
from java import accepted, command
from mcp_scenes import GOOD, REGION, playing
from mcp_servers import FRAMEWORKS, program, serving

MAIN = """\
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import shop.AddArgs;
import shop.Client;
import shop.GetOrderArgs;
import shop.LocateArgs;
import shop.McpHttpTransport;
import shop.McpTransport;
import shop.Order;
import shop.PictureArgs;
import shop.StepsArgs;
import shop.ToolException;
import shop.WaitArgs;

final class Main {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @FunctionalInterface
    interface Call {
        Object run() throws Exception;
    }

    static void expect(boolean truth, Object what) {
        if (!truth) {
            throw new AssertionError(what);
        }
    }

    static <E> E refused(Class<E> type, Call call) throws Exception {
        Object found;
        try {
            found = call.run();
        } catch (ToolException exception) {
            if (!type.isInstance(exception)) {
                throw exception;
            }
            return type.cast(exception);
        }
        throw new AssertionError("not refused: " + found);
    }

    static JsonNode answer(JsonNode question) {
        expect(question.path("message").asText().equals("Which size?"), question);
        return MAPPER.createObjectNode().put("action", "accept").set("content", MAPPER.createObjectNode().put("size", "L"));
    }

    static void real(JsonNode asked) throws Exception {
        String url = asked.get("url").asText();
        String framework = asked.get("framework").asText();
        List<Double> told = new ArrayList<>();
        McpHttpTransport transport = McpHttpTransport.builder(url)
                .onElicit(Main::answer)
                .onProgress((tool, one) -> told.add(one.progress()))
                .build();
        Client client = new Client(transport);
        expect(client.add(AddArgs.builder(1).build()) == 3, "add");
        Order order = client.getOrder(new GetOrderArgs("7"));
        expect(order.lines().get(0).sku().equals("M\\u00fcsli \\ud83e\\udd5c") && order.lines().get(0).quantity() == 1, order);
        JsonNode picture = client.picture(new PictureArgs("cup"));
        expect(McpTransport.textOf(picture).equals("a cup"), picture);
        JsonNode image = picture.get("content").get(1);
        expect(image.get("type").asText().equals("image") && image.get("data").binaryValue().length == 4, image);
        expect(client.steps(new StepsArgs(3)).equals("done"), "steps");
        expect(framework.equals("sdk1-json") || told.equals(List.of(1.0, 2.0, 3.0)), told);
        String region = asked.get("region").asText();
        expect(client.locate(new LocateArgs(region)).equals(region), "locate");
        ToolException.ToolFailed failed = refused(ToolException.ToolFailed.class, () -> {
            client.fail();
            return null;
        });
        expect(failed.code().equals("tool_error") && failed.rpcCode() == 0, failed);
        Client hurried = new Client(McpHttpTransport.builder(url).timeout(Duration.ofMillis(500)).build());
        ToolException.TransportFailed late =
                refused(ToolException.TransportFailed.class, () -> hurried.wait2(new WaitArgs(30.0)));
        expect(late.getMessage().equals("No answer within 0.5 seconds") && late.tool().equals("wait"), late);
        interrupted(client);
        for (int tries = 0; !framework.equals("sdk1-json") && client.countStopped() != 2; tries++) {
            expect(tries < 100, "not cancelled");
            Thread.sleep(50);
        }
        if ("sdk1 fastmcp2 fastmcp3".contains(framework)) {
            expect(client.orderShirt().equals("L"), "shirt");
        }
        transport.close();
        expect(client.add(new AddArgs(1L, 1L)) == 2, "add again");
        transport.close();
        Client lost = new Client(new McpHttpTransport(url.replace("/mcp", "/nothing")));
        ToolException.TransportFailed gone = refused(ToolException.TransportFailed.class, () -> lost.add(new AddArgs(1L, 1L)));
        expect(gone.status() == 404 && gone.code().equals("transport"), gone);
    }

    /** A thread that is interrupted no longer waits. */
    static void interrupted(Client client) throws Exception {
        FutureTask<Object> waiting = new FutureTask<>(() -> client.wait2(new WaitArgs(30.0)));
        Thread thread = new Thread(waiting);
        thread.start();
        Thread.sleep(500);
        thread.interrupt();
        try {
            expect(false, waiting.get());
        } catch (ExecutionException exception) {
            expect(exception.getCause() instanceof ToolException.TransportFailed, exception);
            expect(exception.getCause().getCause() instanceof InterruptedException, exception);
        }
    }

    static String located(JsonNode asked, String scene) {
        String url = asked.get("base").asText() + "/" + scene;
        McpHttpTransport transport = McpHttpTransport.builder(url).onElicit(Main::answer).build();
        return new Client(transport).locate(new LocateArgs(asked.get("region").asText()));
    }

    static void scenes(JsonNode asked) throws Exception {
        for (JsonNode scene : asked.get("good")) {
            expect(located(asked, scene.asText()).equals("here"), scene);
        }
        ToolException odd = refused(ToolException.Malformed.class, () -> located(asked, "odd_kind"));
        expect(odd.getMessage().startsWith("No result came"), odd);
        ToolException.ToolFailed no = refused(ToolException.ToolFailed.class, () -> located(asked, "refuses"));
        expect(no.getMessage().contains("no such region") && no.rpcCode() == -32602, no);
        Map<String, String> words = Map.of(
                "busy", "503 busy",
                "breaks_off", "0 ended before",
                "unknown_version", "0 speaks MCP 1999-01-01",
                "forbidden", "401 who are you");
        for (Map.Entry<String, String> one : words.entrySet()) {
            ToolException.TransportFailed got = refused(ToolException.TransportFailed.class, () -> located(asked, one.getKey()));
            String[] expected = one.getValue().split(" ", 2);
            expect(got.status() == Integer.parseInt(expected[0]) && got.getMessage().contains(expected[1]), got);
            Duration after = one.getKey().equals("busy") ? Duration.ofSeconds(7) : null;
            expect(got.tool().equals("locate") && java.util.Objects.equals(got.retryAfter(), after), got);
        }
    }

    public static void main(String[] arguments) throws Exception {
        JsonNode asked = MAPPER.readTree(arguments[0]);
        if (asked.has("base")) {
            scenes(asked);
        } else {
            real(asked);
        }
        System.out.println("done");
    }
}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str]:
    """The command that runs the program."""
    folder = tmp_path_factory.mktemp("shop") / "shop"
    folder.mkdir()
    (folder / "shop.py").write_text(program("fastmcp3"), "utf-8")
    generating = [sys.executable, "-m", "toolc", "generate", "shop.py", "--target", "java", "--out", "out"]
    subprocess.run(generating, cwd=folder, check=True, capture_output=True)
    made = folder / "out/java"
    written = {path.relative_to(made).as_posix(): path.read_text("utf-8") for path in made.rglob("*.java")}
    return command(accepted({**written, "Main.java": MAIN}, folder / "program"), "Main")


def _run(program: Sequence[str], **asked: object) -> None:
    done = subprocess.run([*program, json.dumps(asked)], capture_output=True, text=True, timeout=90, check=False)
    assert done.stdout == "done\n", done.stderr[:3000]


@long
@pytest.mark.parametrize("framework", some(FRAMEWORKS))
def test_tools_of_a_real_server(built: Sequence[str], framework: str) -> None:
    with serving(framework) as url:
        _run(built, url=url, framework=framework, region=REGION)


def test_scenes_of_the_protocol(built: Sequence[str]) -> None:
    with playing() as base:
        _run(built, base=base, good=GOOD, region=REGION)
