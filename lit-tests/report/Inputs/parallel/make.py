"""A Makefile and a build.ninja that compile so many units of unit.cu.

usage: make.py SOURCES UNITS COMPILER...
"""
import shutil
import sys

sources, units = sys.argv[1], int(sys.argv[2])
compiler = " ".join(sys.argv[3:])
names = [f"u{i}" for i in range(units)]
for name in names:
    shutil.copy(f"{sources}/unit.cu", f"{name}.cu")


def flags(i):
    return f"-DUNIT={i} -DNAME=k{i} -DLAUNCH=l{i}"


with open("Makefile", "w", encoding="utf-8") as out:
    print("all:", *(f"make/{n}.o" for n in names), file=out)
    for i, n in enumerate(names):
        print(f"make/{n}.o: {n}.cu\n\t{compiler} {flags(i)} "
              f"-fplugin-arg-racemap-json=json-make -c {n}.cu -o $@", file=out)
with open("build.ninja", "w", encoding="utf-8") as out:
    print(f"rule cu\n  command = {compiler} $flags "
          "-fplugin-arg-racemap-json=json-ninja -c $in -o $out", file=out)
    for i, n in enumerate(names):
        print(f"build ninja/{n}.o: cu {n}.cu\n  flags = {flags(i)}", file=out)
