"""The transport that speaks MCP over HTTP by itself: to the servers of tests/mcp_servers.py, in Go."""

import json
import subprocess
from pathlib import Path

import pytest

from golang import go
from mcp_scenes import BLOCKS, GOOD, REGION, playing
from mcp_servers import FRAMEWORKS, generated, serving, shown

MAIN = """\
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"example.com/acme/shop"
)

type asked struct {
	URL, Framework, Base, Region string
	Good                         []string
	Blocks                       json.RawMessage
}

func expect(truth bool, what ...any) {
	if !truth {
		log.Panic(what...)
	}
}

func must[T any](value T, err error) T {
	expect(err == nil, err)
	return value
}

func refusal(err error) *shop.ToolError {
	var refused *shop.ToolError
	expect(errors.As(err, &refused), "no error of a tool: ", err)
	return refused
}

func answer(context.Context, json.RawMessage) (any, error) {
	return map[string]any{"action": "accept", "content": map[string]string{"size": "L"}}, nil
}

func real(ctx context.Context, asked asked) {
	var told []float64
	transport := &shop.MCPHTTPTransport{URL: asked.URL, OnElicit: answer}
	transport.OnProgress = func(tool *shop.ToolSpec, one shop.Progress) { told = append(told, one.Progress) }
	client := shop.NewClient(transport)
	expect(must(client.Add(ctx, shop.AddArgs{A: 1})) == 3)
	order := must(client.GetOrder(ctx, shop.GetOrderArgs{ID: "7"}))
	expect(order.Lines[0].Sku == "M\\u00fcsli \\U0001f95c" && order.Lines[0].Quantity == 1, order)
	picture := must(client.Picture(ctx, shop.PictureArgs{Name: "cup"}))
	expect(picture.Text() == "a cup" && len(picture.Content) == 2, picture)
	image := picture.Content[1]
	expect(image.Type == "image" && image.MIMEType == "image/png" && string(image.Data) == "\\x89PNG", image)
	expect(must(client.Steps(ctx, shop.StepsArgs{Count: 3})) == "done")
	expect(asked.Framework == "sdk1-json" || fmt.Sprint(told) == "[1 2 3]", told)
	expect(must(client.Locate(ctx, shop.LocateArgs{Region: asked.Region})) == shop.LocateResult(asked.Region))
	_, err := client.Fail(ctx)
	expect(refusal(err).Code == shop.ToolFailed, err)
	late, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	_, err = client.Wait(late, shop.WaitArgs{Seconds: 30})
	expect(refusal(err).Code == shop.TransportFailed && errors.Is(err, context.DeadlineExceeded), err)
	if asked.Framework != "sdk1-json" {
		for tries := 0; must(client.CountStopped(ctx)) != 1; tries++ {
			expect(tries < 100, "not cancelled")
			time.Sleep(50 * time.Millisecond)
		}
	}
	if strings.Contains("sdk1 fastmcp2 fastmcp3 typescript1 typescript2", asked.Framework) {
		expect(must(client.OrderShirt(ctx)) == "L")
	}
	greeting := must(client.GreetPrompt(ctx, shop.GreetPromptArgs{Who: "Ann"}))
	expect(greeting.Messages[0].Role == "user" && *greeting.Messages[0].Content.Text == "Ann: warm", greeting)
	expect(*must(client.PlainPrompt(ctx)).Messages[0].Content.Text == "plain words")
	expect(*must(client.StockResource(ctx)).Contents[0].Text == "12 pears")
	item := must(client.ItemResource(ctx, shop.ItemResourceArgs{ID: "7", Part: "lid & rim"})).Contents[0]
	expect(item.URI == "shop://items/7/lid%20%26%20rim" && *item.Blob != "", item)
	expect(transport.Close(ctx) == nil)
	expect(must(client.Add(ctx, shop.AddArgs{A: 1, B: shop.Ptr[int64](1)})) == 2)
	lost := shop.NewClient(&shop.MCPHTTPTransport{URL: strings.Replace(asked.URL, "/mcp", "/nothing", 1)})
	_, err = lost.Add(ctx, shop.AddArgs{A: 1})
	expect(refusal(err).Code == shop.TransportFailed && refusal(err).Status == 404, err)
}

func scenes(ctx context.Context, asked asked) {
	locate := func(scene string) (shop.LocateResult, error) {
		transport := &shop.MCPHTTPTransport{URL: asked.Base + "/" + scene, OnElicit: answer}
		return shop.NewClient(transport).Locate(ctx, shop.LocateArgs{Region: asked.Region})
	}
	for _, scene := range asked.Good {
		found, err := locate(scene)
		expect(err == nil && found == "here", scene, " ", found, err)
	}
	for scene, expected := range map[string]shop.ToolError{
		"odd_kind":        {Code: shop.Malformed, Message: "No result came"},
		"refuses":         {Code: shop.ToolFailed, Message: "no such region", RPCCode: -32602, Status: 200},
		"busy":            {Code: shop.TransportFailed, Message: "busy", Status: 503, RetryAfter: 7 * time.Second},
		"breaks_off":      {Code: shop.TransportFailed, Message: "ended before"},
		"unknown_version": {Code: shop.TransportFailed, Message: "speaks MCP 1999-01-01"},
		"forbidden":       {Code: shop.TransportFailed, Message: "who are you", Status: 401},
	} {
		_, err := locate(scene)
		got := refusal(err)
		expect(got.Code == expected.Code && strings.Contains(got.Message, expected.Message) && got.Tool == "locate", scene, err)
		expect(got.Status == expected.Status && got.RPCCode == expected.RPCCode, scene, got)
		expect(got.RetryAfter == expected.RetryAfter, scene, got)
	}
}

// No block is lost, whatever its kind.
func blocks(ctx context.Context, given json.RawMessage) {
	here := shop.LocalTransport{"picture": func(context.Context, json.RawMessage) (any, error) { return given, nil }}
	output := must(shop.NewClient(here).Picture(ctx, shop.PictureArgs{Name: "cup"}))
	expect(output.Text() == "a cup\\na saucer", output)
	var kinds []string
	var raw []json.RawMessage
	for _, block := range output.Content {
		raw = append(raw, block.Raw)
		about := fmt.Sprint(block.Type, block.Name, len(block.Data), block.Text)
		if block.Resource != nil {
			about += block.Resource.Text + string(block.Resource.Blob)
		}
		kinds = append(kinds, about)
	}
	wanted := "text0a cup image4 audio4 resource_linka0 resource0x resource0\\x89PNG text0a saucer hologram0 image0"
	expect(strings.Join(kinds, " ") == wanted, kinds)
	var all struct{ Content json.RawMessage }
	expect(json.Unmarshal(given, &all) == nil && string(must(json.Marshal(raw))) == string(all.Content), all)
}

func main() {
	var asked asked
	expect(json.Unmarshal([]byte(os.Args[1]), &asked) == nil)
	if asked.Base == "" {
		real(context.Background(), asked)
		shown(asked.URL)
	} else {
		scenes(context.Background(), asked)
		blocks(context.Background(), asked.Blocks)
	}
	fmt.Println("done")
}
"""


MODULE = """\
module caller

go 1.22

require example.com/acme/shop v0.0.0

replace example.com/acme/shop => ./out/go/shop
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, built."""
    folder = tmp_path_factory.mktemp("shop")
    package = generated(folder, "go", "go.module=example.com/acme/{package}")
    imports, _, calls = shown(package, "go").partition("\n\nclient")
    calls = f"client{calls}".replace('"http://localhost:8000/mcp"', "url")
    (folder / "go.mod").write_text(MODULE, "utf-8")
    (folder / "main.go").write_text(MAIN, "utf-8")
    (folder / "shown.go").write_text(f"package main\n\n{imports}\n\nfunc shown(url string) {{\n{calls}}}\n", "utf-8")
    assert go("gofmt", "-l", ".", folder=package) == ""
    go("vet", "./...", folder=package)
    go("vet", ".", folder=folder)
    go("build", "-o", "program", ".", folder=folder)
    return folder / "program"


def _run(program: Path, **asked: object) -> None:
    command = [program, json.dumps(asked, separators=(",", ":"))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.endswith("done\n"), done.stderr[:2000]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_tools_of_a_real_server(built: Path, framework: str) -> None:
    with serving(framework) as url:
        _run(built, URL=url, Framework=framework, Region=REGION)


def test_scenes_of_the_protocol(built: Path) -> None:
    with playing() as base:
        _run(built, Base=base, Good=GOOD, Region=REGION, Blocks=BLOCKS)
