// Member templates of two class templates, defined outside, with one set of arguments: each body is read in its own class.
#include <cstdio>

template <class R>
struct product {
	struct param {
		R x;
	};
	param p;

	template <class G>
	__device__ R of(G &g);
	template <class G>
	__device__ R of(G &g, const param &q);
};

template <class R>
template <class G>
__device__ R product<R>::of(G &g)
{
	return of(g, p);
}

template <class R>
template <class G>
__device__ R product<R>::of(G &g, const param &q)
{
	return q.x * (R)g;
}

template <class R>
struct sum {
	struct param {
		R x;
	};
	param p;

	template <class G>
	__device__ R of(G &g);
	template <class G>
	__device__ R of(G &g, const param &q);
};

template <class R>
template <class G>
__device__ R sum<R>::of(G &g)
{
	return of(g, p);
}

template <class R>
template <class G>
__device__ R sum<R>::of(G &g, const param &q)
{
	return q.x + (R)g;
}

template <class D>
__device__ double ask(int n, double x)
{
	D d{{(decltype(d.of(n))) x}};
	return d.of(n);
}

__global__ void all()
{
	printf("%g %g\n", ask<product<float>>(7, 2.5), ask<sum<double>>(7, 2.5));
	printf("%g %g\n", ask<product<double>>(5, 2.5), ask<sum<float>>(5, 2.5));
}

int main()
{
	all<<<1, 1>>>();
	return cudaDeviceSynchronize();
}
