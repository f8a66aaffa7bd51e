"""Classes whose marked methods are given to a server (`fastmcp.contrib.mcp_mixin` of fastmcp 2.14, 3.4 and 4.2).

fastmcp 2 adds what is not enabled and does not list it; here, as with later versions, it is not added.
"""

from fastmcp.prompts import Prompt
from fastmcp.resources import Resource, ResourceTemplate
from fastmcp.tools import Tool


def _marker(kind):
    def marked(facts):
        enabled = facts.pop("enabled", None)

        def mark(function):
            held = {"name": facts.get("name") or function.__name__}
            held |= {fact: value for fact, value in facts.items() if fact != "name" and value is not None}
            setattr(function, kind, (held, enabled))
            return function

        return mark

    return marked


_TOOL, _RESOURCE, _PROMPT = "_mcp_tool_registration", "_mcp_resource_registration", "_mcp_prompt_registration"


def mcp_tool(name=None, description=None, tags=None, annotations=None, exclude_args=None, **facts):
    given = {"description": description, "tags": tags, "annotations": annotations, "exclude_args": exclude_args}
    return _marker(_TOOL)({"name": name, **given, **facts})


def mcp_resource(uri, *, name=None, **facts):
    return _marker(_RESOURCE)({"uri": uri, "name": name, **facts})


def mcp_prompt(name=None, title=None, description=None, **facts):
    return _marker(_PROMPT)({"name": name, "title": title, "description": description, **facts})


class MCPMixin:
    def _marked(self, kind, prefix, separator):
        for name in dir(self):
            method = getattr(self, name)
            if callable(method) and hasattr(method, kind):
                facts, enabled = getattr(method, kind)
                facts = dict(facts)
                for fact in ("name", "uri") if prefix else ():
                    if fact in facts:
                        facts[fact] = f"{prefix}{separator}{facts[fact]}"
                if enabled is not False:
                    yield method, facts

    def register_tools(self, mcp_server, prefix=None, separator="_"):
        for method, facts in list(self._marked(_TOOL, prefix, separator)):
            mcp_server.add_tool(Tool.from_function(fn=method, **facts))

    def register_resources(self, mcp_server, prefix=None, separator="+"):
        for method, facts in list(self._marked(_RESOURCE, prefix, separator)):
            uri = facts.pop("uri")
            if "{" in uri and "}" in uri:
                mcp_server.add_template(ResourceTemplate.from_function(fn=method, uri_template=uri, **facts))
            else:
                mcp_server.add_resource(Resource.from_function(fn=method, uri=uri, **facts))

    def register_prompts(self, mcp_server, prefix=None, separator="_"):
        for method, facts in list(self._marked(_PROMPT, prefix, separator)):
            mcp_server.add_prompt(Prompt.from_function(fn=method, **facts))

    def register_all(self, mcp_server, prefix=None, tool_separator="_", resource_separator="+", prompt_separator="_"):
        self.register_tools(mcp_server, prefix, tool_separator)
        self.register_resources(mcp_server, prefix, resource_separator)
        self.register_prompts(mcp_server, prefix, prompt_separator)
