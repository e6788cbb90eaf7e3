#!/bin/sh
# A clang in whose time racemap is ended by the signal $RACEMAP_KILL, or goes on:
# then it is $RACEMAP_REAL_CLANG.
ls "$TMPDIR" >"$RACEMAP_SEEN"
kill "-$RACEMAP_KILL" "$PPID"
[ -z "${RACEMAP_REAL_CLANG:-}" ] || exec "$RACEMAP_REAL_CLANG" "$@"
