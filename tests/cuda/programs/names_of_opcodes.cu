// features: relocatable code with static names that are also opcodes and directives of PTX
// build: -rdc=true
#include <cstdio>
static __device__ int st = 3, ld = 4, ret = 5, *p[3] = {&st, &ld, &ret}, global = 7;
static __managed__ int mad = 10;

static __global__ void add(int *o) {
	if (threadIdx.x == 1)
		return;
	*o = st++ + ld++ + ret++ + *p[threadIdx.x + 1] + global + mad++;
}

int main() {
	int *o;
	cudaMallocManaged(&o, sizeof *o);
	add<<<1, 1>>>(o);
	add<<<1, 1>>>(o);
	printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
	printf(" %d %d\n", *o, mad);
}
