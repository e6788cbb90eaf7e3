# assumptions - what the proofs of a corpus rest on, after Cogumbreiro and Lange's
# paper on hidden assumptions: one row of verdicts for each set of facts.
#
# In:  every .cu below a directory, as for real.py.
# Out: a table. The kernels are lifted once; each row decides their protocols as
#      text, from which what the row does without has been taken out:
#
#      block level                as the launches in sight say, one block
#      grid level                 the same, blocks against blocks too: the default
#      without launch facts       of a launch only its dimensions
#      without user assumptions   no assert, __builtin_assume, __launch_bounds__
#      all configurations         no launches: all dimensions, all arguments
#      none of these              no launches and no user assumptions
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import concurrent.futures
import json
import re
import sys
import tempfile
from pathlib import Path

import corpus
import real

LAUNCH = re.compile(r'^  launch ("[^"]*"[^{;]*?) ?(?:;|\{.*?^  \})\n', re.M | re.S)
SAID = re.compile(r"^  assume (?:(?! (?:derived|promised);$).)*;\n", re.M)


def keep(text):
    return text


def dimensions_only(text):
    return LAUNCH.sub(r"  launch \1;\n", text)


def no_launches(text):
    return LAUNCH.sub("", text)


def nothing_said(text):
    head, brace, rest = text.partition("{\n")  # the assumptions of launches stay: they are indented further
    return head + brace + SAID.sub("", rest)


ROWS = {
    "block level": (keep, ["--grid=off"]),
    "grid level": (keep, []),
    "without launch facts": (dimensions_only, []),
    "without user assumptions": (nothing_said, []),
    "all configurations": (no_launches, []),
    "none of these": (lambda text: nothing_said(no_launches(text)), []),
}


def protocols(unit, args):
    """The kernels of a file as text; none if clang does not parse it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(args.prefix / "bin" / "racemap"), "check", str(unit.path), f"--emit-map={folder}",
                   "--budget-ms=1", "--", *unit.flags, "-w"]
        real.run(command, args.limit)
        return [f.read_text() for f in sorted(Path(folder).iterdir())]


def verdicts(texts, rewrite, options, args):
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{i}.map" for i in range(len(texts))]
        for file, text in zip(files, texts):
            file.write_text(rewrite(text))
        out = Path(folder) / "out.json"
        command = [str(args.prefix / "bin" / "racemap"), "verify", *map(str, files), f"--json={out}", "--bounds=off",
                   *options, *args.option]
        real.run(command, args.limit * len(texts))
        kernels = json.loads(out.read_text())["kernels"] if out.exists() else []
        return [real.verdict_of(k) for k in kernels] + ["not decided"] * (len(texts) - len(kernels))


def of_unit(unit, args):
    texts = protocols(unit, args)
    return {name: verdicts(texts, *row, args) if texts else [] for name, row in ROWS.items()}


def table(counts):
    columns = ["race-free", "race-free, no accesses", "racy", "unknown", "not decided"]
    columns = [c for c in columns if any(row[c] for row in counts.values())]
    print(f"| | {' | '.join(columns)} |\n| --- |{' ---: |' * len(columns)}")
    for name, row in counts.items():
        total = max(sum(row.values()), 1)
        print(f"| {name} | {' | '.join(f'{row[c]} ({100 * row[c] / total:.0f} %)' for c in columns)} |")


def main():
    p = corpus.parser("verdicts with and without what the source says of launches")
    p.add_argument("--limit", type=float, default=300, help="seconds for one file; more is a hang")
    p.add_argument("--option", action="append", default=[], help="an option for racemap verify; repeatable")
    p.add_argument("--jobs", type=int, default=2)
    args = p.parse_args()
    units = list(corpus.units(args))
    counts = {name: collections.Counter() for name in ROWS}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for n, result in enumerate(pool.map(lambda u: of_unit(u, args), units), 1):
            for name, found in result.items():
                counts[name].update(found)
            print(f"\r{n}/{len(units)} files", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    table(counts)


if __name__ == "__main__":
    main()
