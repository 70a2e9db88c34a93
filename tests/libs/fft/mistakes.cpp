// mistakes.cpp - one mistake with cuFFT, which the argument names (mistakes.py).
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>
#include <cuda_runtime_api.h>
#include <cufft.h>

static cufftHandle plan(int n, cufftType type = CUFFT_C2C) {
	cufftHandle h;
	cufftPlan1d(&h, n, type, 1);
	return h;
}

int main(int, char **argv) {
	const char *which = argv[1];
	auto is = [&](const char *name) { return !strcmp(which, name); };
	const int n = 16, large = 1 << 17;
	float2 *in, *out, *big;
	void *area;
	cudaStream_t a, b;
	cudaMalloc((void **)&in, n * sizeof(float2));
	cudaMalloc((void **)&out, n * sizeof(float2));
	cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	if (is("fresh"))
		cufftExecC2C(plan(n), in, out, CUFFT_FORWARD);
	cudaMemset(in, 0, n * sizeof(float2));
	if (is("bounds"))
		cufftExecC2C(plan(n + 1), in, out, CUFFT_FORWARD);
	if (is("padding")) // in place the spectrum of 2 n real numbers is n + 1 complex ones
		cufftExecR2C(plan(2 * n, CUFFT_R2C), (float *)in, in);
	if (is("freed")) {
		cudaFree(out);
		cufftExecC2C(plan(n), in, out, CUFFT_FORWARD);
	}
	if (is("null"))
		cufftExecC2C(plan(n), nullptr, out, CUFFT_FORWARD);
	cufftHandle h = plan(n);
	if (is("race") || is("good")) {
		cudaDeviceSynchronize();
		cufftSetStream(h, a);
		cufftExecC2C(h, in, out, CUFFT_FORWARD);
		if (is("race"))
			cufftSetStream(h, b);
		cufftExecC2C(h, in, out, CUFFT_FORWARD);
	}
	if (is("area")) { // two plans share a work area in two streams
		size_t bytes;
		cufftHandle two[2];
		cudaStream_t streams[2] = {a, b};
		cudaMalloc((void **)&big, 2 * large * sizeof(float2));
		cudaMemset(big, 0, 2 * large * sizeof(float2));
		cudaDeviceSynchronize();
		cufftEstimate1d(large, CUFFT_C2C, 1, &bytes);
		cudaMalloc(&area, bytes);
		for (int i = 0; i < 2; i++) {
			cufftCreate(&two[i]);
			cufftSetAutoAllocation(two[i], 0);
			cufftMakePlan1d(two[i], large, CUFFT_C2C, 1, &bytes);
			cufftSetWorkArea(two[i], area);
			cufftSetStream(two[i], streams[i]);
			cufftExecC2C(two[i], big + i * large, big + i * large, CUFFT_FORWARD);
		}
	}
	printf("sync %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
