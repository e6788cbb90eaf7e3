// TextureForm - what a texture instruction says about its coordinates.
//
// The lowering of inline PTX passes it to the device library as a number.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LIBRARY_TEXTUREFORM_H
#define RACEMAP_RUNTIME_CPU_LIBRARY_TEXTUREFORM_H

namespace racemap::cpu {

struct TextureForm {
  unsigned Dimensions = 1; ///< 1 to 3; a cube has 3
  bool IsCube = false, IsLayered = false;
  bool IsInteger = false; ///< coordinates count elements
  unsigned Component = 4; ///< of a gather; 4: an ordinary fetch

  unsigned bits() const {
    return Dimensions | unsigned(IsCube) << 2 | unsigned(IsLayered) << 3 |
           unsigned(IsInteger) << 4 | Component << 5;
  }
  static TextureForm of(unsigned Bits) {
    return {Bits & 3, (Bits >> 2 & 1) != 0, (Bits >> 3 & 1) != 0,
            (Bits >> 4 & 1) != 0, Bits >> 5};
  }
};

/// What a surface instruction does beyond the edge.
enum class SurfaceEdge : unsigned { Trap, Clamp, Zero };

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LIBRARY_TEXTUREFORM_H
