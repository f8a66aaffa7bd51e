"""Names that Go, or the generated package, keeps for itself. Takes nothing, gives tables."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


TYPES = _set(
    "Check CheckArgs CheckFull CheckOff Checks Client ContentBlock ErrorCode InvalidArguments InvalidResult Issue "
    "JSONPostTransport LocalTransport "
    "MCPHTTPTransport MCPTransport Malformed NewClient None Null Opt ParseToolCall Progress Ptr ResourceContents Some ToolCall "
    "ToolError ToolFailed ToolOutput ToolSpec Tools Transport TransportFailed UnknownTool"
)
"""What every package exports: no type of it may be called so."""

METHODS = _set("Call WithChecks")
"""What the client has beside a method for each tool."""

FIELDS = _set("Extra MarshalJSON UnmarshalJSON")
"""What a struct has beside a field for each key."""

PACKAGES = _set(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range "
    "return select struct switch type var main internal vendor testdata documentation"
)
"""What no package may be called: keywords, and names that mean something to the go command."""

INITIALISMS = _set(
    "acl api ascii cpu css dns eof guid html http https id ip json lhs qps ram rhs rpc sla smtp sql ssh tcp tls ttl udp ui uid "
    "uri url utf8 uuid vm xml xmpp xsrf xss"
)
"""What Go writes in capitals, as staticcheck's ST1003 lists it."""
