// Mixture of experts: ids are read before another lane has stored them
// link: https://github.com/am17an/llama.cpp/issues/26
// what: A helper of one warp builds its list in shared memory and reads the list of other lanes at once, as if a warp ran in lock-step.
// expect: Potential RAW hazard detected at __shared__
#include "gallery.h"
__global__ void ids(const int *expert, int *out) {
	__shared__ int list[64];
	int lane = threadIdx.x;
	list[lane] = expert[lane];
	list[lane + 32] = expert[lane] + 1;
#ifdef FIXED
	__syncwarp();
#endif
	out[lane] = list[lane * 2]; // bug
}
int main() {
	ids<<<1, 32>>>(zeros<int>(32), zeros<int>(32));
}
