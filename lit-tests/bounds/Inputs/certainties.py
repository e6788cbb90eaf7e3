"""The best certainty of each kernel's findings, by the array: "k(: a possible".

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import sys

ORDER = ["possible", "input", "provable"]
with open(sys.argv[1]) as f:
    kernels = json.load(f)["kernels"]
for kernel in kernels:
    best = {}
    for context in kernel["contexts"]:
        for finding in context["findings"]:
            array, its = finding["array"], finding["certainty"]
            best[array] = max(best.get(array, its), its, key=ORDER.index)
    for array, its in sorted(best.items()):
        print(f"{kernel['name'].split('(')[0]}(: {array} {its}")
