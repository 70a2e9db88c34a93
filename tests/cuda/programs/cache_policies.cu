// cache_policies.cu - the numbers that createpolicy makes, as an H200 made them: libcu++ compares them with its own.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#define ALL(make) \
	make("L2::evict_last") make("L2::evict_normal") make("L2::evict_first") make("L2::evict_unchanged") \
	make("L2::evict_last.L2::evict_first") make("L2::evict_normal.L2::evict_first") \
	make("L2::evict_first.L2::evict_unchanged") make("L2::evict_unchanged.L2::evict_first")

struct range {
	unsigned long long at;
	unsigned part, all;
};
__constant__ range ranges[] = {
	{0x0, 1, 1}, {0xfffff23114d7, 16, 32}, {0x0, 16, 256},
	{0xfffffff, 32, 1024}, {0x12345678abcd, 6, 4337}, {0x46872f7, 1227, 16196},
	{0xffffffffffff, 1, 57272}, {0x0, 32, 65536}, {0xffffe40cbcaa, 222, 226557},
	{0x7f0000123457, 2019, 386802}, {0xfffffff, 2048, 524288}, {0x7f0000123457, 2048, 1048576},
	{0x136c5dd6, 3856, 2405311}, {0xffffffffffff, 404, 5059187}, {0x4, 117, 16535718},
	{0x1000, 5, 30234138}, {0x7f0000123457, 4194304, 16777216}, {0xfffffff, 131072, 33554432},
	{0x7f0000123457, 2717, 71327332}, {0x4, 33, 206835064}, {0xfffff267673f, 16777216, 134217728},
	{0x0, 131072, 268435456}, {0xffffffffffff, 128, 536870912}, {0x0, 290876066, 558247465},
	{0xf953294, 349027, 1129224444}, {0x12345678abcd, 167, 2447885680u}, {0x4, 268435456, 2147483648u},
	{0x4, 3, 2291383784u}, {0x12345678abcd, 3, 2445500634u}, {0x0, 4, 2288250011u},
	{0xffffffffffff, 7, 2175496746u}, {0x1546c37f, 19, 2264864908u}, {0x0, 37, 2326085356u}
};
__constant__ float parts[] = {0x1p+0f, 0x1p-1f, 0x1p-4f, 0x1.eb851ep-6f, 0x1.12e0bep-30f, 0x0p+0f, -0x1p+0f, 0x1p+1f, 0x1.fffffcp-1f, 0x1.333334p-2f, 0x1.666666p-1f, 0x1.99999ap-4f, 0x1.fffffep-2f, 0x1.ff2e48p-5f, 0x1.1p+0f, 0x1.93e594p+99f, -0x0p+0f, 0x1.00001ap-4f, 0x0p+0f, 0x1p-4f, 0x1.ap-3f, 0x1.6p-2f, 0x1.fp-2f, 0x1.4p-1f, 0x1.88p-1f, 0x1.dp-1f};
enum { NRANGE = sizeof ranges / sizeof *ranges, NPART = sizeof parts / sizeof *parts };

__global__ void make_ranges(unsigned long long *to) {
	range r = ranges[threadIdx.x];
	to += 8 * threadIdx.x;
#define MAKE(name) \
	asm volatile("createpolicy.range.global." name ".b64 %0, [%1], %2, %3;" \
	             : "=l"(*to++) : "l"(r.at), "r"(r.part), "r"(r.all));
	ALL(MAKE)
#undef MAKE
}

__global__ void make_parts(unsigned long long *to) {
	to += 8 * threadIdx.x;
#define MAKE(name) asm volatile("createpolicy.fractional." name ".b64 %0, %1;" : "=l"(*to++) : "f"(parts[threadIdx.x]));
	ALL(MAKE)
#undef MAKE
}

__global__ void make_whole(unsigned long long *to) {
	asm volatile("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(*to));
}

static void show(const unsigned long long *p, int n) {
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 8; k++)
			printf("%016llx%s", p[8 * i + k], k == 7 ? "\n" : " ");
}

int main() {
	unsigned long long *p;
	cudaMallocManaged(&p, 8 * (NRANGE + NPART + 1) * sizeof *p);
	make_ranges<<<1, NRANGE>>>(p);
	make_parts<<<1, NPART>>>(p + 8 * NRANGE);
	make_whole<<<1, 1>>>(p + 8 * (NRANGE + NPART));
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	show(p, NRANGE + NPART);
	printf("%016llx\n", p[8 * (NRANGE + NPART)]);
}
