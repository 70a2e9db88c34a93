__global__ void r(int &x) { x = 1; }
__global__ void k(int *p) { *p = 1; }
int main() { int x; r<<<1, 1>>>(x); k<<<1, 1>>>(&x); }
