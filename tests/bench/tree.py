"""`make bench`: how long toolc takes for a large tree, in which a tenth of the files hold tools.

python tests/bench/tree.py [number of files]
"""

import sys
import tempfile
import time
from pathlib import Path

from toolc.cli import stages
from toolc.config import Config

TOOL = '''\
from orbiter.tool import tool


@tool
def search_{number}(query: str, limit: int = 10, tags: list[str] | None = None) -> list[str]:
    """Search the web.

    Args:
        query: What to look for.
        limit: How many results to give.
    """
    return []
'''
OTHER = "\n\n".join(f"def helper_{number}(value: int) -> int:\n    return value + {number}\n" for number in range(40))


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            package = Path(folder, f"package_{number // 100}")
            package.mkdir(exist_ok=True)
            text = TOOL.format(number=number) if number % 10 == 0 else OTHER
            (package / f"module_{number}.py").write_text(text)
        for run in ("first", "again"):
            began = time.perf_counter()
            front = stages.compile_tools([folder], Config())
            took = time.perf_counter() - began
            tools = sum(len(server.tools) for package in front.bundle.packages for server in package.servers)
            print(f"{run}: {front.files} files, {tools} tools, {took:.2f} s, {took / count * 1e3:.2f} ms a file")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
