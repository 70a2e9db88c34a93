// Relocatable: no kernel, nothing that host code calls.
static __device__ int local(int x) {
	return x + x;
}

__device__ int counter = 1;

__device__ int twice(int x) {
	return local(x);
}
