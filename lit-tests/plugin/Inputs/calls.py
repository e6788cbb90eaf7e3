"""What one unit says that it calls, as the calls of all other units of a project.

calls.py FROM TO [incomplete]   from emit-calls=FROM to calls=TO; incomplete: some
                                other unit does not say what it calls

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import sys

with open(sys.argv[1]) as f:
    calls = json.load(f)["calls"]
with open(sys.argv[2], "w") as f:
    json.dump({"complete": "incomplete" not in sys.argv[3:], "calls": {name: [text] for name, text in calls.items()}}, f)
