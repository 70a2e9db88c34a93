// features: templates of __managed__, __device__ and __constant__ variables, instances that only the host names,
// explicit specialisations, managed arrays and objects
#include <cstdio>
#include <cuda_runtime.h>

template <class T> struct Box { T a, b[2]; };
template <class T> __managed__ Box<T> box{7, {1, 2}};
template <class T> __managed__ T row[4];
template <> __managed__ int row<int>[4] = {9, 8, 7, 6};
template <class T> static __managed__ T own = 8;
namespace n {
template <class T, int k> __managed__ T m = k;
template <class T> __device__ T d = 4;
}
template <class T> __device__ T alone = 40;
template <class T> __constant__ T c = 5;
template <class T> static __device__ T local = 6;

template <class T> __global__ void change(T by) {
	box<T>.a += by;
	row<T>[1] += by;
	n::m<T, 4> += by;
	n::d<T> += by;
	own<T> += by;
	local<T> += c<T>;
}

template <class T, class V> T read(const V &symbol) {
	T value = 0;
	if (cudaMemcpyFromSymbol(&value, symbol, sizeof value) != cudaSuccess)
		printf("not a symbol\n");
	return value;
}

template <class T> void test(T by) {
	box<T>.b[1] = 3;
	change<T><<<1, 1>>>(by);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("%g %g %g %g %g\n", (double)box<T>.a, (double)box<T>.b[1], (double)row<T>[1], (double)n::m<T, 4>,
	       (double)own<T>);
	printf("%g %g %g\n", (double)read<T>(n::d<T>), (double)read<T>(local<T>), (double)read<T>(alone<T>));
}

int main() {
	test<int>(1);
	test<double>(0.5);
	Box<long> *p = &box<long>;
	cudaPointerAttributes at;
	cudaPointerGetAttributes(&at, p);
	printf("%ld %d\n", ++p->a, at.type == cudaMemoryTypeManaged);
}
