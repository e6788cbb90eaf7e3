#!/usr/bin/env bash
# bench/sanitizer.sh --racemap RACEMAP [options]: what the sanitizer costs, kernel by kernel; see sanitizer.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/sanitizer.py" "$@"
