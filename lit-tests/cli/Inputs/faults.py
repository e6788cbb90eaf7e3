"""What `racemap check -p` says of a project while the machine fails it.

usage: faults.py RACEMAP FOLDER KILLS [often] - makes a project of three units
there, of which one is racy, and checks it: ended by SIGKILL at KILLS moments,
with bits of what it keeps flipped, with few files, with little memory, with
files that may not grow, with a clock that goes back; often: with more limits. A
check that says it is done is right; one that is not says why in one line each;
what it leaves is whole.
"""
import glob
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Inputs"))
from machine import has_nameless_files, limited

racemap, folder, kills = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3])
often = sys.argv[4:] == ["often"]
os.makedirs(f"{folder}/build/.racemap", exist_ok=True)
os.makedirs(f"{folder}/tmp", exist_ok=True)
os.chdir(folder)
os.environ["TMPDIR"] = f"{folder}/tmp"
BODIES = {"racy": "a[threadIdx.x] = a[threadIdx.x + 1];",
          "free": "a[blockIdx.x * blockDim.x + threadIdx.x] = 1;",
          "more": "if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 1;"}
for name, body in BODIES.items():
    with open(f"{name}.cu", "w") as source:
        source.write(f"__global__ void {name}(int *a) {{ {body} }}\n")
with open("build/compile_commands.json", "w") as database:
    json.dump([{"directory": folder, "file": f"{name}.cu",
                "command": f"clang++ -c {name}.cu"} for name in BODIES], database)
RIGHT = "3 kernels: 2 race-free, 1 racy, 0 unknown"
CHECK = [racemap, "check", "-p", "build", "-j2", "--json=out.json"]
kept = lambda: sorted(glob.glob("build/.racemap/*"))


def check(limit=None):
    return subprocess.run(CHECK, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          preexec_fn=limit, text=True)


def last(done):
    return done.stdout.splitlines()[-1] if done.stdout else ""


def judge(what, done):
    """Right, or a failure that is said."""
    said = [l for l in done.stderr.splitlines() if l.startswith("racemap: error: ")]
    if done.returncode == 127 and "shared libraries" in done.stderr:
        return "not begun"  # the loader has said so
    if done.returncode == 1:
        assert last(done) == RIGHT, (what, done)
        return "right"
    assert done.returncode == 2 and said, (what, done)
    assert "race-free, 0 racy" not in last(done) or "3 kernels" not in last(done), \
        (what, done)
    return "said"


def whole():
    """What is there is complete. A process that is killed may leave a file with
    the name that it has before its own (NAME.json.PROCESS-NUMBER)."""
    for path in kept() + glob.glob("out.json*"):
        is_new = re.fullmatch(r"[^.]*\.(json|calls|told)\.\d+-\d+", os.path.basename(path))
        assert is_new or path.endswith((".json", ".calls", ".told")), path
        if not is_new or is_nameless:
            json.load(open(path))
        if is_new:
            os.remove(path)


def forget():
    for path in kept():
        os.remove(path)


is_nameless = has_nameless_files()
begin = time.monotonic()
first = check()
took = time.monotonic() - begin
assert judge("first", first) == "right"
good = {path: open(path, "rb").read() for path in kept()}
results = [path for path in good if path.endswith(".json")]
assert (len(good), len(results)) == (6, 3), sorted(good)

# Killed, in the middle of all that it does.
random.seed(kills)
for number in range(kills):
    for path in random.sample(kept(), min(len(kept()), 2)):
        os.remove(path)
    running = subprocess.Popen(CHECK, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(random.uniform(0, took))
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    whole()
    if number % 5 == 0:
        assert judge("after a kill", check()) == "right"
        whole()
assert judge("after all kills", check()) == "right"
print(f"killed {kills} times: right")

# Bits of what is kept, one of each entry. Each has its own results within.
for number in range(max(4, kills // 3)):
    flipped = {}
    for path in good:
        flipped[path] = bytearray(good[path])
        flipped[path][random.randrange(len(good[path]))] ^= 1 << random.randrange(8)
        with open(path, "wb") as out:
            out.write(flipped[path])
    done = check()
    assert judge(("flipped", flipped), done) == "right"
    passed = sum(open(path, "rb").read() == flipped[path] for path in results)
    assert f" {passed} unchanged" in done.stdout, (passed, flipped, done)
for path in good:
    with open(path, "wb") as out:
        out.write(good[path])
verdict = next(p for p in good if b'"verdict":"racy"' in good[p])
with open(verdict, "wb") as out:
    out.write(good[verdict].replace(b'"verdict":"racy"', b'"verdict":"race-free"'))
done = check()
assert judge("another verdict", done) == "right" and "1 analysed" in done.stdout, done
for text in b"", good[verdict][:1000], b"[]", b"{}", b"\0" * 4096:
    with open(verdict, "wb") as out:
        out.write(text)
    assert judge("cut off", check()) == "right"
print("changed entries: right")

# With four, clang cannot load the plugin.
outcomes = {}
for number in [*range(4, 20), 64] if often else [4, 8, 64]:
    forget()
    done = check(limited(resource.RLIMIT_NOFILE, number))
    outcomes[number] = judge(("files", number), done)
assert outcomes[4] != "right" and outcomes[64] == "right", outcomes
print("few files: right or said")

# What the loader or a library of the system does not get ends the process; the
# address sanitizer takes more than all.
MIB = 1 << 20
memories = range(50, 700, 25) if often else [60, 350]
for number in () if "ASAN_OPTIONS" in os.environ else memories:
    forget()
    done = check(limited(resource.RLIMIT_AS, number * MIB))
    if done.returncode >= 0:
        judge(("memory", number), done)
    whole()
assert judge("memory", check()) == "right"
print("little memory: right or said")

for number in 0, 4096:
    forget()
    judge(("size of files", number), check(limited(resource.RLIMIT_FSIZE, number)))
    whole()
print("small files only: right or said")

for path in kept():
    os.utime(path, (2 ** 31 + 10 ** 8, 2 ** 31 + 10 ** 8))
os.utime("racy.cu", (1, 1))
assert judge("times", check()) == "right"
with open("racy.cu", "w") as source:
    source.write("__global__ void racy(int *a) { a[threadIdx.x] = 1; }\n")
os.utime("racy.cu", (0, 0))
assert last(check()) == "3 kernels: 3 race-free, 0 racy, 0 unknown"
print("times that go back: right")
