// An explicit specialisation of a function template has the default arguments of its template ([dcl.fct.default]/4), also
// those that name the template's parameters.
#include <cstdio>

template <class T> __host__ __device__ T put(T value, int by = 3, T more = T(40)) {
	return value + by + more;
}
template <> __host__ __device__ float put<float>(float value, int by, float more);
template <> __host__ __device__ short put(short value, int by, short more) {
	return value * by - more;
}
template <class T> __host__ __device__ T *put(T *value, int by = 1, T more = T()) {
	return value + by + (int)more;
}
template <> __host__ __device__ float put<float>(float value, int by, float more) {
	return value * by + more / 80;
}

struct of_class {
	template <class T> static __host__ __device__ int size(T, int n = sizeof(T)) { return n; }
};
template <> __host__ __device__ int of_class::size(char, int n) {
	return -n;
}
template <> __host__ __device__ int of_class::size<double>(double, int n) {
	return 10 * n;
}

__global__ void k(float *p, short *s) {
	*p = put(*p) + put(*p, 10) + *put(p);
	*s = put(*s) + put((int)*s) + of_class::size('a') + of_class::size(1.0) + of_class::size(1);
}

int main() {
	float *p;
	short *s;
	cudaMallocManaged(&p, 2 * sizeof *p);
	cudaMallocManaged(&s, sizeof *s);
	p[0] = 2;
	p[1] = 100;
	*s = 30;
	printf("%g %d\n", put(*p) + put(*p, 10) + *put(p),
	       put(*s) + put((int)*s) + of_class::size('a') + of_class::size(1.0) + of_class::size(1));
	k<<<1, 1>>>(p, s);
	cudaDeviceSynchronize();
	printf("%g %d\n", *p, *s);
}
