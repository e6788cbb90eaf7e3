# sesa - the kernels of SESA's tables: verdicts and times beside the paper's.
#
# In:  bench/sesa/*.cu, our own re-creations, and bench/sesa/paper.tsv.
# Out: for each kernel and number of threads the verdict, the paper's, the time
#      of the analysis (without the compiler's) and the paper's. Exit status 1
#      if a verdict is neither the paper's nor the one that is known to differ,
#      with --within also if one took longer.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import sys
from dataclasses import dataclass

import corpus
import real

KERNELS = corpus.HERE / "sesa"


@dataclass
class Row:
    file: str
    name: str        # in the paper
    where: str       # the table
    threads: str     # that the paper analysed
    seconds: str     # that the paper's tool took
    verdict: str
    known: str       # our verdict where it differs, or -


def rows(text):
    lines = (KERNELS / "paper.tsv").read_text().splitlines()
    return [r for r in (Row(*x.split("\t")) for x in lines if not x.startswith("#")) if text in r.file]


def measure(row, threads, args):
    """The worst verdict of the kernels of a file, and the time of all."""
    unit = corpus.Unit(KERNELS / (row.file + ".cu"), row.file, [f"-DTHREADS={threads}"])
    kernels = real.racemap(unit, args)["kernels"] or []
    verdicts = [real.verdict_of(k) for k in kernels] or ["not compiled"]
    worst = next((v for v in ("racy", "unknown", "not compiled") if v in verdicts), verdicts[0])
    return worst, sum(c["ms"] for k in kernels for c in k["contexts"])


def main():
    p = argparse.ArgumentParser(description="the kernels of SESA's tables")
    p.add_argument("--prefix", type=corpus.Path, default=corpus.HERE.parent / "build" / "release",
                   help="where bin/racemap is (default build/release)")
    p.add_argument("--threads", type=int, action="append", help="of a block; repeatable (default 256 and 1024)")
    p.add_argument("--filter", default="", help="only kernels whose file contains this")
    p.add_argument("--part", type=corpus.part, default="1/1", help="of N parts of the kernels the Ith alone: I/N")
    p.add_argument("--option", action="append", default=[], help="an option for racemap check; repeatable")
    p.add_argument("--limit", type=float, default=300, help="seconds for one file; more is a hang")
    p.add_argument("--within", type=float, default=0, help="fail on an analysis of more milliseconds than this")
    args = p.parse_args()
    wrong, known, slow = [], [], []
    print("| kernel | threads | verdict | paper | ms | paper, s (threads) |\n| --- | ---: | --- | --- | ---: | ---: |")
    for row in rows(args.filter)[args.part]:
        for threads in args.threads or [256, 1024]:
            verdict, ms = measure(row, threads, args)
            print(f"| {row.file} | {threads} | {verdict} | {row.verdict} | {ms:.0f} | "
                  f"{row.seconds} ({row.threads}) |", flush=True)
            if verdict != row.verdict:
                (known if verdict == row.known else wrong).append(f"{row.file} at {threads}")
            slow += [f"{row.file} at {threads}"] if args.within and ms > args.within else []
    print(f"not as in the paper: {', '.join(wrong) or 'none'}; known to differ: {', '.join(known) or 'none'}")
    if args.within:
        print(f"slower than {args.within:.0f} ms: {', '.join(slow) or 'none'}")
    sys.exit(1 if wrong or slow else 0)


if __name__ == "__main__":
    main()
