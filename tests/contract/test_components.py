"""Changes of prompts, resources and servers: each kind has its code in both directions, and comes through a lock."""

import pytest
from msgspec import structs

from harness import bundle
from toolc.contract.compare import compare
from toolc.contract.lock import lock_bytes, lock_entries, read_lock
from toolc.contract.rules import RULES
from toolc.ir import Bundle

HEAD = "from mcp.server.fastmcp import FastMCP\nfrom mcp.types import Annotations, Icon\n"
SERVER = f'{HEAD}mcp = FastMCP("shop")\n'
TOOL = "@mcp.tool()\ndef search(query: str) -> str: ...\n"
PROMPT = "@mcp.prompt(%s)\ndef draft(%s) -> str:\n    return %s\n"
COMPLETION = "@mcp.completion()\nasync def complete(ref, argument, context): ...\n"
STOCK = "@mcp.resource(%s)\ndef stock(): ...\n"


def prompt(facts: str = "", parameters: str = "", text: str = "'Draft.'") -> str:
    return SERVER + TOOL + PROMPT % (facts, parameters, text)


def resource(facts: str) -> str:
    return SERVER + TOOL + STOCK % facts


def template(facts: str) -> str:
    return SERVER + TOOL + STOCK.replace("()", "(b: str)") % facts


def fast(facts: str) -> str:
    """A prompt of FastMCP, which gives prompts `_meta`."""
    return "from fastmcp import FastMCP\nmcp = FastMCP('shop')\n" + PROMPT % (facts, "", "'Draft.'")


PLAIN = SERVER + TOOL
CASES = {
    "prompt": (PLAIN, prompt(), {"TD202"}, {"TD201"}),
    "argument demanded": (prompt(), prompt(parameters="a: str"), {"TD203"}, {"TD204"}),
    "argument offered": (prompt(), prompt(parameters="a: str = ''"), {"TD205"}, {"TD204"}),
    "argument optional": (prompt(parameters="a: str"), prompt(parameters="a: str = ''"), {"TD206"}, {"TD203"}),
    "text of a prompt": (prompt(), prompt(text="'Draft it.'"), {"TD207"}, {"TD207"}),
    "description of a prompt": (prompt(), prompt("description='D'"), {"TD150"}, {"TD150"}),
    "title of a prompt": (prompt(), prompt("title='D'"), {"TD151"}, {"TD151"}),
    "icon of a prompt": (prompt(), prompt("icons=[Icon(src='i')]"), {"TD155"}, {"TD155"}),
    "meta of a prompt": (fast(""), fast("meta={'a': 1}"), {"TD156"}, {"TD156"}),
    "resource": (PLAIN, resource("'a://b'"), {"TD212"}, {"TD211"}),
    "address": (resource("'a://b'"), resource("'a://c'"), {"TD211", "TD212"}, {"TD211", "TD212"}),
    "type of a resource": (resource("'a://b'"), resource("'a://b', mime_type='text/csv'"), {"TD213"}, {"TD213"}),
    "name of a resource": (resource("'a://b'"), resource("'a://b', name='n'"), {"TD214"}, {"TD214"}),
    "meta of a resource": (resource("'a://b'"), resource("'a://b', meta={'a': 1}"), {"TD156"}, {"TD156"}),
    "icon of a resource": (resource("'a://b'"), resource("'a://b', icons=[Icon(src='i')]"), {"TD155"}, {"TD155"}),
    "annotations of a resource": (
        resource("'a://b'"),
        resource("'a://b', annotations=Annotations(priority=0.5)"),
        {"TD214"},
        {"TD214"},
    ),
    "template": (PLAIN, template("'a://{b}'"), {"TD212"}, {"TD211"}),
    "address of a template": (template("'a://{b}'"), template("'c://{b}'"), {"TD211", "TD212"}, {"TD211", "TD212"}),
    "type of a template": (template("'a://{b}'"), template("'a://{b}', mime_type='text/csv'"), {"TD213"}, {"TD213"}),
    "name of a template": (template("'a://{b}'"), template("'a://{b}', name='n'"), {"TD214"}, {"TD214"}),
    "meta of a template": (template("'a://{b}'"), template("'a://{b}', meta={'a': 1}"), {"TD156"}, {"TD156"}),
    "icon of a server": (PLAIN, PLAIN.replace('"shop"', '"shop", icons=[Icon(src="i")]'), {"TD222"}, {"TD222"}),
    "address not known": (resource("'a://b'"), resource("open('x').read()"), {"TD211", "TD212"}, {"TD211", "TD212"}),
    "instructions": (PLAIN, PLAIN.replace('"shop"', '"shop", instructions="I"'), {"TD221"}, {"TD221"}),
    "website": (PLAIN, PLAIN.replace('"shop"', '"shop", website_url="https://a.b"'), {"TD222"}, {"TD222"}),
    "completions": (PLAIN, PLAIN + COMPLETION, {"TD224"}, {"TD223"}),
    "nothing": (prompt(), prompt(), set(), set()),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_has_its_code(case: str) -> None:
    old, new, there, back = CASES[case]
    before, after = bundle(old), bundle(new)
    assert codes(before, after) == there
    assert codes(after, before) == back
    assert codes(locked(before), locked(after)) == there
    assert codes(locked(before), before) == set()


def codes(old: Bundle, new: Bundle) -> set[str]:
    return {change.code for change in compare(old, new, {}) if change.code != "TD190"}


def locked(made: Bundle) -> Bundle:
    return read_lock(lock_bytes(lock_entries(made), "1"), "toolc.lock")


def test_a_side_that_does_not_know_what_a_server_can_do_says_nothing_of_it() -> None:
    able, package = bundle(PLAIN + COMPLETION), bundle(PLAIN).packages[0]
    (server,) = package.servers
    assert server.info is not None
    silent = structs.replace(server, info=structs.replace(server.info, capabilities=None))
    before = Bundle((structs.replace(package, servers=(silent,)),))
    assert codes(before, able) == codes(able, before) == set()


def test_a_list_of_tools_alone_says_nothing_of_prompts() -> None:
    whole = bundle(prompt())
    package = whole.packages[0]
    alone = Bundle(
        (
            type(package)(
                package.name, tuple(type(one)(one.name, one.system, one.envelope, tools=one.tools) for one in package.servers)
            ),
        )
    )
    assert codes(alone, whole) == codes(whole, alone) == set()


def test_every_rule_of_components_is_in_a_case() -> None:
    found = {code for _, _, there, back in CASES.values() for code in (*there, *back)}
    assert {number for number in RULES if number.startswith("TD2")} <= found
