#!/usr/bin/env python3
"""Writes the codes without a bug of bench/irregular as programs of the benchmark.

usage: irregular.py [--kind int|unsigned|"unsigned long long"] [--only REGEX] > irregular.cu

Out: one source, to be compiled with -I bench/kernels -I bench/gpu: the kernels,
and a program for each pattern with all its codes (Irregular.h).

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "irregular"))
from codes import codes, width  # noqa: E402

SMALL, LARGE = 1 << 12, 10_000_000  # edges


def row(code):
    rounds = "persistent" if code.persistent else "once"
    name = f"{code.pattern} {code.grain} {rounds}"
    persistent = "true" if code.persistent else "false"
    return f'    {{"{name}", {code.name}, {width(code.grain)}, {persistent}}},\n'


def program(pattern, kind, chosen):
    """The table of a pattern's codes, and its program."""
    table = f"{pattern}Codes"
    return (
        f"static const irregular::Code<{kind}> {table}[] = {{\n"
        + "".join(map(row, chosen))
        + "};\n"
        + f'static bench::Program {pattern}Program("{name_of(pattern)}", '
        + f"{SMALL}, {LARGE},\n    [](bench::Run &R) "
        + f'{{ irregular::run(R, "{pattern}", {table}); }});\n'
    )


def name_of(pattern):
    """Of its program."""
    return f"irregular-{pattern}"


def source(kind, only):
    patterns = {}
    for code in codes():
        wanted = re.search(only, name_of(code.pattern))
        if wanted and code.bug == "none" and code.kind == kind:
            patterns.setdefault(code.pattern, []).append(code)
    text = '#include "Irregular.h"\n\n'
    for pattern, chosen in patterns.items():
        text += "\n".join(code.text() for code in chosen)
        text += "\n" + program(pattern, kind, chosen) + "\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument(
        "--kind", default="int", choices=["int", "unsigned", "unsigned long long"]
    )
    parser.add_argument("--only", default="", help="programs that this matches")
    args = parser.parse_args()
    print(source(args.kind, args.only), end="")


if __name__ == "__main__":
    main()
