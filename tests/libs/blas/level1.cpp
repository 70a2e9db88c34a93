/* level1.cpp - every routine of level 1, random lengths, steps and scalars.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas.h"

static cublasHandle_t h;

#define ALL(name) PICK(T, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)
#define NORM(name) PICK(T, cublasS##name, cublasD##name, cublasSc##name, cublasDz##name)
#define INDEX(name) PICK(T, cublasIs##name, cublasId##name, cublasIc##name, cublasIz##name)

template <class T> static void near(T got, cd want, double scale, const char *what) {
	if (!(std::abs(cd(got) - want) <= Type<T>::eps * scale) && failures++ < 20)
		printf("%c%s: %g%+gi, not %g%+gi\n", Type<T>::letter, what, cd(got).real(),
		       cd(got).imag(), want.real(), want.imag());
}

template <class T> static void reductions() {
	typedef typename Type<T>::real R;
	int n = random_below(300) + 1, incx = random_inc(), incy = random_inc(), at = 0, least = 0;
	Operand<T> x(vector(n, incx)), y(vector(n, incy));
	x.fill();
	y.fill();
	Model mx = x.model(), my = y.model();
	cd dot = 0, dotc = 0;
	double asum = 0, nrm2 = 0;
	auto size = [&](int i) { return std::fabs(mx(i, 0).real()) + std::fabs(mx(i, 0).imag()); };
	for (int i = 0; i < n; i++) {
		dot += mx(i, 0) * my(i, 0);
		dotc += std::conj(mx(i, 0)) * my(i, 0);
		asum += size(i);
		nrm2 += std::norm(mx(i, 0));
		at = size(i) > size(at) ? i : at;
		least = size(i) < size(least) ? i : least;
	}
	Scalar<T> result(h, T(7));
	if constexpr (Type<T>::complex) {
		need(PICK(T, 0, 0, cublasCdotu, cublasZdotu)(h, n, x.cu(), incx, y.cu(), incy, result),
		     "dotu");
		near(result.now(), dot, n, "dotu");
		need(PICK(T, 0, 0, cublasCdotc, cublasZdotc)(h, n, x.cu(), incx, y.cu(), incy, result),
		     "dotc");
		near(result.now(), dotc, n, "dotc");
	} else {
		need(PICK(T, cublasSdot, cublasDdot, 0, 0)(h, n, x.cu(), incx, y.cu(), incy, result),
		     "dot");
		near(result.now(), dot, n, "dot");
	}
	/* These take forward steps only. */
	bool forward = incx > 0;
	Scalar<R> real(h, R(7));
	need(NORM(asum)(h, n, x.cu(), incx, real), "asum");
	near(real.now(), forward ? asum : 0, n, "asum");
	need(NORM(nrm2)(h, n, x.cu(), incx, real), "nrm2");
	near(real.now(), forward ? std::sqrt(nrm2) : 0, n, "nrm2");
	cublasPointerMode_t mode;
	cublasGetPointerMode(h, &mode);
	int index[2] = {-1, -1}, *place = index;
	if (mode == CUBLAS_POINTER_MODE_DEVICE)
		need(cudaMalloc((void **)&place, sizeof index));
	need(INDEX(amax)(h, n, x.cu(), incx, place), "amax");
	need(INDEX(amin)(h, n, x.cu(), incx, place + 1), "amin");
	if (place != index) {
		need(cudaMemcpy(index, place, sizeof index, cudaMemcpyDeviceToHost));
		cudaFree(place);
	}
	if ((index[0] != (forward ? at + 1 : 0) || index[1] != (forward ? least + 1 : 0)) &&
	    failures++ < 20)
		printf("%camax: %d, %d, not %d, %d\n", Type<T>::letter, index[0], index[1], at + 1,
		       least + 1);
}

template <class T> static void updates() {
	typedef typename Type<T>::real R;
	int n = random_below(300) + 1, incx = random_inc(), incy = random_inc();
	int ahead = abs(incx);
	Operand<T> x(vector(n, incx)), y(vector(n, incy)), z(vector(n, ahead));
	x.fill();
	y.fill();
	z.fill();
	T alpha = random_scalar<T>();
	Model mx = x.model(), my = y.model(), mz = z.model();
	{
		Scalar<T> pa(h, alpha);
		need(ALL(scal)(h, n, pa, z.cu(), ahead), "scal");
		compare(z, sum(alpha, mz, 0, mz), "scal", 2);
		need(ALL(axpy)(h, n, pa, x.cu(), incx, y.cu(), incy), "axpy");
		compare(y, sum(alpha, mx, 1, my), "axpy", 2);
	}
	if constexpr (Type<T>::complex) {
		z.memory.up();
		Scalar<R> pr(h, R(0.5));
		need(PICK(T, 0, 0, cublasCsscal, cublasZdscal)(h, n, pr, z.cu(), ahead), "csscal");
		compare(z, sum(0.5, mz, 0, mz), "csscal", 2);
	}
	y.memory.up();
	need(ALL(swap)(h, n, x.cu(), incx, y.cu(), incy), "swap");
	compare(x, my, "swap", 0);
	compare(y, mx, "swap", 0);
	x.memory.up();
	y.fill_nan();
	need(ALL(copy)(h, n, x.cu(), incx, y.cu(), incy), "copy");
	compare(y, mx, "copy", 0);
}

template <class T> static void rotations() {
	typedef typename Type<T>::real R;
	int n = random_below(300) + 1, incx = random_inc(), incy = random_inc();
	Operand<T> x(vector(n, incx)), y(vector(n, incy));
	x.fill();
	y.fill();
	R c = (R)random_unit();
	T s = random_element<T>();
	Model mx = x.model(), my = y.model();
	Scalar<R> pc(h, c);
	Scalar<T> ps(h, s);
	need(ALL(rot)(h, n, x.cu(), incx, y.cu(), incy, pc, ps), "rot");
	compare(x, sum(c, mx, s, my), "rot", 4);
	compare(y, sum(c, my, -std::conj(cd(s)), mx), "rot", 4);
	if constexpr (Type<T>::complex) {
		R real = (R)random_unit();
		Scalar<R> pr(h, real);
		x.memory.up();
		y.memory.up();
		need(PICK(T, 0, 0, cublasCsrot, cublasZdrot)(h, n, x.cu(), incx, y.cu(), incy, pc, pr),
		     "csrot");
		compare(x, sum(c, mx, real, my), "csrot", 4);
		compare(y, sum(c, my, -real, mx), "csrot", 4);
		/* Of a complex c the real part counts. */
		cudaDataType type = sizeof(R) == 4 ? CUDA_C_32F : CUDA_C_64F;
		Scalar<T> wide(h, T(c, (R)7));
		x.memory.up();
		y.memory.up();
		need(cublasRotEx(h, n, x.cu(), type, incx, y.cu(), type, incy, wide.at(), ps.at(), type,
		                 type),
		     "RotEx");
		compare(x, sum(c, mx, s, my), "RotEx", 4);
		compare(y, sum(c, my, -std::conj(cd(s)), mx), "RotEx", 4);
	}
	/* A rotation takes b away: c a + s b = r, c b = conj(s) a. */
	T a = random_element<T>(), b = random_element<T>();
	Scalar<T> pa(h, a), pb(h, b);
	need(ALL(rotg)(h, pa, pb, pc, ps), "rotg");
	cd gc = cd(pc.now()), gs = cd(ps.now());
	near(pa.now(), gc * cd(a) + gs * cd(b), 8, "rotg r");
	near(T(R(0)), gc * cd(b) - std::conj(gs) * cd(a), 8, "rotg 0");
}

/* Modified rotations: H makes the second component 0, whatever the scale of d. */
template <class T> static void modified() {
	int n = random_below(100) + 1, incx = random_inc(), incy = random_inc();
	static const double scales[] = {1, 1e-9, 1e9, 1};
	T d1 = T(std::fabs(random_unit()) + 0.1) * T(scales[random_below(4)]);
	T d2 = T(std::fabs(random_unit()) + 0.1) * T(scales[random_below(4)]);
	T x1 = random_element<T>(), y1 = random_element<T>();
	cublasPointerMode_t mode;
	cublasGetPointerMode(h, &mode);
	T host[9] = {d1, d2, x1, y1, 9, 0, 0, 0, 0}, *p = host;
	if (mode == CUBLAS_POINTER_MODE_DEVICE) {
		need(cudaMalloc((void **)&p, sizeof host));
		need(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
	}
	need(PICK(T, cublasSrotmg, cublasDrotmg, 0, 0)(h, p, p + 1, p + 2, p + 3, p + 4), "rotmg");
	Operand<T> x(vector(n, incx)), y(vector(n, incy));
	x.fill();
	y.fill();
	Model mx = x.model(), my = y.model();
	need(PICK(T, cublasSrotm, cublasDrotm, 0, 0)(h, n, x.cu(), incx, y.cu(), incy, p + 4), "rotm");
	need(cudaDeviceSynchronize());
	if (p != host) {
		need(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
		cudaFree(p);
	}
	T flag = host[4];
	double m[4] = {1, 0, 0, 1}; /* h11 h21 h12 h22 */
	for (int i = 0; i < 4 && flag != -2; i++)
		m[i] = (flag == 0 && (i == 0 || i == 3)) ? 1
		       : flag == 1 && i == 1             ? -1
		       : flag == 1 && i == 2             ? 1
		                                         : host[5 + i];
	compare(x, sum(m[0], mx, m[2], my), "rotm", 1e4);
	compare(y, sum(m[1], mx, m[3], my), "rotm", 1e4);
	double second = m[1] * x1 + m[3] * y1, size = std::fabs(m[1] * x1) + std::fabs(m[3] * y1);
	near(T(0), second, 8 * size + 1e-30, "rotmg 0");
	near(host[2], m[0] * x1 + m[2] * y1, 8 * std::fabs(host[2]) + 1e-30, "rotmg x1");
	double before = d1 * x1 * x1 + d2 * y1 * y1, after = host[0] * host[2] * host[2];
	near(T(0), before - after, 100 * before, "rotmg d1");
}

/* As recorded on an H200: a flag that rotm does not know stands for no rotation, and an
 * infinity is a norm beside a NaN, too. */
static void recorded_edges() {
	float *x;
	need(cudaMallocManaged((void **)&x, 4 * sizeof *x));
	cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
	for (float flag : {-2.0f, 2.0f, -0.5f}) {
		float param[5] = {flag, 2, 3, 4, 5};
		x[0] = 1;
		x[1] = 10;
		need(cublasSrotm(h, 1, x, 1, x + 1, 1, param), "rotm");
		need(cudaDeviceSynchronize());
		near(x[0], 1, 0, "rotm of another flag: x");
		near(x[1], 10, 0, "rotm of another flag: y");
	}
	const float edges[][3] = {{INFINITY, NAN, 1}, {-INFINITY, INFINITY, 1}, {INFINITY, 1, 0}};
	for (const float *e : edges) {
		float norm = 0;
		for (int i = 0; i < 3; i++)
			x[i] = e[i];
		need(cublasSnrm2(h, 3, x, 1, &norm), "nrm2");
		near(norm == INFINITY ? 1.0 : 0.0, 1, 0, "nrm2 of infinities");
	}
	cudaFree(x);
}

static void extremes() {
	double big[3] = {1e200, 1e200, 0}, small[3] = {1e-200, 1e-200, 0}, *d, r;
	cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
	need(cudaMalloc((void **)&d, sizeof big));
	need(cudaMemcpy(d, big, sizeof big, cudaMemcpyHostToDevice));
	need(cublasDnrm2(h, 3, d, 1, &r), "nrm2");
	near(1.0, r / (1e200 * std::sqrt(2)), 2, "nrm2 of large numbers");
	need(cudaMemcpy(d, small, sizeof big, cudaMemcpyHostToDevice));
	need(cublasDnrm2(h, 3, d, 1, &r), "nrm2");
	near(1.0, r / (1e-200 * std::sqrt(2)), 2, "nrm2 of small numbers");
	cudaFree(d);
}

template <class T> static void all_of() {
	for (int turn = 0; turn < 24; turn++) {
		cublasSetPointerMode(h, (cublasPointerMode_t)(turn % 2));
		reductions<T>();
		updates<T>();
		rotations<T>();
		if constexpr (!Type<T>::complex)
			modified<T>();
	}
}

/* Sums of many equal numbers, of which a float that has grown large would lose a part. */
static void long_sums() {
	const int n = 1 << 23;
	float value = 0.0312439f, *x, dot = 0, sum = 0;
	std::vector<float> all(n, value);
	need(cudaMalloc((void **)&x, n * sizeof *x));
	need(cudaMemcpy(x, all.data(), n * sizeof *x, cudaMemcpyHostToDevice));
	need(cublasSdot(h, n, x, 1, x, 1, &dot), "dot");
	need(cublasSasum(h, n, x, 1, &sum), "asum");
	double want_dot = (double)value * value * n, want_sum = (double)value * n;
	if (std::fabs(dot / want_dot - 1) > 5e-6 || std::fabs(sum / want_sum - 1) > 5e-6) {
		printf("sums of %d numbers: %.9g, not %.9g, and %.9g, not %.9g\n", n, dot, want_dot, sum, want_sum);
		failures++;
	}
	cudaFree(x);
}

int main() {
	if (is_missing())
		return 77;
	need(cublasCreate(&h), "create");
	all_of<float>();
	all_of<double>();
	all_of<cf>();
	all_of<cd>();
	extremes();
	long_sums();
	recorded_edges();
	need(cublasDestroy(h), "destroy");
	return finish("level 1");
}
