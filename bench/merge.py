#!/usr/bin/env python3
"""How long `racemap report` takes for the results of thousands of units.

In:  the JSON of a check of lit-tests/report/Inputs/page.cu (five kernels, about
     10 KB each), of which N files are made: each has one of the kernels under a
     name and in a file of its own, and one kernel of a header that all share.
Out: a line for each number of files and each kind of output: seconds (the best
     of three, files in the page cache), memory, size; then whether the processor's
     time per file is the same for the smallest and the largest number, within a
     half.

usage: merge.py RACEMAP [--files 2500,5000,10000] [--limit SECONDS]
The exit status is 1 if the processor's time, which is that of an idle machine,
is longer than the limit (20), or not linear.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "..", "lit-tests", "report", "Inputs", "page.cu")


def sample(racemap, folder):
    path = os.path.join(folder, "page.json")
    subprocess.run([racemap, "check", SAMPLE, "--json=" + path], check=False,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def make_files(document, folder, count):
    os.makedirs(folder)
    kernels = document["kernels"]
    size = 0
    for i in range(count):
        its = kernels[i % len(kernels)]
        own = json.loads(json.dumps(its).replace(its["file"],
                                                 f"src/unit{i}.cu"))
        text = json.dumps({**document, "kernels": [own, kernels[-1]]}, indent=2)
        size += len(text)
        with open(f"{folder}/{i}.json", "w", encoding="utf-8") as file:
            file.write(text)
    return size


def best_of_three(command):
    times, processor = [], []
    for _ in range(3):
        start = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE,
                              text=True) as run:
            said = run.stdout.read().strip()
            _, status, usage = os.wait4(run.pid, 0)
            run.returncode = os.waitstatus_to_exitcode(status)
        times.append(time.monotonic() - start)
        processor.append(usage.ru_utime + usage.ru_stime)
        if run.returncode:
            sys.exit(f"merge.py: exit status {run.returncode}")
    return min(times), min(processor), usage.ru_maxrss >> 10, said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("racemap")
    parser.add_argument("--files", default="2500,5000,10000")
    parser.add_argument("--limit", type=float, default=20)
    args = parser.parse_args()
    counts = [int(n) for n in args.files.split(",")]
    slowest, each = 0, []
    with tempfile.TemporaryDirectory() as top:
        document = sample(args.racemap, top)
        for count in counts:
            folder = os.path.join(top, str(count))
            size = make_files(document, folder, count)
            for kind in ("json", "sarif", "html"):
                out = os.path.join(top, "out." + kind)
                seconds, processor, memory, said = best_of_three(
                    [args.racemap, "report", folder, "-o", out])
                print(f"{count:6} files, {size >> 20:4} MiB, to {kind:5}: "
                      f"{seconds:6.2f} s ({processor:.2f} s of the processor), "
                      f"{memory:5} MiB of memory; "
                      f"{os.path.getsize(out) >> 20} MiB; {said}", flush=True)
                slowest = max(slowest, processor)
                if kind == "json":
                    each.append(processor / count)
    ratio = each[-1] / each[0]
    print(f"time per file, {counts[-1]} against {counts[0]}: {ratio:.2f}")
    return slowest > args.limit or ratio > 1.5


if __name__ == "__main__":
    sys.exit(main())
