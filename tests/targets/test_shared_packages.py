"""Layout `shared`: the packages of an output have one with their support code, which each language's own tool builds with them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import kotlin
from client_bundles import bundle, served, tool
from effort import ALL, long
from golang import go
from java import COMPILER, LIBRARIES, classpath, java, maven
from making import MYPY_CACHE
from rustlang import built, cargo, workspace
from toolc.config import GoOptions, JvmOptions, PythonOptions, RustOptions, TargetOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle, Package
from toolc.schema.view.names import Names
from toolc.targets.register import TARGETS

ORDER = {
    "title": "Order",
    "type": "object",
    "properties": {
        "id": {"type": "string", "format": "uuid", "minLength": 2},
        "day": {"type": "string", "format": "date"},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "state": {"enum": ["open", "done"]},
        "pair": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
        "payment": {
            "discriminator": {"propertyName": "kind"},
            "oneOf": [{"$ref": "#/$defs/Card"}, {"$ref": "#/$defs/Invoice"}],
        },
        "tree": {"$ref": "#/$defs/Tree"},
        "prices": {"type": "object", "additionalProperties": {"type": "number"}},
    },
    "required": ["id", "payment"],
    "$defs": {
        "Card": {
            "type": "object",
            "properties": {"kind": {"const": "card"}, "number": {"type": "string"}},
            "required": ["kind", "number"],
        },
        "Invoice": {
            "type": "object",
            "properties": {"kind": {"const": "invoice"}, "days": {"type": "integer", "default": 30}},
            "required": ["kind"],
        },
        "Tree": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
    },
}
"""A type of each kind that support code reads."""

ASKED = {"type": "object", "properties": {"id": {"type": "string", "minLength": 2}}, "required": ["id"]}
WORDS = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
PAID = {
    "title": "Paid",
    "type": "object",
    "properties": {"card": {"$ref": "#/$defs/Card"}},
    "$defs": {"Card": ORDER["$defs"]["Card"]},
}


def _packages() -> Bundle:
    """One package with prompts and resources too, one without, and one whose name is that of the common one."""
    names, others, further = Names(), Names(), Names()
    orders = served([tool("get_order", ASKED, names, ORDER), tool("say", WORDS, names, PAID)], names, package="orders")
    billing = bundle([tool("get_bill", ASKED, others, ORDER)], others, "billing")
    support = bundle([tool("say", WORDS, further)], further, "toolc-support")
    return Bundle(tuple(package for one in (orders, billing, support) for package in one.packages))


def _files(target: str, *packages: Package, **own: Any) -> Mapping[str, str]:
    given = Bundle(packages) if packages else _packages()
    files, _ = emit(given, [TARGETS[target]], Options(own=TargetOptions(**own)))
    return {file.path: file.text for file in files}


def test_a_definition_of_several_schemas_stands_once(tmp_path: Path) -> None:
    text = '{"properties":{"kind":{"const":"card"},"number":{"type":"string"}},"required":["kind","number"]'
    for target in OWN:
        files = _files(target, **{target: OWN[target]})
        written = "".join(files.values()).replace('\\"', '"').replace("\n", "").replace(" ", "").replace('"type":"object",', "")
        written = written.replace(",}", "}").replace(",]", "]")
        assert written.count(text) == 2, target  # another package has it too


def write(files: Mapping[str, str], folder: Path) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


OWN: Mapping[str, Any] = {
    "python": PythonOptions(layout="shared"),
    "go": GoOptions(layout="shared"),
    "rust": RustOptions(layout="shared", formats="native"),
    "java": JvmOptions(layout="shared"),
    "kotlin": JvmOptions(layout="shared"),
}


@pytest.mark.parametrize("target", OWN)
def test_support_code_stands_once_and_whoever_is_compiled_alone_writes_the_same(target: str) -> None:
    own = {target: OWN[target]}
    files = _files(target, **own)
    marks = {
        "python": "class ToolError",
        "go": "type ToolError ",
        "rust": "pub struct ToolError",
        "java": "class ToolException",
    }
    mark = marks.get(target, "class ToolException")
    assert len([text for text in files.values() if mark in text]) == 1
    for package in _packages().packages:
        assert _files(target, package, **own).items() <= files.items() or package.name == "toolc-support"


RUST = """\
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

struct Echo;

impl orders::Transport for Echo {
    fn call_tool<'a>(&'a self, _: &'static orders::ToolSpec, given: orders::Json) -> orders::Answer<'a> {
        let id = given.get("id").cloned().unwrap_or_default();
        let text = format!(r#"{{"id": {id}, "payment": {{"kind": "invoice"}}, "state": "new", "pair": [1, "a"], "tree": [[]]}}"#);
        Box::pin(async move { Ok(text.parse().unwrap()) })
    }
}

fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("waits"),
    }
}

/// One function for the errors of all clients.
fn path(error: toolc_support::ToolError) -> String {
    error.issues[0].path.clone()
}

fn main() {
    let order = now(orders::Client::new(Echo).get_order(&orders::GetOrderArgs::new("o1"))).unwrap();
    let bill = now(billing::Client::new(Echo).get_bill(&billing::GetBillArgs::new("b1"))).unwrap();
    assert!(matches!(order.payment, orders::GetOrderResultPayment::Invoice(one) if one.days == 30));
    assert_eq!(bill.id, "b1");
    let refused = now(billing::Client::new(Echo).get_bill(&billing::GetBillArgs::new("b"))).unwrap_err();
    assert_eq!(path(refused), "/id");
    let refused = now(orders::Client::new(Echo).get_order(&orders::GetOrderArgs::new("o"))).unwrap_err();
    assert_eq!(path(refused), "/id");
    println!("{}", orders::parse_tool_call(r#"{"name": "say", "args": {"text": "a"}}"#).unwrap().tool.name);
}
"""

WORKSPACE = """\
[workspace]
members = ["rust/*"]

[package]
name = "shared_in_rust"
version = "0.0.0"
edition = "2021"

[dependencies]
orders = { path = "rust/orders" }
billing = { path = "rust/billing" }
toolc-support = { path = "rust/toolc_support" }
"""


def test_cargo_builds_crates_that_share_one() -> None:
    files = {**_files("rust", rust=OWN["rust"]), "Cargo.toml": WORKSPACE, "src/main.rs": RUST}
    with workspace("shared", files) as folder:
        built(folder, ["orders", "billing", "toolc-support"])
        assert cargo("run", "--quiet", folder=folder) == "say\n"


GO = """\
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"example.com/acme/billing"
	"example.com/acme/orders"
	"example.com/acme/toolcsupport"
)

type echo struct{}

func (echo) CallTool(_ context.Context, _ *toolcsupport.ToolSpec, args json.RawMessage) (json.RawMessage, error) {
	return json.RawMessage(`{"id": "o1", "payment": {"kind": "invoice"}, "state": "new", "pair": [1, "a"], "tree": [[]]}`), nil
}

func path(_ any, err error) string {
	var refused *toolcsupport.ToolError
	if errors.As(err, &refused) {
		return refused.Issues[0].Path
	}
	return fmt.Sprint(err)
}

func main() {
	ctx := context.Background()
	shop, bills := orders.NewClient(echo{}), billing.NewClient(echo{}).WithChecks(toolcsupport.CheckFull)
	order, err := shop.GetOrder(ctx, orders.GetOrderArgs{ID: "o1"})
	fmt.Println(order.ID, order.Payment.(orders.Invoice).Days, err)
	fmt.Println(path(bills.GetBill(ctx, billing.GetBillArgs{ID: "b1"})), path(shop.GetOrder(ctx, orders.GetOrderArgs{ID: "o"})))
	call, _ := orders.ParseToolCall([]byte(`{"name": "say", "args": {"text": "a"}}`))
	fmt.Println(call.Args)
}
"""


@pytest.mark.parametrize("formats", ["string", "native"])
def test_go_builds_modules_that_share_one(formats: Any, tmp_path: Path) -> None:
    own = GoOptions(layout="shared", module="example.com/acme/{package}", formats=formats)
    named = ("billing", "orders", "toolcsupport")
    needed = "".join(f"require example.com/acme/{one} v0.0.0\nreplace example.com/acme/{one} => ./go/{one}\n" for one in named)
    write({**_files("go", go=own), "go.mod": f"module use\n\ngo 1.22\n\n{needed}", "main.go": GO}, tmp_path)
    assert go("gofmt", "-l", ".", folder=tmp_path) == ""
    for one in named:
        go("vet", "./...", folder=tmp_path / "go" / one)
    if formats == "string":
        assert go("run", ".", folder=tmp_path) == "o1 30 <nil>\n/state /id\n{a}\n"


PYTHON = """\
import billing_client
import orders_client
import toolc_support

answer = {"id": "o1", "payment": {"kind": "invoice"}}
transport = toolc_support.LocalTransport({"get_order": lambda args: answer, "get_bill": lambda args: answer})


def path(call, args):
    try:
        return call(args) if MODELS else call(**args)
    except (toolc_support.ToolError, ValueError) as error:
        return error.issues[0].path if isinstance(error, toolc_support.ToolError) else "/id"


MODELS = hasattr(orders_client.GetOrderArgs, "model_validate")
orders, billing = orders_client.Client(transport), billing_client.Client(transport)
given = orders_client.GetOrderArgs(id="o1") if MODELS else {"id": "o1"}
order = orders.call("get_order", given)
print(order.payment.days if MODELS else order["payment"]["days"])
print(path(orders.get_order, {"id": "o"}), path(billing.get_bill, {"id": "b"}))
print(orders_client.parse_tool_call({"name": "say", "args": {"text": "a"}}).name)
assert orders_client.ToolError is billing_client.ToolError and orders_client.TOOLS != billing_client.TOOLS
"""


ANY_ORDER = """\
import billing_client
import orders_client


def known(order: orders_client.GetOrderResult) -> str:
    return order["id"]


def billed(client: billing_client.Client) -> str:
    return known(client.get_bill(id="b1"))
"""


def test_types_of_two_packages_that_are_alike_are_one_to_checkers_of_python(tmp_path: Path) -> None:
    files = _files("python", python=PythonOptions(layout="shared"))
    write({path.removeprefix("python/"): text for path, text in files.items()}, tmp_path)
    for wrong, faults in ((ANY_ORDER, 0), (ANY_ORDER.replace('client.get_bill(id="b1")', '{"id": 1}'), 1)):
        write({"use.py": wrong}, tmp_path)
        words = ["--strict", "--config-file=", f"--cache-dir={MYPY_CACHE}", "use.py"]
        done = subprocess.run([sys.executable, "-m", "mypy", *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == faults, done.stdout


@pytest.mark.parametrize("models", ["typed-dict", "pydantic"])
def test_uv_installs_distributions_that_share_one(models: Any, tmp_path: Path) -> None:
    own = PythonOptions(layout="shared", models=models, distribution="acme-{package}", version="2.0.1")
    write({**_files("python", python=own), "use.py": PYTHON}, tmp_path)
    folders = [tmp_path / "python" / one for one in ("toolc_support", "orders_client", "billing_client")]
    path = os.pathsep.join(str(one / "src") for one in folders)
    if models == "typed-dict":
        uv = [
            sys.executable,
            "-m",
            "uv",
            "pip",
            "install",
            "-q",
            "--python",
            sys.executable,
            "--no-deps",
            "--target",
            "out",
            *map(str, folders),
        ]
        subprocess.run(uv, cwd=tmp_path, check=True, capture_output=True)
        path = str(tmp_path / "out")
    told = (tmp_path / "python/orders_client/pyproject.toml").read_text("utf-8")
    assert 'acme-toolc-support = { path = "../toolc_support" }' in told and "acme-toolc-support>=2.0.1" in told
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "use.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("30\n/id /id\nsay\n", "")
    for words in (["format", "--check"], ["check"]):
        ruff = [str(Path(sys.executable).with_name("ruff")), *words, "--isolated", "python"]
        subprocess.run(ruff, cwd=tmp_path, check=True, capture_output=True)


JAVA = """\
import acme.billing.GetBillArgs;
import acme.orders.GetOrderArgs;
import acme.orders.GetOrderResult;
import acme.orders.GetOrderResultPayment;
import acme.orders.ToolCall;
import acme.toolcsupport.LocalTransport;
import acme.toolcsupport.ToolException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.Supplier;

final class Use {
    private static String path(Supplier<?> call) {
        try {
            return call.get().toString();
        } catch (ToolException error) {
            return error.issues().get(0).path();
        }
    }

    public static void main(String[] arguments) throws Exception {
        ObjectNode answer = (ObjectNode) new ObjectMapper().readTree("{\\"id\\": \\"o1\\", \\"payment\\": {\\"kind\\": \\"invoice\\"}}");
        LocalTransport transport = new LocalTransport(Map.of("get_order", args -> answer, "get_bill", args -> answer));
        acme.orders.Client orders = new acme.orders.Client(transport);
        acme.billing.Client billing = new acme.billing.Client(transport);
        GetOrderResult order = orders.getOrder(new GetOrderArgs("o1"));
        System.out.println(order.payment() + " " + billing.getBill(new GetBillArgs("b1")).id());
        System.out.println(path(() -> orders.getOrder(new GetOrderArgs("o"))) + path(() -> billing.getBill(new GetBillArgs("b"))));
        System.out.println(ToolCall.parse("{\\"name\\": \\"say\\", \\"args\\": {\\"text\\": \\"a\\"}}").tool().name());
    }
}
"""


def test_maven_installs_packages_of_java_that_share_one(tmp_path: Path) -> None:
    files = _files("java", java=JvmOptions(layout="shared", package="acme.{package}", version="2.0.1"))
    write({**files, "use/src/main/java/Use.java": JAVA, "use/pom.xml": USING}, tmp_path)
    # One process for all: a project of modules is what a company has around its packages.
    modules = "".join(f"<module>{one}</module>" for one in ("java/toolcsupport", "java/orders", "java/billing", "use"))
    write({"pom.xml": f"{PROJECT.format('all', f'<packaging>pom</packaging><modules>{modules}</modules>')}"}, tmp_path)
    maven("package", folder=tmp_path)
    built = [tmp_path / one / "target/classes" for one in ("java/toolcsupport", "java/orders", "java/billing", "use")]
    assert java(classpath(LIBRARIES, *built), "Use") == "Invoice[days=30] o1\n/id/id\nsay\n"


@long
@pytest.mark.skipif(
    not ALL or shutil.which("gradle") is None, reason="half a minute, for `make test-all` where Gradle is installed"
)
def test_gradle_builds_packages_of_java_that_share_one(tmp_path: Path) -> None:
    files = _files("java", java=JvmOptions(layout="shared", package="acme.{package}", version="2.0.1"))
    included = "".join(f"includeBuild 'java/{one}'\n" for one in ("toolcsupport", "orders", "billing"))
    write({**files, "src/main/java/Use.java": JAVA, "build.gradle": USING_BY_GRADLE, "settings.gradle": included}, tmp_path)
    done = subprocess.run(["gradle", "--no-daemon", "-q", "run"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.endswith("Invoice[days=30] o1\n/id/id\nsay\n")
    alone = ["gradle", "--no-daemon", "-q", "jar", "generatePomFileForMavenPublication"]
    subprocess.run(alone, cwd=tmp_path / "java/orders", check=True, capture_output=True)
    pom = (tmp_path / "java/orders/build/publications/maven/pom-default.xml").read_text("utf-8")
    assert "<artifactId>orders-client</artifactId>" in pom and "<artifactId>toolc-support-client</artifactId>" in pom


USING_BY_GRADLE = """\
plugins {
    id 'application'
}
mainClassName = 'Use'
repositories {
    mavenCentral()
}
dependencies {
    compile 'acme:orders-client:2.0.1'
    compile 'acme:billing-client:2.0.1'
}
tasks.withType(JavaCompile) {
    options.compilerArgs.addAll(['--release', '17'])
}
"""

PROJECT = "<project><modelVersion>4.0.0</modelVersion><groupId>acme.all</groupId><artifactId>{}</artifactId><version>1</version>{}</project>"
_NEEDED = "<dependency><groupId>acme</groupId><artifactId>{}-client</artifactId><version>{}</version></dependency>"
USING = PROJECT.format(
    "use",
    "<properties><maven.compiler.release>17</maven.compiler.release></properties><dependencies>"
    f"{_NEEDED.format('orders', '2.0.1')}{_NEEDED.format('billing', '2.0.1')}</dependencies>"
    f"<build><plugins>{COMPILER}</plugins></build>",
)

KOTLIN = """\
import acme.toolcsupport.LocalTransport
import acme.toolcsupport.ToolException
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonObject

private suspend fun path(call: suspend () -> Any?): String = try {
    call().toString()
} catch (error: ToolException) {
    error.issues[0].path
}

fun main() = runBlocking {
    val answer = buildJsonObject {
        put("id", "o1")
        putJsonObject("payment") { put("kind", "invoice") }
    }
    val transport = LocalTransport(mapOf("get_order" to { _ -> answer }, "get_bill" to { _ -> answer }))
    val orders = acme.orders.Client(transport)
    val billing = acme.billing.Client(transport)
    val order = orders.getOrder(acme.orders.GetOrderArgs("o1"))
    println("${order.payment} ${billing.getBill(acme.billing.GetBillArgs("b1")).id}")
    println(path { orders.getOrder(acme.orders.GetOrderArgs("o")) } + path { billing.getBill(acme.billing.GetBillArgs("b")) })
    val call = buildJsonObject {
        put("name", "say")
        putJsonObject("args") { put("text", "a") }
    }
    println(acme.orders.ToolCall.of(call).tool.name)
}
"""


def test_packages_of_kotlin_are_compiled_against_one_that_they_share(tmp_path: Path) -> None:
    files = _files("kotlin", kotlin=JvmOptions(layout="shared", package="acme.{package}"))
    common = {path: text for path, text in files.items() if path.startswith("kotlin/toolcsupport/")}
    assert (
        "<artifactId>toolc-support-client</artifactId>" in files["kotlin/orders/pom.xml"]
        and "kotlin/toolcsupport/pom.xml" in common
    )
    kotlin.accepted(common, tmp_path / "common")
    others = {path: text for path, text in files.items() if path not in common}
    classes = kotlin.accepted({**others, "Use.kt": KOTLIN}, tmp_path / "others", beside=[tmp_path / "common/classes"])
    assert java(classes, "UseKt") == "Invoice(days=30) o1\n/id/id\nsay\n"
