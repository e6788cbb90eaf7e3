# usage: make.sh FOLDER - a project in src/ whose main.cpp calls its CUDA units.
set -e
here=$(dirname "$0")
rm -rf "$1"
mkdir -p "$1/src"
cp "$here"/*.cu "$here"/*.h "$here"/*.cpp "$1/src"
sed "s|@T@|$1|" "$here/compile_commands.json.in" >"$1/compile_commands.json"
