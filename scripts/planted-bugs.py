#!/usr/bin/env python3
# planted-bugs - shows that each planted bug makes the test named for it fail.
#
# In:  unit-tests/planted-bugs.toml: for each bug a file, a text in it, what to
#      put instead, and the test that must notice.
# Out: a line per bug; exit status 1 if a bug survives, or its text is not
#      found exactly once.
# Works on a copy of the tree in build/planted, so the tree itself is never
# touched. Usage: scripts/planted-bugs.py [NAME...]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "planted" / "tree"
BUILD = ROOT / "build" / "planted" / "build"


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def prepare():
    COPY.mkdir(parents=True, exist_ok=True)
    files = run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True).stdout
    subprocess.run(["rsync", "-a", "--files-from=-", f"{ROOT}/", f"{COPY}/"], input=files, text=True, check=True)
    done = run(["cmake", "--preset", "release", "-S", str(COPY), "-B", str(BUILD), "-DBUILD_TESTING=ON"], cwd=COPY)
    if done.returncode:
        sys.exit(done.stdout)


def build(target):
    return run(["ninja", "-C", str(BUILD), *target.split()])


def command(test):
    """The target to build and the command that must succeed without the bug."""
    kind, _, name = test.partition(":")
    if kind == "lit":
        return "racemap ClangRaceMap LLVMRaceMap", ["ctest", "--test-dir", str(BUILD), "-R", "^lit$"], {"LIT_FILTER": name}
    if kind == "oracle":
        return "racemap-oracle", [str(next_binary("racemap-oracle")), *name.split()], {}
    target = f"racemap-{kind}-tests"
    return target, [str(next_binary(target)), f"--gtest_filter={name}"], {}


def next_binary(name):
    """Where the build puts a test executable."""
    found = [p for p in BUILD.rglob(name) if p.is_file()]
    return found[0] if found else BUILD / name


def passes(test, environment):
    import os
    target, _, _ = command(test)
    built = build(target)
    if built.returncode:
        return None, built.stdout
    _, cmd, extra = command(test)
    done = run(cmd, env={**os.environ, **environment, **extra}, timeout=900)
    return done.returncode == 0, done.stdout


def main():
    bugs = tomllib.loads((ROOT / "unit-tests" / "planted-bugs.toml").read_text())["bug"]
    wanted = set(sys.argv[1:])
    bugs = [b for b in bugs if not wanted or b["name"] in wanted]
    prepare()
    for test in sorted({b["test"] for b in bugs}):
        good, output = passes(test, {})
        if not good:
            sys.exit(f"{test} does not pass without a bug:\n{output[-3000:]}")
    bad = 0
    for b in bugs:
        start = time.monotonic()
        verdict = plant(b)
        bad += verdict != "killed"
        print(f"{verdict:9} {b['name']:40} {b['test']:60} {time.monotonic() - start:.0f} s", flush=True)
    print(f"{len(bugs) - bad} passed, {bad} failed")
    return 1 if bad else 0


def plant(b):
    path = COPY / b["file"]
    original = path.read_text()
    if original.count(b["find"]) != 1:
        return f"found {original.count(b['find'])} times"
    path.write_text(original.replace(b["find"], b["replace"]))
    try:
        good, output = passes(b["test"], {})
    except subprocess.TimeoutExpired:
        good, output = False, ""
    finally:
        path.write_text(original)
    if good is None:
        return "unbuilt"
    return "survived" if good else "killed"


if __name__ == "__main__":
    sys.exit(main())
