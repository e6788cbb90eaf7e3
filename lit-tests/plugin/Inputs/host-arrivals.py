"""Random ways through host code to a launch, and for which numbers it comes.

host-arrivals.py write SEED COUNT FILE    writes a CUDA file with COUNT functions
                                          of a number that launch, or do not
host-arrivals.py compare JSON LEAST       says how RaceMap's verdicts differ
                                          from the names of the kernels, and
                                          fails if less than LEAST % are decided

A kernel writes the same word in all threads if it is given a certain number. It
is racy if the function launches for that number, else it is race-free; which of
both is found by running the function. SPDX-License-Identifier: Apache-2.0 WITH
LLVM-exception
"""
import json
import random
import subprocess
import sys
import tempfile

NUMBERS = range(-1, 9)

HELPERS = """
struct Ended {};
void fail(int) { throw Ended(); }
void quit(int code) {
  if (code > 0)
    fail(code);
  throw Ended();
}
void require(bool holds) {
  if (!holds)
    quit(1);
}
void limit(int n, int most) { n <= most ? void() : fail(n); }
bool isEven(int n) { return n % 2 == 0; }
// How often it goes round is not known.
int steps(int n) {
  int all = 0;
  while (n > 1) {
    n -= 2;
    ++all;
  }
  return all;
}
bool halve(int &n, int least) {
  n /= 2;
  return n >= least;
}
// Goes through a table.
void lookUp(int n) {
  static const int table[] = {1, 4, 7};
  for (int entry : table)
    if (entry == n)
      fail(n);
}
"""


class Way:
    """The text of one function of `int n`, where "LAUNCH;" stands for a launch."""

    def __init__(self, dice):
        self.dice, self.names, self.launches = dice, 0, 0
        while not self.launches:
            self.names = 0
            self.body = self.block(["n"], 3, "")

    def pick(self, *choices):
        return self.dice.choice(choices)

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def value(self, scope):
        a = self.dice.choice(scope)
        kind = self.dice.randrange(6)
        if kind < 3:
            return a
        if kind == 3:
            return f"({a} {self.pick('+', '-', '*')} {self.dice.randint(1, 3)})"
        if kind == 4:
            return f"steps({a})"
        return f"({a} + {self.dice.choice(scope)})"

    def truth(self, scope, depth=1):
        if depth and self.dice.random() < 0.3:
            a, b = self.truth(scope, 0), self.truth(scope, 0)
            return self.pick(f"({a} && {b})", f"({a} || {b})", f"(!{a})")
        if self.dice.random() < 0.15:
            return f"(isEven({self.value(scope)}))"
        return f"({self.value(scope)} {self.pick('<', '>', '<=', '>=', '==', '!=')} {self.dice.randint(-1, 7)})"

    def end(self, inside):
        ends = ["return;", "return;", "quit(2);", "throw Ended();", "fail(n);"]
        if "loop" in inside or "once" in inside:
            ends += ["continue;"] * 3
        if inside:
            ends += ["break;"] * 3
        return self.dice.choice(ends)

    def block(self, scope, depth, inside):
        scope = list(scope)
        return "".join(self.statement(scope, depth, inside) + "\n" for _ in range(self.dice.randint(1, 4)))

    def statement(self, scope, depth, inside):
        kind = self.dice.randrange(18)
        if kind == 0 or (kind < 3 and not depth):
            self.launches += 1
            return "LAUNCH;"
        if kind < 3:
            name = self.name()
            text = f"int {name} = {self.value(scope)};"
            scope.append(name)
            return text
        changeable = [name for name in scope if name[0] == "v"]
        # What an iteration leaves to the next one is not followed.
        if "loop" in inside:
            changeable = []
        if kind == 3 and changeable:
            return f"{self.dice.choice(changeable)} {self.pick('=', '+=', '-=')} {self.value(scope)};"
        if kind < 7 or not depth:
            before = self.pick("", "", "LAUNCH;", f"{self.dice.choice(changeable)} += 1;" if changeable else "")
            self.launches += before == "LAUNCH;"
            return f"if {self.truth(scope)} {{\n{before}{self.end(inside)}\n}}"
        if kind < 10:
            text = f"if {self.truth(scope)} {{\n{self.block(scope, depth - 1, inside)}}}"
            return text + (f" else {{\n{self.block(scope, depth - 1, inside)}}}" if self.dice.random() < 0.5 else "")
        if kind == 10:
            return f"do {{\n{self.block(scope, depth - 1, 'once' + inside)}}} while (0);"
        if kind < 13:
            return self.switch(scope, depth, inside)
        if kind == 13:
            counter = "i" + self.name()
            body = self.block(scope + [counter], depth - 1, "loop" + inside)
            # That an iteration before leaves the way is not followed.
            count = 1 if "LAUNCH" in body else self.dice.randint(1, 4)
            return f"for (int {counter} = 0; {counter} < {count}; ++{counter}) {{\n{body}}}"
        if kind == 14:
            return f"try {{\n{self.block(scope, depth - 1, inside)}}} catch (const Ended &) {{\n{self.pick('', 'return;', 'throw;')}}}"
        if kind == 15:
            return f"{{\n{self.block(scope, depth - 1, inside)}}}"
        a, truth = self.value(scope), self.truth(scope)
        return self.pick(
            f"require({truth});",
            f"limit({a}, {self.dice.randint(3, 9)});",
            f"lookUp({a});",
            f"{truth} || (fail(1), true);",
            f"{truth} ? fail(1) : void();",
            f"if (int half = {a}; !halve(half, {self.dice.randint(0, 3)}))\n  {self.end(inside)}",
        )

    def switch(self, scope, depth, inside):
        text = f"switch ({self.value(scope)}) {{\n"
        labels = self.dice.sample(range(-1, 8), self.dice.randint(1, 4)) + ["default"] * self.dice.randint(0, 1)
        self.dice.shuffle(labels)
        for label in labels:
            text += "default:\n" if label == "default" else f"case {label}:\n"
            if self.dice.random() < 0.75:
                text += f"{{\n{self.block(scope, depth - 1, 'switch' + inside)}}}\n"
                text += self.pick("", "break;\n", "break;\n", "break;\n")
        return text + ";\n}"


def body_with(way, launches):
    """The body, in which its launches, by their numbers, are these statements."""
    parts = way.body.split("LAUNCH;")
    return parts[0] + "".join(launches[i] + part for i, part in enumerate(parts[1:]))


def launched(ways):
    """The ways, their launches and the numbers for which these come."""
    text = "#include <cstdio>\n" + HELPERS
    for i, way in enumerate(ways):
        prints = [f'std::printf("{i} {j} %d\\n", first);' for j in range(way.launches)]
        text += f"void w{i}(int n) {{\nconst int first = n;\n{body_with(way, prints)}}}\n"
    calls = "".join(f"try {{ w{i}({n}); }} catch (const Ended &) {{}}\n" for i in range(len(ways)) for n in NUMBERS)
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/w.cpp", "w") as out:
            out.write(text + f"int main() {{\n{calls}}}\n")
        subprocess.run(["g++", "-w", "-std=c++17", "-O1", "-o", folder + "/w", folder + "/w.cpp"], check=True)
        lines = subprocess.run([folder + "/w"], check=True, text=True, capture_output=True, timeout=60).stdout.splitlines()
    return {tuple(map(int, line.split())) for line in lines}


def write(seed, count, path):
    dice = random.Random(seed)
    ways = [Way(dice) for _ in range(count)]
    comes = launched(ways)
    text = HELPERS
    for i, way in enumerate(ways):
        # Whether a launch ever comes is no question of numbers.
        some = sorted({j for j in range(way.launches) if any((i, j, n) in comes for n in NUMBERS)})
        for j in dice.sample(some, min(len(some), 3)):
            for n in dice.sample(NUMBERS, 2):
                kernel = f"{'racy' if (i, j, n) in comes else 'free'}_w{i}_{j}_{n - NUMBERS[0]}"
                body = body_with(way, [f"{kernel}<<<1, 32>>>(p, first);" if k == j else ";" for k in range(way.launches)])
                text += f"__global__ void {kernel}(unsigned *p, int n) {{\n  if (n == {n})\n    *p = threadIdx.x;\n}}\n"
                text += f"void launch_{kernel}(unsigned *p, int n) {{\nif (n < {NUMBERS[0]} || n > {NUMBERS[-1]})\nreturn;\nconst int first = n;\n{body}}}\n"
    with open(path, "w") as out:
        out.write(text)


def compare(path, least):
    with open(path) as f:
        kernels = json.load(f)["kernels"]
    wrong, known = [], 0
    for kernel in kernels:
        expected = "racy" if kernel["name"].startswith("racy") else "race-free"
        verdicts = {c["verdict"] for c in kernel["contexts"]}
        # It is enough that one of its launches races.
        verdict = "racy" if "racy" in verdicts else "unknown" if "unknown" in verdicts else "race-free"
        known += verdict == expected
        if verdict not in (expected, "unknown"):
            wrong.append(f"{kernel['name']}: {verdict}")
    print("\n".join(wrong))
    print(f"{len(kernels)} kernels, {len(wrong)} wrong, {100 * known // len(kernels)} % decided")
    return 1 if wrong or 100 * known < least * len(kernels) else 0


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(compare(sys.argv[2], int(sys.argv[3])))
