"""Values that may be absent and may be null, in Go: libraries that compare structs (go-cmp and the like) ask them for `Equal`."""

from pathlib import Path

from client_bundles import bundle, tool
from golang import accepted, go
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.register import TARGETS

NOTE = {"type": "object", "properties": {"note": {"type": ["string", "null"]}, "tags": {"type": ["array", "null"]}}}

MAIN = """\
package main

import (
	"fmt"
	"reflect"

	"example.com/company/go/shop"
)

func main() {
	values := []shop.Opt[[]string]{{}, shop.Null[[]string](), shop.Some([]string{"a"}), shop.Some([]string{"b"})}
	for _, one := range values {
		for _, other := range values {
			fmt.Print(one.Equal(other), " ")
		}
	}
	fmt.Println(shop.Some([]string{"a"}).Equal(values[2]))
	equal, _ := reflect.TypeOf(shop.PutArgs{}.Note).MethodByName("Equal")
	fmt.Println(equal.Type)
}
"""


def test_optional_values_are_compared(tmp_path: Path) -> None:
    names = Names()
    files, _ = emit(bundle([tool("put", NOTE, names)], names, "shop"), [TARGETS["go"]], Options())
    accepted({**{file.path: file.text for file in files}, "main.go": MAIN}, tmp_path)
    compared, kind = go("run", ".", folder=tmp_path).splitlines()
    said = [one == "true" for one in compared.split()]
    assert said[:-1] == [row == column for row in range(4) for column in range(4)] and said[-1]
    assert kind == "func(shop.Opt[string], shop.Opt[string]) bool"
