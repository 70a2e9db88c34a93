/* sweep.cpp - launches the kernels of sweep.cu over every float, and compares the greatest
 * errors with the bounds.
 *
 *   sweep [--stride N] [--first N] SWEEP.ptx [NAME ...]
 *
 * SWEEP.ptx is sweep.cu compiled. With --stride only every N-th float is tried, from --first.
 * The driver's library decides what computes: simt, or a GPU. The sum of results is the same
 * where all results are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "sweep.h"
#include "check_ref.h"

#include <cuda.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

using fn1 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

struct row {
	const char *name;
	fn1 reference; /* null: nothing is doubtful */
	int bound;
	float slope;
	double absolute_bound;
	int bits = 32; /* of an argument */
};

constexpr fn1 EXACT = nullptr;
enum rule { ALWAYS, BESSEL, GAMMA };

const row rows[] = {
#define FN(name, args, b32, b64, lo, hi, ref, rule) FN_##args(name, b32, ref, rule)
#define FN_1(name, b32, ref, rule) {#name "f", ref, b32, 0, rule == BESSEL ? 2.2e-6 : 0},
#define FN_2(name, b32, ref, rule)
#define FN_3(name, b32, ref, rule)
#define FN_4(name, b32, ref, rule)
#include "functions.def"
#define SWEEP(...) SWEEP_ROW(__VA_ARGS__)
#define SWEEP_ROW(name, f32, f64, ref, bound, slope, from, to, absolute) \
	{#name, ref, bound, slope, absolute},
#define SWEEP_HALF(name, f64) \
	{"half_" #name, EXACT, 0, 0, 0, 16}, {"bfloat16_" #name, EXACT, 0, 0, 0, 16},
#include "sweep.def"
};

struct options {
	uint64_t stride = 1, first = 0;
	const char *ptx = nullptr;
	std::vector<std::string> names;
};

void must(CUresult r, const char *what) {
	if (r == CUDA_SUCCESS)
		return;
	const char *text = "unknown error";
	cuGetErrorString(r, &text);
	fprintf(stderr, "sweep: %s: %s\n", what, text);
	exit(2);
}
#define MUST(call) must(call, #call)

float number(uint32_t bits) {
	float x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

int64_t order(float x) {
	uint32_t b;
	memcpy(&b, &x, sizeof b);
	return b >> 31 ? -(int64_t)(b & 0x7fffffff) : (int64_t)b;
}

/* What one function came to. */
struct finding {
	uint64_t ulp = 0, absolute = 0; /* as in sweep_outcome */
	uint64_t tried = 0, decided = 0, sum = 0;
};

/* The doubtful arguments of a launch, by MPFR. */
void decide(const row &r, const sweep_outcome &out, finding *f) {
	mpfr_t x, y;
	mpfr_init2(x, 24);
	mpfr_init2(y, 80);
	for (unsigned i = 0; i < out.doubtful; i++) {
		float a = number(out.list[i]);
		mpfr_set_flt(x, a, MPFR_RNDN);
		r.reference(y, x, MPFR_RNDN);
		uint64_t far = (uint64_t)std::abs(order(mpfr_get_flt(y, MPFR_RNDN)) -
		                                  order(out.got[i]));
		uint64_t allowed = r.slope != 0
		                           ? (uint64_t)std::min(fabsf(a) * r.slope, 1e6f)
		                           : 0;
		uint64_t error = far > allowed ? far - allowed : 0;
		f->ulp = std::max(f->ulp, error << 32 | out.list[i]);
		f->decided++;
	}
	mpfr_clear(x);
	mpfr_clear(y);
}

/* Launches one kernel over count arguments; again over halves if more are doubtful than fit. */
void launch(const row &r, CUfunction kernel, CUdeviceptr memory, uint32_t first,
            uint32_t stride, uint32_t count, finding *f) {
	static sweep_outcome out;
	uint32_t known = (uint32_t)(f->ulp >> 32);
	void *arguments[] = {&first, &stride, &count, &known, &memory};
	MUST(cuMemsetD8(memory, 0, sizeof out));
	unsigned blocks = std::min<unsigned>(4096, count / 8192 + 1);
	MUST(cuLaunchKernel(kernel, blocks, 1, 1, 256, 1, 1, 0, nullptr, arguments,
	                    nullptr));
	MUST(cuMemcpyDtoH(&out, memory, sizeof out));
	if (out.doubtful > SWEEP_LIST) {
		f->ulp = std::max(f->ulp, (uint64_t)out.ulp);
		launch(r, kernel, memory, first, stride, count / 2, f);
		launch(r, kernel, memory, first + count / 2 * stride, stride,
		       count - count / 2, f);
		return;
	}
	f->ulp = std::max(f->ulp, (uint64_t)out.ulp);
	f->absolute = std::max(f->absolute, (uint64_t)out.absolute);
	f->tried += count;
	f->sum += out.sum;
	if (out.doubtful > 0 && r.reference == EXACT)
		f->ulp = (uint64_t)SWEEP_WRONG << 32 | out.list[0];
	else
		decide(r, out, f);
}

finding sweep(const options &o, const row &r, CUmodule module, CUdeviceptr memory) {
	/* Long enough to be worth a launch, short enough to be interrupted. */
	const uint64_t piece = 1u << 26;
	finding f;
	CUfunction kernel;
	MUST(cuModuleGetFunction(&kernel, module,
	                         (std::string("sweep_") + r.name).c_str()));
	/* Of 16 bits, all are always tried. */
	uint64_t stride = r.bits == 16 ? 1 : o.stride, first = r.bits == 16 ? 0 : o.first;
	uint64_t all = ((UINT64_C(1) << r.bits) - first + stride - 1) / stride;
	for (uint64_t done = 0; done < all; done += piece)
		launch(r, kernel, memory, (uint32_t)(first + done * stride),
		       (uint32_t)stride, (uint32_t)std::min(piece, all - done), &f);
	return f;
}

bool print(const row &r, const finding &f, double seconds) {
	uint64_t ulp = f.ulp >> 32;
	double absolute = number((uint32_t)(f.absolute >> 32));
	bool failed = (r.bound != SWEEP_UNBOUNDED && ulp > (uint64_t)r.bound) ||
	              !(absolute <= r.absolute_bound);
	char units[32] = "-", bound[32] = "-";
	if (r.bound != SWEEP_UNBOUNDED) {
		snprintf(units, sizeof units, ulp >= SWEEP_WRONG ? "wrong" : "%" PRIu64,
		         ulp);
		snprintf(bound, sizeof bound, "%d%s", r.bound, r.slope != 0 ? "+" : "");
	}
	printf("%-16s %6s %6s  ", r.name, units, bound);
	if (ulp > 0)
		printf("%-15a", (double)number((uint32_t)f.ulp));
	else
		printf("%-15s", "");
	if (r.absolute_bound != 0)
		printf(" %9.3g %9.3g  %-15a", absolute, r.absolute_bound,
		       (double)number((uint32_t)f.absolute));
	else
		printf(" %9s %9s  %-15s", "", "", "");
	printf(" %10" PRIu64 " %6" PRIu64 "  %016" PRIx64 " %7.1f%s\n", f.tried,
	       f.decided, f.sum, seconds, failed ? "   FAILED" : "");
	fflush(stdout);
	return !failed;
}

bool wanted(const options &o, const char *name) {
	return o.names.empty() || std::count(o.names.begin(), o.names.end(), name) != 0;
}

options parse(int argc, char **argv) {
	options o;
	for (int i = 1; i < argc; i++) {
		std::string a = argv[i];
		if (a == "--stride" && i + 1 < argc)
			o.stride = strtoull(argv[++i], nullptr, 0);
		else if (a == "--first" && i + 1 < argc)
			o.first = strtoull(argv[++i], nullptr, 0);
		else if (!o.ptx)
			o.ptx = argv[i];
		else
			o.names.push_back(a);
	}
	if (!o.ptx || o.ptx[0] == '-' || o.stride < 1 || o.first >> 32 != 0) {
		fprintf(stderr, "sweep [--stride N] [--first N] SWEEP.ptx [NAME ...]\n");
		exit(2);
	}
	return o;
}

std::string contents(const char *path) {
	std::string text;
	FILE *f = fopen(path, "rb");
	if (!f) {
		perror(path);
		exit(2);
	}
	char block[1 << 16];
	for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
		text.append(block, n);
	fclose(f);
	return text;
}

double processor_time() {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

} // namespace

int main(int argc, char **argv) {
	options o = parse(argc, argv);
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUdeviceptr memory;
	MUST(cuInit(0));
	MUST(cuDeviceGet(&device, 0));
	MUST(cuDevicePrimaryCtxRetain(&context, device));
	MUST(cuCtxSetCurrent(context));
	MUST(cuModuleLoadData(&module, contents(o.ptx).c_str()));
	MUST(cuMemAlloc(&memory, sizeof(sweep_outcome)));
	printf("%-16s %6s %6s  %-15s %9s %9s  %-15s %10s %6s  %-16s %7s\n", "function",
	       "ulp", "bound", "at", "absolute", "bound", "at", "tried", "MPFR",
	       "sum of results", "seconds");
	int passed = 0, failed = 0;
	for (const row &r : rows) {
		if (!wanted(o, r.name))
			continue;
		double start = processor_time();
		finding f = sweep(o, r, module, memory);
		(print(r, f, processor_time() - start) ? passed : failed)++;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0 || passed == 0;
}
