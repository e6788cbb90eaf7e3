#!/usr/bin/env bash
# Copies the working tree that this file is in, what git does not ignore, into a folder.
#
# usage: copy-tree.sh FOLDER
set -euo pipefail
[ $# -eq 1 ] || { sed -n '/^# usage/s/^# //p' "$0" >&2; exit 2; }
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
mkdir -p "$1"
git -C "$root" ls-files -z --cached --others --exclude-standard |
  (cd "$root" && xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' _) |
  tar -C "$root" --null --files-from=- -cf - | tar -C "$1" -xf -
