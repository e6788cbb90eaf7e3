"""How a program of a public repository is built and run, unmodified.

In:  a folder as the repository has it.
Out: a copy of it beside links to its neighbours, the commands that build it
     with `racemap cc` in nvcc's place, and the lines that run it.

The folder says it itself: with a Makefile (HeCBench) `make` builds it, and what
`make run` would do runs it; with a CMakeLists.txt (cuda-samples) the sources, the
libraries and the separable compilation of its executable are read from there.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import glob
import os
import re
import shlex
import shutil
import signal
import subprocess
import time

# A program reaches its neighbours by ../../../: so many folders above it are
# made again, of links.
LEVELS = 3
# What the runtime has in nvcc's place anyway.
RUNTIME_LIBRARIES = {"cudart", "cudart_static", "cudadevrt"}


def run(command, seconds, **more):
    """(status, output, seconds). A time-out is status 'timeout'."""
    begin = time.monotonic()
    child = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        **more,
    )
    try:
        out, _ = child.communicate(timeout=seconds)
        status = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, _ = child.communicate()
        status = "timeout"
    return status, out.decode(errors="replace"), time.monotonic() - begin


def overlay(folder, to):
    """A copy of the folder under `to`, with links where its neighbours are."""
    parts = os.path.abspath(folder).split(os.sep)
    for depth in range(LEVELS, 0, -1):
        above = os.sep.join(parts[:-depth])
        os.makedirs(to, exist_ok=True)
        for name in os.listdir(above or os.sep):
            if name != parts[-depth]:
                os.symlink(os.path.join(above, name), os.path.join(to, name))
        to = os.path.join(to, parts[-depth])
    shutil.copytree(folder, to, symlinks=True)
    return to


def is_program(folder):
    return any(
        os.path.exists(os.path.join(folder, name))
        and "add_subdirectory" not in read(os.path.join(folder, name))
        for name in ("Makefile", "CMakeLists.txt")
    )


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


class MakeBuild:
    """A folder with a Makefile: CC or NVCC is the compiler, ARCH what it is for."""

    def __init__(self, folder):
        self.folder = folder
        number = re.search(r"^ARCH *= *\d", read(folder + "/Makefile"), re.M)
        self.arch = "80" if number else "sm_80"

    def make(self, compiler, *goals):
        return ["make", f"CC={compiler}", f"NVCC={compiler}"] + [
            f"ARCH={self.arch}",
            "LAUNCHER=",
            *goals,
        ]

    def build(self, compiler, seconds):
        words = " ".join(map(shlex.quote, compiler))
        command = self.make(words.replace("$", "$$"))
        return run(command, seconds, cwd=self.folder)

    def lines(self):
        """The commands of the goal `run`, of a program that is built."""
        command = self.make("racemap", "-n", "--no-print-directory", "run")
        _, text, _ = run(command, 60, cwd=self.folder)
        text = text.replace("\\\n", " ")
        return [l for l in text.split("\n") if l.strip() and l[:5] != "make:"]


class CMakeBuild:
    """A folder with a CMakeLists.txt of which one executable is wanted."""

    def __init__(self, folder):
        self.folder = folder
        self.text = re.sub(r"#.*", "", read(folder + "/CMakeLists.txt"))

    def words(self, call):
        """The arguments of all calls of a CMake function but the first."""
        found = re.findall(rf"\b{call}\s*\(\s*\S+([^)]*)\)", self.text)
        return [word.strip('"') for words in found for word in words.split()]

    def sources(self):
        found = []
        for word in self.words("add_executable"):
            path = os.path.join(self.folder, word)
            if word.endswith((".cu", ".cpp", ".c")) and path not in found:
                found.append(path)
        return found or sorted(glob.glob(self.folder + "/*.cu"))

    def libraries(self):
        named = re.findall(r"CUDA::(\w+)", self.text)
        named = ["cuda" if n == "cuda_driver" else n for n in named]
        named += re.findall(r"\b(OpenMP)::", self.text)
        wanted = sorted(set(named) - RUNTIME_LIBRARIES)
        return ["-fopenmp" if n == "OpenMP" else "-l" + n for n in wanted]

    def build(self, compiler, seconds):
        # Several executables (of one sample of IPC, say) are not one program.
        command = [*compiler, "-O2", "-std=c++17", "-I."]
        command += ["-I" + d for d in glob.glob(self.folder + "/inc*")]
        if "CUDA_SEPARABLE_COMPILATION ON" in self.text:
            command.append("-rdc=true")
        command += self.sources() + self.libraries() + ["-o", "program"]
        return run(command, seconds, cwd=self.folder)

    def lines(self):
        return ["./program"]


def build_of(folder):
    if os.path.exists(folder + "/Makefile"):
        return MakeBuild(folder)
    return CMakeBuild(folder)
