"""How much slower a sanitized kernel is at least: memory has to bring the cells,
too. From what the CPU device counts of it (RACEMAP_OPTIONS=stats=1).

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import collections
import json
import tempfile
from pathlib import Path

from building import execute, fail

# Bytes of a shadow cell for each word of 4 bytes, and how much faster shared
# memory is than device memory (H200: 132 processors x 128 bytes a cycle at
# 1.98 GHz by 4.8 TB/s).
CELL, SHARED_CELL, SHARED_IS_FASTER = 8, 4, 7


def floor(kernels):
    """The least slowdown by what memory has to carry: the words of the monitored
    accesses, and the loads and swaps of their cells. Of all these kernels."""
    sums = collections.Counter()
    for counts in kernels:
        sums.update(counts)
    shared = sums["words in shared memory"]
    device = sums["words"] - shared
    in_shared = sums["loads in shared memory"] + sums["swaps in shared memory"]
    cells = sums["shadow loads"] + sums["swaps"] - in_shared
    plain = [4 * device, 4 * shared]
    checked = [plain[0] + CELL * cells, plain[1] + SHARED_CELL * in_shared]
    return {
        "device": ratio(checked[0], plain[0]),
        "shared": ratio(checked[1], plain[1]),
        "floor": ratio(time_of(checked), time_of(plain)),
    }


def time_of(traffic):
    return traffic[0] + traffic[1] / SHARED_IS_FASTER


def ratio(a, b):
    return round(a / b, 3) if b else 1.0


def counted_floor(shop, command):
    with tempfile.TemporaryDirectory(dir=shop.scratch) as folder:
        report = Path(folder) / "report.json"
        status, text = execute(command, "stats=1:seed=1:exitcode=0", report)
        if status:
            fail(f"{command} fails on the CPU device: {text[-300:]}")
        numbers = json.loads(report.read_text(encoding="utf-8"))["statistics"]
    return floor(counts for name, counts in numbers.items() if name)
