__global__ void breaks() { break; }
__global__ void continues() { switch (1) { default: continue; } }
__global__ void cases() { case 1:; }
__global__ void defaults() { default:; }
__global__ void returns() { return 1; }
__device__ int value() { return; }
__global__ void twice(int n) { switch (n) { case 1: case 1: default: default:; } }
