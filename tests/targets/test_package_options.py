"""Names and versions of packages: what options ask for, taken by the package tool of each language as it lies there."""

import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client_bundles import bundle, tool
from golang import go
from java import accepted
from rustlang import cargo, cargo_answer
from toolc.config import GoOptions, JvmOptions, PythonOptions, RustOptions, TargetOptions
from toolc.emit import Options, emit
from toolc.ir import Package, Project
from toolc.schema.view.names import Names
from toolc.targets.identity import Identity, identity, license_pages, semantic
from toolc.targets.register import TARGETS

ADD = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}


def _written(folder: Path, target: str, **own: Any) -> Path:
    names = Names()
    given = bundle([tool("add", ADD, names)], names, "my-shop")
    files, _ = emit(given, [TARGETS[target]], Options(own=TargetOptions(**own)))
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, "utf-8")
    return next((folder / target).iterdir())


def test_a_go_module_is_built_where_it_lies(tmp_path: Path) -> None:
    folder = _written(tmp_path, "go", go=GoOptions(module="example.com/acme/{package}"))
    assert (folder / "go.mod").read_text("utf-8") == "module example.com/acme/myshop\n\ngo 1.22\n"
    go("build", ".", folder=folder)
    assert not (_written(tmp_path / "plain", "go") / "go.mod").exists()


def test_a_crate_has_a_name_a_version_and_a_license(tmp_path: Path) -> None:
    own = RustOptions(name="acme-{package}", version="2.3.1", license="MIT OR Apache-2.0", publish=True)
    crate = tomllib.loads((_written(tmp_path, "rust", rust=own) / "Cargo.toml").read_text("utf-8"))["package"]
    expected = {"name": "acme-my_shop", "version": "2.3.1", "license": "MIT OR Apache-2.0", "description": "Tools of my_shop"}
    assert {key: crate[key] for key in expected} == expected and "publish" not in crate
    assert "README.md" in cargo("package", "--list", "--allow-dirty", folder=tmp_path / "rust/my_shop").split()
    # That the crate compiles is asked elsewhere.
    done = cargo_answer("publish", "--dry-run", "--no-verify", "--allow-dirty", folder=tmp_path / "rust/my_shop")
    assert done.returncode == 0, done.stderr
    plain = tomllib.loads((_written(tmp_path / "plain", "rust") / "Cargo.toml").read_text("utf-8"))["package"]
    assert (plain["name"], plain["version"], plain["publish"]) == ("my_shop", "0.0.0", False)


@pytest.mark.parametrize(("target", "ending"), [("java", "java"), ("kotlin", "kt")])
def test_packages_of_java_lie_where_build_tools_look(target: str, ending: str, tmp_path: Path) -> None:
    own: Any = {target: JvmOptions(package="com.acme.{package}")}
    folder = _written(tmp_path, target, **own)
    sources = sorted((folder / f"src/main/{target}/com/acme/{folder.name}").glob(f"*.{ending}"))
    beside = {path.name for path in folder.rglob("*") if path.is_file()} - {one.name for one in sources}
    assert sources and beside == {"pom.xml", "README.md"}
    end = ";" if target == "java" else ""
    assert all(f"\npackage com.acme.{folder.name}{end}\n" in one.read_text("utf-8") for one in sources)
    if target == "java":
        accepted(
            {one.relative_to(folder / "src/main/java").as_posix(): one.read_text("utf-8") for one in sources},
            tmp_path / "built",
        )


@pytest.mark.parametrize("models", ["typed-dict", "pydantic"])
def test_pip_makes_a_wheel_of_a_distribution(models: Any, tmp_path: Path) -> None:
    own = PythonOptions(models=models, distribution="acme-{package}", version="2.3.1", license="MIT")
    folder = _written(tmp_path, "python", python=own)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "-w",
        "out",
        str(folder),
    ]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    wheel = tmp_path / "out/acme_my_shop-2.3.1-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"my_shop_client/__init__.py", "my_shop_client/py.typed"} <= names
    program = (
        "import my_shop_client as c; print(c.Client(c.LocalTransport({'add': lambda args: 3})).call('add', ARGS)['content'])"
    )
    args = "c.AddArgs(a=1)" if models == "pydantic" else "{'a': 1}"
    done = subprocess.run(
        [sys.executable, "-c", program.replace("ARGS", args)],
        env={"PYTHONPATH": str(wheel)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[{'type': 'text', 'text': '3'}]\n"


def test_options_on_the_command_line(toolc: Callable[..., Any], write: Callable[..., Any]) -> None:
    text = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('shop')\n\n\n@mcp.tool()\ndef add(a: int) -> int:\n    ...\n"
    write({"shop.py": text})
    words = ["--target", "typescript", "--option", "typescript.private=false", "--option", "typescript.version=1.0.0"]
    assert toolc("generate", "shop.py", *words).status == 0
    said = toolc("generate", "shop.py", "--target", "typescript", "--option", "typescript.version=new")
    assert said.status == 2 and "typescript.version=new" in said.err
    said = toolc("generate", "shop.py", "--target", "typescript", "--option", "typescript.private=maybe")
    assert said.status == 2 and "true" in said.err


def test_versions_of_python_are_written_as_each_language_has_them() -> None:
    told = {
        "2.3.1": "2.3.1",
        "1": "1.0.0",
        "2.0rc1": "2.0.0-rc.1",
        "1.2.3a4.dev5": "1.2.3-alpha.4.dev.5",
        "1.2.dev3": "1.2.0-dev.3",
        "2026.1.2.3.post4+local.5": "2026.1.2+3.post.4.local.5",
        "none": "0.0.0",
        "": "0.0.0",
    }
    assert {one: semantic(one) for one in told} == told


def test_a_license_of_the_options_brings_no_text_of_another() -> None:
    package = Package("shop", project=Project("1.0", "MIT", "MIT License\x1b\n"))
    assert identity(package, "", "") == Identity("1.0.0", "1.0", "MIT", "MIT License\x1b\n")
    assert identity(package, "3.0.0", "Apache-2.0") == Identity("3.0.0", "3.0.0", "Apache-2.0", "")
    (page,) = license_pages("shop", identity(package, "", "MIT"))
    assert (page.path, page.context["text"]) == ("shop/LICENSE", "MIT License")
