"""The benchmark: each program in all its variants, in turns, until there are
enough times of each kernel.

Only Python's standard library, 3.6 or later: the bundle has a copy.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import os
import re
import tempfile
import time

from checking import UNMONITORED
from machine import PROGRAMS, execute, racecheck
from results import read

RACECHECK = "racecheck"


class Benchmark:
    def __init__(self, manifest, results, args):
        self.manifest, self.results, self.args = manifest, results, args
        self.racecheck = None if args.no_racecheck else racecheck()

    def run(self):
        for program in self.manifest["programs"]:
            if re.search(self.args.filter, program["name"]):
                self.measure(program)

    def variants(self, program):
        chosen = [v for v in self.manifest["variants"] if v in program["runs"]]
        if self.args.quick:
            chosen = [v for v in chosen if v in ("plain", "sanitized", "lean")]
        return chosen + [RACECHECK] * bool(self.racecheck)

    def lacking(self, program, variant):
        """How many times of each kernel are still to be taken."""
        failed = self.results.all["failures"].get(program["name"], {})
        # It looks at shared memory only. Plain runs say who has any.
        idle = variant == RACECHECK and program["name"] not in self.results.all["shared"]
        if variant in failed or idle:
            return 0
        samples = self.results.samples(program["name"], variant).values()
        return self.args.samples - min(map(len, samples), default=0)

    def measure(self, program):
        """All variants in turns, until each has its samples."""
        begin = time.monotonic()
        while True:
            left = [v for v in self.variants(program) if self.lacking(program, v) > 0]
            if not left:
                break
            for variant in left:
                self.args.clock.must_go_on()
                self.sample(program, variant)
                self.results.write()
        if "sanitized" in program["runs"]:
            self.shadow(program)
        print("bench {}: {:.0f} s".format(program["name"], time.monotonic() - begin),
              flush=True)

    def command(self, program, variant, launches):
        """(the words, options)"""
        run = program["runs"]["plain" if variant == RACECHECK else variant]
        words = [os.path.join(PROGRAMS, run)] + program["words"][self.args.size]
        if program["ours"]:
            words.append("--launches={}".format(launches))
        if variant == RACECHECK:
            return self.racecheck + words, ""
        return words, self.manifest["variants"][variant]["options"]

    def sample(self, program, variant):
        launches = min(self.args.launches, self.lacking(program, variant))
        words, options = self.command(program, variant, launches)
        with tempfile.TemporaryDirectory() as folder:
            times = os.path.join(folder, "times.json")
            status, out = execute(
                words, options or "exitcode=66", self.args.seconds, times)
            lines = out.split("\n")
            if not program["ours"] and os.path.exists(times):
                with open(times, encoding="utf-8") as file:
                    lines = file.read().split("\n")
        rows = [json.loads(l) for l in lines if l.startswith('{"')]
        wrong = self.wrong(program, variant, status, out)
        if wrong or not rows:
            self.failed(program, variant, wrong or "prints no times", out)
        if UNMONITORED.search(out):
            return
        for row in rows:
            if row.get("result") != "FAIL":
                self.keep(program["name"], variant, row)

    def keep(self, program, variant, row):
        """The times of one kernel, and whether it has shared memory."""
        samples = self.results.samples(program, variant)
        samples.setdefault(row["kernel"], []).extend(row["all"])
        if variant == "plain" and row["shared"]:
            shared = self.results.all["shared"].setdefault(program, {})
            shared[row["kernel"]] = row["shared"]

    @staticmethod
    def wrong(program, variant, status, out):
        """What is wrong with a run, or an empty text."""
        if status == "timeout":
            return "takes too long"
        if status == 66 and variant != RACECHECK:
            # Races in programs of others are theirs.
            return "has findings" if program["ours"] else ""
        if status != 0:
            return "ends with {}".format(status)
        if program.get("reject") and re.search(program["reject"], out):
            return "fails its self-check"
        left_alone = UNMONITORED.search(out)
        return left_alone.group() if left_alone else ""

    def failed(self, program, variant, why, out):
        failures = self.results.all["failures"].setdefault(program["name"], {})
        failures[variant] = {"why": why, "output": out[-2000:]}
        print("bench {}, {}: {}".format(program["name"], variant, why), flush=True)

    def shadow(self, program):
        """What the runtime says of its memory."""
        kept = self.results.all["shadow"]
        if program["name"] in kept:
            return
        words, _ = self.command(program, "sanitized", 0)
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            execute(words, "exitcode=0:stats=1:json=" + report, self.args.seconds)
            try:
                told = read(report)["statistics"][""]
            except (OSError, ValueError, KeyError):
                told = None
        if told:
            kept[program["name"]] = told
            self.results.write()
