/* resolve_inst.c - operands: what each one names, whether the row takes it, and calls.
 * First every operand is resolved by itself (names to registers, variables, labels ...), then the
 * rows that fit the opcode are tried in turn; the first that takes all operands is the instruction.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/mma.h"
#include "ir/resolve.h"
#include "ir/wgmma.h"

enum { ARGS = 16, ELEMS = 255 };

static u32 args_of(const struct ast_inst *in) {
	return MIN(in->noperand, (u32)ARGS);
}

/* ---- one operand by itself ------------------------------------------------------------------ */

static bool arg_resolve(struct resolver *r, const struct ast_operand *a, struct operand *out,
                        u32 depth);

static bool kind_error(struct resolver *r, struct loc loc, const char *text) {
	diag_error(r->d, loc, E0111, "%s", text);
	return false;
}

/* ".b2", ".h1", a vector element, or the masks and permutations of SIMD video: ".b310", ".h32". */
static bool selector_resolve(const char *s, const struct bind *b, struct operand *out) {
	size_t len = strlen(s);
	if (b->kind == BIND_VREG && len == 1) {
		const char *at = strchr("xyzwrgba", s[0]);
		u32 i = at ? (u32)(at - "xyzwrgba") & 3 : 4;
		*out = (struct operand){.kind = OPR_REG, .index = b->index + i};
		return at && i < b->n;
	}
	if (b->kind != BIND_REG || len < 2 || len > 5 || (s[0] != 'b' && s[0] != 'h'))
		return false;
	u32 lanes = s[0] == 'b' ? 4 : 2;
	*out = (struct operand){.kind = OPR_REG, .index = b->index, .n = (u8)(len - 1)};
	for (size_t i = 1; i < len; i++) {
		if (s[i] < '0' || s[i] > '7')
			return false;
		out->value = out->value << 4 | (s[i] - '0');
	}
	if (len > 2)
		out->sel = SEL_MASK;
	else if ((u32)out->value < lanes)
		out->sel = (u8)((s[0] == 'b' ? SEL_B0 : SEL_H0) + out->value);
	else
		return false;
	if (len == 2) {
		out->value = 0;
		out->n = 0;
	}
	return true;
}

static bool vreg_resolve(struct resolver *r, const struct bind *b, struct operand *out) {
	struct operand elem[4];
	for (u32 i = 0; i < b->n && i < 4; i++)
		elem[i] = (struct operand){.kind = OPR_REG, .index = b->index + i};
	out->kind = OPR_VEC;
	out->n = b->n;
	out->index = ir_elements_new(&r->b, elem, b->n);
	return true;
}

/* Special registers, too, came with some version and some target. */
static bool sreg_check(struct resolver *r, u32 sreg, struct loc loc) {
	static const struct {
		const char *text;
		u8 ptx, sm;
	} since[SREG_COUNT] = {
#define SREG(id, name, type, ptx, sm, kind) {name, ptx, sm},
#include "ir/sreg.def"
#undef SREG
	};
	return since_check(r, loc, "Feature", since[sreg].text, since[sreg].ptx, since[sreg].sm);
}

/* %tid is a vector of %tid.x, .y, .z and zero. */
static bool sreg4_resolve(struct resolver *r, u32 first, struct operand *out) {
	struct operand elem[4] = {{0}};
	for (u32 i = 0; i < 3; i++)
		elem[i] = (struct operand){.kind = OPR_SREG, .index = first + i};
	elem[3] = (struct operand){.kind = OPR_IMM};
	*out = (struct operand){.kind = OPR_VEC, .n = 4,
	                        .index = ir_elements_new(&r->b, elem, 4)};
	return true;
}

static bool bind_resolve(struct resolver *r, const struct bind *b, struct operand *out) {
	out->index = b->index;
	switch ((enum bind_kind)b->kind) {
	case BIND_REG: out->kind = OPR_REG; return true;
	case BIND_VREG: return vreg_resolve(r, b, out);
	case BIND_SREG: out->kind = OPR_SREG; return true;
	case BIND_FUNC: out->kind = OPR_FUNC; return true;
	case BIND_LABEL: out->kind = OPR_LABEL; return true;
	case BIND_TARGETS: out->kind = OPR_TARGETS; return true;
	case BIND_SREG4: return sreg4_resolve(r, b->index, out);
	case BIND_CONST:
		out->kind = OPR_IMM;
		out->value = b->index;
		out->index = 0;
		return true;
	case BIND_VAR: out->kind = OPR_SYM; return true;
	case BIND_NONE:
	case BIND_RANGE: break;
	}
	return false;
}

static bool name_resolve(struct resolver *r, const struct ast_operand *a, struct operand *out) {
	struct bind *b = name_find(r, a->name);
	bool ok = b && bind_resolve(r, b, out);
	const char *dot = ok ? NULL : strrchr(a->name->s, '.');
	if (dot) {
		struct str *base = str_find(r->names, a->name->s, (size_t)(dot - a->name->s));
		b = base ? name_find(r, base) : NULL;
		if (!base && !b) { /* a register of a range that nobody has spelled alone so far */
			base = str_intern(r->names, a->name->s, (size_t)(dot - a->name->s));
			b = name_find(r, base);
		}
		ok = b && selector_resolve(dot + 1, b, out);
	}
	if (!ok) {
		hint_unknown_name(r, a->name, a->loc, r->want_label);
		return false;
	}
	if (out->kind == OPR_SREG && !sreg_check(r, out->index, a->loc))
		return false;
	if (a->has_offset && out->kind != OPR_SYM && out->kind != OPR_REG)
		return kind_error(r, a->loc, "only an address may have an offset");
	if (out->kind == OPR_SYM || a->has_offset)
		out->value = a->offset;
	return true;
}

static u64 var_elem_bytes(const struct var *v) {
	return (u64)type_size_bytes((enum type)v->type) * MAX(v->vec, 1);
}

static bool index_resolve(struct resolver *r, const struct ast_operand *a, struct operand *out) {
	struct bind *b = name_find(r, a->name);
	if (!b) {
		hint_unknown_name(r, a->name, a->loc, false);
		return false;
	}
	if (b->kind != BIND_VAR)
		return kind_error(r, a->loc, "only a variable can be indexed");
	out->kind = OPR_SYM;
	out->index = b->index;
	out->value = (s64)((u64)a->offset * var_elem_bytes(&r->var.at[b->index]));
	return true;
}

static bool list_resolve(struct resolver *r, const struct ast_operand *a, struct operand *out,
                         u8 kind, u32 depth) {
	struct operand small[8], *elem = small;
	if (a->n > ELEMS)
		return kind_error(r, a->loc, "a list of more than 255 operands");
	if (a->n > countof(small))
		elem = arena_array(&r->scratch, struct operand, a->n);
	bool ok = true;
	for (u32 i = 0; i < a->n; i++) {
		elem[i] = (struct operand){0};
		ok &= arg_resolve(r, &a->list[i], &elem[i], depth + 1);
	}
	out->kind = kind;
	out->n = (u8)a->n;
	out->index = ok ? ir_elements_new(&r->b, elem, a->n) : 0;
	return ok;
}

static bool addr_resolve(struct resolver *r, const struct ast_operand *a, struct operand *out,
                         u32 depth) {
	if (a->n != 1)
		return list_resolve(r, a, out, OPR_TENSOR, depth);
	if (!arg_resolve(r, &a->list[0], out, depth + 1))
		return false;
	switch (out->kind) {
	case OPR_REG: out->kind = OPR_ADDR_REG; break;
	case OPR_SYM: out->kind = OPR_ADDR_SYM; break;
	case OPR_IMM: out->kind = OPR_ADDR_IMM; break;
	default: {
		struct diag_record *e = diag_error(r->d, a->loc, E0225, "this is not an address");
		diag_note(r->d, e, "an address is a register or a name, plus or minus a constant");
		return false;
	}
	}
	return true;
}

static bool arg_resolve(struct resolver *r, const struct ast_operand *a, struct operand *out,
                        u32 depth) {
	bool ok = true;
	*out = (struct operand){0};
	if (depth > 3)
		return kind_error(r, a->loc, "operands nest too deep");
	switch ((enum ast_operand_kind)a->kind) {
	case AST_NAME: ok = name_resolve(r, a, out); break;
	case AST_INT:
	case AST_F32:
	case AST_F64:
		out->kind = OPR_IMM;
		out->value = (s64)a->value;
		break;
	case AST_ADDR: ok = addr_resolve(r, a, out, depth); break;
	case AST_VEC:
	case AST_LIST: ok = list_resolve(r, a, out, OPR_VEC, depth); break;
	case AST_PAIR: ok = list_resolve(r, a, out, OPR_PAIR, depth); break;
	case AST_INDEX: ok = index_resolve(r, a, out); break;
	case AST_SINK: out->kind = OPR_SINK; break;
	}
	out->negated = a->negated;
	return ok;
}

/* ---- what a row wants ----------------------------------------------------------------------- */

enum { /* kinds of operands */
	WANT_REG = 1, WANT_IMM = 2, WANT_SINK = 4, WANT_SREG = 8, WANT_SYM = 16, WANT_FUNC = 32,
	WANT_ADDR = 64, WANT_LABEL = 128, WANT_TARGETS = 256, WANT_ANY = 512,
	WANT_SRC = WANT_REG | WANT_IMM,
};

struct want {
	u16 kinds;
	u8 type, type2; /* type2: another one that is right, too, if not TYPE_NONE */
	u8 nvec;        /* elements of a vector; 0 for a scalar; PACK for parts of the type; 1: a
	                   fragment of one register, with or without braces */
	bool wide, negate, select;
	bool layer_first; /* the first element of a vector is a .u32 */
	const char *what;
};

enum { PACK = 255 };

static u8 vec_of(const struct cand *c, const struct row_info *info) {
	for (u32 i = 0; i < info->nslot; i++)
		if (info->slot[i].slot == MOD_VEC)
			return (u8)(MOD_GET(c->mods, VEC) ? 1u << MOD_GET(c->mods, VEC) : 0);
	return 0;
}

static struct want want_alu(char letter) {
	switch (letter) {
	case 'd':
	case 'w':
	case 'n':
	case 'p': return (struct want){.kinds = WANT_REG};
	case 'P':
	case 'R': return (struct want){.kinds = WANT_SRC, .negate = true};
	case 'i': return (struct want){.kinds = WANT_IMM};
	case 'M':
	case 'N': return (struct want){.kinds = WANT_REG, .select = true};
	case 'A':
	case 'B':
	case 'E':
	case 'F': return (struct want){.kinds = WANT_SRC, .select = true, .negate = true};
	case 'C': return (struct want){.kinds = WANT_SRC, .negate = true};
	default: return (struct want){.kinds = WANT_SRC}; /* a b c x y W u v t */
	}
}

static struct want want_op(char letter, u8 nvec) {
	switch (letter) {
	case 'D': return (struct want){.kinds = WANT_REG, .nvec = nvec};
	case 'R': return (struct want){.kinds = WANT_REG | WANT_SINK, .nvec = nvec};
	case 'S': return (struct want){.kinds = WANT_SRC, .nvec = nvec};
	case 'd':
	case 'Y':
	case 'P':
	case 'W': return (struct want){.kinds = WANT_REG};
	case 'X':
	case 'Z': return (struct want){.kinds = WANT_REG | WANT_SINK};
	case '{': return (struct want){.kinds = WANT_REG | WANT_SINK, .nvec = PACK};
	case '}': return (struct want){.kinds = WANT_SRC, .nvec = PACK};
	case 'F':
	case 'G':
	case 'M': return (struct want){.kinds = WANT_REG}; /* fragments have no constants */
	case 'I': return (struct want){.kinds = WANT_IMM};
	case 's': return (struct want){.kinds = WANT_SRC | WANT_SYM};
	case 'H': return (struct want){.kinds = WANT_REG | WANT_SYM};
	case 'B': return (struct want){.kinds = WANT_SRC | WANT_SYM};
	case 'N': return (struct want){.kinds = WANT_IMM};
	case 'q': return (struct want){.kinds = WANT_SRC | WANT_SYM, .type2 = TYPE_U32};
	case 'p': return (struct want){.kinds = WANT_SRC, .negate = true};
	case 'o': return (struct want){.kinds = WANT_SRC, .type2 = TYPE_PRED, .negate = true};
	case 'i': return (struct want){.kinds = WANT_IMM};
	case 'v': return (struct want){.kinds = WANT_SREG};
	case 'y': return (struct want){.kinds = WANT_SYM | WANT_FUNC};
	case 'm':
	case 'U': return (struct want){.kinds = WANT_ADDR};
	case 'L': return (struct want){.kinds = WANT_LABEL};
	case 'T': return (struct want){.kinds = WANT_TARGETS};
	case '*': return (struct want){.kinds = WANT_ANY};
	default: return (struct want){.kinds = WANT_SRC}; /* a f w x c h k */
	}
}

static struct want want_of(const struct row_info *info, const struct cand *c, u32 pos) {
	char letter = info->opr[pos].letter;
	struct want w = info->table ? want_op(letter, vec_of(c, info)) : want_alu(letter);
	w.type = (u8)row_operand_type(info, c->type, pos);
	if (info->table && strchr("FGM", letter)) {
		u32 bits;
		w.nvec = (u8)mma_operand_regs(c->row, c->mods, c->type, pos, &bits);
		w.type = bits == 64 ? TYPE_B64 : TYPE_B32;
	}
	if (info->table && letter == 'I')
		w.nvec = (u8)wgmma_constants(c->type, info->opr[1].letter == 'G');
	if (info->table && strchr("QV", letter))
		w.nvec = (u8)tensor_elements(c->mods, letter);
	if (info->table && strchr("KJE", letter)) {
		w.nvec = (u8)tex_elements(c->mods, letter);
		w.layer_first = letter == 'K' && tex_is_layered(c->mods);
	}
	w.wide = (info->props & PROP_WIDE_REG) && w.type != TYPE_PRED &&
	         (!info->table || w.type == c->type[0]);
	return w;
}

/* ---- whether an operand is what is wanted --------------------------------------------------- */

enum misfit { FIT, MISFIT_COUNT, MISFIT_KIND, MISFIT_TYPE, MISFIT_IMM, MISFIT_LENGTH };

bool reg_fits(enum type it, enum type rt, bool wide) {
	const struct type_info *i = &type_info[it], *g = &type_info[rt];
	if (it == rt)
		return true;
	if (it == TYPE_PRED || rt == TYPE_PRED || g->class == 'O')
		return false;
	/* Registers of less than 16 bits do not exist in hardware; .b8 ones hold 8-bit types. */
	if (i->bits != g->bits && !(wide && g->bits > i->bits))
		return false;
	bool int_reg = g->class == 'U' || g->class == 'S' || g->class == 'B';
	switch (i->class) {
	case 'U':
	case 'S': return int_reg;
	case 'B': return i->bits == g->bits || int_reg || g->class == 'F';
	case 'X': return g->class == 'B' || (it >= TYPE_U16X2 && it <= TYPE_S8X4 && int_reg);
	default: return g->class == 'B' || (it == TYPE_TF32 && rt == TYPE_F32);
	}
}

/* The bits of a constant as operands of type t carry them; false if it cannot be one. */
static bool imm_convert(enum type t, const struct ast_operand *a, s64 *value) {
	u64 v = (u64)*value;
	u32 bits = type_info[t].bits;
	u8 kind = a->kind == AST_NAME ? AST_INT : a->kind;
	if (t == TYPE_PRED) {
		*value = v != 0;
		return kind == AST_INT;
	}
	if (type_info[t].class == 'F') {
		if (kind == AST_INT || (t != TYPE_F32 && t != TYPE_F64))
			return false;
		if (t == TYPE_F32 && kind == AST_F64) {
			f64 wide;
			memcpy(&wide, &v, 8);
			f32 narrow = (f32)wide;
			u32 b;
			memcpy(&b, &narrow, 4);
			*value = b;
		} /* 0f3F800000 as a .f64 is these bits, not this number */
		return true;
	}
	if (kind == AST_F32 && (type_info[t].class != 'B' || bits != 32))
		return false;
	if (kind == AST_F64 && (type_info[t].class != 'B' || bits != 64))
		return false;
	if (bits < 64) {
		v &= (1ull << bits) - 1;
		if (type_info[t].class != 'U' && v >> (bits - 1))
			v |= ~0ull << bits;
	}
	*value = (s64)v;
	return true;
}

static enum misfit scalar_fits(struct resolver *r, const struct want *w, const struct ast_operand *a,
                               struct operand *o) {
	switch (o->kind) {
	case OPR_REG: {
		enum type rt = (enum type)r->b.reg.at[o->index].type;
		if (!(w->kinds & WANT_REG) || (a->has_offset && a->kind == AST_NAME) ||
		    (o->sel && !w->select) || (o->negated && !w->negate))
			return MISFIT_KIND;
		return reg_fits((enum type)w->type, rt, w->wide) ||
		               (w->type2 && reg_fits((enum type)w->type2, rt, false))
		               ? FIT : MISFIT_TYPE;
	}
	case OPR_IMM:
		if (!(w->kinds & WANT_IMM))
			return MISFIT_KIND;
		return imm_convert((enum type)w->type, a, &o->value) ? FIT : MISFIT_IMM;
	case OPR_SINK: return w->kinds & WANT_SINK ? FIT : MISFIT_KIND;
	case OPR_SREG: return w->kinds & WANT_SREG ? FIT : MISFIT_KIND;
	case OPR_SYM: return w->kinds & WANT_SYM ? FIT : MISFIT_KIND;
	case OPR_FUNC: return w->kinds & WANT_FUNC ? FIT : MISFIT_KIND;
	case OPR_LABEL: return w->kinds & WANT_LABEL ? FIT : MISFIT_KIND;
	case OPR_TARGETS: return w->kinds & WANT_TARGETS ? FIT : MISFIT_KIND;
	case OPR_ADDR_REG:
	case OPR_ADDR_SYM:
	case OPR_ADDR_IMM: return w->kinds & WANT_ADDR ? FIT : MISFIT_KIND;
	default: return MISFIT_KIND;
	}
}

/* The type of one of n equal parts of t. */
static enum type type_part(enum type t, u32 n) {
	static const enum type bits_type[] = {TYPE_B8, TYPE_B16, TYPE_B32, TYPE_B64};
	u32 bits = n ? type_info[t].bits / n : 0;
	for (u32 i = 0; i < countof(bits_type); i++)
		if (type_info[bits_type[i]].bits == bits)
			return bits_type[i];
	return TYPE_NONE;
}

static enum misfit vec_fits(struct resolver *r, struct want w, const struct ast_operand *a,
                            struct operand *o) {
	if (o->kind != OPR_VEC)
		return MISFIT_KIND;
	if (w.nvec == PACK) {
		w.type = (u8)type_part((enum type)w.type, o->n);
		if (!w.type || o->n < 2)
			return MISFIT_LENGTH;
	} else if (o->n != w.nvec) {
		return MISFIT_LENGTH;
	}
	if (w.kinds & WANT_REG && !(w.kinds & WANT_IMM))
		w.kinds |= WANT_SINK;
	w.nvec = 0;
	for (u32 i = 0; i < o->n; i++) {
		const struct ast_operand *ea = a->kind == AST_VEC ? &a->list[i] : a;
		struct want we = w;
		if (i == 0 && w.layer_first)
			we.type = TYPE_U32;
		enum misfit e = scalar_fits(r, &we, ea, &r->b.operand.at[o->index + i]);
		if (e)
			return e;
	}
	return FIT;
}

static enum misfit pair_fits(struct resolver *r, const struct row_operand *p, struct want w,
                             const struct ast_operand *a, struct operand *o) {
	if (o->n != 2 || a->kind != AST_PAIR)
		return MISFIT_KIND;
	w.kinds |= WANT_SINK;
	enum misfit e = scalar_fits(r, &w, &a->list[0], &r->b.operand.at[o->index]);
	if (e || !p->pair)
		return e;
	struct want second = {WANT_REG | WANT_SINK, .type = TYPE_PRED};
	return scalar_fits(r, &second, &a->list[1], &r->b.operand.at[o->index + 1]);
}

static enum misfit operand_fits(struct resolver *r, const struct row_info *info,
                                const struct cand *c, u32 pos, const struct ast_operand *a,
                                struct operand *o) {
	const struct row_operand *p = &info->opr[pos];
	struct want w = want_of(info, c, pos);
	if (w.kinds & WANT_ANY)
		return FIT;
	if (o->kind == OPR_PAIR)
		return p->pair ? pair_fits(r, p, w, a, o) : MISFIT_KIND;
	if (p->need_pair)
		return MISFIT_KIND;
	if (w.nvec == 1 && o->kind != OPR_VEC)
		return scalar_fits(r, &w, a, o);
	if (w.nvec && !(w.kinds & WANT_SINK && o->kind == OPR_SINK && w.nvec != PACK))
		return vec_fits(r, w, a, o);
	if (info->table == 0 && p->letter == 'N' && o->sel) { /* a write mask */
		u32 mask = 0;
		if (o->sel == SEL_MASK)
			for (u32 i = 0; i < o->n; i++)
				mask |= 1u << (o->value >> 4 * i & 7);
		else
			mask = 1u << (o->sel >= SEL_H0 ? o->sel - SEL_H0 : o->sel - SEL_B0);
		if (o->sel < SEL_MASK || o->n) {
			o->sel = (u8)(SEL_MASK + mask);
			o->value = 0;
			o->n = 0;
		}
	}
	return scalar_fits(r, &w, a, o);
}

/* ---- positions ------------------------------------------------------------------------------ */

static bool opr_is_there(const struct row_info *info, const struct cand *c, u32 pos) {
	if (info->opr[pos].letter == 'c' && info->table)
		return MOD_GET(c->mods, HINT);
	if (info->opr[pos].letter == 'k' && info->table) {
		for (u32 i = 0; i < info->nslot; i++)
			if (info->slot[i].slot == MOD_MULTICAST)
				return MOD_GET(c->mods, MULTICAST);
		return MOD_GET(c->mods, CP_MASK);
	}
	if (info->opr[pos].letter == 'V' && info->table)
		return MOD_GET(c->mods, TMODE) == MOD_TMODE_IM2COL ||
		       MOD_GET(c->mods, TMODE) >= MOD_TMODE_IM2COL_W;
	return !info->opr[pos].is_optional;
}

static bool opr_may_go(const struct row_info *info, u32 pos) {
	return info->opr[pos].is_optional &&
	       !(info->table && strchr("ckV", info->opr[pos].letter));
}

/* at[pos]: 1 + which operand of the text stands there, 0 for none. */
static bool positions_find(const struct row_info *info, const struct cand *c, u32 n, u8 *at) {
	u32 need = 0, spare, taken = 0;
	for (u32 i = 0; i < info->nopr; i++)
		need += opr_is_there(info, c, i);
	if (n < need)
		return false;
	spare = n - need;
	for (u32 i = 0; i < info->nopr; i++) {
		bool take = opr_is_there(info, c, i);
		if (!take && spare && opr_may_go(info, i)) {
			take = true;
			spare--;
		}
		at[i] = take ? (u8)++taken : 0;
	}
	return spare == 0;
}

struct attempt { /* the row that got furthest, for the error */
	const struct cand *cand;
	enum misfit misfit;
	u32 pos, arg;
};

static bool cand_try(struct resolver *r, const struct cand *c, const struct ast_inst *in,
                     struct operand *arg, struct operand *out, struct attempt *best) {
	const struct row_info *info = row_info((enum row)c->row);
	u8 at[ROW_OPERANDS];
	struct attempt now = {c, MISFIT_COUNT, 0, 0};
	if (positions_find(info, c, in->noperand, at)) {
		now.misfit = FIT;
		for (u32 i = 0; i < info->nopr && !now.misfit; i++) {
			out[i] = (struct operand){0};
			if (!at[i])
				continue;
			out[i] = arg[at[i] - 1];
			now.pos = i;
			now.arg = at[i] - 1u;
			now.misfit = operand_fits(r, info, c, i, &in->operand[now.arg], &out[i]);
		}
	}
	bool better = !best->cand || (best->misfit == MISFIT_COUNT && now.misfit != MISFIT_COUNT) ||
	              (now.misfit != MISFIT_COUNT && now.pos > best->pos) ||
	              (now.pos == best->pos && best->misfit == MISFIT_KIND &&
	               now.misfit > MISFIT_KIND);
	if (better || !now.misfit)
		*best = now;
	return !now.misfit;
}

/* ---- errors --------------------------------------------------------------------------------- */

static const char *want_text(const struct want *w) {
	if (w->nvec)
		return "a vector in braces";
	if (w->kinds & WANT_ADDR)
		return "an address in brackets";
	if (w->kinds & WANT_LABEL)
		return "a label";
	if (w->kinds & WANT_TARGETS)
		return "a .branchtargets list";
	if (w->kinds & WANT_FUNC)
		return "a variable or a function";
	if (w->kinds & WANT_SREG)
		return "a special register";
	if (!(w->kinds & WANT_REG))
		return "a constant";
	return w->kinds & WANT_IMM ? "a register or a constant" : "a register";
}

static const char *reg_name(const struct resolver *r, const struct operand *o) {
	return r->b.reg.at[o->index].name->s;
}

static void attempt_error(struct resolver *r, const struct ast_inst *in, const struct attempt *t,
                          const struct operand *arg) {
	const struct row_info *info = row_info((enum row)t->cand->row);
	const struct ast_operand *a = t->arg < in->noperand ? &in->operand[t->arg] : NULL;
	const struct operand *o = &arg[t->arg];
	struct want w = want_of(info, t->cand, t->pos);
	struct diag_record *e = NULL;
	struct loc loc = a ? a->loc : in->opcode_loc;
	switch (t->misfit) {
	case FIT:
	case MISFIT_COUNT:
		e = diag_error(r->d, in->opcode_loc, E0110, "'%s' does not take %u operand%s",
		               in->opcode->s, in->noperand, in->noperand == 1 ? "" : "s");
		break;
	case MISFIT_KIND:
		if (info->opr[t->pos].is_dest && (o->kind == OPR_SREG || o->kind == OPR_IMM ||
		                                  o->kind == OPR_SYM || o->kind == OPR_FUNC)) {
			e = diag_error(r->d, loc, E0224, "'%s' writes a register, not %s", info->mnemonic,
			               o->kind == OPR_SREG  ? "a special register"
			               : o->kind == OPR_IMM ? "a constant" : "a name");
			if (o->kind == OPR_SREG)
				diag_nvcc(r->d, e, "Read-only special register cannot be destination "
				                   "argument");
			else
				diag_nvcc(r->d, e, "Argument %u of instruction '%s': must be register",
				          t->arg, info->mnemonic);
			return;
		}
		if (o->kind == OPR_SREG && w.kinds & WANT_REG) {
			e = diag_error(r->d, loc, E0111, "'%s' cannot read a special register",
			               info->mnemonic);
			diag_note(r->d, e, "mov copies it to a register");
			diag_nvcc(r->d, e, "Special register argument not allowed for instruction '%s'",
			          info->mnemonic);
			return;
		}
		e = diag_error(r->d, loc, E0111, "operand %u of '%s' must be %s", t->arg + 1,
		               info->mnemonic, want_text(&w));
		break;
	case MISFIT_TYPE:
		e = diag_error(r->d, loc, E0112, "operand %u of '%s' must be .%s%s%s%s%s", t->arg + 1,
		               in->opcode->s, type_info[w.type].text,
		               o->kind == OPR_REG ? ", and '" : "",
		               o->kind == OPR_REG ? reg_name(r, o) : "",
		               o->kind == OPR_REG ? "' is ." : "",
		               o->kind == OPR_REG ? type_info[r->b.reg.at[o->index].type].text : "");
		break;
	case MISFIT_IMM:
		e = diag_error(r->d, loc, E0113, "the constant cannot be .%s", type_info[w.type].text);
		break;
	case MISFIT_LENGTH:
		e = diag_error(r->d, loc, E0121, "a vector of %u elements does not fit '%s'", o->n,
		               in->opcode->s);
		diag_note(r->d, e, "form: %s", hint_form(r, (enum row)t->cand->row));
		diag_nvcc(r->d, e, "Argument vector size mismatch for instruction '%s'", info->mnemonic);
		return;
	}
	diag_note(r->d, e, "form: %s", hint_form(r, (enum row)t->cand->row));
	diag_nvcc(r->d, e, "Arguments mismatch for instruction '%s'", info->mnemonic);
}

/* ---- special registers as sources of cvt ---------------------------------------------------- */

static u32 guard_of(struct resolver *r, const struct ast_inst *in, bool *ok) {
	if (!in->guard)
		return NO_REG;
	struct bind *b = name_find(r, in->guard);
	if (!b) {
		hint_unknown_name(r, in->guard, in->guard_loc, false);
		*ok = false;
		return NO_REG;
	}
	if (b->kind != BIND_REG || r->b.reg.at[b->index].type != TYPE_PRED) {
		struct diag_record *e = diag_error(r->d, in->guard_loc, E0120,
		                                   "the guard '%s' is not a predicate", in->guard->s);
		diag_nvcc(r->d, e, "Predicate expression expected");
		*ok = false;
		return NO_REG;
	}
	return b->index;
}

static struct inst *inst_append(struct resolver *r, const struct cand *c, const struct ast_inst *in,
                                const struct operand *o, u32 n, u32 guard, struct loc loc) {
	struct inst *i = ir_inst_new(&r->b, (enum row)c->row, c->mods, c->type, o, n);
	i->guard = guard;
	i->guard_negated = in->guard && in->guard_negated;
	i->loc = loc;
	return i;
}

/* cvt takes a special register as its source; in the IR a mov in front of it reads that. */
static void sreg_read(struct resolver *r, const struct ast_inst *in, struct operand *arg, u32 guard,
                      struct loc loc) {
	struct opcode *o = in->opcode->memo;
	const struct row_info *info = row_info((enum row)o->cand[0].row);
	if (info->table || !(info->props & PROP_WIDE_REG) || in->noperand != 2 ||
	    arg[1].kind != OPR_SREG)
		return;
	u8 type = o->cand[0].type[1];
	if (type_info[type].class != 'U' && type_info[type].class != 'S' &&
	    type_info[type].class != 'B')
		return;
	struct str *name = name_unique(r, str_lit(r->names, "%sreg"), 2);
	u32 reg = ir_reg_new(&r->b, name, (enum type)type);
	struct cand c = {.row = ROW_MOV_SREG, .type = {type}};
	struct operand mov[2] = {{.kind = OPR_REG, .index = reg}, arg[1]};
	inst_append(r, &c, in, mov, 2, guard, loc);
	arg[1] = mov[0];
}

/* mov.v4.u32 {...}, %tid is a mov for each element. */
static bool sreg4_read(struct resolver *r, const struct ast_inst *in, const struct operand *arg,
                       u32 guard, struct loc loc) {
	struct opcode *o = in->opcode->memo;
	const struct cand *c = &o->cand[0];
	if (c->row != ROW_MOV_VEC || in->noperand != 2 || arg[1].kind != OPR_VEC ||
	    arg[0].kind != OPR_VEC || arg[0].n != 4 || arg[1].n != 4 ||
	    r->b.operand.at[arg[1].index].kind != OPR_SREG)
		return false;
	for (u32 i = 0; i < 4; i++) {
		struct operand mov[2] = {r->b.operand.at[arg[0].index + i],
		                         r->b.operand.at[arg[1].index + i]};
		struct cand one = {.row = mov[1].kind == OPR_SREG ? ROW_MOV_SREG : ROW_MOV,
		                   .type = {c->type[0]}};
		if (mov[0].kind == OPR_REG &&
		    reg_fits((enum type)c->type[0],
		             (enum type)r->b.reg.at[mov[0].index].type, false))
			inst_append(r, &one, in, mov, 2, guard, loc);
	}
	return true;
}

/* ---- calls (PTX 9.7.12.5) ------------------------------------------------------------------- */

struct signature {
	const u32 *ret, *param;
	u32 nret, nparam;
};

static bool value_fits(struct resolver *r, const struct var *formal, const struct operand *o) {
	switch (o->kind) {
	case OPR_SYM: return r->var.at[o->index].size_bytes == formal->size_bytes;
	case OPR_REG:
		return (type_size_bytes((enum type)r->b.reg.at[o->index].type) + 1u) / 2u ==
		               (formal->size_bytes + 1) / 2 ||
		       formal->size_bytes == 1;
	case OPR_IMM: return formal->size_bytes <= 8;
	case OPR_SINK: return true;
	default: return false;
	}
}

static bool values_fit(struct resolver *r, const struct ast_inst *in, const struct operand *list,
                       const u32 *formal, u32 n, const char *what) {
	u32 given = list->kind == OPR_VEC ? list->n : 0;
	if (given != n) {
		struct diag_record *e = diag_error(r->d, in->opcode_loc, E0222,
		                                   "the call has %u %ss, and the callee %u", given,
		                                   what, n);
		diag_nvcc(r->d, e, "Call has wrong number of parameters");
		return false;
	}
	for (u32 i = 0; i < n; i++) {
		const struct var *f = &r->var.at[formal[i]];
		if (value_fits(r, f, &r->b.operand.at[list->index + i]))
			continue;
		struct diag_record *e = diag_error(r->d, in->opcode_loc, E0222,
		                                   "%s %u of the call does not fit '%s'", what, i + 1,
		                                   f->name ? f->name->s : "_");
		diag_nvcc(r->d, e, "Type of argument does not match formal parameter '%s'",
		          f->name ? f->name->s : "_");
		return false;
	}
	return true;
}

static bool signature_find(struct resolver *r, const struct operand *o, struct signature *s) {
	if (o[1].kind == OPR_FUNC) {
		const struct func *f = r->func.at[o[1].index];
		*s = (struct signature){f->ret, f->param, f->nret, f->nparam};
		return true;
	}
	if (o[3].kind != OPR_TARGETS)
		return false;
	const struct targets *t = &r->b.targets.at[o[3].index];
	*s = (struct signature){t->ret, t->param, t->nret, t->nparam};
	return t->kind == TARGETS_PROTO;
}

static bool callee_check(struct resolver *r, const struct ast_inst *in, const struct operand *o,
                         struct loc loc) {
	struct diag_record *e;
	if (o[1].kind == OPR_FUNC) {
		if (!r->func.at[o[1].index]->is_entry)
			return true;
		e = diag_error(r->d, loc, E0223, "a kernel cannot be called");
		diag_nvcc(r->d, e, "Illegal call target, device function expected");
		return false;
	}
	if (o[1].kind == OPR_REG && o[3].kind == OPR_TARGETS)
		return true;
	e = diag_error(r->d, loc, E0223, o[1].kind == OPR_REG
	                                         ? "an indirect call needs a prototype or a list "
	                                           "of targets"
	                                         : "this is not a function");
	diag_nvcc(r->d, e, "Call to '%s' requires call prototype",
	          in->operand[0].kind == AST_NAME ? in->operand[0].name->s : "?");
	return false;
}

/* Immediate arguments take the type of the formal parameter. */
static void call_imms(struct resolver *r, const struct signature *s, const struct operand *list,
                      const struct ast_operand *a) {
	for (u32 i = 0; list->kind == OPR_VEC && i < list->n && i < s->nparam; i++) {
		struct operand *o = &r->b.operand.at[list->index + i];
		if (o->kind == OPR_IMM)
			imm_convert((enum type)r->var.at[s->param[i]].type, &a->list[i], &o->value);
	}
}

static void resolve_call(struct resolver *r, const struct ast_inst *in, const struct cand *c,
                         u32 guard, struct loc loc) {
	struct operand o[4] = {{0}};
	const struct ast_operand *args = NULL;
	u32 i = 0, n = in->noperand;
	bool ok = true;
	if (n > 1 && in->operand[0].kind == AST_LIST)
		ok = arg_resolve(r, &in->operand[i++], &o[0], 0);
	u32 callee = i;
	if (i < n)
		ok &= arg_resolve(r, &in->operand[i++], &o[1], 0);
	if (i < n && in->operand[i].kind == AST_LIST) {
		args = &in->operand[i];
		ok &= arg_resolve(r, &in->operand[i++], &o[2], 0);
	}
	if (i < n)
		ok &= arg_resolve(r, &in->operand[i++], &o[3], 0);
	if (!ok)
		return;
	if (i < n || callee >= n) {
		diag_error(r->d, in->opcode_loc, E0110, "a call is written: call (results), function, "
		                                        "(arguments), prototype");
		return;
	}
	struct signature s;
	if (!callee_check(r, in, o, in->operand[callee].loc))
		return;
	if (signature_find(r, o, &s)) {
		if (!values_fit(r, in, &o[0], s.ret, s.nret, "result") ||
		    !values_fit(r, in, &o[2], s.param, s.nparam, "argument"))
			return;
		if (args)
			call_imms(r, &s, &o[2], args);
	}
	for (i = 0; i < 3; i += 2)
		if (o[i].kind == OPR_VEC && o[i].n == 0)
			o[i] = (struct operand){0};
	inst_append(r, c, in, o, 4, guard, loc);
}

/* ---- interface ------------------------------------------------------------------------------ */

static void invalid_append(struct resolver *r, const struct ast_inst *in, struct opcode *o,
                           struct loc loc) {
	bool ok = true;
	u32 guard = guard_of(r, in, &ok);
	if (!o->warned)
		hint_opcode(r, in);
	o->warned = true;
	struct cand c = {.row = ROW_INVALID,
	                 .mods = ir_text_new(&r->b, ast_inst_text(r, in))};
	inst_append(r, &c, in, NULL, 0, guard, loc);
}

static void later_warn(struct resolver *r, const struct ast_inst *in, u32 row) {
	if (r->later_warned[row])
		return;
	r->later_warned[row] = true;
	diag_warning(r->d, in->opcode_loc, E0117,
	             "'%s' is not supported yet: a kernel that contains it cannot run",
	             in->opcode->s);
}

/* The predicate behind a texture's destination: memory is never sparse. */
static void resident_set(struct resolver *r, const struct ast_inst *in, const struct ast_operand *a,
                         u32 guard, struct loc loc) {
	struct operand o[3] = {{0}, {.kind = OPR_IMM}, {.kind = OPR_IMM}};
	if (!arg_resolve(r, a, &o[0], 0) || o[0].kind == OPR_SINK)
		return;
	struct want w = {.kinds = WANT_REG, .type = TYPE_PRED};
	if (scalar_fits(r, &w, a, &o[0])) {
		diag_error(r->d, a->loc, E0111, "what follows | must be a predicate");
		return;
	}
	struct cand c = {.row = ROW_SETP_B, .mods = MOD_BITS(CMP, EQ), .type = {TYPE_B32}};
	inst_append(r, &c, in, o, 3, guard, loc);
}

void resolve_inst(struct resolver *r, const struct ast_inst *in, struct loc loc) {
	struct opcode *o = opcode_find(r, in);
	struct operand arg[ARGS], out[ARGS];
	struct attempt best = {0};
	if (o->unknown) {
		invalid_append(r, in, o, loc);
		return;
	}
	if (!o->ncand)
		return;
	const struct row_info *info = row_info((enum row)o->cand[0].row);
	bool ok = true;
	u32 guard = guard_of(r, in, &ok);
	if (info->any_words && info->props & PROP_LATER)
		later_warn(r, in, o->cand[0].row);
	if (info->props & PROP_CALL) {
		if (ok)
			resolve_call(r, in, &o->cand[0], guard, loc);
		return;
	}
	const struct ast_operand *resident = NULL;
	const struct ast_inst *written = in;
	if (info->table && strchr(info->sig, 'H'))
		in = tex_expand(r, in, &resident);
	if (info->table && strchr(info->sig, 'U'))
		in = tensor_expand(r, in);
	if (info->table && strchr(info->sig, 'I'))
		in = constants_fold(r, in, (u32)strcspn(info->sig, "I"));
	r->want_label = o->cand[0].row == ROW_BRA;
	for (u32 i = 0; i < args_of(in); i++)
		ok &= arg_resolve(r, &in->operand[i], &arg[i], 0);
	r->want_label = false;
	if (!ok)
		return;
	if (info->any_words) {
		struct cand c = {.row = o->cand[0].row, .mods = ir_text_new(&r->b, in->opcode)};
		inst_append(r, &c, in, arg, args_of(in), guard, loc);
		return;
	}
	if (sreg4_read(r, in, arg, guard, loc))
		return;
	sreg_read(r, in, arg, guard, loc);
	for (u32 i = 0; i < o->ncand; i++) {
		const struct cand *c = &o->cand[i];
		if (!cand_try(r, c, in, arg, out, &best))
			continue;
		if (row_info((enum row)c->row)->props & PROP_LATER)
			later_warn(r, in, c->row);
		if (in != written && strchr(info->sig, 'H'))
			tex_finish(r, c, out);
		inst_append(r, c, in, out, row_info((enum row)c->row)->nopr, guard, loc);
		if (resident)
			resident_set(r, in, resident, guard, loc);
		return;
	}
	attempt_error(r, in, &best, arg);
}
