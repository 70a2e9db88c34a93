// What namespace cuda adds to the standard library.
// build: --extended-lambda
#include <cstdio>
#include <cuda/annotated_ptr>
#include <cuda/bit>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/warp>

struct Out {
	long long at[64];
	int n;
	__host__ __device__ void put(long long v) { at[n++] = v; }
};

__host__ __device__ void integers(Out &o) {
	o.put(cuda::ceil_div(10, 3) * 100 + cuda::ceil_div(9u, 3u));
	o.put(cuda::ceil_div(0x7fffffffffffffffll, 2));
	o.put(cuda::round_up(10, 4) * 100 + cuda::round_down(10, 4));
	o.put(cuda::is_power_of_two(64) + 2 * cuda::is_power_of_two(65u) + 4 * cuda::next_power_of_two(65) + cuda::prev_power_of_two(65u));
	o.put(cuda::ilog2(1000) * 100 + cuda::ilog10(1000u));
	o.put(cuda::isqrt(1000000u) * 100 + cuda::isqrt(99));
	o.put(cuda::uabs(-5) + cuda::neg(7));
	o.put(cuda::bitmask<unsigned>(4, 8));
	o.put(cuda::bitmask<unsigned long long>(60, 4) >> 3);
	o.put(cuda::bit_reverse(0x12345678u));
	o.put(cuda::bitfield_insert(0xffffffffu, 0x5u, 8, 8));
	o.put(cuda::bitfield_extract(0x12345678u, 8, 12));
	o.put(cuda::maximum<>()(3, 5) * 10 + cuda::minimum<int>()(3, 5));
}

struct Three {
	int a, b, c;
};

__global__ void run(Out *o, float *data, int *lanes) {
	if (threadIdx.x == 0) {
		o->n = 0;
		integers(*o);
		cuda::annotated_ptr<float, cuda::access_property::streaming> p(data);
		cuda::annotated_ptr<const float, cuda::access_property> q(data, cuda::access_property(cuda::access_property::persisting()));
		p[1] = 2.5f;
		*p = q[1] * 2;
		o->put(*q * 10 + sizeof p + sizeof q);
		float *r = cuda::associate_access_property(data, cuda::access_property::normal());
		cuda::apply_access_property(data, 64, cuda::access_property::persisting());
		o->put(r[0]);
	}
	Three v{(int)threadIdx.x, (int)threadIdx.x * 2, (int)threadIdx.x * 3};
	auto up = cuda::device::warp_shuffle_up(v, 3);
	auto down = cuda::device::warp_shuffle_down<8>(v, 3);
	auto idx = cuda::device::warp_shuffle_idx(v, 5);
	auto other = cuda::device::warp_shuffle_xor((double)threadIdx.x, 1);
	lanes[threadIdx.x] = up.data.c * 10 + up.pred + (down.data.b * 10 + down.pred) * 1000 + idx.data.a * 100000 + (int)other.data * 10000000;
}

int main() {
	Out *o, h = {};
	float *data;
	int *lanes;
	cudaMallocManaged(&o, sizeof *o);
	cudaMallocManaged(&data, 64 * sizeof *data);
	cudaMallocManaged(&lanes, 32 * sizeof *lanes);
	run<<<1, 32>>>(o, data, lanes);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < o->n; i++)
		printf("%lld ", o->at[i]);
	printf("\n");
	for (int i = 0; i < 32; i++)
		printf("%d ", lanes[i]);
	printf("\n");
	integers(h);
	for (int i = 0; i < h.n; i++)
		if (h.at[i] != o->at[i])
			printf("%d: %lld on the host\n", i, h.at[i]);
	auto twice = cuda::proclaim_return_type<int>([] __device__(int x) { return x * 2; });
	printf("%d\n", (int)sizeof(twice(1)));
}
