"""usage: apply-fixits.py FILE <DIAGNOSTICS

Inserts what clang's -fdiagnostics-parseable-fixits offers for FILE.
"""
import re
import sys

path = sys.argv[1]
lines = open(path).read().split("\n")
form = r'fix-it:"(.*)":\{(\d+):(\d+)-\2:\3\}:"(.*)"$'
fixes = set()
for line in sys.stdin:
    match = re.match(form, line.strip())
    if match and match[1].endswith(path):
        text = match[4].replace("\\n", "\n").replace('\\"', '"')
        fixes.add((int(match[2]), int(match[3]), text))
for row, column, text in sorted(fixes, reverse=True):
    old = lines[row - 1]
    lines[row - 1] = old[: column - 1] + text + old[column - 1 :]
open(path, "w").write("\n".join(lines))
