// contract_loads.cu - sums and differences of what vector loads and shuffles give, which have more than one result.
#include <cstdio>

__global__ void k(const float4 *in, float *out) {
	float4 v = in[threadIdx.x];
	out[4 * threadIdx.x] = v.x - v.y;
	out[4 * threadIdx.x + 1] = v.z + v.w * v.x;
	out[4 * threadIdx.x + 2] = -v.x * v.y - v.z;
	out[4 * threadIdx.x + 3] = __shfl_xor_sync(~0u, v.w, 1) - v.x;
}

int main() {
	float4 *in;
	float *out;
	cudaMallocManaged(&in, 32 * sizeof *in);
	cudaMallocManaged(&out, 32 * 4 * sizeof *out);
	for (int i = 0; i < 32; i++)
		in[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
	k<<<1, 32>>>(in, out);
	cudaDeviceSynchronize();
	for (int i = 0; i < 12; i++)
		printf(" %g", out[i]);
	printf("\n");
	return 0;
}
