// dependent_launch_waits.cu - griddepcontrol.wait in the middle of a kernel, after barriers: what comes before it is done once,
// however long the wait is, and what comes after it sees all of the grid before.
#include <cstdio>
#include <cuda_runtime.h>

enum { THREADS = 256, BLOCKS = 3 };

__global__ void slow(unsigned *out, unsigned rounds) {
	cudaTriggerProgrammaticLaunchCompletion();
	unsigned x = threadIdx.x + 1;
	for (unsigned i = 0; i < rounds; i++)
		x = x * 1664525u + 1013904223u;
	if (threadIdx.x < 64)
		__nanosleep(900000);
	out[blockIdx.x * THREADS + threadIdx.x] = x | 1;
}

__global__ void next(const unsigned *in, unsigned *begun, unsigned *seen) {
	__shared__ unsigned part[THREADS];
	unsigned at = blockIdx.x * THREADS + threadIdx.x, sum = 0;
	atomicAdd(&begun[blockIdx.x], 1);
	part[threadIdx.x] = threadIdx.x * threadIdx.x;
	__syncthreads();
	for (unsigned i = 0; i < 4; i++) {
		sum += part[(threadIdx.x + 37 * i) % THREADS];
		__syncthreads();
		part[threadIdx.x] = sum;
		__syncthreads();
	}
	if (threadIdx.x % 64 < 48) // the others wait later
		cudaGridDependencySynchronize();
	sum += part[(threadIdx.x + 1) % THREADS];
	__syncthreads();
	cudaGridDependencySynchronize();
	seen[at] = (in[at] & 1) + 2 * sum;
}

int main() {
	unsigned *out, *begun, *seen, wrong = 0, twice = 0, checksum = 0;
	cudaMallocManaged(&out, BLOCKS * THREADS * sizeof *out);
	cudaMallocManaged(&begun, BLOCKS * sizeof *begun);
	cudaMallocManaged(&seen, BLOCKS * THREADS * sizeof *seen);
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	for (int round = 0; round < 6; round++) {
		cudaMemsetAsync(out, 0, BLOCKS * THREADS * sizeof *out, stream);
		cudaMemsetAsync(begun, 0, BLOCKS * sizeof *begun, stream);
		slow<<<BLOCKS, THREADS, 0, stream>>>(out, 20000u * (round % 3));
		cudaLaunchAttribute early = {};
		early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
		early.val.programmaticStreamSerializationAllowed = 1;
		cudaLaunchConfig_t config = {};
		config.gridDim = BLOCKS;
		config.blockDim = THREADS;
		config.stream = stream;
		config.attrs = &early;
		config.numAttrs = 1;
		cudaLaunchKernelEx(&config, next, (const unsigned *)out, begun, seen);
		cudaStreamSynchronize(stream);
		for (int i = 0; i < BLOCKS; i++)
			twice += begun[i] != THREADS;
		for (int i = 0; i < BLOCKS * THREADS; i++) {
			wrong += !(seen[i] & 1);
			checksum = checksum * 31 + seen[i];
		}
	}
	printf("%u blocks that began twice, %u values too early, %u, %s\n", twice, wrong, checksum,
	       cudaGetErrorString(cudaGetLastError()));
}
