"""`make bench`: clients in languages that have a compiler, beside quicktype's for the same schemas.

python tests/bench/languages.py

The schemas and values are those of tests/corpus.py. Counted are schemas that a generator fails on and those whose code does not
compile; of the others, valid values that are refused, and those that are written otherwise than they were read.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from corpus import Row, corpus, same  # noqa: E402 - beside this folder
from golang import MODULE, go, read_and_written  # noqa: E402

MAIN = """\
package main

import (
	"bufio"
	"encoding/json"
	"os"

IMPORTS)

type row struct {
	Tool  string
	Value json.RawMessage
}

type said struct {
	Value json.RawMessage
	Error string
}

func read[T any](parse func([]byte) (T, error)) func([]byte) said {
	return func(data []byte) said {
		value, err := parse(data)
		if err != nil {
			return said{Error: err.Error()}
		}
		text, err := json.Marshal(&value)
		if err != nil {
			return said{Error: err.Error()}
		}
		return said{Value: text}
	}
}

var readers = map[string]func([]byte) said{
READERS}

func main() {
	rows := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := json.NewEncoder(os.Stdout)
	for rows.More() {
		var one row
		if err := rows.Decode(&one); err != nil {
			panic(err)
		}
		out.Encode(readers[one.Tool](one.Value))
	}
}
"""


def by_quicktype(schemas: dict[str, Any], rows: list[Row], folder: Path) -> Counter[str]:
    """What comes of the schemas, each in a package of its own."""
    names = {tool: f"p{at}" for at, tool in enumerate(schemas)}
    (folder / "schemas.json").write_text(json.dumps([{"name": names[tool], "schema": one} for tool, one in schemas.items()]))
    (folder / "go.mod").write_text(MODULE)
    command = ["node", str(HERE / "clients/quicktype-languages.mjs"), "go", "schemas.json", "."]
    failed = json.loads(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout)
    built = subprocess.run(["go", "build", "./..."], cwd=folder, capture_output=True, text=True, check=False).stderr
    broken = set(re.findall(r"^# example\.com/company/(p\d+)$", built, re.MULTILINE))
    broken |= {Path(found).parts[0] for found in re.findall(r"^(?:\./)?(p\d+/types\.go):", built, re.MULTILINE)}
    good = [tool for tool, name in names.items() if name not in failed and name not in broken]
    parsed = [tool for tool in good if "func UnmarshalResult(" in (folder / names[tool] / "types.go").read_text("utf-8")]
    imports = "".join(f'\t"example.com/company/{names[tool]}"\n' for tool in parsed)
    readers = "".join(f'\t"{names[tool]}": read({names[tool]}.UnmarshalResult),\n' for tool in parsed)
    (folder / "main.go").write_text(MAIN.replace("IMPORTS", imports).replace("READERS", readers))
    asked = [row for row in rows if row.valid and row.tool in parsed]
    given = "".join(json.dumps({"Tool": names[row.tool], "Value": row.value}) + "\n" for row in asked)
    answers = [json.loads(line) for line in go("run", ".", folder=folder, given=given).strip().split("\n")]
    found = _told(zip(asked, answers, strict=True))
    return found + Counter({"fails": len(failed), "does not compile": len(broken), "has no reader": len(good) - len(parsed)})


def _told(answered: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for row, answer in answered:
        word = "refused" if answer["Error"] else "right" if same(answer["Value"], row.value) else "changed"
        found[word] += 1
    return found


def main() -> None:
    bundle, rows = corpus()
    schemas = {tool.name: tool.output_schema for _, _, tool in bundle.tools}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "toolc").mkdir()
        (Path(folder) / "quicktype").mkdir()
        answers = read_and_written(bundle, rows, Path(folder) / "toolc")
        found = {"toolc": _told((row, one) for row, one in zip(rows, answers, strict=True) if row.valid)}
        found["quicktype"] = by_quicktype(schemas, rows, Path(folder) / "quicktype")
    columns = ("fails", "does not compile", "has no reader", "right", "refused", "changed")
    print(f"Go for {len(schemas)} schemas with {sum(row.valid for row in rows)} valid values")
    print(f"  {'':12}" + "".join(f"{column:>18}" for column in columns))
    for name, counted in found.items():
        print(f"  {name:12}" + "".join(f"{counted[column]:18}" for column in columns))


if __name__ == "__main__":
    main()
