#!/usr/bin/env bash
# Builds the site of docs/ with mkdocs (Debian: mkdocs). A link that leads
# nowhere is an error.
#
# usage: scripts/docs.sh [FOLDER] (default build/site)
#
# RACEMAP in the environment is the executable whose help becomes the page of
# commands; otherwise that of build/release or build/dev, if it is there.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v mkdocs >/dev/null || {
  echo "docs: mkdocs is missing (Debian: mkdocs)" >&2
  exit 1
}
if [ -z "${RACEMAP:-}" ]; then
  for preset in release dev; do
    [ ! -x "build/$preset/bin/racemap" ] ||
      { RACEMAP=$PWD/build/$preset/bin/racemap; break; }
  done
fi
export RACEMAP=${RACEMAP:-}
folder=${1:-$PWD/build/site}
mkdocs build --quiet --strict --site-dir "$folder"
echo "docs: $(find "$folder" -name '*.html' | wc -l) pages in $folder"
