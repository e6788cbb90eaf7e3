"""How programs are built for the device of a bundle, and run on the CPU device,
which says what is to be expected of them.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path


def say(text):
    print(f"gpu-bundle: {text}", file=sys.stderr, flush=True)


def fail(text):
    say(text)
    sys.exit(2)


class Compiler:
    """`racemap cc` for a device. What it has built once it copies."""

    def __init__(self, racemap, device, arch=()):
        self.racemap, self.device, self.arch = racemap, device, arch
        self.built = {}

    def device_flags(self, flags, least):
        if self.device != "gpu":
            runtime = "cpu" if self.device == "cpu" else "gpu"
            flags = [f"{f}={runtime}" if f == "--sanitize" else f for f in flags]
            return ["--device=cpu", *[f"--arch=sm_{least}"] * bool(least), *flags]
        made = ["--device=gpu"] if "--sanitize" in flags else []
        arch = [a for a in self.arch if a >= least] or [least]
        for a in arch:
            made += ["-gencode", f"arch=compute_{a},code=sm_{a}"]
        made += ["-gencode", f"arch=compute_{arch[0]},code=compute_{arch[0]}"]
        return [*made, *flags, "-static-libstdc++", "-static-libgcc", "-s"]

    def command(self, flags, sources, out, least=0):
        common = ["-w", "-O2", "-std=c++17"]
        return [self.racemap, "cc", *common, *self.device_flags(flags, least)] + [
            *map(str, sources), "-o", str(out)]

    def build(self, flags, sources, out, least=0):
        """What is wrong, or an empty text."""
        out.parent.mkdir(parents=True, exist_ok=True)
        key = tuple(self.command(flags, sources, "", least))
        if key in self.built:
            shutil.copy(self.built[key], out)
            return ""
        say(f"builds {out.parent.name}/{out.name} for the {self.device}")
        done = subprocess.run(
            self.command(flags, sources, out, least), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0:
            self.built[key] = out
            return ""
        lines = done.stdout.splitlines()
        wrong = [l for l in lines if re.search("error|undefined|cannot", l)]
        return (wrong or lines or ["it failed"])[0]


def execute(command, options, report):
    """(status, output) of a run on the CPU device, whose findings are in report."""
    environment = {**os.environ, "RACEMAP_OPTIONS": f"json={report}:{options}"}
    done = subprocess.run(
        list(map(str, command)), env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=600)
    return done.returncode, done.stdout


def revision(folder):
    """Of the repository that the folder is in; its files may be changed."""
    done = subprocess.run(
        ["git", "-C", folder, "describe", "--always", "--dirty", "--exclude=*"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.strip() or "unknown"


class Workshop:
    """What all who build share. `programs` is the folder of the executables that
    are carried, `scratch` that of all others; what cannot be built is `trouble`,
    a line each."""

    def __init__(self, args, scratch):
        self.args = args
        self.scratch = Path(scratch)
        self.programs = self.scratch / "programs"
        self.compiler = Compiler(args.racemap, args.device, sorted(args.arch))
        self.reference = self.compiler
        if args.device != "cpu":
            self.reference = Compiler(args.racemap, "cpu")
        self.pool = concurrent.futures.ThreadPoolExecutor(args.jobs)
        self.trouble = []

    def carried_name(self, path):
        return str(path.relative_to(self.programs))
