#!/usr/bin/env bash
# Builds RaceMap and shows it on a tree reduction: what the plugin makes of the
# kernel (its memory access protocol), the race that a missing __syncthreads()
# leaves, with a witness, and the verdict on the corrected kernel.
set -euo pipefail
cd "$(dirname "$0")/.."

./scripts/deps.sh build
cuda=$(./scripts/cuda-path.sh)
export CUDA_PATH=$cuda
object=$(mktemp)
trap 'rm -f "$object"' EXIT
echo "Building build/release, which takes minutes the first time ..."
{ cmake --preset release --log-level=WARNING && cmake --build --preset release; } ||
  { echo "demo: RaceMap could not be built" >&2; exit 1; }

racemap=build/release/bin/racemap
plugin=build/release/lib/ClangRaceMap-22.so

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
  -o "$object"

echo
echo "2. The memory access protocol that the finding follows from."
show 1 "$racemap" check samples/reduce-racy.cu --emit-map=-

echo
echo "3. The corrected kernel is proved race-free."
show 0 "$racemap" check samples/reduce.cu
