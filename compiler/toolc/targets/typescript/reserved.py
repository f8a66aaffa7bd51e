"""Names that TypeScript keeps for itself. Takes nothing, gives tables; `targets/casing` makes identifiers."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


RESERVED = _set(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false "
    "finally for function if implements import in instanceof interface let new null package private protected public return "
    "static super switch this throw true try typeof undefined var void while with yield NaN Infinity globalThis"
)
"""Names that constants of a module must not have."""

ON_EVERY_OBJECT = _set(
    "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf toJSON then"
)
"""Members that an object has anyway, or that the language calls by itself (`then`: awaiting a client would call it)."""

GLOBAL_TYPES = _set(
    "AbortController AbortSignal DOMException Headers TextDecoder TextEncoder "
    "Array ArrayBuffer Awaited BigInt Boolean Capitalize ConstructorParameters DataView Date Error Exclude Extract "
    "Function Infinity InstanceType Intl Iterable Iterator JSON Lowercase Map Math NaN Never NonNullable Number Object Omit "
    "Parameters Partial Pick Promise PromiseLike PropertyKey Proxy Readonly ReadonlyArray Record Reflect RegExp Request "
    "Required Response ReturnType Set String Symbol ThisType URL Uint8Array Uncapitalize Unknown Uppercase WeakMap WeakSet "
    "AsyncIterable Any Null Undefined Void"
)

SUPPORT = _set(
    "AnthropicTool Book CallOptions Checks Client ClientOptions ContentBlock Dict Elicitation ElicitationAnswer "
    "ErrorCode Failure Filler Further GeminiTool Handled Handlers HttpOptions Issue LEADING_ON LocalTools MANY "
    "MODERN McpClientLike McpHttpOptions McpHttpTransport McpTool NAMED NOWHERE Noted ONE ObjectSchema "
    "OpenAiResponsesTool OpenAiTool Outcome Progress PromptMessage PromptResult Prompts QuickTest RawCall Reply "
    "ResourceContents Resources Schema Session StreamEvent ToolCall ToolError ToolName ToolOutput ToolSpec Tools "
    "Transport Visit WITH_HANDSHAKE accepts address addressOf anthropicTools anyValue areApart asNumber asObject "
    "asSchema asSchemas asStrings ask bookOf books byName byTypes callTool check checkArgs compiled contentsOf createClient "
    "dispatch dynamicTarget enter events expressions failure fillItems fillKeys fillOf fillSome "
    "fillingOf fillsByRoot fromText geminiTools headerValue hides httpError invoke invokeRaw isDict isPlain "
    "joined jsonPostTransport kindOf localTransport lost matches mcpHttpTransport mcpTools mcpTransport messageIn "
    "mirror misfit named ofItems ofKeys ofKinds ofLimits ofValues openaiResponsesTools openaiTools otherTags outputOf own "
    "parseToolCall parsed pointer prepare promptOf readCall referred refuse resultSchemaOf same scoped show "
    "someOf spec supported surelyFits tagsOf target targets testOf testsByRoot testsFor textOf tools typesIn typesOf unescaped "
    "valueAt withDefaults within"
)
"""Names that a package's support code declares: reserved if it is in one file with the tools (a test holds the list)."""
