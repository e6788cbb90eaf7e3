#!/usr/bin/env python3
"""How fast the CPU device runs kernels: the programs of bench/kernels that do
the same arithmetic in a loop of the host, too (bench::Run::compare).

Both are in one executable, built with -O2, the host's code for this very
machine, as the device's is. Each checks its result. Out: a line for each, with
the processor time of a launch, summed over all cores, the least of --runs; that
of the loop, on one core; and the one by the other. Exit status 1 if a result is
wrong.

usage: loops.py --racemap RACEMAP [--launches N] [--runs N] [--size S]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

import sanitizer

PROGRAMS = sorted(p for p in sanitizer.HERE.glob("*.cu") if "r.compare(" in p.read_text())


def build(racemap, folder):
    out = Path(folder, "bench")
    subprocess.run([racemap, "cc", "--device=cpu", "--kernel=^$", "-O2", "-w", "-Xarch_host", "-march=native",
                    sanitizer.HERE / "Main.cu", *PROGRAMS, "-o", out], check=True)
    return out


def measure(executable, program, args):
    """Seconds of a launch and of the loop."""
    launch, loop = float("inf"), float("inf")
    for _ in range(args.runs):
        text, _ = sanitizer.execute([executable, program, "--loops", f"--size={args.size}"], args.launches)
        for line in map(json.loads, text.splitlines()):
            launch = min(launch, line.get("processor", launch))
            loop = min(loop, line.get("loop", loop))
    return launch, loop


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True, type=os.path.abspath)
    parser.add_argument("--launches", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--size", default="small", help="small, large, or so many elements")
    args = parser.parse_args()
    print("| program | launch ms | loop ms | launch : loop |")
    print("| --- | ---: | ---: | ---: |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        executable = build(args.racemap, folder)
        for program in PROGRAMS:
            launch, loop = measure(executable, program.stem, args)
            print(f"| {program.stem} | {launch * 1e3:.3f} | {loop * 1e3:.3f} | {launch / loop:.2f} |", flush=True)


if __name__ == "__main__":
    main()
