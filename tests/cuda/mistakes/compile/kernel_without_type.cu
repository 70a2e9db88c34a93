__global__ k(int *p) { *p = 1; }
