/* inst.c - finds the row that takes the given operands. First every operand is resolved
 * by itself (operand.c), then the rows that fit the opcode are tried in turn; the first
 * that takes all operands is the instruction.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma.h"
#include "ir/num/wgmma.h"
#include "ir/read/resolve.h"

enum { ARGS = 16 };

static u32 args_of(const struct ast_inst *in) {
	return MIN(in->noperand, (u32)ARGS);
}

/* ---- what a row wants -------------------------------------------------------------- */

enum { /* kinds of operands */
       WANT_REG = 1,
       WANT_IMM = 2,
       WANT_SINK = 4,
       WANT_SREG = 8,
       WANT_SYM = 16,
       WANT_FUNC = 32,
       WANT_ADDR = 64,
       WANT_LABEL = 128,
       WANT_TARGETS = 256,
       WANT_ANY = 512,
       WANT_SRC = WANT_REG | WANT_IMM,
};

struct want {
	u16 kinds;
	u8 type, type2; /* type2: another one that is right, too, if not TYPE_NONE */
	u8 constant;    /* type of constants, if not `type` */
	u8 nvec; /* elements of a vector; 0 for a scalar; PACK for parts of the type; 1: a
	                   fragment of one register, with or without braces */
	bool wide, negate, select;
	bool padded; /* a vector may have more elements than are used: 2, or 4 */
	bool in_vector, is_mov;
	bool layer_first; /* the first element of a vector is a .u32 */
	const char *what;
};

enum { PACK = 255 };

static u8 vec_of(const struct cand *c, const struct row_info *info) {
	for (u32 i = 0; i < info->nslot; i++)
		if (info->slot[i].slot == MOD_VEC)
			return (u8)(MOD_GET(c->mods, VEC) ? 1u << MOD_GET(c->mods, VEC)
			                                  : 0);
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
	case 'M': return (struct want){.kinds = WANT_REG};
	case 'I': return (struct want){.kinds = WANT_IMM};
	case 's': return (struct want){.kinds = WANT_SRC | WANT_SYM};
	case 'H': return (struct want){.kinds = WANT_REG | WANT_SYM};
	case 'B': return (struct want){.kinds = WANT_SRC | WANT_SYM};
	case 'N': return (struct want){.kinds = WANT_IMM};
	case 'q': return (struct want){.kinds = WANT_SRC | WANT_SYM, .type2 = TYPE_U32};
	case 'p': return (struct want){.kinds = WANT_SRC, .negate = true};
	case 'o':
		return (struct want){
			.kinds = WANT_SRC, .type2 = TYPE_PRED, .negate = true};
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

/* Constants may stand among the registers of a fragment that is read, not alone; ptxas
 * takes them so. */
static void want_constants(struct want *w, const struct row_info *info,
                           const struct cand *c, u32 pos) {
	bool is_wgmma = strcmp(info->mnemonic, "wgmma.mma_async") == 0;
	if (info->opr[pos].is_dest || is_wgmma || w->nvec < 2)
		return;
	w->kinds |= WANT_IMM;
	w->constant = (u8)row_constant_type(info, c->type, pos);
}

static struct want want_of(const struct row_info *info, const struct cand *c, u32 pos) {
	char letter = info->opr[pos].letter;
	struct want w = info->table ? want_op(letter, vec_of(c, info)) : want_alu(letter);
	w.type = (u8)row_operand_type(info, c->type, pos);
	w.is_mov = c->row == ROW_MOV;
	if (info->table && strchr("FGM", letter)) {
		u32 bits;
		w.nvec = (u8)mma_operand_regs(c->row, c->mods, c->type, pos, &bits);
		w.type = bits == 64 ? TYPE_B64 : TYPE_B32;
		want_constants(&w, info, c, pos);
	}
	if (info->table && letter == 'I')
		w.nvec = (u8)wgmma_constants(c->type, info->opr[1].letter == 'G');
	if (info->table && strchr("QV", letter))
		w.nvec = (u8)tensor_elements(c->mods, letter);
	if (info->table && strchr("KJE", letter)) {
		w.nvec = (u8)tex_elements(c->mods, letter);
		w.layer_first = letter == 'K' && tex_is_layered(c->mods);
		w.padded = letter != 'J';
	}
	w.wide = (info->props & PROP_WIDE_REG) && w.type != TYPE_PRED &&
	         (!info->table || w.type == c->type[0]) &&
	         !(type_info[w.type].bits == 8 &&
	           (c->row == ROW_CVT_BF16_I || c->row == ROW_CVT_I_BF16));
	return w;
}

/* ---- whether an operand is what is wanted ------------------------------------------ */

enum misfit { FIT, MISFIT_COUNT, MISFIT_KIND, MISFIT_TYPE, MISFIT_IMM, MISFIT_LENGTH };

bool reg_fits(enum type it, enum type rt, bool wide) {
	const struct type_info *i = &type_info[it], *g = &type_info[rt];
	if (it == rt)
		return true;
	if (it == TYPE_PRED || rt == TYPE_PRED || g->class == 'O')
		return false;
	/* Registers of less than 16 bits do not exist in hardware; .b8 ones hold 8-bit
	 * types. */
	if (i->bits != g->bits && !(wide && g->bits > i->bits))
		return false;
	bool int_reg = g->class == 'U' || g->class == 'S' || g->class == 'B';
	switch (i->class) {
	case 'U':
	case 'S': return int_reg;
	case 'B': return i->bits == g->bits || int_reg || g->class == 'F';
	case 'X':
		return g->class == 'B' ||
		       (it >= TYPE_U16X2 && it <= TYPE_S8X4 && int_reg);
	default: return g->class == 'B' || (it == TYPE_TF32 && rt == TYPE_F32);
	}
}

bool imm_convert(enum type t, const struct ast_operand *a, s64 *value) {
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

/* Checks for r + 4 as a source, where a constant could stand, too. A minus is for
 * addresses only, and so is the register of a vector; there is no sum of numbers of other
 * kinds than integers. */
static bool sum_fits(const struct want *w, const struct ast_operand *a, enum type reg) {
	if (a->kind != AST_NAME || !a->has_offset)
		return true;
	u32 bits = type_info[reg].bits;
	return (w->kinds & WANT_SRC) == WANT_SRC && !w->select && !w->in_vector &&
	       !a->has_minus && strchr("USB", type_info[reg].class) && bits >= 16 &&
	       bits <= 64;
}

/* Checks for name + 4 likewise; the name alone is for mov. */
static bool address_fits(const struct want *w, const struct ast_operand *a) {
	const struct type_info *t = &type_info[w->type];
	return (w->kinds & WANT_SRC) == WANT_SRC && !w->is_mov && !w->select &&
	       !w->in_vector && a->kind == AST_NAME && a->has_offset && !a->has_minus &&
	       t->bits >= 32 && t->bits <= 64 && strchr("USB", t->class);
}

/* A special register is read with its own type; %tid and the like may also be read as 16
 * bits, as in the first versions. */
static bool sreg_fits(enum sreg s, enum type t) {
	static const u8 sreg_type[SREG_COUNT] = {
#define SREG(id, name, type, ...) TYPE_##type,
#include "ir/sreg.def"
#undef SREG
	};
	u32 bits = type_info[sreg_type[s]].bits;
	bool was_short = s == SREG_TID_X || s == SREG_TID_Y || s == SREG_TID_Z ||
	                 s == SREG_NTID_X || s == SREG_NTID_Y || s == SREG_NTID_Z ||
	                 s == SREG_CTAID_X || s == SREG_CTAID_Y || s == SREG_CTAID_Z ||
	                 s == SREG_NCTAID_X || s == SREG_NCTAID_Y || s == SREG_NCTAID_Z;
	return type_info[t].bits == bits || (was_short && type_info[t].bits == 16) ||
	       (s == SREG_GRIDID && type_info[t].bits < 64 && t != TYPE_PRED);
}

static enum type constant_type(const struct want *w) {
	return (enum type)(w->constant ? w->constant : w->type);
}

/* Among the 32-bit registers of a fragment a decimal number is the low half of its 64
 * bits, not the nearest .f32: 0. is right, 1.5 is 0. ptxas makes it so, as an H200
 * shows. */
static bool constant_fits(const struct want *w, const struct ast_operand *a, s64 *value) {
	if (w->constant != TYPE_F32 || a->kind != AST_F64)
		return imm_convert(constant_type(w), a, value);
	*value &= UINT32_MAX;
	return true;
}

static enum misfit scalar_fits(struct resolver *r, const struct want *w,
                               const struct ast_operand *a, struct operand *o) {
	switch (o->kind) {
	case OPR_REG: {
		enum type rt = (enum type)r->b.reg.at[o->index].type;
		if (!(w->kinds & WANT_REG) || (o->sel && !w->select) ||
		    (o->negated && !w->negate) || !sum_fits(w, a, rt))
			return MISFIT_KIND;
		return reg_fits((enum type)w->type, rt, w->wide) ||
		                       (w->type2 &&
		                        reg_fits((enum type)w->type2, rt, false))
		               ? FIT
		               : MISFIT_TYPE;
	}
	case OPR_IMM:
		if (!(w->kinds & WANT_IMM))
			return MISFIT_KIND;
		return constant_fits(w, a, &o->value) ? FIT : MISFIT_IMM;
	case OPR_SINK: return w->kinds & WANT_SINK ? FIT : MISFIT_KIND;
	case OPR_SREG:
		return !(w->kinds & WANT_SREG)                              ? MISFIT_KIND
		       : sreg_fits((enum sreg)o->index, (enum type)w->type) ? FIT
		                                                            : MISFIT_TYPE;
	case OPR_SYM:
		return w->kinds & WANT_SYM || address_fits(w, a) ? FIT : MISFIT_KIND;
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

/* A vector of nothing but decimal numbers is one of .f64. */
static bool all_decimal(const struct ast_operand *a) {
	bool all = a->kind == AST_VEC;
	for (u32 i = 0; all && i < a->n; i++)
		all = a->list[i].kind == AST_F64;
	return all;
}

static enum misfit vec_fits(struct resolver *r, struct want w,
                            const struct ast_operand *a, struct operand *o) {
	if (o->kind != OPR_VEC)
		return MISFIT_KIND;
	if (w.nvec == PACK) {
		w.type = (u8)type_part((enum type)w.type, o->n);
		if (!w.type || o->n < 2)
			return MISFIT_LENGTH;
	} else if (o->n != w.nvec && !(w.padded && o->n > w.nvec && is_pow2(o->n))) {
		return MISFIT_LENGTH;
	}
	if (w.kinds & WANT_REG && !(w.kinds & WANT_IMM))
		w.kinds |= WANT_SINK;
	for (u32 i = w.nvec; w.padded && i < o->n; i++)
		if (r->b.operand.at[o->index + i].kind != OPR_REG &&
		    r->b.operand.at[o->index + i].kind != OPR_IMM)
			return MISFIT_KIND;
	if (w.padded)
		o->n = w.nvec; /* other parts are not used */
	if (w.constant == TYPE_F32 && all_decimal(a))
		return MISFIT_IMM;
	w.nvec = 0;
	w.in_vector = true;
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

static enum misfit pair_fits(struct resolver *r, const struct row_operand *p,
                             struct want w, const struct ast_operand *a,
                             struct operand *o) {
	if (o->n != 2 || a->kind != AST_PAIR)
		return MISFIT_KIND;
	w.kinds |= WANT_SINK;
	enum misfit e = scalar_fits(r, &w, &a->list[0], &r->b.operand.at[o->index]);
	if (e || !p->pair)
		return e;
	struct want second = {WANT_REG | WANT_SINK, .type = TYPE_PRED};
	return scalar_fits(r, &second, &a->list[1], &r->b.operand.at[o->index + 1]);
}

/* Checks whether {r} may stand for r: in what loads and stores move, and in mov.b32. */
static bool brace_may_go(const struct row_info *info, const struct cand *c, u32 pos) {
	if (info->table)
		return strchr("DS", info->opr[pos].letter);
	return c->row == ROW_MOV && type_info[c->type[0]].class == 'B';
}

static enum misfit operand_fits(struct resolver *r, const struct row_info *info,
                                const struct cand *c, u32 pos,
                                const struct ast_operand *a, struct operand *o) {
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
	if (!w.nvec && o->kind == OPR_VEC && o->n == 1 && a->kind == AST_VEC &&
	    brace_may_go(info, c, pos)) {
		*o = r->b.operand.at[o->index];
		a = &a->list[0];
		w.in_vector = true;
	}
	if (w.nvec && !(w.kinds & WANT_SINK && o->kind == OPR_SINK && w.nvec != PACK))
		return vec_fits(r, w, a, o);
	if (info->table == 0 && p->letter == 'N' && o->sel) { /* a write mask */
		u32 mask = 0;
		if (o->sel == SEL_MASK)
			for (u32 i = 0; i < o->n; i++)
				mask |= 1u << (o->value >> 4 * i & 7);
		else
			mask = 1u
			       << (o->sel >= SEL_H0 ? o->sel - SEL_H0 : o->sel - SEL_B0);
		if (o->sel < SEL_MASK || o->n) {
			o->sel = (u8)(SEL_MASK + mask);
			o->value = 0;
			o->n = 0;
		}
	}
	return scalar_fits(r, &w, a, o);
}

/* ---- positions --------------------------------------------------------------------- */

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
static bool positions_find(const struct row_info *info, const struct cand *c, u32 n,
                           u8 *at) {
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
			now.misfit = operand_fits(r, info, c, i, &in->operand[now.arg],
			                          &out[i]);
		}
	}
	bool better = !best->cand ||
	              (best->misfit == MISFIT_COUNT && now.misfit != MISFIT_COUNT) ||
	              (now.misfit != MISFIT_COUNT && now.pos > best->pos) ||
	              (now.pos == best->pos && best->misfit == MISFIT_KIND &&
	               now.misfit > MISFIT_KIND);
	if (better || !now.misfit)
		*best = now;
	return !now.misfit;
}

/* ---- errors ------------------------------------------------------------------------ */

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

static void attempt_error(struct resolver *r, const struct ast_inst *in,
                          const struct attempt *t, const struct operand *arg) {
	const struct row_info *info = row_info((enum row)t->cand->row);
	const struct ast_operand *a = t->arg < in->noperand ? &in->operand[t->arg] : NULL;
	const struct operand *o = &arg[t->arg];
	struct want w = want_of(info, t->cand, t->pos);
	struct diag_record *e = NULL;
	struct loc loc = a ? a->loc : in->opcode_loc;
	switch (t->misfit) {
	case FIT:
	case MISFIT_COUNT:
		e = diag_error(r->d, in->opcode_loc, E0110,
		               "'%s' does not take %u operand%s", in->opcode->s,
		               in->noperand, in->noperand == 1 ? "" : "s");
		break;
	case MISFIT_KIND:
		if (info->opr[t->pos].is_dest &&
		    (o->kind == OPR_SREG || o->kind == OPR_IMM || o->kind == OPR_SYM ||
		     o->kind == OPR_FUNC)) {
			e = diag_error(r->d, loc, E0224, "'%s' writes a register, not %s",
			               info->mnemonic,
			               o->kind == OPR_SREG  ? "a special register"
			               : o->kind == OPR_IMM ? "a constant"
			                                    : "a name");
			if (o->kind == OPR_SREG)
				diag_nvcc(r->d, e,
				          "Read-only special register cannot be "
				          "destination "
				          "argument");
			else
				diag_nvcc(r->d, e,
				          "Argument %u of instruction '%s': must be "
				          "register",
				          t->arg, info->mnemonic);
			return;
		}
		if (o->kind == OPR_SREG && w.kinds & WANT_REG) {
			e = diag_error(r->d, loc, E0111,
			               "'%s' cannot read a special register",
			               info->mnemonic);
			diag_note(r->d, e, "mov copies it to a register");
			diag_nvcc(r->d, e,
			          "Special register argument not allowed for instruction "
			          "'%s'",
			          info->mnemonic);
			return;
		}
		e = diag_error(r->d, loc, E0111, "operand %u of '%s' must be %s",
		               t->arg + 1, info->mnemonic, want_text(&w));
		break;
	case MISFIT_TYPE:
		e = diag_error(r->d, loc, E0112, "operand %u of '%s' must be .%s%s%s%s%s",
		               t->arg + 1, in->opcode->s, type_info[w.type].text,
		               o->kind == OPR_REG ? ", and '" : "",
		               o->kind == OPR_REG ? reg_name(r, o) : "",
		               o->kind == OPR_REG ? "' is ." : "",
		               o->kind == OPR_REG
		                       ? type_info[r->b.reg.at[o->index].type].text
		                       : "");
		break;
	case MISFIT_IMM:
		e = diag_error(r->d, loc, E0113, "the constant cannot be .%s",
		               type_info[constant_type(&w)].text);
		break;
	case MISFIT_LENGTH:
		e = diag_error(r->d, loc, E0121,
		               "a vector of %u elements does not fit '%s'", o->n,
		               in->opcode->s);
		diag_note(r->d, e, "form: %s", hint_form(r, (enum row)t->cand->row));
		diag_nvcc(r->d, e, "Argument vector size mismatch for instruction '%s'",
		          info->mnemonic);
		return;
	}
	diag_note(r->d, e, "form: %s", hint_form(r, (enum row)t->cand->row));
	diag_nvcc(r->d, e, "Arguments mismatch for instruction '%s'", info->mnemonic);
}

/* ---- special registers as sources of cvt ------------------------------------------- */

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
		                                   "the guard '%s' is not a predicate",
		                                   in->guard->s);
		diag_nvcc(r->d, e, "Predicate expression expected");
		*ok = false;
		return NO_REG;
	}
	return b->index;
}

struct inst *resolve_append(struct resolver *r, const struct cand *c,
                            const struct ast_inst *in, const struct operand *o, u32 n,
                            u32 guard, struct loc loc) {
	struct inst *i = ir_inst_new(&r->b, (enum row)c->row, c->mods, c->type, o, n);
	i->guard = guard;
	i->guard_negated = in->guard && in->guard_negated;
	i->loc = loc;
	return i;
}

/* cvt takes a special register as its source; in the IR a mov before it reads that. */
static void sreg_read(struct resolver *r, const struct ast_inst *in, struct operand *arg,
                      u32 guard, struct loc loc) {
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
	resolve_append(r, &c, in, mov, 2, guard, loc);
	arg[1] = mov[0];
}

/* mov.v4.u32 {...}, %tid is a mov for each element. */
static bool sreg4_read(struct resolver *r, const struct ast_inst *in,
                       const struct operand *arg, u32 guard, struct loc loc) {
	struct opcode *o = in->opcode->memo;
	const struct cand *c = &o->cand[0];
	if (c->row != ROW_MOV_VEC || in->noperand != 2 || arg[1].kind != OPR_VEC ||
	    arg[0].kind != OPR_VEC || arg[0].n != 4 || arg[1].n != 4 ||
	    r->b.operand.at[arg[1].index].kind != OPR_SREG)
		return false;
	for (u32 i = 0; i < 4; i++) {
		struct operand mov[2] = {r->b.operand.at[arg[0].index + i],
		                         r->b.operand.at[arg[1].index + i]};
		struct cand one = {.row = mov[1].kind == OPR_SREG ? ROW_MOV_SREG
		                                                  : ROW_MOV,
		                   .type = {c->type[0]}};
		if (mov[0].kind == OPR_REG &&
		    reg_fits((enum type)c->type[0],
		             (enum type)r->b.reg.at[mov[0].index].type, false))
			resolve_append(r, &one, in, mov, 2, guard, loc);
	}
	return true;
}

/* ---- sums as operands -------------------------------------------------------------- */

static void append_under_guard(struct resolver *r, const struct ast_inst *in,
                               enum row row, enum type type, const struct operand *o,
                               u32 n, u32 guard, struct loc loc) {
	struct cand c = {.row = (u16)row, .type = {(u8)type}};
	resolve_append(r, &c, in, o, n, guard, loc);
}

/* r + 4 and name + 4 as sources: an add, or a mov, in front computes them. The sum has
 * the width of the register, whatever the instruction makes of it. */
static void sums_read(struct resolver *r, const struct ast_inst *in, const struct cand *c,
                      struct operand *out, u32 guard, struct loc loc) {
	const struct row_info *info = row_info((enum row)c->row);
	for (u32 i = 0; i < info->nopr; i++) {
		struct operand *o = &out[i];
		bool is_sum = o->kind == OPR_REG && !o->sel && o->value;
		bool is_name = o->kind == OPR_SYM &&
		               !(want_of(info, c, i).kinds & WANT_SYM);
		if ((!is_sum && !is_name) || want_of(info, c, i).kinds & WANT_ANY)
			continue;
		u32 bits = is_sum ? type_info[r->b.reg.at[o->index].type].bits
		                  : type_info[row_operand_type(info, c->type, i)].bits;
		enum type type = bits == 16 ? TYPE_U16 : bits == 32 ? TYPE_U32 : TYPE_U64;
		enum type held = bits == 16 ? TYPE_B16 : bits == 32 ? TYPE_B32 : TYPE_B64;
		struct str *name = name_unique(r, str_lit(r->names, "%sum"), 2);
		struct operand sum[3] = {
			{.kind = OPR_REG, .index = ir_reg_new(&r->b, name, held)}, *o};
		if (is_sum) {
			sum[1].value = 0;
			sum[2] = (struct operand){.kind = OPR_IMM, .value = o->value};
			imm_convert(type, &(struct ast_operand){.kind = AST_INT},
			            &sum[2].value);
		}
		append_under_guard(r, in, is_sum ? ROW_ADD : ROW_MOV_SYM, type, sum,
		                   is_sum ? 3 : 2, guard, loc);
		*o = sum[0];
	}
}

/* ---- interface --------------------------------------------------------------------- */

static void invalid_append(struct resolver *r, const struct ast_inst *in,
                           struct opcode *o, struct loc loc) {
	bool ok = true;
	u32 guard = guard_of(r, in, &ok);
	if (!o->warned)
		hint_opcode(r, in);
	o->warned = true;
	struct cand c = {.row = ROW_INVALID,
	                 .mods = ir_text_new(&r->b, ast_inst_text(r, in))};
	resolve_append(r, &c, in, NULL, 0, guard, loc);
}

static void unsupported_warn(struct resolver *r, const struct ast_inst *in, u32 row) {
	if (r->unsupported_warned[row])
		return;
	r->unsupported_warned[row] = true;
	diag_warning(r->d, in->opcode_loc, E0117,
	             "'%s' is not supported yet: a kernel that contains it cannot run",
	             in->opcode->s);
}

/* Sets the predicate after a texture's destination to true: memory is never sparse. */
static void resident_set(struct resolver *r, const struct ast_inst *in,
                         const struct ast_operand *a, u32 guard, struct loc loc) {
	struct operand o[3] = {{0}, {.kind = OPR_IMM}, {.kind = OPR_IMM}};
	if (!arg_resolve(r, a, &o[0], 0) || o[0].kind == OPR_SINK)
		return;
	struct want w = {.kinds = WANT_REG, .type = TYPE_PRED};
	if (scalar_fits(r, &w, a, &o[0])) {
		diag_error(r->d, a->loc, E0111, "what follows | must be a predicate");
		return;
	}
	struct cand c = {
		.row = ROW_SETP_B, .mods = MOD_BITS(CMP, EQ), .type = {TYPE_B32}};
	resolve_append(r, &c, in, o, 3, guard, loc);
}

/* Checks the alignment operand of alloca. */
static void alignment_check(struct resolver *r, const struct ast_operand *a,
                            const struct operand *o) {
	if (o->kind != OPR_IMM || (is_pow2((u64)o->value) && (u64)o->value <= 1ull << 31))
		return;
	struct diag_record *e = diag_error(r->d, a->loc, E0207,
	                                   "alignment %lld is no power of two up to 2^31",
	                                   (long long)o->value);
	diag_nvcc(r->d, e, "Alignment must be a power of two");
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
	if (info->any_words && info->props & PROP_UNSUPPORTED)
		unsupported_warn(r, in, o->cand[0].row);
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
		struct cand c = {.row = o->cand[0].row,
		                 .mods = ir_text_new(&r->b, in->opcode)};
		resolve_append(r, &c, in, arg, args_of(in), guard, loc);
		return;
	}
	if (sreg4_read(r, in, arg, guard, loc))
		return;
	sreg_read(r, in, arg, guard, loc);
	for (u32 i = 0; i < o->ncand; i++) {
		const struct cand *c = &o->cand[i];
		if (!cand_try(r, c, in, arg, out, &best))
			continue;
		if (row_info((enum row)c->row)->props & PROP_UNSUPPORTED)
			unsupported_warn(r, in, c->row);
		if (in != written && strchr(info->sig, 'H'))
			tex_finish(r, c, out);
		sums_read(r, in, c, out, guard, loc);
		if (c->row == ROW_ALLOCA)
			alignment_check(r, &in->operand[2], &out[2]);
		resolve_append(r, c, in, out, row_info((enum row)c->row)->nopr, guard,
		               loc);
		if (resident)
			resident_set(r, in, resident, guard, loc);
		return;
	}
	attempt_error(r, in, &best, arg);
}
