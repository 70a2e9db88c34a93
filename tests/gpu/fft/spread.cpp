// spread.cpp - real transforms over several devices: what is refused, which device has which numbers before and after
// a transform, and in which order. Four devices with the real library record it.
//     nvcc -std=c++17 -O1 -o spread spread.cpp -lcufft && ./spread > spread.h200
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>
#include <cufftXt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <vector>

typedef std::complex<double> number;

static size_t product(const std::vector<int> &n) {
	size_t p = 1;
	for (int v : n)
		p *= v;
	return p;
}

// An array of the host in the layout of transforms in place: rows of `half` complex numbers, or of twice as many real ones.
struct array {
	std::vector<int> n;
	int batch;
	bool is_double;
	size_t half, rows;
	std::vector<char> bytes;

	array(const std::vector<int> &n, int batch, bool is_double) : n(n), batch(batch), is_double(is_double) {
		half = n.back() / 2 + 1;
		rows = product(n) / n.back() * batch;
		bytes.resize(rows * half * (is_double ? 16 : 8));
	}
	double real(size_t i) const {
		return is_double ? ((const double *)bytes.data())[i] : ((const float *)bytes.data())[i];
	}
	void set(size_t i, double v) {
		is_double ? (void)(((double *)bytes.data())[i] = v) : (void)(((float *)bytes.data())[i] = (float)v);
	}
};

// Tells runs of numbers of a part by the numbers of the whole array that they are; `width` of one or two reals. (Real
// numbers have anything between their rows, and parts may end with it: the record is without such lines.)
static void tell(const char *what, const std::vector<char> &part, const array &whole, int width, double factor, bool is_double) {
	std::vector<std::pair<number, long>> all;
	if (width == 1)
		return;
	array view = whole;
	size_t count = whole.rows * whole.half * 2 / width;
	for (size_t i = 0; i < count; i++)
		if (width == 2 || (int)(i % (whole.half * 2)) < whole.n.back())
			all.push_back({width == 2 ? number(whole.real(2 * i), whole.real(2 * i + 1)) : number(whole.real(i), 0), (long)i});
	std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.first.real() < b.first.real(); });
	view.bytes = part;
	size_t n = part.size() / (is_double ? 8 : 4) / width;
	std::string line;
	bool is_known = true;
	long first = -2, last = -2;
	auto flush = [&] {
		is_known &= first != -1;
		if (first >= 0)
			line += " " + std::to_string(first) + "-" + std::to_string(last);
	};
	for (size_t i = 0; i < n; i++) {
		number v = (width == 2 ? number(view.real(2 * i), view.real(2 * i + 1)) : number(view.real(i), 0)) * factor;
		long found = -1;
		double near = 1e-3;
		auto it = std::lower_bound(all.begin(), all.end(), v.real() - near, [](const auto &a, double r) { return a.first.real() < r; });
		for (; it != all.end() && it->first.real() < v.real() + near; ++it)
			if (std::abs(it->first - v) < near)
				near = std::abs(it->first - v), found = it->second;
		if (found == -1 && first == -1)
			last++;
		else if (found >= 0 && found == last + 1 && first >= 0)
			last = found;
		else {
			flush();
			first = found;
			last = found < 0 ? 0 : found;
		}
	}
	flush();
	if (is_known)
		printf("%s %zu:%s\n", what, n, line.c_str());
}

static void tell_parts(const char *when, cudaLibXtDesc *d, const array &whole, int width, double factor) {
	for (int g = 0; g < d->descriptor->nGPUs; g++) {
		std::vector<char> part(d->descriptor->size[g]);
		char what[64];
		snprintf(what, sizeof what, "%s, part %d", when, g);
		cudaSetDevice(d->descriptor->GPUs[g]);
		cudaDeviceSynchronize();
		cudaMemcpy(part.data(), d->descriptor->data[g], part.size(), cudaMemcpyDeviceToHost);
		cudaSetDevice(0);
		tell(what, part, whole, width, factor, whole.is_double);
	}
}

static int plan_of(cufftHandle *h, const std::vector<int> &n, int batch, int gpus, cufftType type) {
	int which[8] = {0, 1, 2, 3};
	size_t work[8] = {};
	cufftCreate(h);
	int s = gpus ? cufftXtSetGPUs(*h, gpus, which) : 0;
	std::vector<int> sizes = n;
	return s ? 100 + s : cufftMakePlanMany(*h, (int)n.size(), sizes.data(), 0, 1, 0, 0, 1, 0, type, batch, work);
}

static void ask(const std::vector<int> &n, int batch, int gpus, bool is_double) {
	cufftHandle forward, back, one, one_back;
	printf("== ");
	for (int v : n)
		printf("%d ", v);
	printf("batch %d, %d devices, %s\n", batch, gpus, is_double ? "double" : "float");
	int f = plan_of(&forward, n, batch, gpus, is_double ? CUFFT_D2Z : CUFFT_R2C);
	int b = plan_of(&back, n, batch, gpus, is_double ? CUFFT_Z2D : CUFFT_C2R);
	printf("plans %d %d\n", f, b);
	if (f || b)
		return;
	plan_of(&one, n, batch, 0, is_double ? CUFFT_D2Z : CUFFT_R2C);
	plan_of(&one_back, n, batch, 0, is_double ? CUFFT_Z2D : CUFFT_C2R);
	array in(n, batch, is_double), spectrum(n, batch, is_double), out(n, batch, is_double);
	unsigned x = 12345;
	for (size_t i = 0; i < in.rows * in.half * 2; i++)
		in.set(i, (x = x * 1664525u + 1013904223u) / 4294967296.0 * 100);
	char *d;
	cudaMalloc(&d, in.bytes.size());
	cudaMemcpy(d, in.bytes.data(), in.bytes.size(), cudaMemcpyHostToDevice);
	is_double ? cufftExecD2Z(one, (double *)d, (cufftDoubleComplex *)d) : cufftExecR2C(one, (float *)d, (cufftComplex *)d);
	cudaMemcpy(spectrum.bytes.data(), d, in.bytes.size(), cudaMemcpyDeviceToHost);
	cudaFree(d);
	double scale = 1.0 / product(n);

	for (int format = 0; format < 5; format++) {
		cudaLibXtDesc *a = nullptr;
		int s = cufftXtMalloc(forward, &a, (cufftXtSubFormat)format);
		printf("format %d: %d", format, s);
		if (s) {
			printf("\n");
			continue;
		}
		for (int g = 0; g < gpus; g++)
			printf(" %zu", a->descriptor->size[g]);
		printf(" copied %d", cufftXtMemcpy(forward, a, in.bytes.data(), CUFFT_COPY_HOST_TO_DEVICE));
		printf(" executed %d", cufftXtExecDescriptor(forward, a, a, CUFFT_FORWARD));
		printf(" format %d", a->subFormat);
		printf(" again %d", cufftXtExecDescriptor(forward, a, a, CUFFT_FORWARD));
		printf(" format %d", a->subFormat);
		printf(" back %d", cufftXtExecDescriptor(back, a, a, CUFFT_INVERSE));
		printf(" format %d\n", a->subFormat);
		cufftXtFree(a);
	}
	for (int format = 0; format < 5; format++) {
		cudaLibXtDesc *a = nullptr;
		int s = cufftXtMalloc(back, &a, (cufftXtSubFormat)format);
		printf("format %d of the inverse: %d", format, s);
		if (s) {
			printf("\n");
			continue;
		}
		for (int g = 0; g < gpus; g++)
			printf(" %zu", a->descriptor->size[g]);
		printf(" copied %d", cufftXtMemcpy(back, a, spectrum.bytes.data(), CUFFT_COPY_HOST_TO_DEVICE));
		if (format == 2) {
			printf("\n");
			tell_parts("spectrum copied", a, spectrum, 2, 1);
		}
		printf(" executed %d", cufftXtExecDescriptor(back, a, a, CUFFT_INVERSE));
		printf(" format %d\n", a->subFormat);
		cufftXtFree(a);
	}
	cudaLibXtDesc *a = nullptr, *c = nullptr;
	if (cufftXtMalloc(forward, &a, CUFFT_XT_FORMAT_INPLACE) || cufftXtMalloc(forward, &c, CUFFT_XT_FORMAT_INPLACE))
		return;
	cufftXtMemcpy(forward, a, in.bytes.data(), CUFFT_COPY_HOST_TO_DEVICE);
	tell_parts("copied", a, in, 1, 1);
	printf("forward %d\n", cufftXtExecDescriptor(forward, a, a, CUFFT_FORWARD));
	tell_parts("transformed", a, spectrum, 2, 1);
	printf("to another %d", cufftXtMemcpy(forward, c, a, CUFFT_COPY_DEVICE_TO_DEVICE));
	printf(" format %d\n", c->subFormat);
	tell_parts("moved", c, spectrum, 2, 1);
	printf("to the host %d\n", cufftXtMemcpy(forward, out.bytes.data(), a, CUFFT_COPY_DEVICE_TO_HOST));
	tell("on the host", out.bytes, spectrum, 2, 1, is_double);
	printf("inverse %d", cufftXtExecDescriptor(back, a, a, CUFFT_INVERSE));
	printf(" format %d\n", a->subFormat);
	tell_parts("and back", a, in, 1, scale);
	printf("to the host %d\n", cufftXtMemcpy(back, out.bytes.data(), a, CUFFT_COPY_DEVICE_TO_HOST));
	tell("on the host", out.bytes, in, 1, scale, is_double);
	printf("wrong kinds %d %d %d %d %d\n", cufftXtExecDescriptorC2C(forward, a, a, CUFFT_FORWARD), cufftXtExecDescriptorR2C(back, a, a),
	       cufftXtExecDescriptorC2R(forward, a, a), is_double ? cufftXtExecDescriptorR2C(forward, a, a) : cufftXtExecDescriptorD2Z(forward, a, a),
	       cufftXtExecDescriptor(forward, a, c, CUFFT_FORWARD));
	cufftXtFree(a);
	cufftXtFree(c);
	for (cufftHandle h : {forward, back, one, one_back})
		cufftDestroy(h);
}

// In a process of its own: after some mistakes the real library fails everything.
static void spread(const std::vector<int> &n, int batch, int gpus, bool is_double) {
	int status;
	fflush(stdout);
	if (!fork()) {
		ask(n, batch, gpus, is_double);
		fflush(stdout);
		_exit(0);
	}
	wait(&status);
	if (status)
		printf("stops\n");
}

int main() {
	for (bool is_double : {false, true}) {
		spread({256}, 1, 2, is_double);
		spread({1 << 16}, 1, 2, is_double);
		spread({32, 64}, 1, 2, is_double);
		spread({64, 32}, 1, 3, is_double);
		spread({32, 33}, 1, 2, is_double);
		spread({33, 34}, 1, 2, is_double);
		spread({31, 64}, 1, 2, is_double);
		spread({64, 31}, 1, 2, is_double);
		spread({64, 16}, 1, 2, is_double);
		spread({32, 32, 32}, 1, 2, is_double);
		spread({32, 36, 34}, 1, 4, is_double);
		spread({33, 32, 35}, 1, 2, is_double);
		spread({16, 8, 4}, 1, 2, is_double);
		spread({128}, 4, 2, is_double);
		spread({32, 32}, 3, 2, is_double);
		spread({32, 32}, 1, 1, is_double);
	}
	return 0;
}
