#!/usr/bin/env bash
# Fuzzes targets of fuzz/ one after the other, in the build of preset `fuzz`.
#
# usage: fuzz.sh SECONDS [TARGET...]     each for so long; default: all targets
#
# One line each: its name, the seconds of processor time, the executions, and
# what it found. Inputs that reach new code go to build/fuzz/corpus/TARGET, where
# the next run begins; what fails lies in build/fuzz/found. One input may take 60
# seconds of the clock; where others have the processors, TIMEOUT in the
# environment allows more.
set -euo pipefail

if [[ ! ${1:-} =~ ^[0-9]+$ ]]; then
  sed -n '/^# usage/,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
seconds=$1
shift
cd "$(dirname "$0")/.."
build=$PWD/build/fuzz
mkdir -p "$build/found"
[ $# -gt 0 ] || set -- $(cd "$build/bin" && ls racemap-fuzz-* | sed 's/racemap-fuzz-//')

corpus_of() {
  case $1 in
  lift | instrument) echo fuzz/corpus/device-modules ;;
  *) echo "fuzz/corpus/$1" ;;
  esac
}

TIMEFORMAT='%U'
status=0
for target; do
  new=$build/corpus/$target
  log=$build/found/$target.log
  mkdir -p "$new"
  found=none
  user=$( { time "$build/bin/racemap-fuzz-$target" "$new" "$(corpus_of "$target")" \
              -max_total_time="$seconds" -timeout="${TIMEOUT:-60}" -rss_limit_mb=2048 \
              -max_len=8192 -print_final_stats=1 \
              -artifact_prefix="$build/found/$target-" >"$log" 2>&1; } 2>&1 ) ||
    { found=$(grep -aoE '(does not hold: |SUMMARY: |Assertion ).*' "$log" | head -n 1); status=1; }
  runs=$(grep -a number_of_executed_units "$log" | grep -oE '[0-9]+$' || echo '?')
  printf '%-18s %8s s %12s executions  found: %s\n' "$target" "$user" "$runs" "$found"
done
exit $status
