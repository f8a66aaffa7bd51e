"""Names that Go, or the generated package, keeps for itself. Takes nothing, gives tables."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


TYPES = _set(
    "Check CheckArgs CheckFull CheckOff Checks Client ContentBlock ErrorCode InvalidArguments InvalidResult Issue "
    "JSONPostTransport LocalTransport MCPHTTPTransport MCPSessionTransport MCPTransport Malformed NewClient None Null Opt "
    "ParseToolCall Progress Ptr ResourceContents Some ToolCall ToolError ToolFailed ToolOutput ToolSpec Tools Transport "
    "TransportFailed UnknownTool"
)
"""Names that every package exports, and types must not have."""

FORMAT_TYPES = _set("Date DateOf ParseDate ParseUUID UUID")
"""Further ones of a package whose texts of a format have types."""

METHODS = _set("Call WithChecks")
"""Methods of the client beside one for each tool."""

FIELDS = _set("Extra MarshalJSON UnmarshalJSON")
"""Members of a struct beside a field for each key."""

PACKAGES = _set(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range "
    "return select struct switch type var main internal vendor testdata documentation"
)
"""Names that packages must not have: keywords, and names with a meaning for the go command."""

INITIALISMS = _set(
    "acl api ascii cpu css dns eof guid html http https id ip json lhs qps ram rhs rpc sla smtp sql ssh tcp tls ttl udp ui uid "
    "uri url utf8 uuid vm xml xmpp xsrf xss"
)
"""Initialisms that Go writes in capitals, as staticcheck's ST1003 lists them."""
