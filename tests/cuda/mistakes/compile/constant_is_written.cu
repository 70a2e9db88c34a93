__constant__ int limit;
__global__ void k() { limit = 3; }
