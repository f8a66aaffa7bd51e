"""`discover/settings.py` and `config.py`: which configuration holds, and what is said about a wrong one."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from toolc.config import Config, json_schema, merged
from toolc.discover import load_config


def test_nothing_configured(here: Path) -> None:
    assert load_config(["."]) == (Config(), "", ())


def test_nearest_file_wins_and_folders_are_seen_from_here(write) -> None:
    write({
        "pyproject.toml": '[tool.toolc]\nout = "top"\n', "app/toolc.toml": 'out = "gen"\npackages = { core = "src" }\n',
        "app/src/a.py": "", "app/pyproject.toml": "[project]\n",
    })  # fmt: skip
    config, origin, _ = load_config(["app/src/a.py"])
    assert config and (origin, config.out, config.packages) == ("app/toolc.toml", "app/gen", {"core": "app/src"})
    config, origin, _ = load_config(["."])
    assert config and (origin, config.out) == ("pyproject.toml", "top")


def test_looking_upward_ends_at_a_repository(write, here: Path) -> None:
    (here.parent / "toolc.toml").write_text('out = "stray"\n')
    assert load_config(["."])[1] == ""


@pytest.mark.parametrize(
    ("file", "text", "line", "words"),
    [
        ("toolc.toml", '# first\ntarget = ["openai"]\n', 2, ("unknown key", '"targets"')),
        ("pyproject.toml", '[project]\nname = "x"\n\n[tool.toolc]\nmax-file-sise = 1\n', 5, ("unknown key", '"max-file-size"')),
        ("toolc.toml", "max-file-size = 'x'\n", 1, ("max-file-size", "Expected `int`")),
        ("toolc.toml", "\nfail-on = 'sometimes'\n", 2, ("fail-on", "sometimes")),
        ("toolc.toml", "out = \n", 1, ("not TOML",)),
        ("toolc.toml", "max-file-size = 0\n", 1, ("max-file-size",)),
        ("toolc.toml", "[options.pyhton]\nmodels = 'pydantic'\n", 1, ("unknown key", '"python"')),
        ("pyproject.toml", "[tool.toolc]\n[tool.toolc.options.python]\nmodel = 'x'\n", 3, ("unknown key", '"models"')),
        ("toolc.toml", "[options.python]\n\nmodels = 'attrs'\n", 3, ("models: Invalid enum value 'attrs'",)),
        ("toolc.toml", "x = " + "[" * 5000, 1, ("",)),
        (
            "pyproject.toml",
            "[tool.toolc]\n\n[[tool.toolc.system]]\nname = 'shop'\ndecorater = 'shop.action'\nprofile = 'mcp'\n",
            5,
            ("unknown key", '"decorator"'),
        ),
        (
            "toolc.toml",
            "[[system]]\nname = 'a'\ndecorator = 'a.b'\nprofile = 'mcp'\n\n[[system]]\nname = 'b'\ndecorator = 'a.c'\n",
            6,
            ("system", "missing required field `profile`"),
        ),
        ("toolc.toml", "[[system]]\nname = 'a'\ndecorator = 'action'\nprofile = 'mcp'\n", 1, ("system", "Expected `str`")),
        ("toolc.toml", "[[system]]\nname = 'a/b'\ndecorator = 'a.b'\nprofile = 'mcp'\n", 1, ("system", "Expected `str`")),
        ("toolc.toml", "out = '\xff'\n".encode("latin-1"), 1, ("UTF-8",)),
    ],
)
def test_mistakes_have_a_place_and_a_way_out(write, file: str, text: str, line: int, words: tuple[str, ...]) -> None:
    write({file: text})
    config, _, (diagnostic,) = load_config(["."])
    assert config is None and diagnostic.code == "TC604" and diagnostic.span
    assert (diagnostic.span.path, diagnostic.span.line) == (file, line)
    assert all(word in f"{diagnostic.message} {diagnostic.help}" for word in words)


def test_a_file_asked_for_must_be_there(here: Path) -> None:
    assert load_config(["."], "nope.toml")[2][0].code == "TC604"


def test_a_broken_pyproject_of_someone_else_is_not_our_business(write) -> None:
    write({"pyproject.toml": "[project\n"})
    assert load_config(["."]) == (Config(), "", ())


def test_options_win() -> None:
    config = Config(out="a", assume={"mcp": "1"}, systems={"x/*": "pba"})
    changed = merged(config, out="b", strict=None, assume={"mcp": "2"}, system="orbiter")
    assert (changed.out, changed.strict, changed.assume) == ("b", False, {"mcp": "2"})
    assert list(changed.systems.items()) == [("**", "orbiter"), ("x/*", "pba")]


def test_published_schema_is_up_to_date() -> None:
    published = json.loads(files("toolc").joinpath("config.schema.json").read_text("utf-8"))
    assert published == json.loads(json.dumps(json_schema())), "run: toolc config --schema > compiler/toolc/config.schema.json"
