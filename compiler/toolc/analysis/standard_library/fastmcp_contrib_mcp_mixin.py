"""Methods that are marked as tools, prompts and resources, and registered by their object (fastmcp 2.14 to 4.1)."""

from fastmcp.prompts import Prompt
from fastmcp.resources import Resource, ResourceTemplate
from fastmcp.tools import Tool


def _mark(kind, name, enabled, facts):
    def decorator(function):
        given = {fact: value for fact, value in facts.items() if value is not None}
        setattr(function, kind, {"name": name or function.__name__, **given, "enabled": enabled})
        return function

    return decorator


def mcp_tool(name=None, description=None, *, enabled=None, **facts):
    return _mark("_mcp_tool_registration", name, enabled, {"description": description, **facts})


def mcp_prompt(name=None, *, enabled=None, **facts):
    return _mark("_mcp_prompt_registration", name, enabled, facts)


def mcp_resource(uri, *, name=None, enabled=None, **facts):
    return _mark("_mcp_resource_registration", name, enabled, {"uri": uri, **facts})


class MCPMixin:
    def _marked(self, kind, prefix, separator):
        for name in dir(self):
            method = getattr(self, name)
            if callable(method) and hasattr(method, kind):
                facts = getattr(method, kind).copy()
                if facts.pop("enabled") is not False:
                    if prefix:
                        facts["name"] = f"{prefix}{separator}{facts['name']}"
                    yield method, facts

    def register_tools(self, mcp_server, prefix=None, separator="_"):
        for method, facts in self._marked("_mcp_tool_registration", prefix, separator):
            mcp_server.add_tool(Tool.from_function(fn=method, **facts))

    def register_prompts(self, mcp_server, prefix=None, separator="_"):
        for method, facts in self._marked("_mcp_prompt_registration", prefix, separator):
            mcp_server.add_prompt(Prompt.from_function(fn=method, **facts))

    def register_resources(self, mcp_server, prefix=None, separator="+"):
        for method, facts in self._marked("_mcp_resource_registration", prefix, separator):
            uri = facts.pop("uri")
            if prefix:
                uri = f"{prefix}{separator}{uri}"
            if "{" in uri:
                mcp_server.add_template(ResourceTemplate.from_function(fn=method, uri_template=uri, **facts))
            else:
                mcp_server.add_resource(Resource.from_function(fn=method, uri=uri, **facts))

    def register_all(self, mcp_server, prefix=None, tool_separator="_", resource_separator="+", prompt_separator="_"):
        self.register_tools(mcp_server, prefix=prefix, separator=tool_separator)
        self.register_resources(mcp_server, prefix=prefix, separator=resource_separator)
        self.register_prompts(mcp_server, prefix=prefix, separator=prompt_separator)
