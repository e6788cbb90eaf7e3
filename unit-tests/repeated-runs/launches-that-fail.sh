#!/usr/bin/env bash
# Launches that end by errors at random points, with a new seed each time: many more than the lit test has.
#
# usage: launches-that-fail.sh RACEMAP LAUNCHES [SEED]
set -euo pipefail
[[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { sed -n '/^# usage/s/^# //p' "$0" >&2; exit 2; }
racemap=$1 launches=$2 seed=${3:-$((RANDOM * 32768 + RANDOM))}
source=$(dirname "$0")/../../lit-tests/sanitizer/launches-that-fail.cu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$racemap" cc --sanitize --device=cpu '--kernel=^$' "$source" -o "$folder/program"
echo "$launches launches, seed $seed"
# Each launch says on standard error how it ends.
if ! RACEMAP_OPTIONS=exitcode=0 "$folder/program" "$launches" "$seed" 2> "$folder/log"; then
  tail -20 "$folder/log"
  exit 1
fi
