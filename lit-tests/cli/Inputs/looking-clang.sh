#!/bin/sh
# The clang that racemap runs, which writes down what rights the files have that
# are there before and after.
ls -l "$TMPDIR" >>"$RACEMAP_SEEN"
"$RACEMAP_REAL_CLANG" "$@"
status=$?
ls -l "$TMPDIR" >>"$RACEMAP_SEEN"
exit $status
