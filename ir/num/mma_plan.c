/* mma_plan.c - makes plans: the registers of a product's vectors, and the kernel that
 * runs it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_plan.h"

#include <pthread.h>
#include <stdlib.h>

enum { NO_PLACE = 255, MAX_PLANS = 1024 };

#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
#define HAS_KERNELS
#endif

/* ---- the host ---------------------------------------------------------------------- */

static enum mma_level host_level(void) {
#ifdef HAS_KERNELS
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni") &&
	    __builtin_cpu_supports("avx512vpopcntdq"))
		return MMA_V4;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
		return MMA_V3;
#endif
	return MMA_PLAIN;
}

static _Atomic(u32) limit = MMA_LEVELS - 1;

void mma_level_limit(const char *cpu) {
	bool is_low = cpu &&
	              (strcmp(cpu, "x86-64") == 0 || strcmp(cpu, "x86-64-v2") == 0);

	limit = is_low                                 ? MMA_PLAIN
	        : cpu && strcmp(cpu, "x86-64-v3") == 0 ? MMA_V3
	                                               : MMA_LEVELS - 1;
}

enum mma_level mma_host_level(void) {
	enum mma_level host = MIN(host_level(), (enum mma_level)limit), want = host;
	const char *s = getenv("SIMT_ISA");

	if (s && strcmp(s, "base") == 0)
		want = MMA_PLAIN;
	else if (s && strcmp(s, "v3") == 0)
		want = MMA_V3;
	return MIN(want, host);
}

static mma_fast_fn *kernel(const struct mma_plan *p, enum mma_level level) {
	const struct mma_form *f = &p->f;
	u32 rnd = MOD_GET(p->mods, RND);
#ifdef HAS_KERNELS
	bool v4 = level == MMA_V4;

	if (level == MMA_PLAIN)
		return NULL;
	switch (f->math) {
	case MATH_FUSED:
	case MATH_PAIRED: return v4 ? mma_fused_find_v4(f) : mma_fused_find_v3(f);
	case MATH_INT:
	case MATH_BIT: return v4 ? mma_int_find_v4(f) : mma_int_find_v3(f);
	case MATH_F64: return v4 ? mma_f64_find_v4(f, rnd) : mma_f64_find_v3(f, rnd);
	default: return NULL;
	}
#else
	(void)f, (void)rnd, (void)level;
	return NULL;
#endif
}

/* ---- registers --------------------------------------------------------------------- */

/* Returns the bits of a coordinate that come from element bits of register r. */
static u32 coordinate(const struct mma_layout *f, u32 r, u32 dim) {
	u32 e = r * f->per_reg, c = 0;

	for (u32 b = 0; b < f->nelem_bits; b++)
		if (f->elem_bit[b] >> 4 == dim)
			c |= (e >> b & 1) << (f->elem_bit[b] & 15);
	return c;
}

/* Finds the register with `row` in dimension `rows`, and element `at` in the other; that
 * of row 0 if there are no such rows. */
static u8 find_reg(const struct mma_layout *f, u32 rows, u32 row, u32 cols, u32 at) {
	for (u32 r = 0; r < f->nreg; r++)
		if (coordinate(f, r, rows) == row && coordinate(f, r, cols) == at)
			return (u8)r;
	return row & 8 ? find_reg(f, rows, row & ~8u, cols, at) : NO_PLACE;
}

/* Checks whether lane bits 2-4 are the low bits of dimension `rows`, 0 and 1 those of
 * `cols` above `bit`. */
static bool is_regular(const struct mma_layout *f, u32 rows, u32 cols, u32 bit) {
	for (u32 i = 0; i < 3; i++)
		if (f->lane_bit[2 + i] != (rows << 4 | i))
			return false;
	return f->lane_bit[0] == (cols << 4 | bit) &&
	       f->lane_bit[1] == (cols << 4 | (bit + 1));
}

static u32 log2_per_reg(const struct mma_layout *f) {
	return (u32)__builtin_ctz(f->per_reg);
}

static bool find_x(struct mma_plan *p, const struct mma_layout *f, u32 rows) {
	u32 group = 4u * f->per_reg;

	for (u32 block = 0; block < p->nblock; block++)
		for (u32 g = 0; g < p->nxgroup; g++)
			for (u32 h = 0; h < 2; h++) {
				p->x[block][g][h] = find_reg(f, rows, block * 16 + h * 8,
				                             DIM_K, g * group);
				if (p->x[block][g][h] == NO_PLACE)
					return false;
			}
	return is_regular(f, rows, DIM_K, log2_per_reg(f));
}

static bool find_y(struct mma_plan *p, const struct mma_layout *f, u32 cols) {
	u32 group = 4u * f->per_reg;

	for (u32 j = 0; j < p->ncol8; j++)
		for (u32 g = 0; g < p->ngroup; g++) {
			p->y[j][g] = find_reg(f, cols, j * 8, DIM_K, g * group);
			if (p->y[j][g] == NO_PLACE)
				return false;
		}
	return is_regular(f, cols, DIM_K, log2_per_reg(f));
}

static bool find_c(struct mma_plan *p, const struct mma_layout *f, u32 rows, u32 cols,
                   u8 to[MMA_BLOCKS][MMA_COL8][2][2]) {
	for (u32 block = 0; block < p->nblock; block++)
		for (u32 j = 0; j < p->ncol8; j++)
			for (u32 i = 0; i < 4; i++) {
				u32 odd = i >> 1, half = i & 1;
				u8 r = find_reg(f, rows, block * 16 + half * 8, cols,
				                j * 8 + (f->bits > 16 ? odd : 0));
				if (r == NO_PLACE)
					return false;
				to[block][j][odd][half] = r;
			}
	return is_regular(f, rows, cols, 1);
}

/* Finds the 16 bits of metadata that begin with group g of row m: g0 and g1 choose a
 * nibble of them. */
static void find_meta(struct mma_plan *p) {
	const struct mma_meta *t = p->f.meta;

	for (u32 l = 0; l < 16; l++)
		for (u32 piece = 0; piece < 4; piece++) {
			u32 c[4] = {[DIM_M] = mma_lane_row(l), [DIM_K] = 4 * piece},
			    lane = 0, e = 0;
			for (u32 b = 0; b < 5; b++)
				lane |= (c[t->lane_bit[b] >> 4] >> (t->lane_bit[b] & 15) &
				         1)
				        << b;
			for (u32 b = 0; b < 3; b++)
				e |= (c[t->elem_bit[b] >> 4] >> (t->elem_bit[b] & 15) & 1)
				     << b;
			p->meta_lane[l][piece] = (u8)lane;
			p->meta_shift[l][piece] = (u8)(4 * e);
		}
	for (u32 b = 5; b-- > 0;)
		if (t->lane_bit[b] == DIM_Q << 4)
			p->meta_step = (u8)(1u << b);
}

static bool find_regs(struct mma_plan *p) {
	const struct mma_form *f = &p->f;
	const struct mma_layout *x = f->a, *y = f->b;
	u32 rows = DIM_M, cols = DIM_N, nrow = f->m, ncol = f->n;

	p->is_swapped = f->m < 16 && f->n >= 16;
	if (p->is_swapped) {
		x = f->b, y = f->a;
		rows = DIM_N, cols = DIM_M;
		nrow = f->n, ncol = f->m;
	}
	p->nblock = (u8)((nrow + 15) / 16);
	p->ncol8 = (u8)(ncol / 8);
	p->ngroup = (u8)(x->bits == 1 ? f->k / 128 : f->k / (4u * x->per_reg));
	p->nxgroup = f->sparse ? p->ngroup / 2 : p->ngroup;
	if (f->sparse)
		find_meta(p);
	return f->a->nq == 1 && p->nblock <= MMA_BLOCKS && p->ncol8 <= MMA_COL8 &&
	       p->ngroup <= MMA_GROUPS && p->ncol8 * p->ngroup <= MMA_GROUPS &&
	       find_x(p, x, rows) && find_y(p, y, cols) &&
	       find_c(p, f->c, rows, cols, p->c) && find_c(p, f->d, rows, cols, p->d);
}

bool mma_plan_init(struct mma_plan *p, bool wmma, u64 mods, const u8 type[4],
                   enum mma_level level) {
	*p = (struct mma_plan){.mods = mods};
	if (!mma_form_init(&p->f, wmma, mods, type))
		return false;
	if (level != MMA_PLAIN && find_regs(p))
		p->fast = kernel(p, level);
	return true;
}

/* ---- all plans --------------------------------------------------------------------- */

struct entry {
	u64 key; /* 0: free */
	const struct mma_profile *profile;
	struct mma_plan plan;
};

/* Open addressing. Entries are never taken back; there are far fewer forms than
 * places. */
static struct entry entry[MAX_PLANS];

static u64 key_of(bool wmma, u64 mods, const u8 type[4]) {
	u64 key = (u64)wmma << 1 | 1;

	key |= MOD_GET(mods, SHAPE) << 2 | MOD_GET(mods, ALAYOUT) << 7 |
	       MOD_GET(mods, BLAYOUT) << 9 | (u64)(MOD_GET(mods, MSP) != 0) << 11 |
	       MOD_GET(mods, BITOP) << 12 | (u64)MOD_GET(mods, RND) << 16 |
	       (u64)MOD_GET(mods, SAT) << 24;
	for (u32 i = 0; i < 4; i++)
		key |= (u64)type[i] << (32 + 8 * i);
	return key;
}

const struct mma_plan *mma_plan_find(bool wmma, u64 mods, const u8 type[4],
                                     const struct mma_profile *profile) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	u64 key = key_of(wmma, mods, type);
	enum mma_level level = mma_host_level();
	struct mma_plan p;
	struct entry *e;

	key |= (u64)level << 28;
	if (!mma_plan_init(&p, wmma, mods, type, level))
		return NULL;
	mma_form_profile(&p.f, wmma, profile);
	if (p.f.math == MATH_ALIGNED)
		p.fast = NULL;
	pthread_mutex_lock(&lock);
	for (u64 i = (key + profile->sm) * 0x9e3779b97f4a7c15 >> 54;;
	     i = (i + 1) % MAX_PLANS) {
		e = &entry[i];
		if ((e->key == key && e->profile == profile) || e->key == 0)
			break;
	}
	if (e->key == 0) {
		e->plan = p;
		e->profile = profile;
		e->key = key;
	}
	pthread_mutex_unlock(&lock);
	return &e->plan;
}
