// calls.cu - makes calls of several kinds and says what each returned. tests/api/inject/inject.py lets some fail.
#include <cstdio>
#include <cstdlib>
#include <chrono>
#include <cuda_runtime.h>

__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }

static void said(const char *what, cudaError_t e) { std::printf("%s %d\n", what, (int)e); }

int main(int argc, char **argv) {
	int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
	auto start = std::chrono::steady_clock::now();
	for (int i = 0; i < rounds; i++) {
		int *p = nullptr, h[32] = {0};
		cudaStream_t s = nullptr;
		said("malloc", cudaMalloc(&p, sizeof h));
		said("stream", cudaStreamCreate(&s));
		if (p) {
			fill<<<1, 32, 0, s>>>(p, i);
			said("launch", cudaGetLastError());
			said("sync", cudaStreamSynchronize(s));
			said("copy", cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
			std::printf("value %d\n", h[31]);
		}
		said("peek", cudaPeekAtLastError());
		cudaGetLastError();
		if (s)
			cudaStreamDestroy(s);
		cudaFree(p);
	}
	auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
	std::fprintf(stderr, "took %d\n", (int)took.count());
	return 0;
}
