# growth - how the time of `racemap verify` grows with the accesses of a kernel.
#
# In:  numbers of accesses.
# Out: for each shape of kernel and each number of accesses: pairs, what decided
#      them, queries, processor time of the analysis and of one pair. The
#      shapes, as unrolled loops leave them behind:
#        tile       rows of a tile of shared memory
#        registers  each thread's own part of an array, element by element
#        rows       rows of a matrix whose width is a name
#        images     the same, so many of them for each block
#        interleaved reads and writes of a thread's own elements, by turns
#        rounds     words of a state that rounds of a hash come to in turn
# The kernels are written as memory access protocols, so that only the analysis
# is timed. Pairs grow with the square of the accesses; queries should not.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import figures

HERE = Path(__file__).resolve().parent

SHAPES = {
    "tile": ("shared a of 4 bytes;", lambda n, i: f"wr a[u64(threadIdx.x + {256 * i})]"),
    "registers": ("global a of 4 bytes;", lambda n, i: f"wr a[u64(blockIdx.x * 256 + threadIdx.x) * {n} + {i}]"),
    "rows": ("param w; global a of 4 bytes;",
             lambda n, i: f"if threadIdx.x < w {{ wr a[i64({i}) * i64(w) + i64(threadIdx.x)]; }}"),
    "images": ("param w; global a of 4 bytes;",
               lambda n, i: f"if threadIdx.x < w {{ wr a[i64(blockIdx.x * {n} + {i}) * i64(w) + i64(threadIdx.x)]; }}"),
    "interleaved": ("global a of 4 bytes;",
                    lambda n, i: f"{'wr' if i % 2 else 'rd'} a[u64((blockIdx.x * 256 + threadIdx.x) * {n} + {i})]"),
    "rounds": ("shared a of 8 bytes;", lambda n, i: f"wr a[u64(threadIdx.x * 25 + {i * 7 % 25})]"),
}


def protocol(shape, n):
    declared, access = SHAPES[shape]
    body = "".join(f"  {access(n, i).rstrip(';')}{'' if access(n, i).endswith('}') else ';'}\n" for i in range(n))
    return f'kernel {shape} {{\n  {declared}\n  launch "launch" block 256 grid 64;\n{body}}}\n'


def measure(racemap, shape, n, budget):
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "kernel.map"), Path(folder, "out.json")
        source.write_text(protocol(shape, n))
        done = subprocess.run([racemap, "verify", "--stats=1", "--bounds=off", f"--budget-ms={budget}",
                               f"--json={out}", source], capture_output=True, text=True, check=False)
        if not out.exists():
            raise SystemExit(done.stderr)
        return json.loads(out.read_text())["kernels"][0]["contexts"][0]


def main():
    p = argparse.ArgumentParser(description="time of the analysis by accesses")
    p.add_argument("accesses", type=int, nargs="*", default=[10, 30, 100, 300, 1000, 5000])
    p.add_argument("--shape", choices=SHAPES, action="append")
    p.add_argument("--budget-ms", type=int, default=10000)
    p.add_argument("--racemap", default=HERE.parent / "build/release/bin/racemap")
    p.add_argument("--figures", help="keep them in this file, for results.py")
    args = p.parse_args()
    rows = []
    print("shape\taccesses\tpairs\texact\tsolver\tundecided\tqueries\tms\tus/pair")
    for shape in args.shape or SHAPES:
        for n in args.accesses:
            c = measure(args.racemap, shape, n, args.budget_ms)
            pairs, ways = c["pairs"], c["statistics"]["ways"]
            exact = sum(ways[w]["refuted"] for w in ("ranges", "algebra"))
            decided = sum(w["refuted"] + w["confirmed"] for w in ways.values())
            print(f"{shape}\t{n}\t{pairs['total']}\t{exact}\t{decided - exact}\t{pairs['undecided']}\t"
                  f"{c['statistics']['queries']}\t{c['ms']:.0f}\t{1000 * c['ms'] / max(1, pairs['total']):.0f}",
                  flush=True)
            rows.append({"shape": shape, "accesses": n, "pairs": pairs["total"], "exact": exact,
                         "queries": c["statistics"]["queries"], "ms": round(c["ms"], 1)})
    figures.save(args.figures, "growth", rows, args.racemap)


if __name__ == "__main__":
    main()
