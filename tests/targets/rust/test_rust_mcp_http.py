"""The transport that speaks MCP over HTTP by itself: to the servers of tests/mcp_servers.py, in Rust."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from effort import heavy, long, some
from mcp_scenes import BLOCKS, GOOD, REGION, playing
from mcp_servers import FRAMEWORKS, generated, serving, shown
from rustlang import BUILT, LIBRARIES, built, workspace

pytestmark = heavy

MANIFEST = f"""\
[workspace]
members = ["rust/*"]

[package]
name = "mcp_in_rust"
version = "0.0.0"
edition = "2021"

[dependencies]
shop = {{ path = "rust/shop", features = ["mcp-http"] }}
{LIBRARIES}
"""

MAIN = r"""
use std::sync::{Arc, Mutex};
use std::time::Duration;

use shop::*;

async fn answer(question: Json) -> Json {
    assert_eq!(question.get("message").and_then(Json::as_str), Some("Which size?"));
    let content = Object::from_iter([("size", "L")]);
    Object::from_iter([("action", Json::from("accept")), ("content", content.into())]).into()
}

fn text<'a>(from: &'a Json, key: &str) -> &'a str {
    from.get(key).and_then(Json::as_str).expect(key)
}

fn transport(url: &str) -> Result<McpHttpTransport, Box<dyn std::error::Error>> {
    Ok(McpHttpTransport::new(url.parse()?, reqwest::Client::new()).on_elicit(answer))
}

async fn real(asked: &Json) -> Result<(), Box<dyn std::error::Error>> {
    let (url, framework, region) = (text(asked, "url"), text(asked, "framework"), text(asked, "region"));
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = told.clone();
    let transport = transport(url)?.on_progress(move |_, one| heard.lock().unwrap().push(one.progress));
    let client = Client::new(&transport);
    assert_eq!(client.add(&AddArgs::new(1)).await?, 3);
    let order = client.get_order(&GetOrderArgs::new("7")).await?;
    assert_eq!(order.lines, [Line::new("M\u{fc}sli \u{1f95c}", 1)]);
    let picture = client.picture(&PictureArgs::new("cup")).await?;
    assert_eq!(picture.text(), "a cup");
    let [ContentBlock::Text(_), ContentBlock::Image(image)] = &picture.content[..] else { panic!("{picture:?}") };
    assert_eq!((image.data.as_str(), image.mime_type.as_str()), ("iVBORw==", "image/png"));
    assert_eq!(client.steps(&StepsArgs::new(3)).await?, "done");
    assert!(framework == "sdk1-json" || *told.lock().unwrap() == [1.0, 2.0, 3.0], "{told:?}");
    assert_eq!(client.locate(&LocateArgs::new(region)).await?, region);
    let (one, two) = (AddArgs::new(1), AddArgs::new(2));
    let (one, two) = tokio::join!(client.add(&one), client.add(&two));
    assert_eq!((one?, two?), (3, 4));
    let failed = client.fail().await.unwrap_err();
    assert_eq!((failed.code, failed.rpc_code), (ErrorCode::ToolFailed, None), "{failed}");
    let hurried = McpHttpTransport::new(url.parse()?, reqwest::Client::new()).timeout(Duration::from_millis(500));
    let late = Client::new(&hurried).wait(&WaitArgs::new(30.0)).await.unwrap_err();
    assert_eq!((late.code, late.tool.as_str()), (ErrorCode::Transport, "wait"));
    assert_eq!(late.to_string(), "No answer within 0.5 seconds");
    let waiting = WaitArgs::new(30.0);
    assert!(tokio::time::timeout(Duration::from_millis(500), client.wait(&waiting)).await.is_err());
    if framework != "sdk1-json" {
        let mut tries = 0;
        while client.count_stopped().await? != 2 {
            assert!(tries < 100, "not cancelled");
            tries += 1;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    if ["sdk1", "fastmcp2", "fastmcp3", "typescript1", "typescript2"].contains(&framework) {
        assert_eq!(client.order_shirt().await?, "L");
    }
    let greeting = client.greet_prompt(&GreetPromptArgs::new("Ann")).await?;
    assert_eq!(greeting.messages[0].content.text.as_deref(), Some("Ann: warm"));
    let plain = client.plain_prompt().await?;
    assert_eq!(plain.messages[0].content.text.as_deref(), Some("plain words"));
    let stock = client.stock_resource().await?;
    assert_eq!(stock.contents[0].text.as_deref(), Some("12 pears"));
    let item = client.item_resource(&ItemResourceArgs::new("7", "lid & rim")).await?;
    assert_eq!(item.contents[0].uri, "shop://items/7/lid%20%26%20rim");
    assert!(item.contents[0].blob.is_some());
    transport.close().await?;
    assert_eq!(client.add(&AddArgs::new(1).b(1)).await?, 2);
    transport.close().await?;
    let nowhere = McpHttpTransport::new(url.replace("/mcp", "/nothing").parse()?, reqwest::Client::new());
    let lost = Client::new(nowhere).add(&AddArgs::new(1)).await.unwrap_err();
    assert_eq!((lost.code, lost.status), (ErrorCode::Transport, Some(404)), "{lost}");
    Ok(())
}

async fn located(asked: &Json, scene: &str) -> Result<String, ToolError> {
    let transport = transport(&format!("{}/{scene}", text(asked, "base"))).expect(scene);
    Client::new(transport).locate(&LocateArgs::new(text(asked, "region"))).await
}

async fn scenes(asked: &Json) -> Result<(), Box<dyn std::error::Error>> {
    for scene in asked.get("good").and_then(Json::as_array).unwrap() {
        assert_eq!(located(asked, scene.as_str().unwrap()).await?, "here", "{scene}");
    }
    use ErrorCode::{Malformed, ToolFailed, Transport};
    for (scene, code, status, rpc_code, words) in [
        ("odd_kind", Malformed, None, None, "No result came"),
        ("refuses", ToolFailed, Some(200), Some(-32602), "no such region"),
        ("busy", Transport, Some(503), None, "busy"),
        ("breaks_off", Transport, None, None, "ended before"),
        ("unknown_version", Transport, None, None, "speaks MCP 1999-01-01"),
        ("forbidden", Transport, Some(401), None, "who are you"),
    ] {
        let got = located(asked, scene).await.unwrap_err();
        assert!(got.message.contains(words), "{scene}: {got}");
        assert_eq!((got.code, got.status, got.rpc_code, got.tool.as_str()), (code, status, rpc_code, "locate"), "{scene}");
        let after = if scene == "busy" { Some(Duration::from_secs(7)) } else { None };
        assert_eq!(got.retry_after, after, "{scene}");
    }
    Ok(())
}

/// No block is lost, whatever its kind.
async fn blocks(asked: &Json) -> Result<(), Box<dyn std::error::Error>> {
    let given = asked.get("blocks").cloned().unwrap();
    let answer = given.clone();
    let here = LocalTransport::new().with("picture", move |_| std::future::ready(Ok(answer.clone())));
    let output = Client::new(here).picture(&PictureArgs::new("cup")).await?;
    assert_eq!(output.text(), "a cup\na saucer");
    let kinds: Vec<_> = output.content.iter().map(|block| match block {
        ContentBlock::Text(one) => one.text.as_str(),
        ContentBlock::Image(one) | ContentBlock::Audio(one) => one.mime_type.as_str(),
        ContentBlock::ResourceLink(one) => one.name.as_str(),
        ContentBlock::Resource(one) => one.resource.uri.as_str(),
        _ => "unknown",
    }).collect();
    let wanted = ["a cup", "image/png", "audio/wav", "a", "file:///a", "file:///b", "a saucer", "unknown", "unknown"];
    assert_eq!(kinds, wanted);
    assert_eq!(output.to_json()?, given);
    let text = LocalTransport::new().with("picture", |_| std::future::ready(Ok(Json::from("just words"))));
    let output = Client::new(text).picture(&PictureArgs::new("cup")).await?;
    assert_eq!((output.text().as_str(), output.structured_content), ("just words", Some(Json::from("just words"))));
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asked: Json = std::env::args().nth(1).expect("what is asked").parse()?;
    if asked.get("base").is_some() {
        scenes(&asked).await?;
        blocks(&asked).await?;
    } else {
        real(&asked).await?;
        shown(text(&asked, "url")).await?;
    }
    println!("done");
    Ok(())
}
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, built."""
    folder = tmp_path_factory.mktemp("shop")
    package = generated(folder, "rust")
    calls = shown(package, "rust").replace('"http://localhost:8000/mcp"', "url")
    program = f"{MAIN}\nasync fn shown(url: &str) -> Result<(), Box<dyn std::error::Error>> {{\n{calls}\nOk(())\n}}\n"
    made = folder / "out"
    written = {path.relative_to(made).as_posix(): path.read_text("utf-8") for path in package.rglob("*.*")}
    with workspace("mcp", {**written, "Cargo.toml": MANIFEST, "src/main.rs": program}) as here:
        built(here, ["shop"])
        return Path(shutil.copy(BUILT / "debug/mcp_in_rust", folder / "program"))


def _run(program: Path, **asked: object) -> None:
    done = subprocess.run([program, json.dumps(asked)], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.endswith("done\n"), done.stderr[:3000]


@long
@pytest.mark.parametrize("framework", some(FRAMEWORKS))
def test_tools_of_a_real_server(client: Path, framework: str) -> None:
    with serving(framework) as url:
        _run(client, url=url, framework=framework, region=REGION)


def test_scenes_of_the_protocol(client: Path) -> None:
    with playing() as base:
        _run(client, base=base, good=GOOD, region=REGION, blocks=BLOCKS)
