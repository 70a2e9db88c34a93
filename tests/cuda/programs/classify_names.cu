// The names with underscores for isnan, signbit and the like, which CUDA's headers declare beside the C library's.
#include <cmath>
#include <cstdio>

__global__ void k(const double *d, int *o)
{
	double x = d[threadIdx.x];
	float f = (float)x;
	long double l = x;
	o[threadIdx.x] = (__signbit(x) != 0) + 2 * (__signbitf(f) != 0) + 4 * (__signbitl(l) != 0) + 8 * (__isnan(x) != 0) +
	                 16 * (__isnanf(f) != 0) + 32 * (__isinf(x) != 0) + 64 * (__isinff(f) != 0) + 128 * (__finite(x) != 0) +
	                 256 * (__finitef(f) != 0);
}

int main()
{
	const double v[] = {0.0, -0.0, 1.5, -2.0, INFINITY, -INFINITY, NAN, -1e300};
	double *d;
	int *o;
	cudaMallocManaged(&d, sizeof v);
	cudaMallocManaged(&o, 8 * sizeof *o);
	for (int i = 0; i < 8; i++)
		d[i] = v[i];
	k<<<1, 8>>>(d, o);
	printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 8; i++)
		printf(" %d", o[i]);
	printf("\n");
}
