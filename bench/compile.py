# compile - what the plugin costs a compilation.
#
# Each file is compiled to an object (host and one architecture) by turns without
# and with the plugin, in one run; the figure is the ratio of the medians of
# each pair, and the median of the ratios over all files.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import statistics
import subprocess
import sys
import time

import corpus


def seconds(command):
    start = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.monotonic() - start if done.returncode == 0 else None


def main():
    p = corpus.parser("compile times with and without the plugin")
    p.add_argument("--repeat", type=int, default=3)
    p.add_argument("--clang", default="clang++-22")
    p.add_argument("--cuda", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    args = p.parse_args()
    plugin = next((args.prefix / "lib").glob("ClangRaceMap-*.so"))
    ratios = []
    for unit in corpus.units(args):
        base = [args.clang, "-x", "cuda", "-c", str(unit.path), "-o", os.devnull, "-O2", "-w",
                "--cuda-path=" + args.cuda, "--cuda-gpu-arch=sm_80", "-isystem", args.cuda + "/include/cccl",
                "-Wno-unknown-cuda-version", *unit.flags]
        pairs = [(seconds(base), seconds(base + [f"-fplugin={plugin}"])) for _ in range(args.repeat)]
        if any(a is None or b is None for a, b in pairs):
            continue
        without, with_plugin = (statistics.median(x) for x in zip(*pairs))
        ratios.append(with_plugin / without)
        print(f"{unit.name}\t{without:.2f}\t{with_plugin:.2f}\t{ratios[-1]:.2f}", flush=True)
    if not ratios:
        sys.exit("no file compiled")
    print(f"files {len(ratios)}, ratio: median {statistics.median(ratios):.2f}, "
          f"95 % {sorted(ratios)[int(0.95 * len(ratios))]:.2f}, most {max(ratios):.2f}")


if __name__ == "__main__":
    main()
