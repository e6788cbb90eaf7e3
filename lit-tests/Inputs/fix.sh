# usage: fix.sh SOURCE COPY CHECK...
#
# Checks a copy of SOURCE with the command CHECK, applies the fix-its that are
# offered, includes racemap.h, whose macros they use, and checks again: the output
# of that is what is shown.
source=$1 copy=$2
shift 2
cp "$source" "$copy"
"$@" "$copy" -- -fdiagnostics-parseable-fixits >"$copy.log" 2>&1
here=$(cd "$(dirname "$0")" && pwd)
python3 "$here/apply-fixits.py" "$copy" <"$copy.log"
sed -i "1i #include \"$here/../../include/racemap/racemap.h\"" "$copy"
"$@" "$copy" 2>&1
