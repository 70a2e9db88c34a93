__global__ void divide(int *p) { *p = *p / 0; }
__global__ void remainder(int *p) { *p %= 0; }
__global__ void fine(float *p) { *p = *p / 0.0f; }
__global__ void folded(int *p) { *p = 1 / (2 - 2); }
