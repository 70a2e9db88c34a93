/* cu_complex.cu - cuComplex.h on both sides.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cuComplex.h>
__global__ void k(cuFloatComplex *f, cuDoubleComplex *d, float *o) {
	int i = threadIdx.x;
	cuFloatComplex a = make_cuFloatComplex(i * 1.3f - 3, i * .7f + .1f),
		       b = make_cuComplex(2.1f - i, .3f * i + 1);
	f[i] = cuCaddf(cuCmulf(a, b), cuCdivf(a, b));
	f[i] = cuCfmaf(f[i], a, cuConjf(b));
	o[i] = cuCabsf(f[i]);
	cuDoubleComplex x = cuComplexFloatToDouble(a),
			y = make_cuDoubleComplex(i * .1 + 1, 2);
	d[i] = cuCsub(cuCdiv(x, y), cuCfma(x, y, x));
	o[32 + i] = cuCabs(d[i]);
}
int main() {
	cuFloatComplex *f;
	cuDoubleComplex *d;
	float *o;
	cudaMallocManaged(&f, 256);
	cudaMallocManaged(&d, 512);
	cudaMallocManaged(&o, 256);
	k<<<1, 32>>>(f, d, o);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 32; i++)
		printf("%a %a %a %a %a %a\n", f[i].x, f[i].y, d[i].x, d[i].y, o[i],
		       o[32 + i]);
	cuFloatComplex h = cuCdivf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, 4));
	printf("%a %a\n", cuCrealf(h), cuCimagf(h));
}
