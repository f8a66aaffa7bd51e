"""The rules of the house, held by tests: packages, imports, sizes, docstrings, start-up."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

from toolc.codes import CODES
from toolc.contract.rules import RULES

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "compiler" / "toolc"
MODULES = sorted(PACKAGE.rglob("*.py"))
PROSE = [*MODULES, *sorted((ROOT / "templates").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]
MAX_FILE, MAX_FUNCTION = 600, 60
ONLY_IN = {"libcst": ("read/", "fixes/"), "jinja2": ("emit.py",), "markupsafe": ("emit.py",)}
RELATIVE_WORDS = frozenset({"What", "Whether", "That", "Those", "Who", "Which", "Where", "When"})
SAYING = frozenset({"told", "said", "asked", "seen", "heard", "untold", "unsaid", "unasked", "unseen", "retold"})
DIALECT = re.compile(
    r"\b(?:nobody|somebody|whoever|untold|unsaid|anew|in vain|mended|gives? back|given back)\b"
    r"|\b(?:is|are) told\b(?! to | nothing | of | that )|(?<!there )\b(?:is|are) no (?!longer|more)",
    re.IGNORECASE,
)
NO_PARTICIPLES = frozenset(  # nouns and verbs that end as participles do
    "string docstring fstring heading binding finding meaning mapping spelling timing plumbing nothing anything everything need feed".split()
)
IRREGULAR = frozenset(  # participles that do not end in -ed, and comparatives
    "newer older deeper wider stronger weaker larger smaller lesser begun born bound broken brought built caught chosen done drawn driven found forbidden frozen given gone grown held hidden kept known "
    "laid left lent lost made meant met misread overridden overwritten paid sent shown spelt spent spoken stood sworn taken thrown "
    "told torn understood unread withdrawn withheld won written".split()
)
STANDARD_LIBRARY = "analysis/standard_library/"  # Python's own functions, written for the interpreter: they have Python's names
PYTHONS_OWN = {  # models of functions of Python, which have its names
    "_closing": "contextlib.closing",
    "_reversed": "reversed",
    "_sorted": "sorted",
}
HEAVY = {"libcst", "jinja2", "jsonschema", "typer", "rich"}
FLOOR = ("", "ir", "schema", "runtime")  # rooms that whoever imports toolc at run time pays for
LIGHT = [name for name in FLOOR if any((PACKAGE / place).exists() for place in (Path(name, "__init__.py"), f"{name}.py"))]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


class Definition(Struct, frozen=True):
    """A function or a class; a class has no length, and a manager is a function that is decorated as a context manager."""

    name: str
    length: int = 0
    manager: bool = False


class Facts(Struct, frozen=True):
    """A module without its tree: its imports, its definitions, and its strings with their lines.

    `root` is what is imported from toolc itself, `docstrings` are also those below constants, `texts` are the other strings.
    """

    begins: bool
    imports: tuple[str, ...]
    root: tuple[str, ...]
    definitions: tuple[Definition, ...]
    docstrings: tuple[tuple[int, str], ...]
    texts: tuple[tuple[int, str], ...]


@cache
def facts(path: Path) -> Facts:
    """Read a module once for all rules: to parse all of them takes seconds."""
    return facts_of(ast.parse(path.read_text("utf-8")))


def facts_of(module: ast.Module) -> Facts:
    nodes = list(ast.walk(module))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    imports = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    statements = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    strings = [(node, node.value) for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return Facts(
        begins=bool(ast.get_docstring(module)),
        imports=(*imports, *(node.module for node in froms if node.module and not node.level)),
        root=tuple(alias.name for node in froms if node.module == "toolc" for alias in node.names),
        definitions=tuple(definition(node) for node in nodes if isinstance(node, DEFINITIONS)),
        docstrings=tuple((node.lineno, text) for node, text in strings if id(node) in statements),
        texts=tuple((node.lineno, text) for node, text in strings if id(node) not in statements and len(text.split()) >= 3),
    )


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def definition(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Definition:
    if isinstance(node, ast.ClassDef):
        return Definition(node.name)
    manager = any("contextmanager" in ast.unparse(one) for one in node.decorator_list)
    return Definition(node.name, (node.end_lineno or 0) - node.lineno + 1, manager)


def test_every_package_is_in_the_wheel() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    there = {".".join(path.parent.relative_to(PACKAGE.parent).parts) for path in PACKAGE.rglob("__init__.py")}
    assert set(listed) == there | {"toolc.templates"}
    assert len(listed) == len(set(listed))


def test_every_folder_with_modules_is_a_package() -> None:
    assert [named(path) for path in MODULES if not (path.parent / "__init__.py").exists()] == []


def test_imports_point_one_way() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


@pytest.mark.parametrize("library", ONLY_IN)
def test_a_library_has_one_home(library: str) -> None:
    users = [
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES
        if library in {name.partition(".")[0] for name in facts(path).imports}
    ]
    assert [path for path in users if not path.startswith(ONLY_IN[library])] == []


def test_nobody_inside_needs_the_root() -> None:
    """`toolc/__init__.py` is for users; importing it from within makes cycles. Its version is the exception."""
    reached = {
        named(path)
        for path in MODULES
        for name in facts(path).root
        if name != "__version__" and not (PACKAGE / name).exists() and not (PACKAGE / f"{name}.py").exists()
    }
    assert reached == set()


def test_every_module_says_what_it_is() -> None:
    assert [named(path) for path in PROSE if not facts(path).begins] == []


def test_files_are_short() -> None:
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in PROSE}
    assert {path: length for path, length in lengths.items() if length > MAX_FILE} == {}


def test_no_two_tests_have_one_module_name() -> None:
    """Outside packages a test file is imported by its base name: two of one name cannot be collected in one run."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py") if not (path.parent / "__init__.py").exists()]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_functions_are_short() -> None:
    long = {
        f"{named(path)}:{one.name}": one.length
        for path in PROSE
        for one in facts(path).definitions
        if one.length > MAX_FUNCTION
    }
    assert long == {}


def test_no_type_with_arguments_is_called_while_a_program_is_executed() -> None:
    """`set[int]()` raises and drops an AttributeError, and CPython goes through all generators that run whenever one is raised:
    thousands where a program is executed. An annotation says the same: `found: set[int] = set()`."""
    called = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for room in ("analysis", "read")
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript) and isinstance(node.func.value, ast.Name)
        if node.func.value.id in ("set", "list", "dict", "frozenset", "tuple")
    ]
    assert called == []


@pytest.mark.parametrize("module", LIGHT)
def test_light_modules_stay_light(module: str) -> None:
    program = f"import sys, {'.'.join(filter(None, ('toolc', module)))}; print(*sorted({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_no_machine_is_named_in_the_tree() -> None:
    """Paths of someone's home and addresses of package registries have no place in what is published."""
    words = ("/home" + "/", "/Users" + "/", "/root" + "/", "registry." + "npmjs")
    files = [path for path in (ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / "README.md", *PROSE) if path.exists()]
    assert [named(path) for path in files for word in words if word in path.read_text("utf-8")] == []


@cache
def docstrings() -> tuple[tuple[str, str], ...]:
    """Place and text of every docstring of the compiler, those below constants included."""
    return tuple((f"{named(path)}:{line}", text) for path in MODULES for line, text in facts(path).docstrings)


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    """A first sentence such as "What is left of …" or "Who knows …" names nothing that a reader could look up."""
    assert len(docstrings()) > 5000
    assert [place for place, text in docstrings() if not RELATIVE_WORDS.isdisjoint(text.split()[:1])] == []


def test_docstrings_name_no_persons() -> None:
    """It is a caller or a user, or the sentence needs none of them."""
    persons = re.compile(r"\b(?:nobody|whoever|somebody)\b", re.IGNORECASE)
    assert [place for place, text in docstrings() if persons.search(text.partition("\n\n")[0])] == []


def test_messages_are_in_words_that_users_know() -> None:
    """Subject, cause, consequence, way out, and no dialect: a thing is not a function, rather than no function."""
    found = {f"{named(path)}:{line}": text for path in MODULES for line, text in facts(path).texts}
    assert len(found) > 3000
    assert {place: text for place, text in found.items() if DIALECT.search(text)} == {}


def names(path: Path) -> Iterator[str]:
    """Yield the name of a module, and those of its functions and classes, tests left out: they are sentences."""
    yield path.stem
    yield from (one.name for one in facts(path).definitions if not one.name.startswith("test_"))


def test_names_are_no_verbs_of_saying() -> None:
    """A function that is `told` or `asked` could be any: it is named by what it returns or does."""
    docs, templates = sorted((ROOT / "docs").rglob("*.py")), sorted((ROOT / "templates").rglob("*.jinja"))
    assert [named(path) for path in templates if not SAYING.isdisjoint(re.split(r"[._-]", path.name))] == []
    found = [(named(path), name) for path in (*PROSE, *docs) for name in names(path)]
    assert len(found) > 10_000
    assert [one for one in found if not SAYING.isdisjoint(one[1].lower().split("_"))] == []


def is_bare_participle(name: str) -> bool:
    """Return `True` for one word that is a participle or a comparative: `_merged`, `naming`, `newer`."""
    word = name.strip("_")
    if name.startswith("__") or "_" in word or word in NO_PARTICIPLES:
        return False
    return word.endswith(("ed", "ing")) or not {word, word.removeprefix("un"), word.removeprefix("re")}.isdisjoint(IRREGULAR)


def bare_participles(module: Facts) -> Iterator[str]:
    """Yield the functions of a module that a participle alone names; a context manager may be, as `contextlib.closing` is."""
    for one in module.definitions:
        if one.length and is_bare_participle(one.name) and not one.manager:
            yield one.name


def test_functions_are_not_named_by_participles() -> None:
    """`merged` says neither what it merges nor what it returns: `merge_keys`, `common_keys` or `is_merged` do."""
    found = [(named(path), name) for path in MODULES for name in bare_participles(facts(path))]
    assert [one for one in found if one[1] not in PYTHONS_OWN and STANDARD_LIBRARY not in one[0]] == []
    assert {name for place, name in found if STANDARD_LIBRARY not in place} == set(PYTHONS_OWN)


@pytest.mark.parametrize("name", ["merged", "_told", "unread", "naming", "newer", "_given"])
def test_a_function_named_by_a_participle_is_found(name: str) -> None:
    assert list(bare_participles(facts_of(ast.parse(f"class A:\n    def {name}(self): ...")))) == [name]
    managed = f"@contextmanager\ndef {name}(): ..."
    assert list(bare_participles(facts_of(ast.parse(managed)))) == []


@pytest.mark.parametrize("name", ["merge", "is_merged", "merged_keys", "string", "need", "__set_name__", "spelling"])
def test_other_names_are_no_participles(name: str) -> None:
    assert list(bare_participles(facts_of(ast.parse(f"def {name}(): ...")))) == []


def test_slugs_name_a_problem() -> None:
    """A slug is a noun with adjectives, so that it can be guessed: no relative clauses, and no verbs of saying."""
    vague = {word.lower() for word in RELATIVE_WORDS} | SAYING | {"elsewhere", "itself", "there", "own", "another"}
    slugs = [one.slug for one in (*CODES.values(), *RULES.values())]
    assert [slug for slug in slugs if not vague.isdisjoint(slug.split("-"))] == []


def test_the_glossary_is_short_and_its_words_are_used() -> None:
    text = (ROOT / "compiler" / "README.md").read_text("utf-8")
    section = text.partition("## Glossary\n")[2].partition("\n## ")[0]
    words = [row.split("|")[1].strip() for row in section.splitlines() if row.startswith("| ")][2:]
    assert 20 <= len(words) <= 40
    assert len(set(words)) == len(words)
    prose = " ".join(text for _, text in docstrings())
    assert [word for word in words if not re.search(rf"\b{word}(?:e?s)?\b", prose, re.IGNORECASE)] == []
