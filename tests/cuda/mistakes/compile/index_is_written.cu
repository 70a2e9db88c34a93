__global__ void k(int *p) {
	threadIdx.x = 0;
	p[0] = blockDim.x++;
}
