#!/usr/bin/env python3
"""Runs the programs of lit tests again and again while all cores are busy.

usage: repeat.py --build BUILD [--times N] [--limit SECONDS] [NAME...]

In:  the lit tests of a build tree, those of sanitizer/ and cpu/ or the named ones (sanitizer/flags.cu).
Out: status 0 if each run of each program says what its test expects, and none takes longer than the limit; 1 if not, or
     if no test can run here. The last line counts programs, failures and tests that cannot run here.

The commands of a test are run in order, with what it exports before them; those that stand between two that build
something as often as is asked for. As many loops that do nothing as there are cores run beside that, so that workers
are interrupted anywhere.
"""
import argparse
import concurrent.futures
import dataclasses
import itertools
import os
import re
import shlex
import signal
import subprocess
import sys
import time

arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
arguments.add_argument("--build", required=True, help="the build tree")
arguments.add_argument("--lit", default="/usr/lib/llvm-22/bin/lit", help="the lit executable")
arguments.add_argument("--times", type=int, default=100)
arguments.add_argument("--limit", type=float, default=20, help="seconds for a command that does not build")
arguments.add_argument("--jobs", type=int, default=os.cpu_count(), help="so many tests at once")
arguments.add_argument("--busy", type=int, default=os.cpu_count(), help="so many loops that keep cores busy")
arguments.add_argument("names", nargs="*", default=[], help="tests; default: all of sanitizer and cpu")
options = arguments.parse_args()

# Debian keeps the module beside the executable.
lit_prefix = os.path.dirname(os.path.dirname(os.path.realpath(options.lit)))
sys.path.insert(1, f"{lit_prefix}/utils/lit")
import lit.discovery  # noqa: E402
import lit.LitConfig  # noqa: E402
import lit.Test  # noqa: E402
import lit.TestRunner  # noqa: E402


@dataclasses.dataclass
class Command:
    """For bash, with the folder that it runs in."""

    text: str
    folder: str


@dataclasses.dataclass
class Program:
    """A test, as commands."""

    name: str
    commands: list
    environment: dict


def discover():
    config = lit.LitConfig.LitConfig(
        progname="lit", path=[], diagnostic_level="warning", useValgrind=False, valgrindLeakCheck=False,
        valgrindArgs=[], noExecute=False, debug=False, isWindows=False, order="lexical", params={})
    names = options.names or ["sanitizer", "cpu"]
    paths = [os.path.join(options.build, "lit-tests", name) for name in names]
    return lit.discovery.find_tests_for_inputs(config, paths)


def program(test):
    """Null, and said, if the test cannot run here."""
    script = lit.TestRunner.parseIntegratedTestScript(test)
    if isinstance(script, lit.Test.Result):
        print(f"not run: {'/'.join(test.path_in_suite)}: {script.output}", flush=True)
        return None
    folder, temporary = lit.TestRunner.getTempPaths(test)
    substitutions = lit.TestRunner.getDefaultSubstitutions(test, folder, temporary)
    lines = lit.TestRunner.applySubstitutions(
        script, substitutions, recursion_limit=test.config.recursiveExpansionLimit)
    # lit marks each line with its number.
    lines = [re.sub(r"^%dbg\(.*?\)\s*", "", line) for line in lines]
    environment, commands = dict(test.config.environment), []
    for command in (part for line in lines for part in line.split(" && ")):
        more = exported(command)
        if more and commands:
            sys.exit(f"{'/'.join(test.path_in_suite)}: {command} has to be the first command")
        environment |= more
        words = shlex.split(command)
        if words[0] == "cd":
            folder = os.path.join(folder, words[1])
        elif not more:
            commands.append(Command(command, folder))
    return Program("/".join(test.path_in_suite), commands, environment)


def builds(command):
    """Does it make, or remove, what others run?"""
    words = shlex.split(command.text)
    name = os.path.basename(words[0])
    return name in ("rm", "mkdir", "mkfifo") or (name == "racemap" and "cc" in words)


def exported(command):
    """What it exports, for all commands behind it."""
    words = shlex.split(command)
    return dict(word.split("=", 1) for word in words[1:]) if words[0] == "export" else {}


def segments(commands):
    """What builds, each alone, and what comes between that."""
    for is_build, part in itertools.groupby(commands, builds):
        yield from ((True, [command]) for command in part) if is_build else [(False, list(part))]


def run(test, command, limit):
    """What is wrong, or nothing; and how long it took."""
    begin = time.monotonic()
    process = subprocess.Popen(
        ["bash", "-c", f"set -o pipefail; {command.text}"], cwd=command.folder, env=test.environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, text=True, errors="replace")
    try:
        text, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        text, _ = process.communicate()
        return f"not over after {limit:g} s\n{text[-3000:]}", limit
    wrong = f"status {process.returncode}\n{text[-3000:]}" if process.returncode else None
    return wrong, time.monotonic() - begin


def repeat(test):
    os.makedirs(test.commands[0].folder, exist_ok=True)
    slowest = 0
    for is_build, commands in segments(test.commands):
        for turn in range(1 if is_build else options.times):
            for command in commands:
                wrong, seconds = run(test, command, 300 if is_build else options.limit)
                if wrong:
                    return f"FAIL {test.name}, run {turn + 1}: {command.text}\n{wrong}"
                slowest = max(slowest, 0 if is_build else seconds)
    return f"ok   {test.name}: {options.times} times, a command takes at most {slowest:.1f} s"


def main():
    tests = discover()
    programs = [found for found in map(program, tests) if found]
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)]
    failed = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for line in pool.map(repeat, programs):
                print(line, flush=True)
                failed += line.startswith("FAIL")
    finally:
        for loop in loops:
            loop.kill()
    print(f"{len(programs)} programs, {failed} failed, {len(tests) - len(programs)} not run")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
