"""Small projects, and what `racemap check -p` says of each.

cases.py RACEMAP FOLDER   prints NAME: status, race-free, racy and undecided
                          kernels, the contexts of all

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import shutil
import subprocess
import sys
from pathlib import Path

DECLARED = "void run(int *d, int n);\nextern int *d;\n"
# Threads race if 0 < n < 64.
KERNEL = "__global__ void k(int *d, int n) { d[threadIdx.x] = d[threadIdx.x + n]; }\n"
RUN = KERNEL + "void run(int *d, int n) { k<<<1, 64>>>(d, n); }\n"
LAUNCHED = "__global__ void k(int *d, int n);\nextern int *d;\n"
BASE = "struct B { virtual void run(int *d, int n); };\nstruct D : B { void run(int *d, int n); };\nextern int *d;\n"


def calls(numbers):
    return DECLARED + "".join(f"void c{i}() {{ run(d, {n}); }}\n" for i, n in enumerate(numbers))


def layers(n):
    """main.cpp calls middle.cpp, which calls the launching function."""
    return {
        "run.cu": RUN,
        "middle.cpp": DECLARED + "void middle(int *d, int n) { run(d, n + 1); }\n",
        "main.cpp": f"void middle(int *d, int n);\nextern int *d;\nint main() {{ middle(d, {n} - 1); }}\n",
    }


CASES = {
    # What goes through a unit, and what goes around in units.
    "layers of 64": layers(64),
    "layers of 20": layers(20),
    "around": {
        "run.cu": KERNEL + "void step(int *d, int n);\nvoid run(int *d, int n) { k<<<1, 64>>>(d, n); step(d, n); }\n",
        "step.cpp": DECLARED + "void step(int *d, int n) { if (n > 1) run(d, n / 2); }\n",
        "main.cpp": calls([65536]),
    },
    # Uses that are no calls.
    "kernel mentioned": {
        "k.cu": KERNEL,
        "a.cu": LAUNCHED + "void a() { k<<<1, 64>>>(d, 64); }\n",
        "b.cu": LAUNCHED + "void start(const void *, int *, int);\nvoid b() { start((const void *)k, d, 20); }\n",
    },
    "kernel launched": {"k.cu": KERNEL, "a.cu": LAUNCHED + "void a() { k<<<1, 64>>>(d, 64); }\n"},
    "function mentioned": {"run.cu": RUN, "a.cpp": calls([64]), "b.cpp": DECLARED + "void (*user)(int *, int) = run;\n"},
    "no prototype": {"run.cu": 'extern "C" ' + "{" + RUN + "}", "a.c": "extern int *d;\nvoid run();\nvoid a() { run(d, 64); }\n"},
    "no function": {"run.cu": RUN, "a.cpp": DECLARED + "static bool x = (run(d, 64), true);\n"},
    "virtual": {
        "run.cu": BASE + KERNEL + "void D::run(int *d, int n) { k<<<1, 64>>>(d, n); }\n",
        "a.cpp": BASE + "void a(D *o) { o->run(d, 64); }\n",
        "b.cpp": BASE + "void b(B *o) { o->run(d, 20); }\n",
    },
    "kernel looked up": {
        "k.cu": 'extern "C" ' + KERNEL + "extern int *d;\nvoid own() { k<<<1, 64>>>(d, 64); }\n",
        "a.cpp": "int cuModuleGetFunction(void **, void *, const char *);\nvoid *f, *m;\nint a = cuModuleGetFunction(&f, m, \"k\");\n",
    },
    "kernel not looked up": {
        "k.cu": 'extern "C" ' + KERNEL + "extern int *d;\nvoid own() { k<<<1, 64>>>(d, 64); }\n",
        "a.cpp": "int puts(const char *);\nint a = puts(\"k\");\n",
    },
    # What calls nobody looks for.
    "constructor": {
        "k.cu": KERNEL,
        "a.cu": LAUNCHED + "void a() { k<<<1, 64>>>(d, 64); }\n",
        "b.cu": LAUNCHED + "struct B { B(int n) { k<<<1, 64>>>(d, n); } };\nvoid b() { B x(20); }\n",
    },
    "destructor": {
        "k.cu": KERNEL,
        "a.cu": LAUNCHED + "void a() { k<<<1, 64>>>(d, 64); }\n",
        "b.cu": LAUNCHED + "struct B { int n = 20; ~B() { k<<<1, 64>>>(d, n); } };\nvoid b() { B x; }\n",
    },
    # Functions in headers are their callers' own, and headers of the project
    # are no system's.
    "wrapper": {
        "run.h": DECLARED + "inline void go(int *d, int n) { run(d, n); }\n",
        "run.cu": '#include "run.h"\n' + RUN,
        "a.cpp": '#include "run.h"\nvoid a() { go(d, 64); }\n',
    },
    "wrapper of 20": {
        "run.h": DECLARED + "inline void go(int *d, int n) { run(d, n); }\n",
        "run.cu": '#include "run.h"\n' + RUN,
        "a.cpp": '#include "run.h"\nvoid a() { go(d, 20); }\n',
    },
    "system header": {
        "own/k.h": LAUNCHED,
        "k.cu": KERNEL + "extern int *d;\nvoid own() { k<<<1, 64>>>(d, 64); }\n",
        "a.cu": "#include <k.h>\nvoid a() { k<<<1, 64>>>(d, 20); }\n",
    },
    # One that is asked late, and one of which nobody knows who calls it.
    "late": {
        "run.cu": RUN,
        **{f"c{i}.cpp": f"void f{i - 1}(int *, int);\nvoid f{i}(int *d, int n) {{ f{i - 1}(d, n); }}\n" for i in range(1, 6)},
        "c0.cpp": DECLARED + "void f0(int *d, int n) { run(d, n); }\n",
        "a.cpp": DECLARED + "void f5(int *, int);\nvoid a() { run(d, 64); f5(d, 64); }\n",
        "b.cpp": "extern int *d;\nvoid f5(int *, int);\nvoid b() { f5(d, 20); }\n",
    },
    "computed": {
        "run.cu": KERNEL + "void run(int *d, int n, int m) { if (m == n) k<<<1, 64>>>(d, n); }\n",
        "a.cpp": "void run(int *, int, int);\nint computed();\nextern int *d;\nvoid a(int n) { int m = computed(); if (m == n) run(d, n, m); }\n",
    },
    # What holds for the launches in a unit, and not for others.
    "other launch": {"k.cu": KERNEL + "extern int *d;\nvoid own() { k<<<1, 64>>>(d, 64); }\n", "a.cu": LAUNCHED + "void a() { k<<<1, 64>>>(d, 20); }\n"},
    "mentioned beside a program": {"run.cu": RUN + "extern int *d;\nint main() { run(d, 64); }\n", "a.cpp": DECLARED + "void (*user)(int *, int) = run;\n"},
    "other caller": {"run.cu": RUN + "extern int *d;\nint main() { run(d, 64); }\n", "a.cpp": calls([20])},
    "same array": {
        "run.cu": "__global__ void k(int *o, const int *i) { o[threadIdx.x] = i[threadIdx.x + 1]; }\nvoid run(int *o, const int *i) { k<<<1, 64>>>(o, i); }\n",
        "a.cpp": "void run(int *, const int *);\nextern int *d;\nint main() { run(d, d); }\n",
    },
    # Many, of which the last one matters; and many that are one.
    "ten calls": {"run.cu": RUN, "a.cpp": calls(range(64, 74))},
    "17 calls": {"run.cu": RUN, "a.cpp": calls([*range(64, 80), 20])},
    "17 launches": {
        "k.cu": KERNEL + "extern int *d;\nvoid own() { k<<<1, 64>>>(d, 64); }\n",
        "a.cu": LAUNCHED + "".join(f"void a{n}() {{ k<<<1, 64>>>(d, {n}); }}\n" for n in [*range(64, 80), 20]),
    },
    "equal launches": {"k.cu": KERNEL, **{f"{c}.cu": LAUNCHED + f"void {c}() {{ k<<<1, 64>>>(d, 64); }}\n" for c in "abc"}},
}


def check(racemap, folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    compilers = {".cu": "nvcc", ".cpp": "g++", ".c": "gcc -std=gnu89"}
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    units = [{"directory": str(folder), "file": name, "command": f"{compilers[Path(name).suffix]} -isystem own -c {name}"} for name in files if Path(name).suffix in compilers]
    (folder / "compile_commands.json").write_text(json.dumps(units))
    ran = subprocess.run([racemap, "check", "-p", ".", "--no-cache", "--json=results.json"], cwd=folder, text=True, capture_output=True)
    kernels = json.loads((folder / "results.json").read_text())["kernels"]
    contexts = sum(len(k["contexts"]) for k in kernels)
    return f"status {ran.returncode}, {ran.stdout.split(': ')[-1].strip()}, {contexts} contexts"


for number, (name, files) in enumerate(CASES.items()):
    print(f"{name}: {check(sys.argv[1], Path(sys.argv[2]) / str(number), files)}")
