__global__ void k(int *p) {
	int i = blockIdx.w * blockdim.x + threadIdx.x;
	p[i] = threadIdx;
}
