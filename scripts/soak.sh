#!/usr/bin/env bash
# Random kernels, judged by everyone who can judge them, for as long as wished:
#
#   MAPs           the analysis against all executions of a small launch
#   kernels        compiled and analysed, against an interpreter
#   runs           the CPU device's monitor against a full record of each run, in
#                  full and with proved accesses left alone
#
# usage: scripts/soak.sh MINUTES [SEED]
#
# Everything follows from the seed, which is printed. A disagreement is made
# smaller and printed with the command that shows it again; the rest goes on. The
# exit status is 1 if there was one. What was found is in build/soak as well, a
# file each.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,/^set /s/^# \{0,1\}//p' "$0"; exit 2; }
cd "$(dirname "$0")/.."
exec python3 scripts/soak.py --minutes "$1" ${2:+--seed "$2"}
