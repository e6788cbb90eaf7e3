"""Random host code that fills arrays, and what RaceMap says is in them.

host-contents.py write SEED COUNT FILE    writes a CUDA file in which COUNT
                                          functions fill an array, copy it to
                                          the device and launch kernels
host-contents.py compare JSON [LEAST]     fails if RaceMap says what is not so,
                                          or if it knows less than LEAST % (25)
                                          of what it could

The functions are run, too, with a device that is memory of the host, to see what
the kernels find. Each launch comes with two kernels: one races if an element is
what it is, and has to (racy); the other one if it is something else (free).
RaceMap must not know that the first one is free of races.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import random
import re
import subprocess
import sys
import tempfile

INCLUDES = """
#include <cstdlib>
#include <vector>
"""
COMMON = """
static unsigned drawn = 7;
static int next() { return drawn++ % 5; }
static int twice(int a) { return a * 2; }
static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
static void bump(int *a) { ++a[1]; }
static void bumped(int &a) { ++a; }
static void move(int *a, int n) {
  for (int *b = a; b != a + n; ++b)
    *b += 2;
}
"""

# Of the program that is run: memory is never 0 by itself.
HOST = """
#include <cstdio>
#include <cstring>
#define __global__
enum { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToDevice = 3, cudaMemcpyDefault = 4 };
static void *filled(size_t n) { return std::memset(std::malloc(n + 64), 0x5a, n + 64); }
template <typename T> int cudaMalloc(T **p, size_t n) {
  *p = static_cast<T *>(filled(n));
  return 0;
}
template <typename T> int cudaMallocManaged(T **p, size_t n) { return cudaMalloc(p, n); }
template <typename T> int cudaMallocHost(T **p, size_t n) { return cudaMalloc(p, n); }
static int cudaMemcpy(void *to, const void *from, size_t n, int) { std::memcpy(to, from, n); return 0; }
static int cudaMemset(void *to, int byte, size_t n) { std::memset(to, byte, n); return 0; }
static int cudaFree(void *) { return 0; }
#define malloc filled
#define MADE(h, n) std::memset(h, 0x5a, (n) * sizeof(*h))
static void found(int which, long long value) { std::printf("%d %lld\\n", which, value); }
"""

ELEMENTS = ["int", "int", "int", "unsigned", "short", "unsigned char", "long long"]


class Program:
    """The text of one function, `f<N>`, which launches with one array."""

    def __init__(self, dice, number):
        self.dice, self.number = dice, number
        self.n, self.m = dice.choice([1, 3, 8, 17]), dice.choice([1, 2, 5])
        self.type = dice.choice(ELEMENTS)
        self.kind = dice.choice(["malloc", "malloc", "new", "array", "vector", "pinned", "managed"])
        self.place = dice.choice([0, 0, 1, 2, self.n - 1, self.n // 2, self.n])
        self.names = 0
        self.calm = dice.random() < 0.5  # nothing unusual

    def pick(self, *choices):
        return self.dice.choice(choices)

    def chance(self, p):
        return self.dice.random() < p

    def value(self, counter):
        """Of the element with this index."""
        c = counter
        return self.pick(
            c, c, c, f"{c} * {self.pick(2, 3, 8)}", f"{c} / 2", f"n - {c}", f"{c} + m", f"{c} % m", f"rand() % {self.pick(4, 16)}",
            "rand() % m", f"rand() % {self.pick(3, 9)} + 1", "next()", f"twice({c})", "m", "3", f"{c} > 2 ? {c} : 7",
            f"({c} * {c}) & 7", f"{c} - 4", "drawn", f"rand() % (m - 3)", f"-({c})",
        )  # fmt: skip

    def condition(self, counter):
        return self.pick(
            f"{counter} < n", f"{counter} < n", f"{counter} < n", f"{counter} != n", f"n > {counter}", f"{counter} <= n - 1",
            f"{counter} < n / 2", f"{counter} < m", f"{counter} < n - 1", f"{counter} < 3",
        )  # fmt: skip

    def fill(self):
        """A loop that fills the array, or a part of it, or something else."""
        i = f"i{self.names}"
        self.names += 1
        kind = 0 if self.calm else self.dice.randrange(14)
        counter = self.pick("int", "int", "unsigned", "size_t", "long", "unsigned char")
        head = f"for ({counter} {i} = {self.pick(0, 0, 0, 0, 1)}; {self.condition(i).replace('!=', '<')}; {self.pick('++' + i, i + '++', i + ' += 1', i + ' += 2')})"
        if kind < 7:
            head = f"for ({counter} {i} = 0; {self.condition(i)}; ++{i})"
            if self.calm:
                head = f"for ({counter} {i} = 0; {i} < n; {i}++)"
            return f"{head}\n  h[{i}] = {self.value(i)};\n"
        if kind == 7:
            body = self.pick(f"if ({i} == 2)\n  continue;\n", f"if ({i} == 2)\n  break;\n", f"if (m > 1)\n  ++{i};\n", f"h[{i}] = 1;\n", "")
            return f"{head} {{\n{body}h[{i}] = {self.value(i)};\n}}\n"
        if kind == 8:
            return f"{head}\n  if ({i} % 2)\n    h[{i}] = {self.value(i)};\n"
        if kind == 9:
            at = self.pick(f"{i}", f"n + 7 - {i}", f"{i} / 2", f"{i} ^ 1", f"({i} * 3) % n")
            return f"{head}\n  h[{at}] = {self.value(i)};\n"
        if kind == 10:
            j = f"j{self.names}"
            rows, columns = self.pick(("n", "1"), ("1", "n"), ("n / m", "m"), ("m", "n / m"))
            at = self.pick(f"{i} * {columns} + {j}", f"{i} * {columns} + {j}", f"{j} * {rows} + {i}", f"{i} + {j}")
            value = self.pick(self.value(i), self.value(j), self.value(at), "rand() % 7")
            return f"for (int {i} = 0; {i} < {rows}; ++{i})\n  for (int {j} = 0; {j} < {columns}; ++{j})\n    h[{at}] = {value};\n"
        if kind == 11:
            return f"for (int {i} = 0, k{i} = 0; {self.condition(i)}; ++{i})\n  h[{i}] = k{i}++;\n"
        if kind == 12:
            return f"int {i} = 0;\nwhile ({self.condition(i)}) {{\n  h[{i}] = {self.value(i)};\n  ++{i};\n}}\n"
        return f"for (int {i} = n - 1; {i} >= 0; --{i})\n  h[{i}] = {self.value(i)};\n"

    def noise(self):
        """Something else that is done with the array of the host."""
        one = self.pick("h[0] = 5;\n", "h[1] += 3;\n", "++h[0];\n", "{ auto *q = &h[0]; q[1] = 9; }\n", "{ auto &r = h[1]; r = 8; }\n")
        if self.type == "int":
            a = "h.data()" if self.kind == "vector" else "h"
            one = self.pick(one, f"drawn += sum({a}, n);\n", f"bump({a});\n", "bumped(h[1]);\n", f"move({a}, n);\n")
        if self.kind == "vector":
            one = self.pick(one, "h.resize(n + 3);\n", "h.assign(n + 3, 4);\n", "for (auto &x : h)\n  x = 6;\n", "drawn += h.size();\n")
        return self.pick(one, "drawn += h[0];\n", f"if (m > 1) {{\n{one}}}\n", one)

    def copy(self):
        bytes = f"{self.pick('n', 'n', 'n', 'm', 'n / 2', '(n + 1)')} * sizeof({self.type})"
        a = "h.data()" if self.kind == "vector" else self.pick("h", "h", "&h[0]")
        if self.calm:
            bytes = self.pick("n", "n", "(n + 1)") + f" * sizeof({self.type})"
            return f"cudaMemcpy(d, {a}, {bytes}, cudaMemcpyHostToDevice);\n"
        to, source = self.pick("d", "d", "d", "d", "d + 1"), self.pick(a, a, a, f"{a} + 1")
        call = f"cudaMemcpy({to}, {source}, {bytes}, {self.pick('cudaMemcpyHostToDevice', 'cudaMemcpyHostToDevice', 'cudaMemcpyDefault')});\n"
        return self.pick(call, call, call, f"if (m > 1) {{\n{call}}}\n", f"do {{\n{call}}} while (0);\n", f"for (int r = 0; r < 2; ++r)\n{call}")

    def launch(self):
        return f"LAUNCH({self.number});\n"

    def text(self):
        t, size = self.type, f"(n + 8) * sizeof({self.type})"
        made = {
            "malloc": f"{t} *h = ({t} *)malloc({size});\n", "new": f"{t} *h = new {t}[n + 8];\nMADE(h, n + 8);\n", "array": f"{t} h[64];\nMADE(h, 64);\n",
            "vector": f"std::vector<{t}> h(n + 8);\n", "pinned": f"{t} *h;\ncudaMallocHost(&h, {size});\n",
            "managed": f"{t} *h;\ncudaMallocManaged(&h, {size});\n",
        }[self.kind]  # fmt: skip
        managed = self.kind == "managed"
        steps = [self.fill()]
        odd = 0 if self.calm else 1
        if self.chance(0.25 * odd):
            steps.append(self.noise())
        if self.chance(0.1 * odd):
            steps.append(self.fill())
        if not managed:
            steps.append(self.copy())
            steps += [self.noise()] if self.chance(0.2 * odd) else []
            if self.chance(0.15 * odd):
                steps.append(self.pick("cudaMemset(d, 1, 8);\n", "WRITE;\n", self.copy(), "{ auto *e = d; cudaMemset(e, 0, 4); }\n"))
        steps.append(self.launch())
        if self.chance(0.1 * odd):
            steps.append(self.noise())
        if self.chance(0.15 * odd):
            self.dice.shuffle(steps)
        around = self.pick("", "", "", "for", "if")
        body = "".join(steps)
        if around == "for":
            first = self.dice.randrange(len(steps))
            body = "".join(steps[:first]) + "for (int t = 0; t < 3; ++t) {\n" + "".join(steps[first:]) + "}\n"
        elif around == "if":
            first = self.dice.randrange(len(steps))
            body = "".join(steps[:first]) + "if (m > 1) {\n" + "".join(steps[first:]) + "}\n"
        device = "" if managed else f"{t} *d;\ncudaMalloc(&d, {size});\n"
        return (
            f"void f{self.number}(int *p, int n, int m) {{\nif (n != {self.n} || m != {self.m})\n  return;\n{made}{device}{body}}}\n"
        )

    @property
    def array(self):
        return "h" if self.kind == "managed" else "d"


def found(programs):
    """What each finds in its element, in all launches."""
    with tempfile.TemporaryDirectory() as folder:
        text = INCLUDES + HOST + COMMON
        for p in programs:
            launch = f"found({p.number}, {p.array}[{p.place}]);\n"
            write = f"for (int w = 0; w < 3; ++w)\n  {p.array}[w] += 3;\n"
            text += p.text().replace(f"LAUNCH({p.number});\n", launch).replace("WRITE;\n", write)
        calls = "".join(f"  f{p.number}(nullptr, {p.n}, {p.m});\n" for p in programs)
        with open(folder + "/f.cpp", "w") as out:
            out.write(text + f"int main() {{\n  srand(5);\n{calls}}}\n")
        subprocess.run(["g++", "-w", "-O0", "-o", folder + "/f", folder + "/f.cpp"], check=True)
        lines = subprocess.run([folder + "/f"], check=True, text=True, capture_output=True).stdout.splitlines()
    values = {}
    for line in lines:
        which, value = line.split()
        values.setdefault(int(which), set()).add(int(value))
    return values


def write(seed, count, path):
    dice = random.Random(seed)
    programs = [Program(dice, i) for i in range(count)]
    for p in programs:
        p.saved = p.text()
        p.text = lambda its=p.saved: its
    values = found(programs)
    text = INCLUDES + COMMON
    for p in programs:
        launches = ""
        wide = "" if p.type == "long long" else "(long long)"
        parameter = dice.choice(["const ", ""])
        text += f"__global__ void write{p.number}({p.type} *a) {{ a[threadIdx.x] += 3; }}\n"
        for k, value in enumerate(sorted(values.get(p.number, ()))):
            its = f"{value}ll" if value != -(2**63) else "(-9223372036854775807ll - 1)"
            for name, test in (("racy", "=="), ("free", "!=")):
                if name == "free" and k:
                    continue
                if name == "free" and len(values[p.number]) > 1:
                    continue
                kernel = f"{name}_f{p.number}_{k}"
                text += (
                    f"__global__ void {kernel}(int *p, {parameter}{p.type} *a) {{\n"
                    f"  if ({wide}a[{p.place}] {test} {its})\n    *p = threadIdx.x;\n}}\n"
                )
                launches += f"{kernel}<<<1, 32>>>(p, {p.array});\n"
        body = re.sub(r"MADE\(.*\);\n", "", p.text()).replace(f"LAUNCH({p.number});\n", launches or ";\n")
        text += body.replace("WRITE;\n", f"write{p.number}<<<1, 3>>>({p.array});\n")
    with open(path, "w") as out:
        out.write(text)


def compare(path, least=25):
    with open(path) as f:
        kernels = json.load(f)["kernels"]
    wrong, could, known = [], 0, 0
    for kernel in kernels:
        name = re.match(r"(racy|free)_", kernel["name"])
        verdicts = {c["verdict"] for c in kernel["contexts"]}
        if not name:
            continue
        if name[1] == "racy" and "race-free" in verdicts:
            wrong.append(f"{kernel['name']}: {verdicts}")
        if name[1] == "free":
            could += 1
            known += verdicts == {"race-free"}
    print("\n".join(wrong))
    share = 100 * known // could if could else 0
    print(f"{len(kernels)} kernels, {len(wrong)} wrong, {share} % of {could} known")
    return 1 if wrong or share < least else 0


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(compare(sys.argv[2], *map(int, sys.argv[3:])))
