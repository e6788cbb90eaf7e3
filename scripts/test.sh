#!/usr/bin/env bash
# Builds RaceMap and runs its checks, group by group.
#
# usage: scripts/test.sh [--long] [GROUP...]
#
# GROUP is includes, format, tidy, llvm19 (the analysis, built for clang 19), or
# a ctest label (unit, lit, oracle, long); without one, all of them but llvm19
# (which CI=1 adds) and long. --long adds the tests labelled long.
# clang-tidy looks at what changed since the last landed commit (BASE; default:
# where the branch left origin/main or main, or else HEAD~1) and at some of what
# includes changed headers (tidy-files.py); with --long, at everything.
# Environment: PRESET (dev, asan; default dev); JOBS
# (default: all cores); CI=1 adds llvm19. Ends with the ten slowest tests, the
# minutes of every group and a line "N passed, N failed"; the exit status tells
# whether N failed is 0.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${PRESET:-dev}
build=build/$preset
jobs=${JOBS:-$(nproc)}
long=no
groups=()
for argument in "$@"; do
  case $argument in
    --long) long=yes ;;
    -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "test.sh: unknown option $argument" >&2; exit 2 ;;
    *) groups+=("$argument") ;;
  esac
done
explicit=${#groups[@]}
if [ "$explicit" -eq 0 ]; then
  groups=(includes format tidy unit lit oracle)
  [ -z "${CI:-}" ] || groups+=(llvm19)
  [ "$long" = no ] || groups+=(long)
fi

# Every group leaves its counts in $passed and $failed.
passed=0
failed=0
table=()
total_passed=0
total_failed=0
junit=() # the files with the results of all tests

# Counts one check, the command given, as passed or failed.
count_one() {
  if "$@"; then passed=1 failed=0; else passed=0 failed=1; fi
}

build_all() {
  cmake --preset "$preset" >"$build.configure.log" 2>&1 || {
    cat "$build.configure.log"
    return 1
  }
  cmake --build --preset "$preset" -j "$jobs"
}

sources() {
  git ls-files --cached --others --exclude-standard -- "$@" | sort -u |
    while IFS= read -r file; do [ ! -f "$file" ] || echo "$file"; done
}

check_format() {
  local files
  mapfile -t files < <(sources '*.h' '*.cpp' | grep -v '^lit-tests/')
  [ ${#files[@]} -eq 0 ] || clang-format-22 --dry-run -Werror "${files[@]}"
}

# The last commit that is known to be good; empty if there is none.
base_commit() {
  local base
  for base in ${BASE:+"$BASE"} origin/main main HEAD~1; do
    base=$(git merge-base HEAD "$base" 2>/dev/null) || continue
    [ "$base" != "$(git rev-parse HEAD)" ] || continue
    echo "$base"
    return
  done
}

# The files that have changed since the last landed commit; all of them if there
# is none, or with --long.
changed_files() {
  local base=
  [ "$long" = yes ] || base=$(base_commit)
  if [ -n "$base" ]; then
    { git diff --name-only "$base"
      git ls-files --others --exclude-standard; }
  else
    git ls-files --cached --others --exclude-standard
  fi
}

tidy_one() {
  local output
  output=$(clang-tidy-22 --quiet -p "$TIDY_BUILD" "$1" 2>&1) && return
  echo "$output"
  return 1
}

check_tidy() {
  local names files status=0
  names=$(changed_files | ./scripts/tidy-files.py) || return 1
  if [ -z "$names" ]; then
    echo "clang-tidy: no files to look at"
    return 0
  fi
  mapfile -t files <<<"$names"
  TIDY_BUILD=$build
  export TIDY_BUILD
  export -f tidy_one
  printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$jobs" bash -c 'tidy_one "$1"' _ || status=1
  echo "clang-tidy: ${#files[@]} files"
  return $status
}

# Only what an analysis needs: code for CUDA 13 is for clang 22. What depends on
# clang's IR and AST; --long adds what is about the solver. Counts from lit's own
# results, as run_label does.
run_llvm19() {
  local folder=build/llvm19 status=0 folders='lift|bounds|preconditions'
  [ "$long" = no ] || folders+='|race|repair'
  local results=$folder/results.xml
  rm -f "$results"
  if [ "$explicit" -eq 0 ] &&
      ! changed_files | grep -E '^(passes|plugin|tools|cmake|runtime)/' \
        >/dev/null; then
    echo "llvm19: nothing that it builds has changed"
    return
  fi
  { cmake --preset llvm19 >"$folder.configure.log" 2>&1 ||
      { cat "$folder.configure.log"; false; }; } &&
    cmake --build --preset llvm19 -j "$jobs" \
      --target ClangRaceMap LLVMRaceMap racemap &&
    lit=$(sed -n 's/^RACEMAP_LIT:FILEPATH=//p' "$folder/CMakeCache.txt") &&
    /usr/bin/python3 "$lit" -sv -j "$jobs" --xunit-xml-output "$results" \
      --filter " ($folders)/" \
      "$folder/lit-tests" || status=1
  [ ! -f "$results" ] || read -r passed failed < <(read_junit "$results")
  [ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
}

# Reads JUnit files and prints "passed failed"; a test that did not run
# is neither.
read_junit() {
  python3 - "$@" <<'PY'
import sys
import xml.etree.ElementTree as tree
passed = failed = 0
for path in sys.argv[1:]:
    for suite in tree.parse(path).getroot().iter("testsuite"):
        count = lambda key: int(suite.get(key) or 0)
        bad = count("failures") + count("errors")
        failed += bad
        passed += count("tests") - bad - count("skipped") - count("disabled")
print(passed, failed)
PY
}

# Reads JUnit files and prints the ten slowest tests of all.
print_slowest() {
  python3 - "$@" <<'PY'
import sys
import xml.etree.ElementTree as tree
times = []
for path in sys.argv[1:]:
    for case in tree.parse(path).getroot().iter("testcase"):
        folder = case.get("classname", "").removeprefix("RaceMap.")
        name = case.get("name")
        where = "" if folder in ("", name) else f"{folder}/"
        times.append((float(case.get("time") or 0), where + name))
print("the slowest tests, in seconds:")
for time, name in sorted(times, reverse=True)[:10]:
    print(f"{time:8.1f}  {name}")
PY
}

# Runs the tests of a ctest label. lit is one ctest with many tests in it,
# which are counted from its own results.
run_label() {
  local label=$1 status=0 results=$PWD/$build/results-$1.xml
  local lit_results=$build/lit-tests/results.xml
  local select=(-L "^$label\$")
  [ "$label" = long ] || select+=(-LE '^long$')
  rm -f "$results"
  [ "$label" != lit ] || rm -f "$lit_results"
  ctest --preset "$preset" --output-on-failure -j "$jobs" "${select[@]}" \
    --output-junit "$results" || status=1
  if [ "$label" = lit ] && [ -f "$lit_results" ]; then
    results=$lit_results
  fi
  read -r passed failed < <(read_junit "$results")
  junit+=("$results")
  if [ $((passed + failed)) -eq 0 ]; then
    echo "test.sh: no tests are labelled $label"
    [ "$explicit" -eq 0 ] || status=1
  fi
  [ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
}

run_group() {
  case $1 in
    deps) count_one ./scripts/deps.sh; passed=0 ;;
    build) count_one build_all; passed=0 ;;
    includes) count_one ./scripts/check-includes.py ;;
    format) count_one check_format ;;
    tidy) count_one check_tidy ;;
    llvm19) run_llvm19 ;;
    *) run_label "$1" ;;
  esac
}

timed_group() {
  local start seconds
  echo "== $1"
  start=$(date +%s)
  passed=0 failed=0
  run_group "$1"
  seconds=$(($(date +%s) - start))
  table+=("$(printf '%-10s %5d.%02d %8d %8d' "$1" $((seconds / 60)) \
    $((seconds % 60 * 100 / 60)) "$passed" "$failed")")
  total_passed=$((total_passed + passed))
  total_failed=$((total_failed + failed))
}

finish() {
  echo
  [ ${#junit[@]} -eq 0 ] || print_slowest "${junit[@]}"
  printf '%-10s %8s %8s %8s\n' group minutes passed failed
  printf '%s\n' "${table[@]}"
  echo "$total_passed passed, $total_failed failed"
  [ "$total_failed" -eq 0 ]
  exit
}

mkdir -p build
for group in "${groups[@]}"; do
  case $group in
    includes | format) ;;
    *)
      timed_group deps
      [ "$total_failed" -eq 0 ] || finish
      timed_group build
      [ "$total_failed" -eq 0 ] || finish
      break
      ;;
  esac
done
for group in "${groups[@]}"; do timed_group "$group"; done
finish
