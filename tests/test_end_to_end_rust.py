"""A program in Rust calls the tools of the example monorepo: the generated client, the official MCP SDK `rmcp`, real servers.

The servers are those of tests/company.py.
"""

import shutil

import pytest

from company import Program, monorepo, over_http, over_plain_http, over_stdio
from effort import heavy
from rustlang import BUILT, LIBRARIES, built, workspace

pytestmark = heavy

pytest.importorskip("mcp", reason="the servers need the MCP SDK")


MANIFEST = f"""\
[workspace]
members = ["rust/*"]

[package]
name = "caller_in_rust"
version = "0.0.0"
edition = "2021"

[dependencies]
calendar = {{ path = "rust/calendar", features = ["rmcp"] }}
orders = {{ path = "rust/orders", features = ["http", "rmcp"] }}
reception = {{ path = "rust/reception", features = ["rmcp"] }}
search = {{ path = "rust/search", features = ["rmcp"] }}
{LIBRARIES}
"""

MAIN = r"""
use orders::*;
use rmcp::service::{RoleClient, RunningService, ServiceExt};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};

type Session = RunningService<RoleClient, ()>;

fn told<T: AsJson>(service: &Json, key: &str) -> T {
    T::from_json(service.get(key).expect(key)).expect(key)
}

async fn connected(services: &Json, name: &str) -> Session {
    let service = services.get(name).expect(name);
    if let Some(url) = service.get("url").and_then(Json::as_str) {
        let transport = StreamableHttpClientTransport::from_uri(url);
        return ().serve(transport).await.expect("a session");
    }
    let mut command = tokio::process::Command::new(told::<String>(service, "command"));
    command.args(told::<Vec<String>>(service, "args")).env_clear();
    command.envs(told::<std::collections::BTreeMap<String, String>>(service, "env"));
    ().serve(TokioChildProcess::new(command).expect("a process")).await.expect("a session")
}

async fn buy(shop: &Client<RmcpTransport>) -> Result<(), ToolError> {
    let parcel = Parcel::new(800, 300, 200, 80);
    let address = Address::new("1 Mill Lane", "Leeds", "LS1 4AP");
    let quote = shop.quote_shipping(&QuoteShippingArgs::new(address, [parcel])).await?;
    let payment = InvoicePayment::default().due_days(InvoicePaymentDueDays::Value30);
    let lids = OrderLineInput::new("FH-LID").quantity(2);
    let boxes = OrderLineInput::new("FH-BOX").gift_wrap(true);
    let note = format!("Shipped by {}", quote.carrier);
    let order = shop.place_order(&PlaceOrderArgs::new("C-9", [lids, boxes], payment).note(note)).await?;
    assert_eq!(order.id, "new-2");
    Ok(())
}

async fn look(shop: &Client<RmcpTransport>) -> Result<(), ToolError> {
    let listed = shop.list_orders(&ListOrdersArgs::new("C-9").status(OrderStatus::Open).limit(5)).await?;
    assert_eq!((listed.len(), listed[0].id.as_str()), (2, "FH-1"));
    assert_eq!(listed[1].lines[0], OrderLine::new("FH-BOX", 2, false));
    let Tracking::Lost(lost) = shop.track_parcel(&TrackParcelArgs::new("12345678")).await? else {
        panic!("the parcel is lost");
    };
    assert_eq!(lost.claim_number, "87654321");
    let failed = shop.get_order(&GetOrderArgs::new("FH-000000")).await.unwrap_err();
    assert!(failed.code == ErrorCode::ToolFailed && failed.message.contains("no order FH-000000"), "{failed}");
    let refused = shop.call("get_order", &Object::from_iter([("orderid", "FH-000007")])).await.unwrap_err();
    assert_eq!((refused.code, refused.issues[0].path.as_str()), (ErrorCode::InvalidArguments, "/order_id"));
    let emitted = r#"{"type": "tool_use", "id": "c1", "name": "get_order", "input": {"order_id": "FH-000007"}}"#;
    let call = parse_tool_call(emitted)?;
    assert_eq!((call.id.as_deref(), call.tool.name), (Some("c1"), "get_order"));
    assert_eq!(call.arguments, ToolArguments::GetOrder(GetOrderArgs::new("FH-000007")));
    Ok(())
}

/// What serde itself writes and reads is the same.
fn serde_too() {
    let payment: Payment = CardPayment::new("t").into();
    let text = serde_json::to_string(&payment).unwrap();
    assert_eq!(text, r#"{"method":"card","token":"t"}"#);
    assert_eq!(serde_json::from_str::<Payment>(&text).unwrap(), payment);
    let line: OrderLine = serde_json::from_value(serde_json::json!({"sku": "a", "quantity": 2.0})).unwrap();
    assert_eq!((line.quantity, line.gift_wrap), (2, false));
    let refused = serde_json::from_str::<OrderLine>(r#"{"sku": "a", "quantity": null}"#).unwrap_err();
    assert!(refused.to_string().contains("quantity: expected integer of 64 bits, got null"), "{refused}");
    let json: Json = r#"{"a": [12345678901234567890123, 0.10], "b": 1e400}"#.parse().unwrap();
    assert_eq!(json.to_string(), r#"{"a":[12345678901234567890123,0.10],"b":1e400}"#);
}

/// Neither a deep value nor a deep schema takes the stack.
fn too_deep() {
    let lists = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(lists(100_000).parse::<Json>().unwrap_err().to_string().contains("more than 128"));
    let around = |inner: String| format!(r#"{{"allOf": [{inner}]}}"#);
    let list = (0..20).fold(r##"{"items": {"$ref": "#"}}"##.to_owned(), |inner, _| around(inner));
    let issues = check(&list.parse().unwrap(), &lists(100).parse().unwrap());
    assert_eq!(issues[0].message, "is too deep to be checked");
    assert_eq!(check(&list.parse().unwrap(), &lists(10).parse().unwrap()), []);
}

/// Patterns mean what ECMAScript means by them.
fn patterns() {
    let fits = |pattern: &str, text: &str| {
        let schema: Json = Object::from_iter([("pattern", pattern)]).into();
        check(&schema, &text.into()).is_empty()
    };
    let matching = [
        (r"^\d\w\s$", "1_\u{feff}"), (r"^[\d\S]$", "x"), (r"^[^\D]$", "7"), (r"^\/\-\<\_\z$", "/-<_z"), (r"^[[&&~~\]-]+$", "[&~]-"),
        (r"^[^]$", "\n"), (r"^a{,2}{$", "a{,2}{"), (r"^a{1,2}}$", "aa}"), (r"^\cJ\x41\u0042\u{43}\u{1F600}\0$", "\nABC😀\0"),
        (r"^\ud83d\ude00$", "😀"), (r"^\p{Lu}\P{L}$", "É1"), (r"^(?<year>\d{4})$", "2026"), (r"\bb\b", "a b"), (r"^[\b]$", "\u{8}"),
        (r"^(?!a)b", "c"), (r"^[a\-z]$", "-"), (r"^]$", "]"),
    ];
    for (pattern, text) in matching {
        assert!(fits(pattern, text), "{pattern}");
    }
    let others = [
        (r"^\d$", "٣"), (r"^\w$", "é"), (r"^.$", "\u{2028}"), (r"^a$", "a\n"), (r"[]", "a"), (r"\bé\b", "é"), (r"^[^\w]$", "a"), (r"^[a\-z]$", "b"),
    ];
    for (pattern, text) in others {
        assert!(!fits(pattern, text), "{pattern}");
    }
}

/// What may be spawned on another thread.
fn sent<F: Send>(future: F) -> F {
    future
}

/// Functions of this process, behind a pointer.
async fn here() -> Result<(), ToolError> {
    let functions = LocalTransport::new().with("track_parcel", |arguments| async move {
        let number = arguments.get("tracking_number").cloned().unwrap_or_default();
        Ok(Object::from_iter([("state", Json::from("lost")), ("claim_number", number)]).into())
    });
    let shop = Client::new(Box::new(functions) as Box<dyn Transport>);
    let parcel = sent(shop.track_parcel(&TrackParcelArgs::new("12345678"))).await?;
    assert_eq!(parcel, Lost::new("12345678").into());
    let unknown = shop.get_order(&GetOrderArgs::new("FH-000007")).await.unwrap_err();
    assert_eq!(unknown.to_string(), "There is no handler for get_order.");
    Ok(())
}

/// A server that knows more than the client does.
async fn newer(answers: &Json) -> Result<(), ToolError> {
    let answer = |name: &str| {
        let answer = answers.get(name).cloned().unwrap();
        move |_| std::future::ready(Ok(answer.clone()))
    };
    let mut functions = LocalTransport::new();
    for name in ["get_order", "track_parcel"] {
        functions = functions.with(name, answer(name));
    }
    let shop = Client::new(&functions);
    let order = shop.get_order(&GetOrderArgs::new("FH-000001")).await?;
    assert_eq!((order.status.as_str(), &order.status), ("refunded", &OrderStatus::Unknown("refunded".into())));
    assert_eq!((order.status.to_string().as_str(), "refunded".parse().ok(), "open".parse().ok()), ("refunded", Some(order.status), Some(OrderStatus::Open)));
    let parcel = shop.track_parcel(&TrackParcelArgs::new("12345678")).await?;
    assert_eq!(parcel, Tracking::Unknown(answers.get("track_parcel").cloned().unwrap()));
    assert_eq!(parcel.to_json().ok().as_ref(), answers.get("track_parcel"));
    let strict = shop.checks(Checks::Full);
    let refused = strict.track_parcel(&TrackParcelArgs::new("12345678")).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::InvalidResult);
    let refused = strict.get_order(&GetOrderArgs::new("FH-000001")).await.unwrap_err();
    assert_eq!(refused.issues[0].path, "/status");
    Ok(())
}

/// Prompts and resources of a server that has no tools.
async fn ask(services: &Json) -> Result<(), Box<dyn std::error::Error>> {
    use reception::{RoomResourceArgs, WelcomePromptArgs};
    let session = connected(services, "reception").await;
    let desk = reception::Client::new(reception::RmcpTransport::new(session.peer().clone()));
    let welcome = desk.welcome_prompt(&WelcomePromptArgs::new("Ann").tone("brisk")).await?;
    assert_eq!(welcome.messages[0].role.as_str(), "user");
    assert_eq!(welcome.messages[0].content.text.as_deref(), Some("Ann: brisk"));
    assert_eq!(desk.closing_prompt().await?.messages[0].content.text.as_deref(), Some("We close at six."));
    let hours = desk.hours_resource().await?;
    assert_eq!((hours.contents[0].uri.as_str(), hours.contents[0].text.as_deref()), ("desk://hours", Some("9 to 18")));
    let room = desk.room_resource(&RoomResourceArgs::new("2", "a b")).await?;
    assert_eq!((room.contents[0].uri.as_str(), room.contents[0].blob.is_some()), ("desk://rooms/2/a%20b", true));
    let gone = desk.call("closing", &reception::Object::new()).await.unwrap_err();
    assert!(gone.message.contains("There is no tool"), "{gone}");
    Ok(())
}

async fn elsewhere(services: &Json) -> Result<(), Box<dyn std::error::Error>> {
    let session = connected(services, "search").await;
    let catalogue = search::Client::new(search::RmcpTransport::new(session.peer().clone()));
    let asked: search::Json = r#"{"sku": "x", "min_stars": 9}"#.parse()?;
    let refused = catalogue.call("catalog_reviews", &asked).await.unwrap_err();
    assert!(refused.message.contains("Stars go from 1 to 5"), "{refused}");
    let session = connected(services, "calendar").await;
    let diary = calendar::Client::new(calendar::RmcpTransport::new(session.peer().clone()));
    let asked: calendar::Json = r#"{"event_id": "e1", "to": 30, "scope": "series"}"#.parse()?;
    let moved: calendar::ToolOutput = calendar::AsJson::from_json(&diary.call("move_event", &asked).await?)?;
    assert_eq!(moved.text(), "e1 by 30 (series)");
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let services: Json = std::env::args().nth(1).expect("services").parse()?;
    if let Some(url) = services.get("plain").and_then(|plain| plain.get("url")).and_then(Json::as_str) {
        let shop = Client::new(JsonPostTransport::new(url.parse()?, reqwest::Client::new()));
        let parcel = shop.track_parcel(&TrackParcelArgs::new("12345678")).await?;
        assert_eq!(parcel, Lost::new("1").into());
        serde_too();
        too_deep();
        patterns();
        here().await?;
        newer(services.get("plain").and_then(|plain| plain.get("newer")).unwrap()).await?;
    } else {
        let session = connected(&services, "orders").await;
        let shop = Client::new(RmcpTransport::new(session.peer().clone()));
        look(&shop).await?;
        buy(&shop).await?;
        elsewhere(&services).await?;
        ask(&services).await?;
    }
    println!("done");
    Ok(())
}
"""


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program, built with its Rust clients."""
    folder = monorepo(tmp_path_factory.mktemp("company"), "rust", "made")
    made = folder / "made"
    written = {path.relative_to(made).as_posix(): path.read_text("utf-8") for path in (made / "rust").rglob("*.*")}
    crates = sorted(path.name for path in (made / "rust").iterdir())
    with workspace("monorepo", {**written, "Cargo.toml": MANIFEST, "src/main.rs": MAIN}) as caller:
        built(caller, crates)
        shutil.copy(BUILT / "debug/caller_in_rust", folder / "program")
    return Program(folder, [folder / "program"])


def test_over_stdio(company: Program) -> None:
    company.run(over_stdio(company.folder))


def test_over_http(company: Program) -> None:
    with over_http(company.folder) as services:
        company.run(services)


def test_over_plain_http_and_within_a_process(company: Program) -> None:
    with over_plain_http() as services:
        company.run(services)
