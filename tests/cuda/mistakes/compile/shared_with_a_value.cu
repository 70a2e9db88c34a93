__global__ void k(int *p) {
	__shared__ int sum = 0;
	atomicAdd(&sum, *p);
	*p = sum;
}
