#!/usr/bin/env python3
"""What check-launch=on costs a launch: nanoseconds of the host's code alone, with
a CUDA runtime that does nothing (bench/launches/runtime.c).

Out: a line for each kernel with the nanoseconds of a launch without and with the
check, the least of 5 times --launches, and the difference.

usage: launches.py --racemap RACEMAP [--launches N]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import os
import subprocess
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launches")


def times(racemap, folder, launches, *flags):
    """By kernel, in nanoseconds."""
    program, part, runtime = (os.path.join(folder, name)
                              for name in ("launches", "launches.o", "runtime.o"))
    subprocess.run([racemap, "cc", "-O2", "-w", *flags, "-c",
                    os.path.join(HERE, "launches.cu"), "-o", part], check=True)
    subprocess.run(["cc", "-O2", "-w", "-c", os.path.join(HERE, "runtime.c"),
                    "-o", runtime], check=True)
    subprocess.run(["c++", part, runtime, "-o", program], check=True)
    done = subprocess.run([program, str(launches)], check=True, text=True,
                          stdout=subprocess.PIPE)
    return {name: float(ns) for name, ns in map(str.split, done.stdout.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True)
    parser.add_argument("--launches", type=int, default=2_000_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plain = times(args.racemap, folder, args.launches)
        checked = times(args.racemap, folder, args.launches, "--check-launch")
    print(f"{'kernel':12} {'plain ns':>9} {'checked ns':>11} {'more ns':>8}")
    for name, ns in plain.items():
        print(f"{name:12} {ns:9.1f} {checked[name]:11.1f} {checked[name] - ns:8.1f}")


if __name__ == "__main__":
    main()
