template <class T> __device__ int outer() {
	struct inner {
		__device__ int next() { return outer<inner>(); }
	};
	return inner().next();
}
__global__ void k(int *p) { *p = outer<int>(); }
