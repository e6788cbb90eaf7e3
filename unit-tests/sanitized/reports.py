#!/usr/bin/env python3
"""Does a lit test fail when a sanitizer of RaceMap's own code has a report?

usage: reports.py LIT LIT_TESTS_FOLDER

Runs lit on tests of its own, with what the folder's sanitizer_reports.py makes of them. A program that writes where a
sanitizer would is a report, whether the program succeeds or not; what an earlier run has left there is none.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import subprocess
import sys
import tempfile
from pathlib import Path

WRITES = '''sh -c 'echo "of a sanitizer" >"${ASAN_OPTIONS##*:log_path=}.17"; exit STATUS\''''
TESTS = {
    "silent": ("PASS", "true"),
    "left-by-an-earlier-run": ("PASS", "true"),
    "told": ("FAIL", WRITES.replace("STATUS", "0")),
    "told-and-expected-to-fail": ("FAIL", "not " + WRITES.replace("STATUS", "1")),
    "fails": ("FAIL", "false"),
}
CONFIG = """
import sys

sys.path.insert(0, {folder!r})
from sanitizer_reports import WithoutReports

config.name = "Reports"
config.suffixes = [".test"]
config.test_source_root = config.test_exec_root = {root!r}
config.test_format = WithoutReports({{"ASAN_OPTIONS": "detect_leaks=0"}}, {reports!r})
"""


def main():
    lit, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        reports = root / "reports"
        reports.mkdir()
        (root / "lit.cfg.py").write_text(CONFIG.format(folder=folder, root=made, reports=str(reports)))
        for name, (_, command) in TESTS.items():
            (root / f"{name}.test").write_text(f"RUN: {command}\n")
        (reports / "left-by-an-earlier-run.test.17").write_text("of a sanitizer")
        output = subprocess.run([lit, "-v", "-j1", made], capture_output=True, text=True).stdout
    wrong = [f"{name}: is not {result}" for name, (result, _) in TESTS.items()
             if f"{result}: Reports :: {name}.test" not in output]
    if output.count("\nof a sanitizer\n") != 2:
        wrong.append("what two sanitizers have said is not told")
    if wrong:
        print(output, *wrong, sep="\n")
    return bool(wrong)


sys.exit(main())
