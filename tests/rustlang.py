"""Generated Rust at work: crates are written, formatted, held to clippy, built and run by cargo itself.

All tests share what cargo has built, in `.work/cargo`; cargo lets one of its processes in at a time.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from corpus import Row, Said
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets import TARGETS
from toolc.targets.rust.encode import identifier
from toolc.targets.rust.naming import identifiers

BUILT = Path(__file__).resolve().parents[1] / ".work/cargo"

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


def cargo(*words: str, folder: Path, given: str = "") -> str:
    """What a command of cargo prints; a skip where there is no cargo, a failure in CI."""
    done = cargo_answer(*words, folder=folder, given=given)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


def cargo_answer(*words: str, folder: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """The same, whether it succeeds or not."""
    found = shutil.which("cargo", path=f"{os.environ.get('PATH', '')}{os.pathsep}{Path.home() / '.cargo/bin'}")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("cargo is missing: no generated Rust can be compiled")
    path = f"{Path(found).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    # What Cargo.lock would say is the machine's; what is built in one folder must not depend on the folder of a test.
    environment = {
        **os.environ,
        "PATH": path,
        "CARGO_TARGET_DIR": str(BUILT),
        "CARGO_TERM_COLOR": "never",
        "CARGO_INCREMENTAL": "0",
    }
    command = [found, *words]
    return subprocess.run(command, cwd=folder, input=given, env=environment, capture_output=True, text=True, check=False)


def written(files: Mapping[str, str], folder: Path) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def accepted(folder: Path, *features: str) -> None:
    """A crate, and those in the same workspace, that rustfmt would leave as they are and clippy has nothing to say of."""
    cargo("fmt", "--all", "--check", folder=folder)
    cargo("clippy", "--quiet", "--workspace", *features, "--", "-D", "warnings", folder=folder)


def read_and_written(bundle: Bundle, rows: Sequence[Row], folder: Path) -> list[Said]:
    """What the client of a bundle called `corpus` makes of values; rustfmt and clippy are content with it."""
    files, _ = emit(bundle, [TARGETS["rust"]], Options())
    texts = {file.path: file.text for file in files}
    written({**texts, "Cargo.toml": MANIFEST, "src/main.rs": MAIN + _ways(bundle)}, folder)
    cargo("fmt", "-p", "corpus", "--check", folder=folder)
    cargo("clippy", "--quiet", "-p", "corpus", "--", "-D", "warnings", folder=folder)
    at = {tool.name: at for at, tool in enumerate(bundle.packages[0].servers[0].tools)}
    given = "".join(json.dumps({"at": at[row.tool], "value": row.value}) + "\n" for row in rows)
    answers = map(json.loads, cargo("run", "--quiet", folder=folder, given=given).strip().split("\n"))
    return [Said(one.get("value"), one.get("error", ""), tuple(map(tuple, one.get("issues", ())))) for one in answers]


def _ways(bundle: Bundle) -> str:
    package = bundle.packages[0]
    methods = [identifier(one.method) for one in identifiers(package.types, package.servers[0].tools).tools]
    listed = "".join(f"        |client| said(client.{method}()),\n" for method in methods)
    return f"\nfn ways() -> Vec<fn(&Client<Echo>) -> Json> {{\n    vec![\n{listed}    ]\n}}\n"
