/* mma.c - the table of fragment layouts, expanded, and the forms of mma and wmma.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma.h"

#include <pthread.h>

#include "ir/isa/inst.h"
#include "ir/num/wgmma.h"

static const struct frag_row {
	u8 operand;
	u16 rows, cols;
	u8 bits, kind;
	const char *text;
} frag_row[] = {
#define FRAG(op, rows, cols, bits, kind, text) \
	{MMA_##op, rows, cols, bits, MMA_##kind, text},
#include "ir/num/mma.def"
};

static const struct mma_shape shape[] = {
#define SHAPE(id, m, n, k) [MOD_SHAPE_##id] = {m, n, k},
#include "ir/num/mma.def"
};

static const struct meta_row {
	u8 bits;
	bool is_narrow;
	const char *text;
} meta_row[] = {
#define WIDE false
#define NARROW true
#define META(bits, elements, text) {bits, elements, text},
#include "ir/num/mma.def"
#undef WIDE
#undef NARROW
};

static struct mma_layout layout[countof(frag_row)];
static struct mma_meta meta[countof(meta_row)];
static u16 at_pool[countof(frag_row) * 512];
static u32 at_used;

/* Reads the coordinate bits up to a bar or the end of the text; returns what follows. */
static const char *parse_bits(const char *s, u8 *bit, u8 *n) {
	u8 count = 0;

	for (; *s && *s != '|'; s++) {
		static const char dims[] = "mnkq", meta_dims[] = "m-gs";
		const char *d;
		if (*s == ' ')
			continue;
		d = strchr(dims, *s);
		u32 dim = d ? (u32)(d - dims) : (u32)(strchr(meta_dims, *s) - meta_dims);
		bit[count++] = (u8)(dim << 4 | (u32)(s[1] - '0'));
		s++;
	}
	*n = count;
	return *s ? s + 1 : s;
}

static u32 coordinate(const u8 *bit, u32 nbit, u32 value, enum mma_dim dim) {
	u32 r = 0;

	for (u32 i = 0; i < nbit; i++)
		if (bit[i] >> 4 == dim)
			r |= (value >> i & 1) << (bit[i] & 15);
	return r;
}

/* Place in the tile of element e of lane l. */
static u32 place(const struct mma_layout *f, u32 l, u32 e) {
	u32 c[4];

	for (u32 d = 0; d < 4; d++)
		c[d] = coordinate(f->lane_bit, 5, l, d) |
		       coordinate(f->elem_bit, f->nelem_bits, e, d);
	if (f->operand == MMA_A)
		return (c[DIM_Q] * f->rows + c[DIM_M]) * f->cols + c[DIM_K];
	if (f->operand == MMA_B)
		return (c[DIM_Q] * f->rows + c[DIM_K]) * f->cols + c[DIM_N];
	return (c[DIM_Q] * f->rows + c[DIM_M]) * f->cols + c[DIM_N];
}

static void expand(struct mma_layout *f, const struct frag_row *r) {
	u8 nlane;
	const char *s = parse_bits(r->text, f->lane_bit, &nlane);
	u16 *at = at_pool + at_used;
	u32 n, i = 0;

	assert(nlane == 5);
	parse_bits(s, f->elem_bit, &f->nelem_bits);
	f->operand = r->operand;
	f->kind = r->kind;
	f->bits = r->bits;
	f->rows = r->rows;
	f->cols = r->cols;
	f->nq = r->kind == MMA_ANY ? 1 : 4;
	f->per_reg = (u8)(r->bits == 1 || r->bits >= 32 ? 1 : 32 / r->bits);
	n = 1u << f->nelem_bits;
	f->nreg = (u8)(n / f->per_reg);
	f->at = at;
	at_used += 32 * n;
	assert(at_used <= countof(at_pool));
	for (u32 reg = 0; reg < f->nreg; reg++)
		for (u32 l = 0; l < 32; l++)
			for (u32 e = 0; e < f->per_reg; e++)
				at[i++] = (u16)place(f, l, reg * f->per_reg + e);
}

/* The table of mma_layout_find: 1 + index in `layout`. */
static u8 layout_index[3][8][8][7][4];

static u8 *index_entry(enum mma_operand op, u32 rows, u32 cols, u32 bits,
                       enum mma_kind kind) {
	if (!is_pow2(rows) || !is_pow2(cols) || !is_pow2(bits) || rows > 128 ||
	    cols > 128 || bits > 64)
		return NULL;
	return &layout_index[op][__builtin_ctz(rows)][__builtin_ctz(cols)]
	                    [__builtin_ctz(bits)][kind];
}

static void build(void) {
	for (u32 i = 0; i < countof(frag_row); i++) {
		const struct frag_row *r = &frag_row[i];
		expand(&layout[i], r);
		*index_entry(r->operand, r->rows, r->cols, r->bits,
		             r->kind) = (u8)(i + 1);
	}
	for (u32 i = 0; i < countof(meta_row); i++) {
		u8 n;
		meta[i].bits = meta_row[i].bits;
		parse_bits(parse_bits(meta_row[i].text, meta[i].lane_bit, &n),
		           meta[i].elem_bit, &n);
	}
}

static void build_once(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, build);
}

const struct mma_layout *mma_layout_at(u32 i) {
	build_once();
	return i < countof(layout) ? &layout[i] : NULL;
}

const struct mma_layout *mma_layout_find(enum mma_operand op, u32 rows, u32 cols,
                                         u32 bits, enum mma_kind kind) {
	const u8 *i = index_entry(op, rows, cols, bits, kind);

	build_once();
	return i && *i ? &layout[*i - 1] : NULL;
}

struct mma_shape mma_shape_get(u32 id) {
	return id < countof(shape) ? shape[id] : (struct mma_shape){0};
}

/* ---- forms ------------------------------------------------------------------------- */

static enum mma_math math_of(enum type a, bool quad) {
	switch (a) {
	case TYPE_E4M3:
	case TYPE_E5M2: return MATH_PAIRED;
	case TYPE_F64: return MATH_F64;
	case TYPE_S8:
	case TYPE_U8:
	case TYPE_S4:
	case TYPE_U4: return MATH_INT;
	case TYPE_B1: return MATH_BIT;
	default: return quad ? MATH_QUAD : MATH_FUSED;
	}
}

static u32 element_bits(enum type t) {
	return type_info[t].bits;
}

/* Metadata bits per row of A: a nibble for each group. */
static const struct mma_meta *meta_find(const struct mma_form *f) {
	u32 group = f->ta == TYPE_TF32 ? 2 : element_bits(f->ta) == 4 ? 8 : 4;
	u32 bits = f->k / group * 4;

	for (u32 i = 0; i < countof(meta); i++)
		if (meta[i].bits == bits &&
		    meta_row[i].is_narrow == (element_bits(f->ta) < 16))
			return &meta[i];
	return NULL;
}

static u8 wmma_nreg(const struct mma_layout *f, enum type t) {
	return t == TYPE_F16 && f->operand != MMA_C ? 8 : f->nreg;
}

static bool find_layouts(struct mma_form *f, u64 mods, bool quad) {
	u32 word = f->ta == TYPE_B1 ? 32 : 1; /* b1 layouts count words of k */
	enum mma_kind ka = MMA_ANY, kb = MMA_ANY, kc = quad ? MMA_Q : MMA_ANY;

	if (quad) {
		ka = MOD_GET(mods, ALAYOUT) == MOD_ALAYOUT_COL ? MMA_QCOL : MMA_QROW;
		kb = MOD_GET(mods, BLAYOUT) == MOD_BLAYOUT_COL ? MMA_QCOL : MMA_QROW;
	}
	f->a = mma_layout_find(MMA_A, f->m, f->ks / word, element_bits(f->ta), ka);
	f->b = mma_layout_find(MMA_B, f->k / word, f->n, element_bits(f->tb), kb);
	f->c = mma_layout_find(MMA_C, f->m, f->n, element_bits(f->tc), kc);
	f->d = mma_layout_find(MMA_C, f->m, f->n, element_bits(f->td), kc);
	return f->a && f->b && f->c && f->d;
}

bool mma_form_init(struct mma_form *f, bool wmma, u64 mods, const u8 type[4]) {
	struct mma_shape s = mma_shape_get(MOD_GET(mods, SHAPE));
	bool half = wmma && type[2] == TYPE_NONE; /* wmma.mma .d.c: A and B are f16 */
	bool quad;

	*f = (struct mma_form){.m = s.m, .n = s.n, .k = s.k, .ks = s.k};
	f->td = type[0];
	f->ta = half ? TYPE_F16 : type[1];
	f->tb = half ? TYPE_F16 : type[2];
	f->tc = half ? type[1] : type[3];
	f->sparse = MOD_GET(mods, MSP) != 0;
	if (f->sparse)
		f->ks = s.k / 2;
	quad = s.k == 4 && f->ta == TYPE_F16;
	f->math = (u8)math_of(f->ta, quad);
	/* wmma on tf32 runs as two products of k = 4: recorded, conformance wmma
	 * m16n16k8 */
	f->step = wmma && f->ta == TYPE_TF32 ? 4 : (u8)MIN(f->ks, 16);
	f->is_signed_a = type_info[f->ta].class == 'S';
	f->is_signed_b = type_info[f->tb].class == 'S';
	if (!find_layouts(f, mods, quad))
		return false;
	f->na = wmma ? wmma_nreg(f->a, f->ta) : f->a->nreg;
	f->nb = wmma ? wmma_nreg(f->b, f->tb) : f->b->nreg;
	f->nc = f->c->nreg;
	f->nd = f->d->nreg;
	if (f->sparse)
		f->meta = meta_find(f);
	return !f->sparse || f->meta;
}

const struct mma_layout *mma_wmma_fragment(u64 mods, enum type type, u32 *nreg) {
	struct mma_shape s = mma_shape_get(MOD_GET(mods, SHAPE));
	u32 frag = MOD_GET(mods, MFRAG), word = type == TYPE_B1 ? 32 : 1;
	const struct mma_layout *f;

	if (frag == MOD_MFRAG_A)
		f = mma_layout_find(MMA_A, s.m, s.k / word, element_bits(type), MMA_ANY);
	else if (frag == MOD_MFRAG_B)
		f = mma_layout_find(MMA_B, s.k / word, s.n, element_bits(type), MMA_ANY);
	else
		f = mma_layout_find(MMA_C, s.m, s.n, element_bits(type), MMA_ANY);
	*nreg = f ? wmma_nreg(f, type) : 0;
	return f;
}

static u32 product_regs(bool wmma, u64 mods, const u8 type[4], u32 pos, u32 *bits) {
	struct mma_form f;

	if (!mma_form_init(&f, wmma, mods, type))
		return 0;
	*bits = f.d->bits == 64 ? 64 : 32;
	return pos == 0 ? f.nd : pos == 1 ? f.na : pos == 2 ? f.nb : f.nc;
}

u32 mma_operand_regs(u32 row, u64 mods, const u8 type[4], u32 pos, u32 *bits) {
	const char *mnemonic = row_info(row)->mnemonic;
	u32 n;

	*bits = 32;
	if (strcmp(mnemonic, "mma") == 0 || strcmp(mnemonic, "wmma.mma") == 0)
		return product_regs(mnemonic[0] == 'w', mods, type, pos, bits);
	if (strcmp(mnemonic, "wgmma.mma_async") == 0)
		return wgmma_operand_regs(mods, type, pos == 1);
	if (mnemonic[0] == 'w') {
		const struct mma_layout *f = mma_wmma_fragment(mods, type[0], &n);
		if (f && f->bits == 64)
			*bits = 64;
		return n;
	}
	/* ldmatrix, stmatrix; the resolver reports a missing count */
	n = MOD_GET(mods, MNUM) ? 1u << (MOD_GET(mods, MNUM) - MOD_MNUM_X1) : 1;
	return MOD_GET(mods, SHAPE) == MOD_SHAPE_M16N16 ? 2 * n : n;
}
