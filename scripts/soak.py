#!/usr/bin/env python3
"""Random kernels, judged by everyone who can judge them; see soak.sh.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import collections
import itertools
import os
import random
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# So many at once: a round takes a minute or two on one core.
MAPS = {"concrete": 150, "open": 15, "lockstep": 120, "handover": 80,
        "butterflies": 60, "unmodelled": 80}
KERNELS = {"well": 40, "ill": 30, "loose": 30, "loops": 30}


# One way to judge: so many at once, by a command that takes a seed.
Judge = collections.namedtuple("Judge", "name count command")


def ask(judge, seed):
    """What is said if not all agree, else nothing."""
    done = subprocess.run(judge.command(seed), stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT)
    return done.stdout if done.returncode else ""


def judges(build):
    """All of them."""
    tools = build / "bin"
    clang = re.search(r"^RACEMAP_CLANGXX:\w+=(.*)$",
                      (build / "CMakeCache.txt").read_text(), re.MULTILINE)[1]
    plugin = next((build / "lib").glob("ClangRaceMap-*.so"))
    random_kernels = ROOT / "unit-tests/sanitizer-oracle/random-kernels.py"
    found = []
    for mode, count in MAPS.items():
        found.append(Judge(f"MAPs, {mode}", count, lambda seed, m=mode, n=count: [
            tools / "racemap-oracle", f"--mode={m}", f"--seed={seed}",
            f"--count={n}"]))
    for typing, count in KERNELS.items():
        found.append(Judge(f"kernels, {typing}", count, lambda seed, t=typing, n=count: [
            tools / "racemap-source-oracle", f"--clang={clang}", f"--plugin={plugin}",
            f"--typing={t}", f"--seed={seed}", f"--count={n}"]))
    found.append(Judge("kernels, one mistake", 40, lambda seed: [
        tools / "racemap-source-oracle", f"--clang={clang}", f"--plugin={plugin}",
        "--typing=well", "--mutate", f"--seed={seed}", "--count=40"]))
    for name, more in (("in full", []), ("lean", ["--elide"])):
        found.append(Judge(f"runs, {name}", 200, lambda seed, m=more: [
            sys.executable, random_kernels, f"--racemap={tools / 'racemap'}",
            f"--seed={seed}", "--programs=1", "--kernels=10", *m]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev")
    args = parser.parse_args()
    os.environ["RACEMAP_CHECK_ALGEBRA"] = "50"  # rules against enumeration, too
    missing = [tool for tool in ("racemap", "racemap-oracle", "racemap-source-oracle")
               if not (args.build / "bin" / tool).exists()]
    if missing:
        sys.exit(f"{args.build}/bin has no {', '.join(missing)}: build it first "
                 "(cmake --preset dev && cmake --build --preset dev)")
    kept = ROOT / "build/soak"
    kept.mkdir(parents=True, exist_ok=True)
    print(f"seed {args.seed}", flush=True)
    rng = random.Random(args.seed)
    begin = time.monotonic()
    judged, disagreed = collections.Counter(), []
    for judge in itertools.cycle(judges(args.build)):
        seed = rng.randrange(1, 1 << 40)
        said = ask(judge, seed)
        judged[judge.name] += judge.count
        minutes = (time.monotonic() - begin) / 60
        if said:
            file = kept / f"{judge.name.replace(', ', '-').replace(' ', '-')}-{seed}.txt"
            command = "RACEMAP_CHECK_ALGEBRA=50 " + shlex.join(
                map(str, judge.command(seed)))
            file.write_text(f"{command}\n\n{said}")
            disagreed.append(file)
            print(f"{said}\n=== {judge.name}: disagreement\n{command}", flush=True)
        elif sys.stdout.isatty():
            print(f"\r{minutes:.0f} minutes, {sum(judged.values())} judged, "
                  f"{len(disagreed)} disagreements", end="", flush=True)
        if minutes >= args.minutes:
            break
    print()
    for name, number in judged.items():
        print(f"{number:8} {name}")
    print(f"{sum(judged.values()):8} in all, {len(disagreed)} disagreements")
    for file in disagreed:
        print(f"         {file}")
    sys.exit(bool(disagreed))


if __name__ == "__main__":
    main()
