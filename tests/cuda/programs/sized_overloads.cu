// sized_overloads.cu - static member functions of the device whose results are arrays: which overload is meant tells a size.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

struct Plain {};
struct Typed {
	typedef int type;
};

template <class T> struct HasType {
	template <class U> static __device__ char (&by_reference(typename U::type *))[2];
	template <class U> static __device__ char (&by_reference(...))[1];
	template <class U> static __host__ __device__ char (*by_pointer(typename U::type *))[2];
	template <class U> static __host__ __device__ char (*by_pointer(...))[1];
	static const bool here = sizeof(by_reference<T>(0)) == 2 && sizeof(*by_pointer<T>(0)) == 2;
};

__global__ void tell(int *out) {
	out[0] = HasType<Plain>::here;
	out[1] = HasType<Typed>::here;
}

int main() {
	int *out;
	cudaMallocManaged(&out, 2 * sizeof *out);
	tell<<<1, 1>>>(out);
	cudaDeviceSynchronize();
	printf("device %d %d, host %d %d\n", out[0], out[1], HasType<Plain>::here, HasType<Typed>::here);
}
