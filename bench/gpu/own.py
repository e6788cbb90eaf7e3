"""RaceMap's own programs of the benchmark, all of a kind in one executable.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import subprocess
import sys
from pathlib import Path

from building import execute, fail
from floor import counted_floor
from variants import SANITIZED, variants

HERE = Path(__file__).resolve().parent
KERNELS = HERE.parent / "kernels"


class OwnPrograms:
    def __init__(self, shop):
        self.shop = shop
        self.variants = variants(shop.args.device)

    def sources(self):
        """Those of the wanted programs, and the main program."""
        wanted = self.shop.args.programs
        named = [s for s in sorted(KERNELS.glob("*.cu"))
                 if s.stem == "Main" or wanted.search(s.stem)]
        text = subprocess.run(
            [sys.executable, HERE / "irregular.py", f"--only={self.shop.args.programs.pattern}"],
            check=True, stdout=subprocess.PIPE).stdout
        irregular = self.shop.scratch / "irregular.cu"
        irregular.write_bytes(text)
        return [*named, irregular]

    def flags(self, variant):
        return [*variant.flags, f"-I{KERNELS}", f"-I{HERE}"]

    def described(self):
        """The executables of our programs, and what run.py is told of each."""
        sources = self.sources()
        # Variants that differ in options only are one executable.
        outs, jobs = {}, {}
        for name, variant in self.variants.items():
            key = tuple(variant.flags)
            if key not in outs:
                outs[key] = self.shop.programs / "bench" / name.replace(" ", "-")
                jobs[key] = self.shop.pool.submit(
                    self.shop.compiler.build, self.flags(variant), sources, outs[key])
        counted = self.shop.scratch / "counted"
        wrong = [job.result() for job in jobs.values()]
        wrong.append(self.shop.reference.build(self.flags(SANITIZED), sources, counted))
        if any(wrong):
            fail(f"the benchmark's programs do not build: {next(filter(None, wrong))}")
        for program in self.names(counted):
            yield {
                "name": program, "ours": True,
                "runs": {name: self.shop.carried_name(outs[tuple(v.flags)])
                         for name, v in self.variants.items()},
                "words": {s: [program, f"--size={s}"] for s in ("small", "large")},
                "floors": self.floors(counted, program),
            }

    def names(self, counted):
        listed = subprocess.run([counted, "--list"], check=True, stdout=subprocess.PIPE)
        return sorted(json.loads(l)["program"] for l in listed.stdout.splitlines())

    def floors(self, counted, program):
        """By kernel."""
        report = self.shop.scratch / "rows.json"
        _, text = execute([counted, program, "--launches=0"], "", report)
        rows = [json.loads(l)["kernel"] for l in text.splitlines() if l[:1] == "{"]

        def of(row):
            command = [counted, program, "--launches=0", f"--only={row}"]
            return counted_floor(self.shop, command)

        return dict(zip(rows, self.shop.pool.map(of, rows)))
