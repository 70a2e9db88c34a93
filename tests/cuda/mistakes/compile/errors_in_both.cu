__device__ float twice(float x) { return 2 * x; }
__global__ void k(float *a) {
	a[0] = twice(1, 2);
	a[1] = trice(3);
}
float run(void) { return twice(2); }
