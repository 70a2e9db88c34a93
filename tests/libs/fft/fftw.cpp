// fftw.cpp - cuFFT by the names of FFTW: memory of the host, shared and of the device; layouts.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <cstdio>
#include <cuda_runtime_api.h>
#include <cufftw.h>
#include <vector>

typedef std::complex<double> C;
static void is(const char *what, bool good) { printf("%s: %s\n", what, good ? "yes" : "no"); }

static C sum(const std::vector<C> &x, int k, int sign) {
	C s = 0;
	for (size_t j = 0; j < x.size(); j++)
		s += x[j] * std::polar(1.0, sign * 2 * M_PI * (double)(j * k % x.size()) / x.size());
	return s;
}
static std::vector<C> some(int n) {
	std::vector<C> v(n);
	for (int i = 0; i < n; i++)
		v[i] = C(i * i % 17 - 8, i * 7 % 5);
	return v;
}
static bool near(C a, C b) { return std::abs(a - b) < 1e-9; }

int main() {
	const int n = 30;
	std::vector<C> x = some(n), y(n);
	auto c = [](std::vector<C> &v) { return (fftw_complex *)v.data(); };
	fftw_plan p = fftw_plan_dft_1d(n, c(x), c(y), FFTW_FORWARD, FFTW_ESTIMATE);
	fftw_execute(p);
	bool good = true;
	for (int k = 0; k < n; k++)
		good &= near(y[k], sum(x, k, -1));
	is("memory of the host", good);
	std::vector<C> back(n);
	fftw_plan q = fftw_plan_dft_1d(n, c(y), c(back), FFTW_BACKWARD, FFTW_ESTIMATE);
	fftw_execute(q);
	good = true;
	for (int k = 0; k < n; k++)
		good &= near(back[k] / (double)n, x[k]);
	is("and back", good);

	fftw_complex *shared = (fftw_complex *)fftw_malloc(n * sizeof(fftw_complex));
	for (int i = 0; i < n; i++)
		shared[i][0] = x[i].real(), shared[i][1] = x[i].imag();
	fftw_execute_dft(p, shared, shared);
	good = true;
	for (int k = 0; k < n; k++)
		good &= near(C(shared[k][0], shared[k][1]), y[k]);
	is("shared memory, in place", good);

	void *device;
	cudaMalloc(&device, n * sizeof(C));
	cudaMemcpy(device, x.data(), n * sizeof(C), cudaMemcpyHostToDevice);
	fftw_execute_dft(p, (fftw_complex *)device, (fftw_complex *)device);
	cudaMemcpy(back.data(), device, n * sizeof(C), cudaMemcpyDeviceToHost);
	good = true;
	for (int k = 0; k < n; k++)
		good &= near(back[k], y[k]);
	is("memory of the device", good);

	// strides count without embeddings, too
	std::vector<C> wide(3 * n, C(7, 7));
	for (int i = 0; i < n; i++)
		wide[3 * i] = x[i];
	fftw_plan r = fftw_plan_many_dft(1, &n, 1, c(wide), nullptr, 3, 0, c(wide), nullptr, 3, 0, FFTW_FORWARD, 0);
	fftw_execute(r);
	good = true;
	for (int k = 0; k < n; k++)
		good &= near(wide[3 * k], y[k]) && wide[3 * k + 1] == C(7, 7);
	is("strided in place", good);

	// a transposed output, by the guru interface
	const int a = 4, b = 6;
	std::vector<C> m = some(a * b), t(a * b), whole(a * b);
	fftw_iodim dims[] = {{a, b, 1}, {b, 1, a}};
	fftw_plan g = fftw_plan_guru_dft(2, dims, 0, nullptr, c(m), c(t), FFTW_FORWARD, 0);
	fftw_execute(g);
	fftw_plan h = fftw_plan_dft_2d(a, b, c(m), c(whole), FFTW_FORWARD, 0);
	fftw_execute(h);
	good = true;
	for (int i = 0; i < a; i++)
		for (int j = 0; j < b; j++)
			good &= near(t[j * a + i], whole[i * b + j]);
	is("guru, transposed", good);

	// real numbers in place: lines are padded
	const int rows = 3, columns = 5, pitch = 6;
	std::vector<float> real(rows * pitch), was;
	for (size_t i = 0; i < real.size(); i++)
		real[i] = (float)(i * i % 11);
	was = real;
	fftwf_complex *spectrum = (fftwf_complex *)real.data();
	fftwf_plan f = fftwf_plan_dft_r2c_2d(rows, columns, real.data(), spectrum, 0);
	fftwf_plan e = fftwf_plan_dft_c2r_2d(rows, columns, spectrum, real.data(), 0);
	fftwf_execute(f);
	float total = 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			total += was[i * pitch + j];
	good = std::fabs(real[0] - total) < 1e-4f;
	fftwf_execute(e);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			good &= std::fabs(real[i * pitch + j] / (rows * columns) - was[i * pitch + j]) < 1e-4f;
	is("real, in place, and back", good);

	is("no plan", !fftw_plan_dft_1d(0, c(x), c(y), FFTW_FORWARD, 0) && !fftw_plan_dft(4, &n, c(x), c(y), -1, 0) &&
	                      !fftw_plan_dft_1d(n, c(x), c(y), 5, 0));
	for (fftw_plan plan : {p, q, r, g, h})
		fftw_destroy_plan(plan);
	fftwf_destroy_plan(f);
	fftwf_destroy_plan(e);
	fftw_free(shared);
	fftw_cleanup();
	cudaFree(device);
	return 0;
}
