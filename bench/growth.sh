#!/usr/bin/env bash
# bench/growth.sh [ACCESSES...] [options]: time of the analysis by accesses; see growth.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/growth.py" "$@"
