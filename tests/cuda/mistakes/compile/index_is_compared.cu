__global__ void k(int *a) {
	if (threadIdx == 0)
		a[blockIdx + 1] = 1;
}
