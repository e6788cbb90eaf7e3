# pairs - what decides the pairs of accesses of a corpus, and what Z3 is asked.
#
# Each file is checked once (`racemap check --stats=1`). Out: of all pairs of all
# kernels in all their launch contexts, how many each way refuted or confirmed,
# how many stay undecided, and the queries that took Z3; then the kernels with
# most undecided pairs. A file in which a limit ends the check counts as such.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import concurrent.futures
import re
import sys

import corpus
import real

LINE = re.compile(r"remark: (kernel '.*), launch (.*?): (\d+) pairs?; refuted: (.*?); confirmed: (.*?); undecided: (\d+); "
                  r"(\d+) quer(?:y|ies)(.*)")


def tally(text):
    """Of what `racemap check --stats=1` says, a counter for each kernel and launch: (what, way) and numbers of it."""
    for kernel, launch, pairs, refuted, confirmed, undecided, queries, spent in LINE.findall(text):
        counts = collections.Counter(pairs=int(pairs), undecided=int(undecided), queries=int(queries))
        for what, ways in ("refuted", refuted), ("confirmed", confirmed):
            for number, way in re.findall(r"(\d+) by ([^,]+)", ways):
                counts[what, way] += int(number)
        counts["Z3"] += sum(int(n) for n in re.findall(r"Z3 (\d+) times", spent))
        yield kernel, launch, counts


def share(number, whole):
    return f"{number:9} {100 * number / max(1, whole):6.1f} %"


def report(all_of):
    total = sum((counts for _, _, _, counts in all_of), collections.Counter())
    pairs = total["pairs"]
    print(f"{pairs:9} pairs of {len(all_of)} kernels in their launches, {total['queries']} queries, {total['Z3']} calls of Z3")
    for key in sorted((k for k in total if isinstance(k, tuple)), key=lambda k: (k[0] != "refuted", -total[k])):
        print(f"{share(total[key], pairs)}  {key[0]} by {key[1]}")
    print(f"{share(total['undecided'], pairs)}  undecided")
    exact = sum(total["refuted", way] for way in ("ranges", "algebra"))
    print(f"{share(exact, pairs)}  by exact arithmetic; of those refuted: "
          f"{100 * exact / max(1, sum(n for k, n in total.items() if k[0] == 'refuted')):.1f} %")
    for unit, kernel, launch, counts in sorted(all_of, key=lambda x: -x[3]["undecided"])[:10]:
        if counts["undecided"]:
            print(f"{counts['undecided']:9} of {counts['pairs']} undecided: {unit}: {kernel}, launch {launch}")


def main():
    p = corpus.parser("counts what decides the pairs of a corpus")
    p.add_argument("--every", type=int, default=1, help="only each Nth file in alphabetical order")
    p.add_argument("--limit", type=float, default=300, help="seconds for one file")
    p.add_argument("--option", action="append", default=[], help="an option for racemap check; repeatable")
    p.add_argument("--jobs", type=int, default=1)
    args = p.parse_args()
    args.option.append("--stats=1")
    units = list(corpus.units(args))[::args.every]
    all_of, without = [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for n, (unit, got) in enumerate(zip(units, pool.map(lambda u: real.racemap(u, args, real.PLUGINS), units)), 1):
            without += got["kernels"] is None
            all_of += ((unit.name, *counted) for counted in tally(got["text"]))
            print(f"{n} of {len(units)} files", file=sys.stderr)
    report(all_of)
    print(f"{len(units)} files, {without} of them without an answer")


if __name__ == "__main__":
    main()
