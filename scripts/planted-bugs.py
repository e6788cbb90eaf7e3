#!/usr/bin/env python3
"""Shows that every planted bug makes the test fail that is named for it.

In:  unit-tests/planted-bugs.toml. Each bug has a file, a text that occurs in
     it once, what to put instead, and a test: FOLDER:GTEST_FILTER, lit:FILTER,
     fuzz:TARGET or oracle:ARGUMENTS.
Out: one line per bug with its verdict, and a table; exit status 1 unless every
     bug is killed, and 2 if a test does not pass, or runs nothing, without one.

Works on a copy of the tree in build/planted, so the tree is never touched, and
a bug costs the compilation of one file. Verdicts:

killed     the test failed
hung       the test did not end in time, which is noticed just as well
survived   the test passed: it is missing, or too weak
unbuilt    not C++ with the bug in it: the list is wrong
misplaced  the text does not occur exactly once: the list is out of date

usage: planted-bugs.py [PART...]        only those whose name or file contains a PART
       planted-bugs.py --places         plants none: only says which are misplaced

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = "unit-tests/planted-bugs.toml"
COPY = ROOT / "build/planted/tree"
BUILD = ROOT / "build/planted/build"

NOTICED = ("killed", "hung")
SECONDS = 300  # for one test
JOBS = os.environ.get("JOBS") or str(os.cpu_count())


def run(command, seconds=None):
    """Exit status, None if there was not enough time, and output. Whatever
    the command started ends with it."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, f"not done after {seconds} s"
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(2)


def copy_tree():
    """Makes the copy equal to the tree. A file that is equal already keeps its
    time stamp, so that nothing is built again because of it."""
    listed = ["git", "-C", ROOT, "ls-files", "-co", "-z", "--exclude-standard"]
    names = subprocess.run(listed, capture_output=True, text=True, check=True)
    names = {n for n in names.stdout.split("\0") if (ROOT / n).is_file()}
    for old in [p for p in COPY.rglob("*") if p.is_file()]:
        if str(old.relative_to(COPY)) not in names:
            old.unlink()
    for name in names:
        source, copy = ROOT / name, COPY / name
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)


def configure():
    if (BUILD / "build.ninja").exists():
        return
    preset = ["cmake", "--preset", "release", "-S", COPY, "-B", BUILD]
    status, output = run([*preset, "-DBUILD_TESTING=ON"])
    if status:
        fail(output)


def targets_of(test):
    kind, _, what = test.partition(":")
    if kind == "lit":
        return ["racemap", "ClangRaceMap", "LLVMRaceMap", "racemap-cpu"]
    if kind == "fuzz":
        return [f"racemap-fuzz-{what}"]
    return ["racemap-oracle" if kind == "oracle" else f"racemap-{kind}-tests"]


def command_of(test):
    kind, _, what = test.partition(":")
    if kind == "lit":
        cache = (BUILD / "CMakeCache.txt").read_text()
        lit = re.search(r"^RACEMAP_LIT:\w+=(.*)$", cache, re.MULTILINE)[1]
        return [lit, "-v", "-j1", "--param=long=1", f"--filter={what}",
                BUILD / "lit-tests"]
    if kind == "fuzz":
        return ["ctest", "--test-dir", BUILD, "--no-tests=error", "-R",
                f"^fuzz\\.{what}$"]
    if kind == "oracle":
        return [BUILD / "bin/racemap-oracle", *what.split()]
    tests = BUILD / f"bin/racemap-{kind}-tests"
    return [tests, f"--gtest_filter={what}"]


def build(targets):
    return run(["ninja", "-C", BUILD, "-j", JOBS, *targets])


def runs_nothing(output):
    """Did a filter select no test? lit says so itself by its exit status."""
    return re.search(r"Running 0 tests|^  Unsupported: ", output, re.MULTILINE)


def check_without_bugs(tests):
    """Every test builds, runs something and passes as long as no bug is in."""
    status, output = build(sorted({t for x in tests for t in targets_of(x)}))
    if status:
        fail(output[-3000:])
    for test in tests:
        status, output = run(command_of(test), SECONDS)
        if status != 0:
            fail(f"{test} does not pass without a bug:\n{output[-3000:]}")
        if runs_nothing(output):
            fail(f"{test} runs no test")


def verdict_on(bug):
    path = COPY / bug["file"]
    good = path.read_bytes()
    find = bug["find"].encode()
    if good.count(find) != 1:
        return "misplaced"
    path.write_bytes(good.replace(find, bug["replace"].encode()))
    try:
        status, _ = build(targets_of(bug["test"]))
        if status:
            return "unbuilt"
        status, _ = run(command_of(bug["test"]), SECONDS)
    finally:
        path.write_bytes(good)
    return "hung" if status is None else "killed" if status else "survived"


def read_bugs(wanted):
    bugs = tomllib.loads((ROOT / LIST).read_text())["bug"]
    names = Counter(bug["name"] for bug in bugs)
    if twice := [name for name in names if names[name] > 1]:
        fail(f"two bugs are called {twice[0]}")
    for part in wanted:
        if not any(part in bug["name"] or part in bug["file"] for bug in bugs):
            fail(f"no bug has {part} in its name or its file's")
    chosen = wanted or [""]
    return [b for b in bugs if any(p in b["name"] or p in b["file"] for p in chosen)]


def check_places(bugs):
    wrong = [b for b in bugs if (ROOT / b["file"]).read_text().count(b["find"]) != 1]
    for bug in wrong:
        print(f"misplaced {bug['name']} ({bug['file']})")
    print(f"{len(bugs) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


def print_table(bugs, verdicts):
    folders = [str(Path(bug["file"]).parent) for bug in bugs]
    noticed = Counter(f for f, v in zip(folders, verdicts) if v in NOTICED)
    print(f"\n{'folder':20} {'bugs':>5} {'killed':>6}")
    for folder, count in Counter(folders).items():
        print(f"{folder:20} {count:5} {noticed[folder]:6}")
    killed = noticed.total()
    print(f"{killed} passed, {len(bugs) - killed} failed")


def main(wanted):
    if wanted == ["--places"]:
        return check_places(read_bugs([]))
    bugs = read_bugs(wanted)
    copy_tree()
    configure()
    check_without_bugs(sorted({bug["test"] for bug in bugs}))
    verdicts = []
    for number, bug in enumerate(bugs, 1):
        start = time.monotonic()
        verdicts.append(verdict_on(bug))
        seconds = time.monotonic() - start
        print(
            f"{number:3}/{len(bugs)} {verdicts[-1]:9} {seconds:4.0f} s "
            f"{bug['name']} ({bug['test']})",
            flush=True,
        )
    print_table(bugs, verdicts)
    return 0 if all(v in NOTICED for v in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
