#!/usr/bin/env bash
# bench/injected.sh [options]: faults put into race-free kernels; see injected.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/injected.py" "$@"
