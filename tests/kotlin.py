"""Generated Kotlin at work: the compiler and the libraries come from Maven Central, as those of Java do."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from corpus import Outcome, Row
from java import classpath, compiled, java, output_of, program, results_of
from toolc.config import JvmOptions, TargetOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets.kotlin.reserved import WORDS
from toolc.targets.register import TARGETS

LIBRARIES = {
    "org/jetbrains/annotations/13.0/annotations-13.0.jar": "ace2a10dc8e2d5fd34925ecac03e4988b2c0f851650c94b8cef49ba1bd111478",
    "org/jetbrains/kotlin/kotlin-stdlib/2.4.21/kotlin-stdlib-2.4.21.jar": "bd8250210584cb659847dce9cda660f8e9906e5def7fbebcea93dc6dcb6a88a3",
    "org/jetbrains/kotlinx/kotlinx-coroutines-core-jvm/1.11.0/kotlinx-coroutines-core-jvm-1.11.0.jar": "d1d75aa01dffbb4d1c520e67e4c4e7f5f6174718e7cb4632412503f2f0e604fa",
    "org/jetbrains/kotlinx/kotlinx-serialization-core-jvm/1.11.0/kotlinx-serialization-core-jvm-1.11.0.jar": "f4a801c647d4351327cd9e1ac4113e2be9ea37a64ab0abae269c25a52e28f35d",
    "org/jetbrains/kotlinx/kotlinx-serialization-json-jvm/1.11.0/kotlinx-serialization-json-jvm-1.11.0.jar": "563a25b4eb5c9128ae9c2479f3d1a5c44dcd176112b91cf03682e906eba5c935",
}
"""All that a generated package needs, by path, with SHA-256."""

COMPILER = {
    "org/jetbrains/annotations/13.0/annotations-13.0.jar": "ace2a10dc8e2d5fd34925ecac03e4988b2c0f851650c94b8cef49ba1bd111478",
    "org/jetbrains/kotlin/kotlin-build-tools-api/2.4.21/kotlin-build-tools-api-2.4.21.jar": "c5cd6a49bd072b529ae10809111c16a7aa0f92147e95d288354017fd65799461",
    "org/jetbrains/kotlin/kotlin-compiler-embeddable/2.4.21/kotlin-compiler-embeddable-2.4.21.jar": "ef19419c765e7ac8404465fa026ca8fc4dbb8a822de0fc79aa53c8dce29f1d02",
    "org/jetbrains/kotlin/kotlin-daemon-embeddable/2.4.21/kotlin-daemon-embeddable-2.4.21.jar": "7b3ef24674e5bcffcadfc4e43202ea314194939ecbcdd90a4770b2f1b04e0d07",
    "org/jetbrains/kotlin/kotlin-reflect/1.6.10/kotlin-reflect-1.6.10.jar": "3277ac102ae17aad10a55abec75ff5696c8d109790396434b496e75087854203",
    "org/jetbrains/kotlin/kotlin-script-runtime/2.4.21/kotlin-script-runtime-2.4.21.jar": "a658cf5902a1525a06c264a5e42b437e97a6679ddeef8ca641246f270cf6a013",
    "org/jetbrains/kotlin/kotlin-stdlib/2.4.21/kotlin-stdlib-2.4.21.jar": "bd8250210584cb659847dce9cda660f8e9906e5def7fbebcea93dc6dcb6a88a3",
    "org/jetbrains/kotlinx/kotlinx-coroutines-core-jvm/1.8.0/kotlinx-coroutines-core-jvm-1.8.0.jar": "9860906a1937490bf5f3b06d2f0e10ef451e65b95b269f22daf68a3d1f5065c5",
}

SDK = {
    "com/typesafe/config/1.4.9/config-1.4.9.jar": "47d13e3196c84f2a8ccd014ae563738c3da5b7406b38e03505ec0601a2f4fc37",
    "io/github/oshai/kotlin-logging-jvm/8.0.4/kotlin-logging-jvm-8.0.4.jar": "0bbac3f9dac5067b40d02fe461a053782bc8d3ef5162a923581b369adef7e02d",
    "org/jetbrains/kotlin/kotlin-reflect/2.3.21/kotlin-reflect-2.3.21.jar": "33e37d9dfa86c7a29ab34e975b5f4a1287b458878611051f3485652220c1a2cb",
    "io/modelcontextprotocol/kotlin-sdk-client-jvm/0.16.0/kotlin-sdk-client-jvm-0.16.0.jar": "a6db3064bb971a742bedb2a76c3a6aeefa1d7aa3e3eeb5c4c1b48452aeefc95a",
    "io/modelcontextprotocol/kotlin-sdk-core-jvm/0.16.0/kotlin-sdk-core-jvm-0.16.0.jar": "b6b91275aca5208c7256804d24302508b8f096defeadd3e23b4a4fd78c062de3",
    "org/jetbrains/kotlinx/kotlinx-collections-immutable-jvm/0.5.2/kotlinx-collections-immutable-jvm-0.5.2.jar": "6d7f84d544644fa857bba83292820cdb1e0dae408fa41d2dced903d290286463",
    "org/jetbrains/kotlinx/kotlinx-coroutines-jdk8/1.11.0/kotlinx-coroutines-jdk8-1.11.0.jar": "1238f179da55360725ec49b887225317f31ae89bd29b652cbe139ff59f5d45cb",
    "org/jetbrains/kotlinx/kotlinx-coroutines-slf4j/1.11.0/kotlinx-coroutines-slf4j-1.11.0.jar": "1043471e7d5f99680df3a056cf766276e0fe339e48030dea503fc1c94c33743e",
    "org/jetbrains/kotlinx/kotlinx-io-bytestring-jvm/0.9.1/kotlinx-io-bytestring-jvm-0.9.1.jar": "8589de0b7c476bfdd02a24641685f609ade72f5e595cf2909c168acdba7e6ba4",
    "org/jetbrains/kotlinx/kotlinx-io-core-jvm/0.9.1/kotlinx-io-core-jvm-0.9.1.jar": "765d8851d8ca694706931331b92386844800867e041b720f1f193dbda874d370",
    "io/ktor/ktor-client-core-jvm/3.5.2/ktor-client-core-jvm-3.5.2.jar": "3e03d71c5c6370d128f483cf63cfe62628d5c0d1b1ac5e45dbe2a6825e696af4",
    "io/ktor/ktor-client-java-jvm/3.5.2/ktor-client-java-jvm-3.5.2.jar": "cb719c012edc5d16a2f55a805300f88cae6158afdf9624a28fc07d55c7ab50b7",
    "io/ktor/ktor-events-jvm/3.5.2/ktor-events-jvm-3.5.2.jar": "7712ed1d51716180a9666fe88da5c5ef0e49123483ae2cd14ae3e9252ee71148",
    "io/ktor/ktor-http-cio-jvm/3.5.2/ktor-http-cio-jvm-3.5.2.jar": "3c87a3e3b368994a485e2f62f59cbe2201d767094018b726e81ffbe9b4976554",
    "io/ktor/ktor-http-jvm/3.5.2/ktor-http-jvm-3.5.2.jar": "6afc8074f60732ed60cd904a3e52b46a98425b35a1b9446d2cfa457f2ee63b41",
    "io/ktor/ktor-io-jvm/3.5.2/ktor-io-jvm-3.5.2.jar": "b990b4319b711218fbcee2f98e1dcf289a25a17194837992efb5b970b3b6c64c",
    "io/ktor/ktor-network-jvm/3.5.2/ktor-network-jvm-3.5.2.jar": "f1d966faf5e9adf903a968480f6c1a4223d596583a972ebbaf3fa1fd7f9be75d",
    "io/ktor/ktor-serialization-jvm/3.5.2/ktor-serialization-jvm-3.5.2.jar": "b7c85d08714ce39e9c17a235038de6f9c2b121e5fb57ce90c5a349a65f61e9f6",
    "io/ktor/ktor-server-core-jvm/3.5.2/ktor-server-core-jvm-3.5.2.jar": "d465a17ee037ac869d3b1002be91248dbad587dd4435e35fa727cbb7591bcd61",
    "io/ktor/ktor-server-websockets-jvm/3.5.2/ktor-server-websockets-jvm-3.5.2.jar": "b008cb4048606ce3b4fce41d3c405072a506aafba96c550e7757c2b9c3ef3e98",
    "io/ktor/ktor-sse-jvm/3.5.2/ktor-sse-jvm-3.5.2.jar": "c510904fe0e7dd6b9df2fa7c5474696fda64d7366129ce5fa9ace2ebf450d288",
    "io/ktor/ktor-utils-jvm/3.5.2/ktor-utils-jvm-3.5.2.jar": "5cb9c040d290aa31ce5e4930d825dda5d25625a8603074b29943c519d5b022bb",
    "io/ktor/ktor-websocket-serialization-jvm/3.5.2/ktor-websocket-serialization-jvm-3.5.2.jar": "7ffcac7ed3d723e0bd33b219b9e3df6d5953e5b810f66c4c8e686f571f5d8e6c",
    "io/ktor/ktor-websockets-jvm/3.5.2/ktor-websockets-jvm-3.5.2.jar": "f5aeb4e6ee108e815643e2cf06580d4ca1adc529f6cf4d306a89b69fb4880b4b",
    "org/slf4j/slf4j-api/2.0.17/slf4j-api-2.0.17.jar": "7b751d952061954d5abfed7181c1f645d336091b679891591d63329c622eb832",
}
"""The official SDK of MCP for Kotlin, with what it needs."""

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
    val client = Client({ _, _ -> answer }, Checks.FULL)
    val said = lines.map { line ->
        val row = Json.parseToJsonElement(line) as JsonObject
        answer = row.getValue("value")
        said(client, row.getValue("method").text!!).toString()
    }
    System.out.write(said.joinToString("\\n").toByteArray())
}

fun main() {
    rows(System.`in`.bufferedReader().readLines())
    System.out.flush()
}
"""


def accepted(files: Mapping[str, str], folder: Path, jars: Mapping[str, str] = LIBRARIES, beside: Sequence[Path] = ()) -> str:
    """Writes sources, of which the compiler has nothing to say; gives where their classes are found."""
    program("java")  # without it, nothing is fetched
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    path = classpath(jars, *beside)
    words = ["-no-stdlib", "-no-reflect", "-Werror", "-jvm-target", "17", "-d", str(folder / "classes"), "-cp", path]
    compiled(classpath(COMPILER), *words, *(str(folder / one) for one in files if one.endswith(".kt")))
    return os.pathsep.join((str(folder / "classes"), path))


def read_and_written(bundle: Bundle, rows: Sequence[Row], folder: Path) -> list[Outcome]:
    """What the client of a bundle called `corpus` makes of values."""
    files, _ = emit(bundle, [TARGETS["kotlin"]], Options(own=TargetOptions(kotlin=JvmOptions(open_objects="extra"))))
    written = {file.path.removeprefix("kotlin/"): file.text for file in files}
    path = accepted({**written, "corpus/Rows.kt": ROWS}, folder)
    return output_of(java(path, "corpus.RowsKt", given=results_of(bundle, rows, WORDS)))
