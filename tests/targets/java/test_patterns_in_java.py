"""Patterns in Java: they fit as Node's do, those that cannot be read are known beforehand, and none takes for ever."""

import json

import pytest

from client_bundles import bundle, tool
from java import accepted, java
from patterns import ASKED, TEXTS, unlike_node
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.jvm.patterns import reads
from toolc.targets.register import TARGETS

MATCHING = """\
package demo;

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
def built(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The class path of what reads patterns."""
    names = Names()
    files, _ = emit(bundle([tool("one", {}, names)], names), [TARGETS["java"]], Options())
    written = {file.path.removeprefix("java/"): file.text for file in files}
    needed = {path: written[path] for path in ("demo/Ecma.java", "demo/Patterns.java")}
    return accepted({**needed, "demo/Matching.java": MATCHING}, tmp_path_factory.mktemp("patterns"))


def test_patterns_fit_as_they_do_in_node(built: str) -> None:
    given = json.dumps({"patterns": ASKED, "texts": TEXTS})
    found = json.loads(java(built, "demo.Matching", given=given))
    assert [pattern for pattern, row in zip(ASKED, found, strict=True) if (row is not None) is not reads(pattern)] == []
    assert unlike_node(found) == []
    assert sum(row is not None for row in found) > 1000


def test_a_pattern_without_end_takes_no_time(built: str) -> None:
    given = json.dumps({"patterns": ["(x+x+)+y", "(x|x)*y", "(x|yy)*$"], "texts": ["a!", "x" * 64, "x" * 30_000]})
    found = json.loads(java(built, "demo.Matching", given=given))
    assert [row[0] for row in found] == [False, False, True]
    assert found[0][2] is True  # given up: it refuses nothing
