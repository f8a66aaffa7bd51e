"""Random histories of a repository: what people do to its files, and the runs of toolc in between.

A history is a pure function of its number. `play` acts it out in a folder, and after each run holds what changed on disk against
what that run had a right to change. What it has a right to is worked out from what was done to the files alone. Trees are tiny
and runs are in this process, so that a history takes a fraction of a second.
"""

import contextlib
import io
import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from toolc.cli import stages
from toolc.cli.build import Wishes, build
from toolc.cli.commands.generate import names
from toolc.cli.commands.lock import lock
from toolc.cli.commands.watch import watch
from toolc.cli.options import Common
from toolc.cli.run import Run, Stop
from toolc.tracked_files import AccessTrace, tracing

TOOL = '''

@mcp.tool()
def {name}(number: Limit) -> str:
    """{text}."""
    return ""
'''
HEAD = 'from mcp.server.fastmcp import FastMCP\n\nfrom common.models import Limit\n\nmcp = FastMCP("{name}")\n'
VAGUE = "@mcp.tool(name=input())"
EMPTY = ""
HALF = ("def (", "class :", "x = [", "'''", "\0", "mcp.tool(", "from common.models import (")
HALF_PROJECTS = ("<<<<<<< HEAD\n[project]\n", "[project]\nname = ", "[project\n", 'name = "x', "[project]\nname = \0")
LIBRARY = "libs/common/src/common/models.py"
CONFIG = 'out = "gen"\nlock = "tools.lock"\ntargets = ["mcp", "openai"]\n'
Check = Callable[[], None]


class Service:
    """One package: its folder, its name, and the tools of its files, each with a text and whether it can be told.

    `nameless`: what stands in the place of its pyproject.toml, which nobody can read, "" for nothing.
    """

    def __init__(self, folder: str, name: str) -> None:
        self.folder, self.name, self.nameless = folder, name, ""
        self.files: dict[str, dict[str, list[object]]] = {}
        self.broken: dict[str, str] = {}

    @property
    def tools(self) -> dict[str, list[object]]:
        """Those of files that are not empty now."""
        return {name: tool for file in self.files for name, tool in self.held(file).items()}

    def held(self, file: str) -> dict[str, list[object]]:
        return {} if self.is_empty(file) else self.files[file]

    def chosen_by(self, file: str) -> bool:
        """Whether the path of a file chooses the package: one that can hold tools does, and any where no file can."""
        return bool(self.held(file)) or not self.tools

    def is_empty(self, file: str) -> bool:
        return self.broken.get(file) == EMPTY


class Repository:
    """The tree, what is done to it, and what runs may do."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder, self.random = folder, random.Random(number)
        self.services: list[Service] = []
        self.count = 0
        self.library_broken = ""
        self.partial: set[tuple[str, str]] = set()  # what was first written while something of it was broken, by where
        self.log: list[str] = []
        (folder / ".git").mkdir(parents=True)
        self.configured = self.random.random() < 0.7
        if self.configured:
            self.put("toolc.toml", CONFIG)
        self.put("pyproject.toml", '[tool.uv.workspace]\nmembers = ["services/*", "libs/*"]\n')
        self.put("libs/common/pyproject.toml", '[project]\nname = "common"\n')
        self.put("libs/common/src/common/__init__.py", "")
        self.put(LIBRARY, "Limit = int\n")
        self.put("docs/notes.py", "x = 1\n")
        self.put("scripts/run.py", "print(1)\n")
        for _ in range(self.random.randint(2, 3)):
            self.add_service()

    # --- the tree -----------------------------------------------------------------------------------------------------

    def put(self, path: str, text: str) -> None:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def write_service(self, service: Service) -> None:
        folder = self.folder / service.folder
        shutil.rmtree(folder, ignore_errors=True)
        self.put(f"{service.folder}/pyproject.toml", service.nameless or f'[project]\nname = "{service.name}"\n')
        for file, tools in service.files.items():
            text = HEAD.format(name=file) if tools else "x = 1\n"
            for name, (words, told) in tools.items():
                text += TOOL.format(name=name, text=words).replace("@mcp.tool()", "@mcp.tool()" if told else VAGUE)
            if service.is_empty(file):
                text = ""
            elif half := service.broken.get(file):
                text = text[: self.random.randint(len(text) // 2, len(text))] + "\n" + half if "\0" not in half else text + half
            self.put(f"{service.folder}/src/{file}.py", text)

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def any(self) -> Service:
        return self.random.choice(self.services)

    # --- edits --------------------------------------------------------------------------------------------------------

    def add_service(self) -> None:
        name = self.fresh("unit")
        service = Service(f"services/{name}", name)
        for _ in range(self.random.randint(1, 2)):
            service.files[self.fresh("m")] = {self.fresh("t"): ["Old", True] for _ in range(self.random.randint(1, 2))}
        self.services.append(service)
        self.write_service(service)

    def edit_text(self) -> None:
        service = self.any()
        for tools in service.files.values():
            for tool in tools.values():
                tool[0] = self.fresh("Text ")
        self.write_service(service)

    def add_tool(self) -> None:
        service = self.any()
        if service.files:
            self.random.choice(list(service.files.values()))[self.fresh("t")] = ["New", True]
        self.write_service(service)

    def remove_tool(self) -> None:
        service = self.any()
        tools = self.random.choice(list(service.files.values())) if service.files else {}
        if tools:
            del tools[self.random.choice(list(tools))]
        self.write_service(service)

    def add_file(self) -> None:
        service = self.any()
        service.files[self.fresh("m")] = {self.fresh("t"): ["Fresh", True]} if self.random.random() < 0.7 else {}
        self.write_service(service)

    def remove_file(self) -> None:
        service = self.any()
        if service.files:
            file = self.random.choice(list(service.files))
            service.files.pop(file)
            service.broken.pop(file, None)
        self.write_service(service)

    def break_file(self) -> None:
        service = self.any()
        if full := [file for file, tools in service.files.items() if tools]:
            service.broken[self.random.choice(full)] = self.random.choice(HALF)
        self.write_service(service)

    def empty_file(self) -> None:
        service = self.any()
        if full := [file for file, tools in service.files.items() if tools]:
            service.broken[self.random.choice(full)] = EMPTY
        self.write_service(service)

    def break_project(self) -> None:
        service = self.any()
        service.nameless = self.random.choice(HALF_PROJECTS)
        self.write_service(service)

    def break_library(self) -> None:
        self.library_broken = self.random.choice(HALF)
        self.put(LIBRARY, f"Limit = int\n{self.library_broken}")

    def make_vague(self) -> None:
        service = self.any()
        if tools := [tool for file in service.files.values() for tool in file.values()]:
            self.random.choice(tools)[1] = False
        self.write_service(service)

    def mend(self) -> None:
        for service in self.services:
            service.nameless = ""
            service.broken.clear()
            for tools in service.files.values():
                for tool in tools.values():
                    tool[1] = True
            self.write_service(service)
        self.library_broken = ""
        self.put(LIBRARY, "Limit = int\n")

    def rename(self) -> None:
        service = self.any()
        service.name = self.fresh("unit")
        self.write_service(service)

    def move(self) -> None:
        service = self.any()
        shutil.rmtree(self.folder / service.folder)
        service.folder = f"services/{self.fresh('moved')}"
        self.write_service(service)

    def remove_service(self) -> None:
        if len(self.services) > 1:
            service = self.any()
            shutil.rmtree(self.folder / service.folder)
            self.services.remove(service)

    def edit(self) -> str:
        made = self.random.choice([
            self.edit_text, self.edit_text, self.add_tool, self.remove_tool, self.add_file, self.remove_file, self.break_file,
            self.break_file, self.empty_file, self.break_library, self.break_project, self.make_vague, self.mend, self.rename, self.move,
            self.remove_service, self.add_service,
        ])  # fmt: skip
        made()
        return made.__name__

    # --- runs ---------------------------------------------------------------------------------------------------------

    def paths(self) -> tuple[str, list[Service]]:
        """A path for a run, from the top, and the packages it chooses if they can hold tools."""
        service = self.any()
        file = self.random.choice([*service.files, ""]) if service.files else ""
        able = bool(file) and service.chosen_by(file)
        options: list[tuple[str, list[Service]]] = [
            (".", self.services), ("services", self.services), (service.folder, [service]), (f"{service.folder}/src", [service]),
            (f"{service.folder}/src/{file}.py" if file else "docs", [service] if able else []),
            ("docs", []), ("scripts", []), ("libs", []), ("missing", []), (f"{service.folder}/pyproject.toml", []),
        ]  # fmt: skip
        options = [option for option in options if not option[0].endswith(".toml")]
        return self.random.choice(options)

    def do(self, command: str, path: str, clean: bool = False) -> int:
        """One command, as if it were typed; gives its exit status. Typer would take longer than all the rest."""
        common = Common(no_cache=self.random.random() < 0.5, quiet=True)
        out, target, file = (None, None, None) if self.configured else ("gen", ["mcp,openai"], "tools.lock")
        self.log.append(f"{command} {path}{' --clean' if clean else ''}")
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            try:
                if command == "lock":
                    return lock(common, [path], file, clean)
                if command == "watch":
                    return watch(common, [path], out, target)
                with tracing(AccessTrace()) as notes:
                    run = Run([path], common, out=out, targets=names(target))
                    return build(run, Wishes(clean=clean), notes).status
            except Stop as stop:
                return stop.status
            except KeyboardInterrupt:
                return 130

    def run(self) -> None:
        """One command, and what it may do."""
        command = self.random.choice(["generate", "generate", "lock", "watch"])
        path, chosen = self.paths()
        clean = self.random.random() < 0.15 and command != "watch"
        if command == "watch":
            if path != "missing":
                self.watch(path)
            return
        check = self.checked(command, chosen, clean)
        status = self.do(command, path, clean)
        assert status in (0, 1), (status, self.log)
        check()

    def watch(self, path: str) -> None:
        """A session of `toolc watch` with a few saves in it."""
        pending: list[Check] = [self.checked("generate", self.chosen(path), False)]

        left = self.random.randint(1, 2)

        def wait(*folders: str, **options: object) -> Iterator[set[tuple[object, str]]]:
            nonlocal left
            while left:
                left -= 1
                pending.pop()()
                self.log.append(f"(watch) {self.edit()}")
                pending.append(self.checked("generate", self.chosen(path), False))
                yield {(1, str(place)) for place in self.folder.rglob("*")}
            pending.pop()()
            raise KeyboardInterrupt

        watcher, stages.watcher = stages.watcher, lambda: wait  # type: ignore[assignment]
        try:
            assert self.do("watch", path) == 130, self.log
        finally:
            stages.watcher = watcher

    def chosen(self, path: str) -> list[Service]:
        here = (self.folder / path).resolve()
        if here.suffix == ".py":
            return [
                one
                for one in self.services
                if here.stem in one.files and one.chosen_by(here.stem) and here.is_relative_to(self.folder / one.folder)
            ]
        return [
            one
            for one in self.services
            if (self.folder / one.folder).is_relative_to(here) or here.is_relative_to(self.folder / one.folder)
        ]

    # --- what runs may do ---------------------------------------------------------------------------------------------

    def state(self, command: str) -> dict[str, dict[str, object]]:
        """What is written, by package."""
        found: dict[str, dict[str, object]] = {}
        if command == "lock":
            place = self.folder / "tools.lock"
            entries = json.loads(place.read_text()) if place.exists() else {}
            for name, entry in entries.items():
                if isinstance(entry, dict):
                    found.setdefault(entry["package"], {})[name] = entry
            return found
        for path in sorted((self.folder / "gen").rglob("*.json")):
            steps = path.relative_to(self.folder / "gen").parts
            if len(steps) > 1:
                found.setdefault(steps[1], {})["/".join(steps)] = path.read_bytes()
        return found

    def checked(self, command: str, chosen: list[Service], clean: bool) -> Check:
        """What holds what is written after a run against what was there before."""
        before = self.state(command)
        here = {service.name for service in self.services if service.files}
        rights: set[str] = {name for name in before if clean and name not in here}
        named = [service for service in chosen if not service.nameless]
        for service in named:
            broken = self.is_broken(service)
            known = self.known(before.get(service.name, {}))
            lost = not clean and any(self.holds(known, name) for name in (*self.vague(service), *self.emptied(service)))
            if not lost and (not broken or service.name not in before or (command, service.name) in self.partial):
                rights.add(service.name)
        steps = len(self.log)

        def check() -> None:
            after = self.state(command)
            for name in before.keys() | after.keys():
                changed = before.get(name) != after.get(name)
                assert not changed or name in rights, (f"{name} was touched", self.log[: steps + 1])
            for service in named:
                key, broken = (command, service.name), self.is_broken(service)
                if service.name not in before and service.name in after and broken:
                    self.partial.add(key)
                elif not broken:
                    self.partial.discard(key)
                if key in self.partial:
                    intact = set(service.tools) - set(self.vague(service))
                    gone = [one for one in intact if self.holds(before.get(service.name, {}), one)
                            and not self.holds(after.get(service.name, {}), one)]  # fmt: skip
                    assert not gone, (f"{gone} of {service.name} went", self.log[: steps + 1])
            if not any(service.tools for service in named) and not clean:
                assert before == after, ("nothing was found, and something changed", self.log[: steps + 1])

        return check

    def is_broken(self, service: Service) -> bool:
        """Whether something of a package cannot be read. A file that mentions no framework is never parsed."""
        return bool(self.library_broken) or any(service.held(file) for file in service.broken)

    @staticmethod
    def emptied(service: Service) -> list[str]:
        return [name for file, tools in service.files.items() if service.is_empty(file) for name in tools]

    @staticmethod
    def vague(service: Service) -> list[str]:
        return [name for name, tool in service.tools.items() if not tool[1]]

    @staticmethod
    def known(files: dict[str, object]) -> dict[str, object]:
        """What is written, without the tools of a lock that were unknown already: there is nothing of them to be lost."""
        return {
            name: text for name, text in files.items() if not (isinstance(text, dict) and text.get("fidelity") == "unknown")
        }

    @staticmethod
    def holds(files: dict[str, object], name: str) -> bool:
        return any(f'"{name}"' in (text.decode() if isinstance(text, bytes) else json.dumps(text)) for text in files.values())


def play(folder: Path, number: int) -> None:
    """One history, in a folder that is not there yet; the current folder is another one meanwhile."""
    repository = Repository(folder, number)
    here = Path.cwd()
    os.chdir(folder)
    try:
        for _ in range(repository.random.randint(2, 4)):
            repository.run()
            for _ in range(repository.random.randint(1, 2)):
                repository.log.append(repository.edit())
        repository.mend()
        ends_clean(repository)
    except AssertionError as error:
        raise AssertionError(number, *error.args, "\n".join(repository.log)) from error
    finally:
        os.chdir(here)


def ends_clean(repository: Repository) -> None:
    """A whole clean run gives what one gives that finds nothing."""
    found = []
    for _ in range(2):
        for command in ("generate", "lock"):
            repository.do(command, ".", clean=True)
        found.append({path: path.read_bytes() for path in [*Path("gen").rglob("*"), Path("tools.lock")] if path.is_file()})
        shutil.rmtree("gen", ignore_errors=True)
        Path("tools.lock").unlink(missing_ok=True)
    differ = sorted(str(path) for path in found[0].keys() | found[1].keys() if found[0].get(path) != found[1].get(path))
    assert not differ, f"a clean run depends on what was there: {differ}"


# --- parts and the whole --------------------------------------------------------------------------------------------------

PROJECTS = {
    "uv": '[project]\nname = "{name}"\n\n[tool.uv.sources]\ncommon = {{ workspace = true }}\n',
    "poetry": '[tool.poetry]\nname = "{name}"\n\n[tool.poetry.dependencies]\n{dependencies}\n',
    "one configuration": "",
}
MODULE = '''\
from dataclasses import dataclass

from {library}.models import {model} as Shared
from mcp.server.fastmcp import FastMCP
from shelf import Shelf
{imports}

{server} = FastMCP("{server}")


@dataclass
class Item:
    """An item of {name}."""

    shared: Shared
    count: int = {number}


@{server}.tool()
def {tool}(item: Item, more: list[{other}], shelf: Shelf | None = None) -> Item:
    """Take it."""
    return item
'''


def repository(folder: Path, number: int) -> dict[str, str]:
    """A random repository of packages that share models, and whose modules have the same names; gives their folders by name.

    It has a virtual environment, some packages have one of their own, and each is read with the nearest.
    """
    source, environments = random.Random(number), random.Random(f"environments {number}")
    kind = source.choice(list(PROJECTS))
    units = {f"unit-{letter}": f"services/{letter}" for letter in "abc"[: source.randint(2, 3)]}
    library = source.choice(["common", "acme.common"])
    home = f"libs/common/{source.choice(['src/', ''])}{library.replace('.', '/')}"
    files = {
        f"{home}/models.py": "from pydantic import BaseModel\n\n\nclass Money(BaseModel):\n    amount: int\n\n\nclass Item(Money):\n    pass\n"
    }
    if source.random() < 0.5:
        files[f"{home}/__init__.py"] = ""
    if source.random() < 0.4:
        files[f"{home}/tools.py"] = MODULE.format(
            library=library, model="Money", imports="", server="shared", name="library", number=0, tool="shared", other="Item"
        )
    previous, needs = "", {name: ["libs/common"] for name in units}
    for index, (name, place) in enumerate(units.items()):
        package = source.choice(["src/app", "src", "", f"src/{name.replace('-', '_')}"])
        module = "/".join(part for part in (place, package, "tools.py") if part)
        beside = source.random() < 0.5
        imports = "from shapes import Item as Other" if beside and package in ("src", "") else ""
        if previous and source.random() < 0.4:
            imports += f"\nfrom {previous} import Item as Theirs"
            needs[name] += list(units.values())[:index]
        other = "Theirs" if "Theirs" in imports else "Other" if "Other" in imports else "Item"
        files[module] = MODULE.format(
            library=library, model=source.choice(["Money", "Item"]), imports=imports, server=source.choice(["main", "other"]),
            name=name, number=index, tool=source.choice(["take", f"take_{index}"]), other=other,
        )  # fmt: skip
        files["/".join(part for part in (place, package, "shapes.py") if part)] = (
            f"from pydantic import BaseModel\n\n\nclass Item(BaseModel):\n    width: int = {index}\n"
        )
        if package.startswith("src/"):
            files[f"{place}/{package}/__init__.py"] = ""
            previous = f"{package[4:]}.tools" if package != "src/app" else ""
        if source.random() < 0.3:
            files["/".join(part for part in (place, package, "more.py") if part)] = MODULE.format(
                library=library, model="Item", imports="", server="more", name=name, number=index, tool="take", other="Shared"
            )
    for place in [*units.values(), "libs/common", ""]:
        if not place or environments.random() < 0.3:
            files |= environment(place, environments.choice(["1.9.0", "1.20.0"]), environments.choice(["width", "depth"]))
    write(folder, kind, units, needs, files)
    return units


def environment(place: str, version: str, field: str) -> dict[str, str]:
    """The files of a virtual environment in a folder: one version of mcp, and a library `shelf`."""
    home = f"{place}/.venv" if place else ".venv"
    site = f"{home}/lib/python3.12/site-packages"
    return {
        f"{home}/pyvenv.cfg": "",
        f"{site}/mcp-{version}.dist-info/METADATA": f"Name: mcp\nVersion: {version}\n",
        f"{site}/shelf-1.0.dist-info/METADATA": "Name: shelf\nVersion: 1.0\n",
        f"{site}/shelf.py": f"from pydantic import BaseModel\n\n\nclass Shelf(BaseModel):\n    {field}: int\n",
    }


def write(folder: Path, kind: str, units: dict[str, str], needs: dict[str, list[str]], files: dict[str, str]) -> None:
    """The files of a repository. `needs`: the folders that packages depend on."""
    (folder / ".git").mkdir(parents=True)
    if kind == "one configuration":
        packages = "".join(f'"{name}" = "{place}"\n' for name, place in units.items())
        files["toolc.toml"] = f'targets = ["mcp", "python"]\n\n[packages]\n{packages}common = "libs/common"\n'
    else:
        for name, place in {**units, "common": "libs/common"}.items():
            paths = "\n".join(f'd{index} = {{ path = "../../{one}" }}' for index, one in enumerate(needs.get(name, ())))
            files[f"{place}/pyproject.toml"] = PROJECTS[kind].format(name=name, dependencies=paths)
    if kind == "uv":
        files["pyproject.toml"] = '[tool.uv.workspace]\nmembers = ["services/*", "libs/*"]\n'
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def alike(folder: Path, number: int) -> None:
    """Every package comes out with the same bytes from its own folder, by its path from the top, and in a run over all."""
    units = repository(folder, number)
    here, outs = Path.cwd(), folder.with_name(f"{folder.name}-outputs")

    def made(start: Path, path: str, out: str) -> dict[str, bytes]:
        os.chdir(start)
        said = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said), tracing(AccessTrace()) as notes:
            run = Run([path], Common(no_cache=True, trust_config=True), out=str(outs / out), targets=("mcp", "python"))
            status = build(run, Wishes(), notes).status
        assert status == 0, (number, path, said.getvalue())
        found = (outs / out).rglob("*")
        return {str(one.relative_to(outs / out)): one.read_bytes() for one in found if one.is_file() and one.name[0] != "."}

    try:
        whole = made(folder, ".", "whole")
        for name, place in units.items():
            mine = {path: text for path, text in whole.items() if path.split("/")[1].replace("_", "-").startswith(name)}
            assert mine, (number, name, sorted(whole))
            for way, (start, path) in {"by path": (folder, place), "from its folder": (folder / place, ".")}.items():
                got = made(start, path, f"{way} {name}")
                differ = sorted(one for one in mine.keys() | got.keys() if mine.get(one) != got.get(one))
                assert not differ, (number, way, name, differ)
    finally:
        os.chdir(here)
