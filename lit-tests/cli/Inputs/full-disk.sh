# usage: full-disk.sh FOLDER COMMAND... - runs it where FOLDER, with what is in
# it, is a disk that is full.
set -e
folder=$1
shift
mkdir -p "$folder.before" && cp -r "$folder/." "$folder.before"
mount -t tmpfs -o size=64k none "$folder"
cp -r "$folder.before/." "$folder"
cat /dev/zero >"$folder/zeros" 2>/dev/null || true
status=0
"$@" || status=$?
rm "$folder/zeros"
diff -r "$folder.before" "$folder" >&2 || echo "not what it was before" >&2
exit $status
