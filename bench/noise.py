# noise - some of what `racemap check` warns of in a corpus, to be read.
#
# In:  a corpus (see corpus.py; a folder of several will do).
# Out: its files in random order, until --number warnings are together: one for
#      each array (or barrier) of each file, with the lines of source, the
#      example and what is required of launches. To be judged by a person: would
#      a maintainer call it useful? The seed is printed.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import random
import re
import sys
from pathlib import Path

import corpus
import real


def check(unit, args):
    """The kernels of the JSON, and the lines (file, number) that the compiler warns of."""
    got = real.racemap(unit, args, real.PLUGINS)
    if got["status"] is None:
        print(f"{unit.name}: no answer in {args.limit:.0f} s", file=sys.stderr)
    lines = {(file, int(line)) for file, line in re.findall(r"^(.+?):(\d+):\d+: warning: ", got["text"], re.M)}
    return got["kernels"] or [], lines


def is_warning(finding):
    return finding["certainty"] in ("provable", "input") and not finding["benign"]


def warnings(unit, args):
    """The first of each array, of which others may have the same cause: (kernel, context, finding, how many)."""
    found = {}
    all_of, lines = check(unit, args)
    for kernel in all_of:
        for context in kernel["contexts"]:
            for finding in filter(is_warning, context["findings"]):
                place = finding["accesses"][0] if finding["accesses"] else {"file": kernel["file"], "line": kernel["line"]}
                # Instances of a template share their lines.
                key = finding["kind"], finding["array"], kernel["line"], place["file"]
                # Nothing is said of what stands in a header of the system.
                if key in found or (place["file"], place["line"]) in lines:
                    found.setdefault(key, []).append((kernel, context, finding))
    return [(*these[0], len(these)) for these in found.values()]


def show_source(where, around):
    try:
        lines = Path(where["file"]).read_text(errors="replace").splitlines()
    except OSError:
        return
    for n in range(max(1, where["line"] - around), min(len(lines), where["line"] + around) + 1):
        print(f"    {n:5}{'>' if n == where['line'] else ' '} {lines[n - 1]}")


def show(number, unit, warning, around):
    kernel, context, finding, many = warning
    print(f"\n=== {number}. {unit.name}: {finding['kind']} on {finding['array']}, {finding['certainty']}"
          f", {many} findings; kernel {kernel['name']}")
    print(f"  launch: {context['origin']}, block {context['blockDim']}"
          f", {context['assumptions']}")
    print(f"  {finding['explanation']}; needs {finding['needs']}")
    witness = finding["witness"] or {}
    print(f"  block {witness.get('blockDim')}, grid {witness.get('gridDim')}, threads "
          f"{[(t['blockIdx'], t['threadIdx']) for t in witness.get('threads', [])]}, {witness.get('values')}")
    for access in {(a["file"], a["line"]): a for a in finding["accesses"]}.values():
        print(f"  {access['op']} at {access['file']}:{access['line']}")
        show_source(access, around)
    sys.stdout.flush()


def main():
    p = corpus.parser("draws warnings of racemap check at random")
    p.add_argument("--number", type=int, default=60, help="of warnings (default 60)")
    p.add_argument("--seed", type=int, default=None)
    p.add_argument("--limit", type=float, default=300, help="seconds for one file")
    p.add_argument("--around", type=int, default=3, help="lines of source around each access (default 3)")
    p.add_argument("--option", action="append", default=[], help="an option for racemap check; repeatable")
    args = p.parse_args()
    seed = args.seed if args.seed is not None else random.randrange(2**32)
    print(f"seed {seed}")
    units = list(corpus.units(args))
    random.Random(seed).shuffle(units)
    found = 0
    for n, unit in enumerate(units, 1):
        for warning in warnings(unit, args):
            found += 1
            show(found, unit, warning, args.around)
        print(f"{n} of {len(units)} files, {found} warnings", file=sys.stderr)
        if found >= args.number:
            break
    print(f"\n{found} warnings in {n} files")


if __name__ == "__main__":
    main()
