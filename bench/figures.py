# figures - what a bench script has measured, as a file that bench/results.py reads.
#
# {"kind": "growth", "date": "2026-11-28", "commit": "84d013f", "machine": …, "cores": 2,
#  "versions": "racemap 0.1.0 (…)", "figures": …}; what the figures are is said where they are shown.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import datetime
import json
import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def machine():
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        found = None
    return found[1] if found else os.uname().machine


def commit():
    """With a + if the working tree has other files."""
    def git(*args):
        done = subprocess.run(["git", "-C", HERE, *args], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""
    return (git("rev-parse", "--short", "HEAD") or "?") + ("+" if git("status", "--porcelain", "-uno") else "")


def percentile(values, share):
    """The value below which so much of all lies; share: 0 to 1."""
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def save(path, kind, figures, racemap):
    """Replaces the file, if there is a path."""
    if not path:
        return
    said = subprocess.run([racemap, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    document = {"kind": kind, "date": datetime.date.today().isoformat(), "commit": commit(), "machine": machine(),
                "cores": len(os.sched_getaffinity(0)), "versions": ", ".join(said.strip().splitlines()),
                "figures": figures}
    whole = Path(path).with_suffix(".new")
    whole.write_text(json.dumps(document, indent=1) + "\n")
    whole.replace(path)


def read(path):
    """Ends with a line if it is no such file."""
    try:
        document = json.loads(Path(path).read_text())
        return {key: document[key] for key in ("kind", "date", "commit", "machine", "cores", "versions", "figures")}
    except (OSError, ValueError, KeyError, TypeError) as e:
        raise SystemExit(f"{path}: not figures of a bench script: {e!r}") from e
