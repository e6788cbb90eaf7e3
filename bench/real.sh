#!/usr/bin/env bash
# bench/real.sh DIR [options]: `racemap check` over every .cu below DIR; see real.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/real.py" "$@"
