__global__ void nothing() {}
int main() {}
