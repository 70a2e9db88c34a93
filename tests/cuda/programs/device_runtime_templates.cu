// The runtime's functions with types in kernels: what they say there is what they say on the host.
// build: -rdc=true
#include <cstdio>
__global__ void small(int *p) { *p = 1; }
template <class T> __global__ void shared(T *p) { __shared__ T s[3000]; s[threadIdx.x] = *p; __syncthreads(); *p = s[1]; }

struct Answers {
	int regs, threads, ctas, flagged, grid, block, grid2, block2, grid3, block3, allocated;
	size_t bytes;
	cudaError_t error;
};

struct Bytes { __host__ __device__ size_t operator()(int block) const { return block * 32; } };

template <class K> __host__ __device__ void ask(Answers *a, K k) {
	cudaFuncAttributes f;
	a->error = cudaFuncGetAttributes(&f, k);
	a->regs = f.numRegs > 0;
	a->threads = f.maxThreadsPerBlock;
	a->bytes = f.sharedSizeBytes;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a->ctas, k, 128, 0);
	cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&a->flagged, k, 256, 1024, 0);
	cudaOccupancyMaxPotentialBlockSize(&a->grid, &a->block, k);
	cudaOccupancyMaxPotentialBlockSizeWithFlags(&a->grid2, &a->block2, k, 2048, 512, 0);
	cudaOccupancyMaxPotentialBlockSizeVariableSMem(&a->grid3, &a->block3, k, Bytes());
	float *p = nullptr;
	a->allocated = cudaMalloc(&p, 64) == cudaSuccess && p;
	cudaFree(p);
}

__global__ void device(Answers *a) {
	ask(a, small);
	ask(a + 1, shared<float>);
}

int main() {
	Answers *d, h[2] = {};
	cudaMallocManaged(&d, sizeof h);
	device<<<1, 1>>>(d);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	ask(h, small);
	ask(h + 1, shared<float>);
	for (int i = 0; i < 2; i++) {
		const Answers &a = h[i], &b = d[i];
		bool same = a.regs == b.regs && a.threads == b.threads && a.bytes == b.bytes && a.ctas == b.ctas &&
		            a.flagged == b.flagged && a.grid == b.grid && a.block == b.block && a.grid2 == b.grid2 &&
		            a.block2 == b.block2 && a.grid3 == b.grid3 && a.block3 == b.block3 &&
		            a.allocated == b.allocated && a.error == b.error;
		printf("%d: %s, %d threads, %zu bytes, block %d, %d\n", i, same ? "same" : "different", b.threads, b.bytes,
		       b.block, b.allocated);
	}
}
