#!/usr/bin/env bash
# Do the unit and lit tests hold in another place, in other surroundings?
#
# usage: anywhere.sh four-cores|one-core [LIT_FILTER]
#
# Copies the working tree (what git does not ignore) into a folder whose path has 120 characters, builds it there, and runs
# the tests. What the compiler cache knows of this tree is not compiled again. The ways:
#   four-cores  as if the machine had four cores, LANG=de_DE.UTF-8, TMPDIR elsewhere
#   one-core    on one core, LANG=C
# Environment: FOLDER, where all of it is put (default: a new temporary folder, removed in the end).
set -euo pipefail
way=${1:-} filter=${2:-}
[[ $way =~ ^(four-cores|one-core)$ ]] || { sed -n '/^# usage/s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)

if [ -z "${FOLDER:-}" ]; then
  FOLDER=$(mktemp -d)
  trap 'rm -rf "$FOLDER"' EXIT
fi
tree=$FOLDER/$(printf 'a-long-name-%.0s' {1..9})
tree=${tree:0:119}e
mkdir -p "$FOLDER/tmp"
"$here/copy-tree.sh" "$tree"
cd "$tree"
git init -q . && git add -A
echo "$way: $tree, ${#tree} characters"

# Where messages are, and how letters are sorted, is the user's business.
if [ "$way" = four-cores ]; then
  mkdir -p "$FOLDER/locale"
  localedef -i de_DE -f UTF-8 "$FOLDER/locale/de_DE.UTF-8"
  cc -shared -fPIC -O1 "$here/cores.c" -o "$FOLDER/cores.so"
  within=(env LD_PRELOAD="$FOLDER/cores.so" CORES=4 LANG=de_DE.UTF-8 LOCPATH="$FOLDER/locale" TMPDIR="$FOLDER/tmp")
  cores=4
else
  first=$(taskset -cp $$ | sed 's/.*: //' | grep -o '^[0-9]*')
  within=(env LANG=C taskset -c "$first")
  cores=1
fi
[ "$("${within[@]}" nproc)" = "$cores" ] || { echo "anywhere.sh: not $cores cores" >&2; exit 1; }

unset LC_ALL LANGUAGE
export CCACHE_STATSLOG=$FOLDER/ccache.log
rm -f "$CCACHE_STATSLOG"
mkdir -p build
"${within[@]}" cmake --preset dev > build/dev.configure.log
cmake --build --preset dev > build/dev.log || { tail -30 build/dev.log; exit 1; }
if [ -s "$CCACHE_STATSLOG" ]; then
  hits=$(grep -c '_cache_hit$' "$CCACHE_STATSLOG" || true)
  misses=$(grep -c '^cache_miss$' "$CCACHE_STATSLOG" || true)
  echo "$hits files from the compiler cache, $misses compiled"
  # What was compiled here is not compiled again because the folder is another.
  if [ -e "$here/../../build/dev/bin/racemap" ] && [ $((misses * 5)) -gt "$hits" ]; then
    echo "anywhere.sh: the compiler cache does not know files from another folder" >&2
    exit 1
  fi
fi
unset CCACHE_STATSLOG

LIT_FILTER=$filter "${within[@]}" ctest --preset dev -L '^(unit|lit)$' -LE '^long$' --output-on-failure \
  -j "$cores"
