template <int N> struct base {
	__device__ virtual int next() { base<N + 1> b; return b.next(); }
};
__global__ void k(int *p) { base<0> b; *p = b.next(); }
