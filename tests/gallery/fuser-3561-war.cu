// Warpgroup product: a tile is overwritten while it is multiplied
// link: https://github.com/NVIDIA/Fuser/issues/3561
// what: The consumer says that the stage is free before its product has been waited for; the next tile lands in the operands.
// expect: Overwriting of bytes that an asynchronous copy or product is reading
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
	__syncthreads();
	b[threadIdx.x] = 2; // bug
	WAIT(0);
	out[threadIdx.x] = d[0];
}
int main() {
	product<<<1, 128>>>(zeros<float>(128));
}
