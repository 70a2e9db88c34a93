/* specifiers that declare nothing, and no type either */
__device__ int f(int x) {
	__global__;
	return y;
}
