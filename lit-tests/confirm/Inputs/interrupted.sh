# usage: interrupted.sh COMMAND... - runs a command that runs a witness, ends it
# by SIGTERM when that has begun, and looks at what is left in TMPDIR.
"$@" &
command=$!
tries=0
until find "$TMPDIR" -name run.txt | grep -q .; do
  tries=$((tries + 1))
  [ $tries -lt 500 ] || { echo "no witness has been run"; exit 1; }
  sleep 0.2
done
sleep 1
begin=$(date +%s)
kill -TERM $command
wait $command
echo "status $?"
[ $(($(date +%s) - begin)) -lt 30 ] || echo "the witness still runs"
grep -sl "^$TMPDIR/racemap-run-" /proc/[0-9]*/cmdline | sed 's/.*/& still runs/'
find "$TMPDIR" -name 'racemap-run-*' | sed 's/.*/left: &/'
