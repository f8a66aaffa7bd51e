"""Names that Java, or the generated package, keeps for itself. Takes nothing, gives tables."""

from toolc.targets.jvm.names import Words


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


OWN = ("Client", "ToolCall", "Tools")
"""The types about the tools of a package that every package has, each in a file of its own."""

SUPPORT = tuple(
    (
        "Check Checks Codec ContentBlock Ecma EventLines HttpAnswer Issue Json JsonPostTransport Jsonable "
        "ListReader ListWriter LocalTransport McpHttpTransport McpTransport Mismatch Numbers ObjectReader ObjectWriter Opt "
        "Patterns Reader Rules ToolException ToolOutput ToolSpec Transport Words"
    ).split()
)
"""The same for types of the support code."""

ASKING = ("Addresses",)
"""Further names of a package with resources."""

_USED = (
    "ArrayList ArrayNode AutoCloseable BigDecimal BigInteger Boolean Builder Character Class Double Exception Function "
    "FunctionalInterface IllegalArgumentException Integer InterruptedException Iterable JsonCreator JsonNode JsonValue "
    "List Long Map Math NullNode Object ObjectMapper Objects Optional Override Record RuntimeException SafeVarargs Set "
    "Short String StringBuilder System Thread Throwable Unknown Void"
)
"""Names used in generated code without a package: a type of the same name would shadow them."""

# Windows opens a device for files of these names, whatever the extension.
_DEVICES = "Aux Con Nul Prn " + " ".join(f"{name}{number}" for name in ("Com", "Lpt") for number in range(10))

_KEYWORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final "
    "finally float for goto if implements import instanceof int interface long native new null package private protected "
    "public return short static strictfp super switch synchronized this throw throws transient true try void volatile while "
)

_OBJECT = "clone finalize getClass hashCode notify notifyAll toString wait "
"""Methods that everything has: no component of a record may be called so (JLS 8.10.1)."""

WORDS = Words(
    "Java",
    types=_set(f"{' '.join((*OWN, *SUPPORT, *ASKING))} {_USED} {_DEVICES}"),
    methods=_set(f"{_KEYWORDS} {_OBJECT} equals call check checkedCall yield"),
    fields=_set(f"{_KEYWORDS} {_OBJECT} equals builder build extra fromJson rest toJson yield"),
    packages=_set(f"{_KEYWORDS} java javax jdk sun com org aux con nul prn"),
)
