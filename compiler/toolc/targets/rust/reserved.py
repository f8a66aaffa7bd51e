"""Names that Rust, or the generated crate, keeps for itself. Takes nothing, gives tables."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


KEYWORDS = _set(
    "abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let "
    "loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use "
    "virtual where while yield"
)
"""Keywords of the editions up to 2024, also those that mean nothing yet; `r#` makes names of them."""

NEVER_RAW = _set("self super crate")
"""Keywords that are no names, however they are written."""

_PRELUDE = _set(
    "AsMut AsRef AsyncFn AsyncFnMut AsyncFnOnce Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err ExactSizeIterator "
    "Extend Fn FnMut FnOnce From FromIterator Future Hash Into IntoFuture IntoIterator Iterator None Ok Option Ord PartialEq "
    "PartialOrd Result Self Send Sized Some String Sync ToOwned ToString TryFrom TryInto Unpin Vec"
)

TYPES = _PRELUDE | _set(
    "Answer AsJson BTreeMap Checks Client ContentBlock EmbeddedResource ErrorCode Issue Json JsonPostTransport LocalTransport "
    "McpHttpTransport MediaContent Misfit Number Object ResourceContents ResourceLink RmcpTransport TOOLS TextContent "
    "ToolArguments ToolCall ToolError ToolOutput ToolProgress ToolSpec Transport"
)
"""Names in every module of Rust, and those every crate exports, which types must not have."""

METHODS = _set("call checked checks new typed")
"""Methods of the client beside one for each tool."""

FIELDS = _set("extra")
"""Members of a struct beside a field for each key."""

INHERITED = _set("clone default deserialize eq fmt from from_json into ne new serialize to_json to_owned to_string try_into")
"""Functions of every struct, which a method of its own would hide."""

VARIANTS = _set("ALL Self")
"""Names that variants must not have."""

CRATES = (
    KEYWORDS
    | NEVER_RAW
    | _set("alloc base64 build core deps examples incremental proc_macro regex reqwest rmcp serde serde_json std test tokio")
)
"""Names that packages must not have: keywords, existing crates, and folders that cargo makes."""
