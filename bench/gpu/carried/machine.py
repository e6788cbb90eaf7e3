"""What runs here: the machine's device, its programs, and how they are run.

Only Python's standard library, 3.6 or later: the bundle has a copy.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")


def fail(text):
    print("run.py: " + text, file=sys.stderr)
    sys.exit(2)


class Stopped(Exception):
    """The minutes that were given are over, or somebody wants it to end."""


def stop(*_):
    raise Stopped()


def execute(command, options, seconds, times="/dev/null"):
    """(status, output); the status of a run that takes too long is 'timeout'."""
    environment = dict(os.environ, RACEMAP_OPTIONS=options, RACEMAP_LAUNCH_TIMES=times)
    child = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True)
    try:
        out, _ = child.communicate(timeout=seconds)
        status = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, _ = child.communicate()
        status = "timeout"
    except BaseException:
        os.killpg(child.pid, signal.SIGKILL)
        raise
    return status, out.decode("utf-8", "replace")


def unpack():
    """The programs, which are carried compressed."""
    packed = os.path.join(HERE, "programs.tar.xz")
    done = os.path.join(PROGRAMS, ".complete")
    if os.path.exists(done):
        return
    try:
        with tarfile.open(packed) as file:
            file.extractall(HERE)
        with open(done, "w"):
            pass
    except (OSError, tarfile.TarError) as error:
        fail("cannot unpack {}: {}".format(packed, error))


def racecheck():
    """The command, or nothing."""
    known = "/usr/local/cuda/bin/compute-sanitizer"
    path = shutil.which("compute-sanitizer") or (os.path.exists(known) and known)
    return [path, "--tool", "racecheck", "--print-limit", "1"] if path else None


def driver():
    """Its version, if nvidia-smi tells it."""
    if not shutil.which("nvidia-smi"):
        return ""
    status, out = execute(
        ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"], "", 60)
    return out.split("\n")[0].strip() if status == 0 else ""


def machine(manifest, size):
    """What results are of. Asks the benchmark's executable for its device."""
    bench = os.path.join(PROGRAMS, "bench", "plain")
    status, out = execute([bench, "--device"], "", 120)
    try:
        device = json.loads(out)
    except ValueError:
        fail("no device: {} ({})".format(out.strip() or status, "bench --device"))
    return {
        "gpu": device["name"], "capability": device["capability"],
        "memory": device["memory"], "driver": driver() or device["driver"],
        "cuda": device["runtime"], "cores": os.cpu_count(),
        "bundle": manifest["revision"], "device": manifest["device"], "size": size,
    }
