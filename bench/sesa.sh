#!/usr/bin/env bash
# bench/sesa.sh [options]: the kernels of SESA's tables; see sesa.py --help.
set -euo pipefail
exec python3 "$(dirname "$0")/sesa.py" "$@"
