# usage: with-toolkit.sh FOLDER COMMAND... - runs COMMAND with the toolkit that
# the tests of the project built in FOLDER use.
folder=$1
shift
CUDA_PATH=$(sed -n 's/.*"CUDA_PATH=\([^"]*\)".*/\1/p' "$folder/CTestTestfile.cmake" | sort -u)
export CUDA_PATH
test -d "$CUDA_PATH" || { echo "no one toolkit in $folder: '$CUDA_PATH'" >&2; exit 1; }
exec "$@"
