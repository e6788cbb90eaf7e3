#!/usr/bin/env bash
# Do two builds make the same plugins, byte by byte?
#
# usage: reproducible.sh
#
# Copies the working tree (what git does not ignore) into two folders with paths of different lengths, builds both
# with the preset release and without a compiler cache, one of them on one core, and compares what is installed:
# the plugins, the runtimes and the command. That takes as long as two builds.
# Environment: FOLDER, where all of it is put (default: a new temporary folder, removed in the end).
set -euo pipefail
[ $# -eq 0 ] || { sed -n '/^# usage/s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)

if [ -z "${FOLDER:-}" ]; then
  FOLDER=$(mktemp -d)
  trap 'rm -rf "$FOLDER"' EXIT
fi

export CCACHE_DISABLE=1
build() {
  local tree=$1 jobs=$2
  "$here/copy-tree.sh" "$tree"
  (cd "$tree" && cmake --preset release > configure.log && cmake --build --preset release -j "$jobs" > build.log) ||
    { tail -30 "$tree"/*.log; exit 1; }
  cmake --install "$tree/build/release" --prefix "$tree/prefix" > "$tree/install.log"
}
build "$FOLDER/one" "$(nproc)"
build "$FOLDER/another/folder/with-a-longer-name" 1

cd "$FOLDER/one/prefix"
different=0 files=0
while IFS= read -r -d '' file; do
  files=$((files + 1))
  cmp -s "$file" "$FOLDER/another/folder/with-a-longer-name/prefix/$file" && continue
  echo "differs: $file"
  different=$((different + 1))
done < <(find bin lib -type f -print0 | sort -z)
echo "$files files, $different differ"
[ "$files" -gt 0 ] && [ "$different" -eq 0 ]
