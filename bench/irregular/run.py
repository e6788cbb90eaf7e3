#!/usr/bin/env python3
"""Runs irregular graph codes under the sanitizer, on graphs of 5 to 200 nodes:
is every injected bug that a graph reaches found, and no correct code flagged?

Out: a table by bug: runs that reach it, found, missed, and runs that do not,
     flagged; exit status 1 if any is missed or flagged for nothing.

usage: run.py --racemap RACEMAP [--seed N] [--every K] [--keep FOLDER]
              [--sanitizer cpu|gpu]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

from codes import BLOCK, codes, graphs

PER_PROGRAM = 24

PREAMBLE = """#include <racemap/runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> T *device(const std::vector<T> &v) {
  T *p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

struct Input {
  std::vector<int> rows, edges;
  int nodes() const { return int(rows.size()) - 1; }
};

static std::vector<Input> inputs() {
  FILE *f = std::fopen(std::getenv("GRAPHS"), "r");
  std::vector<Input> all;
  for (int rows, edges; std::fscanf(f, "%d %d", &rows, &edges) == 2;) {
    Input in;
    in.rows.resize(rows);
    in.edges.resize(edges);
    for (int &r : in.rows) std::fscanf(f, "%d", &r);
    for (int &e : in.edges) std::fscanf(f, "%d", &e);
    all.push_back(in);
  }
  return all;
}

template <typename T, typename Kernel>
void run(Kernel *kernel, const char *name, int graph, const Input &in,
         int blocks) {
  int *rows = device(in.rows);
  std::vector<int> some = in.edges;
  some.resize(some.size() + (some.empty() ? 1 : 0));
  int *edges = device(some);
  T *data = device(std::vector<T>(in.nodes()));
  int *list = device(std::vector<int>(some.size() + blocks * THREADS));
  int *size = device(std::vector<int>(1));
  unsigned long long before = __racemap_num_found();
  kernel<<<blocks, THREADS>>>(rows, edges, in.nodes(), data, list, size);
  cudaError_t status = cudaDeviceSynchronize();
  bool found = __racemap_num_found() != before;
  std::printf("%s %d %s %d\\n", name, graph, found ? "found" : "silent",
              int(status));
  cudaFree(rows);
  cudaFree(edges);
  cudaFree(data);
  cudaFree(list);
  cudaFree(size);
}

"""

MAIN = """
// All codes on all graphs, or one on one: what leaves an array ends the program.
int main(int argc, char **argv) {
  std::vector<Input> all = inputs();
  int wanted = argc > 1 ? std::atoi(argv[1]) : -1;
  int first = argc > 2 ? std::atoi(argv[2]) : 0;
  int last = argc > 2 ? first + 1 : int(all.size());
  for (int g = first; g < last; ++g) {
    const Input &in = all[g];
%s
  }
}
"""


def program(chosen, all_graphs):
    """The text of a program with these codes."""
    text = PREAMBLE.replace("THREADS", str(BLOCK))
    text += "\n".join(code.text() for code in chosen)
    calls = []
    for i, code in enumerate(chosen):
        blocks = ", ".join(str(code.blocks(g)) for g in all_graphs)
        alone = "wanted == %d" % i
        if code.bug != "bounds":
            alone += " || wanted < 0"
        calls.append(
            f"    {{\n      static const int blocks[] = {{{blocks}}};\n"
            f"      if ({alone})\n"
            f'        run<{code.kind}>({code.name}, "{code.name}", g, in, '
            "blocks[g]);\n    }"
        )
    return text + MAIN % "\n".join(calls)


def write_graphs(path, all_graphs):
    with open(path, "w", encoding="utf-8") as file:
        for g in all_graphs:
            numbers = [len(g.rows), len(g.edges)] + g.rows + g.edges
            file.write(" ".join(map(str, numbers)) + "\n")


def execute(binary, environment, arguments):
    """Lines of (name, graph, found)."""
    done = subprocess.run(
        [binary, *map(str, arguments)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=600,
    )
    if done.returncode not in (0, 66):
        sys.exit(f"{binary} ended with {done.returncode}:\n{done.stderr}")
    for line in done.stdout.splitlines():
        name, graph, found, status = line.split()
        wrong = status != "0" and "_bounds" not in name
        if wrong:
            sys.exit(f"{name}: launch failed with {status}:\n{done.stderr}")
        yield name, int(graph), found == "found"


def judge(racemap, sanitizer, chosen, all_graphs, folder, number):
    """Compiles and runs some codes. Yields (code, graph, found)."""
    source = os.path.join(folder, f"codes{number}.cu")
    binary = os.path.join(folder, f"codes{number}")
    with open(source, "w", encoding="utf-8") as file:
        file.write(program(chosen, all_graphs))
    subprocess.run(
        [racemap, "cc", f"--sanitize={sanitizer}", "--device=cpu", "--kernel=^$"]
        + ["-std=c++17", "-w", source, "-o", binary],
        check=True,
    )
    environment = {
        **os.environ,
        "GRAPHS": os.path.join(folder, "graphs.txt"),
        "RACEMAP_OPTIONS": "print_limit=0:benign=report",
    }
    by_name = {code.name: code for code in chosen}
    runs = [[]]
    for i, code in enumerate(chosen):
        if code.bug == "bounds":
            runs += [[i, g] for g in range(len(all_graphs))]
    for arguments in runs:
        for name, graph, found in execute(binary, environment, arguments):
            yield by_name[name], all_graphs[graph], found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="every Kth code")
    parser.add_argument(
        "--sanitizer",
        choices=["cpu", "gpu"],
        default="cpu",
        help="whose runtime; the GPU's does not look at bounds",
    )
    parser.add_argument("--keep", help="a folder to leave the programs in")
    args = parser.parse_args()
    all_graphs = graphs(random.Random(args.seed))
    wanted = codes()[:: args.every]
    if args.sanitizer == "gpu":
        wanted = [code for code in wanted if code.bug != "bounds"]
    table, wrong = {}, []
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or temporary
        write_graphs(os.path.join(folder, "graphs.txt"), all_graphs)
        for start in range(0, len(wanted), PER_PROGRAM):
            chosen = wanted[start : start + PER_PROGRAM]
            for code, graph, found in judge(
                args.racemap,
                args.sanitizer,
                chosen,
                all_graphs,
                folder,
                start // PER_PROGRAM,
            ):
                reached = code.reaches(graph)
                key = (reached, found)
                counts = table.setdefault(code.bug, {})
                counts[key] = counts.get(key, 0) + 1
                if reached != found:
                    what = "missed" if reached else "flagged for nothing"
                    wrong.append(f"{code.name} on {graph.name}: {what}")
    print(f"{len(wanted)} codes on {len(all_graphs)} graphs, seed {args.seed}")
    print("bug        reached    found   missed  not reached  flagged")
    for bug, c in sorted(table.items()):
        found, missed = c.get((True, True), 0), c.get((True, False), 0)
        flagged, silent = c.get((False, True), 0), c.get((False, False), 0)
        print(
            f"{bug:9} {found + missed:8} {found:8} {missed:8} "
            f"{flagged + silent:12} {flagged:8}"
        )
    for line in wrong[:20]:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
