#!/usr/bin/env python3
"""Has every reason for which a kernel can be unknown an explanation?

usage: check-reasons.py RACEMAP

Looks for the texts in the statements of passes/ that give a reason (a gap, a
pointer of unknown origin, an answer of the solver ...) and asks
`racemap explain` for each. What is known only at run time is an x in it.
"""
import pathlib
import re
import subprocess
import sys

PASSES = pathlib.Path(__file__).resolve().parent.parent / "passes"
# What begins a statement that gives a reason, and what stands before its text.
SITES = {
    r"\bgap(?:AtEntry)?\(": "",
    r"\bopaque\(": "",
    r"\bunknown\(": "",
    r"\bnotModelled\(": "inline assembly: x (",
    r"\bundecided\(": "whether the access stays in its array: ",
    r"\b(?:Reason|Problem|Why) = ": "",
    r"\bleave\(": "",
    r"UndecidedPairs\.push_back\(": "",
    r"\bunitBudgetExhausted\(.*\{": "",
}
FOLDERS = ("lift", "solve", "verdict")
TEXT = r'"((?:[^"\\]|\\.)*)"'
STATEMENT = rf'(?:{TEXT}|[^;"])*'
NAMED = (r"constexpr (?:char|llvm::StringLiteral|StringLiteral)\s+"
         r"(\w+)(?:\[\])?\s*=\s*((?:" + TEXT + r"\s*)+);")


def reasons():
    files = [f for folder in FOLDERS
             for f in sorted((PASSES / folder).rglob("*"))
             if f.suffix in (".h", ".cpp")]
    sources = {f: f.read_text() for f in files}
    named = {m[1]: "".join(re.findall(TEXT, m[2]))
             for s in sources.values() for m in re.finditer(NAMED, s)}
    for file, source in sources.items():
        for site, before in SITES.items():
            for m in re.finditer(site, source):
                statement = re.match(STATEMENT, source[m.end():])[0]
                tokens = re.findall(rf"{TEXT}|(\b[A-Z]\w+\b)|(\+)", statement)
                parts = [text or named.get(name, "x") if not plus else ""
                         for text, name, plus in tokens]
                texts = [text for text, name, _ in tokens
                         if text or name in named]
                if not any(len(t) > 3 and " " in t or t.isalpha()
                           for t in texts):
                    continue
                where = file.relative_to(PASSES).as_posix()
                yield where, before + "".join(parts)
                # Of alternatives, each.
                if "?" in re.sub(TEXT, "", statement):
                    yield from ((where, before + t) for t in texts
                                if t.count(" ") > 1)


def main():
    racemap = sys.argv[1]
    wrong, number = 0, 0
    for where, reason in sorted(set(reasons())):
        number += 1
        if subprocess.run([racemap, "explain", reason],
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode:
            wrong += 1
            print(f"{where}: no explanation of '{reason}'")
    print(f"{number} reasons, {wrong} without an explanation")
    return wrong or number < 50  # so many there are at least


if __name__ == "__main__":
    sys.exit(bool(main()))
