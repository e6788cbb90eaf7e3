# corpus - the .cu files below a directory that no other one includes, the flags
# each needs, and the tools.
#
# A flags file has lines "DIRECTORY<TAB>FLAGS", the directory relative to the
# corpus; all lines whose directory holds the file apply. @ROOT@ in the flags is
# the corpus. Every file gets its own directory as an include path.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


def parser(text):
    p = argparse.ArgumentParser(description=text)
    p.add_argument("dir", type=Path, help="the corpus, for example a checkout of NVIDIA's cuda-samples")
    p.add_argument("--flags", type=Path, help="TSV: directory, flags (see corpus.py)")
    p.add_argument("--common", default="", help="flags for every file")
    p.add_argument("--prefix", type=Path, default=HERE.parent / "build" / "release",
                   help="where bin/racemap and lib/ are (default build/release)")
    p.add_argument("--filter", default="", help="only files whose path contains this")
    return p


def part(text):
    """Of a list the Ith of N parts, given "I/N"."""
    i, n = (int(x) for x in text.split("/"))
    if not 1 <= i <= n:
        raise ValueError(text)
    return slice(i - 1, None, n)


@dataclass
class Unit:
    path: Path       # absolute
    name: str        # relative to the corpus
    flags: list      # of the compiler


SOURCES = {".cu", ".cuh", ".h", ".hpp", ".inl"}


def included(paths):
    """The .cu files that another file includes: nvcc is given the other one."""
    found = set()
    for path in paths:
        for name in re.findall(r'^\s*#\s*include\s*"([^"]+\.cu)"', path.read_text(errors="replace"), re.M):
            found.add((path.parent / name).resolve())
    return found


def units(args):
    root = args.dir.resolve()
    paths = sorted(root.rglob("*.cu"))
    parts = included(p for p in root.rglob("*") if p.suffix in SOURCES and p.is_file())
    rows = []
    if args.flags:
        for line in args.flags.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                where, _, flags = line.partition("\t")
                rows.append((where.strip("/"), flags.replace("@ROOT@", str(root))))
    for path in paths:
        if path.resolve() in parts:
            continue
        name = str(path.relative_to(root))
        if args.filter not in name:
            continue
        flags = shlex.split(args.common.replace("@ROOT@", str(root))) + ["-I" + str(path.parent)]
        for where, extra in rows:
            if where in ("", ".") or name.startswith(where + "/"):
                flags += shlex.split(extra)
        yield Unit(path, name, flags)
