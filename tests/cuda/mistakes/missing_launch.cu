__global__ void k(int *p) { *p = 1; }
int main() { int *p; cudaMalloc(&p, 128); k(p); k<<<1, 1>>>(p); }
