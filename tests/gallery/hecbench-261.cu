// Floyd-Warshall: a tile is read and stored in the same step
// link: https://github.com/ORNL/HeCBench/issues/261
// what: Each step reads a row of the tile that another thread may store in the very same step.
// expect: Potential WAR hazard detected at __shared__
#include "gallery.h"
__global__ void paths(int *d) {
	__shared__ int tile[8][8];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = d[y * 8 + x];
	__syncthreads();
	for (int k = 0; k < 8; k++) {
		int via = tile[y][k] + tile[k][x] - k; // bug
#ifdef FIXED
		__syncthreads();
#endif
		tile[y][x] = via; // other
		__syncthreads();
	}
	d[y * 8 + x] = tile[y][x];
}
int main() {
	paths<<<1, dim3(8, 8)>>>(zeros<int>(64));
}
