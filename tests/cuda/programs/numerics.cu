/* numerics.cu - polynomials, quadrature, Runge-Kutta, functions of mathematics.
 * SPDX-License-Identifier: Apache-2.0 */
// build: --expt-relaxed-constexpr
#include <cmath>
#include <complex>
#include <cstdio>
#include <cuComplex.h>
struct State {
	double x[3], v[3];
};
__device__ __constant__ const double G = 6.674e-11;
template <int N> struct Poly {
	double c[N + 1];
	__host__ __device__ double operator()(double x) const {
		double r = c[N];
		for (int i = N - 1; i >= 0; --i)
			r = fma(r, x, c[i]);
		return r;
	}
	__host__ __device__ Poly<N - 1> d() const {
		Poly<N - 1> p{};
		for (int i = 1; i <= N; i++)
			p.c[i - 1] = i * c[i];
		return p;
	}
};
template <> struct Poly<0> {
	double c[1];
	__host__ __device__ double operator()(double) const {
		return c[0];
	}
};
template <class F> __device__ double simpson(F f, double a, double b, int n) {
	double h = (b - a) / n, s = f(a) + f(b);
	for (int i = 1; i < n; ++i)
		s += (i % 2 ? 4 : 2) * f(a + i * h);
	return s * h / 3;
}
template <class F, class D> __device__ double newton(F f, D df, double x) {
	for (int i = 0; i < 50; i++) {
		double d = f(x) / df(x);
		x -= d;
		if (fabs(d) < 1e-14)
			break;
	}
	return x;
}
__device__ void rk4(State &s, double dt, void (*acc)(const double *, double *)) {
	State k[4];
	auto deriv = [&](const State &in, State &out) {
		for (int i = 0; i < 3; i++)
			out.x[i] = in.v[i];
		acc(in.x, out.v);
	};
	auto axpy = [](const State &a, const State &b, double h) {
		State r;
		for (int i = 0; i < 3; i++) {
			r.x[i] = a.x[i] + h * b.x[i];
			r.v[i] = a.v[i] + h * b.v[i];
		}
		return r;
	};
	deriv(s, k[0]);
	deriv(axpy(s, k[0], dt / 2), k[1]);
	deriv(axpy(s, k[1], dt / 2), k[2]);
	deriv(axpy(s, k[2], dt), k[3]);
	for (int i = 0; i < 3; i++) {
		s.x[i] += dt / 6 *
		          (k[0].x[i] + 2 * k[1].x[i] + 2 * k[2].x[i] + k[3].x[i]);
		s.v[i] += dt / 6 *
		          (k[0].v[i] + 2 * k[1].v[i] + 2 * k[2].v[i] + k[3].v[i]);
	}
}
__device__ void spring(const double *x, double *a) {
	for (int i = 0; i < 3; i++)
		a[i] = -x[i];
}
__device__ float mandel(cuFloatComplex c) {
	cuFloatComplex z = make_cuFloatComplex(0, 0);
	int i = 0;
	for (; i < 100 && cuCabsf(z) < 2.f; ++i)
		z = cuCaddf(cuCmulf(z, z), c);
	return i;
}
__global__ void k(double *o) {
	int n = 0;
	Poly<3> p{{1, -2, 0, 1}};
	o[n++] = p(2.0);
	o[n++] = p.d()(2.0);
	o[n++] = simpson([](double x) { return sin(x); }, 0, M_PI, 100);
	o[n++] = newton(p, p.d(), 2.0);
	State s = {{1, 0, .5}, {0, 1, 0}};
	for (int i = 0; i < 10; i++)
		rk4(s, .1, spring);
	o[n++] = s.x[0] + s.v[1];
	o[n++] = mandel(make_cuFloatComplex(.3f, .5f));
	o[n++] = G * 1e11;
	o[n++] = erf(.5) + tgamma(4.5) + lgamma(3.0) + cyl_bessel_i0(1.0) + j0(1.0) +
	         normcdf(.3) + exp10(2.0) + rsqrt(4.0) + rcbrt(8.0) + sinpi(.5) +
	         hypot(3., 4.) + remainder(5., 3.) + ldexp(1.5, 3) + scalbn(1.0, 4) +
	         logb(10.) + nextafter(1.0, 2.0) + fdim(5, 3);
	int e;
	double m = frexp(10.0, &e);
	o[n++] = m * e;
	double ip;
	o[n++] = modf(3.75, &ip) + ip;
	int q;
	o[n++] = remquo(7.0, 2.0, &q) + q;
	double sn, cs;
	sincos(1.0, &sn, &cs);
	o[n++] = sn * cs;
	o[n++] = __dadd_rn(1.0, 2.0) * __dmul_rd(3.0, 1.1) + __ddiv_ru(1.0, 3.0) +
	         __fma_rn(2., 3., 4.) + __dsqrt_rz(2.);
	o[n++] = __longlong_as_double(0x4000000000000000LL) +
	         __hiloint2double(0x40080000, 0) + __double2int_rn(2.5) +
	         __double2ull_rz(3.9) + __ull2double_rn(5);
	o[n++] = isnan(NAN) + isinf(INFINITY) * 2 + isfinite(1.0) * 4 + signbit(-0.0) * 8;
	o[n++] = llrint(2.5) + lround(2.5) + nearbyint(3.5) + rint(-2.5) + trunc(-2.7) +
	         round(-2.5);
	cuDoubleComplex z = cuCdiv(make_cuDoubleComplex(1, 2),
	                           make_cuDoubleComplex(3, 4));
	o[n++] = cuCreal(z) + cuCimag(cuConj(z));
	o[n++] = pow(2, 10) + pow(2.f, 3) + std::pow(3.0, 2) + sqrt(2) + std::sqrt(4.f) +
	         abs(-2.5) + std::abs(-3) + fmin(1, 2.5) + max(1.5, 2.5);
	o[63] = n;
}
int main() {
	double *o;
	cudaMallocManaged(&o, 512);
	k<<<1, 1>>>(o);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < (int)o[63]; i++)
		printf("%.9g ", o[i]);
	puts("");
	std::complex<double> c(1, 2);
	c *= c;
	printf("%g %g\n", c.real(), c.imag());
}
