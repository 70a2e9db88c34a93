__global__ void inner(int *p) { *p = 1; }
__global__ void k(int *p) { inner(p); }
