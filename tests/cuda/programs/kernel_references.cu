// Kernels that take references: to managed variables and memory, of classes and arrays, in templates and packs.
#include <cstdio>
struct point {
	int across, down;
	__host__ __device__ int sum() const { return across + down; }
};
__managed__ point spot = {1, 2};
__managed__ int table[3] = {10, 20, 30};
__global__ void move(point &p, int by, const point &from) {
	p.across += by + from.sum();
}
__global__ void fill(int (&t)[3], int) {
	for (int &x : t)
		x++;
}
template <class T> __global__ void twice(T &x) {
	x = x + x;
}
template <class... T> __global__ void all(int first, T &...x) {
	((x += first), ...);
}
int main() {
	point *p;
	float *f;
	cudaMallocManaged(&p, sizeof *p);
	cudaMallocManaged(&f, sizeof *f);
	*p = {3, 4};
	*f = 1.25f;
	move<<<1, 1>>>(*p, 100, spot);
	move<<<1, 1>>>(spot, 5, *p);
	fill<<<1, 1>>>(table, 0);
	twice<<<1, 1>>>(*f);
	all<<<1, 1>>>(7, table[1], *f, p->down);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	printf("%d %d, %d %d, %d %d %d, %g\n", p->across, p->down, spot.across, spot.down, table[0], table[1],
	       table[2], *f);
}
