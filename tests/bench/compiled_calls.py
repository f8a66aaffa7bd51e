"""Programs in languages with a compiler that measure a typed call: Go, Rust, Java and Kotlin.

Each prints an object of median CPU seconds: of the usual reader of the language, and of a call with each of `checks`. Takes the folder of
`typed_calls.py` with `shop.py` and `answer.json`, gives what its program prints; needs the compiler of the language.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import java as jdk
import kotlin as kotlinc

Measured = Mapping[str, float]

GO = """\
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"

	"example.com/bench/go/shop"
)

type page struct {
	Orders []struct {
		ID       string `json:"id"`
		Status   string `json:"status"`
		PlacedAt string `json:"placed_at"`
		Note     *string `json:"note"`
		ShipTo   *struct {
			Street  string `json:"street"`
			ZipCode string `json:"zip_code"`
			Country string `json:"country"`
		} `json:"ship_to"`
		Lines []struct {
			Sku      string  `json:"sku"`
			Quantity int64   `json:"quantity"`
			Price    float64 `json:"price"`
		} `json:"lines"`
		Payment struct {
			Kind    string `json:"kind"`
			Token   string `json:"token"`
			DueDays int64  `json:"due_days"`
		} `json:"payment"`
		Tags []string `json:"tags"`
	} `json:"orders"`
	Total int64 `json:"total"`
}

type answers struct{ text []byte }

func (a answers) CallTool(context.Context, *shop.ToolSpec, json.RawMessage) (json.RawMessage, error) {
	return a.text, nil
}

// spent is the CPU time of the process in seconds, that of collecting garbage as well.
func spent() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

func main() {
	text, _ := os.ReadFile("answer.json")
	rounds, _ := strconv.Atoi(os.Args[1])
	client := shop.NewClient(answers{text})
	call := func(checks shop.Checks) func() bool {
		checking := client.WithChecks(checks)
		return func() bool {
			got, err := checking.ListOrders(context.Background(), shop.ListOrdersArgs{})
			return err == nil && len(got.Orders) == 1000
		}
	}
	ways := map[string]func() bool{
		"reader": func() bool {
			var read page
			return json.Unmarshal(text, &read) == nil && len(read.Orders) == 1000
		},
		"off": call(shop.CheckOff), "args": call(shop.CheckArgs), "full": call(shop.CheckFull),
	}
	taken := map[string][]float64{}
	for range rounds {
		for name, way := range ways {
			start := spent()
			if !way() {
				panic(name)
			}
			taken[name] = append(taken[name], spent()-start)
		}
	}
	medians := map[string]float64{}
	for name, times := range taken {
		slices.Sort(times)
		medians[name] = times[len(times)/2]
	}
	told, _ := json.Marshal(medians)
	fmt.Println(string(told))
}
"""

RUST = """\
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use shop::*;

struct Answers(String);

impl Transport for Answers {
    fn call_tool<'a>(&'a self, _: &'static ToolSpec, _: Json) -> Answer<'a> {
        Box::pin(async { Ok(self.0.parse().unwrap()) })
    }
}

fn ready<T>(call: impl Future<Output = T>) -> T {
    match pin!(call).as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => panic!("waits"),
    }
}

/// The CPU time of this thread, in seconds.
fn spent() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    assert_eq!(unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) }, 0);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn main() {
    let text = std::fs::read_to_string("answer.json").unwrap();
    let rounds: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let client = |checks| Client::new(Answers(text.clone())).checks(checks);
    let call = |checks| {
        let client = client(checks);
        move || ready(client.list_orders(&ListOrdersArgs::default())).unwrap().orders.len()
    };
    let reader = || {
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["orders"].as_array().unwrap().len()
    };
    let (off, args, full) = (call(Checks::Off), call(Checks::Args), call(Checks::Full));
    let ways: [(&str, &dyn Fn() -> usize); 4] = [("reader", &reader), ("off", &off), ("args", &args), ("full", &full)];
    let mut taken = vec![Vec::new(); ways.len()];
    for _ in 0..rounds {
        for (times, (_, way)) in taken.iter_mut().zip(ways) {
            let start = spent();
            assert_eq!(way(), 1000);
            times.push(spent() - start);
        }
    }
    let mut medians = Object::new();
    for (mut times, (name, _)) in taken.into_iter().zip(ways) {
        times.sort_by(f64::total_cmp);
        medians.insert(name, Number::try_from(times[times.len() / 2]).unwrap());
    }
    println!("{}", Json::from(medians));
}
"""

CARGO = """\
[package]
name = "bench"
version = "0.0.0"
edition = "2021"

[dependencies]
libc = "0.2"
serde_json = "1"
shop = { path = "../rust/shop" }
"""

JAVA = """\
package shop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Bench {
    interface Way {
        int run() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        String text = Files.readString(Path.of("answer.json"));
        ObjectMapper mapper = new ObjectMapper();
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("reader", () -> mapper.readTree(text).get("orders").size());
        for (Checks checks : Checks.values()) {
            Client client = new Client((tool, args) -> Json.parsed(text), checks);
            ways.put(checks.name().toLowerCase(), () -> client.listOrders(ListOrdersArgs.builder().build()).orders().size());
        }
        Map<String, List<Double>> taken = new LinkedHashMap<>();
        int rounds = Integer.parseInt(arguments[0]);
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        for (int round = 0; round < 2 * rounds; round++) {
            for (Map.Entry<String, Way> way : ways.entrySet()) {
                long start = thread.getCurrentThreadCpuTime();
                if (way.getValue().run() != 1000) {
                    throw new AssertionError(way.getKey());
                }
                if (round >= rounds) {
                    taken.computeIfAbsent(way.getKey(), key -> new ArrayList<>()).add((thread.getCurrentThreadCpuTime() - start) / 1e9);
                }
            }
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        taken.forEach((name, times) -> medians.put(name, times.stream().sorted().toList().get(times.size() / 2)));
        System.out.println(mapper.writeValueAsString(medians));
    }
}
"""

KOTLIN = """\
package shop

import java.io.File
import java.lang.management.ManagementFactory
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject

fun main(arguments: Array<String>) {
    val text = File("answer.json").readText()
    val rounds = arguments[0].toInt()
    val ways = mutableMapOf("reader" to { Json.parseToJsonElement(text).jsonObject.getValue("orders").jsonArray.size })
    for (checks in Checks.entries) {
        val client = Client({ _, _ -> tree(text) }, checks)
        ways[checks.name.lowercase()] = {
            var size = 0
            val ended = Continuation<Int>(EmptyCoroutineContext) { size = it.getOrThrow() }
            suspend { client.listOrders(ListOrdersArgs()).orders.size }.startCoroutine(ended)
            size
        }
    }
    val thread = ManagementFactory.getThreadMXBean()
    val taken = ways.mapValues { mutableListOf<Double>() }
    repeat(2 * rounds) { round ->
        for ((name, way) in ways) {
            val start = thread.currentThreadCpuTime
            check(way() == 1000)
            if (round >= rounds) taken.getValue(name) += (thread.currentThreadCpuTime - start) / 1e9
        }
    }
    println(taken.map { (name, times) -> "\\"$name\\": ${times.sorted()[times.size / 2]}" }.joinToString(", ", "{", "}"))
}
"""


def generated(folder: Path, language: str) -> Path:
    """The folder of the package that a target writes, called `shop`."""
    command = [sys.executable, "-m", "toolc", "generate", "shop.py", "--target", language, "--out", "."]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / language / "shop"


def _printed(command: list[str], folder: Path) -> Measured:
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    measured: Measured = json.loads(done.stdout)
    return measured


def go(folder: Path, rounds: int) -> Measured:
    generated(folder, "go")
    (folder / "go.mod").write_text("module example.com/bench\n\ngo 1.22\n", "utf-8")
    (folder / "bench.go").write_text(GO, "utf-8")
    return _printed(["go", "run", "bench.go", str(rounds)], folder)


def rust(folder: Path, rounds: int) -> Measured:
    generated(folder, "rust")
    crate = folder / "crate"
    (crate / "src").mkdir(parents=True)
    (crate / "Cargo.toml").write_text(CARGO, "utf-8")
    (crate / "src/main.rs").write_text(RUST, "utf-8")
    words = ["--quiet", "--release", "--manifest-path", str(crate / "Cargo.toml")]
    return _printed(["cargo", "run", *words, "--", str(rounds)], folder)


def java(folder: Path, rounds: int) -> Measured:
    package = generated(folder, "java")
    (package / "Bench.java").write_text(JAVA, "utf-8")
    path = jdk.classpath(jdk.LIBRARIES)
    command = ["javac", "-d", "classes", "-cp", path, *map(str, package.glob("*.java"))]
    subprocess.run(command, cwd=folder, check=True)
    return _printed(["java", "-cp", f"classes{os.pathsep}{path}", "shop.Bench", str(rounds)], folder)


def kotlin(folder: Path, rounds: int) -> Measured:
    package = generated(folder, "kotlin")
    files = {f"shop/{path.name}": path.read_text("utf-8") for path in package.glob("*.kt")}
    path = kotlinc.accepted({**files, "shop/Bench.kt": KOTLIN}, folder / "compiled")
    return _printed(["java", "-cp", path, "shop.BenchKt", str(rounds)], folder)


LANGUAGES: Mapping[str, tuple[str, Callable[[Path, int], Measured]]] = {
    "Go": ("go", go),
    "Rust": ("cargo", rust),
    "Java": ("javac", java),
    "Kotlin": ("javac", kotlin),
}
"""With the program that compiles it."""
