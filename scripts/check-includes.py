#!/usr/bin/env python3
"""Checks that includes point one way, downwards.

In:  every #include of the repository's C++ files.
Out: one line per include that its layer or its room may not have, and per room
     that is too full; exit status 1 if any.

A layer is the longest prefix in LAYERS that a file's path has. It may include
itself, the layers it names, and the external headers it names. Z3 is known to
one layer only, so no other may reach a Z3 header through a header of that
layer either.

A layer may have rooms: folders, each of one concept in at most MOST_UNITS units
(a header, its source or both). A file of a room may include its own room and
those that ROOMS names for it. Every room is named after those that it includes,
so that the arrows between rooms make no circle. "" is what is right
in the layer's folder. Other layers that may include the layer may
include all of it.

usage: check-includes.py [ROOT] | check-includes.py --self-test

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
import re
import sys
import tempfile

SUPPORT = ("llvm/ADT/", "llvm/Support/", "llvm/Config/")
LLVM = ("llvm/", "llvm-c/")
CLANG = LLVM + ("clang/", "clang-c/")
CUDA = ("cuda", "driver_types.h", "vector_types.h", "device_")

PASSES = ["map", "ptx", "lift", "intervals", "algebra", "solve", "verdict"]
PASSES += ["report"]
PASSES += ["instrument", "driver"]
PASSES = [f"passes/{name}" for name in PASSES]

RUNTIME = ("config", "output", "launches", "fsm", "fsm/model", "device", "host")
RUNTIME += ("cpu", "gpu")
RUNTIME = [f"runtime/{name}" for name in RUNTIME]


def below(*names):
    return [f"passes/{name}" for name in names]


# folder: (layers it may include, external headers it may include). Standard
# headers are free for all; an external header not named in EXTERNAL is taken
# as one of them. "passes" are the files right in that folder, which all layers
# that read LLVM's IR may share.
LAYERS = {
    "passes/map": ([], SUPPORT),
    "passes/ptx": ([], SUPPORT + ("llvm/Demangle/",)),
    "passes/lift": (below("map", "ptx") + ["passes"], LLVM),
    "passes/intervals": (below("map"), SUPPORT),
    "passes/algebra": (below("map"), SUPPORT),
    "passes/solve": (below("map", "algebra"), SUPPORT + ("z3",)),
    "passes/verdict": (below("map", "intervals", "solve"), SUPPORT),
    "passes/report": (
        below("map", "intervals", "solve", "verdict")
        + ["runtime/output", "runtime/launches"],
        SUPPORT,
    ),
    "passes/instrument": (
        below("map", "ptx", "lift", "intervals", "solve", "verdict")
        + ["passes", "runtime/device", "runtime/fsm"],
        LLVM,
    ),
    "passes/driver": (
        PASSES
        + ["passes", "passes/instrument"]
        + ["runtime/config", "runtime/output", "runtime/launches"]
        + ["runtime/device"],
        LLVM,
    ),
    "passes": ([], LLVM),
    "plugin": (PASSES + ["passes", "runtime/output"], CLANG),
    "tools": (
        PASSES
        + ["passes", "plugin", "runtime/config", "runtime/output"]
        + ["runtime/launches"],
        CLANG,
    ),
    "runtime/fsm": ([], ()),
    "runtime/fsm/model": (["runtime/fsm"], ()),
    "runtime/fsm/tool": (["runtime/fsm/model"], ()),
    "runtime/device": (["runtime/fsm"], ()),
    "runtime/config": ([], ("toml++",)),
    "runtime/output": ([], ()),
    "runtime/launches": ([], ()),
    "runtime/host": (
        ["runtime/config", "runtime/output", "runtime/launches"]
        + ["runtime/fsm", "runtime/device"],
        CUDA,
    ),
    "runtime/cpu": (
        ["runtime/config", "runtime/output", "runtime/launches"]
        + ["runtime/fsm", "runtime/device", "runtime/host", "passes/ptx"],
        LLVM + CUDA,
    ),
    "runtime/gpu": (
        ["runtime/config", "runtime/fsm", "runtime/device", "runtime/host"],
        CUDA,
    ),
    "unit-tests": (
        PASSES + ["passes", "plugin"] + RUNTIME,
        CLANG + ("gtest", "gmock"),
    ),
    "unit-tests/tool": (["tools", "runtime/output"], SUPPORT + ("gtest",)),
    "fuzz": (
        PASSES + ["passes", "tools", "unit-tests"] + RUNTIME,
        LLVM,
    ),
    # Judges what all of passes/ does together, so it knows nothing of it.
    "unit-tests/source-oracle": (
        ["unit-tests"],
        SUPPORT + ("gtest", "gmock"),
    ),
}

# layer: {room: the rooms of the layer that it may include}
ROOMS = {
    "passes/lift": {
        "module": [],
        "effects": ["module"],
        "prepare": ["module"],
        "kernel": ["module", "effects"],
        "values": ["effects", "kernel"],
        "loops": ["effects", "values"],
        "emit": ["module", "effects", "values"],
        "": ["module", "effects", "prepare", "emit"],
    },
    "passes/verdict": {
        "launch": [],
        "finding": ["launch"],
        "replay": ["launch", "finding"],
        "query": ["launch", "finding", "replay"],
        "order": ["query"],
        "convergence": ["finding", "query", "order"],
        "races": ["launch", "finding", "replay", "query", "order"],
        "preconditions": ["launch", "finding", "query"],
        "": ["launch", "finding", "query", "convergence", "races"]
        + ["preconditions"],
        "advice": [""],
    },
}
MOST_UNITS = 20

EXTERNAL = re.compile(
    r"(llvm|llvm-c|clang|clang-c|gtest|gmock|toml\+\+)/"
    r"|z3|cuda|driver_types\.h|vector_types\.h|device_\w+\.h"
)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SUFFIXES = (".h", ".hpp", ".def", ".inc", ".cpp", ".cc", ".cu", ".cuh")


def layer_of(path):
    """The layer of a path, or None for what no layer owns."""
    owners = [name for name in LAYERS if path.startswith(name + "/")]
    return max(owners, key=len, default=None)


def room_of(layer, path):
    """The room of a layer that has rooms, or None for a folder that is none."""
    room = os.path.dirname(os.path.relpath(path, layer))
    return room if room in ROOMS[layer] else None


def read_includes(root):
    """Maps every file of a layer to the [(line, header)] that it includes.

    A header of the repository is given by its path from the root, also where
    the source names it relative to the file."""
    includes = {}
    for top in sorted({name.split("/")[0] for name in LAYERS}):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if not name.endswith(SUFFIXES):
                    continue
                full = os.path.join(folder, name)
                path = os.path.relpath(full, root)
                with open(full, encoding="utf-8", errors="replace") as file:
                    text = file.read()
                includes[path] = [
                    (
                        text.count("\n", 0, match.start(2)) + 1,
                        resolve(root, path, match[2]),
                    )
                    for match in INCLUDE.finditer(text)
                ]
    return includes


def resolve(root, path, header):
    beside = os.path.normpath(os.path.join(os.path.dirname(path), header))
    if not beside.startswith("..") and os.path.isfile(
        os.path.join(root, beside)
    ):
        return beside
    return os.path.normpath(header)


def allowed(path, header):
    layer = layer_of(path)
    if layer is None:
        return True
    layers, external = LAYERS[layer]
    target = layer_of(header)
    if target == layer and layer in ROOMS:
        room, other = room_of(layer, path), room_of(layer, header)
        return other == room or other in ROOMS[layer].get(room, [])
    if target is not None:
        return target == layer or target in layers
    if EXTERNAL.match(header):
        return header.startswith(tuple(external))
    return True


def reaches_z3(header, includes, seen):
    if header.startswith("z3"):
        return True
    if header in seen:
        return False
    seen.add(header)
    return any(
        reaches_z3(next_header, includes, seen)
        for _, next_header in includes.get(header, [])
    )


def check(includes):
    problems = []
    for path, lines in sorted(includes.items()):
        for line, header in lines:
            where = f"{path}:{line}: "
            if not allowed(path, header):
                folder = os.path.dirname(path)
                problems.append(where + f"{folder} may not include {header}")
            elif layer_of(path) != "passes/solve" and reaches_z3(
                header, includes, set()
            ):
                problems.append(where + f"{header} leads to a Z3 header")
    return problems + check_rooms(includes)


def check_rooms(includes):
    """The table makes no circle, every folder is in it, and none is full."""
    problems = []
    units = {}
    for path in includes:
        layer = layer_of(path)
        if layer in ROOMS:
            units.setdefault(os.path.dirname(path), set()).add(
                os.path.splitext(path)[0]
            )
            if room_of(layer, path) is None:
                problems.append(f"{path}: in no room of {layer}")
    for folder, files in sorted(units.items()):
        if len(files) > MOST_UNITS:
            problems.append(
                f"{folder}: {len(files)} units, may have {MOST_UNITS}"
            )
    for layer, rooms in ROOMS.items():
        problems += [
            f"{layer}: {room} is named before {other}, which it may include"
            for room, others in rooms.items()
            for other in others
            if list(rooms).index(other) >= list(rooms).index(room)
        ]
    return problems


def check_arrows(includes):
    """What the table of rooms allows is there because a file needs it."""
    used = set()
    for path, lines in includes.items():
        layer = layer_of(path)
        for _, header in lines:
            if layer in ROOMS and layer_of(header) == layer:
                rooms = room_of(layer, path), room_of(layer, header)
                used.add((layer, *rooms))
    return [
        f"{layer}: {room or 'its folder'} needs not include "
        f"{other or 'its folder'}"
        for layer, rooms in ROOMS.items()
        for room, others in rooms.items()
        for other in others
        if (layer, room, other) not in used
    ]


# What a planted include must be found as: (file, include line, bad?).
PLANTED = [
    ("passes/map/A.h", '#include "llvm/ADT/StringRef.h"', False),
    ("passes/map/A.h", "#include <vector>", False),
    ("passes/map/A.h", '#include "llvm/IR/Module.h"', True),
    ("passes/map/A.h", '#include "passes/lift/Lifter.h"', True),
    ("passes/map/A.h", "#include <z3++.h>", True),
    ("passes/lift/A.cpp", '#include "llvm/IR/Module.h"', False),
    ("passes/lift/A.cpp", '#include "passes/map/Term.h"', False),
    ("passes/lift/A.cpp", '#include "passes/LLVMCompat.h"', False),
    ("passes/map/A.cpp", '#include "passes/LLVMCompat.h"', True),
    ("passes/lift/A.cpp", '#  include "clang/AST/AST.h"', True),
    ("passes/lift/A.cpp", '#include "plugin/Action.h"', True),
    ("passes/lift/A.cpp", '#include "../solve/Solver.h"', True),
    ("passes/solve/A.cpp", "#include <z3++.h>", False),
    ("passes/verdict/A.cpp", '#include "passes/solve/Solver.h"', False),
    ("passes/verdict/A.cpp", '#include "passes/solve/Z3.h"', True),
    ("passes/verdict/A.cpp", '#include "passes/report/Json.h"', True),
    (
        "passes/report/A.cpp",
        '#include "passes/verdict/finding/Finding.h"',
        False,
    ),
    (
        "passes/verdict/races/A.cpp",
        '#include "passes/verdict/order/B.h"',
        False,
    ),
    (
        "passes/verdict/order/A.cpp",
        '#include "passes/verdict/races/B.h"',
        True,
    ),
    ("passes/verdict/order/A.cpp", '#include "../races/B.h"', True),
    ("passes/verdict/order/A.cpp", '#include "passes/map/Term.h"', False),
    ("passes/verdict/order/A.cpp", '#include "passes/lift/Lift.h"', True),
    ("passes/verdict/order/A.cpp", '#include "passes/verdict/B.h"', True),
    ("passes/verdict/A.cpp", '#include "passes/verdict/races/B.h"', False),
    ("passes/lift/loops/A.cpp", '#include "passes/lift/values/B.h"', False),
    ("passes/lift/values/A.cpp", '#include "passes/lift/loops/B.h"', True),
    ("passes/verdict/elsewhere/A.cpp", "#include <vector>", True),
    ("passes/report/A.cpp", '#include "passes/lift/Lifter.h"', True),
    ("passes/driver/A.cpp", '#include "passes/report/Json.h"', False),
    ("passes/driver/opt/A.cpp", '#include "plugin/Action.h"', True),
    ("plugin/A.cpp", '#include "clang/AST/AST.h"', False),
    ("plugin/A.cpp", '#include "tools/racemap/Check.h"', True),
    ("tools/racemap/A.cpp", '#include "plugin/Options.h"', False),
    ("runtime/fsm/A.h", '#include "llvm/ADT/StringRef.h"', True),
    ("runtime/fsm/A.h", '#include "runtime/fsm/model/History.h"', True),
    ("runtime/fsm/model/A.h", '#include "runtime/fsm/Machine.h"', False),
    ("runtime/device/A.h", '#include "runtime/fsm/model/Table.h"', True),
    ("unit-tests/solve/A.cpp", "#include <z3++.h>", True),
    ("unit-tests/map/A.cpp", '#include "passes/map/Term.h"', False),
    ("unit-tests/source-oracle/A.cpp", '#include "passes/map/Term.h"', True),
]


def self_test():
    failures = 0
    for path, line, bad in PLANTED:
        with tempfile.TemporaryDirectory() as root:
            plant(root, "passes/solve/Solver.h", "")
            plant(root, "passes/solve/Z3.h", "#include <z3++.h>\n")
            plant(root, "passes/verdict/races/B.h", "")
            plant(root, path, f"#include <string>\n{line}\n")
            found = bool(check(read_includes(root)))
        if found != bad:
            failures += 1
            verb = "was not found" if bad else "was refused"
            print(f"self-test: {line} in {path} {verb}")
    failures += test_rooms()
    print(f"self-test: {len(PLANTED)} includes, {failures} wrong")
    return 1 if failures else 0


def test_rooms():
    """One unit too many, and a room that includes one above it, are found."""
    failures = 0
    with tempfile.TemporaryDirectory() as root:
        for number in range(MOST_UNITS):
            plant(root, f"passes/verdict/order/A{number}.h", "")
            plant(root, f"passes/verdict/order/A{number}.cpp", "")
        if check(read_includes(root)):
            failures += 1
            print("self-test: a full room was refused")
        plant(root, "passes/verdict/order/B.h", "")
        if not check(read_includes(root)):
            failures += 1
            print("self-test: a room with too many units was not found")
    path, header = "passes/verdict/order/A.h", "passes/verdict/query/B.h"
    arrow = "passes/verdict: order needs not include query"
    needed = {path: [(1, header)]}
    if arrow not in check_arrows({}) or arrow in check_arrows(needed):
        failures += 1
        print("self-test: an arrow that no file needs was not found")
    rooms = ROOMS["passes/verdict"]
    rooms["launch"].append("order")
    if not check_rooms({}):
        failures += 1
        print("self-test: rooms that include each other were not found")
    rooms["launch"].pop()
    return failures


def plant(root, path, text):
    full = os.path.join(root, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "w", encoding="utf-8") as file:
        file.write(text)


def main(args):
    if args == ["--self-test"]:
        return self_test()
    here = os.path.dirname(os.path.abspath(__file__))
    includes = read_includes(args[0] if args else os.path.dirname(here))
    problems = check(includes) + check_arrows(includes)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
