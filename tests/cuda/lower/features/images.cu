/* images.cu - variables in device memory that constant constructors initialise, and packed classes.
 * The same source runs on the host, which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
struct Three {
	int x = 3;
};
struct Five {
	int x, y;
	constexpr __device__ Five() : x(5), y(0) {
	}
};
__device__ Three one, many[3];
__device__ Five grid[2][2];
#pragma pack(push, 1)
struct Packed {
	char c;
	int x;
	double d;
};
#pragma pack(pop)

extern "C" __global__ void k(int *out, int n) {
	out[0] = one.x + many[2].x * 10 + grid[1][1].x * 100 + n;
	Packed p = {1, 2, 3.0};
	p.x += (int)p.d;
	out[1] = p.x + (int)sizeof(Packed) * 10;
}
