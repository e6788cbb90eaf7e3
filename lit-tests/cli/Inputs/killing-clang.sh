#!/bin/sh
# A clang in whose time racemap is ended by a signal.
ls "$TMPDIR" >"$RACEMAP_SEEN"
kill -TERM "$PPID"
