// std::complex and _Complex numbers in kernels: what the host's compiler makes of the same expressions.
#include <complex>
#include <cstdio>
#include <string>

#define HD __host__ __device__

constexpr int COUNT = 48;

template <class T> struct results {
	std::complex<T> z[COUNT];
	int n;
	HD void add(const std::complex<T> &x) { z[n++] = x; }
	HD void add(T re) { z[n++] = std::complex<T>(re); }
};

__extension__ typedef _Complex double cdouble;
__extension__ typedef __complex__ float cfloat;

HD cdouble turn(cdouble z) {
	cdouble i = {0, 1};
	return z * i;
}
HD float size(cfloat z) { return __real__ z * __real__ z + __imag__ z * __imag__ z; }
template <class T> HD int which(T) { return 0; }
HD int which(cdouble) { return sizeof(cdouble); }
HD int which(cfloat) { return sizeof(cfloat); }

template <class T> HD void plain(results<T> &r, std::complex<T> a, std::complex<T> b) {
	r.add(a + b);
	r.add(a - b);
	r.add(a * b);
	r.add(a / b);
	r.add(b / a);
	r.add(-a + T(2));
	r.add(T(3) - b * T(0.5));
	r.add(T(1) / b);
	a += b;
	r.add(a);
	a *= b;
	a -= T(4);
	r.add(a);
	a /= b;
	r.add(a);
	r.add(std::conj(a));
	r.add(std::norm(a));
	r.add(std::real(b) + std::imag(b));
	r.add(std::complex<T>(a == b, a != b));
	a.real(8);
	a.imag(T(-0.5));
	r.add(a);
	a = 7;
	r.add(a);
	std::complex<T> list[3]{{1, 2}, {3, -4}};
	r.add(list[0] * list[1] + list[2]);
	/* infinite operands make an infinite product and a quotient of 0 */
	T inf = T(__builtin_huge_val());
	std::complex<T> far(inf, -inf);
	r.add(far * b);
	r.add(b / far);
	r.add(far / b);
	r.add(b / std::complex<T>(0, 0));
}

HD void numbers(results<double> &r) {
	cdouble z = {3, -2};
	r.add(turn(z));
	__real__ z = 5;
	__imag__ z += 1;
	r.add(z);
	r.add(~z);
	r.add(-z * z);
	cfloat f = {0.5f, 0.25f};
	r.add(z + f);
	r.add(cdouble(f * 3));
	r.add(size(f) + __imag__ 3.5 + __real__ 4);
	r.add(z == turn(z));
	cdouble w = z;
	w /= f;
	r.add(w);
	w = f;
	r.add(w);
	r.add(z ? 1.0 : 2.0);
	r.add(which(z) * 10 + which(f) + which(2));
	r.add(std::complex<float>(f) == std::complex<float>(0.5f, 0.25f));
}

__global__ void run(results<double> *d, results<float> *f, std::complex<double> a) {
	plain<double>(*d, a, {1.5, 2});
	plain<float>(*f, {2, -3}, {0.25f, 1});
	numbers(*d);
}
/* The type's own name is part of the kernel's. */
__global__ void named(cdouble z, cfloat *to, cfloat *again) {
	*to = z;
	*again = *to * 2;
}

template <class T> __global__ void functions(std::complex<T> z, std::complex<T> *to) {
	*to++ = std::exp(z);
	*to++ = std::sqrt(z);
	*to++ = std::log(z);
	*to++ = std::pow(z, 2);
	*to++ = std::sin(z);
	*to++ = std::cosh(z);
	*to++ = std::polar(T(2), T(1));
	*to++ = std::complex<T>(std::abs(z), std::arg(z));
}
template <class T> static bool near(std::complex<T> a, std::complex<T> b) {
	return std::abs(a - b) < std::abs(b) * T(1e-6);
}
template <class T> static int count_near(std::complex<T> z) {
	std::complex<T> *to;
	cudaMallocManaged(&to, 8 * sizeof *to);
	functions<<<1, 1>>>(z, to);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	return near(to[0], std::exp(z)) + near(to[1], std::sqrt(z)) + near(to[2], std::log(z)) +
	       near(to[3], z * z) + near(to[4], std::sin(z)) + near(to[5], std::cosh(z)) +
	       near(to[6], std::polar(T(2), T(1))) +
	       near(to[7], std::complex<T>(std::abs(z), std::arg(z)));
}

/* What is no number has no sign to speak of. */
template <class T> static std::string text_of(std::complex<T> z) {
	char text[64];
	snprintf(text, 64, "%.6g %.6g", z.real() == z.real() ? (double)z.real() : 1e99,
	         z.imag() == z.imag() ? (double)z.imag() : 1e99);
	return text;
}
template <class T> static void compare(const char *name, const results<T> &a, const results<T> &b) {
	for (int i = 0; i < b.n; i++) {
		std::string x = text_of(a.z[i]), y = text_of(b.z[i]);
		printf("%s %d: %s%s\n", name, i, y.c_str(), x == y ? "" : (" but " + x).c_str());
	}
}

int main() {
	results<double> *d, hd = {};
	results<float> *f, hf = {};
	cfloat *z;
	cudaMallocManaged(&d, sizeof *d);
	cudaMallocManaged(&f, sizeof *f);
	cudaMallocManaged(&z, 2 * sizeof *z);
	d->n = f->n = 0;
	run<<<1, 1>>>(d, f, {-1, 4});
	cdouble arg = {1.5, 3};
	named<<<1, 1>>>(arg, z, z + 1);
	printf("%d\n", cudaDeviceSynchronize());
	plain<double>(hd, {-1, 4}, {1.5, 2});
	plain<float>(hf, {2, -3}, {0.25f, 1});
	numbers(hd);
	compare("double", *d, hd);
	compare("float", *f, hf);
	printf("%g %g\n", __real__ z[1], __imag__ z[1]);
	printf("%d %d\n", count_near<double>({1.25, -0.5}), count_near<float>({-0.75f, 1.5f}));
}
