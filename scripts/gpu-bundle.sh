#!/usr/bin/env bash
# scripts/gpu-bundle.sh --racemap RACEMAP --out FOLDER [options]: a folder that tests and measures the sanitizer on
# a machine with a GPU; see --help and docs/gpu-bench.md.
set -euo pipefail
exec python3 "$(dirname "$0")/../bench/gpu/bundle.py" "$@"
