"""The checks: do programs with and without races find what is expected?

Only Python's standard library, 3.6 or later: the bundle has a copy.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import re
import tempfile

import findings
from machine import HERE, PROGRAMS, execute
from results import read

# What the runtime says of a kernel that it leaves alone: silence would be no
# proof, and its time not that of the sanitizer.
UNMONITORED = re.compile(r"racemap: .*\b(?:not|nothing is) monitored.*")
NOT_MONITORED, NOT_HERE = "not monitored", "not for this GPU"


class Checks:
    def __init__(self, manifest, results, args, here):
        self.manifest, self.results, self.args = manifest, results, args
        self.capability = here["capability"]

    def run(self):
        kept = self.results.all["checks"]
        for check in self.manifest["checks"]:
            name = check["name"]
            if name not in kept and re.search(self.args.filter, name):
                self.args.clock.must_go_on()
                kept[name] = self.verdict(check)
                self.results.write()
                print("check {}: {}".format(name, kept[name]["result"]), flush=True)

    def verdict(self, check):
        """Of the worse of two runs: with all accesses monitored, and as users run
        it, where what is proved not to race is left alone."""
        if self.capability < check["least"]:
            return {"result": NOT_HERE}
        made = self.run_once(check, "elide=0")
        if made["result"] == "as expected":
            made = self.run_once(check, "elide=1")
        return made

    def run_once(self, check, options):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            status, out = execute(
                [os.path.join(PROGRAMS, check["run"])] + check["words"],
                options + ":exitcode=66:benign=report:json=" + report, self.args.seconds)
            try:
                found = findings.read(report)
            except (ValueError, KeyError) as error:
                return {"result": "its report cannot be read", "output": str(error)}
        left_alone = UNMONITORED.search(out)
        # Launches that are not monitored may decide the status, too.
        allowed = [66 if found else 0] + [0, 66] * bool(left_alone)
        if status not in allowed:
            return {"result": "fails", "status": status, "output": out[-2000:]}
        expected = read(os.path.join(HERE, check["expected"]))
        missing, unexpected = findings.differences(found, expected)
        made = {"result": "as expected", "found": sorted(found)}
        if left_alone and not unexpected:
            made.update(result=NOT_MONITORED, missing=missing, output=left_alone.group())
        elif missing or unexpected:
            made["result"] = " and ".join(
                ["misses a finding"] * bool(missing)
                + ["has one that is not expected"] * bool(unexpected))
            made.update(missing=missing, unexpected=unexpected, output=out[-2000:])
        return made
