// Warp exchange: two items go to one place
// link: https://github.com/NVIDIA/cccl/issues/1892
// what: A scatter through shared memory takes its positions from ranks that are not distinct for items that do not count.
// expect: Potential WAW hazard detected at __shared__
#include "gallery.h"
__global__ void scatter(const int *keep, int *out) {
	__shared__ int items[32];
	int lane = threadIdx.x;
	unsigned kept = __ballot_sync(0xffffffff, keep[lane]);
	int rank = __popc(kept & ((1u << lane) - 1));
#ifdef FIXED
	if (kept >> lane & 1)
#endif
		items[rank] = lane; // bug
	__syncwarp();
	if (lane < __popc(kept))
		out[lane] = items[lane];
}
__global__ void mark(int *keep) {
	keep[threadIdx.x] = threadIdx.x % 3 == 0;
}
int main() {
	int *keep = zeros<int>(32);
	mark<<<1, 32>>>(keep);
	scatter<<<1, 32>>>(keep, zeros<int>(32));
}
