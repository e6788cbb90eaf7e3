"""What a run under the sanitizer says while the machine fails it.

usage: faults.py PROGRAM FOLDER KILLS - runs PROGRAM, which has 16 races, in
FOLDER, which is made anew, with json=out.json: ended by SIGKILL at KILLS moments,
with files that may not grow, with few files, with little memory. out.json is a
whole document each time, with nothing in it that a whole run does not find, or
the one that was there before, or there is none. A run that comes to its end has
found all, and what it could not write is said in one line; one that does not
says why. The next run is right.
"""
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Inputs"))
from machine import has_nameless_files, limited

program, folder, kills = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
os.chdir(folder)
os.environ["RACEMAP_OPTIONS"] = "json=out.json"
RACES, FOUND, SUMMARY = 16, 66, "SUMMARY: RaceMap: 16 data races, "
GIB = 1 << 30


def remove_all():
    for name in os.listdir():
        os.remove(name)


def start(limit=None):
    return subprocess.Popen([program], stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, preexec_fn=limit, text=True)


def run(limit=None):
    """To its end: the exit status, and what it says."""
    process = start(limit)
    said = process.communicate()[1]
    return process.returncode, said


def results():
    """The document that is there, or None."""
    try:
        with open("out.json") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def findings(document):
    return {(finding["kernel"], finding["kind"])
            for finding in document["findings"]}


def is_right():
    """Of a run to its end."""
    status, said = run()
    now = results()
    return (status == FOUND and SUMMARY in said and now["complete"]
            and findings(now) == findings(right))


def look(before):
    """At what a run that was ended has left in the place of Before."""
    now = results()
    assert now or not before, before
    if now and now != before:
        assert findings(now) <= findings(right), now
    for name in os.listdir():
        if name != "out.json":  # it has this name for a moment before its own
            assert name.startswith("out.json."), name
            assert not is_nameless or json.load(open(name)), name
            os.remove(name)
    return now


is_nameless = has_nameless_files()
begin = time.monotonic()
process = start()
while process.poll() is None and not os.path.exists("out.json"):
    time.sleep(0.001)
until_first = time.monotonic() - begin
process.communicate()
took = time.monotonic() - begin
right = results()
assert process.returncode == FOUND and right["complete"], right
assert len(findings(right)) == RACES, right

# Killed: from its start on, and from the first result on.
random.seed(kills)
for number in range(kills):
    if number % 2:
        remove_all()
    before = results()
    process = start()
    time.sleep(random.uniform(0 if number % 4 < 2 else until_first, took))
    process.kill()
    process.communicate()
    look(before)
    if number % 10 == 0:
        assert is_right()
assert is_right()
print(f"killed {kills} times: right")

# The texts of one run grow: the first ones fit, the last one does not. The thread
# sanitizer of RaceMap's own code writes a file when a process begins.
size = os.path.getsize("out.json")
kept = 0
limits = (0, size // 8, size // 2, size - size // 32)
for limit in () if "TSAN_OPTIONS" in os.environ else limits:
    remove_all()
    status, said = run(limited(resource.RLIMIT_FSIZE, limit))
    assert status == FOUND and SUMMARY in said, (limit, status, said)
    lines = [line for line in said.splitlines() if line.startswith("racemap: ")]
    assert lines == ["racemap: warning: cannot write out.json: File too large"], said
    now = look(None)
    assert not now or not now["complete"], now
    kept += bool(now)
assert kept or "TSAN_OPTIONS" in os.environ, size
assert is_right()
print("files that may not grow: said")

# With three, the loader finds no library.
for number in 3, 4, 8:
    remove_all()
    status, said = run(limited(resource.RLIMIT_NOFILE, number))
    assert status == FOUND and SUMMARY in said or status == 127, (number, said)
    assert (status == 127) == (number == 3), (number, said)
    assert not look(None) or findings(results()) == findings(right)
print("few files: right or not begun")

# These sanitizers take more than all.
is_sanitized = {"ASAN_OPTIONS", "TSAN_OPTIONS"} & set(os.environ)
for limit in () if is_sanitized else (GIB, 20 * GIB):
    remove_all()
    status, said = run(limited(resource.RLIMIT_AS, limit))
    if limit == GIB:
        assert status < 0 and said.startswith("racemap: no address space "), said
        assert said.count("\n") == 1 and not look(None), said
    else:
        assert status == FOUND and SUMMARY in said, said
        assert findings(results()) == findings(right)
print("little memory: right or said")
