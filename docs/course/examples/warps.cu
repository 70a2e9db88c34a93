// warps.cu - warp execution: a block of 8 x 6 threads is two warps, and the second has only 16 lanes.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

// Each thread tells which warp and lane it is, and how many lanes its warp has.
__global__ void who(int *warp, int *lane, int *lanes)
{
	int thread = threadIdx.y * blockDim.x + threadIdx.x;
	unsigned active = __activemask();
	warp[thread] = thread / warpSize;
	lane[thread] = thread % warpSize;
	lanes[thread] = __popc(active);
}

int main()
{
	const int width = 8, height = 6, n = width * height;
	int *warp, *lane, *lanes;
	cudaMallocManaged(&warp, n * sizeof(int));
	cudaMallocManaged(&lane, n * sizeof(int));
	cudaMallocManaged(&lanes, n * sizeof(int));
	who<<<1, dim3(width, height)>>>(warp, lane, lanes);
	cudaDeviceSynchronize();
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++)
			printf(" %d:%-2d", warp[y * width + x], lane[y * width + x]);
		printf("   %d lanes\n", lanes[y * width]);
	}
	return cudaGetLastError();
}
