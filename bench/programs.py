#!/usr/bin/env python3
"""Runs the programs of a public repository on the CPU device, as they are.

A program is a folder with a Makefile or a CMakeLists.txt, which say how it is
built and run (programbuild.py); it is built with and without --sanitize. What
counts is its own self-check: it exits with 0 and prints nothing of --reject. A
run in which launches do nothing (RACEMAP_OPTIONS=run_kernels=0) must fail it, not
by a crash or by hanging; otherwise the self-check checks nothing, and the
program counts as without one.

Where the repository's arguments take too long without a GPU, a file has others:
lines `name: arguments`, one for each run.

Out: a line per program, tab-separated: name, result, result with --sanitize,
     seconds of both runs, class of the reason, reason or findings; then the
     counts.

usage: programs.py --racemap RACEMAP [--common FLAGS] [--reject REGEX]
                   [--arguments FILE] [--seconds N] [--jobs N] [--out FILE]
                   FOLDER...

For example, NVIDIA/cuda-samples and HeCBench:
  programs.py --racemap build/bin/racemap --common=-Icuda-samples/Common \\
              cuda-samples/Samples/*/*
  programs.py --racemap build/bin/racemap --reject 'FAIL|Fail\\b|ERROR' \\
              --arguments bench/programs-hecbench.txt HeCBench/src/a*-cuda

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import sys
import tempfile

import programbuild

# The first that matches is the class; only what is wrong is asked about.
SYMBOL = r"undefined (?:reference to|symbol:) [`']?"
BUILD_CLASSES = [
    ("closed library", r"this library is closed|fatal error: '(nccl|cudnn|nvrtc"
     r"|FreeImage|cutensor|nvsci)|" + SYMBOL + r"(cublas|cufft|curand|cusparse"
     r"|cusolver|npp|nvrtc|nccl|nvjpeg|nvJit|nvvm)"),
    ("driver API", SYMBOL + "cu[A-Z]"),
    ("graphics", SYMBOL + "(gl|egl|GL|vk|X[A-Z])|fatal error: '(GL|EGL|X11"
     "|vulkan|d3d|windows|dxgi|DirectX)"),
    ("MPI", r"'mpi\.h'|-lmpi"),
    ("dynamic parallelism", r"cudaGetParameterBuffer|cudaLaunchDevice"),
    ("file is not in the repository", "fatal error: .*file not found"
     "|(?i:no such file)"),
    ("does not compile", "(fatal )?error: .*|undefined (reference|symbol).*"),
]
RUN_CLASSES = [
    ("runtime call", r"racemap: .*cuda\w+ is not supported"),
    ("device code", r"racemap: .*"),
    ("data is not in the repository", r"(?i:no such file or directory|"
     r"(can ?not|could not|unable to|error) open\w*|failed to (open|load))"),
]


def classify(text, classes):
    """The class and the first line that says why."""
    for name, pattern in classes:
        found = re.search(r"[^\n]*(?:" + pattern + ")[^\n]*", text)
        if found:
            return name, found[0].strip()[:160]
    return "", text.strip().rsplit("\n", 1)[-1][:160]


class Program:
    def __init__(self, folder, options, arguments):
        self.folder = os.path.abspath(folder)
        self.name = os.path.basename(self.folder)
        self.options = options
        self.arguments = arguments.get(self.name)

    def build(self, scratch, *flags):
        """The built program, or a pair that says why there is none."""
        place = os.path.join(scratch, "-".join(["tree", *flags]))
        made = programbuild.build_of(programbuild.overlay(self.folder, place))
        # What the analysis says of the kernels is not what is measured.
        compiler = [os.path.abspath(self.options.racemap), "cc", "--device=cpu"]
        compiler += ["--kernel=^$", "-w", *flags]
        compiler += shlex.split(self.options.common)
        status, text, _ = made.build(compiler, 600)
        if status == 0:
            return made, None
        kind, line = classify(text, BUILD_CLASSES)
        return None, (kind or "does not compile", line)

    def judge(self, status, text):
        """'' for a check that is passed, or what is wrong."""
        if status == "timeout":
            return "time"
        if status != 0:
            return "crash" if status < 0 or status > 128 else "check fails"
        if self.options.reject and re.search(self.options.reject, text):
            return "check fails"
        return ""

    def execute(self, made, options):
        lines = made.lines()
        if self.arguments:
            program = next(l for l in lines if "./" in l)
            program = re.search(r"\./[^\s;]+", program)[0]
            lines = [program + " " + more for more in self.arguments]
        return programbuild.run(
            ["bash", "-c", "set -e\n" + "\n".join(lines)],
            self.options.seconds,
            cwd=made.folder,
            env={**os.environ, "RACEMAP_OPTIONS": options},
        )

    def verdict(self):
        """One row of the table."""
        if self.options.only == "sanitized":
            with tempfile.TemporaryDirectory(prefix="programs-") as scratch:
                return [self.name, "", *self.sanitized(scratch, "")]
        with tempfile.TemporaryDirectory(prefix="programs-") as scratch:
            made, why = self.build(scratch)
            if not made:
                return [self.name, "not built", "", "", *why]
            status, text, seconds = self.execute(made, "")
            self.keep(text)
            wrong = self.judge(status, text)
            if wrong:
                kind, line = classify(text, RUN_CLASSES)
                if wrong in ("time", "crash") or not kind:
                    kind = wrong
                return [self.name, "fails", "", f"{seconds:.1f}", kind, line]
            idle, said, _ = self.execute(made, "run_kernels=0")
            checks = self.judge(idle, said) == "check fails"
            result = "PASS" if checks else "no self-check"
            shutil.rmtree(os.path.join(scratch, "tree"))
            if self.options.only == "plain":
                return [self.name, result, "", f"{seconds:.1f}", "", ""]
            return [self.name, result, *self.sanitized(scratch, f"{seconds:.1f}")]

    def keep(self, text, ending="txt"):
        if not self.options.keep:
            return
        os.makedirs(self.options.keep, exist_ok=True)
        path = os.path.join(self.options.keep, f"{self.name}.{ending}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def sanitized(self, scratch, plain_seconds):
        made, why = self.build(scratch, "--sanitize")
        if not made:
            return ["not built", plain_seconds, *why]
        report = os.path.join(scratch, "report-%p.json")
        status, text, seconds = self.execute(
            made, f"json={report}:exitcode=0"
        )
        self.keep(text, "sanitize.txt")
        times = f"{plain_seconds} {seconds:.1f}".strip()
        found = findings(scratch)
        wrong = self.judge(status, text)
        if wrong:
            _, line = classify(text, RUN_CLASSES)
            return ["fails", times, wrong, found or line]
        return ["findings" if found else "silent", times, "", found]


def place(access):
    """Where it is in the program, which may call headers of the toolkit."""
    headers = re.compile("/lib/clang/|/cuda[^/]*/|^/usr/local/include/")
    frames = access.get("stack") or [access]
    own = [f for f in frames if not headers.search(f.get("file", ""))]
    frame = (own or frames)[0]
    if "file" not in frame:
        return "unknown"
    return f"{os.path.basename(frame['file'])}:{frame['line']}"


def findings(scratch):
    """Kind and places of each, for a person to read."""
    places = []
    for name in sorted(os.listdir(scratch)):
        if not name.startswith("report-"):
            continue
        with open(os.path.join(scratch, name), encoding="utf-8") as file:
            for f in json.load(file)["findings"]:
                lines = [place(a) for a in f["accesses"]]
                places.append(f"{f['kind']} {' '.join(lines)} x{f['count']}")
    return "; ".join(places)


def arguments_in(path):
    """name -> lines of arguments, of a file with # comments."""
    found = {}
    for line in programbuild.read(path).split("\n") if path else []:
        line = line.split("#")[0].strip()
        if line:
            name, _, words = line.partition(":")
            found.setdefault(name, []).append(words.strip())
    return found


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True)
    parser.add_argument("--common", default="", help="flags for all")
    parser.add_argument("--only", choices=["plain", "sanitized"])
    parser.add_argument("--reject", help="what a failed check prints")
    parser.add_argument("--arguments", help="a file with other arguments")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=60, help="for one run")
    parser.add_argument("--out", help="a file to write the table to")
    parser.add_argument("--keep", help="a folder for what the programs print")
    parser.add_argument("folders", nargs="+")
    return parser.parse_args()


def main():
    args = options()
    out = open(args.out, "a", encoding="utf-8") if args.out else sys.stdout
    arguments = arguments_in(args.arguments)
    counts = {}
    folders = [f for f in args.folders if programbuild.is_program(f)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        rows = [pool.submit(Program(f, args, arguments).verdict) for f in folders]
        for done in concurrent.futures.as_completed(rows):
            row = done.result()
            print(*row, sep="\t", file=out, flush=True)
            for key in (f"{row[1]}: {row[4]}", "sanitized: " + row[2]):
                counts[key] = counts.get(key, 0) + 1
    for key, number in sorted(counts.items()):
        print(f"{number:4}  {key}")


if __name__ == "__main__":
    main()
