// build: -diag-suppress=546
// Labels of a switch after declarations with initialisers: nvcc lets them pass with a warning (546), and what is used has its
// value.
#include <cstdio>

struct point { int x, y; };

__device__ int plain(int n) {
	switch (n) {
	case 0: int a = 3; return a;
	case 1: a = 7; return a + 1;
	case 2: point p = {1, 2}; a = p.x; return a + p.y;
	default: p.x = 40; return p.x;
	}
}
__device__ int loop(int n) {
	int sum = 0, i = 5;
	switch (n) {
		int dead = 9;
	case 0: sum += 100;
	case 1: for (i = 0; i < 3; i++) { int step = 2; case 2: step = i; sum += step + 1; }
		dead = sum;
		sum = dead;
	}
	return sum;
}
template <class T> __device__ T nested(T n) {
	switch (n) {
	case 0:
		T y = 4;
		switch (y) { case 4: T z = 6; return z; case 5: z = 1; return z; }
	case 1: y = 9; return y;
	}
	return -1;
}
__device__ int lanes(int n) {
	switch (n & 3) {
	case 0: int k = n * 2; n += k; break;
	case 1: k = 5; n += k; break;
	case 2: k = n; [[fallthrough]];
	case 3: k = 1; n -= k;
	}
	return n;
}
__global__ void run(int *out) {
	int n = threadIdx.x;
	out[n] = plain(n) + 1000 * loop(n) + 1000000 * nested(n) ;
	out[32 + n] = lanes(n);
}
int main() {
	int *out, sum = 0;
	cudaMallocManaged(&out, 64 * sizeof *out);
	run<<<1, 32>>>(out);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 4; i++)
		printf("%d ", out[i]);
	for (int i = 32; i < 64; i++)
		sum = sum * 3 + out[i];
	printf("%d\n", sum);
}
