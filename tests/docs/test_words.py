"""Words, links and files that documents name; the form of the changelog."""

import datetime
import re

import pytest

from documents import PAGES, ROOT, prose, text_of
from toolc import __version__
from toolc.cli.commands.register import COMMANDS
from toolc.codes import CODES
from toolc.contract.rules import RULES

DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "compiler/README.md",
    "compiler/DECISIONS.md",
    "compiler/toolc/analysis/README.md",
    "fixtures/README.md",
    "fixtures/monorepo/README.md",
    *PAGES,
)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    targets = [link for link in re.findall(r"\]\(([^)]+)\)", prose(text_of(document))) if "://" not in link]
    assert [link for link in targets if not ((ROOT / document).parent / link.partition("#")[0]).exists()] == []


@pytest.mark.parametrize("document", ["README.md", "compiler/README.md", "compiler/DECISIONS.md", "fixtures/README.md", *PAGES])
def test_files_that_are_named_are_there(document: str) -> None:
    rooms = "docs|tests|fixtures|compiler|toolc|systems|targets|cli|lower|runtime|read"
    words = re.findall(rf"(?<![\w./<-])(?:{rooms})/[\w/.]+\.py", prose(text_of(document)))
    bases = (ROOT, ROOT / "compiler", ROOT / "compiler/toolc")
    imagined = ("toolc/systems/acme_tools.py", "toolc/targets/acme.py", "fixtures/acme_tools/named/input.py")
    assert [word for word in words if word not in imagined and not any((base / word).exists() for base in bases)] == []


# Words of a private dialect that users stumbled over, and what is said instead.
UNKNOWN_WORDS = {
    r"\banew\b": "again", r"\bvouch": "trusted", r"\bmended\b": "fixed", r"\bspelled\b": "formatted", r"held to\b": "checked against",
    r"taken to be": "assumed", r"\bwalls?\b": "sandbox", r"\bbell\b": "timer", r"in vain\b": "tried to", r"no word\b": "silently",
    r"that is to (?:be )?sa[iy]": "all",
}  # fmt: skip


@pytest.mark.parametrize("word", UNKNOWN_WORDS)
def test_users_read_words_that_they_know(word: str, toolc) -> None:
    """In README, the pages of `docs/`, the changelog, the help of all commands and what `explain` says of codes."""
    helps = {f"{name} --help-all": toolc(name, "--help-all").out for name in COMMANDS if COMMANDS[name].group}
    texts = {name: text_of(name) for name in ("README.md", "CHANGELOG.md", *PAGES)} | helps | {"--help": toolc("--help").out}
    texts |= {code.number: code.why for code in CODES.values()} | {rule.number: rule.why for rule in RULES.values()}
    assert [name for name, text in texts.items() if re.search(word, text)] == [], UNKNOWN_WORDS[word]


_RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
_KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_changelog_can_be_read() -> None:
    """Keep a Changelog: what is not released on top, then releases with their dates, each a page or two, by kinds of changes."""
    text = text_of("CHANGELOG.md")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    releases = _RELEASE.findall(text)
    assert headings[0] == "[Unreleased]" and headings[1:] == [f"[{version}] - {date}" for version, date in releases]
    assert releases[0][0] == __version__ and all(datetime.date.fromisoformat(date) for _, date in releases)
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        assert len(part.splitlines()) <= 120, part.splitlines()[0]
        kinds = re.findall(r"^### (.*)$", part, re.MULTILINE)
        assert set(kinds) <= _KINDS and len(set(kinds)) == len(kinds), part.splitlines()[0]
        assert kinds or part.startswith("[Unreleased]")
