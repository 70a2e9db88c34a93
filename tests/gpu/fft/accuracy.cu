// accuracy.cu - the relative error of cuFFT's results, in the norm of 2, against a transform in long double.
// usage: accuracy [FROM TO], for lengths in that range.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cufftXt.h>
#include <vector>

typedef long double L;
typedef std::complex<L> C;

static std::vector<C> roots;

// The transform of n values, `stride` apart: decimation in time over the smallest factor.
static void reference(const C *in, size_t stride, C *out, size_t n) {
	size_t p = 2, total = roots.size();
	while (n % p && p * p <= n)
		p++;
	if (n % p)
		p = n;
	if (n == 1) {
		out[0] = in[0];
		return;
	}
	size_t m = n / p;
	for (size_t j = 0; j < p; j++)
		reference(in + j * stride, stride * p, out + j * m, m);
	std::vector<C> t(p);
	for (size_t k = 0; k < m; k++) {
		for (size_t j = 0; j < p; j++)
			t[j] = out[j * m + k];
		for (size_t q = 0; q < p; q++) {
			C sum = 0;
			for (size_t j = 0; j < p; j++)
				sum += t[j] * roots[(k + q * m) * j % n * (total / n)];
			out[q * m + k] = sum;
		}
	}
}

static std::vector<C> transform(const std::vector<C> &in) {
	size_t n = in.size();
	roots.resize(n);
	const L two_pi = 6.283185307179586476925286766559005768L;
	for (size_t i = 0; i < n; i++)
		roots[i] = C(cosl(two_pi * i / n), -sinl(two_pi * i / n));
	std::vector<C> out(n);
	reference(in.data(), 1, out.data(), n);
	return out;
}

static unsigned long long state = 1;
static double value() {
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (double)(long long)(state >> 40) / (1 << 23) - 1;
}

template <class T> struct pair2 {
	T x, y;
};

template <class T> static void measure(const char *name, cudaDataType complex, cudaDataType real, long long n) {
	typedef pair2<T> V;
	std::vector<V> in(n), got(n);
	std::vector<T> in_real(n), got_real(n);
	std::vector<C> exact(n), exact_real(n);
	for (long long i = 0; i < n; i++) {
		in[i].x = (T)(float)value();
		in[i].y = (T)(float)value();
		exact[i] = C((L)(double)in[i].x, (L)(double)in[i].y);
		in_real[i] = in[i].x;
		exact_real[i] = C((L)(double)in[i].x, 0);
	}
	std::vector<C> want = transform(exact), want_real = transform(exact_real);
	void *a, *b;
	cudaMalloc(&a, n * sizeof(V));
	cudaMalloc(&b, (n + 2) * sizeof(V));
	for (int kind = 0; kind < 3; kind++) {
		cufftHandle h;
		size_t w;
		cufftCreate(&h);
		cudaDataType from = kind == 1 ? real : complex, to = kind == 2 ? real : complex;
		cufftResult r = cufftXtMakePlanMany(h, 1, &n, 0, 1, 1, from, 0, 1, 1, to, 1, &w, complex);
		if (r) {
			printf("%s %lld: plan %d\n", name, n, r);
			return;
		}
		L error = 0, norm = 0;
		if (kind == 2) { // the half spectrum of real values, rounded, goes back to them
			std::vector<V> half(n / 2 + 1);
			std::vector<C> full(n);
			for (long long i = 0; i <= n / 2; i++) {
				half[i].x = in[i].x;
				half[i].y = i == 0 || i * 2 == n ? T(0.f) : in[i].y;
				full[i] = C((L)(double)half[i].x, (L)(double)half[i].y);
				if (i)
					full[n - i] = std::conj(full[i]);
			}
			for (C &c : full)
				c = std::conj(c);
			std::vector<C> back = transform(full);
			cudaMemcpy(a, half.data(), half.size() * sizeof(V), cudaMemcpyHostToDevice);
			cufftXtExec(h, a, b, 1);
			cudaMemcpy(got_real.data(), b, n * sizeof(T), cudaMemcpyDeviceToHost);
			for (long long i = 0; i < n; i++) {
				L d = (L)(double)got_real[i] - back[i].real();
				error += d * d;
				norm += std::norm(back[i]);
			}
		} else {
			const std::vector<C> &w2 = kind ? want_real : want;
			long long outputs = kind ? n / 2 + 1 : n;
			cudaMemcpy(a, kind ? (void *)in_real.data() : (void *)in.data(), n * (kind ? sizeof(T) : sizeof(V)),
			           cudaMemcpyHostToDevice);
			cufftXtExec(h, a, b, -1);
			cudaMemcpy(got.data(), b, outputs * sizeof(V), cudaMemcpyDeviceToHost);
			for (long long i = 0; i < outputs; i++) {
				error += std::norm(C((L)(double)got[i].x, (L)(double)got[i].y) - w2[i]);
				norm += std::norm(w2[i]);
			}
		}
		static const char *const kinds[] = {"C2C", "R2C", "C2R"};
		printf("%s %s %lld: %.3Le\n", name, kinds[kind], n, sqrtl(error / norm));
		cufftDestroy(h);
	}
	cudaFree(a);
	cudaFree(b);
}

int main(int argc, char **argv) {
	long long low = argc > 2 ? atoll(argv[1]) : 0, high = argc > 2 ? atoll(argv[2]) : 1 << 30;
	setvbuf(stdout, nullptr, _IOLBF, 0);
	for (long long n : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 23, 31, 32, 64, 97, 100, 121, 127, 128, 169, 210,
	                    243, 256, 289, 343, 500, 509, 512, 625, 1000, 1009, 1024, 1331, 2187, 2310, 4093, 4096, 6561, 8192,
	                    10007, 10609, 16384, 30030, 65536, 100000, 117649, 131072, 177147, 262144, 1000000, 1048576}) {
		if (n < low || n >= high)
			continue;
		state = n;
		measure<float>("float", CUDA_C_32F, CUDA_R_32F, n);
		measure<double>("double", CUDA_C_64F, CUDA_R_64F, n);
	}
	for (long long n = 2; n <= 65536; n *= 2) {
		if (n < low || n >= high)
			continue;
		state = n;
		measure<__half>("half", CUDA_C_16F, CUDA_R_16F, n);
		measure<__nv_bfloat16>("bfloat", CUDA_C_16BF, CUDA_R_16BF, n);
	}
}
