"""A program in Go calls the tools of the example monorepo: the generated client, the official MCP SDK for Go, real servers.

The servers are those of tests/company.py.
"""

import pytest

from company import Program, monorepo, over_http, over_plain_http, over_stdio
from effort import heavy
from golang import go

pytestmark = heavy

pytest.importorskip("mcp", reason="the servers need the MCP SDK")

SDK = "github.com/modelcontextprotocol/go-sdk@v1.8.0"
MODULE = "module example.com/company\n\ngo 1.25.0\n"

MAIN = """\
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/company/go/calendar"
	"example.com/company/go/orders"
	"example.com/company/go/search"
)

type service struct {
	URL     string
	Command string
	Args    []string
	Env     map[string]string
	Cwd     string
	Newer   map[string]json.RawMessage
}

func connected(ctx context.Context, service service) *mcp.ClientSession {
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: service.URL}
	if service.URL == "" {
		command := exec.Command(service.Command, service.Args...)
		command.Dir = service.Cwd
		for key, value := range service.Env {
			command.Env = append(command.Env, key+"="+value)
		}
		transport = &mcp.CommandTransport{Command: command}
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "program", Version: "1"}, nil).Connect(ctx, transport, nil)
	must(err)
	return session
}

func must(err error) {
	if err != nil {
		log.Panic(err)
	}
}

func expect(truth bool, what ...any) {
	if !truth {
		log.Panic(what...)
	}
}

func refusal(err error) *orders.ToolError {
	var refused *orders.ToolError
	expect(errors.As(err, &refused), "no error of a tool: ", err)
	return refused
}

func buy(ctx context.Context, shop *orders.Client) {
	quote, err := shop.QuoteShipping(ctx, orders.QuoteShippingArgs{
		Destination: orders.Address{Street: "1 Mill Lane", City: "Leeds", Postcode: "LS1 4AP"},
		Parcels:     []orders.Parcel{{WeightGrams: 800, LengthMm: 300, WidthMm: 200, HeightMm: 80}},
	})
	must(err)
	payment := orders.InvoicePayment{DueDays: orders.Ptr(orders.InvoicePaymentDueDaysValue30)}
	order, err := shop.PlaceOrder(ctx, orders.PlaceOrderArgs{
		CustomerID: "C-9",
		Lines:      []orders.OrderLineInput{{Sku: "FH-LID", Quantity: orders.Ptr[int64](2)}, {Sku: "FH-BOX", GiftWrap: orders.Ptr(true)}},
		Payment:    payment,
		Note:       orders.Ptr("Shipped by " + quote.Carrier),
	})
	must(err)
	expect(order.ID == "new-2", order)
}

func look(ctx context.Context, shop *orders.Client) {
	listed, err := shop.ListOrders(ctx, orders.ListOrdersArgs{
		CustomerID: "C-9", Status: orders.Ptr(orders.OrderStatusOpen), Limit: orders.Ptr[int64](5),
	})
	must(err)
	expect(len(listed) == 2 && listed[0].ID == "FH-1" && listed[1].Lines[0] == orders.OrderLine{Sku: "FH-BOX", Quantity: 2}, listed)
	parcel, err := shop.TrackParcel(ctx, orders.TrackParcelArgs{TrackingNumber: "12345678"})
	must(err)
	lost, ok := parcel.(orders.Lost)
	expect(ok && lost.ClaimNumber == "87654321", parcel)
	_, err = shop.GetOrder(ctx, orders.GetOrderArgs{OrderID: "FH-000000"})
	expect(refusal(err).Code == orders.ToolFailed && strings.Contains(err.Error(), "no order FH-000000"), err)
	_, err = shop.Call(ctx, "get_order", map[string]string{"orderid": "FH-000007"})
	expect(refusal(err).Issues[0].Path == "/order_id", err)
	call, err := orders.ParseToolCall([]byte(`{"type": "tool_use", "id": "c1", "name": "get_order", "input": {"order_id": "FH-000007"}}`))
	must(err)
	args, ok := call.Args.(orders.GetOrderArgs)
	expect(ok && args.OrderID == "FH-000007" && call.ID == "c1", call)
}

// newer calls a server that knows more than the client does.
func newer(ctx context.Context, answers map[string]json.RawMessage) {
	functions := orders.LocalTransport{}
	for name, answer := range answers {
		functions[name] = func(context.Context, json.RawMessage) (any, error) { return answer, nil }
	}
	shop := orders.NewClient(functions)
	order, err := shop.GetOrder(ctx, orders.GetOrderArgs{OrderID: "FH-000001"})
	must(err)
	expect(order.Status == "refunded", order)
	parcel, err := shop.TrackParcel(ctx, orders.TrackParcelArgs{TrackingNumber: "12345678"})
	must(err)
	text, err := json.Marshal(parcel)
	must(err)
	expect(string(text) == `{"by":"dog","state":"eaten"}`, string(text))
	strict := shop.WithChecks(orders.CheckFull)
	_, err = strict.TrackParcel(ctx, orders.TrackParcelArgs{TrackingNumber: "12345678"})
	expect(refusal(err).Code == orders.InvalidResult, err)
	_, err = strict.GetOrder(ctx, orders.GetOrderArgs{OrderID: "FH-000001"})
	expect(refusal(err).Issues[0].Path == "/status", err)
}

func main() {
	ctx := context.Background()
	var services map[string]service
	must(json.Unmarshal([]byte(os.Args[1]), &services))
	if url := services["plain"].URL; url != "" {
		parcel, err := orders.NewClient(&orders.JSONPostTransport{URL: url}).TrackParcel(ctx, orders.TrackParcelArgs{TrackingNumber: "12345678"})
		must(err)
		expect(parcel.(orders.Lost).ClaimNumber == "1", parcel)
		newer(ctx, services["plain"].Newer)
		fmt.Println("done")
		return
	}
	shop := orders.NewClient(orders.MCPTransport(connected(ctx, services["orders"]).CallTool))
	catalogue := search.NewClient(search.MCPTransport(connected(ctx, services["search"]).CallTool))
	diary := calendar.NewClient(calendar.MCPTransport(connected(ctx, services["calendar"]).CallTool))
	look(ctx, shop)
	buy(ctx, shop)
	_, err := catalogue.Call(ctx, "catalog_reviews", map[string]any{"sku": "x", "min_stars": 9})
	expect(err != nil && strings.Contains(err.Error(), "Stars go from 1 to 5"), err)
	moved, err := diary.Call(ctx, "move_event", map[string]any{"event_id": "e1", "to": 30, "scope": "series"})
	must(err)
	var output calendar.ToolOutput
	must(json.Unmarshal(moved, &output))
	expect(output.Text() == "e1 by 30 (series)", string(moved))
	fmt.Println("done")
}
"""


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program, built with its Go clients."""
    folder = monorepo(tmp_path_factory.mktemp("company"), "go", "caller")
    caller = folder / "caller"
    (caller / "main.go").write_text(MAIN, "utf-8")
    (caller / "go.mod").write_text(MODULE, "utf-8")
    assert go("gofmt", "-l", ".", folder=caller) == ""
    go("get", f"{SDK.partition('@')[0]}/mcp@{SDK.partition('@')[2]}", folder=caller)
    go("vet", "./...", folder=caller)
    go("build", "-o", "program", ".", folder=caller)
    return Program(folder, [caller / "program"])


def test_over_stdio(company: Program) -> None:
    company.run(over_stdio(company.folder))


def test_over_http(company: Program) -> None:
    with over_http(company.folder) as services:
        company.run(services)


def test_over_plain_http(company: Program) -> None:
    with over_plain_http() as services:
        company.run(services)
