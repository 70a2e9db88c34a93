// cooperative_groups::memcpy_async without cooperative_groups::wait.
// expect: Read of bytes that an asynchronous copy is writing; thread (0,0,0); block (0,0,0)
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void f(const int4 *in, int *o) {
	__shared__ int4 s[64];
	cg::thread_block block = cg::this_thread_block();
	cg::memcpy_async(block, s, in, sizeof s);
	o[threadIdx.x] = s[threadIdx.x].x; // bug
	cg::wait(block);
}

int main() {
	int4 *in;
	int *o;
	cudaMalloc(&in, 1024);
	cudaMalloc(&o, 256);
	cudaMemset(in, 0, 1024);
	f<<<1, 64>>>(in, o);
	cudaDeviceSynchronize();
}
