"""Clients of a server with prompts and resources, and no tool: the fixture is built by the compiler of each language.

Programs that ask such a server are in the end-to-end tests (tests/company.py).
"""

import subprocess
import sys
from pathlib import Path

import golang
import java
import kotlin
import rustlang
from making import MYPY_CACHE, making
from node import MODULES, tsc

MADE = Path(__file__).resolve().parents[2] / "fixtures/targets/prompts_alone/expected"

USE_PYTHON = """\
from input_client import TOOLS, Client, PromptResult

def use(client: Client) -> PromptResult:
    assert TOOLS == ()
    client.house_rules_prompt()
    client.book_resource(shelf="a", place="1")["contents"][0].get("blob")
    return client.recommend_prompt(reader="Ann", mood="calm")
"""

USE_TYPESCRIPT = """\
import { createClient, tools, type ToolName, type Transport } from "./src/index.ts";

export async function use(transport: Transport): Promise<number> {
  const client = createClient(transport);
  await client.getPrompt("house_rules");
  await client.readResource("library://shelves/{shelf}/{place}", { shelf: "a", place: 1 });
  // @ts-expect-error there is no tool
  const name: ToolName = "recommend";
  void name;
  return tools.length;
}
"""

USE_GO = """\
package input

import "context"

func use(ctx context.Context, client *Client) (PromptResult, error) {
	if _, err := client.BookResource(ctx, BookResourceArgs{Shelf: "a", Place: "1"}); err != nil {
		return PromptResult{}, err
	}
	return client.RecommendPrompt(ctx, RecommendPromptArgs{Reader: "Ann", Mood: Ptr("calm")})
}

var _ = use
"""

USE_JAVA = """\
import input.BookResourceArgs;
import input.Client;
import input.PromptResult;
import input.Tools;

final class Use {
    static PromptResult use(Client client) {
        assert Tools.all().isEmpty();
        client.bookResource(new BookResourceArgs("a", "1"));
        return client.houseRulesPrompt();
    }
}
"""

USE_KOTLIN = """\
import input.BookResourceArgs
import input.Client
import input.PromptResult
import input.RecommendPromptArgs

suspend fun use(client: Client): PromptResult {
    client.bookResource(BookResourceArgs("a", "1"))
    return client.recommendPrompt(RecommendPromptArgs("Ann", mood = "calm"))
}
"""

SERVER = "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP('library')\n\n\n"
RULES = "@mcp.prompt()\ndef rules() -> str:\n    return 'Name the rules.'\n"
TOOL = "\n\n@mcp.tool()\ndef lend(book: str) -> str:\n    return book\n"

MANIFEST = '[workspace]\nmembers = ["rust/*"]\nresolver = "2"\n'


def made(language: str, *endings: str) -> dict[str, str]:
    """The files of the fixture in a language, by path."""
    found = [path for path in (MADE / language).rglob("*.*") if path.suffix in endings]
    return {path.relative_to(MADE).as_posix(): path.read_text("utf-8") for path in found}


def test_in_python(tmp_path: Path) -> None:
    (tmp_path / "input_client.py").write_text(made("python", ".py")["python/input_client.py"], "utf-8")
    (tmp_path / "use.py").write_text(USE_PYTHON, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(MYPY_CACHE), "use.py", "input_client.py"]
    with making(MYPY_CACHE):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_in_typescript(tmp_path: Path) -> None:
    for path, text in made("typescript", ".ts", ".json", ".js").items():
        place = tmp_path / path.removeprefix("typescript/input/")
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, "utf-8")
    (tmp_path / "use.ts").write_text(USE_TYPESCRIPT, "utf-8")
    (tmp_path / "node_modules").symlink_to(MODULES)
    words = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--allowImportingTsExtensions", "use.ts"]
    assert tsc(tmp_path, *words) == ""


def test_in_typescript_there_is_nothing_to_validate(write, toolc) -> None:
    write({"app.py": SERVER + RULES})
    options = ("typescript.validators=zod,valibot", "typescript.integrations=ai-sdk")
    given = [word for option in options for word in ("--option", option)]
    assert toolc("generate", "app.py", "--out", "out", "--target", "typescript", *given).status == 0
    assert {path.stem for path in Path("out").rglob("src/*.ts")} == {"index", "providers", "runtime", "tools", "types"}
    assert "zod" not in next(Path("out").rglob("package.json")).read_text("utf-8")


def test_in_go(tmp_path: Path) -> None:
    golang.accepted({**made("go", ".go"), "go/input/use.go": USE_GO}, tmp_path)


def test_in_rust() -> None:
    """Each feature alone brings all it needs. What it depends on is checked and not built: nothing here runs."""
    with rustlang.workspace("prompts_alone", {**made("rust", ".rs", ".toml", ".md"), "Cargo.toml": MANIFEST}) as folder:
        rustlang.built(folder, ["input"])
        for feature in ("http", "mcp-http", "rmcp"):
            rustlang.cargo("check", "--quiet", "-p", "input", "--features", feature, folder=folder)


def test_in_java(tmp_path: Path) -> None:
    files = {path.removeprefix("java/"): text for path, text in made("java", ".java").items()}
    java.accepted({**files, "Use.java": USE_JAVA}, tmp_path)


def test_in_kotlin(tmp_path: Path) -> None:
    files = {path.removeprefix("kotlin/"): text for path, text in made("kotlin", ".kt").items()}
    kotlin.accepted({**files, "Use.kt": USE_KOTLIN}, tmp_path)


def test_a_run_with_clients_is_no_run_without_outputs(write, toolc) -> None:
    write({"app.py": SERVER + RULES})
    first = toolc("generate", "app.py", "--out", "out", "--target", "mcp", "--target", "python")
    again = toolc("generate", "app.py", "--out", "out", "--target", "mcp", "--target", "python", "--check")
    assert (first.status, again.status) == (0, 0), first.err + again.err
    assert [path.name for path in Path("out").rglob("*.*") if path.suffix == ".py"] != []
    assert toolc("lock", "app.py").status == 0
    assert "rules" in Path("toolc.lock").read_text("utf-8")


def test_a_run_without_clients_says_that_nothing_is_written(write, toolc) -> None:
    write({"app.py": SERVER + RULES})
    done = toolc("generate", "app.py", "--out", "out", "--target", "mcp")
    assert done.status == 1
    assert "TC641" in done.err
    assert "only prompts and resources" in done.err
    assert not Path("out").exists()


def test_outputs_of_the_last_tool_go_with_it_where_prompts_stay(write, toolc) -> None:
    words = ("generate", "app.py", "--out", "out", "--target", "mcp", "--target", "go", "--clean")
    write({"app.py": SERVER + RULES + TOOL})
    assert toolc(*words).status == 0
    assert list(Path("out/mcp").rglob("*.json")) != []
    write({"app.py": SERVER + RULES})
    assert toolc(*words).status == 0
    assert list(Path("out/mcp").rglob("*.json")) == []
    assert list(Path("out/go").rglob("*.go")) != []


def test_a_server_of_prompts_stays_beside_servers_whose_tools_have_one_name(write, toolc) -> None:
    tools = "".join(
        f"\n\n{name} = FastMCP('{name}')\n\n\n@{name}.tool()\ndef lend(book: str) -> str:\n    return book\n"
        for name in ("one", "two")
    )
    write({"app.py": SERVER + RULES + tools})
    assert toolc("generate", "app.py", "--out", "out", "--target", "go").status == 0
    texts = [path.read_text("utf-8") for path in Path("out/go").rglob("client.go")]
    assert len(texts) == 3
    assert sum("RulesPrompt" in text for text in texts) == 1
