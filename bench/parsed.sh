#!/usr/bin/env bash
# bench/parsed.sh DIR [options]: the share of files analysed; see parsed.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/parsed.py" "$@"
