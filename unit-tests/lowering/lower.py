#!/usr/bin/env python3
"""Compiles every kernel of CUDA sources for the CPU device, and runs none.

In:  .cu files and folders of them; unless any is named, lit-tests/ and bench/;
     with --samples, the checkout of NVIDIA's cuda-samples that
     RACEMAP_CUDA_SAMPLES names, or exit status 77 if it names none.
Out: a line for each file of which a kernel cannot be run, with the reasons, and
     a last line with numbers; exit status 1 if there is any such file.

Each file is compiled with --sanitize and without, and with the macros and other
flags of each of its RUN lines: the device part only, which is the same whatever
-O is (lit-tests/cpu/levels-of-optimisation.cu). Device code that is the same
again is lowered once. What clang does not compile is told, too, and fails.
What is known not to run (EXPECTED) does not fail; what is in that list and does
run, if it is looked at, fails.

usage: lower.py --racemap FILE --compile-all FILE [--every N] [--samples]
                [FOLDER...]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import hashlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# A checkout of cuda-samples, if there is one.
SAMPLES = os.environ.get("RACEMAP_CUDA_SAMPLES")

FEATURES = "cuda-samples/Samples/3_CUDA_Features"

# What cannot be run, and why that is so: a part of what is told.
EXPECTED = {
    # No unit has the function.
    "lit-tests/cpu/told-once.cu": "nowhere(int)",
    "lit-tests/plugin/silence.cu": "somewhere(unsigned int*)",
    "lit-tests/plugin/undecided.cu": "somewhere(unsigned int*)",
    "lit-tests/plugin/warnings-of-code-generation.cu": "__atomic_load",
    "lit-tests/race/graph-conditions.cu": "cudaGraphSetConditional",
    "lit-tests/race/race-before-what-is-not-modelled.cu": "somewhere(int*)",
    "lit-tests/sanitizer/failed-launches.cu": "nowhere(int)",
    # The CPU device cannot do that, and the program says so.
    "lit-tests/cpu/shared-behind-pointers.cu": "called through a pointer",
    "lit-tests/cpu/tensor-cores.cu": "does not know this intrinsic",
    "lit-tests/instrument/warp-matrices.cu": "does not know this intrinsic",
    "lit-tests/race/special-registers.cu": "%pm0",
    "lit-tests/race/warp-matrices.cu": "does not know this intrinsic",
    f"{FEATURES}/bf16TensorCoreGemm/bf16TensorCoreGemm.cu":
        "does not know this intrinsic",
    f"{FEATURES}/cudaTensorCoreGemm/cudaTensorCoreGemm.cu":
        "does not know this intrinsic",
    f"{FEATURES}/dmmaTensorCoreGemm/dmmaTensorCoreGemm.cu":
        "does not know this intrinsic",
    f"{FEATURES}/graphConditionalNodes/graphConditionalNodes.cu":
        "cudaGraphSetConditional",
    f"{FEATURES}/immaTensorCoreGemm/immaTensorCoreGemm.cu":
        "does not know this intrinsic",
    f"{FEATURES}/tf32TensorCoreGemm/tf32TensorCoreGemm.cu":
        "does not know this intrinsic",
    f"{FEATURES}/cdpAdvancedQuicksort/cdpAdvancedQuicksort.cu": "bitonicsort",
    # They want headers of other systems, or of libraries that are not CUDA's;
    # or an array of variable size with an initialiser (imageKernels.cu).
    **{f"cuda-samples/Samples/{name}": "not compiled" for name in (
        "5_Domain_Specific/simpleD3D11/sinewave_cuda.cu",
        "5_Domain_Specific/simpleD3D12/sinewave_cuda.cu",
        "5_Domain_Specific/vulkanImageCUDA/vulkanImageCUDA.cu",
        "8_Platform_Specific/Tegra/cuDLAErrorReporting/main.cu",
        "8_Platform_Specific/Tegra/cuDLAHybridMode/main.cu",
        "8_Platform_Specific/Tegra/cuDLALayerwiseStatsHybrid/main.cu",
        "8_Platform_Specific/Tegra/cudaNvSciBufMultiplanar/imageKernels.cu",
        "8_Platform_Specific/Tegra/cudaNvSciNvMedia/cuda_consumer.cu",
        "8_Platform_Specific/Tegra/simpleGLES/simpleGLES.cu",
        "8_Platform_Specific/Tegra/simpleGLES_EGLOutput/"
        "simpleGLES_EGLOutput.cu")},
    # No program.
    "lit-tests/plugin/compile-errors.cu": "not compiled",
    "lit-tests/plugin/precompiled-header.cu": "not compiled",
}

# Flags of RUN lines that decide what code there is.
KEPT = re.compile(r"-(D|I|std=|arch=|rdc=|fgpu-rdc)|--(cuda-gpu-)?arch=")


def arguments():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("folders", nargs="*", type=Path)
    p.add_argument("--racemap", required=True)
    p.add_argument("--compile-all", required=True)
    p.add_argument("--samples", action="store_true",
                   help="of cuda-samples, and no others")
    p.add_argument("--every", type=int, default=1, metavar="N",
                   help="only every Nth file")
    p.add_argument("--flags", default="", help="more flags for all files")
    return p.parse_args()


def substituted(word, path):
    for name, value in (("%S", path.parent), ("%bench", ROOT / "bench"),
                        ("%prefix", ROOT)):
        word = word.replace(name, str(value))
    return re.sub(r"^--(cuda-gpu-)?arch=", "-arch=", word).replace("%%", "%")


def words_of(line):
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def variants(path):
    """The sets of flags that the file's tests compile it with."""
    text = path.read_text(errors="replace")
    found = []
    whole = re.sub(r"\\\n(// *RUN:)?", " ", text)
    for line in re.findall(r"RUN:(.*)", whole):
        if not re.search(r"%racemap (cc|check)|%clangxx_cuda", line):
            continue
        # Flags of two words are kept as one.
        line = re.sub(r"-(isystem|I) +(-Xclang +)?", "-I", line)
        flags = [substituted(w, path) for w in words_of(line) if KEPT.match(w)]
        flags = [f for f in flags if "%" not in f]
        if flags not in found:
            found.append(flags)
    return found or [[]]


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


class Lowering:
    def __init__(self, args, folder):
        self.args = args
        self.bitcode = os.path.join(folder, "device.bc")
        self.seen = set()
        self.modules = self.kernels = 0

    def compile(self, path, flags):
        """What is wrong, or nothing."""
        status, text = run([
            self.args.racemap, "cc", "--device=cpu", "--kernel=^$", "-w",
            "--cuda-device-only", "-emit-llvm", "-c", *flags, str(path),
            "-o", self.bitcode])
        return f"not compiled: {text}" if status else ""

    def lower(self, flags):
        code = Path(self.bitcode).read_bytes()
        key = hashlib.sha256(code).digest()
        if key in self.seen:
            return ""
        self.seen.add(key)
        rdc = ["--rdc"] if {"-rdc=true", "-fgpu-rdc"} & set(flags) else []
        status, text = run([self.args.compile_all, *rdc, self.bitcode])
        self.modules += 1
        counted = re.search(r": (\d+) kernels", text)
        self.kernels += int(counted[1]) if counted else 0
        return f"status {status}: {text}" if status else ""

    def problems(self, path):
        self.seen.clear()
        for own in variants(path):
            for sanitize in ([], ["--sanitize"]):
                flags = [*sanitize, *own, f"-I{path.parent}",
                         f"-I{path.parent.parent / 'inc'}",
                         *shlex.split(self.args.flags)]
                problem = self.compile(path, flags)
                # What launches from the device is of a relocatable unit.
                if problem and not path.is_relative_to(ROOT):
                    problem = self.compile(path, [*flags, "-rdc=true"])
                problem = problem or self.lower(flags)
                if problem:
                    yield f"{' '.join(flags)}: {problem}"


def sources(args):
    folders = args.folders
    if args.samples:
        if not SAMPLES:
            print("RACEMAP_CUDA_SAMPLES names no checkout of cuda-samples")
            sys.exit(77)
        folders = [Path(SAMPLES)]
    elif not folders:
        folders = [ROOT / "lit-tests", ROOT / "bench"]
    found = []
    for folder in folders:
        found += sorted(folder.rglob("*.cu")) if folder.is_dir() else [folder]
    # What lies in Inputs/ is a part of a test, often wrong on purpose.
    found = [p.resolve() for p in found if "Inputs" not in p.parts]
    return found[::args.every]


def name_of(path):
    """As EXPECTED has it."""
    if path.is_relative_to(ROOT):
        return str(path.relative_to(ROOT))
    if SAMPLES and path.is_relative_to(Path(SAMPLES).resolve()):
        return f"cuda-samples/{path.relative_to(Path(SAMPLES).resolve())}"
    return str(path)


def is_compiled(problem):
    return not problem.partition(": ")[2].startswith("not compiled")


def is_expected(path, problem):
    return EXPECTED.get(name_of(path), "\0") in problem


def main():
    args = arguments()
    status = 0
    paths = sources(args)
    failed, uncompiled = set(), set()
    with tempfile.TemporaryDirectory() as folder:
        lowering = Lowering(args, folder)
        for path in paths:
            for problem in lowering.problems(path):
                known = is_expected(path, problem)
                status |= not known
                failed.add(name_of(path))
                if not is_compiled(problem):
                    uncompiled.add(name_of(path))
                print(f"{'known: ' if known else ''}{path}: {problem}",
                      flush=True)
    for name in EXPECTED.keys() & set(map(name_of, paths)) - failed:
        status = 1
        print(f"{name}: runs, though it is in the list of what does not")
    print(f"{len(paths)} files, {len(uncompiled)} of them not compiled; "
          f"{lowering.modules} modules, {lowering.kernels} kernels")
    return status or not lowering.kernels


if __name__ == "__main__":
    sys.exit(main())
