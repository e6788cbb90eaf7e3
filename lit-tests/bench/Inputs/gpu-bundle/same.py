"""same.py FIRST SECOND: has the second run taken no times again?"""
import json
import sys

first, second = (json.load(open(path))["samples"] for path in sys.argv[1:])
sys.exit(first != second)
