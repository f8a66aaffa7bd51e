"""Which statements run: guards that can be decided, and those that only the running program decides."""

import pytest

from harness import program, show, value

OPEN = "is bound in several places under conditions only the running program decides"
HEAD = "import sys\nimport typing\nfrom typing import TYPE_CHECKING\nimport os\n"

GUARDS = {
    "type checking": ("if TYPE_CHECKING:\n    x = 1\nelse:\n    x = 2", "2"),
    "not type checking": ("if not TYPE_CHECKING:\n    x = 1\nelse:\n    x = 2", "1"),
    "typing.TYPE_CHECKING": ("x = 2\nif typing.TYPE_CHECKING:\n    x = 1", "2"),
    "version": ("if sys.version_info >= (3, 12):\n    x = 1\nelse:\n    x = 2", "2"),
    "version, reached": ("if sys.version_info >= (3, 11):\n    x = 1\nelse:\n    x = 2", "1"),
    "version by index": ("if sys.version_info[0] == 3:\n    x = 1\nelse:\n    x = 2", "1"),
    "version by name": ("if sys.version_info.minor > 11:\n    x = 1\nelse:\n    x = 2", "2"),
    "elif": ("if False:\n    x = 1\nelif sys.version_info < (3, 12):\n    x = 2\nelse:\n    x = 3", "2"),
    "nested": ("x = 0\nif True:\n    if not 0:\n        x = 1", "1"),
    "a part decides": ("x = 1\nif TYPE_CHECKING and os.environ:\n    x = 2", "1"),
    "a constant of the program": ("DEBUG = False\nx = 1\nif DEBUG:\n    x = 2", "1"),
    "undecided": ("x = 1\nif os.environ:\n    x = 2", OPEN),
    "undecided, but the same": ("x = 1\nif os.environ:\n    x = 1", "1"),
    "undecided, then decided": ("if os.environ:\n    x = 2\nx = 1", "1"),
    "undecided, both branches": ("if os.environ:\n    x = 2\nelse:\n    x = 3", OPEN),
    "undecided, once": ("if os.environ:\n    x = 2", "2"),
    "in a loop": ("x = 1\nfor i in os.environ:\n    x = 2", OPEN),
    "in a loop over nothing": ("x = 1\nfor i in []:\n    x = 2", "1"),
    "in a with": ("with os:\n    x = 2", "2"),
    "in a match": ("x = 1\nmatch os:\n    case 1:\n        x = 2", OPEN),
    "the case of a match": ("match 2:\n    case 1:\n        x = 1\n    case 2 | 3:  # either\n        x = 2\n    # else\n    case _:\n        x = 3", "2"),
    "the last case of a match": ("x = 1\nmatch 'c':\n    case 'a' | 'b':\n        x = 2\n    case _:\n        x = 3", "3"),
    "a case behind one that is not told": ("x = 1\nmatch 2:\n    case [1]:\n        x = 2\n    case 2:\n        x = 3", OPEN),
    "a case with a condition": ("x = 1\nmatch 2:\n    case 2 if os:\n        x = 2", OPEN),
    "a case that binds": ("x = 1\nmatch 2:\n    case y:\n        x = 2", OPEN),
    "a case that is identical": ("x = 1\nmatch 1:\n    case True:\n        x = 2\n    case 1.0:\n        x = 3", "3"),
    "package that is not there": ("try:\n    from absent import x\nexcept ImportError:\n    x = 1", OPEN),
    "package that is not there, of which nothing is known": ("try:\n    from absent import x\nexcept ImportError:\n    class x: ...", "absent.x"),
    "what stands before it": ("try:\n    x = 2\n    import absent\nexcept ImportError:\n    pass", "2"),
    "what stands behind it": ("x = 1\ntry:\n    import absent\n    x = 2\nexcept ImportError:\n    pass", OPEN),
    "else of an import that may fail": ("x = 1\ntry:\n    import absent\nexcept ImportError:\n    pass\nelse:\n    x = 2", OPEN),
    "else of an import that fails": ("x = 1\ntry:\n    import project.absent\nexcept ImportError:\n    pass\nelse:\n    x = 2", "1"),
    "module that is missing": ("try:\n    from project.absent import x\nexcept ImportError:\n    x = 1", "1"),
    "module that is there": ("try:\n    from project.there import x\nexcept ImportError:\n    x = 1", "7"),
    "name that a module has not got": ("try:\n    from project.there import y as x\nexcept (ImportError, AttributeError):\n    x = 1", "1"),
    "name behind one that a module has not got": ("try:\n    from project.there import y\n    x = 2\nexcept ImportError:\n    x = 1", "1"),
    "else of an import": ("try:\n    import project.there\nexcept ImportError:\n    x = 1\nelse:\n    x = 2", "2"),
    "finally": ("try:\n    import absent\nfinally:\n    x = 2", "2"),
    "not an import": ("try:\n    x = 1\nexcept ValueError:\n    x = 2", "1"),
    "name of an exception": ("try:\n    pass\nexcept ValueError as x:\n    pass", "? `x` is not defined here"),
}  # fmt: skip


@pytest.mark.parametrize("name", GUARDS)
def test_guards(name: str) -> None:
    source, expected = GUARDS[name]
    files = {"app.py": HEAD + source, "project/__init__.py": "", "project/there.py": "x = 7"}
    assert expected in show(value(program(files), "x"))


@pytest.mark.parametrize(("asked", "expected"), [("pydantic", "2"), ("pydantic.fields", "2"), ("pydantic.generics", "1")])
def test_names_that_pydantic_has_no_longer_are_not_imported(asked: str, expected: str) -> None:
    names = {"pydantic": "BaseSettings", "pydantic.fields": "ModelField", "pydantic.generics": "GenericModel"}
    source = f"try:\n    from {asked} import {names[asked]}\n    x = 1\nexcept ImportError:\n    x = 2"
    assert show(value(program(source), "x")) == expected
    assert show(value(program(source, versions={"pydantic": "1.10.2"}), "x")) == "1"


@pytest.mark.parametrize(("python", "expected"), [("3.10", "1"), ("3.12.4", "2"), (None, "2")])
def test_the_assumed_python(python: str | None, expected: str) -> None:
    source = "import sys\nx = 1\nif sys.version_info >= (3, 12):\n    x = 2"
    assert show(value(program(source, versions={"python": python} if python else {}), "x")) == expected


INSTALLED = {
    "not beside it": ("try:\n    import absent\n    x = 1\nexcept ImportError:\n    x = 2", "2"),
    "what stands before the import has run": (
        "x = 0\ntry:\n    x = 1\n    import absent\n    x = 2\nexcept ImportError:\n    pass",
        "1",
    ),
    "the second import": ("try:\n    import there\n    from absent import x\nexcept ImportError:\n    x = 2", "2"),
    "beside it": ("try:\n    import there\n    x = 1\nexcept ImportError:\n    x = 2", "1"),
    "of a part of the standard library that few name": (
        "try:\n    import ntpath, cProfile, _collections_abc\n    x = 1\nexcept ImportError:\n    x = 2",
        "1",
    ),
    "of the standard library": ("try:\n    import tomllib\n    x = 1\nexcept ImportError:\n    x = 2", "1"),
}


@pytest.mark.parametrize("name", INSTALLED)
def test_imports_of_an_installed_file(name: str) -> None:
    """What an environment does not hold is not installed; a project may be read without the environment it runs in."""
    source, expected = INSTALLED[name]
    site = {"lib.py": source, "there.py": ""}
    assert show(value(program("from lib import x", site=site, installed=True), "x")) == expected


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("import absent\nx = 1", "2"),
        ("from lib.deeper import x", "2"),
        ("try:\n    import absent\nexcept ImportError:\n    pass\nx = 1", "1"),
        ("from lib.user import y\nx = 1", "1"),
        ("import there\nx = 1", "1"),
    ],
)
def test_an_import_fails_where_the_module_itself_cannot_be_imported(inside: str, expected: str) -> None:
    site = {
        "lib/__init__.py": "",
        "lib/user.py": "y = 0\ntry:\n    from lib.inside import x\nexcept ImportError:\n    x = 2",
        "lib/inside.py": inside,
        "lib/deeper.py": "import absent\nx = 1",
        "there.py": "",
    }
    assert show(value(program("from lib.user import x", site=site, installed=True), "x")) == expected


def test_an_import_of_the_project_may_succeed_elsewhere() -> None:
    source = "try:\n    from absent import x\nexcept ImportError:\n    x = 2"
    assert OPEN in show(value(program(source, installed=True), "x"))


def test_an_import_of_a_module_that_asks_for_what_may_be_absent_may_fail() -> None:
    source = "try:\n    from lib.fast import x\nexcept ImportError:\n    x = 2"
    files = {"lib/__init__.py": source, "lib/fast.py": "import absent\nx = 1"}
    assert OPEN in show(value(program(files), "x", "lib"))
