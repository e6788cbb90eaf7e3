#!/usr/bin/env bash
# bench/hybrid.sh --racemap RACEMAP [options]: what proofs spare the sanitizer, kernel by kernel; see hybrid.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/hybrid.py" "$@"
