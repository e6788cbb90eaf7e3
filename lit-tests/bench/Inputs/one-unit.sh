# one-unit.sh FOLDER [FILE]: writes a unit with all programs of FOLDER, bench/kernels
# or ordered/ in it, each in a namespace of its own, and with the codes of FILE.
# CUDA's headers are read once.
echo '#include "Bench.h"'
echo '#include "Main.cu"'
number=0
for program in "$1"/*.cu; do
  [ "${program##*/}" != Main.cu ] || continue
  number=$((number + 1))
  printf 'namespace program%d {\n#include "%s"\n}\n' $number "$program"
done
[ $# -lt 2 ] || cat "$2"
