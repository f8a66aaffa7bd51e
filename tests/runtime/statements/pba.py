"""pba: tools around callables, schemas and files, called with their caller first."""

from runtime.statements import Statements

MODULES = ("test_pba", "test_pba_examples")

STATEMENTS: Statements = {
    "1.1": (
        "`Tool(name, description, callable, schema, mcp_server)`, all but the name optional",
        "test_constructor test_callable",
    ),
    "1.2": ("`call(caller, **kwargs)` is awaited", "test_call test_calculator"),
    "1.3": ("`from_file(filepath)` is static and gives a tool or None", "test_from_file test_file_without_a_tool"),
    "1.4": ("`load(filepath, file_name)` is static, both optional, a list comes", "test_load test_folder_of_files"),
    "1.5": ("`to_dict()` gives a dict", "test_to_dict test_call_schema"),
    "1.6": (
        "`from_mcp_tool(mcp_tool, server_id)` is static and gives a tool",
        "test_from_mcp_tool test_official_tool test_whatever_has_the_attributes_of_a_listed_tool test_no_tool_of_a_server",
    ),
    "2.1": ("the name is what the model writes", "test_calculator test_agent_uses_tools"),
    "2.2": ("the description is optional; of a callable it is the docstring", "test_callable test_schema"),
    "2.3": ("the callable is a function, synchronous or not", "test_call"),
    "2.4": ("the schema describes the arguments", "test_schema test_callable"),
    "2.5": ("of a callable it is made with `callable_to_schema`", "test_callable_to_schema test_callable"),
    "2.6": ("without a callable it must be given", "test_nothing"),
    "2.7": ("`mcp_server` is the server's identifier", "test_schema test_from_mcp_tool"),
    "3.1": ("`call` handles both kinds of functions", "test_call"),
    "3.2": ("the caller, an agent, is the first argument, by convention `self`", "test_call test_agent_uses_tools"),
    "3.3": ("the other arguments match the schema", "test_call test_arguments_that_do_not_fit"),
    "3.4": ("`to_dict` is a JSON Schema that asks for an intention", "test_to_dict test_call_schema"),
    "3.5": ("the arguments' schema is inside it", "test_to_dict test_call_schema"),
    "3.6": ("`load` finds the tools in the files of a folder, by default `agent/tools`", "test_load test_folder_of_files"),
    "3.7": ("`from_file` is the single tool of a file", "test_from_file test_files"),
    "3.8": (
        "`from_mcp_tool` makes a tool of what the protocol lists",
        "test_from_mcp_tool test_official_tool test_whatever_has_the_attributes_of_a_listed_tool test_no_tool_of_a_server",
    ),
    "4.1": ("`ToolCall` is a model of pydantic", "test_tool_call"),
    "4.2": ("what a model writes is of that form", "test_call_schema"),
    "4.3": ("`intention` is a text and a must", "test_tool_call"),
    "4.4": ("`name` is that of a tool", "test_tool_call test_agent_uses_tools"),
    "4.5": ("`arguments` are a dict, or None and left out", "test_tool_call test_call_schema"),
    "4.6": ("the arguments conform to the schema", "test_arguments_that_do_not_fit"),
    "4.7": ("name and arguments of a `ToolCall` go to `Agent.use_tool`", "test_agent_uses_tools"),
    "5.1": ("what is no `Tool` is a TypeError", "test_agent_of_strangers"),
    "5.2": ("calls of one response run concurrently, one failure leaves the others whole", "test_agent_runs_calls"),
}
