# usage: status.sh EXPECTED COMMAND... - runs it; fails unless the exit status
# is the expected one.
expected=$1
shift
"$@"
status=$?
[ "$status" -eq "$expected" ] && exit 0
echo "exit status $status, expected $expected" >&2
exit 1
