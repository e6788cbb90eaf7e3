# How the lit tests run: suffixes, substitutions and features.
#
# %racemap        the command line
# %clang          clang++ of the LLVM that RaceMap was built with
# %clangxx_cuda   the same for CUDA, with the plugin
# %plugin %opt    the clang plugin's path; opt with the pass plugin loaded
# %overlay        the folder of headers that %racemap puts in front
# %llvm_nm %llvm_ar  tools of that LLVM
# %build          the build tree, for cmake --install
# %prefix %bench  where bin/ and lib/ are, as after installing; the folder bench/
# %nvcc           nvcc, with the feature "nvcc" (and the g++ that it needs)
# %cuda_path      the CUDA toolkit; tests on .cu files are left out without one
#
# FileCheck and not are on PATH. %S, %s and %t are lit's own.
import glob
import os
import shutil

import lit.formats

config.name = "RaceMap"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.racemap_obj
config.suffixes = [".ll", ".map", ".test"]
config.excludes = ["Inputs"]

plugin = f"{config.racemap_lib}/ClangRaceMap-{config.llvm_major}.so"
pass_plugin = f"{config.racemap_lib}/LLVMRaceMap-{config.llvm_major}.so"

cuda = None
if config.cuda_path and not config.cuda_path.endswith("NOTFOUND"):
    cuda = config.cuda_path
    config.suffixes.append(".cu")
    config.available_features.add("cuda")
    config.environment["CUDA_PATH"] = cuda
    has_nvcc = config.nvcc and not config.nvcc.endswith("NOTFOUND")
    if has_nvcc and shutil.which("g++"):
        config.available_features.add("nvcc")
else:
    lit_config.note("no CUDA toolkit: the tests on .cu files are left out")

clangxx_cuda = (
    f"{config.clangxx} -x cuda --cuda-path={cuda} --cuda-gpu-arch=sm_80 "
    f"-isystem {cuda}/include/cccl -Wno-unknown-cuda-version "
    f"-fplugin={plugin}"
)

config.substitutions += [
    (r"%racemap\b", f"{config.racemap_bin}/racemap"),
    (r"%clangxx_cuda\b", clangxx_cuda),
    (r"%clang\b", config.clangxx),
    (r"%plugin\b", plugin),
    (r"%overlay\b", f"{config.racemap_lib}/racemap/overlay"),
    (r"%llvm_nm\b", f"{config.llvm_tools}/llvm-nm"),
    (r"%llvm_ar\b", f"{config.llvm_tools}/llvm-ar"),
    (r"%opt\b", f"{config.opt} -load-pass-plugin={pass_plugin}"),
    (r"%build\b", config.racemap_build),
    (r"%prefix\b", os.path.dirname(config.racemap_bin)),
    (r"%bench\b", os.path.join(config.test_source_root, "..", "bench")),
    (r"%nvcc\b", config.nvcc),
    (r"%cuda_path\b", str(cuda)),
]

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, os.environ.get("PATH", "")]
)
if glob.glob("/usr/lib/gcc/*/*/include/omp.h"):
    config.available_features.add("openmp")
if shutil.which("git"):
    config.available_features.add("git")
for name in ("HOME", "CCACHE_DIR", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# Every protocol that a test makes is printed, parsed and compared.
config.environment["RACEMAP_SELF_CHECK"] = "1"

if config.build_type != "Release":
    config.available_features.add("asserts")

# clang and opt are not sanitized, so the plugins' sanitizer is preloaded. What
# clang itself leaks is not ours to report.
if config.asan_runtime:
    config.available_features.add("asan")
    config.environment["LD_PRELOAD"] = config.asan_runtime
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=0:detect_container_overflow=0"
    )
