"""Generated Go at work: modules are written, formatted, vetted, built and run by Go itself."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from corpus import Outcome, Row
from toolc.config import GoOptions, TargetOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets.go.naming import identifiers
from toolc.targets.register import TARGETS

BUILDING = {**os.environ, "CGO_ENABLED": "0", "GOFLAGS": f"{os.environ.get('GOFLAGS', '')} '-gcflags=all=-N -l'".strip()}
"""Programs that run for a second are not worth optimising, nor is the standard library that is compiled with them."""

MODULE = "module example.com/company\n\ngo 1.22\n"

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
	client := reflect.ValueOf(corpus.NewClient(here).WithChecks(corpus.CheckFull))
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


def go(*words: str, folder: Path, given: str = "") -> str:
    """What a command of Go prints; a skip where there is no Go, a failure in CI."""
    found = shutil.which("go")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Go is missing: no generated Go can be compiled")
    program = str(Path(found).with_name("gofmt")) if words[0] == "gofmt" else found
    arguments = words[1:] if words[0] == "gofmt" else words
    done = subprocess.run(
        [program, *arguments], cwd=folder, input=given, env=BUILDING, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def accepted(files: Mapping[str, str], folder: Path) -> None:
    """Writes a module of these files, which gofmt would leave as they are and vet has nothing to say of."""
    for path, text in {"go.mod": MODULE, **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    assert go("gofmt", "-l", ".", folder=folder) == ""
    go("vet", "./...", folder=folder)


def read_and_written(bundle: Bundle, rows: Sequence[Row], folder: Path) -> list[Outcome]:
    """What the client of a bundle called `corpus` makes of values; gofmt and vet are content with it."""
    files, _ = emit(bundle, [TARGETS["go"]], Options(own=TargetOptions(go=GoOptions(open_objects="extra"))))
    accepted({**{file.path: file.text for file in files}, "main.go": MAIN}, folder)
    (package,) = bundle.packages
    tools = package.servers[0].tools
    methods = {tool.name: own.method for tool, own in zip(tools, identifiers(package.types, tools).tools, strict=True)}
    given = "".join(json.dumps({"Method": methods[row.tool], "Value": row.value}) + "\n" for row in rows)
    answers = map(json.loads, go("run", ".", folder=folder, given=given).strip().split("\n"))
    return [Outcome(one["Value"], one["Error"], tuple(map(tuple, one["Issues"] or ()))) for one in answers]
