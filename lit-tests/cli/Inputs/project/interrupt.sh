# usage: interrupt.sh FOLDER COMMAND... - runs a command whose clang is the slow
# one, ends it by SIGTERM when that has begun, and looks at what is left.
folder=$1
shift
export SLOW_CLANG_BEGAN=$folder/began
"$@" &
command=$!
tries=0
until ls "$SLOW_CLANG_BEGAN".* >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ $tries -lt 300 ] || { echo "clang has not begun"; exit 1; }
  sleep 0.1
done
begin=$(date +%s)
kill -TERM $command
wait $command
echo "status $?"
[ $(($(date +%s) - begin)) -lt 30 ] || echo "clang still runs"
for file in "$SLOW_CLANG_BEGAN".*; do
  ! kill -0 "$(cat "$file")" 2>/dev/null || echo "clang still runs"
done
find "$folder/build" -path '*.racemap/*' | sed 's/.*/left: &/'
find "$TMPDIR" -name 'racemap-*' | sed 's/.*/left: &/'
