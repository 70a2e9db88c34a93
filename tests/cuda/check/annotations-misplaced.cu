__launch_bounds__(32) __device__ void no_kernel() {
}
template <class T> __global__ void __launch_bounds__(sizeof(T)) kernel(T) {
}
__managed__ int managed, *pointer;
__managed__ const int read_only = 3;
__managed__ __constant__ int both;
__device__ __constant__ int constant;
__device__ __shared__ int shared;
__constant__ __shared__ int nowhere;
__device__ thread_local int each;
__global__ void writable(__grid_constant__ int x) {
}
__global__ void reference(const __grid_constant__ int &x) {
}
template <class T> __global__ void fits(const __grid_constant__ T x) {
}

/* [dcl.struct.bind]/4: each member is accessible here */
class half {
public:
	int a;

private:
	int b;
	friend __device__ int sum(half h) {
		auto [x, y] = h;
		return x + y;
	}
};
__device__ int parts(half h) {
	auto [x, y] = h;
	return x + y;
}
