# usage: asked.sh SOURCE BUILD PREFIX - gives options to the functions of the
# package, each to one of a compiler that takes it, and to one that does not.
source=$1 build=$2 prefix=$3
configure() { # FUNCTION COMPILER OPTION
  cmake -S "$source" -B "$build" -G Ninja "-DCMAKE_PREFIX_PATH=$prefix" \
    "-DFUNCTION=$1" "-DCOMPILER=$2" "-DOPTION=$3" >"$build.txt" 2>&1
}
takes() {
  configure "$@" && return
  echo "$1 ($2) does not take $3" >&2
  cat "$build.txt" >&2
  exit 1
}
refuses() {
  if configure "$@"; then
    echo "$1 ($2) takes $3" >&2
    exit 1
  fi
  grep -q "$1(app): option" "$build.txt" && return
  cat "$build.txt" >&2
  exit 1
}
set -e
takes racemap_sanitize Clang elide=off
takes racemap_sanitize NVIDIA ignorelist=none.txt
takes racemap_check Clang check-launch=on
takes racemap_check NVIDIA observed=run.json
takes racemap_add_check_test NVIDIA confirm=on
takes racemap_add_check_test Clang write-baseline=known.json
takes racemap_add_check_test Clang try=1
takes racemap_add_check_test Clang orders=3
for option in write-baseline=x confirm=on try=1 orders=2 device=cpu \
  sanitize=cpu elide=off ignorelist=x "assume=n >"; do
  refuses racemap_check Clang "$option"
done
refuses racemap_check NVIDIA check-launch=on
refuses racemap_sanitize NVIDIA check-launch=on
refuses racemap_add_check_test Clang elide=off
