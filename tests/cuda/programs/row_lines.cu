// Indices that are linear along the rows of a block, at a pitch that the launch tells: in loops, across branches that
// part lanes, and where they are linear in some rows or rounds only. The host computes the same.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 1 << 16, CENTRE = N / 2, OUT = 4096 };

struct thread {
	int x, y, pitch, m;
};

template <int kind>
__host__ __device__ int body(const int *in, thread t)
{
	int x = t.x, y = t.y, i = CENTRE + y * t.pitch + x, sum = 0;
	in += t.m;
	if (kind == 0) // plain, and its neighbours
		return in[i] + 3 * in[i - 1] + 5 * in[i + t.pitch] + 7 * in[CENTRE + y];
	if (kind == 1) { // carried by a loop, all lanes of which make the same rounds
		for (int r = 0; r < t.m; r++, i += 5 * t.pitch)
			sum = sum * 3 + in[i] + in[CENTRE + y * t.m];
	} else if (kind == 2) { // rows make different numbers of rounds; read after the loop
		for (int r = 0; r < (y & 3) + 1; r++, i += t.pitch)
			sum = sum * 3 + in[i];
		sum += in[i];
	} else if (kind == 3) { // lanes do
		for (int r = 0; r < (x & 3) + 1; r++, i += t.pitch)
			sum = sum * 3 + in[i];
		sum += in[i + 1];
	} else if (kind == 4) { // some lanes change it
		if ((x + y) & 1)
			i += t.m;
		sum = in[i];
		for (int r = 0; r < t.m; r++) {
			i += t.pitch;
			if (in[i] & 1)
				i++;
			sum = sum * 3 + in[i];
		}
	} else if (kind == 5) { // every second element, every row the other way round
		int j = CENTRE + y * t.pitch - x, k = CENTRE + 2 * i - 2 * CENTRE + y;
		for (int r = 0; r < 3; r++, j += t.m, k -= t.m)
			sum = sum * 5 + in[j] + 2 * in[k];
	} else { // the row leaves early; then lanes
		if (y * t.pitch > 4 * t.pitch + t.m)
			return in[i - 7];
		for (int r = 0; r < t.m; r++) {
			sum += in[i + r * t.pitch];
			if (x > 9 && r == 2)
				break;
		}
		sum ^= in[i + y];
	}
	return sum;
}

template <int kind>
__global__ void kernel(const int *in, int *out, int pitch, int m)
{
	thread t = {(int)(blockIdx.x * blockDim.x + threadIdx.x), (int)(blockIdx.y * blockDim.y + threadIdx.y), pitch, m};
	out[t.y * (gridDim.x * blockDim.x) + t.x] = body<kind>(in, t);
}

template <int kind>
static void run(const int *in, int *out)
{
	static const dim3 blocks[] = {dim3(16, 16), dim3(8, 8), dim3(4, 16), dim3(16, 3), dim3(8, 32), dim3(2, 16)};
	int wrong = 0, n = 0;
	for (dim3 b : blocks)
		for (int pitch : {0, 1, 17, 64})
			for (int m : {0, 1, 5}) {
				kernel<kind><<<dim3(2, 2), b>>>(in, out, pitch, m);
				if (cudaDeviceSynchronize() != cudaSuccess)
					printf("%s\n", cudaGetErrorString(cudaGetLastError()));
				for (int y = 0; y < (int)b.y * 2; y++)
					for (int x = 0; x < (int)b.x * 2; x++, n++)
						wrong += out[y * (int)b.x * 2 + x] != body<kind>(in, thread{x, y, pitch, m});
			}
	printf("%d: %d of %d wrong\n", kind, wrong, n);
}

int main()
{
	int *in, *out;
	cudaMallocManaged(&in, N * sizeof *in);
	cudaMallocManaged(&out, OUT * sizeof *out);
	for (int i = 0; i < N; i++)
		in[i] = (int)((unsigned)i * 2654435761u >> 7);
	run<0>(in, out), run<1>(in, out), run<2>(in, out), run<3>(in, out), run<4>(in, out), run<5>(in, out), run<6>(in, out);
}
