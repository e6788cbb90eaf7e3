# usage: read-only-disk.sh FOLDER COMMAND... - runs it where FOLDER, with what is
# in it, is a disk that nothing can be written to.
set -e
folder=$1
shift
mkdir -p "$folder.before" && cp -r "$folder/." "$folder.before"
mount -t tmpfs none "$folder"
cp -r "$folder.before/." "$folder"
mount -o remount,ro "$folder"
exec "$@"
