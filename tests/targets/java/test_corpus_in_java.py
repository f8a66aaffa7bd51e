"""Many schemas in Java: everything compiles without a word; what is valid is read and written again without a change, the rest
is refused in the words of the Python client; patterns fit as Node's do."""

import json
import sys
from types import ModuleType
from typing import Any

import pytest

from corpus import corpus, same
from java import accepted, java
from patterns import ASKED, TEXTS, unlike_node
from toolc.emit import Options, emit
from toolc.targets import TARGETS
from toolc.targets.java.reserved import WORDS
from toolc.targets.jvm.names import identifiers
from toolc.targets.jvm.patterns import reads

ROWS = """\
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import corpus.Client;
import corpus.Issue;
import corpus.ToolException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;

final class Rows {
    private static JsonNode answer;

    public static void main(String[] arguments) throws Exception {
        JsonMapper mapper = JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
        Client client = new Client((tool, args) -> answer);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode row = mapper.readTree(line);
            answer = row.get("value");
            ObjectNode said = mapper.createObjectNode();
            try {
                Object result = Client.class.getMethod(row.get("method").asText()).invoke(client);
                said.set("value", mapper.readTree(mapper.writeValueAsString(result)));
                said.putArray("issues");
            } catch (InvocationTargetException thrown) {
                if (!(thrown.getCause() instanceof ToolException refused)) {
                    throw thrown;
                }
                said.put("error", refused.getMessage()).putArray("issues");
                for (Issue issue : refused.issues()) {
                    said.withArray("issues").addArray().add(issue.path()).add(issue.keyword()).add(issue.message());
                }
            }
            out.println(mapper.writeValueAsString(said));
        }
        out.flush();
    }
}
"""

MATCHING = """\
package corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Of each pattern: null where it is not read, else whether it fits each of the texts. */
final class Matching {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode given = mapper.readTree(System.in);
        ArrayNode said = mapper.createArrayNode();
        for (JsonNode pattern : given.get("patterns")) {
            try {
                Pattern.compile(Ecma.inJava(pattern.asText()));
            } catch (PatternSyntaxException unread) {
                said.addNull();
                continue;
            }
            ArrayNode row = said.addArray();
            for (JsonNode text : given.get("texts")) {
                row.add(Patterns.matches(pattern.asText(), text.asText()));
            }
        }
        System.out.println(mapper.writeValueAsString(said));
    }
}
"""


@pytest.fixture(scope="module")
def whole() -> Any:
    return corpus()


@pytest.fixture(scope="module")
def python(whole: Any) -> Any:
    files, _ = emit(whole[0], [TARGETS["python"]], Options())
    module: Any = ModuleType("corpus_in_python")
    sys.modules[module.__name__] = module
    exec(compile(files[0].text, "corpus_in_python.py", "exec"), module.__dict__)
    return module


@pytest.fixture(scope="module")
def built(whole: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The class path of the corpus."""
    files, _ = emit(whole[0], [TARGETS["java"]], Options())
    written = {file.path.removeprefix("java/"): file.text for file in files}
    more = {"Rows.java": ROWS, "corpus/Matching.java": MATCHING}
    return accepted({**written, **more}, tmp_path_factory.mktemp("corpus"))


def test_the_corpus(whole: Any, python: Any, built: str) -> None:
    bundle, rows = whole
    (package,) = bundle.packages
    tools = package.servers[0].tools
    names = identifiers(package.types, tools, WORDS).tools
    methods = {tool.name: own.method for tool, own in zip(tools, names, strict=True)}
    schemas = {tool.name: tool.output_schema for tool in tools}
    given = "".join(json.dumps({"method": methods[row.tool], "value": row.value}) + "\n" for row in rows)
    answers = [json.loads(line) for line in java(built, "Rows", given=given).strip().split("\n")]
    wrong = []
    for row, answer in zip(rows, answers, strict=True):
        issues = [[one.path, one.keyword, one.message] for one in python.check(schemas[row.tool], row.value)]
        kept = not row.valid or ("error" not in answer and same(answer["value"], row.value))
        if answer["issues"] != issues or bool(issues) is row.valid or not kept:
            wrong.append((row, answer))
    assert wrong == []
    assert len(rows) > 2000


def test_patterns_fit_as_they_do_in_node(built: str) -> None:
    given = json.dumps({"patterns": ASKED, "texts": TEXTS})
    found = json.loads(java(built, "corpus.Matching", given=given))
    assert [pattern for pattern, row in zip(ASKED, found, strict=True) if (row is not None) is not reads(pattern)] == []
    assert unlike_node(found) == []
    assert sum(row is not None for row in found) > 1000


def test_a_pattern_without_end_takes_no_time(built: str) -> None:
    given = json.dumps({"patterns": ["(x+x+)+y", "(x|x)*y", "(x|yy)*$"], "texts": ["a!", "x" * 64, "x" * 30_000]})
    found = json.loads(java(built, "corpus.Matching", given=given))
    assert [row[0] for row in found] == [False, False, True]
    assert found[0][2] is True  # given up: it refuses nothing
