"""Hunt for programs that toolc reads wrongly without saying so.

    python tests/programs/hunt.py --seed 0 --count 500 [--framework mcp|mcp2|fastmcp2|fastmcp3|fastmcp4]

Prints the verdicts in numbers, and each silent program shrunk, with what is wrong. `--show SEED` prints the program of one seed with
its verdict. The exit status is 1 if a program was silent.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from programs.hunting import Case, hunt, shrunk, verdict_on
from programs.oracles import FRAMEWORKS, Oracle


def main() -> int:
    options = _options()
    counts: Counter[str] = Counter()
    with Oracle(options.framework) as oracle:
        cases = hunt(oracle, options.seed, 1 if options.show else options.count)
        for case in cases:
            counts[case.verdict.kind] += 1
            counts["doubted needlessly"] += case.verdict.needless
            if options.show or (case.verdict.kind == "silent" and counts["silent"] <= options.most):
                _print(case, oracle, whole=options.show)
            elif options.verbose:
                kind = "needless" if case.verdict.needless else case.verdict.kind
                print(case.seed, kind, *(fault.what[:200] for fault in case.verdict.faults[:2]))
    ran = sum(counts[kind] for kind in ("exact", "said", "silent"))
    print(f"{options.framework}: {ran} programs, {counts['raises']} more raise")
    for kind in ("exact", "said", "silent", "doubted needlessly"):
        print(f"  {kind:20}{counts[kind]:6}  {100 * counts[kind] / max(ran, 1):5.1f} %")
    return 1 if counts["silent"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=200, help="how many programs")
    parser.add_argument("--framework", choices=FRAMEWORKS, default="mcp")
    parser.add_argument("--most", type=int, default=5, help="how many silent programs are shrunk and shown")
    parser.add_argument("--show", action="store_true", help="show the program of --seed as it is")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for every program")
    return parser.parse_args()


def _print(case: Case, oracle: Oracle, whole: bool) -> None:
    files = case.files if whole else shrunk(case, oracle)
    verdict = case.verdict if whole else verdict_on(files, oracle)
    print(f"--- seed {case.seed}: {verdict.kind}")
    for path, text in files.items():
        print(f"# {path}\n{text}", end="")
    for fault in verdict.faults:
        print(f"    {'said  ' if fault.said else 'SILENT'} {fault.what}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
