/* texture_fetch_functions - what clang 19's headers include, and CUDA 13 has no
   more. Only found where the toolkit has none.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
