"""Many schemas in Go: everything compiles, gofmt and vet are content; what is valid is read and written again without a change,
the rest is refused in the words of the Python client."""

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from corpus import corpus, same
from golang import accepted, go
from toolc.emit import Options, emit
from toolc.targets import TARGETS
from toolc.targets.go.naming import identifiers

MAIN = """\
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"

	"example.com/company/go/corpus"
)

type echo struct{ data json.RawMessage }

func (e *echo) CallTool(context.Context, *corpus.ToolSpec, json.RawMessage) (json.RawMessage, error) {
	return e.data, nil
}

type row struct {
	Method string
	Value  json.RawMessage
}

type said struct {
	Value  json.RawMessage
	Error  string
	Issues [][3]string
}

func main() {
	here := &echo{}
	client := reflect.ValueOf(corpus.NewClient(here))
	rows := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := json.NewEncoder(os.Stdout)
	for rows.More() {
		var one row
		if err := rows.Decode(&one); err != nil {
			panic(err)
		}
		here.data = one.Value
		results := client.MethodByName(one.Method).Call([]reflect.Value{reflect.ValueOf(context.Background())})
		var answer said
		var refused *corpus.ToolError
		if err, _ := results[1].Interface().(error); errors.As(err, &refused) {
			answer.Error = refused.Message
			for _, issue := range refused.Issues {
				answer.Issues = append(answer.Issues, [3]string{issue.Path, issue.Keyword, issue.Message})
			}
		} else if text, err := json.Marshal(results[0].Interface()); err != nil {
			answer.Error = err.Error()
		} else {
			answer.Value = text
		}
		out.Encode(answer)
	}
}
"""


def test_the_corpus(tmp_path: Path) -> None:
    bundle, rows = corpus()
    files, _ = emit(bundle, [TARGETS["go"], TARGETS["python"]], Options())
    written = {file.path: file.text for file in files}
    module = _module(written.pop("python/corpus.py"))
    accepted({**written, "main.go": MAIN}, tmp_path)
    (package,) = bundle.packages
    tools = package.servers[0].tools
    methods = {tool.name: own.method for tool, own in zip(tools, identifiers(package.types, tools).tools, strict=True)}
    schemas = {tool.name: tool.output_schema for tool in tools}
    given = "".join(json.dumps({"Method": methods[row.tool], "Value": row.value}) + "\n" for row in rows)
    answers = [json.loads(line) for line in go("run", ".", folder=tmp_path, given=given).strip().split("\n")]
    wrong = []
    for row, answer in zip(rows, answers, strict=True):
        issues = [[one.path, one.keyword, one.message] for one in module.check(schemas[row.tool], row.value)]
        kept = not row.valid or (not answer["Error"] and same(answer["Value"], row.value))
        if (answer["Issues"] or []) != issues or bool(issues) is row.valid or not kept:
            wrong.append((row, answer))
    assert wrong == []
    assert len(rows) > 2000


def _module(source: str) -> Any:
    module = sys.modules["corpus_in_python"] = ModuleType("corpus_in_python")
    exec(compile(source, "corpus_in_python.py", "exec"), module.__dict__)
    return module
