// One step too many
// link: https://github.com/autowarefoundation/autoware/pull/113
// what: A loop over the parts of a model runs to `<= n`.
// expect: Invalid __global__ read of size 4 bytes
#include "gallery.h"
__global__ void scores(const float *part, float *out, int n) {
	float sum = 0;
#ifdef FIXED
	for (int i = 0; i < n; i++)
#else
	for (int i = 0; i <= n; i++)
#endif
		sum += part[i]; // bug
	out[threadIdx.x] = sum;
}
int main() {
	scores<<<1, 32>>>(zeros<float>(64), zeros<float>(32), 64);
}
