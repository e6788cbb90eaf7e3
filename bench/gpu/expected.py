"""The correctness programs of a bundle, and what each is expected to find, a file
for each: what the CPU device finds in several orders of threads.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json

import findings
from building import execute
from checks import checks


def file_name(check):
    return check.name.replace(" ", "_")


class EndsOtherwise(Exception):
    """A run that does not end as its findings say."""


class ExpectedFindings:
    def __init__(self, shop, folder):
        """The files go into folder/expected."""
        self.shop, self.folder = shop, folder

    def described(self):
        chosen = [c for c in checks() if self.shop.args.checks.search(c.name)]
        by_program = {c.program: c for c in chosen}
        built = dict(zip(by_program, self.shop.pool.map(self.build_check, by_program.values())))
        for program, wrong in built.items():
            if wrong:
                self.shop.trouble.append(f"check {program}: does not build: {wrong}")
        kept = [c for c in chosen if not built[c.program]]
        yield from filter(None, self.shop.pool.map(self.expected, kept))

    @staticmethod
    def split_flags(check):
        """(the flags, the least architecture)"""
        least = 0
        for flag in check.flags:
            if flag.startswith("-arch=sm_"):
                least = int(flag[len("-arch=sm_"):])
        return [f for f in check.flags if not f.startswith(("-arch=", "--kernel"))], least

    def build_check(self, check):
        flags, least = self.split_flags(check)
        flags = ["--sanitize", *flags]
        wrong = self.shop.reference.build(
            flags, [check.source], self.shop.scratch / "reference" / check.program, least)
        out = self.shop.programs / "checks" / check.program
        return wrong or self.shop.compiler.build(flags, [check.source], out, least)

    def expected(self, check):
        """None if that cannot be said, which is trouble."""
        _, least = self.split_flags(check)
        file = f"expected/{file_name(check)}.json"
        try:
            expected = findings.expectation(list(self.found_here(check)))
        except EndsOtherwise as how:
            self.shop.trouble.append(f"check {check.name}: {how} on the CPU device")
            return None
        path = self.folder / file
        path.write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
        return {
            "name": check.name, "run": f"checks/{check.program}",
            "words": check.words, "least": least, "expected": file,
        }

    def found_here(self, check):
        """The findings on the CPU device, in several orders of its threads."""
        command = [self.shop.scratch / "reference" / check.program, *check.words]
        for seed in range(self.shop.args.orders):
            report = self.shop.scratch / f"{file_name(check)}-{seed}.json"
            options = f"seed={seed}:" if seed else ""
            status, text = execute(command, options + "exitcode=66:benign=report", report)
            found = findings.read(report)
            if status != (66 if found else 0):
                raise EndsOtherwise(f"ends with {status}, {text[-100:]}")
            yield found
