// SPDX-License-Identifier: Apache-2.0
struct Point {
	float x, y;
};
struct Box {
	Point from, to;
	int count[4];
	unsigned kind : 3;
};
enum Colour { RED, GREEN };

__constant__ float scale = 0.5f;
__device__ int total;

__device__ __noinline__ int area(Box b, const char *name)
{
	Colour c = b.kind == 2 ? GREEN : RED;
	int wide = (int)(b.to.x - b.from.x), high = (int)(b.to.y - b.from.y);
	return name[0] ? wide * high + c : 0;
}

__global__ void look(int *out)
{
	__shared__ int tile[32];
	Box b = {{1, 2}, {4, 6}, {7, 7, 7, 8}, 2};
	tile[threadIdx.x] = threadIdx.x;
	b.to.x += scale;
	out[threadIdx.x] = area(b, "box") + tile[threadIdx.x];
}
