/* hosted.h - work() as the device does it and as the host does it: what both leave must
 * be equal.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cstdio>

enum { WORDS = 128 };

__host__ __device__ void work(int *out, int five);

__global__ void kernel(int *out, int five) {
	work(out, five);
}

int main() {
	int *d, device[WORDS], host[WORDS] = {}, bad = 0;
	if (cudaMalloc(&d, sizeof device) || cudaMemset(d, 0, sizeof device))
		return 2;
	kernel<<<1, 1>>>(d, 5);
	cudaError_t e = cudaMemcpy(device, d, sizeof device, cudaMemcpyDeviceToHost);
	work(host, 5);
	for (int i = 0; i < WORDS; i++)
		if (device[i] != host[i] && ++bad)
			std::printf("%d: device %d, host %d\n", i, device[i], host[i]);
	std::printf("%s\n", e ? cudaGetErrorString(e) : bad ? "different" : "same");
	return e || bad;
}
