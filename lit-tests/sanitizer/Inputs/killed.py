"""What a run under the sanitizer leaves when it is killed while it writes JSON.

usage: killed.py PROGRAM FOLDER KILLS - runs PROGRAM in FOLDER, which is made,
with json=out.json: ended by SIGKILL at KILLS moments, from its start on or from
the first result on, and kept from writing more of a text than some bytes (ulimit
-f), at every twentieth of the last one's size. What has the result's name each time is a whole document
with findings of a whole run, or the one that was there before, or there is
none; the next run is right.
"""
import json
import os
import random
import resource
import subprocess
import sys
import time

program, folder, kills = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
os.makedirs(folder)
os.chdir(folder)
os.environ["RACEMAP_OPTIONS"] = "json=out.json"


def remove_all():
    for name in os.listdir():
        os.remove(name)


def start(limit=None):
    return subprocess.Popen([program], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, preexec_fn=limit)


def results():
    """The document that is there, or None."""
    try:
        with open("out.json") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def findings(document):
    """Kernel and kind of each, in order."""
    return sorted((finding["kernel"], finding["kind"])
                  for finding in document["findings"])


def run():
    """To its end: the document."""
    assert start().wait() == 66
    assert results()["complete"], results()
    return results()


def has_nameless_files():
    """Can a file be written without a name here?"""
    try:
        os.close(os.open(".", os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return False
    return os.access("/proc/self/fd", os.X_OK)


def look(before):
    """At what a killed run has left in the place of Before."""
    now = results()
    assert now or not before, before
    if now and now != before:
        assert set(findings(now)) <= set(findings(right)), now
    for name in os.listdir():
        if name != "out.json":  # killed between its two names
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
assert process.wait() == 66
took = time.monotonic() - begin
right = results()
assert right["complete"] and len(findings(right)) == 16, right

random.seed(kills)
for number in range(kills):
    before = None
    if number % 2:
        remove_all()
    else:
        before = results()
    process = start()
    first = 0 if number % 4 < 2 else until_first
    time.sleep(random.uniform(first, took))
    process.kill()
    process.wait()
    look(before)
    if number % 10 == 0:
        assert findings(run()) == findings(right)
assert findings(run()) == findings(right)
print(f"killed {kills} times: right")

# What exceeds a limit is written up to there, by a run that ends or goes on.
size = os.path.getsize("out.json")
partial = 0
for limit in range(size // 20, size, size // 20):
    remove_all()
    done = start(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    done.wait()
    now = look(None)
    assert not (now and now["complete"]), now
    partial += bool(now)
assert partial, size
assert findings(run()) == findings(right)
print("stopped in the middle of a text: right")
