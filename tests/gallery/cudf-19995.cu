// Pages: the table of levels is shorter than the rows
// link: https://github.com/NVIDIA/cudf/pull/19995
// what: A page that was pruned has no levels, but its decoder looks one up before it asks whether there is any.
// expect: Invalid __global__ read of size 4 bytes
#include "gallery.h"
struct page {
	const int *level;
	int rows;
};
__global__ void decode(page p, int *out) {
	for (int i = threadIdx.x; i < 64; i += 32) {
#ifdef FIXED
		int level = i < p.rows ? p.level[i] : 0;
#else
		int level = p.level[i]; // bug
#endif
		if (i < p.rows)
			out[i] = level;
	}
}
int main() {
	decode<<<1, 32>>>(page{zeros<int>(40), 40}, zeros<int>(64));
}
