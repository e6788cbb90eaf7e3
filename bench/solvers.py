# solvers - which solver, or which of Z3's ways, decides RaceMap's costly queries?
#
# In:  a folder with queries as racemap check --dump-queries=DIR writes them
#      (passes/solve/QueryDump.h).
# Out: for each encoding of the queries and each solver, how many of a sample
#      are decided within the limit, how many of these nothing else decides,
#      and the seconds for all. Answers that contradict each other are printed
#      first; exit status 1 if there are any.
#
# Z3 of the system is the program `z3`; a current Z3, cvc5 and Bitwuzla are looked
# for in the Python that runs this (pip install z3-solver cvc5 bitwuzla). What is
# missing is left out.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import collections
import importlib.util
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CVC5 = """
import cvc5, sys
s = cvc5.Solver(); s.setOption("nl-ext-tplanes", "true")
p = cvc5.InputParser(s); p.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
m = p.getSymbolManager()
while True:
    c = p.nextCommand()
    if c.isNull(): break
    print(c.invoke(s, m).strip())
"""
BITWUZLA = """
import bitwuzla, sys
m = bitwuzla.TermManager(); p = bitwuzla.Parser(m, bitwuzla.Options())
p.parse(sys.argv[1], False, True)
"""


def parse(text):
    """S-expressions as nested lists."""
    stack = [[]]
    for token in re.findall(r"\(|\)|\|[^|]*\||;[^\n]*|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif not token.startswith(";"):
            stack[-1].append(token)
    return stack[0]


def portable(tree):
    """Text without what only Z3 has."""
    if isinstance(tree, str):
        return tree
    parts = [portable(t) for t in tree]
    if parts and parts[0] == "bvumul_noovfl":
        return f"(not (bvumulo {parts[1]} {parts[2]}))"
    if parts and parts[0] in ("bvsmul_noovfl", "bvsmul_noudfl"):
        # A signed product leaves the range upwards if its factors have the same sign.
        order = "bvsge" if parts[0] == "bvsmul_noovfl" else "bvslt"
        x, y = parts[1:]
        return f"(not (and (bvsmulo {x} {y}) ({order} (bvxor {x} {y}) (bvsub {x} {x}))))"
    return "(" + " ".join(parts) + ")"


def programs():
    """The commands that take a file, by name."""
    found = {}
    ways = {"": [], " smt": ["tactic.default_tactic=smt"], " arith.solver=2": ["smt.arith.solver=2"],
            " arith.solver=6": ["smt.arith.solver=6"], " qfbv": ["tactic.default_tactic=qfbv"],
            " qfnra-nlsat": ["tactic.default_tactic=qfnia"]}
    if system := shutil.which("z3", path="/usr/bin"):
        for name, options in ways.items():
            found[f"z3 of the system{name}"] = [system, *options]
    if importlib.util.find_spec("z3"):
        for name, options in ways.items():
            found[f"z3 of Python{name}"] = [str(Path(sys.executable).parent / "z3"), *options]
    if importlib.util.find_spec("cvc5"):
        found["cvc5"] = [sys.executable, "-c", CVC5]
    if importlib.util.find_spec("bitwuzla"):
        found["bitwuzla"] = [sys.executable, "-c", BITWUZLA]
    return found


def run(command, query, limit):
    """What is answered, and in how many seconds of computing."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([*command, str(query)], capture_output=True, text=True, timeout=20 * limit,
                              preexec_fn=bound)
        words = done.stdout.split()
    except subprocess.TimeoutExpired:
        words = []
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = next((w for w in words if w in ("sat", "unsat", "unknown")), "unknown")
    return answer, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=3, help="seconds for a query (default 3)")
    parser.add_argument("--sample", type=int, default=100, help="queries of each encoding (default 100)")
    parser.add_argument("--only", default="", help="queries with this in their names: unknown, bits-unsat")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    args = parser.parse_args()
    files = sorted(f for f in args.folder.glob("*.smt2") if args.only in f.name)
    solvers = programs()
    if not files or not solvers:
        sys.exit(f"solvers.py: no queries in {args.folder}, or no solver")
    print(f"seed {args.seed}", flush=True)
    dice = random.Random(args.seed)
    kinds = collections.defaultdict(list)
    for f in files:
        kinds[f.name.split("-")[1]].append(f)
    wrong = 0
    for kind, queries in sorted(kinds.items()):
        some = dice.sample(queries, min(len(queries), args.sample))
        here = {name: command for name, command in solvers.items()
                if kind == "bits" or (name != "bitwuzla" and "qfbv" not in name)}
        answers = {}
        for q in some:
            with tempfile.NamedTemporaryFile("w", suffix=".smt2") as other:
                sys.setrecursionlimit(100_000)
                other.write("(set-logic ALL)\n" + "\n".join(map(portable, parse(q.read_text()))))
                other.flush()
                answers[q] = {name: run(command, q if name.startswith("z3") else other.name, args.limit)
                              for name, command in here.items()}
            said = {a for a, _ in answers[q].values()} - {"unknown"}
            if len(said) > 1:
                wrong += 1
                print(f"{q}: {', '.join(f'{n}: {a}' for n, (a, _) in answers[q].items())}")
        print(f"\n{kind}: {len(some)} of {len(queries)}, {args.limit} s each\n")
        print("| solver | sat | unsat | alone | seconds |\n| --- | ---: | ---: | ---: | ---: |")
        for name in here:
            mine = [a[name] for a in answers.values()]
            alone = sum(a[name][0] != "unknown" and
                        all(o == "unknown" for n, (o, _) in a.items() if n.split()[:3] != name.split()[:3])
                        for a in answers.values())
            count = collections.Counter(a for a, _ in mine)
            print(f"| {name} | {count['sat']} | {count['unsat']} | {alone} | {sum(s for _, s in mine):.0f} |",
                  flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
