// Warpgroup product: results are used before the wait
// link: https://github.com/NVIDIA/Fuser/issues/3561
// what: The product runs on after the instruction; without commit and wait its registers are still being written.
// expect: Use of a register that a warpgroup's product is writing: no wgmma.wait_group
// build: -arch=sm_90a
#include "gallery.h"
#include "../tools/check/bugs/wgmma.h"

__global__ void product(float *out) {
	__shared__ __align__(128) half a[64 * 16], b[16 * 8];
	float d[4] = {0, 0, 0, 0};
	for (int i = threadIdx.x; i < 64 * 16; i += 128)
		a[i] = 1;
	b[threadIdx.x] = 1;
	PROXY();
	__syncthreads();
	FENCE();
	MULTIPLY(d, a, b);
	COMMIT();
#ifdef FIXED
	WAIT(0);
#endif
	float sum = d[0] * 2 + d[1] * d[2] + d[3]; // bug
	WAIT(0);
	out[threadIdx.x] = sum;
}
int main() {
	product<<<1, 128>>>(zeros<float>(128));
}
