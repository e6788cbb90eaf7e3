# steady - does racemap say the same, byte by byte, whatever else runs?
#
# In:  .cu files and folders of them (for example lit-tests/race, bench/sesa, or
#      Samples of github.com/NVIDIA/cuda-samples at c94ff366), and flags.
# Out: for each way to run racemap check how many files have other JSON than on
#      the machine as it is, and which. Exit status 1 if one has. The ways:
#        busy     beside as many loops that compute as --loops says
#        nice     with the lowest priority, beside loops of middling priority:
#                 ten to twenty times slower, or more, where --jobs run at once
#        slow     as on a machine that is ten times as slow, by its clocks of
#                 processor time
#        again    as before, in a fresh process at other addresses
#        project  check -p over all files, one and four at a time
# A file of RaceMap's own that has no results counts as one that differs.
# Only the times ("ms") are left out of the comparison.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import concurrent.futures
import contextlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import corpus

WAYS = ("again", "slow", "busy", "nice", "project")


def files(paths):
    for path in paths:
        yield from sorted(path.rglob("*.cu")) if path.is_dir() else [path]


@contextlib.contextmanager
def loops(number, nice):
    """Runs processes that do nothing but compute."""
    busy = [subprocess.Popen(["nice", "-n", str(nice), sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for p in busy:
            p.kill()
            p.wait()


def without_times(text):
    return re.sub(r'"ms": *[-+.0-9e]+', '"ms": 0', text)


@contextlib.contextmanager
def slow_machine(factor):
    """What to set in the environment, so that each second of computing counts for so many."""
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/slow-machine.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", corpus.HERE / "slow-machine.c", "-o", library], check=True)
        yield {"LD_PRELOAD": " ".join(filter(None, [os.environ.get("LD_PRELOAD"), library])), "FACTOR": str(factor)}


def flags_of(file, args):
    """With the architecture and the macros that a test of RaceMap's compiles it with."""
    lines = re.findall(r"RUN:(.*)", file.read_text(errors="replace"))
    arch = next((m[1] for m in (re.search(r" --?arch=(sm_\w+)", line) for line in lines) if m), None)
    behind = next((line.partition(" -- ")[2] for line in lines if " -- " in line), "")
    return [*shlex.split(args.flags), "-w", *re.findall(r"(?<!\S)-D\w+=?\w*(?!\S)", behind),
            *([f"--cuda-gpu-arch={arch}"] if arch else [])]


def check(file, args, before=(), environment={}):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [*before, str(args.racemap), "check", str(file), f"--json={out.name}", *args.option]
        subprocess.run([*command, "--", *flags_of(file, args)], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=args.limit, env={**os.environ, **environment})
        return without_times(Path(out.name).read_text())


def check_project(all_files, args, jobs):
    """What the project's units say together, nothing kept from an earlier run."""
    with tempfile.TemporaryDirectory() as folder:
        units = [{"directory": folder, "file": str(f.resolve()), "arguments":
                  ["clang++", *flags_of(f, args), "-c", str(f.resolve())]} for f in all_files]
        (Path(folder) / "compile_commands.json").write_text(json.dumps(units))
        subprocess.run([str(args.racemap), "check", "-p", folder, f"-j{jobs}", "--no-cache",
                        f"--json={folder}/all.json", *args.option],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return without_times(Path(folder, "all.json").read_text()).replace(folder, "")


def compare(way, run, expected, jobs=1):
    """Prints how many differ, and returns that number."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        differ = [str(f) for f, text in zip(expected, pool.map(run, expected)) if text != expected[f]]
    print(f"{way}: {len(differ)} of {len(expected)} differ" + "".join(f"\n  {f}" for f in differ), flush=True)
    return len(differ)


def main():
    p = argparse.ArgumentParser(description="does racemap say the same, whatever else runs?")
    p.add_argument("paths", type=Path, nargs="+", help=".cu files, or folders of them")
    p.add_argument("--prefix", type=Path, default=corpus.HERE.parent / "build" / "release",
                   help="where bin/racemap is (default build/release)")
    p.add_argument("--flags", default="-std=c++17", help="of the compiler (default -std=c++17)")
    p.add_argument("--option", action="append", default=[], help="an option for racemap check; repeatable")
    p.add_argument("--loops", type=int, default=4, help="processes that compute beside (default 4)")
    p.add_argument("--jobs", type=int, default=1, help="checks at once beside them (default 1)")
    p.add_argument("--way", action="append", choices=WAYS,
                   help="only this way; repeatable")
    p.add_argument("--limit", type=float, default=3600, help="seconds for one file; more is a hang")
    args = p.parse_args()
    args.racemap = args.prefix / "bin" / "racemap"
    ways = args.way or WAYS
    expected, wrong = {}, 0
    for file in files(args.paths):
        if text := check(file, args):
            expected[file] = text
        else:
            print(f"{file}: not compared, it has no results", file=sys.stderr)
            wrong += file.resolve().is_relative_to(corpus.HERE.parent)
    if not expected:
        sys.exit("no file was analysed")
    if "again" in ways:
        wrong += compare("again", lambda f: check(f, args), expected)
    if "slow" in ways:
        with slow_machine(10) as environment:
            wrong += compare("slow", lambda f: check(f, args, environment=environment), expected)
    if "busy" in ways:
        with loops(args.loops, 0):
            wrong += compare("busy", lambda f: check(f, args), expected, args.jobs)
    if "nice" in ways:
        with loops(args.loops, 10):
            wrong += compare("nice", lambda f: check(f, args, ["nice", "-n", "19"]), expected, args.jobs)
    if "project" in ways:
        one = check_project(list(expected), args, 1)
        if '"kernels"' not in one:
            sys.exit("check -p has no results")
        wrong += compare("project", lambda _: check_project(list(expected), args, 4), {"all of them": one})
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
