#!/usr/bin/env python3
"""Builds a folder that measures and tests the sanitizer on another machine.

In:  RaceMap as installed or built here; no GPU.
Out: a folder for any x86-64 Linux with an NVIDIA driver and Python 3.6: run.py
     (which see), what it runs, and what is expected of that. It has
       the programs of bench/kernels and bench/irregular, plain, sanitized, and
         with each lever off, all of a kind in one executable;
       programs of public repositories, of checkouts that are here (foreign.toml);
       the programs of the sanitizer's tests (checks.py).

What the programs of the tests find, the CPU device says here, in several orders
of their threads. It also counts how many shadow cells each kernel loads and swaps,
from which follows how fast a sanitized kernel can be at best (`floor`).

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CARRIED = HERE / "carried"
sys.path.append(str(CARRIED))

from building import Workshop, fail, revision, say  # noqa: E402
from checks import LEFT_OUT  # noqa: E402
from expected import ExpectedFindings  # noqa: E402
from foreign import FOREIGN, ForeignPrograms  # noqa: E402
from own import OwnPrograms  # noqa: E402
from variants import LEVERS, variants  # noqa: E402

MOST_BYTES = 60_000_000
# What the runtime of every Linux has.
SYSTEM_LIBRARIES = re.compile(r"lib(c|m|dl|rt|pthread)\.so|ld-linux")


def write(shop):
    """Builds all, and moves the folder to its place when it is complete."""
    folder = shop.scratch / "folder"
    shutil.copytree(CARRIED, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "expected").mkdir()
    programs = [*OwnPrograms(shop).described(), *ForeignPrograms(shop).described()]
    expected = [*ExpectedFindings(shop, folder).described()]
    manifest = {
        "version": 1, "device": shop.args.device, "revision": revision(HERE),
        "built": datetime.date.today().isoformat(),
        "arch": shop.compiler.arch, "glibc": least_glibc(shop),
        "variants": {
            name: {"what": v.what, "options": v.options}
            for name, v in variants(shop.args.device).items()},
        "programs": programs, "checks": expected,
        "leftOut": LEFT_OUT, "trouble": shop.trouble,
    }
    (folder / "manifest.json").write_text(
        json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    # Most of each is the same runtime, which one dictionary for all finds.
    with tarfile.open(folder / "programs.tar.xz", "w:xz", preset=3) as file:
        file.add(shop.programs, "programs")
    shop.args.out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(folder, shop.args.out)
    return manifest


def least_glibc(shop):
    """Looks at what the programs need of the machine that runs them."""
    versions = {(0,)}
    for path in filter(Path.is_file, shop.programs.rglob("*")):
        text = subprocess.run(
            ["readelf", "-dV", "--wide", path], check=True, text=True,
            stdout=subprocess.PIPE).stdout
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
        strange = [n for n in needed if not SYSTEM_LIBRARIES.match(n)]
        if strange and shop.args.device == "gpu":
            fail(f"{path.name} needs {', '.join(strange)}, which is not everywhere")
        for version in re.findall(r"GLIBC_([\d.]+)", text):
            versions.add(tuple(map(int, version.split("."))))
    return ".".join(map(str, max(versions)))


def folder_bytes(folder):
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


def checkout(text):
    name, _, folder = text.partition("=")
    if not folder or not os.path.isdir(folder):
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=FOLDER of a checkout")
    if name not in FOREIGN["repositories"]:
        known = ", ".join(FOREIGN["repositories"])
        raise argparse.ArgumentTypeError(f"no repository is called '{name}', but {known}")
    return name, os.path.abspath(folder)


def executable(text):
    if not os.path.isfile(text) or not os.access(text, os.X_OK):
        raise argparse.ArgumentTypeError(f"'{text}' is no executable")
    return os.path.abspath(text)


def expression(text):
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no expression: {error}")


def arguments():
    parser = argparse.ArgumentParser(
        prog="gpu-bundle.sh", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True, type=executable)
    parser.add_argument("--out", required=True, type=Path, help="a new folder")
    parser.add_argument("--device", choices=[*LEVERS], default="gpu",
                        help="where there is no GPU: cpu tests the bundle, gpu-on-cpu "
                        "the GPU's runtime, too, on the CPU device")
    parser.add_argument("--arch", type=int, action="append",
                        help="80 for sm_80; repeatable; code of the least is made "
                        "for later ones, too (default 80 and 90)")
    parser.add_argument("--checkout", type=checkout, action="append", default=[],
                        metavar="NAME=FOLDER", help="a repository of foreign.toml")
    for what in ("programs", "checks"):
        parser.add_argument(f"--{what}", default=re.compile(""), type=expression,
                            metavar="REGEX", help="only those that this matches")
    parser.add_argument("--orders", type=int, default=7,
                        help="in how many orders of threads the CPU device runs a check")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    args.arch = args.arch or [80, 90]
    args.checkout = dict(args.checkout)
    if not shutil.which("readelf"):
        fail("readelf is missing (Debian: binutils)")
    if args.out.exists():
        fail(f"{args.out} is there already; name a new folder")
    return args


def main():
    args = arguments()
    with tempfile.TemporaryDirectory(prefix="gpu-bundle-") as scratch:
        manifest = write(Workshop(args, scratch))
    size = folder_bytes(args.out)
    for line in manifest["trouble"]:
        say(line)
    print(f"{args.out}: programs {len(manifest['programs'])}, "
          f"checks {len(manifest['checks'])}, {size / 1e6:.1f} MB, "
          f"for glibc {manifest['glibc']}, left out {len(manifest['trouble'])}")
    if size > MOST_BYTES:
        fail(f"the folder has more than {MOST_BYTES / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
