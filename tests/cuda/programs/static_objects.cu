/* static_objects.cu - objects that are destroyed after main has returned use the device: one of a namespace, which is made before
 * main, one of main, and one of a function that another destructor calls first.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

#define SHOW(call) printf("%s %s: %s\n", name, #call, cudaGetErrorName(call))

__global__ void add(int *p, int n) {
	p[threadIdx.x] += n;
}

struct Numbers {
	const char *name;
	int *p = nullptr;
	explicit Numbers(const char *name) : name(name) {}
	void make() {
		SHOW(cudaMalloc(&p, 32 * sizeof *p));
		SHOW(cudaMemset(p, 0, 32 * sizeof *p));
		add<<<1, 32>>>(p, 1);
	}
	~Numbers() {
		int last = 0;
		if (!p)
			make();
		add<<<1, 32>>>(p, 41);
		SHOW(cudaMemcpy(&last, p + 31, sizeof last, cudaMemcpyDeviceToHost));
		SHOW(cudaFree(p));
		printf("%s: %d\n", name, last);
	}
};

struct Last {
	~Last() { static Numbers numbers("late"); }
};

static Numbers numbers("namespace");
static Last last;

int main() {
	static Numbers numbers("main");
	numbers.make();
	::numbers.make();
	return 0;
}
