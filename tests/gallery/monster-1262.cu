// Expert loop: a `continue` from the data jumps over the barrier
// link: https://github.com/1bit-MONSTER/1bit-MONSTER/issues/1262
// what: Lanes whose expert does not exist go on with the next turn, past a barrier that the others wait at.
// expect: Barrier error detected
#include "gallery.h"
__global__ void experts(const int *expert, int *out) {
	__shared__ int w[64];
	int sum = 0;
	for (int k = 0; k < 2; k++) {
		int e = expert[k * 64 + threadIdx.x];
		bool valid = e >= 0;
#ifndef FIXED
		if (!valid) {
			out[0] = 1;
			continue;
		}
#endif
		w[threadIdx.x] = valid ? e : 0;
		__syncthreads(); // bug
		sum += w[threadIdx.x ^ 33];
		__syncthreads();
	}
	out[threadIdx.x] = sum;
}
int main() {
	int *expert = zeros<int>(128), none = -1;
	cudaMemcpy(expert + 5, &none, sizeof none, cudaMemcpyHostToDevice);
	experts<<<1, 64>>>(expert, zeros<int>(64));
}
