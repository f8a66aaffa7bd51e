"""Generated Java at work: libraries come from Maven Central, what is written is compiled and run by the JDK itself."""

import fcntl
import hashlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

from corpus import Outcome, Row
from kept import kept
from lasting import lasting
from toolc.config import JvmOptions, TargetOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets.java.reserved import WORDS
from toolc.targets.jvm.names import Words, identifiers
from toolc.targets.register import TARGETS

KEPT = kept("jars")

COPYING = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
POM = (
    "<project><modelVersion>4.0.0</modelVersion><groupId>jars</groupId><artifactId>jars</artifactId><version>1</version>"
    "<dependencies>{}</dependencies></project>"
)

LIBRARIES = {
    "com/fasterxml/jackson/core/jackson-annotations/2.22/jackson-annotations-2.22.jar": "21ddb598807d3a51a876704eb979d9296e1c6a6f47ab1826ff88c6d6a127a2d0",
    "com/fasterxml/jackson/core/jackson-core/2.22.1/jackson-core-2.22.1.jar": "941ff029bcdb93e83d209ce516c1a7fb8bbac07d0a2fa122f5bf194b2cd7b4f4",
    "com/fasterxml/jackson/core/jackson-databind/2.22.1/jackson-databind-2.22.1.jar": "7dcd7e53bec1f56c7ad278bd1ca0840bebcc595d61ce44d6a8439abb75b965b2",
    "com/ethlo/time/itu/1.14.0/itu-1.14.0.jar": "5cf40ab0cc77828ab2b875b1f3ecd71c8295d7721933476abc2e08fddcea164a",
    "com/fasterxml/jackson/dataformat/jackson-dataformat-yaml/2.22.1/jackson-dataformat-yaml-2.22.1.jar": "cc3a0e540791a9a1cbcd7584767b84572ffda0b72823856558f47dea69ae8ed1",
    "com/networknt/json-schema-validator/2.0.8/json-schema-validator-2.0.8.jar": "26602201cca8a0bc03cd893dad5a719d5218ab3c0b7cda5a68bfbbaa55b6711a",
    "org/slf4j/slf4j-api/2.0.17/slf4j-api-2.0.17.jar": "7b751d952061954d5abfed7181c1f645d336091b679891591d63329c622eb832",
    "org/yaml/snakeyaml/2.5/snakeyaml-2.5.jar": "e6682acf1ace77508ef13649cbf4f8d09d2cf5457bdb61d25ffb6ac0233d78dd",
}
"""All that a generated package needs, by path, with SHA-256."""

SDK = {
    "io/modelcontextprotocol/sdk/mcp-core/2.1.0/mcp-core-2.1.0.jar": "450eb2278a8bd8ba694064667f84d26a52e2d6845ec81dfb42885cd5e96a7f75",
    "io/modelcontextprotocol/sdk/mcp-json-jackson2/2.1.0/mcp-json-jackson2-2.1.0.jar": "9afdf02cb7a4d4168edf0e3ffc1e106a5997e3a0a9eb029dd34660fb965c02a3",
    "io/projectreactor/reactor-core/3.7.0/reactor-core-3.7.0.jar": "14aebad4882def1f88389656cf9b46177f6b090bb00a0707025d76aeacaaead2",
    "org/reactivestreams/reactive-streams/1.0.4/reactive-streams-1.0.4.jar": "f75ca597789b3dac58f61857b9ac2e1034a68fa672db35055a8fb4509e325f28",
}
"""The official SDK of MCP for Java, with what it needs."""

ROWS = """\
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import corpus.Checks;
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
        Client client = new Client((tool, args) -> answer, Checks.FULL);
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

# A compiler that works for seconds is not worth compiling itself.
_SHORT = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
_ROOM = "-XX:ReservedCodeCacheSize=256m"
"""Kotlin's compiler does not fit into the 48 MB that Java gives compiled code: it was thrown away and compiled again all the time."""


def program(name: str) -> str:
    """A program of the JDK, or Maven's; a skip where there is none, a failure in CI."""
    found = shutil.which(name)
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is missing: no generated Java can be compiled")
    return found


def classpath(jars: Mapping[str, str], *folders: Path) -> str:
    """The jars, fetched once; several processes may ask at a time."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        while missing := [path for path in jars if not (KEPT / Path(path).name).exists()]:
            _fetch({Path(path).parents[1]: path for path in missing}.values(), jars)
    return os.pathsep.join(map(str, (*folders, *(KEPT / Path(path).name for path in jars))))


def _fetch(paths: Iterable[str], jars: Mapping[str, str]) -> None:
    """Has Maven copy these jars, and no others; each is of another artifact."""
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        pom = Path(folder, "pom.xml")
        pom.write_text(POM.format("".join(map(_dependency, paths))), "utf-8")
        words = ["-q", "-B", "-f", str(pom), f"{COPYING}:copy-dependencies", f"-DoutputDirectory={folder}"]
        environment = {**os.environ, "MAVEN_OPTS": " ".join(_SHORT)}
        done = subprocess.run([program("mvn"), *words], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
        for path in paths:
            found = Path(folder, Path(path).name)
            assert hashlib.sha256(found.read_bytes()).hexdigest() == jars[path], path
            found.replace(KEPT / found.name)


def _dependency(path: str) -> str:
    """A jar by its path in a repository: group, artifact, version."""
    *group, artifact, version, _ = path.split("/")
    alone = "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"
    where = f"<groupId>{'.'.join(group)}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>"
    return f"<dependency>{where}{alone}</dependency>"


COMPILER = (
    "<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId>"
    "<version>3.14.0</version></plugin>"
)
"""The least that a project for Maven has to say of its compiler: Debian's Maven brings one that knows no Java of today."""


def maven(*words: str, folder: Path) -> None:
    """Runs Maven in a project, with a repository of its own; one process at a time, which leaves none behind it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    command = [
        program("mvn"),
        "-q",
        "-B",
        f"-Dmaven.repo.local={KEPT / 'repository'}",
        "-Dkotlin.compiler.daemon=false",
        *words,
    ]
    environment = {**os.environ, "MAVEN_OPTS": " ".join(_SHORT)}
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def accepted(files: Mapping[str, str], folder: Path, jars: Mapping[str, str] = LIBRARIES) -> str:
    """Writes sources, which javac has nothing to say of, whatever encoding it believes in; gives where their classes are found."""
    program("javac")
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    path = classpath(jars)
    words = ["-Xlint:all", "-Xdoclint:all,-missing", "-Werror", "-proc:none", "-encoding", "US-ASCII", "--release", "17"]
    sources = [str(folder / one) for one in files if one.endswith(".java")]
    compiled("javac", *words, "-cp", path, "-d", str(folder / "classes"), *sources)
    return os.pathsep.join((str(folder / "classes"), path))


def compiled(compiler: str, *words: str) -> None:
    """Has `Compiling.java` run a compiler, which has nothing to say. All processes of a test run share one, which ends with it."""
    status, _, said = _answer_of("\n".join((compiler, *words))).partition("\n")
    assert status == "0", said[-3000:]


def _answer_of(what: str) -> str:
    command = [program("java"), *_SHORT, _ROOM, Path(__file__).with_name("Compiling.java")]
    with socket.socket(socket.AF_UNIX) as asking, asking.makefile("rb") as answer:
        asking.connect(str(lasting("compiling", command)))
        asking.sendall(what.encode())
        asking.shutdown(socket.SHUT_WR)
        return answer.read().decode()


def java(classpath: str, *words: str, given: str = "", cwd: Path | None = None) -> str:
    """What a class prints."""
    done = subprocess.run(
        command(classpath, *words), cwd=cwd, input=given, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def command(classpath: str, *words: str) -> Sequence[str]:
    return [program("java"), *_SHORT, "-cp", classpath, *words]


def read_and_written(bundle: Bundle, rows: Sequence[Row], folder: Path) -> list[Outcome]:
    """What the client of a bundle called `corpus` makes of values."""
    files, _ = emit(bundle, [TARGETS["java"]], Options(own=TargetOptions(java=JvmOptions(open_objects="extra"))))
    written = {file.path.removeprefix("java/"): file.text for file in files}
    path = accepted({**written, "Rows.java": ROWS}, folder)
    return output_of(java(path, "Rows", given=results_of(bundle, rows, WORDS)))


def results_of(bundle: Bundle, rows: Sequence[Row], words: Words) -> str:
    """What the programs read: a line for each value, with the method whose result it is."""
    (package,) = bundle.packages
    tools = package.servers[0].tools
    names = identifiers(package.types, tools, words).tools
    methods = {tool.name: own.method for tool, own in zip(tools, names, strict=True)}
    return "".join(json.dumps({"method": methods[row.tool], "value": row.value}) + "\n" for row in rows)


def output_of(printed: str) -> list[Outcome]:
    """What the programs print."""
    answers = map(json.loads, printed.strip().split("\n"))
    return [Outcome(one.get("value"), one.get("error", ""), tuple(map(tuple, one["issues"]))) for one in answers]
