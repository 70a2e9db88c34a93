/* peers.c - this project as a peer: the kernels of peers/ptx through libsimt. Device
 * memory is host memory, so that nothing is copied, as with the OpenCL peer.
 * SIMT_PEERS_PTX names the folder of the .ptx files.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/peers/common/peer.h"
#include "bench/peers/common/sizes.h"
#include "runtime/core/api.h"

static struct simt_device *dev;

static void must(enum simt_status s, const char *what) {
	if (s == SIMT_OK)
		return;
	fprintf(stderr, "simt: %s: %s\n", what, simt_last_error());
	simt_fault_print(dev, stderr, false);
	exit(2);
}

void peer_init(void) {
	must(simt_device_open(NULL, &dev), "opening the device");
}

/* Managed memory is the host's, too: checked mode knows that it may write there. */
#ifdef PEERS_MANAGED
#define MEMORY SIMT_MEMORY_MANAGED
#else
#define MEMORY SIMT_MEMORY_DEVICE
#endif

void *peer_alloc(size_t bytes) {
	uint64_t addr;
	must(simt_alloc_as(dev, MEMORY, 0, bytes, &addr), "allocating memory");
	return (void *)(uintptr_t)addr;
}

/* A kernel is loaded at its first launch and kept. */
struct kernel {
	const char *name;
	struct simt_function *function;
};

static void load(struct kernel *k) {
	const char *folder = getenv("SIMT_PEERS_PTX");
	struct simt_load_options o = {.log = stderr};
	struct simt_module *m;
	char path[4096];
	snprintf(path, sizeof path, "%s/%s.ptx", folder ? folder : "bench/peers/ptx",
	         k->name);
	must(simt_module_load_file(dev, path, &o, &m), path);
	must(simt_function_at(m, 0, &k->function), path);
}

/* Grid of gx x gy blocks of bx x by threads. */
static void run(struct kernel *k, int gx, int gy, int bx, int by, void **args) {
	struct simt_launch l = {
		.grid = {(uint32_t)gx, (uint32_t)gy, 1},
		.block = {(uint32_t)bx, (uint32_t)by, 1},
		.args = args,
	};
	if (!k->function)
		load(k);
	must(simt_launch(k->function, &l), k->name);
}

#define RUN(name, gx, gy, bx, by, ...)                                 \
	do {                                                           \
		static struct kernel kernel = {#name, NULL};           \
		run(&kernel, gx, gy, bx, by, (void *[]){__VA_ARGS__}); \
	} while (0)
#define BLOCKS(n) (((n) + BLOCK - 1) / BLOCK)

void k_launch(void) {
	int n = 0;
	RUN(launch, 2, 1, BLOCK, 1, &n);
}

void k_triad(int n, float s, const float *a, const float *b, float *c) {
	RUN(triad, BLOCKS(n), 1, BLOCK, 1, &n, &s, &a, &b, &c);
}

void k_saxpy(int n, float s, const float *x, float *y) {
	RUN(saxpy, BLOCKS(n), 1, BLOCK, 1, &n, &s, &x, &y);
}

void k_sgemm_naive(int n, const float *a, const float *b, float *c) {
	RUN(sgemm_naive, n / 32, n / 8, 32, 8, &n, &a, &b, &c);
}

void k_sgemm_tile16(int n, const float *a, const float *b, float *c) {
	RUN(sgemm_tile16, n / 16, n / 16, 16, 16, &n, &a, &b, &c);
}

void k_sgemm_tile32(int n, const float *a, const float *b, float *c) {
	RUN(sgemm_tile32, n / 32, n / 32, 32, 32, &n, &a, &b, &c);
}

void k_reduce_smem(int n, const float *x, float *part) {
	RUN(reduce_smem, n / CHUNK, 1, BLOCK, 1, &n, &x, &part);
}

void k_reduce_shfl(int n, const float *x, float *part) {
	RUN(reduce_shfl, n / CHUNK, 1, BLOCK, 1, &n, &x, &part);
}

void k_scan(int n, const float *x, float *y) {
	RUN(scan, n / CHUNK, 1, BLOCK, 1, &n, &x, &y);
}

void k_transpose(int n, const float *in, float *out) {
	RUN(transpose, n / 32, n / 32, 32, 8, &n, &in, &out);
}

void k_stencil(int n, const float *in, float *out) {
	RUN(stencil, n / 32, n / 8, 32, 8, &n, &in, &out);
}

void k_mandelbrot(int n, int iters, int *out) {
	RUN(mandelbrot, n / 32, n / 8, 32, 8, &n, &iters, &out);
}

void k_blackscholes(int n, const float *s, const float *k, const float *t, float *call,
                    float *put) {
	RUN(blackscholes, BLOCKS(n), 1, BLOCK, 1, &n, &s, &k, &t, &call, &put);
}

void k_nbody(int n, const body *p, body *acc) {
	RUN(nbody, n / BLOCK, 1, BLOCK, 1, &n, &p, &acc);
}

void k_histogram(int n, const unsigned char *x, unsigned *bins) {
	RUN(histogram, HIST_BLOCKS, 1, BINS, 1, &n, &x, &bins);
}

void k_spmv(int rows, const int *row, const int *col, const float *val, const float *x,
            float *y) {
	RUN(spmv, BLOCKS(rows), 1, BLOCK, 1, &rows, &row, &col, &val, &x, &y);
}

void k_bitonic(int n, const uint32_t *in, uint32_t *out) {
	RUN(bitonic, n / SORT_BLOCK, 1, SORT_BLOCK / 2, 1, &n, &in, &out);
}

void k_hash(int n, int rounds, const uint32_t *in, uint32_t *out) {
	RUN(hash, BLOCKS(n), 1, BLOCK, 1, &n, &rounds, &in, &out);
}

void k_ddot(int n, const double *x, const double *y, double *part) {
	RUN(ddot, DOT_BLOCKS, 1, BLOCK, 1, &n, &x, &y, &part);
}
