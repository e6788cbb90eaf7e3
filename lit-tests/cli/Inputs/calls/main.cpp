#include "run.h"
int main() {
  static int d[256];
  good(d, SIZE);
  bad(d, 20);
}
