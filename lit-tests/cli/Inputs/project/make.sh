# usage: make.sh FOLDER - a project in src/, whose units were built in build/.
set -e
here=$(dirname "$0")
rm -rf "$1"
mkdir -p "$1/src/inc" "$1/build"
cp "$here"/*.cu "$1/src"
sed 's/BARRIER/__syncthreads()/' "$here/body.cuh" >"$1/src/inc/body.cuh"
echo '-DNAME=second -I ../src/inc' >"$1/build/flags.rsp"
sed "s|@T@|$1|" "$here/compile_commands.json.in" >"$1/build/compile_commands.json"
