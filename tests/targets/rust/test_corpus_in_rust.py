"""Many schemas in Rust: everything compiles, rustfmt and clippy are content; what is valid is read and written again without a
change, the rest is refused in the words of the Python client."""

import json
import subprocess
import sys
from types import ModuleType
from typing import Any

from corpus import corpus, same
from rustlang import BUILT, built, workspace
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets import TARGETS
from toolc.targets.rust.encode import identifier
from toolc.targets.rust.naming import identifiers

MANIFEST = """\
[workspace]
members = ["rust/corpus"]

[package]
name = "corpus_in_rust"
version = "0.0.0"
edition = "2021"

[dependencies]
corpus = { path = "rust/corpus" }
"""

# Nothing waits for anything here, so a future is done when it is asked. `ways` has a function for each tool.
MAIN = """\
use std::future::Future;
use std::io::BufRead;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use corpus::{Answer, AsJson, Client, Json, Object, ToolError, ToolSpec, Transport};

struct Echo(Json);

impl Transport for Echo {
    fn call_tool<'a>(&'a self, _: &'static ToolSpec, _: Json) -> Answer<'a> {
        Box::pin(async { Ok(self.0.clone()) })
    }
}

fn said<T: AsJson>(call: impl Future<Output = Result<T, ToolError>>) -> Json {
    let mut call = pin!(call);
    let Poll::Ready(answer) = call.as_mut().poll(&mut Context::from_waker(Waker::noop())) else {
        return Json::Null;
    };
    let mut said = Object::new();
    match answer.and_then(|value| value.to_json().map_err(|misfit| ToolError::transport("", misfit))) {
        Ok(value) => {
            said.insert("value", value);
        }
        Err(error) => {
            let issues = error.issues.iter().map(|issue| {
                let parts = [&issue.path, &issue.keyword, &issue.message];
                Json::Array(parts.map(|part| Json::from(part.as_str())).to_vec())
            });
            said.insert("issues", issues.collect::<Vec<_>>());
            said.insert("error", error.message);
        }
    }
    Json::Object(said)
}

fn main() {
    let ways = ways();
    for line in std::io::stdin().lock().lines() {
        let row: Json = line.unwrap().parse().unwrap();
        let at = row.get("at").and_then(Json::as_number).and_then(corpus::Number::as_i64).unwrap();
        let client = Client::new(Echo(row.get("value").unwrap().clone()));
        println!("{}", ways[at as usize](&client));
    }
}
"""


def test_the_corpus() -> None:
    bundle, rows = corpus()
    files, _ = emit(bundle, [TARGETS["rust"], TARGETS["python"]], Options())
    texts = {file.path: file.text for file in files}
    module = _module(texts.pop("python/corpus.py"))
    tools = bundle.packages[0].servers[0].tools
    at = {tool.name: at for at, tool in enumerate(tools)}
    given = "".join(json.dumps({"at": at[row.tool], "value": row.value}) + "\n" for row in rows)
    with workspace("corpus", {**texts, "Cargo.toml": MANIFEST, "src/main.rs": MAIN + _ways(bundle)}) as folder:
        built(folder, ["corpus"])
        done = subprocess.run([BUILT / "debug/corpus_in_rust"], input=given, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.strip().split("\n")]
    wrong = []
    for row, answer in zip(rows, answers, strict=True):
        issues = [[one.path, one.keyword, one.message] for one in module.check(tools[at[row.tool]].output_schema, row.value)]
        kept = not row.valid or ("value" in answer and same(answer["value"], row.value))
        if answer.get("issues", []) != issues or bool(issues) is row.valid or not kept:
            wrong.append((row, answer))
    assert wrong == []
    assert len(rows) > 2000


def _ways(bundle: Bundle) -> str:
    package = bundle.packages[0]
    methods = [identifier(one.method) for one in identifiers(package.types, package.servers[0].tools).tools]
    listed = "".join(f"        |client| said(client.{method}()),\n" for method in methods)
    return f"\nfn ways() -> Vec<fn(&Client<Echo>) -> Json> {{\n    vec![\n{listed}    ]\n}}\n"


def _module(source: str) -> Any:
    module = sys.modules["corpus_in_python"] = ModuleType("corpus_in_python")
    exec(compile(source, "corpus_in_python.py", "exec"), module.__dict__)
    return module
