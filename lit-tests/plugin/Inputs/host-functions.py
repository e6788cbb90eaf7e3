"""Random functions of host code, and what RaceMap says they return.

host-functions.py write SEED COUNT FILE   writes a CUDA file that launches
                                          kernels with what COUNT functions
                                          return, for given arguments
host-functions.py split SEED COUNT FOLDER  the same, but the functions and their
                                          calls are in a unit of their own,
                                          caller.cpp, and kernels.cu is given
                                          what they return, as a number, in
                                          an object, or as a bool
host-functions.py fill SEED COUNT FILE    the same of what COUNT functions leave in
                                          a number or an object that they are
                                          given by a reference or a pointer
host-functions.py compare JSON [LEAST]    says how RaceMap's verdicts differ
                                          from the names of the kernels, and
                                          fails if less than LEAST % (80) are
                                          decided

Two kernels are launched with what a function returns: one writes the same word
in all threads if that is not what the function does return (it is race-free),
the other one if it is (it is racy). What the functions do return is found by
running them. One that throws launches nothing: its kernel is race-free.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import random
import subprocess
import sys
import tempfile

# Functions of classes, for the random ones to call.
CLASSES = """
struct Pair {
  unsigned a, b;
};
Pair swapped(Pair p, unsigned n) {
  Pair q = p;
  if (n & 1) {
    q.a = p.b;
    q.b = p.a;
  }
  p.a = n;
  q.b += p.a;
  return q;
}
class Shape {
  unsigned c = 5;

public:
  unsigned a, b;
  union {
    unsigned word;
    struct {
      unsigned short low, high;
    } halves;
  } tag;
  Shape(unsigned a, unsigned n) : a(a + c), b(n) {
    tag.word = n;
    tag.halves.high = a;
    if (n > 3)
      this->b = a * 3;
    ++c;
  }
  unsigned mixed(unsigned n) const { return half() * n + b - c; }

private:
  unsigned half() const { return a / 2; }
};
dim3 gridOf(dim3 all, const dim3 &block) {
  dim3 grid(all.x / (block.x | 1), 2);
  grid.y += all.y ^ block.y;
  if (grid.x == 0)
    grid = block;
  return grid;
}
"""
DIM3 = """
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
"""

ARGUMENTS = [0, 1, 2, 7, 12, 31, 64, 100, 255, 1000, 65535, 1 << 20, (1 << 31) + 3]


class Function:
    """The text of one function of an unsigned number, `f<N>`."""

    def __init__(self, dice, number, fillers=()):
        self.dice, self.number, self.fillers = dice, number, fillers
        self.names = 0
        self.loops = 0
        self.make()

    def make(self):
        body = self.block(["n"], 2, False)
        self.text = f"unsigned f{self.number}(unsigned n) {{\n{body}  return n;\n}}\n"

    def returns(self, scope):
        return "return " + self.value(scope)

    def pick(self, *choices):
        return self.dice.choice(choices)

    def leaf(self, scope):
        if self.dice.random() < 0.3:
            return f"{self.dice.choice([0, 1, 2, 3, 5, 8, 16, 33, 255, 4096])}u"
        return self.dice.choice(scope)

    def value(self, scope, depth=2):
        if depth == 0 or self.dice.random() < 0.25:
            return self.leaf(scope)
        a, b = self.value(scope, depth - 1), self.value(scope, depth - 1)
        kind = self.dice.randrange(16)
        if kind >= 14:
            return self.member(scope, a, b)
        if kind < 8:
            return f"({a} {self.pick('+', '-', '*', '&', '|', '^')} {b})"
        if kind < 10:
            return f"({a} {self.pick('/', '%')} ({b} | 1))"
        if kind < 12:
            return f"({a} {self.pick('<<', '>>')} {self.dice.randrange(12)})"
        if kind == 12 and self.number:
            return f"f{self.dice.randrange(self.number)}({a})"
        return f"({self.truth(scope, 1)} ? {a} : {b})"

    def objects(self, scope, kind):
        """The variables in scope of the class with this letter."""
        return [name[:-2] for name in scope if name[0] == kind and name[-2:] in (".a", ".x")]

    def member(self, scope, a, b):
        """A member of what a function of classes returns."""
        kind = self.pick("o", "s", "d")
        known = self.objects(scope, kind)
        if kind == "s":
            return f"{self.pick(*known) if known else f'Shape({a}, 3)'}.mixed({b})"
        if kind == "o":
            of = self.pick(*known) if known else f"Pair{{{a}, 7}}"
            return f"swapped({of}, {b}).{self.pick('a', 'b')}"
        of = self.pick(*known) if known else f"dim3({a})"
        return f"gridOf({of}, dim3({b}, 3)).{self.pick('x', 'y', 'z')}"

    def object(self, scope):
        """Declares a variable of a class, or assigns to one."""
        kind = self.pick("o", "s", "d")
        known = self.objects(scope, kind)
        a, b = self.value(scope, 1), self.value(scope, 1)
        if known and self.dice.random() < 0.4:
            what = {"o": f"swapped({self.pick(*known)}, {a})", "s": f"Shape({a}, {b})", "d": f"dim3({a}, {b})"}[kind]
            return f"{self.pick(*known)} = {self.pick(what, self.pick(*known))};\n"
        name = f"{kind}{self.names}"
        self.names += 1
        text = {"o": f"Pair {name} = {{{a}, {b}}};\n", "s": f"Shape {name}({a}, {b});\n", "d": f"dim3 {name}({a}, {b});\n"}[kind]
        scope += [f"{name}.{m}" for m in ("xyz" if kind == "d" else "ab")]
        return text

    def truth(self, scope, depth=2):
        if depth and self.dice.random() < 0.3:
            a, b = self.truth(scope, depth - 1), self.truth(scope, depth - 1)
            return self.pick(f"({a} && {b})", f"({a} || {b})", f"(!{a})")
        a, b = self.value(scope, 1), self.leaf(scope)
        return f"({a} {self.pick('<', '<=', '>', '>=', '==', '!=')} {b})"

    def block(self, scope, depth, in_loop):
        scope = list(scope)
        return "".join(self.statement(scope, depth, in_loop) for _ in range(self.dice.randint(1, 3)))

    def name(self, scope, kind):
        name = f"{'w' if kind == 'unsigned long long' else 'v'}{self.names}"
        self.names += 1
        scope.append(name)
        return f"{kind} {name}"

    def statement(self, scope, depth, in_loop):
        kind = self.dice.randrange(17 if self.fillers else 14)
        if kind >= 14:
            return self.filled(scope)
        if kind >= 12:
            return self.object(scope)
        if kind < 2:
            value = self.value(scope)
            return f"{self.name(scope, self.pick('unsigned', 'unsigned long long'))} = {value};\n"
        if kind < 5 or depth == 0:
            to = self.dice.choice(scope)
            if self.dice.random() < 0.2:
                return f"{self.pick('++', '--')}{to};\n"
            by = self.pick("=", "=", "+=", "-=", "*=", "^=", "|=", "&=")
            return f"{to} {by} {self.value(scope)};\n"
        if kind < 8:
            text = f"if {self.truth(scope)} {{\n{self.block(scope, depth - 1, in_loop)}}}"
            if self.dice.random() < 0.5:
                text += f" else {{\n{self.block(scope, depth - 1, in_loop)}}}"
            return text + "\n"
        if kind == 8:
            what = [self.returns(scope)] * 3 + ["throw 1"]
            if in_loop:
                what += ["break", "continue"] * 2
            return f"if {self.truth(scope)}\n  {self.dice.choice(what)};\n"
        return self.loop(scope, depth)

    def filled(self, scope):
        """A call of a function that fills in what it is given."""
        filler = self.dice.choice(self.fillers)
        pairs = self.objects(scope, "o")
        if filler.kind in ("number", "pointer"):
            # Numbers of 64 bits are no unsigned ones; a loop's is never in scope.
            to = self.pick(*(name for name in scope if name[0] != "w"))
            lent = to if filler.kind == "number" else "&" + to
        elif "to->a" in scope and self.dice.random() < 0.5:
            lent = "*to" if filler.kind == "pair" else "to"
        elif pairs:
            lent = ("" if filler.kind == "pair" else "&") + self.pick(*pairs)
        else:
            return ";\n"
        return f"{filler.name_of}({lent}, {self.value(scope, 1)});\n"

    def loop(self, scope, depth):
        if self.loops == 1:
            return ";\n"
        self.loops += 1
        counter = f"i{self.names}"
        self.names += 1
        kind = self.dice.randrange(4)
        inner = self.block(scope, depth - 1, True)
        if kind == 0:
            return f"for (int {counter} = 0; {counter} < {self.dice.randint(1, 6)}; ++{counter}) {{\n{inner}}}\n"
        if kind == 1:  # halving
            begin = f"unsigned {counter} = {self.value(scope)} & 255;\n"
            return begin + f"while ({counter} > 1) {{\n{counter} >>= 1;\n{inner}}}\n"
        if kind == 2:  # doubling, which overflows
            return f"for (unsigned {counter} = 1; {counter} < {self.leaf(scope)} && {counter}; {counter} *= 2) {{\n{inner}}}\n"
        begin = f"unsigned {counter} = {self.dice.randint(1, 5)};\n"
        return begin + f"do {{\n{inner}}} while (--{counter} && {self.truth(scope)});\n"


class Filler(Function):
    """The text of a function that fills in something, `fill<N>`."""

    KINDS = {
        "number": ("unsigned &out", ["out"]),
        "pointer": ("unsigned *to", ["(*to)"]),
        "pair": ("Pair &out", ["out.a", "out.b"]),
        "pairs": ("Pair *to", ["to->a", "to->b"]),
    }

    def make(self):
        self.kind = self.pick(*self.KINDS)
        self.name_of = f"fill{self.number}"
        parameter, places = self.KINDS[self.kind]
        result = self.pick("void", "int")
        self.ends = "return" if result == "void" else "return 0"
        body = self.block(["n"] + places * 2, 2, False)
        self.text = f"{result} {self.name_of}({parameter}, unsigned n) {{\n{body}  {self.ends};\n}}\n"

    def use(self):
        """Statements that have it fill in a variable, and what is made of that."""
        lent = "v" if self.kind in ("number", "pair") else "&v"
        if self.kind in ("number", "pointer"):
            return f"unsigned v = n ^ 5; {self.name_of}({lent}, n); ", "v"
        return f"Pair v = {{n, 7}}; {self.name_of}({lent}, n); ", "v.a * 31 + v.b"

    def returns(self, scope):
        return self.ends


def returned(functions, cases, name="f"):
    """What the functions return; None where they throw."""
    with tempfile.TemporaryDirectory() as folder:
        calls = "".join(
            f'  try {{ std::printf("%u\\n", {name}{f}({n}u)); }} catch (int) {{ std::printf("none\\n"); }}\n'
            for f, n in cases
        )
        with open(folder + "/f.cpp", "w") as out:
            out.write("#include <cstdio>\n" + DIM3 + CLASSES + "".join(functions) + f"int main() {{\n{calls}}}\n")
        subprocess.run(["g++", "-w", "-O1", "-o", folder + "/f", folder + "/f.cpp"], check=True)
        lines = subprocess.run([folder + "/f"], check=True, text=True, capture_output=True).stdout.split()
    return [None if line == "none" else int(line) for line in lines]


def write(seed, count, path):
    dice = random.Random(seed)
    functions = [Function(dice, i).text for i in range(count)]
    cases = [(f, n) for f in range(count) for n in dice.sample(ARGUMENTS, 2)]
    uses = [("", f"f{f}(n)") for f in range(count)]
    launch(path, functions, cases, returned(functions, cases), uses)


def fill(seed, count, path):
    dice = random.Random(seed)
    functions, fillers, texts = [], [], []
    for i in range(count):
        functions.append(Function(dice, i, tuple(fillers)))
        fillers.append(Filler(dice, i, tuple(fillers)))
        texts += [functions[i].text, fillers[i].text]
    cases = [(f, n) for f in range(count) for n in dice.sample(ARGUMENTS, 2)]
    uses = [filler.use() for filler in fillers]
    whole = [f"unsigned r{i}(unsigned n) {{ {before}return {what}; }}\n" for i, (before, what) in enumerate(uses)]
    launch(path, texts, cases, returned(texts + whole, cases, "r"), uses)


def launch(path, functions, cases, values, uses):
    """Launches two kernels for each case, a function's number and an argument:
    uses has the statements before a launch, and the expression with the value."""
    text = CLASSES + "".join(functions)
    for (f, n), value in zip(cases, values):
        before, given = uses[f]
        for name, test in (("free", f"g != {value}u"), ("racy", f"g == {value}u")):
            if value is None:
                name, test = "free", "g != n + 1u"
            kernel = f"{name}_{'throws_' if value is None else ''}f{f}_{n}"
            text += (
                f"__global__ void {kernel}(unsigned *p, unsigned g, unsigned n) {{\n"
                f"  if ({test})\n    *p = threadIdx.x;\n}}\n"
                f"void launch_{kernel}(unsigned *p, unsigned n) {{\n"
                f"  if (n == {n}u) {{\n    {before}{kernel}<<<1, 32>>>(p, {given}, n);\n  }}\n}}\n"
            )
            if value is None:
                break
    with open(path, "w") as out:
        out.write(text)


# How a launching function is given what was returned, and what it passes on.
GIVEN = [
    ("unsigned v", "v", lambda call, value: call),
    ("Pair v", "v.b", lambda call, value: f"Pair{{3u, {call}}}"),
    ("bool v", "v ? {0}u : {0}u + 1", lambda call, value: f"{call} == {value}u"),
]


def split(seed, count, folder):
    dice = random.Random(seed)
    functions = [Function(dice, i).text for i in range(count)]
    cases = [(f, n) for f in range(count) for n in dice.sample(ARGUMENTS, 2)]
    callers = DIM3 + CLASSES + "".join(functions) + "extern unsigned *p;\n"
    kernels = "struct Pair {\n  unsigned a, b;\n};\n"
    for (f, n), value in zip(cases, returned(functions, cases)):
        for name, test in (("free", "g != {0}u"), ("racy", "g == {0}u")):
            parameter, passed, given = dice.choice(GIVEN)
            if value is None and name == "racy":
                continue
            its = 0 if value is None else value
            kernel = f"{name}_{'throws_' if value is None else ''}f{f}_{n}"
            test = "g == 12345u" if value is None else test.format(its)
            kernels += (
                f"__global__ void {kernel}(unsigned *p, unsigned g) {{\n"
                f"  if ({test})\n    *p = threadIdx.x;\n}}\n"
                f"void launch_{kernel}(unsigned *p, {parameter}) {{\n"
                f"  {kernel}<<<1, 32>>>(p, {passed.format(its)});\n}}\n"
            )
            callers += (
                f"void launch_{kernel}(unsigned *p, {parameter});\n"
                f"void call_{kernel}() {{\n  launch_{kernel}(p, {given(f'f{f}({n}u)', its)});\n}}\n"
            )
    for name, text in (("caller.cpp", callers), ("kernels.cu", kernels)):
        with open(f"{folder}/{name}", "w") as out:
            out.write(text)


def compare(path, least=80):
    with open(path) as f:
        kernels = json.load(f)["kernels"]
    wrong, known = [], 0
    for kernel in kernels:
        expected = "racy" if kernel["name"].startswith("racy") else "race-free"
        contexts = kernel["contexts"]
        # Beside the call of the other unit, there are all that may be.
        its = [c for c in contexts if " from " in c["origin"]] or contexts
        verdicts = {c["verdict"] for c in its}
        known += verdicts == {expected}
        if verdicts - {expected, "unknown"}:
            wrong.append(f"{kernel['name']}: {verdicts}")
    print("\n".join(wrong))
    print(f"{len(kernels)} kernels, {len(wrong)} wrong, {100 * known // len(kernels)} % decided")
    return 1 if wrong or not kernels or 100 * known < least * len(kernels) else 0


if __name__ == "__main__":
    makes = {"write": write, "split": split, "fill": fill}
    if sys.argv[1] in makes:
        makes[sys.argv[1]](int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(compare(sys.argv[2], *map(int, sys.argv[3:])))
