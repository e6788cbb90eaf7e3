#!/usr/bin/env python3
"""Runs the programs of a public repository on the CPU device, as they are.

A program is a folder with .cu files: all of them and the .cpp and .c files
beside them are compiled together, with and without --sanitize, and run in their
folder. What counts is the program's own self-check: the exit status, and, with
--expect, a text that it prints. A run in which launches do nothing
(RACEMAP_OPTIONS=run_kernels=0) must fail it; otherwise the self-check checks nothing, and the
program counts as without one.

Out: a line per program, tab-separated: name, result, result with --sanitize,
     seconds of both runs, findings; then the counts.

usage: programs.py --racemap RACEMAP [--common FLAGS] [--expect REGEX]
                   [--jobs N] [--out FILE] FOLDER...

For example, NVIDIA/cuda-samples at c94ff366:
  programs.py --racemap build/bin/racemap --common=-Isamples/Common \\
              samples/Samples/*/*

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time


def run(command, seconds, **more):
    """(status, output, seconds). A time-out is status 'timeout'."""
    begin = time.monotonic()
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=seconds,
            **more,
        )
        text = done.stdout.decode(errors="replace")
        return done.returncode, text, time.monotonic() - begin
    except subprocess.TimeoutExpired as late:
        text = (late.stdout or b"").decode(errors="replace")
        return "timeout", text, time.monotonic() - begin


def sources(folder):
    """Nothing for a folder that is no program."""
    found = []
    for place in ("", "src"):
        for ending in ("cu", "cpp", "c"):
            found += glob.glob(os.path.join(folder, place, "*." + ending))
    return sorted(found) if any(f.endswith(".cu") for f in found) else []


REASON = re.compile(
    r"(fatal error: .*|error: .*|undefined (?:reference|symbol).*|racemap: .*)"
)


def reason(text):
    """The first line that says why."""
    found = REASON.search(text)
    return found[1][:140] if found else text.strip().rsplit("\n", 1)[-1][:140]


class Program:
    def __init__(self, folder, options, scratch):
        self.folder = os.path.abspath(folder)
        self.name = os.path.basename(self.folder)
        self.options = options
        self.base = os.path.join(scratch, self.name)

    def build(self, *flags):
        """The path of the program, or why there is none."""
        out = "-".join([self.base, *flags]).replace("--", "")
        # What the analysis says of the kernels is not what is measured.
        command = [os.path.abspath(self.options.racemap), "cc"]
        command += ["--device=cpu", "--kernel=^$", "-O2", "-w", *flags]
        command += ["-I" + self.folder, "-I" + self.folder + "/inc"]
        command += shlex.split(self.options.common)
        command += sources(self.folder) + ["-o", out]
        status, text, _ = run(command, 300)
        return (out, None) if status == 0 else (None, reason(text))

    def passes(self, status, text):
        wanted = self.options.expect
        return status == 0 and (not wanted or re.search(wanted, text))

    def execute(self, binary, **variables):
        environment = {**os.environ, **variables}
        return run(
            [binary], self.options.seconds, cwd=self.folder, env=environment
        )

    def verdict(self):
        """One row of the table."""
        plain, why = self.build()
        if not plain:
            return [self.name, "does not compile", "", "", "", why]
        status, text, seconds = self.execute(plain)
        if not self.passes(status, text):
            return [self.name, f"fails ({status})", "", f"{seconds:.1f}", ""] + [
                reason(text)
            ]
        empty, empty_text, _ = self.execute(plain, RACEMAP_OPTIONS="run_kernels=0")
        result = "no self-check" if self.passes(empty, empty_text) else "PASS"
        return [self.name, result] + self.sanitized(seconds)

    def sanitized(self, plain_seconds):
        binary, why = self.build("--sanitize")
        if not binary:
            return ["does not compile", f"{plain_seconds:.1f}", "", why]
        report = self.base + ".json"
        status, text, seconds = self.execute(
            binary, RACEMAP_OPTIONS=f"json={report}:exitcode=0"
        )
        times = f"{plain_seconds:.1f} {seconds:.1f}"
        if not self.passes(status, text):
            return [f"fails ({status})", times, "", reason(text)]
        return ["PASS", times, findings(report), ""]


def findings(path):
    """Kind and place of each, for a person to read."""
    if not os.path.exists(path):
        return "no report"
    with open(path, encoding="utf-8") as file:
        found = json.load(file)["findings"]
    places = []
    for f in found:
        lines = [
            f"{os.path.basename(a.get('file', '?'))}:{a.get('line', '?')}"
            for a in f["accesses"]
        ]
        places.append(f"{f['kind']} {' '.join(lines)} x{f['count']}")
    return "; ".join(places)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True)
    parser.add_argument("--common", default="", help="flags for all")
    parser.add_argument("--expect", help="what a passed self-check prints")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=60, help="for one run")
    parser.add_argument("--out", help="a file to write the table to")
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    out = open(args.out, "w", encoding="utf-8") if args.out else sys.stdout
    counts = {}
    with tempfile.TemporaryDirectory() as scratch:
        programs = [
            Program(f, args, scratch) for f in args.folders if sources(f)
        ]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            rows = [pool.submit(p.verdict) for p in programs]
            for done in concurrent.futures.as_completed(rows):
                row = done.result()
                print(*row, sep="\t", file=out, flush=True)
                for key in (row[1], "sanitized: " + row[2]):
                    counts[key] = counts.get(key, 0) + 1
    for key, number in sorted(counts.items()):
        print(f"{number:4}  {key}")


if __name__ == "__main__":
    main()
