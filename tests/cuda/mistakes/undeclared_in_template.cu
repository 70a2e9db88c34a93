template <bool D> void f(int n) { X(n > 0 ? 1 : 2); }
__global__ void k(int *p) { *p = 1; }
int main() { int *p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); f<true>(3); }
