/* mma_device.c - matrix products, by the plain code and by the kernels of each level that
 * the host has, against what an H200 answered, over random and edge-case operands. The
 * operands come from a generator that ran beside the device, too; of the answers (20 MB)
 * the table keeps a hash per form: FNV-1a over the bytes of all results, in the order of
 * lanes and registers (wmma: of the matrix in memory).
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_plan.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MODES = 9, TILES = 40 * MODES, TILE_BYTES = 8192 };

/* Kinds of tiles of operands. */
enum mode {
	NEAR_ONE,
	WIDE,
	SPECIAL,
	SUBNORMAL,
	FEW_BITS,
	SPARSE,
	MIDDLE,
	LEAST,
	GREATEST,
};

/* ---- the generator ----------------------------------------------------------------- */

struct format {
	int exp_bits, man_bits, bias, width; /* exp_bits 0: an integer */
	bool is_e4m3;
};

static struct format format_of(enum type t) {
	switch (t) {
	case TYPE_F16: return (struct format){5, 10, 15, 16, false};
	case TYPE_BF16: return (struct format){8, 7, 127, 16, false};
	case TYPE_TF32:
	case TYPE_F32: return (struct format){8, 23, 127, 32, false};
	case TYPE_F64: return (struct format){11, 52, 1023, 64, false};
	case TYPE_E4M3: return (struct format){4, 3, 7, 8, true};
	case TYPE_E5M2: return (struct format){5, 2, 15, 8, false};
	default: return (struct format){0, 0, 0, type_info[t].bits, false};
	}
}

static u64 next(u64 *s) { /* splitmix64 */
	u64 z = *s += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static int range(u64 *s, int lo, int hi) {
	return lo + (int)(next(s) % (u64)(hi - lo + 1));
}

static u64 man_mask(const struct format *f) {
	return ((u64)1 << f->man_bits) - 1;
}

/* A finite number; the exponent is cut to the format's range. */
static u64 number(const struct format *f, u64 sign, int e, u64 man) {
	int end = (1 << f->exp_bits) - 1 + f->is_e4m3;
	e = e < 0 ? 0 : e >= end ? end - 1 : e;
	if (f->is_e4m3 && e == 15 && (man & 7) == 7)
		man = 6;
	return sign << (f->width - 1) | (u64)e << f->man_bits | (man & man_mask(f));
}

static u64 special(const struct format *f, u64 sign, u64 man, u64 *s) {
	int top = (1 << f->exp_bits) - 1, q = range(s, 0, 3);
	u64 sg = sign << (f->width - 1);
	if (f->is_e4m3)
		return sg | (q < 2 ? 0x7f : 0x7e);
	if (q < 2)
		return sg | (u64)top << f->man_bits;
	if (q == 2)
		return sg | (u64)top << f->man_bits | (man & man_mask(f)) | 1;
	return number(f, sign, top - 1, ~(u64)0);
}

static u64 integer(const struct format *f, bool is_c, u32 mode, u64 r) {
	if (!is_c)
		return r & (((u64)1 << f->width) - 1);
	if (mode % 3 == 0)
		return (u32)r;
	return (u32)(mode % 3 == 1 ? 0x7fffffff - r % 70000 : 0x80000000 + r % 70000);
}

/* Exponent range (unbiased) of an element of A (op 0) or B (op 1). */
static void range_ab(const struct format *f, u32 mode, int *lo, int *hi) {
	int emin = 1 - f->bias, emax = f->is_e4m3 ? 8 : (1 << f->exp_bits) - 2 - f->bias;
	bool big = f->exp_bits >= 8;
	*lo = -3;
	*hi = 3;
	switch (mode) {
	case SUBNORMAL: *lo = 0; break;
	case FEW_BITS:
		*lo = 0;
		*hi = 1;
		break;
	case SPARSE:
		*lo = -8;
		*hi = 8;
		break;
	case MIDDLE:
		*lo = -12;
		*hi = 12;
		break;
	case LEAST:
		*lo = big ? emin / 2 - 2 : f->exp_bits == 5 ? -13 : -6;
		*hi = big ? emin / 2 + 1 : f->exp_bits == 5 ? -10 : -4;
		break;
	case GREATEST:
		*lo = big ? emax / 2 - 2 : 6;
		*hi = big ? emax / 2 : 8;
		break;
	}
}

/* Exponent range of an element of C, whose products come from elements like `fa`. */
static void range_c(const struct format *f, const struct format *fa, bool is_tf32,
                    u32 mode, int *lo, int *hi) {
	int emin = 1 - f->bias, emax = (1 << f->exp_bits) - 2 - f->bias,
	    amin = 1 - fa->bias;
	*lo = -4;
	*hi = 8;
	switch (mode) {
	case WIDE:
		*lo = -50;
		*hi = 40;
		break;
	case SUBNORMAL:
		*lo = is_tf32 ? amin - 8 : amin - fa->man_bits;
		*hi = amin + 8;
		break;
	case FEW_BITS:
		*lo = 0;
		*hi = 14;
		break;
	case SPARSE:
		*lo = -16;
		*hi = 16;
		break;
	case MIDDLE:
		*lo = -24;
		*hi = 24;
		break;
	case LEAST:
		*lo = emin - 2;
		*hi = emin + 3;
		break;
	case GREATEST:
		*lo = emax - 3;
		*hi = emax;
		break;
	}
}

static u64 element(enum type t, enum type ta, u32 op, u32 mode, u64 *s) {
	struct format f = format_of(t), fa = format_of(ta);
	u64 r = next(s), sign = r & 1, man;
	int lo, hi, keep = op < 2 ? 2 : 3, e;
	bool any_exp = mode == WIDE && (op < 2 || (fa.exp_bits >= 8 && f.exp_bits >= 8));

	if (!f.exp_bits)
		return integer(&f, op == 2, mode, r);
	man = next(s);
	if (any_exp)
		return number(&f, sign, range(s, 0, (1 << f.exp_bits) - 1), man);
	if (mode == SUBNORMAL && op == 0)
		return number(&f, sign, range(s, 0, 1), man);
	if (mode == FEW_BITS)
		man = man >> (64 - keep) << (f.man_bits > keep ? f.man_bits - keep : 0);
	if (mode == SPARSE && range(s, 0, 99) < 60)
		return sign << (f.width - 1);
	if (op < 2)
		range_ab(&f, mode, &lo, &hi);
	else
		range_c(&f, &fa, ta == TYPE_TF32, mode, &lo, &hi);
	if (mode == SPECIAL && range(s, 0, 99) < 3)
		return special(&f, sign, man, s);
	e = range(s, lo, hi) + f.bias;
	return number(&f, sign, e, man);
}

static void fill(u8 *to, u32 bytes, enum type t, enum type ta, u32 form, u32 op,
                 u32 tile) {
	u64 s = (u64)form << 40 ^ (u64)op << 32 ^ tile * (u64)1000003;
	u32 width = type_info[t].bits, mode = tile / 40;
	for (u32 i = 0; i < bytes * 8 / width; i++) {
		u64 v = element(t, ta, op, mode, &s);
		if (width == 4)
			to[i / 2] = (u8)(i & 1 ? to[i / 2] | v << 4 : v);
		else
			memcpy(to + i * (width / 8), &v, width / 8);
	}
}

static void fill_meta(u32 *meta, u32 form, u32 tile, bool is_tf32) {
	static const u8 pair[6] = {4, 8, 12, 9, 13, 14};
	u64 s = (u64)form << 40 ^ (u64)3 << 32 ^ tile * (u64)1000003;
	for (u32 l = 0; l < 32; l++) {
		meta[l] = 0;
		for (u32 i = 0; i < 8; i++) {
			u64 x = next(&s);
			meta[l] = meta[l] << 4 |
			          (is_tf32 ? x & 1 ? 4u : 14u : pair[x % 6]);
		}
	}
}

/* ---- the forms --------------------------------------------------------------------- */

#define MM(shape) MOD_BITS(SHAPE, shape)
#define SP MOD_BITS(MSP, ORDERED)
#define SATFINITE MOD_BITS(SAT, SATFINITE)
#define RND(r) MOD_BITS(RND, r)

static const struct device_form {
	bool wmma;
	u64 mods;
	u8 type[4];
	u64 hash;
} device_form[] = {
#define DEVICE(wmma, mods, d, a, b, c, hash) \
	{wmma, mods, {TYPE_##d, TYPE_##a, TYPE_##b, TYPE_##c}, hash},
#include "tests/unit/ir/mma_device.def"
#undef DEVICE
};

struct regs {
	u8 bytes[MMA_MAX_REGS][32 * 8];
	void *at[MMA_MAX_REGS];
	u32 n, width; /* bytes of a lane */
};

static void regs_init(struct regs *r, u32 n, const struct mma_layout *f) {
	for (u32 i = 0; i < MMA_MAX_REGS; i++)
		r->at[i] = r->bytes[i];
	r->n = n;
	r->width = f->bits == 64 ? 8 : 4;
}

static u32 regs_bytes(const struct regs *r) {
	return 32 * r->n * r->width;
}

/* Between registers and a flat buffer: [lane][register], or a matrix by rows for wmma. */
static void regs_move(struct regs *r, const struct mma_layout *f, bool wmma, u8 *flat,
                      bool to_flat) {
	u32 size = wmma ? f->bits / 8u : r->width, per = wmma ? f->per_reg : 1, i = 0;
	for (u32 k = 0; k < (wmma ? f->nreg : r->n); k++)
		for (u32 l = 0; l < 32; l++)
			for (u32 e = 0; e < per; e++, i++) {
				u8 *x = flat + (wmma ? f->at[i] : l * r->n + k) * size;
				u8 *y = r->bytes[k] + (l * per + e) * size;
				memcpy(to_flat ? x : y, to_flat ? y : x, size);
			}
}

static u32 tile_bytes(const struct regs *r, const struct mma_layout *f, bool wmma) {
	return wmma ? (u32)f->rows * f->cols * f->bits / 8 : regs_bytes(r);
}

static u64 run_form(u32 i, enum mma_level level) {
	const struct device_form *df = &device_form[i];
	struct mma_plan p;
	struct mma_form f;
	static struct regs a, b, c, d;
	static u8 flat[TILE_BYTES];
	u32 meta[32];
	u64 hash = 0xcbf29ce484222325, mods = df->mods;

	mods |= MOD_BITS(ALAYOUT, ROW) | MOD_BITS(BLAYOUT, COL);
	assert_true(mma_plan_init(&p, df->wmma, mods, df->type, level));
	f = p.f;
	regs_init(&a, f.na, f.a);
	regs_init(&b, f.nb, f.b);
	regs_init(&c, f.nc, f.c);
	regs_init(&d, f.nd, f.d);
	for (u32 t = 0; t < TILES; t++) {
		fill(flat, tile_bytes(&a, f.a, df->wmma), f.ta, f.ta, i, 0, t);
		regs_move(&a, f.a, df->wmma, flat, false);
		fill(flat, tile_bytes(&b, f.b, df->wmma), f.tb, f.ta, i, 1, t);
		regs_move(&b, f.b, df->wmma, flat, false);
		fill(flat, tile_bytes(&c, f.c, df->wmma), f.tc, f.ta, i, 2, t);
		regs_move(&c, f.c, df->wmma, flat, false);
		fill_meta(meta, i, t, f.ta == TYPE_TF32);
		mma_plan_run(&p, d.at, (const void *const *)a.at,
		             (const void *const *)b.at, (const void *const *)c.at, meta,
		             0);
		regs_move(&d, f.d, df->wmma, flat, true);
		for (u32 k = 0; k < tile_bytes(&d, f.d, df->wmma); k++)
			hash = (hash ^ flat[k]) * 0x100000001b3;
	}
	return hash;
}

static void every_result_is_the_devices(void **state) {
	(void)state;
	for (u32 level = MMA_PLAIN; level <= (u32)mma_host_level(); level++)
		for (u32 i = 0; i < countof(device_form); i++) {
			u64 hash = run_form(i, (enum mma_level)level);
			if (hash != device_form[i].hash)
				fail_msg("row %u of mma_device.def, level %u: %016llx", i,
				         level, (unsigned long long)hash);
		}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_result_is_the_devices),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
