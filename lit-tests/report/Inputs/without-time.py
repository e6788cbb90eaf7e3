"""The results without the time that they took."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    print(re.sub(r'"ms": ?[-+.\de]+', '"ms": 0', file.read()))
