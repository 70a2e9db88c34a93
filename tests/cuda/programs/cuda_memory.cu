// Addresses and their alignment; waiting for a stage with a time limit.
#include <cuda/memory>
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cstdio>
__global__ void k(int *o, const int *in) {
	__shared__ int s[64];
	int local = o[3];
	o[0] = cuda::is_aligned(s, 4) + 2 * cuda::device::is_address_from(s, cuda::device::address_space::shared) + 4 * cuda::device::is_address_from(o, cuda::device::address_space::global) + 8 * cuda::device::is_object_from(local, cuda::device::address_space::shared);
	o[1] = (int)(cuda::align_up((char *)64 + 1, 32) - cuda::align_down((char *)64 + 1, 32));
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
	auto block = cooperative_groups::this_thread_block();
	auto p = cuda::make_pipeline(block, &st);
	o[2] = p.consumer_wait_for(cuda::std::chrono::microseconds(5));
	p.producer_acquire();
	cuda::memcpy_async(block, s, in, sizeof s, p);
	p.producer_commit();
	while (!p.consumer_wait_for(cuda::std::chrono::seconds(1)))
		;
	o[3] = s[5];
	p.consumer_release();
	p.quit();
}
int main() {
	int *o, *in;
	cudaMallocManaged(&o, 64);
	cudaMallocManaged(&in, 256);
	for (int i = 0; i < 64; i++) in[i] = i;
	k<<<1, 1>>>(o, in);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	printf("%d %d %d %d\n", o[0], o[1], o[2], o[3]);
}
