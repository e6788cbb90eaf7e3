"""What one unit says that it calls, as the calls of all other units of a project.

calls.py FROM TO [mentioned]   from emit-calls=FROM to calls=TO; mentioned: some
                               other unit may call the same in other ways

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import sys

with open(sys.argv[1]) as f:
    unit = json.load(f)
mentions = unit["mentions"] + (list(unit["calls"]) if "mentioned" in sys.argv[3:] else [])
told = {"mentions": mentions, "calls": {name: [text] for name, text in unit["calls"].items()}}
with open(sys.argv[2], "w") as f:
    json.dump(told, f)
