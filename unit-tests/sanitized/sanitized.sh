#!/usr/bin/env bash
# Does a sanitizer have anything to say of RaceMap's own code?
#
# usage: sanitized.sh asan|tsan [CTEST_OPTION...]
#
# Builds the preset in build/<preset>, where what is up to date is left alone, and runs its tests, or those that ctest's
# options select. A report of a sanitizer makes its test fail. Environment: JOBS (default: all cores).
set -euo pipefail
preset=${1:-}
[[ $preset =~ ^(asan|tsan)$ ]] || { sed -n '/^# usage/s/^# //p' "$0" >&2; exit 2; }
shift
cd "$(dirname "$0")/../.."
jobs=${JOBS:-$(nproc)}
mkdir -p build
cmake --preset "$preset" >"build/$preset.configure.log" || { cat "build/$preset.configure.log"; exit 1; }
cmake --build --preset "$preset" -j "$jobs" >"build/$preset.log" || { tail -30 "build/$preset.log"; exit 1; }
exec ctest --preset "$preset" --output-on-failure --no-tests=error -j "$jobs" "$@"
