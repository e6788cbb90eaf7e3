#!/bin/sh
# The clang that racemap runs, which writes down what is in the folder of
# temporary files, with its permissions, before and after.
ls -l "$TMPDIR" >>"$RACEMAP_SEEN"
"$RACEMAP_REAL_CLANG" "$@"
status=$?
ls -l "$TMPDIR" >>"$RACEMAP_SEEN"
exit $status
