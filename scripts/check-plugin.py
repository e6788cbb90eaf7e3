#!/usr/bin/env python3
"""Checks a built plugin: it must link nothing of LLVM or clang, whose symbols
come from the host, and must have every symbol of its own.

usage: check-plugin.py [--tools LLVM_BIN] PLUGIN

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import os
import subprocess
import sys


def output(tool, *args):
    return subprocess.run(
        [tool, *args], check=True, capture_output=True, text=True
    ).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", default="")
    parser.add_argument("plugin")
    args = parser.parse_args()

    needed = output(
        os.path.join(args.tools, "llvm-readelf"), "-d", args.plugin
    )
    undefined = output(
        os.path.join(args.tools, "llvm-nm"), "-D", "-u", "-j", args.plugin
    )
    problems = [
        f"links {line.split('[')[-1].rstrip(']')}"
        for line in needed.splitlines()
        if "(NEEDED)" in line and ("libLLVM" in line or "libclang-" in line)
    ]
    problems += [
        f"lacks {symbol}"
        for symbol in undefined.split()
        if symbol.startswith(("_ZN7racemap", "_ZNK7racemap", "_ZTVN7racemap"))
    ]
    for problem in problems:
        print(f"{args.plugin}: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
