// Extended lambdas in member functions that name types and constants which the class's members are declared with: only
// the members themselves are looked up in the object.
// build: -extended-lambda
#include <cstdio>

using Real = double;
constexpr int width = 3;
template <class T> struct View {
	T *p;
	__host__ __device__ T &operator()(int i) const { return p[i]; }
};
struct Box {
	int lo, hi;
	__host__ __device__ Box(int lo, int hi) : lo(lo), hi(hi) {}
};

template <class F> __global__ void apply(F f, View<Real const> a, Real *out) { *out = f(Box(0, 3), a); }

// What the device and the host make of the same lambda, together.
template <class F> Real both(F const &f, Real *d) {
	apply<<<1, 1>>>(f, View<Real const>{d}, d + 8);
	cudaDeviceSynchronize();
	return d[8] * 100 + f(Box(1, 3), View<Real const>{d});
}

struct Register {
	Real factor = Real(2), other[width];
	View<Real> view;
	Box box;
	int bits : width;
	Register(Real *d) : view{d}, box(1, 2), bits(1) {}
	operator Real() const { return factor; }
	auto twice() const -> Real { return 2 * factor; }
	Real sum(int comp, Real *d) const;
	Real sum_of_own(Real *d) const;
};

// No member is named: nothing of the object, which the device cannot read, is captured.
Real Register::sum(int comp, Real *d) const {
	return both(
		[=] __host__ __device__(Box const &b, View<Real const> const &v) -> Real {
			Real r = Real(0);
			Box shifted = Box(b.lo + 1, b.hi + 1);
			View<Real const> again{v.p};
			for (int i = shifted.lo; i < shifted.hi; i++)
				r += again(i) * comp + width;
			return r;
		},
		d);
}

Real Register::sum_of_own(Real *d) const {
	return both(
		[=, *this] __host__ __device__(Box const &b, View<Real const> const &v) -> Real {
			Real r = 0;
			for (int i = b.lo; i < b.hi; i++)
				r += v(i) * factor + bits + box.hi;
			return r;
		},
		d);
}

int main() {
	Real *d;
	cudaMallocManaged(&d, 9 * sizeof(Real));
	for (int i = 0; i < 9; i++)
		d[i] = i;
	Register r(d);
	printf("%g\n", r.sum(2, d));
	printf("%g\n", r.sum_of_own(d));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
