__device__ int turn(int value) { return value + SIZE; }
