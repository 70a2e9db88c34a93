struct bits { int x : 3; };
__constant__ const int table[4] = {1, 2, 3, 4};
__device__ int value();
__global__ void constant(const int n, const int *p) { n = 1; *p = 2; table[0]++; }
__global__ void number() { 3 = 4; }
__global__ void call() { value() = 1; }
__global__ void arrays() { int a[2], b[2]; a = b; }
__global__ void address() { int *p = &3; }
__global__ void bit_field(bits *b) { int *p = &b->x; }
__global__ void built_in() { threadIdx.x = 1; }
__global__ void lambda() { int n = 0; auto f = [n] { n = 1; }; f(); }
