#include "shift.h"
#include <cstdio>

int main() {
  int numbers[256];
  for (int i = 0; i < 256; ++i)
    numbers[i] = 7;
  int status = shift(numbers);
  std::printf("status %d, %d\n", status, numbers[255]);
  return status;
}
