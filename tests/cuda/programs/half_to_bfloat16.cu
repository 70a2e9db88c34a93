// half and bfloat16 are made of each other, explicitly, by way of float: static_cast, functional casts, in templates.
#include <cstdio>
#include <cuda_bf16.h>

template <typename To, typename From> __host__ __device__ To as(From v) { return static_cast<To>(v); }

__global__ void convert(const float *in, unsigned short *out, int n) {
	int i = threadIdx.x;
	if (i >= n)
		return;
	__half h = in[i];
	__nv_bfloat16 b = in[i];
	__half hb = as<__half>(b), hd(b);
	__nv_bfloat16 bh = as<__nv_bfloat16>(h);
	bh = __nv_bfloat16(h);
	out[3 * i] = __half_as_ushort(hb);
	out[3 * i + 1] = __bfloat16_as_ushort(bh);
	out[3 * i + 2] = __half_as_ushort(hd);
}

int main() {
	const float in[] = {0.0f, -0.0f, 1.0f, 3.14159f, 65504.0f, 70000.0f, 1e-7f, -1e-40f, 1e38f, 2049.0f, 0.1f};
	const int n = sizeof in / sizeof *in;
	float *d;
	unsigned short *o, out[3 * n];
	cudaMalloc(&d, sizeof in);
	cudaMalloc(&o, sizeof out);
	cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice);
	convert<<<1, 32>>>(d, o, n);
	cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++) {
		__half h = in[i];
		__nv_bfloat16 b = in[i];
		printf("%g: %04x %04x %04x host %04x %04x\n", in[i], out[3 * i], out[3 * i + 1], out[3 * i + 2],
		       __half_as_ushort(as<__half>(b)), __bfloat16_as_ushort(as<__nv_bfloat16>(h)));
	}
}
