// sleeping_warps.cu - a tree in shared memory twice, after which all warps read what the first ones wrote: the warps that have
// nothing to do in the tree are at the same barrier as the others when it is over.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

enum { THREADS = 256, ROUNDS = 4, WIDTH = 64 };

__host__ __device__ int input(int thread, int round) {
	return thread * 7 % 101 + round * 13;
}

__global__ void __launch_bounds__(THREADS) trees(int *out, const int *in, int writes) {
	__shared__ int shared[2 * WIDTH];
	for (int round = 0; round < ROUNDS; round++) {
		int sum = in[round * THREADS + threadIdx.x], part = threadIdx.x / WIDTH;
		for (int i = 2; i > 0; i /= 2) {
			if (i <= part && part < 2 * i) {
				int to = threadIdx.x % WIDTH + WIDTH * (part - i);
				if (i < 2)
					sum += shared[threadIdx.x] + shared[to];
				shared[to] = sum;
			}
			__syncthreads();
		}
		if (part == 0)
			sum += shared[threadIdx.x];
		__syncthreads();
		if (writes) {
			if (threadIdx.x < WIDTH)
				shared[threadIdx.x] = sum;
			__syncthreads();
			out[round * THREADS + threadIdx.x] = shared[(THREADS - 1 - threadIdx.x) % WIDTH];
			__syncthreads();
		}
	}
}

int main() {
	int *in, *out, wrong = 0;
	cudaMallocManaged(&in, ROUNDS * THREADS * sizeof *in);
	cudaMallocManaged(&out, ROUNDS * THREADS * sizeof *out);
	for (int i = 0; i < ROUNDS * THREADS; i++)
		in[i] = input(i % THREADS, i / THREADS);
	for (int n = 1; n <= 3; n++) {
		trees<<<n, THREADS>>>(out, in, 1);
		cudaDeviceSynchronize();
		for (int i = 0; i < ROUNDS * THREADS; i++) {
			int want = 0;
			for (int part = 0; part < THREADS / WIDTH; part++)
				want += input((THREADS - 1 - i % THREADS) % WIDTH + part * WIDTH, i / THREADS);
			wrong += out[i] != want;
		}
	}
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
