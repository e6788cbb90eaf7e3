#!/usr/bin/env bash
# bench/assumptions.sh DIR [options]: what proofs rest on, row by row; see assumptions.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/assumptions.py" "$@"
