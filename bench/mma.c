/* mma.c - nanoseconds per matrix instruction, by the plain code and by what the host has,
 * and what the host's multipliers could do at best. Operands are normally distributed, as
 * those of a trained model are; integers are uniform. Each figure is the median of 5
 * runs.
 *
 *     bench-mma [peak | peaks | part of a name]
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench/mma_peak.h"
#include "ir/isa/mod.h"
#include "ir/num/mma_row.h"

enum { RUNS = 5, MIN_NS = 20000000 };

#define MM(shape) MOD_BITS(SHAPE, shape)
#define SP MOD_BITS(MSP, ORDERED)
#define POPC(op) (MOD_BITS(BITOP, op) | MOD_BITS(BITPOPC, POPC))

static const struct bench_form {
	const char *name;
	bool wmma;
	u64 mods;
	u8 type[4];
} bench_form[] = {
#define F(name, wmma, mods, d, a, b, c)                        \
	{                                                      \
		name, wmma, mods, {                            \
			TYPE_##d, TYPE_##a, TYPE_##b, TYPE_##c \
		}                                              \
	}
	F("mma m16n8k16 f32.f16", false, MM(M16N8K16), F32, F16, F16, F32),
	F("mma m16n8k16 f16.f16", false, MM(M16N8K16), F16, F16, F16, F16),
	F("mma m16n8k16 f32.bf16", false, MM(M16N8K16), F32, BF16, BF16, F32),
	F("mma m16n8k8 f32.tf32", false, MM(M16N8K8), F32, TF32, TF32, F32),
	F("mma m16n8k32 f32.e4m3", false, MM(M16N8K32), F32, E4M3, E4M3, F32),
	F("mma m16n8k32 s32.s8", false, MM(M16N8K32), S32, S8, S8, S32),
	F("mma m16n8k64 s32.s4", false, MM(M16N8K64), S32, S4, S4, S32),
	F("mma m16n8k256 s32.b1 and", false, MM(M16N8K256) | POPC(AND), S32, B1, B1, S32),
	F("mma m8n8k4 f64", false, MM(M8N8K4), F64, F64, F64, F64),
	F("mma m16n8k16 f64", false, MM(M16N8K16), F64, F64, F64, F64),
	F("mma m8n8k4 f32.f16", false, MM(M8N8K4), F32, F16, F16, F32),
	F("mma.sp m16n8k32 f32.f16", false, MM(M16N8K32) | SP, F32, F16, F16, F32),
	F("mma.sp m16n8k64 s32.s8", false, MM(M16N8K64) | SP, S32, S8, S8, S32),
	F("wmma m16n16k16 f32.f16", true, MM(M16N16K16), F32, F32, NONE, NONE),
	F("wmma m16n16k16 s32.s8", true, MM(M16N16K16), S32, S8, S8, S32),
#undef F
};

static u64 seed = 1;

static u64 next(void) { /* splitmix64 */
	u64 z = seed += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static f64 normal(void) {
	f64 u = ((f64)(next() >> 11) + 1) * 0x1p-53, v = (f64)(next() >> 11) * 0x1p-53;
	return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static u64 number(enum type t) {
	f64 d = normal();
	u64 bits;

	memcpy(&bits, &d, sizeof bits);
	switch (t) {
	case TYPE_F16: return num_mma_f16_from_f32(num_mma_bits((f32)d));
	case TYPE_BF16: return num_mma_bits((f32)d) >> 16;
	case TYPE_F32:
	case TYPE_TF32: return num_mma_bits((f32)d);
	case TYPE_F64: return bits;
	case TYPE_E4M3: return next() & 0xbf; /* any sign, up to 3.75 */
	default: return next();
	}
}

struct regs {
	_Alignas(64) u8 bytes[MMA_MAX_REGS][32 * 8];
	void *at[MMA_MAX_REGS];
};

static void regs_fill(struct regs *r, enum type t) {
	u32 size = type_info[t].bits < 8 ? 1 : type_info[t].bits / 8u;

	for (u32 i = 0; i < MMA_MAX_REGS; i++) {
		r->at[i] = r->bytes[i];
		for (u32 k = 0; k < 32 * 8; k += size) {
			u64 v = number(t);
			memcpy(&r->bytes[i][k], &v, size);
		}
	}
}

static u64 now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

static double median(double v[RUNS]) {
	qsort(v, RUNS, sizeof *v, by_value);
	return v[RUNS / 2];
}

struct operands {
	struct regs a, b, c, d;
	u32 meta[32];
};

typedef void run_fn(const void *how, u64 mods, struct operands *o);

static void run_plain(const void *how, u64 mods, struct operands *o) {
	mma_exec(how, mods, o->d.at, (const void *const *)o->a.at,
	         (const void *const *)o->b.at, (const void *const *)o->c.at, o->meta, 0);
}

static void run_plan(const void *how, u64 mods, struct operands *o) {
	(void)mods;
	mma_plan_run(how, o->d.at, (const void *const *)o->a.at,
	             (const void *const *)o->b.at, (const void *const *)o->c.at, o->meta,
	             0);
}

static double measure(run_fn *run, const void *how, u64 mods, struct operands *o) {
	double v[RUNS];

	for (u32 i = 0; i < RUNS; i++) {
		u64 start = now(), n = 0, t;
		do {
			for (u32 k = 0; k < 64; k++, n++)
				run(how, mods, o);
			t = now() - start;
		} while (t < MIN_NS);
		v[i] = (double)t / (double)n;
	}
	return median(v);
}

static void bench(const struct bench_form *b) {
	static struct operands o;
	struct mma_form f;
	struct mma_plan p;
	u64 mods = b->mods | MOD_BITS(ALAYOUT, ROW) | MOD_BITS(BLAYOUT, COL);

	if (!mma_form_init(&f, b->wmma, mods, b->type))
		bug("%s: no such form", b->name);
	regs_fill(&o.a, f.ta);
	regs_fill(&o.b, f.tb);
	regs_fill(&o.c, f.tc);
	regs_fill(&o.d, f.td);
	for (u32 l = 0; l < 32; l++)
		o.meta[l] = 0xe4e4e4e4;
	double flop = 2.0 * f.m * f.n * f.k * f.a->nq;
	double plain = measure(run_plain, &f, mods, &o);
	printf("%-26s plain %7.1f ns %6.2f Gop/s", b->name, plain, flop / plain);
	for (u32 level = MMA_V3; level <= (u32)mma_host_level(); level++) {
		mma_plan_init(&p, b->wmma, mods, b->type, (enum mma_level)level);
		if (!p.fast)
			continue;
		double fast = measure(run_plan, &p, mods, &o);
		printf("   v%u %7.1f ns %7.2f Gop/s", level + 2, fast, flop / fast);
	}
	putchar('\n');
	fflush(stdout);
}

/* ---- peaks ---- */

#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
/* Operations of `peak` a nanosecond. */
static double peak_rate(double peak(u32 rounds)) {
	double v[RUNS];

	for (u32 i = 0; i < RUNS; i++) {
		u64 start = now();
		double n = peak(200000);
		v[i] = n / (double)(now() - start);
	}
	return median(v);
}

static void show_peak(const char *name, double peak(u32 rounds)) {
	printf("%-34s %10.1f Gop/s\n", name, peak_rate(peak));
}

static void bench_peak(void) {
	if (mma_host_level() < MMA_V4)
		return;
	show_peak("AVX-512 f32", peak_f32);
	show_peak("AVX-512 f64", peak_f64);
	show_peak("AVX-512 VNNI s8", peak_vnni);
	if (!peak_amx_begin(16))
		return;
	show_peak("AMX s8", peak_amx_int8);
	show_peak("AMX bf16", peak_amx_bf16);
	printf("AMX, a product of 16 rows alone %12.1f ns\n",
	       1 / peak_rate(peak_amx_alone));
	peak_amx_end();
	peak_amx_begin(8);
	printf("AMX, a product of 8 rows alone %12.1f ns\n",
	       1 / peak_rate(peak_amx_alone));
	peak_amx_end();
}

/* For bench/gemm.cu. */
static void list_peaks(void) {
	if (mma_host_level() < MMA_V4)
		return;
	printf("f32=%.1f f64=%.1f vnni-s8=%.1f", peak_rate(peak_f32), peak_rate(peak_f64),
	       peak_rate(peak_vnni));
	if (peak_amx_begin(16)) {
		printf(" amx-s8=%.1f amx-bf16=%.1f", peak_rate(peak_amx_int8),
		       peak_rate(peak_amx_bf16));
		peak_amx_end();
	}
	putchar('\n');
}
#else
static void bench_peak(void) {
}

static void list_peaks(void) {
}
#endif

int main(int argc, char **argv) {
	const char *only = argc > 1 ? argv[1] : "";

	if (strcmp(only, "peaks") == 0) {
		list_peaks();
		return 0;
	}
	for (u32 i = 0; i < countof(bench_form); i++)
		if (strstr(bench_form[i].name, only))
			bench(&bench_form[i]);
	if (*only == '\0' || strcmp(only, "peak") == 0)
		bench_peak();
	return 0;
}
