__shared__ int tile[32];
__shared__ int total;
__global__ void k(int *a) { tile[threadIdx.x] = *a; total = 0; }
int run(void) {
	total = 4;
	k<<<1, 32>>>(0);
	return tile[3];
}
