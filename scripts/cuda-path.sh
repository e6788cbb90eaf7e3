#!/usr/bin/env bash
# Prints the CUDA toolkit's folder: CUDA_PATH, else that of the nvcc on PATH,
# else /usr/local/cuda. Fails, and says what to do, if there is none.
set -euo pipefail

candidates=("${CUDA_PATH:-}")
if nvcc=$(command -v nvcc); then
  candidates+=("$(dirname "$(dirname "$(readlink -f "$nvcc")")")")
fi
candidates+=(/usr/local/cuda)
for folder in "${candidates[@]}"; do
  if [ -n "$folder" ] && [ -f "$folder/include/cuda_runtime.h" ]; then
    echo "$folder"
    exit 0
  fi
done
echo "CUDA toolkit not found: install it, then set CUDA_PATH to its folder" \
     "or put its nvcc on PATH. Only CUDA files need it." >&2
exit 1
