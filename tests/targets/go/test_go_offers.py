"""Addresses of resources in a client in Go are filled in as RFC 6570 has it; only a transport that speaks MCP is asked for them."""

import json
from pathlib import Path

from client_bundles import served, tool
from golang import accepted, go
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.go import TARGET

VALUES = {"var": "value", "hello": "Hello World!", "path": "/foo/bar", "x": "1024", "y": "768", "empty": "", "who": "fred"}
FILLED = {
    "{var}": "value", "{x,y}": "1024,768", "O{empty}X": "OX", "{+path}/here": "/foo/bar/here", "{+x,path}": "1024,/foo/bar",
    "X{#hello}": "X#Hello%20World!", "{#path,x}here": "#/foo/bar,1024here", "X{.x,y}": "X.1024.768",
    "{/who,x}": "/fred/1024", "{;x,y}": ";x=1024;y=768", "{?x,y}": "?x=1024&y=768", "{?x,y,gone}": "?x=1024&y=768",
    "{?gone}": "", "?f=1{&x}": "?f=1&x=1024", "{path*}": "/foo/bar", "{path}": "%2Ffoo%2Fbar",
}  # fmt: skip
"""RFC 6570, sections 3.2.2 to 3.2.9."""

TEST = """\
package demo

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

func TestOffers(t *testing.T) {
	var filled map[string]string
	if err := json.Unmarshal([]byte(%s), &filled); err != nil {
		t.Fatal(err)
	}
	for template, wanted := range filled {
		if got := expanded(template, json.RawMessage(%s)); got != wanted {
			t.Error(template, got, wanted)
		}
	}
	_, err := NewClient(&JSONPostTransport{URL: "http://localhost:1"}).StockResource(context.Background())
	if err == nil || !strings.Contains(err.Error(), "nothing but tools") {
		t.Error(err)
	}
	if len(Tools) != 1 {
		t.Error(Tools)
	}
}
"""


def test_addresses_are_filled_in(tmp_path: Path) -> None:
    names = Names()
    files, _ = emit(served([tool("greet_prompt", {"type": "object"}, names)], names), [TARGET], Options())
    given = (f"`{json.dumps(one)}`" for one in (FILLED, VALUES))
    accepted({**{file.path: file.text for file in files}, "go/demo/offers_test.go": TEST % tuple(given)}, tmp_path)
    go("test", "./...", folder=tmp_path)
