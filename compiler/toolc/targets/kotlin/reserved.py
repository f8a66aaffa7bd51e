"""Names that Kotlin, or the generated package, keeps for itself. Takes nothing, gives tables."""

from toolc.targets.jvm.names import Words


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


OWN = ("Types", "Tools", "Client")
"""The files about the tools of a package. The class file of one is called after it."""

SUPPORT = tuple("Content Transport McpHttp Values Trees Codec Check Quick References Patterns Ecma".split())
"""The same for the support code."""

_OWN = (
    "Alternative AnswerOfHttp Book Checks Client Codec ContentBlock Ecma EventLines Exhausted Form Held Issue "
    "JsonPostTransport Jsonable ListReader ListWriter LocalTransport McpHttpTransport McpTransport Metered Mismatch "
    "ObjectReader ObjectWriter Opt Patterns Quick QuickTest ToolCall ToolException ToolOutput ToolSpec Tools "
    "Transport Visit "
)
_USED = (
    "Any Array BigDecimal BigInteger Boolean Byte ByteArray Char CharSequence Charsets Companion ConcurrentHashMap "
    "Decoder Double Encoder Exception Float HttpClient HttpRequest HttpResponse IdentityHashMap "
    "IllegalArgumentException Int Json JsonArray JsonDecoder JsonElement JsonEncoder JsonNull JsonObject JsonPrimitive "
    "KSerializer List Long Map Matcher MutableMap Nothing Number Optional Pair Pattern Regex RuntimeException "
    "SerialDescriptor Set Short StackOverflowError String StringBuilder Throwable URI Unit Unknown "
)
"""Names used in generated code without a package: a type of the same name would shadow them."""

_KEYWORDS = (
    "as break class continue do else false for fun if in interface is null object package return super this throw true try "
    "typealias typeof val var when while "
)

_JAVA = (
    "abstract assert boolean byte case catch char const default double enum extends final finally float goto implements import "
    "instanceof int long native new private protected public short static strictfp switch synchronized throws transient void "
    "volatile "
)
"""Kotlin takes them, Java beside it does not."""

_OBJECT = "clone copy equals finalize getClass hashCode notify notifyAll toString wait "

WORDS = Words(
    "Kotlin",
    types=_set(f"{_OWN} {_USED} {' '.join(f'{file}Kt' for file in (*OWN, *SUPPORT))}"),
    methods=_set(f"{_KEYWORDS} {_OBJECT} call check checkedCall given told wellFormed"),
    fields=_set(f"{_KEYWORDS} {_OBJECT} extra rest toJson"),
    packages=_set(f"{_KEYWORDS} {_JAVA} java javax jdk sun com org kotlin kotlinx aux con nul prn"),
)
