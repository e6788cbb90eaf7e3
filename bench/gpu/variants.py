"""How the benchmark's programs are built and run: plain, sanitized, and sanitized
without what makes the monitor fast, to see what that contributes. Flags are those
of the build, options those of the run.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import collections

Variant = collections.namedtuple("Variant", "what flags options")
# No kernel is analysed, so that none is proved.
IN_FULL = "--kernel=^$"
PLAIN = Variant("without the sanitizer", [IN_FULL], "")
SANITIZED = Variant("with the sanitizer, every access monitored", ["--sanitize", IN_FULL], "")
LEAN = Variant("with the sanitizer, what is proved left alone", ["--sanitize"], "")
GPU_LEVERS = ("load_first", "skip_swap", "shared_in_sm")


def without(*levers):
    names = ",".join(levers)
    return Variant(f"sanitized, without {names}", SANITIZED.flags, f"no_levers={names}")


OF_A_GPU = {
    "lean": LEAN,
    **{f"no {lever}": without(lever) for lever in GPU_LEVERS},
    "no levers": without(*GPU_LEVERS),
}
LEVERS = {
    "cpu": {"one core": Variant("sanitized, on one core", SANITIZED.flags, "seed=1")},
    "gpu": OF_A_GPU,
    "gpu-on-cpu": OF_A_GPU,
}


def variants(device):
    """By name; the plain one is what the others are compared with."""
    return {"plain": PLAIN, "sanitized": SANITIZED, **LEVERS[device]}
