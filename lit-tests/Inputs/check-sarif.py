"""Is a file SARIF 2.1.0? Checks it against OASIS's schema, and what the
specification says beyond that: indices of rules, artifacts and thread flows are
within their arrays and agree with the ids and URIs beside them, regions end
behind their beginning, and URIs are well-formed.

The schema is the file that RACEMAP_SARIF_SCHEMA names in the environment, where
scripts/deps.sh has put one (feature "sarif-schema"); without it the rest is
checked.

usage: check-sarif.py FILE: prints the first thing that is wrong, with its
place; one line "RESULTS results, FLOWS code flows, FIXES fixes" if all is well.
check-sarif.py --self-test FILE: breaks the document in many ways; each has to
be noticed, which takes the schema.
"""
import copy
import functools
import json
import os
import re
import sys


class Wrong(Exception):
    pass


def check(good, at, why):
    if not good:
        raise Wrong(f"{at}: {why}")


@functools.cache
def validator():
    path = os.environ.get("RACEMAP_SARIF_SCHEMA")
    if not path:
        return None
    import jsonschema
    with open(path, encoding="utf-8") as file:
        return jsonschema.Draft4Validator(json.load(file))


def check_schema(log):
    if validator():
        for error in validator().iter_errors(log):
            raise Wrong(f"{error.json_path}: {error.message}")


def check_uri(v, at):
    check(re.fullmatch(r"([A-Za-z][\w+.-]*:)?[\w\-.~:/?#\[\]@!$&'()*+,;=%]*", v),
          at, f"not a URI: {v!r}")
    check(not re.search(r"%(?![0-9A-Fa-f]{2})", v), at, "a % that escapes nothing")


def check_region(r, at):
    end = (r.get("endLine", r.get("startLine", 1)),
           r.get("endColumn", sys.maxsize))
    check((r.get("startLine", 1), r.get("startColumn", 1)) <= end, at,
          "ends before it begins")


def walk(v, at=""):
    yield v, at
    items = v.items() if isinstance(v, dict) else enumerate(v) \
        if isinstance(v, list) else ()
    for key, x in items:
        yield from walk(x, f"{at}.{key}")


def references(run, at):
    rules = run["tool"]["driver"].get("rules", [])
    ids = [r["id"] for r in rules]
    check(len(set(ids)) == len(ids), at, "two rules have one id")
    for i, r in enumerate(run.get("results", [])):
        its = f"{at}.results[{i}]"
        n = r.get("ruleIndex", -1)
        check(n < len(rules), its, "ruleIndex without a rule")
        check(n < 0 or r.get("ruleId") == ids[n], its, "another rule's id")
        numbers = [x["id"] for x in r.get("relatedLocations", []) if "id" in x]
        check(len(set(numbers)) == len(numbers), its, "two locations have one id")
    artifacts = run.get("artifacts", [])
    for v, its in walk(run, at):
        if isinstance(v, dict) and "uri" in v and v.get("index", -1) >= 0:
            check(v["index"] < len(artifacts), its, "index without an artifact")
            there = artifacts[v["index"]]["location"]["uri"]
            check(there == v["uri"], its, "another artifact's URI")


def check_values(log):
    """What is true of regions and URIs wherever they are."""
    for v, at in walk(log, "log"):
        name = at.rsplit(".", 1)[-1]
        if name in ("region", "deletedRegion"):
            check_region(v, at)
        if name in ("uri", "helpUri", "informationUri", "$schema"):
            check_uri(v, at)


def check_log(log):
    check_schema(log)
    check_values(log)
    for i, run in enumerate(log["runs"]):
        references(run, f"log.runs[{i}]")


def counts(log):
    results = [r for run in log["runs"] for r in run.get("results", [])]
    flows = [f for r in results for f in r.get("codeFlows", [])]
    fixes = [f for r in results for f in r.get("fixes", [])]
    return f"{len(results)} results, {len(flows)} code flows, {len(fixes)} fixes"


def places(v, path=()):
    """Paths to all values of the document."""
    yield path
    items = v.items() if isinstance(v, dict) else enumerate(v) \
        if isinstance(v, list) else ()
    for key, x in items:
        if key != "properties":
            yield from places(x, path + (key,))


def changed(log, path, change):
    log = copy.deepcopy(log)
    v = log
    for key in path[:-1]:
        v = v[key]
    change(v, path[-1])
    return log


def is_noticed(log):
    try:
        check_log(log)
    except Wrong:
        return True
    return False


def self_test(log):
    """Another type, or an unknown property, is wrong everywhere; so are other
    indices, ids, URIs and ends of regions."""
    changes = {"index": lambda n: n + 1000, "ruleIndex": lambda n: n + 1000,
               "ruleId": lambda s: s + "x", "uri": lambda s: s + "%",
               "startColumn": lambda n: n + 1000, "version": lambda s: "2.0.0"}
    tried = set()
    for path in list(places(log))[1:]:
        key = path[-1]
        # One of several alike will do.
        alike = tuple(k for k in path if isinstance(k, str))
        if alike in tried or key == "rank":
            continue
        tried.add(alike)
        for change in (lambda v, k: v.__setitem__(k, 1.5),
                       lambda v, k: isinstance(v[k], dict) and
                       v[k].__setitem__("no-such-property", 1),
                       lambda v, k: k in changes and
                       v.__setitem__(k, changes[k](v[k]))):
            broken = changed(log, path, change)
            if broken == log or is_noticed(broken):
                continue
            if key == "startColumn" and "endColumn" not in parent(log, path):
                continue
            if key == "version" and "driver" in path:
                continue
            sys.exit(f"not noticed: {path}")
    print(f"all noticed, at {len(tried)} places")


def parent(log, path):
    return functools.reduce(lambda v, key: v[key], path[:-1], log)


if __name__ == "__main__":
    with open(sys.argv[-1], encoding="utf-8") as file:
        document = json.load(file)
    try:
        check_log(document)
    except Wrong as error:
        sys.exit(f"{sys.argv[-1]}: {error}")
    if "--self-test" in sys.argv:
        self_test(document)
    else:
        print(counts(document))
