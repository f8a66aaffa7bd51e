"""The transport that speaks MCP over HTTP by itself: to the servers of tests/mcp_servers.py, in Java."""

import json
import subprocess
from collections.abc import Sequence

import pytest

from effort import heavy, long, some
from java import COMPILER, LIBRARIES, classpath, command, maven
from mcp_scenes import BLOCKS, GOOD, REGION, playing
from mcp_servers import FRAMEWORKS, generated, serving, shown

pytestmark = heavy

MAIN = """\
import com.acme.shop.*;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

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
        ToolOutput picture = client.picture(new PictureArgs("cup"));
        expect(picture.text().equals("a cup"), picture);
        expect(picture.content().get(1) instanceof ContentBlock.Image image && image.bytes().length == 4, picture);
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
                refused(ToolException.TransportFailed.class, () -> hurried.waitTool(new WaitArgs(30.0)));
        expect(late.getMessage().equals("No answer within 0.5 seconds") && late.tool().equals("wait"), late);
        interrupted(client);
        for (int tries = 0; !framework.equals("sdk1-json") && client.countStopped() != 2; tries++) {
            expect(tries < 100, "not cancelled");
            Thread.sleep(50);
        }
        if ("sdk1 fastmcp2 fastmcp3 typescript1 typescript2".contains(framework)) {
            expect(client.orderShirt().equals("L"), "shirt");
        }
        PromptResult greeting = client.greetPrompt(GreetPromptArgs.builder("Ann").build());
        expect(greeting.messages().get(0).content().text().equals("Ann: warm"), greeting);
        expect(client.plainPrompt().messages().get(0).content().text().equals("plain words"), "plain");
        expect(client.stockResource().contents().get(0).text().equals("12 pears"), "stock");
        HeldContents item = client.itemResource(new ItemResourceArgs("7", "lid & rim")).contents().get(0);
        expect(item.uri().equals("shop://items/7/lid%20%26%20rim") && !item.blob().isEmpty(), item);
        transport.close();
        expect(client.add(new AddArgs(1L, 1L)) == 2, "add again");
        transport.close();
        Client lost = new Client(new McpHttpTransport(url.replace("/mcp", "/nothing")));
        ToolException.TransportFailed gone = refused(ToolException.TransportFailed.class, () -> lost.add(new AddArgs(1L, 1L)));
        expect(gone.status() == 404 && gone.code().equals("transport"), gone);
    }

    /** A thread that is interrupted no longer waits. */
    static void interrupted(Client client) throws Exception {
        FutureTask<Object> waiting = new FutureTask<>(() -> client.waitTool(new WaitArgs(30.0)));
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

    static String about(ContentBlock block) {
        if (block instanceof ContentBlock.Text one) {
            return one.text();
        } else if (block instanceof ContentBlock.Image one) {
            return one.mimeType() + one.bytes().length;
        } else if (block instanceof ContentBlock.Audio one) {
            return one.mimeType() + one.bytes().length;
        } else if (block instanceof ContentBlock.ResourceLink one) {
            return one.name() + one.size();
        }
        return block instanceof ContentBlock.Resource one ? one.uri() : "unknown";
    }

    /** No block is lost, whatever its kind. */
    static void blocks(JsonNode given) throws Exception {
        Client client = new Client(new LocalTransport(Map.of("picture", args -> given)));
        ToolOutput output = client.picture(new PictureArgs("cup"));
        expect(output.text().equals("a cup\\na saucer"), output);
        String kinds = String.join(" ", output.content().stream().map(Main::about).toList());
        expect(kinds.equals("a cup image/png4 audio/wav4 a3 file:///a file:///b a saucer unknown unknown"), kinds);
        expect(MAPPER.readTree(MAPPER.writeValueAsString(output)).equals(given), output.toJson());
        expect(MAPPER.treeToValue(given, ToolOutput.class).equals(output), output);
        Client words = new Client(new LocalTransport(Map.of("picture", args -> "just words")));
        expect(words.picture(new PictureArgs("cup")).text().equals("just words"), "words");
    }

    public static void main(String[] arguments) throws Exception {
        JsonNode asked = MAPPER.readTree(arguments[0]);
        if (asked.has("base")) {
            scenes(asked);
            blocks(asked.get("blocks"));
        } else {
            real(asked);
            Shown.run(asked.get("url").asText());
        }
        System.out.println("done");
    }
}
"""


CALLER = f"""\
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>caller</groupId>
  <artifactId>caller</artifactId>
  <version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release></properties>
  <dependencies>
DEPENDENCY
  </dependencies>
  <build><plugins>{COMPILER}</plugins></build>
</project>
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str]:
    """The command that runs the program: a project for Maven, which has installed the package as it lies there."""
    folder = tmp_path_factory.mktemp("shop")
    package = generated(folder, "java", "java.package=com.acme.{package}")
    maven("install", folder=package)
    caller = folder / "caller"
    sources = caller / "src/main/java"
    sources.mkdir(parents=True)
    (caller / "pom.xml").write_text(CALLER.replace("DEPENDENCY", shown(package, "xml")), "utf-8")
    (sources / "Main.java").write_text(MAIN, "utf-8")
    imports, _, calls = shown(package, "java").partition("\n\n")
    calls = calls.replace('"http://localhost:8000/mcp"', "url")
    run = f"final class Shown {{\n static void run(String url) throws Exception {{\n{calls}\n }}\n}}\n"
    (sources / "Shown.java").write_text(f"{imports}\n{run}", "utf-8")
    maven("compile", folder=caller)
    jar = package / "target/shop-client-2.3.1-rc.1.jar"
    return command(classpath(LIBRARIES, caller / "target/classes", jar), "Main")


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
