// A using-declaration of a class brings what a using-declaration of its base brings, although the base's stands later in
// the text ([class.mem]: a class is complete where its members are looked up).
#include <cstdio>

template <class T> struct expression {};
template <class D> struct root {
	template <class O> __device__ D &operator=(const expression<O> &) {
		n = 7;
		return static_cast<D &>(*this);
	}
	template <class O> __device__ int twice(O o) { return 2 * o; }
	int n;
};
template <class T> struct dense : root<T> {
	using Base = root<T>;
	using Base::operator=;
	using Base::twice;
};
template <class X, class K> class impl;
template <class X> class block : public impl<X, int> {
	using Impl = impl<X, int>;

public:
	using Base = Impl;
	using Base::operator=;
	using Base::twice;
	__device__ block &operator=(const block &o) {
		Base::operator=(o);
		return *this;
	}
	__device__ int twice(char *) { return 0; }
};
template <class X> class impl<X, int> : public dense<block<X>> {
public:
	using Base = dense<block<X>>;
	using Base::operator=;
	using Base::twice;
	__device__ void twice(float *) {}
};

__global__ void k(int *p) {
	block<int> b;
	b = expression<int>();
	p[0] = b.n;
	p[1] = b.twice(4);
}

int main() {
	int *p;
	cudaMallocManaged(&p, 2 * sizeof *p);
	k<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	printf("%d %d\n", p[0], p[1]);
}
