#include <cstdlib>

struct Shape {
  int Width, Pitch;
};
__global__ void scale(int *out, const int *in, int n, int stride);
__global__ void rows(int *out, Shape shape);

int main(int, char **words) {
  int how = std::atoi(words[1]), *data;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  // 1: as it is meant; 2: in place, shifted; 3: a stride of 0; 4: short rows;
  // 5: behind the end.
  scale<<<2, 64>>>(data + (how == 2), how == 2 ? data : data + 512,
                   how == 5 ? 128 : 100, how == 3 ? 0 : how == 5 ? 9 : 1);
  rows<<<4, 64>>>(data, Shape{50, how == 4 ? 49 : 50});
}
