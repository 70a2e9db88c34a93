// transforms.cpp - transforms of all kinds, compared with the sums that define them; with an argument N, each Nth of them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cufft.h>
#include <cuda_runtime_api.h>
#include <vector>

typedef long double L;
typedef std::complex<L> C;

static unsigned long long state = 1;
static double value() {
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (double)(long long)(state >> 40) / (1 << 23) - 1;
}

// One dimension of an array of n numbers, `inner` apart, `outer` times; by the definition.
static void along(std::vector<C> &x, size_t outer, size_t n, size_t inner, int sign) {
	std::vector<C> root(n), line(n);
	for (size_t i = 0; i < n; i++) {
		L angle = 2 * acosl(-1.0L) * i / n;
		root[i] = C(cosl(angle), sign * sinl(angle));
	}
	for (size_t o = 0; o < outer; o++)
		for (size_t i = 0; i < inner; i++) {
			C *at = &x[o * n * inner + i];
			for (size_t k = 0; k < n; k++) {
				C sum = 0;
				for (size_t j = 0, e = 0; j < n; j++, e = e + k < n ? e + k : e + k - n)
					sum += at[j * inner] * root[e];
				line[k] = sum;
			}
			for (size_t k = 0; k < n; k++)
				at[k * inner] = line[k];
		}
}

struct shape {
	std::vector<int> n;
	int batch;
	size_t total() const {
		size_t t = 1;
		for (int v : n)
			t *= v;
		return t;
	}
};

static void transform(std::vector<C> &x, const shape &s, int sign) {
	size_t inner = 1, total = s.total();
	for (size_t d = s.n.size(); d-- > 0; inner *= s.n[d])
		along(x, s.batch * total / s.n[d] / inner, s.n[d], inner, sign);
}

// Where number i of an array of lines of `last` numbers is, with lines of `pitch` and strides.
static size_t place(size_t i, size_t last, size_t pitch, size_t stride) {
	return (i / last * pitch + i % last) * stride;
}

enum how { OUT_OF_PLACE, IN_PLACE, STRIDED };
static int checks, wrong, every = 1;
static double worst[2];

template <class T> struct traits;
template <> struct traits<float> {
	static const bool is_double = false;
	static cufftResult exec(cufftHandle h, void *in, void *out, int kind, int sign) {
		return kind == 0   ? cufftExecC2C(h, (cufftComplex *)in, (cufftComplex *)out, sign)
		       : kind == 1 ? cufftExecR2C(h, (cufftReal *)in, (cufftComplex *)out)
		                   : cufftExecC2R(h, (cufftComplex *)in, (cufftReal *)out);
	}
	static cufftType type(int kind) { return kind == 0 ? CUFFT_C2C : kind == 1 ? CUFFT_R2C : CUFFT_C2R; }
};
template <> struct traits<double> {
	static const bool is_double = true;
	static cufftResult exec(cufftHandle h, void *in, void *out, int kind, int sign) {
		return kind == 0   ? cufftExecZ2Z(h, (cufftDoubleComplex *)in, (cufftDoubleComplex *)out, sign)
		       : kind == 1 ? cufftExecD2Z(h, (cufftDoubleReal *)in, (cufftDoubleComplex *)out)
		                   : cufftExecZ2D(h, (cufftDoubleComplex *)in, (cufftDoubleReal *)out);
	}
	static cufftType type(int kind) { return kind == 0 ? CUFFT_Z2Z : kind == 1 ? CUFFT_D2Z : CUFFT_Z2D; }
};

// kind 0: complex, 1: from real, 2: to real
template <class T> static void check(const shape &s, int kind, int sign, how h) {
	if (checks++ % every)
		return;
	size_t last = s.n.back(), half = last / 2 + 1, lines = s.batch * s.total() / last;
	std::vector<C> exact(lines * last), input;
	for (C &c : exact)
		c = C((T)value(), kind == 0 ? (T)value() : 0);
	std::vector<C> spectrum = exact;
	if (kind == 2) // a spectrum of real numbers, rounded, is the input
		transform(spectrum, s, -1);
	size_t from_last = kind == 2 ? half : last, to_last = kind == 1 ? half : last;
	size_t from_parts = kind == 1 ? 1 : 2, to_parts = kind == 2 ? 1 : 2;
	size_t stride = h == STRIDED ? 2 : 1;
	size_t from_pitch = from_last + (h == STRIDED ? 3 : 0), to_pitch = to_last + (h == STRIDED ? 1 : 0);
	if (h == IN_PLACE && kind == 1)
		from_pitch = 2 * half;
	if (h == IN_PLACE && kind == 2)
		to_pitch = 2 * half;
	std::vector<T> in((lines * from_pitch * stride + 1) * from_parts, 77),
		out((lines * to_pitch * stride + 1) * to_parts, 88);
	if (h == IN_PLACE)
		in.resize(std::max(in.size(), out.size()), 77);
	for (size_t i = 0; i < lines * from_last; i++) {
		size_t full = i / from_last * last + i % from_last;
		C c = kind == 2 ? spectrum[full] : exact[full];
		size_t at = place(i, from_last, from_pitch, stride) * from_parts;
		in[at] = (T)c.real();
		if (from_parts == 2)
			in[at + 1] = (T)c.imag();
	}
	if (kind == 2)
		for (C &c : exact)
			c *= (L)s.total();
	else
		transform(exact, s, sign);

	cufftHandle plan;
	cufftResult r;
	std::vector<int> from_embed = s.n, to_embed = s.n;
	from_embed.back() = (int)from_pitch;
	to_embed.back() = (int)to_pitch;
	size_t outer = lines / s.batch;
	if (h == STRIDED)
		r = cufftPlanMany(&plan, (int)s.n.size(), (int *)s.n.data(), from_embed.data(), 2,
		                  (int)(outer * from_pitch * 2), to_embed.data(), 2, (int)(outer * to_pitch * 2),
		                  traits<T>::type(kind), s.batch);
	else
		r = cufftPlanMany(&plan, (int)s.n.size(), (int *)s.n.data(), nullptr, 1, 0, nullptr, 1, 0,
		                  traits<T>::type(kind), s.batch);
	T *din, *dout;
	cudaMalloc((void **)&din, in.size() * sizeof(T));
	cudaMalloc((void **)&dout, out.size() * sizeof(T));
	cudaMemcpy(din, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
	cudaMemcpy(dout, out.data(), out.size() * sizeof(T), cudaMemcpyHostToDevice);
	T *to = h == IN_PLACE ? din : dout;
	if (!r)
		r = traits<T>::exec(plan, din, to, kind, sign);
	cudaError_t e = cudaMemcpy(out.data(), to, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
	cufftDestroy(plan);
	cudaFree(din);
	cudaFree(dout);

	L error = 0, norm = 0;
	std::vector<bool> written(out.size());
	for (size_t i = 0; i < lines * to_last; i++) {
		size_t at = place(i, to_last, to_pitch, stride) * to_parts;
		C want = exact[i / to_last * last + i % to_last];
		C got(out[at], to_parts == 2 ? out[at + 1] : 0);
		if (kind == 2)
			want = want.real();
		error += std::norm(got - want);
		norm += std::norm(want);
		for (size_t p = 0; p < to_parts; p++)
			written[at + p] = true;
	}
	bool gaps = true;
	for (size_t i = 0; h != IN_PLACE && i < out.size(); i++)
		gaps &= written[i] || out[i] == 88;
	L eps = traits<T>::is_double ? 0x1p-53L : 0x1p-24L;
	L bound = eps * (2 + log2l((L)s.total())), relative = norm > 0 ? sqrtl(error / norm) : error;
	if (norm > 0 && relative / bound > worst[traits<T>::is_double])
		worst[traits<T>::is_double] = (double)(relative / bound);
	if (r || e || !gaps || !(relative <= bound)) {
		wrong++;
		printf("wrong: %s kind %d sign %d how %d batch %d n", traits<T>::is_double ? "double" : "float", kind, sign, h,
		       s.batch);
		for (int v : s.n)
			printf(" %d", v);
		printf(": plan or exec %d, cuda %d, error %.2Lg of %.2Lg%s\n", r, e, relative, bound,
		       gaps ? "" : ", wrote between lines");
	}
}

static void all_kinds(const shape &s) {
	for (how h : {OUT_OF_PLACE, IN_PLACE, STRIDED}) {
		check<float>(s, 0, -1, h);
		check<float>(s, 0, 1, h);
		check<float>(s, 1, -1, h);
		check<float>(s, 2, 1, h);
		check<double>(s, 0, -1, h);
		check<double>(s, 0, 1, h);
		check<double>(s, 1, -1, h);
		check<double>(s, 2, 1, h);
	}
}

int main(int argc, char **argv) {
	every = argc > 1 ? atoi(argv[1]) : 1;
	for (int n = 1; n <= 64; n++)
		for (int batch : {1, 19})
			all_kinds({{n}, batch});
	for (int n : {67, 81, 96, 97, 100, 121, 125, 127, 128, 131, 169, 210, 243, 256, 257, 289, 343, 512, 521, 768})
		for (int batch : {1, 17})
			all_kinds({{n}, batch});
	for (int n : {1000, 1009, 1024, 1155, 1331, 2048, 2187})
		all_kinds({{n}, 1});
	for (int a : {1, 2, 5, 16, 19})
		for (int b : {1, 4, 7, 32, 131})
			for (int batch : {1, 2})
				all_kinds({{a, b}, batch});
	all_kinds({{32, 300}, 1});
	all_kinds({{300, 32}, 1});
	for (int c : {1, 3, 8, 20})
		all_kinds({{3, 5, c}, 2});
	all_kinds({{16, 16, 16}, 1});
	all_kinds({{40, 2, 70}, 1});
	printf("%d transforms, %d wrong\n", checks, wrong);
	fprintf(stderr, "largest error over its bound: float %.2f, double %.2f\n", worst[0], worst[1]);
	return wrong != 0;
}
