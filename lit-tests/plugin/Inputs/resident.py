"""How much of a library is resident in a compilation that waits for its input.

usage: resident.py LIBRARY COMMAND...

COMMAND compiles what it reads from standard input. Prints "none of it" or how
many kilobytes.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import subprocess
import sys
import time

library, command = sys.argv[1], sys.argv[2:]
with subprocess.Popen(command, stdin=subprocess.PIPE) as run:
    # What it holds is in memory of its own once it is loaded.
    while True:
        with open(f"/proc/{run.pid}/smaps") as f:
            text = f.read()
        if "memfd:ClangRaceMap" in text or run.poll() is not None:
            break
        time.sleep(0.01)
    run.communicate(b"")
parts = re.split(r"^(?=[0-9a-f]+-[0-9a-f]+ )", text, flags=re.M)
kilobytes = sum(
    int(re.search(r"Rss: *(\d+)", p)[1]) for p in parts if p.split("\n")[0].endswith(library)
)
print("none of it" if kilobytes < 1024 else f"{kilobytes} kB")
if "memfd:ClangRaceMap" not in text:
    sys.exit("the plugin is not there")
