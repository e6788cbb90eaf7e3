# usage: fix.sh SOURCE COPY CHECK...
#
# Checks a copy of SOURCE with the command CHECK, applies the fix-its that are
# offered, and checks again: the output of that is what is shown.
source=$1 copy=$2
shift 2
cp "$source" "$copy"
"$@" "$copy" -- -fdiagnostics-parseable-fixits >"$copy.log" 2>&1
python3 "$(dirname "$0")/apply-fixits.py" "$copy" <"$copy.log"
"$@" "$copy" 2>&1
