"""What has been measured, in a file that is complete after each run of a program.

Only Python's standard library, 3.6 or later: the bundle has a copy.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import datetime
import json
import os

from machine import fail


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


class Results:
    """The file. It belongs to one bundle on one device."""

    def __init__(self, path, here=None, fresh=False):
        """Begins anew on that device, or goes on; without one, shows what is there."""
        self.path = path
        if not here:
            if not os.path.exists(path):
                fail("{} is not there; nothing has been measured".format(path))
            self.all = read(path)
            return
        self.all = {
            "version": 1, "machine": here, "begun": now(), "checks": {},
            "samples": {}, "shared": {}, "shadow": {}, "failures": {}}
        if os.path.exists(path) and not fresh:
            kept = read(path)
            if kept["machine"] != here:
                differs = sorted(k for k in here if kept["machine"].get(k) != here[k])
                fail("{} is of another {}; --fresh begins anew, --out names another "
                     "file".format(path, ", ".join(differs)))
            self.all = kept

    def write(self):
        self.all["written"] = now()
        beside = self.path + ".new"
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(self.all, file, indent=1)
            file.write("\n")
        os.replace(beside, self.path)

    def samples(self, program, variant):
        """By kernel."""
        return self.all["samples"].setdefault(program, {}).setdefault(variant, {})


def now():
    return datetime.datetime.now().isoformat(timespec="seconds")
