// check: race:strict
#include <cuda_runtime.h>
#include <cuda/atomic>
__global__ void f(int *lock, int *data) {
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = t;
	__syncthreads();
	int x = s[t ^ 33];
	__syncthreads();
	s[t] = x;
	__syncwarp();
	x += s[t ^ 1];
	if (t == 0) {
		while (atomicCAS(lock, 0, 1))
			;
		__threadfence();
		data[0] += x;
		__threadfence();
		atomicExch(lock, 0);
		cuda::atomic_ref<int, cuda::thread_scope_device> flag(data[1]);
		if (blockIdx.x == 0) {
			data[2] = 7;
			flag.store(1, cuda::memory_order_release);
		} else {
			while (!flag.load(cuda::memory_order_acquire))
				;
			data[3 + blockIdx.x] = data[2];
		}
	}
}
int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<4, 64>>>(p, p + 16);
	cudaDeviceSynchronize();
}
