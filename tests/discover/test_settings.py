"""`discover/settings.py` and `config.py`: which configuration holds, and what is said about a wrong one."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from toolc.config import Config, json_schema, merge_options
from toolc.discover import Settings, load_config
from toolc.discover.lines import line_of, lines_of


def test_nothing_configured(here: Path) -> None:
    assert load_config(["."]) == Settings()


def test_nearest_file_wins_and_folders_are_seen_from_here(write) -> None:
    write({
        "pyproject.toml": '[tool.toolc]\nout = "top"\n', "app/toolc.toml": 'out = "gen"\npackages = { core = "src" }\n',
        "app/src/a.py": "", "app/pyproject.toml": "[project]\n",
    })  # fmt: skip
    settings = load_config(["app/src/a.py"])
    assert (config := settings.config) and (settings.origin, config.out, config.packages) == (
        "app/toolc.toml",
        "app/gen",
        {"core": "app/src"},
    )
    settings = load_config(["."])
    assert (config := settings.config) and (settings.origin, config.out) == ("pyproject.toml", "top")


def test_looking_upward_ends_at_a_repository(write, here: Path) -> None:
    (here.parent / "toolc.toml").write_text('out = "stray"\n')
    assert load_config(["."]).origin == ""


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
        ("toolc.toml", "[[system]]\nname = 'a'\ndecorator = 'action'\nprofile = 'mcp'\n", 3, ("decorator", "Expected `str`")),
        ("toolc.toml", "[[system]]\nname = 'a/b'\ndecorator = 'a.b'\nprofile = 'mcp'\n", 2, ("name", "Expected `str`")),
        ("toolc.toml", "out = '\xff'\n".encode("latin-1"), 1, ("UTF-8",)),
    ],
)
def test_mistakes_have_a_place_and_a_way_out(write, file: str, text: str, line: int, words: tuple[str, ...]) -> None:
    write({file: text})
    settings = load_config(["."])
    [diagnostic] = settings.diagnostics
    assert settings.config is None and diagnostic.code == "TC604" and diagnostic.span
    assert (diagnostic.span.path, diagnostic.span.line) == (file, line)
    assert all(word in f"{diagnostic.message} {diagnostic.help}" for word in words)


def test_a_file_asked_for_must_be_there(here: Path) -> None:
    assert load_config(["."], "nope.toml").diagnostics[0].code == "TC604"


def test_a_broken_pyproject_of_someone_else_is_not_our_business(write) -> None:
    write({"pyproject.toml": "[project\n"})
    assert load_config(["."]) == Settings()


def test_options_win() -> None:
    config = Config(out="a", assume={"mcp": "1"}, systems={"x/*": "pba"})
    changed = merge_options(config, out="b", strict=None, assume={"mcp": "2"}, system="orbiter")
    assert (changed.out, changed.strict, changed.assume) == ("b", False, {"mcp": "2"})
    assert list(changed.systems.items()) == [("**", "orbiter"), ("x/*", "pba")]


def test_published_schema_is_up_to_date() -> None:
    published = json.loads(files("toolc").joinpath("config.schema.json").read_text("utf-8"))
    assert published == json.loads(json.dumps(json_schema())), "run: toolc config --schema > compiler/toolc/config.schema.json"


# --- extends ---------------------------------------------------------------------------------------------------------

BASE = """\
[tool.toolc]
out = "gen"
targets = ["openai"]
assume = { mcp = "1.26.0", python = "3.12" }

[tool.toolc.options.typescript]
layout = "single"
casing = "snake"
"""


def test_a_file_says_what_it_extends_does_not(write) -> None:
    write({
        "pyproject.toml": BASE,
        "services/a/toolc.toml": 'extends = "../../pyproject.toml"\nassume = { mcp = "1.9.0" }\noptions.typescript.casing = "camel"\n',
        "services/a/src/x.py": "",
    })  # fmt: skip
    settings = load_config(["services/a/src"], bounds=["."])
    config = settings.config
    assert config and (config.out, config.targets, config.root) == ("gen", ("openai",), "services/a")
    assert config.assume == {"mcp": "1.9.0", "python": "3.12"}
    assert (config.options.typescript.layout, config.options.typescript.casing) == ("single", "camel")
    assert {".".join(key): f"{span.path}:{span.line}" for key, span in settings.places.items()} == {
        "extends": "services/a/toolc.toml:1",
        "assume.mcp": "services/a/toolc.toml:2",
        "options.typescript.casing": "services/a/toolc.toml:3",
        "out": "pyproject.toml:2",
        "targets": "pyproject.toml:3",
        "assume.python": "pyproject.toml:4",
        "options.typescript.layout": "pyproject.toml:7",
    }
    assert (settings.says("out"), settings.says("lock")) == ("pyproject.toml", "services/a/toolc.toml")


@pytest.mark.parametrize(
    ("files", "code", "place"),
    [
        ({"toolc.toml": 'extends = "toolc.toml"\n'}, "TC626", "toolc.toml:1"),
        ({"toolc.toml": '\nextends = "b/toolc.toml"\n', "b/toolc.toml": 'extends = "../toolc.toml"\n'}, "TC626", "b/toolc.toml:1"),
        ({"toolc.toml": 'extends = "l.toml"\n', "l.toml": "->toolc.toml"}, "TC626", "toolc.toml:1"),
        ({f"{n}.toml": f'extends = "{n + 1}.toml"\n' for n in range(30)} | {"toolc.toml": 'extends = "0.toml"\n'}, "TC626", "18.toml:1"),
        ({"toolc.toml": 'strict = true\nextends = "gone.toml"\n'}, "TC604", "toolc.toml:2"),
        ({"toolc.toml": 'extends = "pyproject.toml"\n', "pyproject.toml": "[project]\n"}, "TC604", "pyproject.toml:1"),
        ({"toolc.toml": 'extends = "b.toml"\n', "b.toml": "\nfail = 1\n"}, "TC604", "b.toml:2"),
        ({"toolc.toml": 'extends = "../above.toml"\n'}, "TC627", "toolc.toml:1"),
        ({"toolc.toml": 'extends = "/etc/hosts"\n'}, "TC627", "toolc.toml:1"),
        ({"toolc.toml": 'extends = "l.toml"\n', "l.toml": "->/etc/hosts"}, "TC627", "toolc.toml:1"),
    ],
)  # fmt: skip
def test_what_cannot_be_extended(files: dict[str, str], code: str, place: str, write, here: Path) -> None:
    (here.parent / "above.toml").write_text("strict = true\n")
    for name, text in files.items():
        if text.startswith("->"):
            (here / name).symlink_to(text[2:])
        else:
            write({name: text})
    settings = load_config(["."], bounds=["."])
    [said] = settings.diagnostics
    assert settings.config is None and said.span
    assert (said.code, f"{said.span.path}:{said.span.line}") == (code, place)


def test_who_is_vouched_for_may_extend_any_file(write, here: Path) -> None:
    (here.parent / "above.toml").write_text("strict = true\n")
    write({"toolc.toml": 'extends = "../above.toml"\n'})
    config = load_config(["."]).config
    assert config and config.strict


def test_where_keys_stand() -> None:
    text = "a = 1\n'b.c' = 2\n[t . u]\nx.y = [\n  1,\n]\n[[t.many]]\nz = 1\n[[t.many]]\nz = 2\n[t.many.sub]\nw = { v = 1 }\n"
    assert lines_of(text) == {
        ("a",): 1, ("b.c",): 2, ("t", "u"): 3, ("t", "u", "x", "y"): 4, ("t", "many"): 7, ("t", "many", "0"): 7,
        ("t", "many", "0", "z"): 8, ("t", "many", "1"): 9, ("t", "many", "1", "z"): 10, ("t", "many", "1", "sub"): 11,
        ("t", "many", "1", "sub", "w"): 12,
    }  # fmt: skip
    assert line_of(lines_of(text), ("t", "many", "1", "sub", "w", "v")) == 12
