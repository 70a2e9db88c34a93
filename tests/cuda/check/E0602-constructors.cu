template <int N> struct nest {
	int x;
	__device__ nest() { nest<N + 1> n; x = n.x; }
	__device__ ~nest() { nest<N + 2> n; }
};
__global__ void k(int *p) { *p = nest<0>().x; }
