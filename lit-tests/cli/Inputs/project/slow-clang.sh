#!/bin/sh
# Stands for a clang that takes long. Says that it has begun.
echo $$ >"$SLOW_CLANG_BEGAN.$$"
exec sleep 60
