// Forces between all bodies, whose places go through shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Block = 128;

__global__ void forces(const float4 *at, float4 *force, int n) {
  __shared__ float4 tile[Block];
  int i = blockIdx.x * Block + threadIdx.x;
  float4 self = at[i];
  float fx = 0, fy = 0, fz = 0;
  for (int first = 0; first < n; first += Block) {
    tile[threadIdx.x] = at[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < Block; ++j) {
      float4 other = tile[j];
      float x = other.x - self.x, y = other.y - self.y, z = other.z - self.z;
      float d = x * x + y * y + z * z + 1;
      float scale = other.w / (d * sqrtf(d));
      fx += x * scale;
      fy += y * scale;
      fz += z * scale;
    }
    __syncthreads();
  }
  force[i] = make_float4(fx, fy, fz, 0);
}

static void run(bench::Run &r) {
  int n = r.blocks(Block) * Block;
  std::vector<float4> at(n);
  for (int i = 0; i < n; ++i)
    at[i] = make_float4(float(bench::number(i)), float(bench::number(i + n)),
                        float(bench::number(i + 2 * n)), 1);
  bench::Array<float4> At(at), Force(n);
  // Some of the bodies; all would take the host longer than the device.
  int step = n / 27;
  r.measure(
      "forces", forces, [&] { forces<<<n / Block, Block>>>(At, Force, n); },
      [&] {
        std::vector<float4> found = Force.values();
        for (int i = 0; i < n; i += step) {
          double fx = 0, all = 0;
          for (int j = 0; j < n; ++j) {
            double x = at[j].x - at[i].x, y = at[j].y - at[i].y,
                   z = at[j].z - at[i].z, d = x * x + y * y + z * z + 1;
            fx += x / (d * std::sqrt(d));
            all += std::fabs(x) / (d * std::sqrt(d));
          }
          if (std::fabs(found[i].x - fx) > 1e-4 * all)
            return false;
        }
        return true;
      });
}

static bench::Program program("n-body", 1024, 1 << 16, run);
