// half_volatile.cu - volatile half and bfloat16: read and written by their bits, as other libraries do; and what
// cuda_fp16.h brings along.
#include <cstdio>
#include <cuda_bf16.h>

template <class T, class Raw> __host__ __device__ unsigned through(const T &in) {
	volatile T v;
	const volatile T &again = (v = static_cast<Raw>(in));
	T out(v);
	Raw raw = static_cast<Raw>(again);
	volatile Raw held = raw;
	volatile T w, &last = (w = held);
	return raw.x + static_cast<Raw>(out).x + static_cast<Raw>(last).x;
}

__host__ __device__ unsigned both() {
	unsigned half = 0;
	NV_IF_TARGET(NV_IS_DEVICE, (half = 1;))
	uint2 pair = make_uint2(half, 2);
	return through<__half, __half_raw>(__float2half(1.5f)) * 3 +
	       through<__nv_bfloat16, __nv_bfloat16_raw>(__float2bfloat16(-2.5f)) + pair.y - 2;
}

__global__ void kernel(unsigned *out) {
	*out = both();
}

int main() {
	unsigned *p, back = 0;
	cudaMalloc(&p, sizeof *p);
	kernel<<<1, 1>>>(p);
	cudaMemcpy(&back, p, sizeof back, cudaMemcpyDeviceToHost);
	printf("%u %u\n", both(), back);
}
