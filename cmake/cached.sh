#!/bin/sh
# Runs a compiler through ccache so that it finds what was compiled in another
# checkout. CMake starts it in front of every compilation.
#
# usage: cached.sh SOURCE_DIR COMPILER ARG...
#
# Paths below SOURCE_DIR are relative to the working directory in what ccache
# looks up. Precompiled headers have absolute paths in them: they are only found
# again by a checkout in the same folder. For what they are included in, ccache
# takes them for the same if the files they were made of are the same, which is
# what FILE.pch.sum says.
set -eu
export CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines,time_macros,locale
base=$1
shift

# The file that follows an option.
after() {
  wanted=$1
  shift
  while [ $# -gt 1 ]; do
    [ "$1" != "$wanted" ] || { printf '%s\n' "$2"; return; }
    shift
  done
}

# What a file was made of, from the compiler's list for make, in which spaces
# of paths are escaped.
sum_of() {
  sed -e 's/\\$//' -e 's/\\ /\a/g' "$1" | tr -s ' ' '\n' | tr '\a' ' ' |
    grep -v -e '^$' -e ':$' -e '/cmake_pch\.' | xargs -d '\n' cat | sha256sum
}

case " $* " in
  *" -emit-pch "*)
    CCACHE_BASEDIR='' CCACHE_NAMESPACE=$base ccache "$@"
    out=$(after -o "$@")
    list=$(after -MF "$@")
    # Without a list, ccache looks at the file itself, as it does by default.
    if [ -s "$list" ]; then sum_of "$list" >"$out.sum"; else rm -f "$out.sum"; fi
    ;;
  *) CCACHE_BASEDIR=$base CCACHE_NOHASHDIR=1 exec ccache "$@" ;;
esac
