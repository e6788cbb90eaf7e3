"""A race that a run reports is in no kernel that is race-free where observed.

usage: compare.py RUN.json CHECK.json - prints the kernels with a race in the run,
and those that are race-free in all observed contexts, by name.
"""
import json
import sys


def name_of(text):
    return text.split("(")[0].split()[-1].split("::")[-1]


run, check = (json.load(open(path)) for path in sys.argv[1:])
racing = {name_of(f["kernel"]) for f in run["findings"] if f["kind"] == "data-race"}
free = set()
for kernel in check["kernels"]:
    observed = [c for c in kernel["contexts"] if c["origin"].startswith("observed in ")]
    if observed and all(c["verdict"] == "race-free" and not c.get("reason")
                        for c in observed):
        free.add(name_of(kernel["name"]))
assert not racing & free, racing & free
print("racing:", *sorted(racing))
print("free:", *sorted(free))
