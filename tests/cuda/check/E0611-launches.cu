// Launches from kernels name a grid and a block, and at most four things; spaces may stand in << < and >> >.
struct dim3 { unsigned x, y, z; __device__ constexpr dim3(unsigned a = 1) : x(a), y(1), z(1) {} };
__global__ void k(int *p);
__global__ void parent(int *p) {
	k<<<1>>>(p);
	k<<<1, 1, 0, 0, 0>>>(p);
	k << <1>> >(p);
}
