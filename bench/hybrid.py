#!/usr/bin/env python3
"""What proofs spare the sanitizer of the CPU device, for each program of
bench/kernels.

Each program there checks its result by itself, and prints the processor time of
a launch. All are built plain, sanitized in full (elide=off) and with proved
accesses left alone (elide=on). Out: a line for each:

  launches     that ran lean kernels, of all
  executed     accesses that are told to the monitor in one launch, in full and
               lean
  left alone   the share that is not told any more
  slowdown     processor time of a launch by that of the plain program, the
               least of --runs: in full and lean

Then the medians, and the programs in which less than nine tenths are left
alone, with the kernels and what the analysis says of each.

usage: hybrid.py --racemap RACEMAP [--launches N] [--runs N] [--filter TEXT]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

import figures
import sanitizer

COLUMNS = ["program", "lean launches", "executed in full", "executed lean",
           "left alone", "ms / launch", "slowdown in full", "slowdown lean"]
ENOUGH = 0.9


def build(racemap, folder, name, *flags):
    out = folder / name
    command = [racemap, "cc", "--device=cpu", "-O2", "-w", *flags]
    sources = [*sorted(sanitizer.HERE.glob("*.cu")),
               *sorted(sanitizer.ORDERED.glob("*.cu"))]
    subprocess.run([*command, "-Wl,--strip-debug", *sources, "-o", out], check=True)
    return out


def kernels(command):
    """By kernel: whether its launches were lean, or why not; and the accesses
    that are left."""
    text, _ = sanitizer.execute(command, 0, "stats=1:seed=1")
    lean = dict(re.findall(r"stats of (.*): accesses in code .* lean launches (\d+),",
                           text))
    left = dict(re.findall(r"stats of (.*): accesses in code .*, accesses (\d+),", text))
    full = dict(re.findall(r"stats of (.*): monitored in full, \d+ launch(?:es)?: (.*)",
                           text))
    return {name: (int(lean[name]), int(left[name]), full.get(name)) for name in lean}


def reasons(racemap, program):
    """What the analysis says of the kernels of a program's source, by name."""
    source = next(sanitizer.HERE.rglob(program + ".cu"))
    done = subprocess.run([racemap, "check", source, "--json=-", "--level=possible"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    said = {}
    for kernel in json.loads(done.stdout)["kernels"]:
        said[kernel["name"]] = "; ".join(
            sorted({c["verdict"] + (f" ({c['reason']})" if c.get("reason") else "")
                    for c in kernel["contexts"]}))
    return said


def measure(program, executables, args):
    plain, full, lean = ([executable, program] for executable in executables)
    in_full, left = (sanitizer.stats(command) for command in (full, lean))
    times = [sanitizer.seconds(command, args.launches, args.runs)
             for command in (plain, full, lean)]
    share = 1 - left["accesses"] / in_full["accesses"]
    slowdowns = [time / times[0] for time in times[1:]]
    row = [program, f"{left['lean launches']} of {left['launches']}",
           in_full["accesses"], left["accesses"], f"{share:.1%}",
           f"{times[0] * 1e3:.2f}", *(f"{s:.2f}" for s in slowdowns)]
    return row, share, slowdowns, times


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True, type=os.path.abspath)
    parser.add_argument("--launches", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    parser.add_argument("--figures", help="keep times in this file, for results.py")
    args = parser.parse_args()
    ordered = {source.stem for source in sanitizer.ORDERED.glob("*.cu")}
    slowdowns = {False: [], True: []}
    few, kept = [], {}
    print("| " + " | ".join(COLUMNS) + " |")
    print("| --- |" + " ---: |" * (len(COLUMNS) - 1), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        executables = [
            build(args.racemap, Path(folder), name, *flags)
            for name, flags in (
                ("plain", ("--kernel=^$",)),
                ("full", ("--sanitize", "--elide=off", "--kernel=^$")),
                ("lean", ("--sanitize",)),
            )
        ]
        for program in sanitizer.programs(executables[0]):
            if args.filter not in program:
                continue
            row, share, both, times = measure(program, executables, args)
            kept[program] = {**dict(zip(("plain", "full", "lean"), times)), "share": round(share, 4),
                             "ordered": program in ordered}
            print("| " + " | ".join(str(v) for v in row) + " |", flush=True)
            slowdowns[program in ordered].append(both)
            if share < ENOUGH:
                few.append((program, kernels([executables[2], program])))
    for is_ordered, all_of_them in slowdowns.items():
        if all_of_them:
            full, lean = (statistics.median(s) for s in zip(*all_of_them))
            print(f"\nmedian slowdown {full:.2f} in full, {lean:.2f} lean"
                  f"{' (ordered by fences, flags and locks)' if is_ordered else ''}")
    for program, its in few:
        said = reasons(args.racemap, program)
        for kernel, (launches, left, why) in its.items():
            if left:
                print(f"- {program}: {kernel}: {left} accesses, {launches} lean "
                      f"launches: {why or said.get(kernel, 'not analysed')}")
    figures.save(args.figures, "hybrid", kept, args.racemap)


if __name__ == "__main__":
    main()
