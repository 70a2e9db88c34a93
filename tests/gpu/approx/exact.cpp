// exact.cpp - launches the kernels of approx.cu, fast.cu or ../mma/tiles.cu, and compares their hashes with a GPU's.
//
//   exact [--record] [--first N] [--step N] HASHES MODULE.ptx [NAME ...]
//
// ROWS is the table of the kernels that MODULE.ptx has. With --step only every N-th block of operands is tried, from
// --first; of a difference, its operands are named. With --record the hashes are written. The driver's library
// decides what computes: simt, or a GPU.
// SPDX-License-Identifier: Apache-2.0
#include <cuda.h>

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

struct row {
	const char *name;
	unsigned bits; // of a block's operands
	unsigned count; // of blocks
	unsigned threads;
};

#define F32(name, ...) {#name, 20, 4096, 256},
#define F32_F32 F32
#define F64 F32
#define H16(name, ...) {#name, 12, 16, 256},
#define H16X2 H16
#define MMA(name, ...) {#name, 8, 4096, 32},
#define MMA_F64 MMA
#define SPARSE MMA
#define WGMMA(name, ...) {#name, 8, 4096, 128},
const row rows[] = {
#include ROWS
};

void check(CUresult r, const char *what) {
	if (r == CUDA_SUCCESS)
		return;
	const char *text = "?";
	cuGetErrorString(r, &text);
	std::fprintf(stderr, "%s: %s\n", what, text);
	std::exit(2);
}

struct options {
	bool record = false;
	unsigned first = 0, step = 1;
	std::vector<const char *> word; // HASHES, MODULE.ptx, names
};

[[noreturn]] void usage() {
	std::fprintf(stderr, "usage: exact [--record] [--first N] [--step N] HASHES MODULE.ptx [NAME ...]\n");
	std::exit(2);
}

options parse(int argc, char **argv) {
	options o;
	for (int i = 1; i < argc; i++) {
		if (std::strcmp(argv[i], "--record") == 0)
			o.record = true;
		else if (std::strcmp(argv[i], "--first") == 0 && i + 1 < argc)
			o.first = (unsigned)std::strtoul(argv[++i], nullptr, 10);
		else if (std::strcmp(argv[i], "--step") == 0 && i + 1 < argc)
			o.step = (unsigned)std::strtoul(argv[++i], nullptr, 10);
		else
			o.word.push_back(argv[i]);
	}
	if (o.word.size() < 2 || o.step == 0 || (o.record && (o.step != 1 || o.first || o.word.size() > 2)))
		usage();
	return o;
}

bool chosen(const options &o, const char *name) {
	auto same = [name](const char *w) { return std::strcmp(w, name) == 0; };
	return o.word.size() == 2 || std::any_of(o.word.begin() + 2, o.word.end(), same);
}

std::vector<uint32_t> read_hashes(const char *path) {
	std::vector<uint32_t> all;
	std::FILE *f = std::fopen(path, "rb");
	uint32_t part[4096];
	for (size_t n; f && (n = std::fread(part, 4, 4096, f)) > 0;)
		all.insert(all.end(), part, part + n);
	size_t want = 0;
	for (const row &r : rows)
		want += r.count;
	if (!f || all.size() != want) {
		std::fprintf(stderr, "%s: %s\n", path, f ? "of another size" : "not found");
		std::exit(2);
	}
	std::fclose(f);
	return all;
}

// The hashes of every step-th block from `first`; the others are 0.
std::vector<uint32_t> run(CUmodule module, const row &r, unsigned first, unsigned step) {
	char name[64];
	CUfunction fn;
	CUdeviceptr sums;
	std::vector<uint32_t> got(r.count);
	std::snprintf(name, sizeof name, "hash_%s", r.name);
	check(cuModuleGetFunction(&fn, module, name), name);
	check(cuMemAlloc(&sums, r.count * 4), "cuMemAlloc");
	check(cuMemsetD32(sums, 0, r.count), "cuMemsetD32");
	void *args[] = {&sums, &first, &step};
	unsigned n = (r.count - first + step - 1) / step;
	check(cuLaunchKernel(fn, n, 1, 1, r.threads, 1, 1, 0, nullptr, args, nullptr), name);
	check(cuMemcpyDtoH(got.data(), sums, r.count * 4), name);
	check(cuMemFree(sums), "cuMemFree");
	return got;
}

// How many blocks differ; the first few are named.
unsigned compare(const row &r, const uint32_t *want, const std::vector<uint32_t> &got, unsigned first,
                 unsigned step) {
	unsigned differ = 0;
	for (unsigned i = first; i < r.count; i += step) {
		if (got[i] == want[i] || differ++ >= 8)
			continue;
		std::printf("%s: operands from %#x to %#x: %08" PRIx32 ", not %08" PRIx32 "\n", r.name,
		            i << r.bits, (i << r.bits) + ((1u << r.bits) - 1), got[i], want[i]);
	}
	if (differ)
		std::printf("%s: %u blocks differ\n", r.name, differ);
	return differ;
}

void write_hashes(const char *path, const std::vector<uint32_t> &all) {
	std::FILE *f = std::fopen(path, "wb");
	if (!f || std::fwrite(all.data(), 4, all.size(), f) != all.size() || std::fclose(f) != 0) {
		std::perror(path);
		std::exit(2);
	}
}

} // namespace

int main(int argc, char **argv) {
	options o = parse(argc, argv);
	CUcontext context;
	CUdevice device;
	CUmodule module;
	check(cuInit(0), "cuInit");
	check(cuDeviceGet(&device, 0), "cuDeviceGet");
	check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
	check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
	check(cuModuleLoad(&module, o.word[1]), o.word[1]);

	std::vector<uint32_t> want, all;
	if (!o.record)
		want = read_hashes(o.word[0]);
	unsigned at = 0, tried = 0, wrong = 0;
	for (const row &r : rows) {
		if (chosen(o, r.name)) {
			unsigned first = r.count > 16 ? o.first : 0, step = r.count > 16 ? o.step : 1;
			std::vector<uint32_t> got = run(module, r, first, step);
			all.insert(all.end(), got.begin(), got.end());
			wrong += !o.record && compare(r, want.data() + at, got, first, step) > 0;
			tried++;
		}
		at += r.count;
	}
	if (o.record)
		write_hashes(o.word[0], all);
	std::printf("%u kernels, %u of them not as recorded\n", tried, wrong);
	return wrong > 0;
}
