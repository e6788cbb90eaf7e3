"""What one unit says that it calls, as the calls of all other units of a project.

calls.py FROM TO [incomplete]   from emit-calls=FROM to calls=TO; incomplete: some
                                other unit does not say what it calls

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import sys

with open(sys.argv[1]) as f:
    unit = json.load(f)
told = {
    "complete": "incomplete" not in sys.argv[3:],
    "mentions": unit["mentions"],
    "calls": {name: [text] for name, text in unit["calls"].items()},
}
with open(sys.argv[2], "w") as f:
    json.dump(told, f)
