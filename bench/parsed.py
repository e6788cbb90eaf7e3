# parsed - which share of the files that nvcc compiles RaceMap analyses.
#
# Each file, or each Nth of them, goes through `nvcc -ptx` and through `racemap
# check` with all kernels left out, so that only reading it counts. What nvcc
# takes and RaceMap does not is printed with the first error. Beside the flags
# of corpus.py, a file gets the -I and -D of a Makefile in its folder.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import concurrent.futures
import re
import shlex
import sys
import tempfile
from pathlib import Path

import corpus
import real


def makefile_flags(folder):
    makefile = folder / "Makefile"
    if not makefile.is_file():
        return []
    text = re.sub(r"\\\n", " ", makefile.read_text(errors="replace"))
    found = re.findall(r"(?<=\s)-[ID]\s?[^\s$]+(?=\s)", text)
    flags = []
    for flag in found:
        kind, value = flag[:2], flag[2:].strip()
        if "'" in flag or '"' in flag:
            try:
                value = shlex.split(value)[0]
            except ValueError:  # a part of something longer
                continue
        flags.append(kind + (str((folder / value).resolve()) if kind == "-I" else value))
    return list(dict.fromkeys(flags))


def judge(unit, args, config):
    unit.flags += makefile_flags(unit.path.parent)
    if real.nvcc_kernels(unit, {}) is None:
        return unit, None, ""
    command = [str(args.prefix / "bin" / "racemap"), "check", str(unit.path), f"--config={config}", "--", *unit.flags]
    status, text, _, _ = real.run(command, 300)
    error = re.search(r"^.*error: .*$", text, re.M)
    return unit, status == 0, error[0] if error else f"status {status}"


def main():
    p = corpus.parser("share of the files that nvcc compiles which racemap analyses")
    p.add_argument("--every", type=int, default=1, help="only each Nth file (default 1)")
    p.add_argument("-j", type=int, default=2, help="files at a time (default 2)")
    args = p.parse_args()
    units = list(corpus.units(args))[:: args.every]
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as config:
        config.write('[analyse]\nskip-kernels = "*"\n')
        config.flush()
        with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
            answers = list(pool.map(lambda u: judge(u, args, Path(config.name)), units))
    compiled = [a for a in answers if a[1] is not None]
    for unit, analysed, why in compiled:
        if not analysed:
            print(f"{unit.name}: {why}")
    if not compiled:
        sys.exit("nvcc compiles none of the files")
    good = sum(analysed for _, analysed, _ in compiled)
    print(f"{len(units)} files, nvcc compiles {len(compiled)}, racemap analyses {good} of these: "
          f"{100 * good / len(compiled):.1f} %")


if __name__ == "__main__":
    main()
