"""Some hundred files of results in a tree of folders, and what the report of
them has to be.

usage: many.py make SAMPLE.json FOLDER: files with one of the sample's kernels
       each, under a name of its own, and one of a header that all share, in one
       of three contexts.
       many.py check FOLDER MERGED.json
       many.py list FOLDER: the files in a random order
"""
import json
import os
import random
import sys

FILES = 300


def make(sample, folder):
    with open(sample, encoding="utf-8") as file:
        document = json.load(file)
    kernels = document["kernels"]
    shared = kernels[-1]
    for i in range(FILES):
        its = kernels[i % len(kernels)]
        own = json.loads(json.dumps(its).replace(its["file"], f"u{i:03}.cu"))
        for context in shared["contexts"]:
            context["origin"] = f"launch {'abc'[i % 3]}.cu:7"
            context["ms"] = i / 8
        where = os.path.join(folder, f"d{i % 7}", f"e{i % 5}")
        os.makedirs(where, exist_ok=True)
        with open(os.path.join(where, f"{i}.json"), "w",
                  encoding="utf-8") as file:
            json.dump({**document, "kernels": [shared, own]}, file)


def contexts(kernel):
    """Each without its time, as text."""
    return {json.dumps({**c, "ms": 0}, sort_keys=True)
            for c in kernel["contexts"]}


def files(folder):
    return [os.path.join(at, name) for at, _, names in os.walk(folder)
            for name in names]


def check(folder, merged):
    wanted = {}
    for path in files(folder):
        with open(path, encoding="utf-8") as file:
            for k in json.load(file)["kernels"]:
                its = wanted.setdefault((k["file"], k["line"], k["name"]), set())
                its |= contexts(k)
    with open(merged, encoding="utf-8") as file:
        kernels = json.load(file)["kernels"]
    got = {(k["file"], k["line"], k["name"]): contexts(k) for k in kernels}
    assert got == wanted, "not the kernels and contexts that there are"
    assert len(got) == len(kernels) == FILES + 1, "a kernel twice"
    places = [(k["file"], k["line"], k["name"]) for k in kernels]
    assert places == sorted(places), "not in the order of files and lines"
    for k in kernels:
        assert len(contexts(k)) == len(k["contexts"]), "a context twice"


def shuffled(folder):
    paths = files(folder)
    random.Random(7).shuffle(paths)
    print("\n".join(paths))


if __name__ == "__main__":
    {"make": make, "check": check, "list": shuffled}[sys.argv[1]](*sys.argv[2:])
