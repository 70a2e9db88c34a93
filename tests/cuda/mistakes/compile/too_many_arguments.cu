__global__ void scale(float *p, float by) { p[threadIdx.x] *= by; }
void run(float *p, int n) {
	scale<<<1, 32>>>(p, 2.0f, n);
}
