#!/bin/sh
# The clang that racemap runs, which writes down what it is run for: the files
# that are analysed and those that are asked, not those that are only
# preprocessed. CUDA has the header $RACEMAP_BARE alone. Of project/interrupt.sh,
# host units take long.
for last; do :; done
case "$SLOW_CLANG_BEGAN $* " in
/*" -x c++ "*" -fsyntax-only "*) exec "$(dirname "$0")/../project/slow-clang.sh" ;;
esac
case " $* " in
*"-emit-calls="*) echo "asked $(basename "$last")" >>"$RACEMAP_SEEN" ;;
*" -fsyntax-only "*) basename "$last" >>"$RACEMAP_SEEN" ;;
esac
case " $* " in
*" -x cuda "*) set -- -nocudainc -include "$RACEMAP_BARE" "$@" ;;
esac
exec "$RACEMAP_REAL_CLANG" "$@"
