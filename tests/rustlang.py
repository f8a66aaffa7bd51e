"""Generated Rust at work: crates are written, formatted, held to clippy, built and run by cargo itself.

Each test has a folder of its own (`kept.py`) that it holds alone, and all share what cargo has built, which lets one process in at a
time. Both stay: what has not changed is not built again.
"""

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from corpus import Outcome, Row
from kept import kept
from toolc.config import RustOptions, TargetOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets.register import TARGETS
from toolc.targets.rust.encode import identifier
from toolc.targets.rust.naming import identifiers

ROOT = Path(__file__).resolve().parents[1]
WORK = kept("rust")
BUILT = WORK / "built"

BUILDING = {
    "CARGO_TARGET_DIR": str(BUILT),
    "CARGO_INCREMENTAL": "0",
    "CARGO_PROFILE_DEV_DEBUG": "0",
    "CARGO_PROFILE_DEV_CODEGEN_UNITS": "4",
    "CARGO_PROFILE_DEV_PANIC": "abort",
    "RUSTC_WORKSPACE_WRAPPER": "clippy-driver",
    "RUSTFLAGS": "-D warnings",
}
"""Clippy compiles the crates of a workspace itself, and its warnings are errors. `cargo clippy` before `cargo build` would compile
what they depend on, most of the work, once for each."""

LIBRARIES = """\
reqwest = { version = "0.13", default-features = false }
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt", "sync", "time"] }

[dependencies.rmcp]
version = "=3.9.0"
default-features = false
features = ["client", "transport-child-process", "transport-streamable-http-client-reqwest"]
"""
"""What programs that call servers are made with: all of them the same, so that it is compiled once."""

MANIFEST = """\
[workspace]
members = ["rust/*"]

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

use corpus::{Answer, AsJson, Checks, Client, Json, Object, ToolError, ToolSpec, Transport};

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
        let client = Client::new(Echo(row.get("value").unwrap().clone())).checks(Checks::Full);
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
    path = f"{os.environ.get('PATH', '')}{os.pathsep}{Path.home() / '.cargo/bin'}"
    if shutil.which("cargo", path=path) is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("cargo is missing: no generated Rust can be compiled")
    environment = {**os.environ, **BUILDING, "PATH": path}
    command = ["cargo", *words]
    return subprocess.run(command, cwd=folder, input=given, env=environment, capture_output=True, text=True, check=False)


@contextmanager
def workspace(name: str, files: Mapping[str, str]) -> Iterator[Path]:
    """A folder with these files and no others, for whoever asked first. Generated crates in `rust` are its members."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    with (WORK / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for old in folder.rglob("*"):
            if old.is_file() and old.name != "Cargo.lock" and old.relative_to(folder).as_posix() not in files:
                old.unlink()
        for path, text in files.items():
            here = folder / path
            here.parent.mkdir(parents=True, exist_ok=True)
            if not here.exists() or here.read_text("utf-8") != text:
                here.write_text(text, "utf-8")
        yield folder


def built(folder: Path, crates: Sequence[str]) -> None:
    """Builds a workspace that rustfmt would leave as it is and clippy (`BUILDING`) has nothing to say of; its own program may be
    formatted as it likes."""
    cargo("fmt", *(word for crate in crates for word in ("-p", crate)), "--", "--check", "--color", "never", folder=folder)
    cargo("build", "--quiet", "--workspace", folder=folder)


def read_and_written(bundle: Bundle, rows: Sequence[Row], _folder: Path) -> list[Outcome]:
    """What the client of a bundle called `corpus` makes of values.

    The crate of the fixture is built beside it: it has names that mean something to Rust.
    """
    files, _ = emit(bundle, [TARGETS["rust"]], Options(own=TargetOptions(rust=RustOptions(open_objects="extra"))))
    texts = {file.path: file.text for file in files}
    fixture = ROOT / "fixtures/targets/rustlang/expected"
    texts |= {path.relative_to(fixture).as_posix(): path.read_text("utf-8") for path in (fixture / "rust").rglob("*.*")}
    at = {tool.name: at for at, tool in enumerate(bundle.packages[0].servers[0].tools)}
    given = "".join(json.dumps({"at": at[row.tool], "value": row.value}) + "\n" for row in rows)
    with workspace("corpus", {**texts, "Cargo.toml": MANIFEST, "src/main.rs": MAIN + _ways(bundle)}) as folder:
        built(folder, ["corpus", "input"])
        done = subprocess.run([BUILT / "debug/corpus_in_rust"], input=given, capture_output=True, text=True, check=True)
    answers = map(json.loads, done.stdout.strip().split("\n"))
    return [Outcome(one.get("value"), one.get("error", ""), tuple(map(tuple, one.get("issues", ())))) for one in answers]


def _ways(bundle: Bundle) -> str:
    package = bundle.packages[0]
    methods = [identifier(one.method) for one in identifiers(package.types, package.servers[0].tools).tools]
    listed = "".join(f"        |client| said(client.{method}()),\n" for method in methods)
    return f"\nfn ways() -> Vec<fn(&Client<Echo>) -> Json> {{\n    vec![\n{listed}    ]\n}}\n"
