__global__ void scale(float *p, float by) { p[threadIdx.x] *= by; }
void run(double *p, int n) {
	scale<<<1, n>>>(p, 2.0f);
	scale<<<1, n>>>(2.0f, p);
}
