#!/usr/bin/env bash
# bench/compile.sh DIR [options]: compile times with and without the plugin; see compile.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/compile.py" "$@"
