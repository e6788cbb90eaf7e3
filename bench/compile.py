# compile - what the plugin costs a compilation.
#
# Each file is compiled to an object (host and one architecture) without and
# with the plugin, one after the other in changing order, so that both see the
# same load. What counts is the processor's time of the compiler and all it
# starts, of which --repeat times the least, and the most memory that one of its
# processes had. Out: the ratios with : without of both, the worst units, and what
# became of the kernels. With --check, `racemap check` runs on the units in which
# the unit's budget ended, and how many of those kernels it decides is said, too.
# --out keeps the figures; those that it has already are in the tables, so that
# several corpora are one after the other, and no unit is measured twice.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import corpus
import figures as kept

UNIT_BUDGET = "unit budget exhausted"


def run(command):
    """Exit status, seconds of processor time, peak memory in MiB."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def verdicts(path):
    """Of each kernel: its verdict, and the reason if that is unknown."""
    text = Path(path).read_text()
    found = {}
    for kernel in json.loads(text)["kernels"] if text.strip() else []:
        unknown = [c["reason"] for c in kernel["contexts"] if c["verdict"] == "unknown"]
        racy = any(c["verdict"] == "racy" for c in kernel["contexts"])
        # The budget is what matters here, whatever else is not known.
        unknown.sort(key=lambda reason: UNIT_BUDGET not in reason)
        found[kernel["mangled"]] = "racy" if racy else unknown[0] if unknown else "race-free"
    return found


def compilation(unit, args):
    return [args.clang, "-x", "cuda", "-c", str(unit.path), "-o", os.devnull, "-O2", "-w", "--cuda-path=" + args.cuda,
            "--cuda-gpu-arch=sm_80", "-isystem", args.cuda + "/include/cccl", "-Wno-unknown-cuda-version", *unit.flags]


def measure(unit, number, args, plugin):
    """None if the unit does not compile."""
    base = compilation(unit, args)
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        options = [f"-fplugin-arg-racemap-{o}" for o in [*args.option, "json=" + out.name]]
        ways = {"without": base, "with": [*base, f"-fplugin={plugin}", *options]}
        runs = {"without": [], "with": []}
        for turn in range(args.repeat):
            for way in sorted(ways, reverse=(number + turn) % 2 == 0):
                status, seconds, memory = run(ways[way])
                if status:
                    return None
                runs[way].append((seconds, memory))
        kernels = verdicts(out.name)
    least = {way: (min(s for s, _ in all_of), min(m for _, m in all_of)) for way, all_of in runs.items()}
    return {"seconds": [least["without"][0], least["with"][0]], "memory": [least["without"][1], least["with"][1]],
            "kernels": kernels}


def check(unit, args):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        run([str(args.prefix / "bin" / "racemap"), "check", str(unit.path), "--json=" + out.name, "--", "-w", *unit.flags])
        return verdicts(out.name)


def ratios(figures, of):
    return sorted(f[of][1] / f[of][0] for f in figures.values())


def table(figures):
    print("| with : without the plugin | median | 95 % | most |\n| --- | ---: | ---: | ---: |")
    for of, name in ("seconds", "processor time"), ("memory", "peak memory"):
        r = ratios(figures, of)
        print(f"| {name}, {len(r)} units | {statistics.median(r):.2f} | {kept.percentile(r, 0.95):.2f} | {r[-1]:.2f} |")
    worst = sorted(figures, key=lambda n: -figures[n]["seconds"][1] / figures[n]["seconds"][0])[:10]
    print("\n| worst units | without | with | ratio |\n| --- | ---: | ---: | ---: |")
    for name in worst:
        without, with_plugin = figures[name]["seconds"]
        print(f"| {name} | {without:.2f} s | {with_plugin:.2f} s | {with_plugin / without:.2f} |")
    count = collections.Counter()
    for f in figures.values():
        for name, v in f["kernels"].items():
            count["all"] += 1
            count[v if v in ("racy", "race-free") else "unknown"] += 1
            if UNIT_BUDGET in v:
                count["budget"] += 1
                count["checked"] += "checked" in f
                count["decided by check"] += f.get("checked", {}).get(name) in ("racy", "race-free")
    print(f"\nkernels {count['all']}: race-free {count['race-free']}, racy {count['racy']}, unknown {count['unknown']}; "
          f"{count['budget']} for the unit's budget, of which racemap check decides {count['decided by check']} "
          f"of {count['checked']} that it was asked for")


def main():
    p = corpus.parser("processor time and memory of compilations with and without the plugin")
    p.add_argument("--repeat", type=int, default=3)
    p.add_argument("--every", type=int, default=1, help="only each Nth file in alphabetical order")
    p.add_argument("--clang", default="clang++-22")
    p.add_argument("--cuda", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    p.add_argument("--option", action="append", default=[], help="an option for the plugin; repeatable")
    p.add_argument("--check", action="store_true", help="run racemap check where the unit's budget ended")
    p.add_argument("--out", type=Path, help="keep the figures in this file (JSON)")
    p.add_argument("--figures", help="the same in this file, for results.py")
    args = p.parse_args()
    plugin = next((args.prefix / "lib").glob("ClangRaceMap-*.so"))
    figures = json.loads(args.out.read_text()) if args.out and args.out.exists() else {}
    for number, unit in enumerate(list(corpus.units(args))[::args.every]):
        name = f"{args.dir.resolve().name}/{unit.name}"
        if name not in figures:
            figures[name] = measure(unit, number, args, plugin)
        f = figures[name]
        if f and args.check and "checked" not in f and any(UNIT_BUDGET in v for v in f["kernels"].values()):
            f["checked"] = check(unit, args)
        if args.out:
            whole = args.out.with_suffix(".new")  # whoever is stopped here has the old figures
            whole.write_text(json.dumps(figures))
            whole.replace(args.out)
        if f:
            without, with_plugin = f["seconds"]
            print(f"{name}\t{without:.2f}\t{with_plugin:.2f}\t{with_plugin / without:.2f}", file=sys.stderr, flush=True)
    figures = {name: f for name, f in figures.items() if f}
    if not figures:
        sys.exit("no file compiled")
    table(figures)
    kept.save(args.figures, "compile", {name: {"seconds": f["seconds"], "MiB": [round(m) for m in f["memory"]]}
                                        for name, f in figures.items()}, args.prefix / "bin" / "racemap")


if __name__ == "__main__":
    main()
