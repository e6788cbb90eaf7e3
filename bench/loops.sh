#!/usr/bin/env bash
# bench/loops.sh --racemap RACEMAP [options]: how fast the CPU device is, beside loops of the host; see loops.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/loops.py" "$@"
