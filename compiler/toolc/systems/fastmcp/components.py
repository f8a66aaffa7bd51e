"""Common facts of all components of a fastmcp server: `_meta` with tags and version, icons, hints, execution.

Takes the options of a declaration and the version, returns the facts as they are sent. Source: `FastMCPComponent.get_meta` and
`Tool.to_mcp_tool` of fastmcp 2.14.7, 3.4.10 and 4.1.6; `AppConfig` of 3 and 4.
"""

from collections.abc import Mapping
from typing import Any

from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import CallConstant, Constant
from toolc.systems.shared.mcp_objects import Sent, camel, sent_facts

TAGGED = (2, 11)
"""The first version that sends tags (`include_fastmcp_meta`)."""

_APP = frozenset("resourceUri visibility csp permissions domain prefersBorder".split())
_NESTED = frozenset("connectDomains resourceDomains frameDomains baseUriDomains clipboardWrite".split())


def sent_component(options: Mapping[str, Constant], at: tuple[int, ...]) -> Sent:
    """Return annotations, icons, `_meta` and execution of a component."""
    sent = sent_facts({**options, "meta": None, "execution": None}, 2 if at >= (4,) else 1)
    undecided = list(sent.undecided)
    for name, read in (("meta", _meta), ("execution", _execution)):
        try:
            if (value := read(options, at)) is not None:
                sent.fields[name] = value
        except NotJsonError as reason:
            undecided.append(str(reason))
    return Sent(sent.fields, tuple(undecided))


def _meta(options: Mapping[str, Constant], at: tuple[int, ...]) -> dict[str, Any] | None:
    """`get_meta`. Raises `NotJsonError` with the name of the option that is not decided."""
    given = _known_option(options, "meta") or {}
    if not isinstance(given, dict):
        raise NotJsonError("meta")
    app = options.get("app")
    if app is not None and app is not False:
        given = {**given, "ui": _app(app)}
    own: dict[str, Any] = {"tags": sorted(_tags(options))}
    if at < (3,):
        if at < TAGGED or options.get("include_fastmcp_meta") is False:
            return given or None
        upstream = given.get("_fastmcp") or {}
        return {**given, "_fastmcp": {**upstream, **own}}
    version = _known_option(options, "version")
    upstream = given.get("fastmcp") or {}
    if not isinstance(upstream, dict) or isinstance(version, bool):
        raise NotJsonError("meta")
    if version is not None:
        own["version"] = str(version)
        own["versions"] = list(map(str, _known_option(options, "versions") or [version]))
    return {**given, "fastmcp": {**{key: one for key, one in upstream.items() if not key.startswith("_")}, **own}}


def _tags(options: Mapping[str, Constant]) -> set[str]:
    tags = options.get("tags")
    if tags is None:
        return set()
    if not isinstance(tags, (set, frozenset, list, tuple, str)):
        raise NotJsonError("tags")
    found = {_plain(one, "tags") for one in tags}
    if not all(isinstance(one, str) for one in found):
        raise NotJsonError("tags")
    return found


def _execution(options: Mapping[str, Constant], at: tuple[int, ...]) -> dict[str, Any] | None:
    """`ToolExecution(taskSupport=…)` unless tasks are forbidden: from `task`, else the server's `tasks`."""
    task = options.get("task")
    task = options.get("tasks") if task is None else task
    if task is None or task is False:
        return None
    if task is True:
        return {"taskSupport": "optional"}
    if isinstance(task, CallConstant) and not task.args:
        mode = _plain(task.kwargs.get("mode", "optional"), "task")
        return None if mode == "forbidden" else {"taskSupport": mode}
    raise NotJsonError("task")


def _app(app: Constant) -> Any:
    """`app_config_to_meta_dict`: a dict as it is, an `AppConfig` in camel case without None. Others need the renderer's own."""
    if isinstance(app, dict):
        return _plain(app, "app")
    if isinstance(app, CallConstant) and app.of.rpartition(".")[2] == "AppConfig" and not app.args:
        found = {camel(key) if camel(key) in _APP else key: _config(one) for key, one in app.kwargs.items()}
        return {key: one for key, one in found.items() if one is not None}
    raise NotJsonError("app")


def _config(value: Constant) -> Any:
    if not isinstance(value, CallConstant):
        return _plain(value, "app")
    found = {camel(key) if camel(key) in _NESTED else key: _plain(one, "app") for key, one in value.kwargs.items()}
    return {key: one for key, one in found.items() if one is not None}


def _known_option(options: Mapping[str, Constant], name: str) -> Any:
    return _plain(options.get(name), name)


def _plain(value: Constant, name: str) -> Any:
    try:
        return json_value(value)
    except NotJsonError:
        raise NotJsonError(name) from None
