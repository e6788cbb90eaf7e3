#!/usr/bin/env python3
"""Chooses the source files that clang-tidy looks at.

In:  the names of changed files, one a line, on standard input.
Out: the changed .cpp files, and .cpp files that include a changed header, so
     that each changed header is seen; if .clang-tidy has changed, all.

At most MOST files are there for the sake of headers alone: those that include one
directly come first, and of these one for each header that no file so far
includes. How many are left out is said on standard error. What includes what
is read from the sources, as check-includes.py does, so nothing has to be built.

usage: tidy-files.py [ROOT] | tidy-files.py --self-test

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import importlib.util
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
MOST = 12

# Code for GPUs is no part of the build's list of commands.
LOOKED_AT = re.compile(r"(passes|plugin|runtime|tools)/.*\.cpp$")
LEFT_OUT = "runtime/gpu/device/"


def check_includes():
    spec = importlib.util.spec_from_file_location(
        "check_includes", os.path.join(HERE, "check-includes.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def is_looked_at(path):
    return LOOKED_AT.match(path) and not path.startswith(LEFT_OUT)


def included_by(path, includes):
    """All files that it includes, by others or directly."""
    found, next_ones = set(), [path]
    while next_ones:
        for _, header in includes.get(next_ones.pop(), []):
            if header not in found:
                found.add(header)
                next_ones.append(header)
    return found


def for_headers(changed, includes):
    """The sources that include a changed header and have not changed, in the
    order in which they are worth a look."""
    headers = {path for path in changed if not path.endswith(".cpp")}
    sources = sorted(filter(is_looked_at, includes))
    reached = {path: included_by(path, includes) & headers for path in sources}
    direct = {path: {header for _, header in includes[path]} & headers
              for path in sources}
    unseen = headers - set().union(*(reached[p] for p in sources if p in changed))
    left = [path for path in sources if path not in changed and reached[path]]
    # A header's own source is the best one.
    left.sort(key=lambda path: not any(
        os.path.splitext(path)[0] == os.path.splitext(header)[0]
        for header in direct[path]))
    first = []
    for covered in (direct, reached):
        for path in left:
            if covered[path] & unseen:
                unseen -= reached[path]
                first.append(path)
    left = [path for path in left if path not in first]
    return first + sorted(left, key=lambda path: not direct[path])


def choose(changed, root):
    """The files, and how many more there are that include a changed header."""
    includes = check_includes().read_includes(root)
    if ".clang-tidy" in changed:
        return sorted(filter(is_looked_at, includes)), 0
    own = [path for path in sorted(changed)
           if is_looked_at(path) and path in includes]
    more = for_headers(changed, includes)
    return own + more[:MOST], len(more[MOST:])


def self_test():
    with tempfile.TemporaryDirectory() as root:
        def plant(path, *headers):
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.writelines(f'#include "{name}"\n' for name in headers)
        plant("passes/map/A.h")
        plant("passes/map/B.h", "passes/map/A.h")
        plant("passes/map/A.def")
        plant("passes/map/A.cpp", "passes/map/A.h")
        plant("passes/map/Behind.cpp", "passes/map/B.h")
        plant("passes/map/Table.cpp", "passes/map/A.def")
        plant("tools/racemap/Beside.h")
        plant("tools/racemap/Beside.cpp", "Beside.h")
        plant("unit-tests/map/ATest.cpp", "passes/map/A.h")
        plant("runtime/gpu/device/Gpu.cpp", "runtime/fsm/F.h")
        plant("runtime/fsm/F.h")
        for number in range(MOST):
            plant(f"passes/lift/User{number:02}.cpp", "passes/map/A.h")
        users = [f"passes/lift/User{n:02}.cpp" for n in range(MOST)]
        own, behind = "passes/map/A.cpp", "passes/map/Behind.cpp"
        beside = "tools/racemap/Beside.cpp"
        every = sorted([*users, own, behind, "passes/map/Table.cpp", beside])
        cases = [
            ({"docs/a.md"}, ([], 0)),
            ({own}, ([own], 0)),
            ({"passes/map/gone.cpp"}, ([], 0)),
            ({"passes/map/A.def"}, (["passes/map/Table.cpp"], 0)),
            ({"tools/racemap/Beside.h"}, ([beside], 0)),
            ({"runtime/fsm/F.h"}, ([], 0)),
            ({"passes/map/A.h"}, ([own, *users[:-1]], 2)),
            ({"passes/map/A.h", "tools/racemap/Beside.h"},
             ([own, beside, *users[:-2]], 3)),
            ({"passes/map/A.h", own}, ([own, *users], 1)),
            ({"passes/map/B.h"}, ([behind], 0)),
            ({".clang-tidy"}, (every, 0)),
        ]
        wrong = [case for case in cases if choose(case[0], root) != case[1]]
        for changed, expected in wrong:
            print(f"self-test: {changed}: {choose(changed, root)}, "
                  f"not {expected}")
    print(f"self-test: {len(cases)} changes, {len(wrong)} wrong")
    return 1 if wrong else 0


def main(args):
    if args == ["--self-test"]:
        return self_test()
    root = args[0] if args else os.path.dirname(HERE)
    files, left = choose(set(sys.stdin.read().splitlines()), root)
    for path in files:
        print(path)
    if left:
        print(f"clang-tidy: {left} more files include changed headers; "
              f"--long looks at them", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
