# usage: build.sh SOURCE FOLDER [ARGUMENTS OF CMAKE...] - configures a project
# and builds it, or what TARGETS names, one file after the other, so that the
# output has an order.
set -e
source=$1
folder=$2
shift 2
rm -rf "$folder"
cmake -S "$source" -B "$folder" -G Ninja -DCMAKE_CUDA_ARCHITECTURES=80 "$@"
ninja -C "$folder" -j1 $TARGETS
