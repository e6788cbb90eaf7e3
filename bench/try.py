# try - how many unknown kernels `racemap check --try` settles.
#
# In:  a corpus (corpus.py), how many of its files, the seed that picks them.
# Out: a line per kernel that is settled, and a table: files, kernels, those
#      that are unknown, launches that were tried, unknown kernels of which a
#      run has shown a race, possible findings and those that are confirmed.
#      Then the files that could not be checked.
#
# The files are drawn with a seed, so that the sample can be drawn again. A
# kernel is unknown if a context of it is, and none is racy.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import corpus

TRIED = re.compile(r"(\d+) launch(?:es)? of (\d+) kernels? tried")


def is_race(finding):
    return finding["kind"] == "data-race" and not finding["benign"]


def read_kernel(kernel, counts, name):
    verdicts = {c["verdict"] for c in kernel["contexts"]}
    findings = [f for c in kernel["contexts"] for f in c["findings"] if is_race(f)]
    possible = [f for f in findings if f["certainty"] == "possible"
                and not f["explanation"].startswith("a directed test")]
    counts["kernels"] += 1
    counts["possible findings"] += len(possible)
    counts["confirmed"] += sum(f["confirmed"] for f in possible)
    if "racy" in verdicts or "unknown" not in verdicts:
        return
    counts["unknown"] += 1
    shown = [f for f in findings if f["confirmed"]]
    if shown:
        counts["settled"] += 1
        place = shown[0]["accesses"][0]
        print(f"settled: {name}: {kernel['name'][:60]}: {Path(place.get('file', '')).name}:{place.get('line')}",
              flush=True)


def check(unit, args, counts, failed):
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/try.json"
        command = [str(args.prefix / "bin" / "racemap"), "check", str(unit.path), f"--try={args.seconds}",
                   f"--orders={args.orders}", f"--json={out}", *args.option, "--", *unit.flags]
        try:
            said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL, timeout=args.limit).stdout.decode(errors="replace")
        except subprocess.TimeoutExpired:
            failed.append(f"{unit.name}: more than {args.limit} s")
            return
        if not Path(out).exists():
            errors = [line for line in said.splitlines() if "error" in line]
            failed.append(f"{unit.name}: {errors[0][:120] if errors else 'no results'}")
            return
        counts["files"] += 1
        for launches, kernels in TRIED.findall(said):
            counts["launches"] += int(launches)
            counts["kernels tried"] += int(kernels)
        for kernel in json.loads(Path(out).read_text())["kernels"]:
            read_kernel(kernel, counts, unit.name)


def main():
    p = corpus.parser("How many unknown kernels racemap check --try settles.")
    p.add_argument("--seconds", type=int, default=20, help="of --try, for each file")
    p.add_argument("--orders", type=int, default=4)
    p.add_argument("--files", type=int, default=0, help="a sample of so many; otherwise all")
    p.add_argument("--seed", type=int, default=1, help="of the sample")
    p.add_argument("--limit", type=int, default=600, help="seconds for one file")
    p.add_argument("--option", action="append", default=[], help="of racemap check")
    args = p.parse_args()
    units = [u for u in corpus.units(args) if "__global__" in u.path.read_text(errors="replace")]
    if args.files and args.files < len(units):
        units = random.Random(args.seed).sample(units, args.files)
    counts, failed = collections.Counter(), []
    for unit in sorted(units, key=lambda u: u.name):
        check(unit, args, counts, failed)
    for row in ("files", "kernels", "unknown", "kernels tried", "launches", "settled", "possible findings", "confirmed"):
        print(f"{counts[row]:6} {row}")
    print(f"{len(failed):6} files not checked")
    for line in failed:
        print("not checked:", line)
    return 0 if counts["files"] else 1


if __name__ == "__main__":
    sys.exit(main())
