// A grid of an ordinary launch cannot be synchronised, unless its stream had a cooperative one before. The answers are
// an H200's.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void ask(int *out) {
	out[0] = cg::this_grid().is_valid();
}

__global__ void meet(int *out) {
	cg::this_grid().sync();
	out[0] = 2;
}

static int *out;

static void see(const char *what) {
	int value = -1;
	cudaError_t e = cudaDeviceSynchronize();
	if (e == cudaSuccess) {
		cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
		cudaMemset(out, 0xff, sizeof value);
	}
	std::printf("%s: %s, %d\n", what, cudaGetErrorName(e), value);
}

int main() {
	cudaStream_t s = {}, other = {};
	void *args[] = {&out};
	cudaMalloc(&out, sizeof *out);
	cudaMemset(out, 0xff, sizeof *out);
	cudaStreamCreate(&s);
	cudaStreamCreate(&other);
	ask<<<1, 32, 0, s>>>(out);
	see("an ordinary launch");
	cudaLaunchCooperativeKernel((void *)meet, dim3(2), dim3(32), args, 0, s);
	see("a cooperative one");
	ask<<<1, 32, 0, s>>>(out);
	see("an ordinary one after it");
	meet<<<3, 32, 0, s>>>(out);
	see("which may even meet");
	ask<<<1, 32, 0, other>>>(out);
	see("in another stream");
	ask<<<1, 32>>>(out);
	see("in the default stream");
	meet<<<1, 32, 0, other>>>(out);
	see("met in another stream");
	std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
