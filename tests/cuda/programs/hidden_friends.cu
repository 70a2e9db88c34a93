// Friends that only a class declares are found by way of arguments, and hide nothing of the namespace's others.
#include <cstdio>

namespace lib {
template <class T>
__host__ __device__ int which(T)
{
	return 1;
}
__host__ __device__ int outside(int)
{
	return 2;
}
}

namespace own {
using namespace lib;

template <class T>
struct box {
	T v;
	__host__ __device__ friend int which(const box &b)
	{
		return 10 + b.v;
	}
	__host__ __device__ friend void swap(box &a, box &b)
	{
		T t = a.v;
		a.v = b.v + 1;
		b.v = t;
	}
	template <class U>
	__host__ __device__ friend int sum(const box &a, const box<U> &b)
	{
		return a.v + b.v;
	}
};

struct late {
	int v;
	__host__ __device__ friend int outside(late l);
	__host__ __device__ friend late operator+(late a, late b)
	{
		return {a.v + b.v};
	}
	struct inner {
		int w;
	};
	__host__ __device__ friend int of_inner(inner i)
	{
		return i.w * 7;
	}
};
__host__ __device__ int outside(late l)
{
	return l.v * 3;
}
struct derived : late {};
}

__host__ __device__ int fill(int *out)
{
	int n = 0;
	own::box<int> a{5}, b{6};
	own::box<char> c{'a'};
	out[n++] = which(a);
	out[n++] = own::which(a); // not the friend
	out[n++] = which(c);
	swap(a, b);
	out[n++] = a.v * 10 + b.v;
	out[n++] = sum(a, c);
	own::late l{4};
	out[n++] = outside(l);
	out[n++] = own::outside(l);
	out[n++] = (l + l).v;
	out[n++] = of_inner(own::late::inner{3});
	own::derived d;
	d.v = 9;
	out[n++] = (d + l).v;
	return n;
}

__global__ void kernel(int *out, int *n)
{
	*n = fill(out);
}

int main()
{
	int *out, *n, host[16];
	cudaMallocManaged(&out, 64);
	cudaMallocManaged(&n, 4);
	kernel<<<1, 1>>>(out, n);
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
	int m = fill(host);
	for (int i = 0; i < *n; i++)
		printf("%d ", out[i]);
	puts("");
	for (int i = 0; i < m; i++)
		printf("%d ", host[i]);
	puts("");
}
