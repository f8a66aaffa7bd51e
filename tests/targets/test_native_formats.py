"""`formats = "native"` in Go, Rust, Java and Kotlin: a UUID is a `UUID`, a date a date of the language, and what is sent stays the same."""

import json
from pathlib import Path
from typing import Any

import pytest

import golang
import kotlin
import rustlang
from client_bundles import bundle, tool
from client_cases import CASES
from effort import heavy
from java import accepted, java
from toolc.config import GoOptions, JvmOptions, RustOptions, TargetOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.schema.view.names import Names
from toolc.targets.register import TARGETS

pytestmark = heavy

ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6"


def _of(format_: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "format": format_, **more}


VISIT = {
    "type": "object",
    "properties": {
        "id": _of("uuid"),
        "day": _of("date"),
        "at": _of("date-time"),
        "hour": _of("time", default="10:11:12"),
        "days": {"type": "array", "items": _of("date"), "default": ["2026-01-02"]},
        "since": {"anyOf": [_of("date"), {"type": "null"}], "default": None},
        "until": _of("date", default="today"),
        "naive": _of("date-time", default="2026-01-02T03:04:05"),
        "limited": _of("date", maxLength=20, default="2026-01-02"),
        "either": {"anyOf": [_of("uuid"), {"type": "integer"}], "default": 1},
        "any_text": {"anyOf": [_of("uuid"), {"type": "string"}], "default": "x"},
        "or_listed": {"anyOf": [{"const": "now"}, _of("date")], "default": "now"},
        "own": {"$ref": "#/$defs/LocalDate", "default": {"year": 1}},
        "by_day": {"type": "object", "additionalProperties": _of("uuid"), "default": {}},
        "seen": {"anyOf": [_of("date-time"), {"type": "null"}]},
        "pair": {"type": "array", "prefixItems": [_of("uuid"), _of("date")], "minItems": 1, "maxItems": 2},
        "maybe": {"type": "array", "items": {"anyOf": [_of("uuid"), {"type": "null"}]}},
    },
    "required": ["id", "day", "at"],
    "additionalProperties": False,
    "$defs": {"LocalDate": {"type": "object", "properties": {"year": {"type": "integer"}}, "required": ["year"]}},
}

JAVA = """\
package demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

final class Main {
    public static void main(String[] words) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        Client client = new Client((tool, args) -> args);
        UUID id = UUID.fromString(words[0]);
        System.out.println(mapper.writeValueAsString(mapper.readValue(words[1], VisitArgs.class)));
        OffsetDateTime at = OffsetDateTime.parse("2026-01-02T03:04Z");
        VisitArgs args = VisitArgs.builder(id, LocalDate.of(2026, 2, 3), at).since(LocalDate.MIN.withYear(2020)).build();
        VisitResult found = client.visit(args);
        System.out.println(mapper.writeValueAsString(args));
        boolean same = found.id().equals(id) && found.at().equals(at) && found.day().getYear() == 2026;
        List<LocalDate> days = found.days();
        System.out.println(same + " " + days + " " + found.until() + " " + found.naive() + " " + found.hour());
        String either = mapper.writeValueAsString(found.either());
        System.out.println(either + " " + found.anyText() + " " + found.orListed() + " " + found.limited());
        for (int at_ = 2; at_ < words.length; at_++) {
            JsonNode answer = mapper.readTree(words[at_]);
            try {
                new Client((tool, given) -> answer).visit(args);
                System.out.println("taken");
            } catch (ToolException refused) {
                System.out.println(refused.getMessage().lines().reduce((one, last) -> last).orElse(""));
            }
        }
    }
}
"""

KOTLIN = """\
package demo

import java.time.LocalDate
import java.time.OffsetDateTime
import java.util.UUID
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json

fun main(words: Array<String>) = runBlocking {
    val client = Client({ _, args -> args })
    val id = UUID.fromString(words[0])
    println(Json.decodeFromString(VisitArgs, words[1]).toJson())
    val at = OffsetDateTime.parse("2026-01-02T03:04Z")
    val args = VisitArgs(id, LocalDate.of(2026, 2, 3), at, since = LocalDate.MIN.withYear(2020))
    val found = client.visit(args)
    println(args.toJson())
    val days: List<LocalDate> = found.days
    println("${found.id == id && found.at == at && found.day.year == 2026} $days ${found.until} ${found.naive} ${found.hour}")
    println("${found.either.toJson()} ${found.anyText} ${found.orListed} ${found.limited}")
    for (text in words.drop(2)) {
        try {
            Client({ _, _ -> Json.parseToJsonElement(text) }).visit(args)
            println("taken")
        } catch (refused: ToolException) {
            println(refused.message!!.lines().last())
        }
    }
}
"""

GO = """\
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"example.com/company/go/demo"
)

func main() {
	echo := func(_ context.Context, args json.RawMessage) (any, error) { return args, nil }
	client := demo.NewClient(demo.LocalTransport{"visit": echo})
	id, _ := demo.ParseUUID(os.Args[1])
	var whole demo.VisitArgs
	if err := json.Unmarshal([]byte(os.Args[2]), &whole); err != nil {
		panic(err)
	}
	again, _ := json.Marshal(whole)
	fmt.Println(string(again))
	at := time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)
	since := demo.Date{Year: 2020, Month: 1, Day: 1}
	args := demo.VisitArgs{ID: id, Day: demo.DateOf(at.AddDate(0, 1, 1)), At: at, Since: &since}
	found, err := client.Visit(context.Background(), args)
	if err != nil {
		panic(err)
	}
	text, _ := json.Marshal(args)
	fmt.Println(string(text))
	same := found.ID == id && found.At.Equal(at) && found.Day.Year == 2026
	var days []demo.Date = found.Days
	fmt.Println(same, days, found.Until, found.Naive, found.Hour)
	either, _ := json.Marshal(found.Either)
	fmt.Println(string(either), found.AnyText, found.OrListed, found.Limited)
	for _, text := range os.Args[3:] {
		told := func(context.Context, json.RawMessage) (any, error) { return json.RawMessage(text), nil }
		_, err := demo.NewClient(demo.LocalTransport{"visit": told}).Visit(context.Background(), args)
		var refused *demo.ToolError
		if errors.As(err, &refused) {
			lines := strings.Split(refused.Message, "\\n")
			fmt.Println(lines[len(lines)-1])
		}
	}
	held, _ := json.Marshal(demo.VisitResultEitherUUID(id))
	fmt.Println(string(held))
}
"""

RUST = """\
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use chrono::{DateTime, NaiveDate};
use demo::{Answer, AsJson, Client, Json, ToolSpec, Transport, VisitArgs};

struct Told(Option<Json>);

impl Transport for Told {
    fn call_tool<'a>(&'a self, _: &'static ToolSpec, given: Json) -> Answer<'a> {
        Box::pin(async { Ok(self.0.clone().unwrap_or(given)) })
    }
}

fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("waits"),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let id = uuid::Uuid::parse_str(&words[1]).unwrap();
    let whole = VisitArgs::from_json(&words[2].parse().unwrap()).unwrap();
    println!("{}", whole.to_json().unwrap());
    let at = DateTime::parse_from_rfc3339("2026-01-02T03:04:00Z").unwrap();
    let mut args = VisitArgs::new(id, NaiveDate::from_ymd_opt(2026, 2, 3).unwrap(), at);
    args.since = NaiveDate::from_ymd_opt(2020, 1, 1);
    println!("{}", args.to_json().unwrap());
    let found = now(Client::new(Told(None)).visit(&args)).unwrap();
    let days: &[NaiveDate] = &found.days;
    let same = found.id == id && found.at == at && found.day == args.day;
    println!("{same} {days:?} {} {} {}", found.until, found.naive, found.hour);
    let either = found.either.to_json().unwrap();
    println!("{either} {} {} {}", found.any_text, found.or_listed, found.limited);
    for text in &words[3..] {
        let refused = now(Client::new(Told(text.parse().ok())).visit(&args)).unwrap_err();
        println!("{}", refused.message.lines().last().unwrap());
    }
    println!("{}", demo::VisitResultEither::from(id).to_json().unwrap());
}
"""

CRATE = """\
[workspace]
members = ["rust/*"]

[package]
name = "formats_in_rust"
version = "0.0.0"
edition = "2021"

[dependencies]
chrono = { version = "0.4", default-features = false, features = ["std"] }
demo = { path = "rust/demo" }
uuid = { version = "1", default-features = false, features = ["std"] }
"""

WHOLE = f'{{"id":"{ID}","day":"2026-02-03","at":"2026-01-02T03:04:05Z",MORE}}'.replace(
    "MORE", f'"seen":"2026-01-02T03:04:05+02:00","pair":["{ID}","2026-02-03"],"maybe":[null,"{ID}"],"by_day":{{"x":"{ID}"}}'
)
WRONG = (
    f'{{"id": "{ID}", "day": "2026-02-03", "at": "2026-01-02T03:04:05Z", "pair": ["{ID}", 1]}}',
    f'{{"id": "{ID}", "day": "2026-02-30", "at": "2026-01-02T03:04:05Z"}}',
    '{"id": "1-2-3-4-5", "day": "2026-02-03", "at": "2026-01-02T03:04:05Z"}',
    f'{{"id": "{ID}", "day": "2026-02-03", "at": "2026-01-02T03:04:05"}}',
)
PRINTED = f"""\
{{"id":"{ID}","day":"2026-02-03","at":"2026-01-02T03:04:00Z","since":"2020-01-01"}}
true [2026-01-02] today 2026-01-02T03:04:05 10:11:12
1 x now 2026-01-02
pair: 1: expected string, got 1
day: expected date, got "2026-02-30"
id: expected UUID, got "1-2-3-4-5"
at: expected date-time with an offset, got "2026-01-02T03:04:05"
"""


def _bundle() -> Bundle:
    names = Names()
    return bundle([tool("visit", VISIT, names, VISIT)], names)


def _files(given: Bundle, language: str, **own: Any) -> dict[str, str]:
    options: Any = {language: JvmOptions(**own)}
    files, _ = emit(given, [TARGETS[language]], Options(own=TargetOptions(**options)))
    return {file.path.removeprefix(f"{language}/"): file.text for file in files}


def _printed(text: str) -> str:
    """What a program prints behind the whole value, which it has read and written."""
    first, rest = text.split("\n", 1)
    assert json.loads(first) == json.loads(WHOLE)
    return rest


def test_in_java(tmp_path: Path) -> None:
    path = accepted({**_files(_bundle(), "java", formats="native"), "demo/Main.java": JAVA}, tmp_path)
    assert _printed(java(path, "demo.Main", ID, WHOLE, *WRONG)) == PRINTED


def test_in_kotlin(tmp_path: Path) -> None:
    path = kotlin.accepted({**_files(_bundle(), "kotlin", formats="native"), "demo/Main.kt": KOTLIN}, tmp_path)
    assert _printed(java(path, "demo.MainKt", ID, WHOLE, *WRONG)) == PRINTED


def test_in_go(tmp_path: Path) -> None:
    files, _ = emit(_bundle(), [TARGETS["go"]], Options(own=TargetOptions(go=GoOptions(formats="native"))))
    golang.accepted({**{file.path: file.text for file in files}, "main.go": GO}, tmp_path)
    assert _printed(golang.go("run", ".", ID, WHOLE, *WRONG, folder=tmp_path)) == f'{PRINTED}"{ID}"\n'


def test_in_rust() -> None:
    files, _ = emit(_bundle(), [TARGETS["rust"]], Options(own=TargetOptions(rust=RustOptions(formats="native"))))
    written = {**{file.path: file.text for file in files}, "Cargo.toml": CRATE, "src/main.rs": RUST}
    with rustlang.workspace("formats", written) as folder:
        rustlang.built(folder, ["demo"])
        assert _printed(rustlang.cargo("run", "--quiet", "--", ID, WHOLE, *WRONG, folder=folder)) == f'{PRINTED}"{ID}"\n'


@pytest.mark.parametrize("language", ["java", "kotlin"])
def test_types_are_the_same_where_nothing_has_a_format(language: str) -> None:
    names = Names()
    given = bundle([tool(name, {"type": "object"}, names, case.schema) for name, case in CASES.items()], names)
    native, texts = _files(given, language, formats="native"), _files(given, language)
    assert {path for path, text in native.items() if text != texts[path]} == {next(one for one in texts if "/Codec." in one)}


@pytest.mark.parametrize("language", ["java", "kotlin"])
def test_texts_are_texts_unless_asked(language: str) -> None:
    written = "".join(_files(_bundle(), language).values())
    assert "OffsetDateTime" not in written and "java.util.UUID" not in written


def test_words_of_a_program_import_nothing_in_go(tmp_path: Path) -> None:
    names = Names()
    schema = {"type": "object", "properties": {"json.time.at": {"type": "string", "description": "In config.json. Any time."}}}
    files, _ = emit(bundle([tool("t", schema, names)], names), [TARGETS["go"]], Options())
    golang.accepted({file.path: file.text for file in files}, tmp_path)
