#!/usr/bin/env bash
# Shows RaceMap on a tree reduction: what the plugin makes of the kernel (its
# memory access protocol), the race that a missing __syncthreads() leaves, with
# a witness, the verdict on the corrected kernel, and a run with the sanitizer.
#
# usage: scripts/demo.sh [PREFIX]
#
# PREFIX is where RaceMap is built or installed; without one, build/release is
# built first.
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=${1:-build/release}
if [ $# -eq 0 ]; then
  ./scripts/deps.sh build
  echo "Building $prefix, which takes minutes the first time ..."
  { cmake --preset release --log-level=WARNING &&
    cmake --build --preset release --target racemap; } ||
    { echo "demo: RaceMap could not be built" >&2; exit 1; }
fi
cuda=$(./scripts/cuda-path.sh)
export CUDA_PATH=$cuda
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

racemap=$prefix/bin/racemap
plugin=$prefix/lib/ClangRaceMap-22.so

# Prints a command, runs it, and checks its exit status.
show() {
  local expected=$1 status=0
  shift
  printf '\n$ %s\n' "$*"
  "$@" || status=$?
  if [ "$status" -ne "$expected" ]; then
    echo "demo: exit status $status, expected $expected" >&2
    exit 1
  fi
}

echo
echo "1. An ordinary compilation with the plugin: the race is a warning."
show 0 clang++-22 -fplugin="$plugin" --cuda-path="$cuda" \
  --cuda-gpu-arch=sm_80 -Wno-unknown-cuda-version -c samples/reduce-racy.cu \
  -o "$out/reduce-racy.o"

echo
echo "2. The memory access protocol that the finding follows from."
show 1 "$racemap" check samples/reduce-racy.cu --emit-map=-

echo
echo "3. The corrected kernel is proved race-free."
show 0 "$racemap" check samples/reduce.cu

echo
echo "4. A sanitizer build reports the race of a run, on RaceMap's CPU device."
show 0 "$racemap" cc --sanitize --device=cpu -w samples/reduce-racy.cu \
  -o "$out/reduce-racy"
show 66 "$out/reduce-racy"
