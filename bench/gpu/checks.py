"""The programs that show whether a device finds what it should: those of the
sanitizer's tests, and of its runtime for GPUs.

Their RUN lines say how each is built, with which flags, and what it is run with;
nothing is said twice. What they find is not read there (FileCheck's patterns are
not for programs): bundle.py has the CPU device tell it.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import shlex
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2] / "lit-tests"
# By what their names begin with.
FOLDERS = {"": TESTS / "sanitizer", "gpu-": TESTS / "gpu"}

# Tests of what a GPU does otherwise.
LEFT_OUT = {
    "after-an-illegal-atomic": "an illegal address ends the context on a GPU",
    "outside-of-arrays": "an illegal address ends the context on a GPU",
    "last-bytes": "an illegal address ends the context on a GPU",
    "stuck-in-several-kernels": "waits for ever on a GPU",
    "what-was-found-stays": "ends itself by signals",
    "decided-in-compiled-code": "tests how the CPU device compiles",
    "gpu-limits": "has memory of the host that a GPU may not reach",
    "gpu-children": "kernels that device code launches are not built for a GPU",
}

BUILD = re.compile(r"RUN: %racemap cc (?:--sanitize --device=cpu|--device=cpu --sanitize=gpu) "
                   r"(.*)%s -o %t(\S*)$")
LOOP = re.compile(r"for k in ([\w ]+); do")
WORDS = r"((?: (?:[\w.]+|\$k))*)(?=;| 2?>| \||$)"


class Check:
    """One executable, and what it is run with."""

    def __init__(self, source, program, flags, words):
        self.source, self.flags, self.words = source, flags, words
        self.program = program
        self.name = " ".join([self.program, *words])


def runs(line, suffix):
    """The arguments of each run of the executable in a RUN line."""
    loop = LOOP.search(line)
    for found in re.finditer(r"%t" + re.escape(suffix) + WORDS, line):
        words = found[1].split()
        for k in loop[1].split() if "$k" in words else [""]:
            yield [k if word == "$k" else word for word in words]


def checks_of(source, name):
    lines = [l for l in source.read_text(encoding="utf-8").splitlines() if "RUN:" in l]
    made = {}
    for build in filter(None, map(BUILD.search, lines)):
        flags = shlex.split(build[1].replace("%%", "%"))
        for line in lines:
            for words in runs(line, build[2]) if "racemap cc" not in line else ():
                check = Check(source, name + build[2], flags, words)
                made.setdefault(check.name, check)
    return list(made.values())


def checks():
    """All of them, in a fixed order."""
    made = []
    for prefix, folder in FOLDERS.items():
        for source in sorted(folder.glob("*.cu")):
            if prefix + source.stem not in LEFT_OUT:
                made += checks_of(source, prefix + source.stem)
    return made
