# injected - faults put into race-free kernels, after Sarkar et al.
#
# In:  bench/injected/*.cu. A line "... // fault N: KIND" is left out to inject
#      fault N; after "false locality:" stands what replaces it. Carets "^N" in a
#      comment below a line mark the accesses that race then, by their columns.
# Out: for each fault whether it is found alone, and whether it is found in one
#      run with all others of its kernel: each marked place in a race with a
#      marked place. Exit status 1 if not, if a race is reported elsewhere, or if
#      something is reported without faults.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import re
import sys
import tempfile
from pathlib import Path

import corpus
import real

FAULT = re.compile(r"^(\s*)(.*?)\s*// fault (\d+): ([\w ]+?)(?:: (.*))?$")
MARK = re.compile(r"\^([\d,]+)")


class Kernel:
    def __init__(self, path):
        self.path, self.lines = path, path.read_text().splitlines()
        self.faults = {int(m[3]): m[4] for m in map(FAULT.match, self.lines) if m}
        self.places = {n: set() for n in self.faults}
        code = 0
        for number, line in enumerate(self.lines, 1):
            marks = list(MARK.finditer(line)) if line.lstrip().startswith("//") else []
            for m in marks:
                for n in map(int, m[1].split(",")):
                    self.places[n].add((code, m.start() + 1))
            code = code if marks else number

    def with_faults(self, chosen):
        for line in self.lines:
            m = FAULT.match(line)
            yield m[1] + (m[5] or "") if m and int(m[3]) in chosen else line

    def races(self, chosen, folder, args):
        """The pairs of places that are reported with these faults."""
        copy = Path(folder) / self.path.name
        copy.write_text("\n".join(self.with_faults(chosen)) + "\n")
        kernels = real.racemap(corpus.Unit(copy, copy.name, []), args)["kernels"] or []
        def place(access):  # in the source: where a function of a header was called
            at = next((x for x in [access, *access.get("calls", [])] if Path(x["file"]).name == copy.name), access)
            return at["line"], at["column"]

        shown = [f for k in kernels for c in k["contexts"] for f in c["findings"] if f["certainty"] != "possible"]
        return [{place(a) for a in f["accesses"]} for f in shown], len(kernels)


def missing(found, places):
    """The places of a fault that are in no race of two of them."""
    return places - set().union(*(f for f in found if f <= places), set())


def check(kernel, args):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        found, seen = kernel.races([], folder, args)
        wrong += [f"without faults: {found}"] if found or not seen else []
        together, _ = kernel.races(kernel.faults, folder, args)
        for n, kind in kernel.faults.items():
            alone, _ = kernel.races([n], folder, args)
            places = kernel.places[n]
            lost, lost_together = missing(alone, places), missing(together, places)
            stray = [f for f in alone if not f <= places]
            print(f"| {kernel.path.stem} | {n} | {kind} | {len(alone)} | {'no' if lost else 'yes'} | "
                  f"{'no' if lost_together else 'yes'} |", flush=True)
            wrong += [f"{n}: {what} {x}" for what, x in
                      (("not found", lost), ("not found with others", lost_together), ("elsewhere", stray)) if x]
        everywhere = set().union(*kernel.places.values())
        wrong += [f"together, elsewhere: {f}" for f in together if not f <= everywhere]
    return [f"{kernel.path.name}, {w}" for w in wrong]


def main():
    p = argparse.ArgumentParser(description="faults put into race-free kernels")
    p.add_argument("--prefix", type=Path, default=corpus.HERE.parent / "build" / "release",
                   help="where bin/racemap is (default build/release)")
    p.add_argument("--filter", default="", help="only kernels whose file contains this")
    p.add_argument("--part", type=corpus.part, default="1/1", help="of N parts of the kernels the Ith alone: I/N")
    p.add_argument("--option", action="append", default=[], help="an option for racemap check; repeatable")
    p.add_argument("--limit", type=float, default=300, help="seconds for one file; more is a hang")
    args = p.parse_args()
    print("| kernel | fault | kind | races | found alone | found in one run |\n| --- | ---: | --- | ---: | --- | --- |")
    kernels = [Kernel(f) for f in sorted((corpus.HERE / "injected").glob("*.cu")) if args.filter in f.name][args.part]
    wrong = [w for k in kernels for w in check(k, args)]
    print("\n".join(["not as marked:", *wrong]) if wrong else "all as marked")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
