# real - what `racemap check` says about the kernels of a corpus.
#
# The denominator is every kernel of every file that nvcc compiles: the entries
# of its PTX. A file that nvcc compiles and clang does not counts with all its
# kernels as "clang cannot parse". Race-free verdicts over no accesses stand in
# a row of their own. nvcc's answers are kept in --cache, since they do not
# change.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import concurrent.futures
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

import corpus
import figures


def run(command, limit):
    """Exit status, output, seconds, peak memory in MiB of one command."""
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > limit:
                child.kill()
                os.waitpid(child.pid, 0)
                return None, "hang", limit, 0
            time.sleep(0.01)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return (child.returncode, out.read().decode(errors="replace"),
                time.monotonic() - start, usage.ru_maxrss / 1024)


def nvcc_kernels(unit, cache):
    """Mangled names of the kernels, or None if nvcc does not compile the file."""
    if unit.name in cache:
        return cache[unit.name]
    flags = ["-rdc=true" if f == "-fgpu-rdc" else f for f in unit.flags]
    flags = [f for f in flags if f.startswith(("-I", "-D", "-std", "-rdc", "-include"))]
    with tempfile.NamedTemporaryFile(suffix=".ptx") as ptx:
        command = ["nvcc", "-w", "-arch=sm_80", "-ptx", "-std=c++17", *flags, str(unit.path), "-o", ptx.name]
        status, _, _, _ = run(command, 600)
        text = open(ptx.name, errors="replace").read()
    names = re.findall(r"^(?:\.visible |\.weak )?\.entry (\w+)", text, re.M)
    cache[unit.name] = names if status == 0 else None
    return cache[unit.name]


# Nothing but what the plugin says: warnings, and remarks with them.
PLUGINS = ("-Wno-everything", "-Wbackend-plugin")


def racemap(unit, args, warnings=("-w",)):
    """What racemap check says of a file; warnings: the compiler's flags for them."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [str(args.prefix / "bin" / "racemap"), "check", str(unit.path), f"--json={out.name}",
                   *args.option, "--", *unit.flags, *warnings]
        status, text, seconds, memory = run(command, args.limit)
        raw = open(out.name).read()
    kernels = json.loads(raw)["kernels"] if raw.strip() else None
    return {"status": status, "text": text, "seconds": seconds, "memory": memory, "kernels": kernels}


def verdict_of(kernel):
    verdicts = [c["verdict"] for c in kernel["contexts"]]
    for v in ("racy", "unknown"):
        if v in verdicts:
            return v
    return "race-free, no accesses" if kernel["accesses"] == 0 else "race-free"


def category(reason):
    """A reason without its particulars."""
    reason = re.sub(r"'[^']*'", "'…'", reason or "no reason")
    return re.sub(r"\d+", "N", reason)[:100]


def main():
    p = corpus.parser("racemap check over every .cu below a directory")
    p.add_argument("--cache", default="", help="file that keeps nvcc's answers (JSON)")
    p.add_argument("--limit", type=float, default=300, help="seconds for one file; more is a hang")
    p.add_argument("--option", action="append", default=[], help="an option for racemap check; repeatable")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--out", default="", help="write all results here (JSON)")
    p.add_argument("--figures", help="keep the figures in this file, for results.py")
    args = p.parse_args()
    cache = {}
    if args.cache and os.path.exists(args.cache):
        cache = json.load(open(args.cache))
    units = list(corpus.units(args))
    results = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        futures = {pool.submit(lambda u: (nvcc_kernels(u, cache), racemap(u, args)), u): u for u in units}
        for n, f in enumerate(concurrent.futures.as_completed(futures), 1):
            results[futures[f].name] = f.result()
            print(f"\r{n}/{len(units)} files", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if args.cache:
        json.dump(cache, open(args.cache, "w"))
    if args.out:
        json.dump(results, open(args.out, "w"))
    figures.save(args.figures, "real", {"corpus": args.dir.resolve().name, **table(results)},
                 args.prefix / "bin" / "racemap")


def table(results):
    """Prints it, and returns the figures."""
    count, reasons, times, hangs, crashes = collections.Counter(), collections.Counter(), [], [], []
    files = collections.Counter()
    unparsed = []
    for name, (expected, got) in sorted(results.items()):
        if expected is None:
            files["not compiled by nvcc"] += 1
            continue
        files["compiled by nvcc"] += 1
        if got["status"] is None:
            hangs.append(name)
        if got["kernels"] is None or got["status"] == 2:
            if got["status"] not in (None, 2):
                crashes.append(name)
            unparsed.append(name)
            count["clang cannot parse the file"] += len(expected)
            continue
        for k in got["kernels"]:
            v = verdict_of(k)
            count[v] += 1
            times += [sum(c["ms"] for c in k["contexts"])]
            if v == "unknown":
                reasons[category(next(c["reason"] for c in k["contexts"] if c["verdict"] == "unknown"))] += 1
        missing = len(expected) - len(got["kernels"])
        if missing > 0:
            count["kernel not seen by clang"] += missing
    total = sum(count.values())
    decided = count["race-free"] + count["racy"] + count["race-free, no accesses"]
    print(f"files: {dict(files)}; not parsed by clang: {len(unparsed)}")
    print(f"| verdict | kernels | share |\n| --- | ---: | ---: |")
    for v, n in count.most_common():
        print(f"| {v} | {n} | {100 * n / total:.1f} % |")
    print(f"| all | {total} | decided {100 * decided / max(total, 1):.1f} % |\n")
    print("| reason of unknown | kernels |\n| --- | ---: |")
    for r, n in reasons.most_common():
        print(f"| {r} | {n} |")
    done = [g for _, g in results.values() if g["kernels"]]
    if times:
        print(f"\nanalysis per kernel: median {statistics.median(times):.1f} ms, "
              f"95 % {sorted(times)[int(0.95 * len(times))]:.1f} ms, most {max(times):.0f} ms")
    if done:
        print(f"per file: median {statistics.median(g['seconds'] for g in done):.2f} s, "
              f"most {max(g['seconds'] for g in done):.1f} s; "
              f"peak memory {max(g['memory'] for g in done):.0f} MiB")
    print(f"crashes: {crashes or 'none'}; hangs: {hangs or 'none'}")
    return {"files": dict(files), "verdicts": dict(count), "reasons": dict(reasons),
            "ms": [round(t, 1) for t in sorted(times)], "seconds": sorted(round(g["seconds"], 2) for g in done),
            "MiB": round(max((g["memory"] for g in done), default=0))}


if __name__ == "__main__":
    main()
