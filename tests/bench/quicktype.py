"""quicktype's code for many schemas, each in a package or module of its own: which of it compiles, and what it makes of values.

Takes schemas and rows, gives counts. Every type that a schema is for is called `Answer`.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from corpus import Row, same  # noqa: E402 - beside this folder
from golang import MODULE, go  # noqa: E402
from java import LIBRARIES, classpath, java, program  # noqa: E402
from rustlang import cargo_answer  # noqa: E402

GO = """\
package main

import (
	"bufio"
	"encoding/json"
	"os"

IMPORTS)

type row struct {
	At    string
	Value json.RawMessage
}

type said struct {
	Value json.RawMessage
	Error string
}

func read[T any](parse func([]byte) (T, error)) func([]byte) said {
	return func(data []byte) said {
		value, err := parse(data)
		if err != nil {
			return said{Error: err.Error()}
		}
		text, err := json.Marshal(&value)
		if err != nil {
			return said{Error: err.Error()}
		}
		return said{Value: text}
	}
}

var readers = map[string]func([]byte) said{
READERS}

func main() {
	rows := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := json.NewEncoder(os.Stdout)
	for rows.More() {
		var one row
		if err := rows.Decode(&one); err != nil {
			panic(err)
		}
		out.Encode(readers[one.At](one.Value))
	}
}
"""
MANIFEST = """\
[package]
name = "quicktype"
version = "0.0.0"
edition = "2021"

[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["raw_value"] }
"""
RUST = """\
#![allow(warnings)]
use std::io::BufRead;

use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::value::RawValue;

#[derive(serde::Deserialize)]
struct Row {
    #[serde(rename = "At")]
    at: String,
    #[serde(rename = "Value")]
    value: Box<RawValue>,
}

fn read<T: DeserializeOwned + Serialize>(data: &str) -> String {
    match serde_json::from_str::<T>(data).and_then(|value| serde_json::to_string(&value)) {
        Ok(text) => format!("{{\\"Value\\": {text}, \\"Error\\": \\"\\"}}"),
        Err(error) => serde_json::json!({"Error": error.to_string()}).to_string(),
    }
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let row: Row = serde_json::from_str(&line.unwrap()).unwrap();
        let said = match row.at.as_str() {
READERS            _ => unreachable!(),
        };
        println!("{said}");
    }
}

MODULES"""

JAVA = """\
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Scanner;
import java.util.stream.Stream;

final class Rows {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        for (Scanner in = new Scanner(System.in, "UTF-8").useDelimiter("\\n"); in.hasNext();) {
            JsonNode row = mapper.readTree(in.next());
            Class<?> converter = Class.forName(row.get("At").asText() + ".Converter");
            ObjectNode said = mapper.createObjectNode();
            try {
                Object read = named(converter, "fromJsonString").invoke(null, row.get("Value").toString());
                said.set("Value", mapper.readTree((String) named(converter, "toJsonString").invoke(null, read)));
            } catch (InvocationTargetException thrown) {
                said.put("Error", String.valueOf(thrown.getCause()));
            }
            out.println(said);
        }
    }

    private static Method named(Class<?> owner, String name) {
        return Stream.of(owner.getMethods()).filter(one -> one.getName().equals(name)).findFirst().orElseThrow();
    }
}
"""


class Peer:
    """quicktype for one language. `broken` names the modules that do not compile."""

    language: str
    reader: str  # what is in the code of a schema whose values can be read

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def place(self, name: str) -> Path:
        raise NotImplementedError

    def broken(self, names: Sequence[str]) -> set[str]:
        raise NotImplementedError

    def read_and_written(self, names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        raise NotImplementedError

    def counted(self, schemas: Mapping[str, Any], rows: Sequence[Row]) -> Counter[str]:
        """What comes of the schemas."""
        names = {tool: f"p{at}" for at, tool in enumerate(schemas)}
        listed = [{"name": names[tool], "schema": one, "file": str(self.place(names[tool]))} for tool, one in schemas.items()]
        (self.folder / "schemas.json").write_text(json.dumps(listed))
        command = ["node", str(HERE / "clients/quicktype-languages.mjs"), self.language, "schemas.json"]
        failed = json.loads(subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout)
        made = [name for name in names.values() if name not in failed]
        broken = self.broken(made)
        good = [name for name in made if name not in broken]
        parsed = [name for name in good if re.search(self.reader, (self.folder / self.place(name)).read_text("utf-8"))]
        asked = [row for row in rows if row.valid and names[row.tool] in parsed]
        answers = self.read_and_written(parsed, ({"At": names[row.tool], "Value": row.value} for row in asked))
        found = Counter(
            outcome("Value" in one and same(one["Value"], row.value), one.get("Error", ""))
            for row, one in zip(asked, answers, strict=True)
        )
        return found + Counter(
            {"fails": len(failed), "does not compile": len(broken), "has no reader": len(good) - len(parsed)}
        )


class Go(Peer):
    language, reader = "go", r"func UnmarshalAnswer\("

    def place(self, name: str) -> Path:
        return Path(name, "types.go")

    def broken(self, names: Sequence[str]) -> set[str]:
        (self.folder / "go.mod").write_text(MODULE)
        built = subprocess.run(["go", "build", "./..."], cwd=self.folder, capture_output=True, text=True, check=False).stderr
        found = re.findall(r"^# example\.com/company/(p\d+)$", built, re.MULTILINE)
        return {*found, *(Path(one).parts[0] for one in re.findall(r"^(?:\./)?(p\d+/types\.go):", built, re.MULTILINE))}

    def read_and_written(self, names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        imports = "".join(f'\t"example.com/company/{name}"\n' for name in names)
        readers = "".join(f'\t"{name}": read({name}.UnmarshalAnswer),\n' for name in names)
        (self.folder / "main.go").write_text(GO.replace("IMPORTS", imports).replace("READERS", readers))
        said = go("run", ".", folder=self.folder, given=_lines(rows))
        return [json.loads(line) for line in said.strip().split("\n")]


class Rust(Peer):
    language, reader = "rust", r"pub (struct|enum|type) Answer\b"

    def place(self, name: str) -> Path:
        return Path("src", f"{name}.rs")

    def broken(self, names: Sequence[str]) -> set[str]:
        """The compiler stops after the first stage that finds something, so it is asked until it has nothing to say."""
        (self.folder / "Cargo.toml").write_text(MANIFEST)
        bad: set[str] = set()
        while True:
            self._main([name for name in names if name not in bad], ())
            said = cargo_answer("check", "--quiet", "--message-format", "json", folder=self.folder).stdout
            more = set(re.findall(r'"file_name":"src/(p\d+)\.rs"', "\n".join(_errors(said)))) - bad
            if not more:
                return bad
            bad |= more

    def read_and_written(self, names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        self._main(names, names)
        done = cargo_answer("run", "--quiet", folder=self.folder, given=_lines(rows))
        assert done.returncode == 0, done.stderr[-2000:]
        return [json.loads(line) for line in done.stdout.strip().split("\n")]

    def _main(self, modules: Sequence[str], read: Sequence[str]) -> None:
        readers = "".join(f'            "{name}" => read::<{name}::Answer>(row.value.get()),\n' for name in read)
        declared = "".join(f"mod {name};\n" for name in modules)
        (self.folder / "src/main.rs").write_text(RUST.replace("READERS", readers).replace("MODULES", declared))


class Java(Peer):
    language, reader = "java", "fromJsonString"

    def place(self, name: str) -> Path:
        return Path(name, "Converter.java")

    def broken(self, names: Sequence[str]) -> set[str]:
        """As with Rust."""
        bad: set[str] = set()
        while more := self._refused([name for name in names if name not in bad]) - bad:
            bad |= more
        return bad

    def _refused(self, names: Sequence[str]) -> set[str]:
        (self.folder / "Rows.java").write_text(JAVA)
        sources = [path.relative_to(self.folder).as_posix() for name in names for path in (self.folder / name).glob("*.java")]
        (self.folder / "sources").write_text("\n".join(f'"{one}"' for one in ("Rows.java", *sources)))
        words = [
            "-Xmaxerrs",
            "100000",
            "-nowarn",
            "-proc:none",
            "-encoding",
            "UTF-8",
            "-cp",
            classpath(LIBRARIES),
            "-d",
            "classes",
        ]
        command = [program("javac"), *words, "@sources"]
        said = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        return set(re.findall(r"^(p\d+)/[^:\n]*\.java:\d+: error:", said.stderr, re.MULTILINE))

    def read_and_written(self, names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        said = java(classpath(LIBRARIES, self.folder / "classes"), "Rows", given=_lines(rows))
        return [json.loads(line) for line in said.strip().split("\n")]


def outcome(same: bool, error: str) -> str:
    """What became of a valid value."""
    return "refused" if error else "right" if same else "changed"


def _errors(said: str) -> Iterable[str]:
    return (line for line in said.splitlines() if '"level":"error"' in line)


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)
