// Functions that a using-declaration brings into a namespace stay beside those declared after it, also when a class
// of the namespace has a constructor of its own; what default template arguments of a private member name is theirs.
#include <cstdio>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/functional>

namespace lib {
__host__ __device__ double twice(double x)
{
	return 2 * x;
}
}

namespace own {
struct pair {
	double a, b;
	__host__ __device__ pair(double x, double y);
};
using lib::twice;
template <class T>
__host__ __device__ T twice(const T *x)
{
	return T(x->a * 2, x->b * 2);
}
__host__ __device__ pair::pair(double x, double y) : a(x), b(y)
{
}
}

template <class T>
class box {
	static __host__ __device__ T *place(T &x)
	{
		return &x;
	}
	T *at;

      public:
	template <class U, class = decltype(box::place(static_cast<U>(*(T *)nullptr)))>
	__host__ __device__ box(U &&x) : at(box::place(x))
	{
	}
	__host__ __device__ T &get()
	{
		return *at;
	}
};

template <class T>
__host__ __device__ int fill(double *out)
{
	int n = 0, boxed = 5, wrapped = 6;
	own::pair p(1, 2);
	out[n++] = own::twice(&p).b;
	out[n++] = own::twice(4.0);
	box<int> b(boxed);
	b.get() += 10;
	out[n++] = boxed;
	auto r = cuda::std::ref(wrapped);
	r.get() *= 3;
	out[n++] = wrapped;
	cuda::std::complex<T> z(3, -4);
	out[n++] = cuda::std::abs(z);
	out[n++] = cuda::std::abs(-2.5);
	out[n++] = cuda::std::sqrt(T(2.25));
	out[n++] = cuda::std::sqrt(z * z).real();
	out[n++] = cuda::std::pow(T(2), T(10));
	out[n++] = cuda::std::norm(T(3)) + cuda::std::real(7) + cuda::std::imag(T(5));
	out[n++] = cuda::std::fpclassify(T(1)) == FP_NORMAL;
	out[n++] = cuda::std::fpclassify(T(0)) == FP_ZERO;
	out[n++] = cuda::std::fpclassify(T(1) / (n - 12)) == FP_INFINITE;
	return n;
}

__global__ void device(double *out, int *n)
{
	*n = fill<float>(out);
	*n += fill<double>(out + *n);
}

int main()
{
	double *out, host[64];
	int *n;
	cudaMallocManaged(&out, 64 * sizeof(double));
	cudaMallocManaged(&n, sizeof(int));
	device<<<1, 1>>>(out, n);
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
	int count = fill<float>(host);
	count += fill<double>(host + count);
	for (int i = 0; i < *n; i++)
		printf("%g%s", out[i], i + 1 < *n ? " " : "\n");
	for (int i = 0; i < count; i++)
		printf("%g%s", host[i], i + 1 < count ? " " : "\n");
}
