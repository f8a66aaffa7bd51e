"""Findings as other programs read them: takes diagnostics or changes of a contract, gives text in the form asked for.

JSON for anything; annotations of GitHub; GitLab's code quality report; SARIF 2.1.0; JUnit. Text from sources is escaped as each
form has it, and nothing in it is a command to whoever shows it.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Protocol
from urllib.parse import quote

from toolc.cli.report import concise
from toolc.cli.terminal_text import visible
from toolc.diagnostics import Label
from toolc.source import Span
from toolc.tracked_files import digest

Format = Literal["full", "concise", "json", "github", "gitlab", "sarif", "junit"]


class Finding(Protocol):
    """Common interface of `Diagnostic` and changes of a contract, for writing them."""

    @property
    def code(self) -> str: ...
    @property
    def slug(self) -> str: ...
    @property
    def severity(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def span(self) -> Span | None: ...
    @property
    def labels(self) -> tuple[Label, ...]: ...
    @property
    def help(self) -> str: ...
    @property
    def why(self) -> str: ...


FORMATS: Mapping[str, Callable[[tuple[Finding, ...], str], str]]

_GITHUB = {"error": "error", "warning": "warning", "note": "notice"}
_GITLAB = {"error": "major", "warning": "minor", "note": "info"}


def document(form: str, diagnostics: Iterable[Finding], version: str) -> str:
    """The text of all diagnostics in a form other than `full`. `version`: of toolc."""
    return FORMATS[form](tuple(diagnostics), version)


def _concise(found: tuple[Any, ...], _: str) -> str:
    return concise(found)


def _json(found: tuple[Finding, ...], _: str) -> str:
    return _written_value([_fact(one) for one in found])


def _fact(one: Finding) -> dict[str, Any]:
    return {
        "code": one.code,
        "slug": one.slug,
        "severity": one.severity,
        "message": one.message,
        **_place(one),
        "labels": [{"text": label.text, "path": label.span.path, "line": label.span.line} for label in one.labels],
        "help": one.help,
    }


def _place(one: Finding) -> dict[str, Any]:
    if one.span is None:
        return {"path": None}
    keys = ("line", "column", "end_line", "end_column")
    return {"path": one.span.path, **{key: getattr(one.span, key) for key in keys}}


def _github(found: tuple[Finding, ...], _: str) -> str:
    """Workflow commands: one line each, whose parts end at a comma, a colon or a line end unless those are escaped."""
    lines = []
    for one in found:
        where = {"title": f"{one.code} {one.slug}"}
        if one.span is not None:
            span = one.span
            where = {"file": span.path, "line": str(span.line), "col": str(span.column), "endLine": str(span.end_line), **where}
        about = ",".join(f"{key}={_data(value).replace(':', '%3A').replace(',', '%2C')}" for key, value in where.items())
        help_ = f" ({one.help})" if one.help else ""
        lines.append(f"::{_GITHUB[one.severity]} {about}::{_data(one.message + help_)}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return visible(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _gitlab(found: tuple[Finding, ...], _: str) -> str:
    return _written_value(
        [
            {
                "check_name": f"{one.code} {one.slug}",
                "description": one.message,
                "severity": _GITLAB[one.severity],
                "fingerprint": _fingerprint(one),
                "location": {"path": one.span.path if one.span else "", "lines": {"begin": one.span.line if one.span else 1}},
            }
            for one in found
        ]
    )


def _fingerprint(one: Finding) -> str:
    """The same for the same finding when lines above it come and go."""
    return digest("\0".join((one.code, one.span.path if one.span else "", one.message)).encode("utf-8", "surrogatepass"))


def _sarif(found: tuple[Finding, ...], version: str) -> str:
    numbers = sorted({one.code for one in found})
    known = {one.code: one for one in found}
    rules = [
        {
            "id": number,
            "name": known[number].slug,
            "shortDescription": {"text": known[number].slug.replace("-", " ")},
            "fullDescription": {"text": known[number].why},
            "help": {"text": f"{known[number].why} See: toolc explain {number}"},
        }
        for number in numbers
    ]
    results = [
        {
            "ruleId": one.code,
            "ruleIndex": numbers.index(one.code),
            "level": one.severity,
            "message": {"text": f"{one.message} ({one.help})" if one.help else one.message},
            "locations": [_location(one)] if one.span is not None else [],
            "partialFingerprints": {"toolc/v1": _fingerprint(one)},
        }
        for one in found
    ]
    driver = {"name": "toolc", "version": version, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return _written_value({"$schema": schema, "version": "2.1.0", "runs": [run]})


def _location(one: Finding) -> dict[str, Any]:
    assert one.span is not None
    region = {
        "startLine": one.span.line,
        "startColumn": one.span.column,
        "endLine": one.span.end_line,
        "endColumn": one.span.end_column,
    }
    uri = quote(one.span.path.encode("utf-8", "surrogateescape"))  # relative: whoever reads it has another root
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _junit(found: tuple[Finding, ...], _: str) -> str:
    from xml.sax.saxutils import escape, quoteattr  # with it comes `urllib.request`, which every command would pay for

    def attribute(text: str) -> str:
        return quoteattr(visible(text))

    by_path: dict[str, list[Finding]] = {}
    for one in found:
        by_path.setdefault(one.span.path if one.span else "toolc", []).append(one)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites name="toolc" tests="{len(found)}" failures="{len(found)}">',
    ]
    for path, several in sorted(by_path.items()):
        lines.append(f'  <testsuite name={attribute(path)} tests="{len(several)}" failures="{len(several)}">')
        for one in several:
            at = f":{one.span.line}:{one.span.column}" if one.span else ""
            lines.append(f"    <testcase name={attribute(f'{one.code} {one.slug}')} classname={attribute(path + at)}>")
            lines.append(
                f'      <failure type="{one.severity}" message={attribute(one.message)}>{escape(visible(one.help))}</failure>'
            )
            lines.append("    </testcase>")
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _written_value(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"


FORMATS = {
    "concise": _concise,
    "json": _json,
    "github": _github,
    "gitlab": _gitlab,
    "sarif": _sarif,
    "junit": _junit,
}
