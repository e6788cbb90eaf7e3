# facts - does knowing more of a launch ever decide less?
#
# In:  .cu files and folders of them (for example lit-tests/race, bench/sesa, or
#      Samples of github.com/NVIDIA/cuda-samples at c94ff366), and flags; or
#      .map files.
# Out: for each kernel that is race-free with fewer facts (the same launch
#      without its sizes along x and without what relates its values) and
#      undecided with all of them: the file, the kernel, the launch, and why it
#      is undecided. Then the totals. Exit status 1 if there is one.
#
# Launches of which some pair races are left out: what is assumed of a launch of
# unknown size need not hold in them.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import corpus

LAUNCH = re.compile(r'^  launch\b[^;{]*(;|\{\n.*?^  \})\n', re.MULTILINE | re.DOTALL)
# Of this launch, what the source assumes is true of no thread: nothing was proved of it.
VAIN = "no thread that comes to line "
KEPT = ("alias ", "extent ", "host ", "let ")


def files(paths):
    for path in paths:
        yield from sorted(path.rglob("*.cu")) if path.is_dir() else [path]


def with_fewer_facts(launch):
    """The launch without its sizes along x and without its conditions."""
    text = launch.group(0)
    head, brace, body = text.partition("{\n")
    head = re.sub(r"\b(block|grid) \d+", r"\1 _", head)
    head = re.sub(r"\b(block|grid) \(\d+,", r"\1 (_,", head)
    if not brace:
        return head
    lines = [line for line in body.splitlines() if line.strip().startswith(KEPT)]
    return head + "{\n" + "".join(line + "\n" for line in lines) + "  }\n"


def verify(text, args):
    """The contexts of all kernels in a protocol."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.map").write_text(text)
        subprocess.run([str(args.racemap), "verify", f"{folder}/a.map", f"--json={folder}/a.json", *args.option],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=args.limit)
        return [(k["name"], c) for k in json.loads(Path(folder, "a.json").read_text())["kernels"]
                for c in k["contexts"]]


def protocol(file, args):
    if file.suffix == ".map":
        return file.read_text()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([str(args.racemap), "check", str(file), f"--emit-map={folder}/a.map", "--budget-ms=1", "--",
                        *shlex.split(args.flags), "-w"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=args.limit)
        out = Path(folder, "a.map")
        return out.read_text() if out.exists() else ""


def main():
    p = argparse.ArgumentParser(description="does knowing more of a launch ever decide less?")
    p.add_argument("paths", type=Path, nargs="+", help=".cu or .map files, or folders of .cu files")
    p.add_argument("--prefix", type=Path, default=corpus.HERE.parent / "build" / "release",
                   help="where bin/racemap is (default build/release)")
    p.add_argument("--flags", default="-std=c++17", help="of the compiler (default -std=c++17)")
    p.add_argument("--option", action="append", default=[], help="an option for racemap verify; repeatable")
    p.add_argument("--limit", type=float, default=3600, help="seconds for one run; more is a hang")
    args = p.parse_args()
    args.racemap = args.prefix / "bin" / "racemap"
    contexts = fewer = worse = 0
    for file in files(args.paths):
        text = protocol(file, args)
        if not LAUNCH.search(text):
            continue
        known = verify(text, args)
        general = verify(LAUNCH.sub(with_fewer_facts, text), args)
        if [name for name, _ in known] != [name for name, _ in general]:
            sys.exit(f"{file}: the launches are not the same")
        for (name, c), (_, g) in zip(known, general):
            contexts += 1
            if g["verdict"] != "race-free":
                continue
            fewer += 1
            if c["verdict"] == "unknown" and not c["reason"].startswith(VAIN):
                worse += 1
                print(f"{file}: {name}, {c['origin']}: {c['reason']}", flush=True)
    if not contexts:
        sys.exit("no launch was analysed")
    print(f"{contexts} contexts; {fewer} race-free with fewer facts, {worse} of them undecided with all")
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
