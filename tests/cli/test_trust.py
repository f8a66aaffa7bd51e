"""A configuration that came with the sources decides nothing that could hurt who compiles them."""

from pathlib import Path

import pytest

TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n    return query\n"


@pytest.mark.parametrize("out", ["../stray", "/tmp/toolc-stray", "a/../../stray", "link/stray"])
def test_outputs_stay_in_the_folder_of_the_configuration(toolc, write, out: str) -> None:
    here = write({"src/tools.py": TOOL, "src/toolc.toml": f'out = "{out}"\n'})
    if out.startswith("link"):
        (here / "src/link").symlink_to(here)
    before = sorted(here.rglob("*"))
    done = toolc("generate", "src")
    assert (done.status, "TC617" in done.err) == (2, True)
    assert sorted(here.rglob("*")) == before and not Path("/tmp/toolc-stray").exists()
    if out.startswith(".."):
        assert toolc("generate", "src", "--trust-config").status == 0 and (here / "stray").exists()
    assert "TC617" not in toolc("generate", "src", "--out", "mine").err and (here / "mine").exists()


@pytest.mark.parametrize("lock", ["../stray.lock", "/tmp/toolc-stray.lock"])
def test_a_lock_stays_in_the_folder_of_the_configuration(toolc, write, lock: str) -> None:
    here = write({"src/tools.py": TOOL, "src/toolc.toml": f'lock = "{lock}"\n'})
    done = toolc("lock", "src")
    assert (done.status, "TC617" in done.err, "--file" in done.err) == (2, True, True)
    assert not (here / "stray.lock").exists() and not Path("/tmp/toolc-stray.lock").exists()
    assert toolc("lock", "src", "--file", "mine.lock").status == 0 and (here / "mine.lock").exists()
    assert toolc("lock", "src", "--untrusted", "--file", "src/in.lock").status == 2 and not (here / "src/in.lock").exists()


def test_a_configuration_that_is_named_is_trusted(toolc, write) -> None:
    here = write({"src/tools.py": TOOL, "conf/toolc.toml": 'out = "../named"\n'})
    assert toolc("generate", "src", "--config", "conf/toolc.toml").status == 0
    assert (here / "named").exists()


def test_a_link_moves_no_outputs(toolc, write) -> None:
    here = write({"tools.py": TOOL})
    victim = here.parent / "victim"
    victim.mkdir()
    (here / "tool-clients").symlink_to(victim)
    done = toolc("generate", "tools.py")
    assert (done.status, "TC617" in done.err, list(victim.iterdir())) == (2, True, [])


def test_untrusted_trees_have_no_say(toolc, write) -> None:
    hostile = 'out = "../../x"\nfail-on = "never"\nmax-file-size = 9\nsearch-path = ["/"]\ntargets = ["python"]\n'
    here = write({"src/tools.py": TOOL, "src/bad.py": "import orbiter\nx = (\n", "src/toolc.toml": hostile})
    done = toolc("generate", "src", "--untrusted", "--out", "out")
    assert done.status == 1 and "TC618" in done.err and "TC110" in done.err
    assert sorted(path.name for path in (here / "out").iterdir() if path.is_dir()) == ["mcp", "typescript"]


@pytest.mark.parametrize("text", ["out = [", "no-such-key = 1\n", "out = 5\n"])
def test_a_broken_configuration_of_an_untrusted_tree_stops_nothing(toolc, write, text: str) -> None:
    write({"src/tools.py": TOOL, "src/toolc.toml": text})
    assert toolc("list", "src").status == 2
    done = toolc("list", "src", "--untrusted")
    assert done.status == 0 and "warning TC618" in done.err and "search" in done.out


def test_nothing_is_written_into_an_untrusted_tree(toolc, write) -> None:
    here = write({"src/tools.py": TOOL})
    for words in (["src", "--out", "src/out"], ["."], [".", "--out", "elsewhere"]):
        done = toolc("generate", *words, "--untrusted")
        assert (done.status, "TC619" in done.err) == (2, True)
    assert sorted(path.name for path in here.iterdir()) == [".git", "src"]
    assert toolc("generate", "src", "--out", "out", "--untrusted").status == 0


@pytest.mark.parametrize("name", ["toolc.toml", "pyproject.toml"])
@pytest.mark.parametrize("words", [(), ("--untrusted",)])
def test_a_configuration_that_is_a_link_to_elsewhere_is_not_shown(
    toolc, write, tmp_path_factory: pytest.TempPathFactory, words: tuple[str, ...], name: str
) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.txt"
    secret.write_text("[tool.toolc]\nsecretline = 1\n")
    write({"tree/.git/": "", "tree/tools.py": "x = 1\n"})
    Path("tree", name).symlink_to(secret)
    done = toolc("list", "tree", *words)
    assert "secretline" not in done.out + done.err and "is a link that leaves what is compiled" in done.err
    assert done.status == (0 if words else 2)
    assert "TC604" in toolc("list", "tree", *words, "--trust-config").err


def test_a_configuration_that_is_a_link_within_the_repository_is_followed(toolc, write) -> None:
    write({"repo/shared.toml": "limits.tools = 1\n", "repo/.git/": "", "repo/a/tools.py": "x = 1\n"})
    Path("repo/a/toolc.toml").symlink_to("../shared.toml")
    assert "tools" in toolc("config", "repo/a").out and toolc("list", "repo/a").status == 0


@pytest.mark.parametrize("command", [["list"], ["check"], ["types"], ["stats"], ["diff", "tools.py"]])
def test_a_run_says_whether_it_was_sandboxed(command: list[str], toolc, write) -> None:
    write({"tools.py": TOOL})
    there = "NOT" not in toolc("doctor").out
    ends = {"auto": "sandboxed" if there else "not sandboxed (toolc doctor)", "off": "not sandboxed (toolc doctor)"}
    for mode, end in ends.items():
        last = toolc(*command, "tools.py", "--untrusted", "--sandbox", mode).err.splitlines()[-1]
        assert last.endswith(f", {end}"), last
    assert "sandboxed" not in toolc(*command, "tools.py").err
