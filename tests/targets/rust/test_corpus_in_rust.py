"""Many schemas in Rust: everything compiles, rustfmt and clippy are content; what is valid is read and written again without a
change, the rest is refused in the words of the Python client."""

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from corpus import corpus, same
from rustlang import cargo, written
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
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use corpus::{Answer, AsJson, Client, Json, Object, ToolError, ToolSpec, Transport};

struct Echo(Json);

impl Transport for Echo {
    fn call_tool<'a>(&'a self, _: &'static ToolSpec, _: Json) -> Answer<'a> {
        Box::pin(async { Ok(self.0.clone()) })
    }
}

struct Nobody;

impl Wake for Nobody {
    fn wake(self: Arc<Self>) {}
}

fn said<T: AsJson>(call: impl Future<Output = Result<T, ToolError>>) -> Json {
    let waker = Waker::from(Arc::new(Nobody));
    let mut call = pin!(call);
    let Poll::Ready(answer) = call.as_mut().poll(&mut Context::from_waker(&waker)) else {
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


def test_the_corpus(tmp_path: Path) -> None:
    bundle, rows = corpus()
    files, _ = emit(bundle, [TARGETS["rust"], TARGETS["python"]], Options())
    texts = {file.path: file.text for file in files}
    module = _module(texts.pop("python/corpus.py"))
    written({**texts, "Cargo.toml": MANIFEST, "src/main.rs": MAIN + _ways(bundle)}, tmp_path)
    cargo("fmt", "-p", "corpus", "--check", folder=tmp_path)
    cargo("clippy", "--quiet", "-p", "corpus", "--", "-D", "warnings", folder=tmp_path)
    tools = bundle.packages[0].servers[0].tools
    at = {tool.name: at for at, tool in enumerate(tools)}
    given = "".join(json.dumps({"at": at[row.tool], "value": row.value}) + "\n" for row in rows)
    answers = [json.loads(line) for line in cargo("run", "--quiet", folder=tmp_path, given=given).strip().split("\n")]
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
