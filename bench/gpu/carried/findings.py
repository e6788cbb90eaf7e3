"""Findings of a run, what is expected of it, and how the two differ.

A finding is what makes it the same in every run: its kind, and what was done at
which places (the file's name, line and column). What is expected comes from runs
in several orders of the threads: `always` was found in each, `sometimes` in some
but not in all, so that a run may find it or not.

Only Python's standard library, 3.6 or later: the bundle has a copy.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import os


def name_of(finding):
    """As text, the same whichever access came first."""
    places = sorted(
        "{} {}:{}:{}".format(
            a["op"],
            os.path.basename(a.get("file", "?")),
            a.get("line", 0),
            a.get("column", 0),
        )
        for a in finding["accesses"]
    )
    return "; ".join([finding["kind"]] + places)


def read(path):
    """The names of all findings in a JSON of a run; none without that file."""
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        return {name_of(f) for f in json.load(file)["findings"]}


def expectation(runs):
    """Of the sets of findings of several runs of the same program."""
    every = set.intersection(*runs)
    some = set.union(*runs)
    return {"always": sorted(every), "sometimes": sorted(some - every)}


def differences(found, expected):
    """(what is missing, what should not be there), both sorted."""
    always = set(expected["always"])
    allowed = always | set(expected["sometimes"])
    return sorted(always - found), sorted(found - allowed)
