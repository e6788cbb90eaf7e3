#!/usr/bin/env python3
"""Tests and measures RaceMap's sanitizer on the GPU of this machine.

In:  the folder that this file is in (bench/gpu/bundle.py has made it).
Out: results.json, written after each run of a program, so that nothing is lost
     when this is interrupted; and, at the end, a table of it.

 1. The checks: programs with and without races, each run once. What they find is
    compared with what is expected.
 2. The benchmark: each program plain, sanitized, sanitized without each lever,
    and under `compute-sanitizer --tool racecheck` if that is there, in turns.
    What counts is the median of the times of kernels, by CUDA events.

Exit status: 0, 1 a check is not as expected or a program fails, 2 it cannot run,
3 it was stopped before the end. Targets that are missed are said, and are no
failure.

Only Python's standard library, 3.6 or later.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import math
import os
import signal
import sys
import time

from checking import Checks
from machine import HERE, Stopped, machine, stop, unpack
from measuring import Benchmark
from results import Results, read
from summary import Summary


class Clock:
    """How long this may take."""

    def __init__(self, minutes):
        self.end = time.monotonic() + 60 * minutes if minutes else math.inf

    def must_go_on(self):
        if time.monotonic() > self.end:
            stop()


def options():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\nOnly ")[0], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["checks", "bench", "table"],
                        help="table: of what has been measured")
    parser.add_argument("--filter", default="", help="only what this matches")
    parser.add_argument("--quick", action="store_true",
                        help="plain, sanitized and lean only, all times in one run")
    parser.add_argument("--size", choices=["small", "large"], default="large")
    parser.add_argument("--samples", type=int, default=9, help="times of each kernel")
    parser.add_argument("--launches", type=int, default=3, help="of those in one run")
    parser.add_argument("--seconds", type=int, default=120, help="for one run at most")
    parser.add_argument("--minutes", type=float, help="for all, then it stops")
    parser.add_argument("--no-racecheck", action="store_true")
    parser.add_argument("--out", default=os.path.join(HERE, "results.json"))
    parser.add_argument("--fresh", action="store_true", help="forget what there is")
    args = parser.parse_args()
    if args.samples < 1 or args.launches < 1:
        parser.error("--samples and --launches are at least 1")
    if args.quick:
        args.launches = args.samples
    args.clock = Clock(args.minutes)
    return args


def main():
    args = options()
    manifest = read(os.path.join(HERE, "manifest.json"))
    if args.only == "table":
        print(Summary(manifest, Results(args.out).all).text())
        return 0
    unpack()
    here = machine(manifest, args.size)
    results = Results(args.out, here, args.fresh)
    signal.signal(signal.SIGTERM, stop)
    stopped = False
    try:
        if args.only in (None, "checks"):
            Checks(manifest, results, args, here).run()
        if args.only in (None, "bench"):
            Benchmark(manifest, results, args).run()
    except (Stopped, KeyboardInterrupt):
        stopped = True
    summary = Summary(manifest, results.all)
    results.all["summary"] = summary.as_json()
    results.write()
    print(summary.text())
    if stopped:
        print("stopped; run it again to go on")
        return 3
    return 1 if summary.failed() else 0


if __name__ == "__main__":
    sys.exit(main())
