static __global__ void k(int *p) {
	*p = 9;
}

int run() {
	int *p, h;
	cudaMallocManaged(&p, sizeof h);
	k<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	h = *p;
	cudaFree(p);
	return h;
}
