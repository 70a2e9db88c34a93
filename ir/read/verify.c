/* verify.c - rules that every module keeps, each a small predicate over one instruction
 * or function. The first group checks the output of resolve.c and of the passes (E0304);
 * the others are rules of PTX that the tables cannot express. A rule that fails is
 * reported once per place, and the others still run.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "ir/isa/inst.h"
#include "ir/read/module.h"

struct ctx {
	const struct module *m;
	const struct func *f;
	const struct inst *in;
	const struct row_info *info;
	struct diag *d;
};

#define MNEMONIC(c) ((c)->info->mnemonic)

static bool has_slot(const struct row_info *info, u8 slot) {
	for (u32 i = 0; i < info->nslot; i++)
		if (info->slot[i].slot == slot)
			return true;
	return false;
}

/* Value of a slot, 0 also where the row does not have it. */
#define MOD_OF(c, slot) \
	(has_slot((c)->info, MOD_##slot) ? MOD_GET((c)->in->mods, slot) : 0)

static const char *mod_text(enum mod_slot slot, u32 value) {
	const struct mod_info *m = mod_value_info(slot, value);
	return m ? m->text : "";
}

/* ---- structure --------------------------------------------------------------------- */

static bool operand_in_range(const struct ctx *c, const struct operand *o, u32 depth) {
	const struct func *f = c->f;
	switch ((enum operand_kind)o->kind) {
	case OPR_REG:
	case OPR_ADDR_REG: return o->index < f->nreg;
	case OPR_SREG: return o->index < SREG_COUNT;
	case OPR_SYM:
	case OPR_ADDR_SYM: return o->index < c->m->nvar;
	case OPR_FUNC: return o->index < c->m->nfunc;
	case OPR_LABEL: return o->index < f->nblock;
	case OPR_TARGETS: return o->index < f->ntargets;
	case OPR_VEC:
	case OPR_PAIR:
	case OPR_TENSOR:
		if (depth > 2 || o->index > f->noperand || o->n > f->noperand - o->index)
			return false;
		for (u32 i = 0; i < o->n; i++)
			if (!operand_in_range(c, &f->operand[o->index + i], depth + 1))
				return false;
		return true;
	case OPR_NONE:
	case OPR_IMM:
	case OPR_ADDR_IMM:
	case OPR_SINK: return true;
	}
	return false;
}

static bool rule_operands_in_range(const struct ctx *c) {
	if (c->in->guard != NO_REG &&
	    (c->in->guard >= c->f->nreg || c->f->reg[c->in->guard].type != TYPE_PRED))
		return false;
	if (!c->info->any_words && !(c->info->props & PROP_CALL) &&
	    c->in->noperand > c->info->nopr)
		return false;
	for (u32 i = 0; i < c->in->noperand; i++)
		if (!operand_in_range(c, &c->in->operand[i], 0))
			return false;
	return true;
}

static bool rule_types_of_row(const struct ctx *c) {
	if (c->info->any_words)
		return true;
	for (u32 i = 0; i < c->info->ntuple; i++)
		if (memcmp(c->info->types[i], c->in->type, 4) == 0)
			return true;
	return false;
}

/* Blocks follow one another without gaps, and only their last instruction ends them. */
static bool blocks_are_whole(const struct func *f) {
	u32 at = 0;
	for (u32 b = 0; b < f->nblock; b++) {
		if (f->block[b].first != at)
			return false;
		at += f->block[b].ninst;
		for (u32 i = f->block[b].first; i + 1 < at; i++)
			if (row_info((enum row)f->inst[i].row)->props & PROP_TERM)
				return false;
	}
	return at == f->ninst;
}

/* ---- memory ------------------------------------------------------------------------ */

static bool is_access(const struct ctx *c) {
	return c->in->row == ROW_LD || c->in->row == ROW_ST;
}

static struct diag_record *mod_error(const struct ctx *c, enum diag_code code,
                                     const char *text) {
	return diag_error(c->d, c->in->loc, code, "'%s' %s", MNEMONIC(c), text);
}

/* ld, st, mbarrier and multimem: an order needs a scope, a scope needs an order (PTX
 * 9.7.9.8). */
static bool rule_order_has_scope(const struct ctx *c) {
	u32 sem = MOD_OF(c, SEM), scope = MOD_OF(c, SCOPE);
	bool is_mbarrier = strncmp(MNEMONIC(c), "mbarrier.", 9) == 0;
	bool is_multimem = strncmp(MNEMONIC(c), "multimem.", 9) == 0;
	if (!is_access(c) && !is_mbarrier && !is_multimem)
		return true;
	const char *order = mod_text(MOD_SEM, sem), *where = mod_text(MOD_SCOPE, scope);
	struct diag_record *e;
	if (sem >= MOD_SEM_RELAXED && sem <= MOD_SEM_SC && !scope) {
		e = diag_error(c->d, c->in->loc, E0114,
		               ".%s needs a scope: .cta, .cluster, .gpu or .sys", order);
		diag_nvcc(c->d, e, "Modifier '.%s' requires scope with '%s' instruction",
		          order, MNEMONIC(c));
		return true;
	}
	if (!scope || (sem >= MOD_SEM_RELAXED && sem <= MOD_SEM_SC))
		return true;
	e = diag_error(c->d, c->in->loc, sem ? E0107 : E0114,
	               sem ? ".%s cannot be combined with .%s%s"
	                   : ".%s%s needs an order: .relaxed, %s",
	               sem ? order : where, sem ? where : "",
	               sem                           ? ""
	               : c->info->props & PROP_STORE ? ".release"
	                                             : ".acquire");
	if (sem)
		diag_nvcc(c->d, e,
		          "Modifier '.%s' cannot be combined with modifier '.%s'", order,
		          where);
	else
		diag_nvcc(c->d, e,
		          "Modifier '.%s' requires memory order with '%s' instruction",
		          where, MNEMONIC(c));
	return true;
}

/* Pairs of modifiers that ld and st do not take together, and what some of them need. */
static bool rule_access_modifiers(const struct ctx *c) {
	u32 sem = MOD_OF(c, SEM), space = MOD_OF(c, SPACE);
	struct diag_record *e;
	if (!is_access(c))
		return true;
	if (MOD_OF(c, NC) && sem > MOD_SEM_WEAK) {
		e = mod_error(c, E0107, "cannot combine .nc with an order or .volatile");
		diag_nvcc(c->d, e,
		          "Modifier '.%s' cannot be combined with modifier '.nc'",
		          mod_text(MOD_SEM, sem));
	} else if (MOD_OF(c, NC) && space != SPACE_GLOBAL) {
		e = mod_error(c, E0107, "has .nc for .global only");
		diag_nvcc(c->d, e, "Modifier '.nc' requires .global space");
	} else if (MOD_OF(c, MMIO) &&
	           (sem != MOD_SEM_RELAXED || MOD_OF(c, SCOPE) != MOD_SCOPE_SYS)) {
		e = mod_error(c, E0114, "with .mmio needs .relaxed.sys");
		diag_nvcc(c->d, e,
		          "Modifier '.mmio' requires modifier '.relaxed' for instruction "
		          "'%s'",
		          MNEMONIC(c));
	} else if (MOD_OF(c, L1EV) && space && space != SPACE_GLOBAL) {
		e = mod_error(c, E0107, "has cache priorities for .global only");
		diag_nvcc(c->d, e,
		          "Modifier '.%s' cannot be applied to '.%s' space for "
		          "instruction '%s'",
		          mod_text(MOD_L1EV, MOD_OF(c, L1EV)) + 4,
		          mod_text(MOD_SPACE, space), MNEMONIC(c));
	} else if (MOD_OF(c, L2EV) &&
	           (u32)type_info[c->in->type[0]].bits << MOD_OF(c, VEC) != 256) {
		const char *text = mod_text(MOD_L2EV, MOD_OF(c, L2EV));
		e = diag_error(c->d, c->in->loc, E0107,
		               ".%s is for .v8 of 32 and .v4 of 64 bits only", text);
		diag_nvcc(c->d, e,
		          "Instruction '%s' requires '.v8.b32/.v4.b64' type with '.%s' "
		          "modifier.",
		          MNEMONIC(c), text);
	}
	return true;
}

/* Combinations of single instructions. */
static bool rule_other_modifiers(const struct ctx *c) {
	struct diag_record *e;
	if (c->in->row == ROW_CP_BULK_IN && MOD_OF(c, MULTICAST) &&
	    MOD_OF(c, SPACE) == MOD_SPACE_SHARED_CTA) {
		e = mod_error(c, E0107,
		              "copies to several CTAs in .shared::cluster only");
		diag_nvcc(c->d, e,
		          "Illegal modifier '.multicast::cluster' for instruction "
		          "'cp.async.bulk' "
		          "with '.shared::cta.global'");
	}
	if (strncmp(MNEMONIC(c), "mbarrier.arrive", 15) == 0 &&
	    MOD_OF(c, SPACE) == MOD_SPACE_SHARED_CLUSTER &&
	    c->in->operand[0].kind != OPR_SINK) {
		e = mod_error(c, E0111, "on .shared::cluster gives no state: write _");
		diag_nvcc(c->d, e,
		          "Destination operand not allowed for instruction '%s' with "
		          "'.shared::cluster'",
		          MNEMONIC(c));
	}
	return true;
}

/* mov of a special register: a register of its size, or of 16 bits as in the first
 * versions. */
static bool rule_sreg_size(const struct ctx *c) {
	static const u8 type[SREG_COUNT] = {
#define SREG(id, text, type, ...) TYPE_##type,
#include "ir/sreg.def"
#undef SREG
	};
	if (c->in->row != ROW_MOV_SREG)
		return true;
	u32 sreg = c->in->operand[1].index;
	u32 have = type_info[type[sreg]].bits, want = type_info[c->in->type[0]].bits;
	if (have == want || (have == 32 && want == 16) ||
	    (sreg == SREG_GRIDID && want == 32))
		return true;
	struct diag_record *e = diag_error(
		c->d, c->in->loc, E0112,
		"the special register has %u bits, and .%s has %u", have,
		type_info[c->in->type[0]].text, want);
	diag_nvcc(c->d, e, "Arguments mismatch for instruction 'mov'");
	return true;
}

static u32 space_base(u32 space) {
	switch (space) {
	case SPACE_PARAM_ENTRY:
	case SPACE_PARAM_FUNC: return SPACE_PARAM;
	case SPACE_SHARED_CTA:
	case SPACE_SHARED_CLUSTER: return SPACE_SHARED;
	default: return space;
	}
}

static bool space_error(const struct ctx *c, const struct var *v) {
	static const char *const text[SPACE_COUNT] = {
#define SPACE(id, name) name,
#include "ir/space.def"
#undef SPACE
	};
	struct diag_record *e = diag_error(
		c->d, c->in->loc, E0212,
		"'%s' lies in .%s, and the instruction accesses .%s",
		v->name ? v->name->s : "_", text[v->space], text[MOD_OF(c, SPACE)]);
	diag_nvcc(c->d, e,
	          "State space mismatch between instruction and address in instruction "
	          "'%s'",
	          MNEMONIC(c));
	return true;
}

/* A variable's name is an address in the variable's own state space. */
static bool rule_symbol_space(const struct ctx *c) {
	u32 space = MOD_OF(c, SPACE);
	bool first = true;
	if (!space || !(c->info->props & (PROP_LOAD | PROP_STORE)) ||
	    has_slot(c->info, MOD_SSPACE))
		return true;
	for (u32 i = 0; i < c->in->noperand && first; i++) {
		const struct operand *o = &c->in->operand[i];
		if (o->kind == OPR_ADDR_SYM || o->kind == OPR_ADDR_REG)
			first = false; /* further addresses are those of mbarriers */
		if (o->kind == OPR_ADDR_SYM &&
		    c->m->var[o->index].space != space_base(space))
			return space_error(c, &c->m->var[o->index]);
	}
	return true;
}

/* ptxas takes numbers as addresses of local memory only. */
static bool rule_immediate_address(const struct ctx *c) {
	if (has_slot(c->info, MOD_SPACE) && MOD_OF(c, SPACE) == MOD_SPACE_LOCAL)
		return true;
	for (u32 i = 0; i < c->in->noperand; i++) {
		if (c->in->operand[i].kind != OPR_ADDR_IMM)
			continue;
		struct diag_record *e = diag_error(
			c->d, c->in->loc, E0225,
			"a number is an address only with .local");
		diag_note(c->d, e, "move it to a register");
		diag_nvcc(c->d, e,
		          "Immediate addresses allowed only for .local state space");
		break;
	}
	return true;
}

/* 256 bits at once (PTX 9.7.9.8): .v8 of 32-bit types, .v4 of 64-bit types, sm_100. */
static bool rule_vector_width(const struct ctx *c) {
	u32 vec = MOD_OF(c, VEC);
	u32 bits = (u32)type_info[c->in->type[0]].bits << vec;
	struct diag_record *e;
	if (!vec || bits <= 128)
		return true;
	bool legal = bits == 256 && (vec == MOD_VEC_V8 || vec == MOD_VEC_V4) &&
	             is_access(c);
	if (!legal) {
		e = diag_error(c->d, c->in->loc, E0115, "'%s' has no .v%u of .%s",
		               MNEMONIC(c), 1u << vec, type_info[c->in->type[0]].text);
		diag_nvcc(c->d, e, "Vector type too large, exceeds 128 bit limit");
	} else if (c->m->sm && c->m->sm < 100) {
		e = diag_error(c->d, c->in->loc, E0119,
		               "loads and stores of 256 bits need .target "
		               "sm_100 or higher");
		diag_nvcc(c->d, e,
		          "Feature '256 bit wide load/store' requires .target sm_100 or "
		          "higher");
	}
	return true;
}

/* The parameters of a kernel are read-only, and only a kernel has them. */
static bool rule_param_space(const struct ctx *c) {
	u32 space = MOD_OF(c, SPACE);
	if (c->in->row == ROW_ST && space_base(space) == SPACE_PARAM) {
		const struct operand *o = &c->in->operand[0];
		const struct var *v = o->kind == OPR_ADDR_SYM ? &c->m->var[o->index]
		                                              : NULL;
		if (v && v->is_param && c->f->is_entry)
			mod_error(c, E0303, "cannot write the parameters of a kernel");
	}
	if (space == SPACE_PARAM_FUNC && c->f->is_entry && c->in->row == ROW_LD &&
	    c->in->operand[1].kind == OPR_ADDR_SYM &&
	    c->m->var[c->in->operand[1].index].is_param)
		mod_error(c, E0303,
		          "with .param::func reads parameters of device functions, and "
		          "this "
		          "is a kernel");
	return true;
}

/* ---- constants --------------------------------------------------------------------- */

static void imm_error(const struct ctx *c, const char *what, s64 value,
                      const char *range) {
	struct diag_record *e = diag_error(c->d, c->in->loc, E0113, "%s %lld is not %s",
	                                   what, (long long)value, range);
	diag_nvcc(c->d, e, "%s '%lld' out of range, expected to be %s", what,
	          (long long)value, range);
}

/* bar and barrier: number 0 to 15, threads a multiple of 32 (PTX 9.7.13.1). */
static bool rule_barrier_number(const struct ctx *c) {
	u32 first;
	switch (c->in->row) {
	case ROW_BAR_SYNC:
	case ROW_BAR_ARRIVE:
	case ROW_BARRIER_SYNC:
	case ROW_BARRIER_ARRIVE: first = 0; break;
	case ROW_BAR_POPC:
	case ROW_BAR_PRED:
	case ROW_BARRIER_POPC:
	case ROW_BARRIER_PRED: first = 1; break;
	default: return true;
	}
	const struct operand *o = &c->in->operand[first];
	if (o->kind == OPR_IMM && (u64)o->value > 15)
		imm_error(c, "Barrier number", o->value, "in range [0..15]");
	if (c->in->noperand > first + 1 && o[1].kind == OPR_IMM &&
	    (o[1].value % 32 != 0 || o[1].value == 0))
		imm_error(c, "Thread count", o[1].value, "a multiple of 32");
	return true;
}

/* wgmma: scales are 1 or -1, what says whether an operand is transposed 0 or 1
 * (PTX 9.7.15.5). */
static bool rule_product_constants(const struct ctx *c) {
	const struct operand *o;
	for (u32 i = 0; i < c->in->noperand && c->info->table == 1; i++) {
		if (c->info->opr[i].letter != 'I')
			continue;
		o = &c->f->operand[c->in->operand[i].index];
		for (u32 k = 0; k < c->in->operand[i].n; k++) {
			if (k < 2 && o[k].value != 1 && o[k].value != -1)
				imm_error(c, "Scale", o[k].value, "1 or -1");
			if (k >= 2 && (u64)o[k].value > 1)
				imm_error(c, "Transposition", o[k].value, "0 or 1");
		}
	}
	if (c->info->nopr > 4 && c->info->opr[0].letter == 'M' &&
	    c->info->opr[4].letter == 'i') {
		bool narrow = type_info[c->in->type[1]].bits == 8;
		o = &c->in->operand[4];
		if ((u64)o->value > (narrow ? 0 : 1))
			imm_error(c, "Sparsity selector", o->value,
			          narrow ? "0" : "0 or 1");
	}
	return true;
}

static bool rule_tensor_map(const struct ctx *c) {
	const struct operand *o = c->in->operand;
	static const u8 top[] = {[MOD_TFIELD_ELEMTYPE] = 15,
	                         [MOD_TFIELD_INTERLEAVE_LAYOUT] = 2,
	                         [MOD_TFIELD_SWIZZLE_MODE] = 4,
	                         [MOD_TFIELD_FILL_MODE] = 1,
	                         [MOD_TFIELD_SWIZZLE_ATOMICITY] = 3};
	u32 field = MOD_OF(c, TFIELD), last = field == MOD_TFIELD_GLOBAL_STRIDE ? 3 : 4;
	if ((c->in->row == ROW_TMAP_STRIDE || c->in->row == ROW_TMAP_EXTENT) &&
	    (u64)o[1].value > last)
		imm_error(c, "Dimension", o[1].value,
		          last == 3 ? "in range [0..3]" : "in range [0..4]");
	if (c->in->row == ROW_TMAP_MODE && (u64)o[1].value > top[field])
		imm_error(c, "Value", o[1].value, "one of the field");
	if (c->in->row == ROW_TMAP_FENCE && o[2].value != 128)
		imm_error(c, "Size", o[2].value, "128");
	return true;
}

static bool rule_copy_size(const struct ctx *c) {
	if (c->in->row == ROW_CP_ASYNC) {
		s64 n = c->in->operand[2].value;
		bool cg = MOD_GET(c->in->mods, COP) == MOD_COP_CG;
		if (n != 16 && (cg || (n != 4 && n != 8)))
			imm_error(c, "Copy size", n, cg ? "16" : "4, 8 or 16");
	}
	const struct operand *o = c->in->operand;
	if ((c->in->row == ROW_FENCE_TMAP_ACQ || c->in->row == ROW_DISCARD ||
	     c->in->row == ROW_APPLYPRIORITY) &&
	    o[1].value != 128)
		imm_error(c, "Size", o[1].value, "128");
	if (c->in->row == ROW_PMEVENT && (u64)o[0].value > 15)
		imm_error(c, "Event", o[0].value, "in range [0..15]");
	if (c->in->row == ROW_PMEVENT_MASK && (u64)o[0].value > 65535)
		imm_error(c, "Mask", o[0].value, "in range [0..65535]");
	if (c->in->row == ROW_SETMAXNREG) {
		s64 n = c->in->operand[0].value;
		if (n < 24 || n > 256 || n % 8)
			imm_error(c, "Register count", n,
			          "a multiple of 8 in range [24..256]");
	}
	return true;
}

/* ---- functions and modules --------------------------------------------------------- */

static bool block_is_target(const struct func *f, u32 block) {
	for (u32 i = 0; i < f->ninst; i++)
		for (u32 k = 0; k < f->inst[i].noperand; k++)
			if (f->inst[i].operand[k].kind == OPR_LABEL &&
			    f->inst[i].operand[k].index == block)
				return true;
	for (u32 i = 0; i < f->ntargets; i++)
		for (u32 k = 0;
		     f->targets[i].kind == TARGETS_BRANCH && k < f->targets[i].n; k++)
			if (f->targets[i].index[k] == block)
				return true;
	return false;
}

/* Checks whether control reaches the `ret` that ir_build_end appends to the text: it is
 * not alone in its block, or something branches or falls there. */
static bool end_is_reached(const struct func *f) {
	const struct block *last = &f->block[f->nblock - 1];
	if (last->ninst > 1 || f->ninst == 1)
		return true;
	const struct inst *before = &f->inst[f->ninst - 2];
	return !(row_info((enum row)before->row)->props & PROP_TERM) ||
	       before->guard != NO_REG || block_is_target(f, f->nblock - 1);
}

/* A function with a result should end by ret, not by running out of its text. */
static void check_end(const struct ctx *c) {
	const struct func *f = c->f;
	if (!f->nret || f->noreturn || !f->ninst || f->inst[f->ninst - 1].loc.end)
		return;
	if (end_is_reached(f))
		diag_warning(c->d, (struct loc){f->end_loc.end - 1, f->end_loc.end},
		             E0301,
		             "'%s' has a result, and its end is reached without ret",
		             f->name->s);
}

enum { CONST_MAX = 64 << 10 }; /* bytes of a module */

static void check_shared(const struct ctx *c, u8 *seen, u32 shared_max) {
	u64 bytes = 0;
	const struct func *f = c->f;
	for (u32 i = 0; i < f->nvar; i++) {
		const struct var *v = &c->m->var[f->var[i]];
		bytes += v->space == SPACE_SHARED ? v->size_bytes : 0;
	}
	for (u32 i = 0; i < f->ninst; i++)
		for (u32 k = 0; k < f->inst[i].noperand; k++) {
			const struct operand *o = &f->inst[i].operand[k];
			if (o->kind != OPR_SYM && o->kind != OPR_ADDR_SYM)
				continue;
			const struct var *v = &c->m->var[o->index];
			if (v->func == NO_REG && v->space == SPACE_SHARED &&
			    !seen[o->index])
				bytes += v->size_bytes;
			seen[o->index] = 1;
		}
	for (u32 i = 0; i < f->ninst; i++)
		for (u32 k = 0; k < f->inst[i].noperand; k++)
			if (f->inst[i].operand[k].kind == OPR_SYM ||
			    f->inst[i].operand[k].kind == OPR_ADDR_SYM)
				seen[f->inst[i].operand[k].index] = 0;
	if (!f->is_entry || bytes <= shared_max)
		return;
	struct diag_record *e = diag_error(
		c->d, f->loc, E0208,
		"'%s' declares %llu bytes of shared memory, %u are the limit", f->name->s,
		(unsigned long long)bytes, shared_max);
	diag_note(c->d, e,
	          "more is there for dynamic shared memory: extern __shared__, in PTX "
	          ".extern .shared");
	diag_nvcc(
		c->d, e,
		"Entry function '%s' uses too much shared data (0x%llx bytes, 0x%x max)",
		f->name->s, (unsigned long long)bytes, shared_max);
}

static void check_const(const struct module *m, struct diag *d) {
	u64 bytes = 0;
	for (u32 i = 0; i < m->nvar; i++) {
		const struct var *v = &m->var[i];
		if (v->space != SPACE_CONST)
			continue;
		bool before = bytes > CONST_MAX;
		bytes = alignup(bytes, v->align) + v->size_bytes;
		if (bytes <= CONST_MAX || before)
			continue;
		struct diag_record *e = diag_error(
			d, v->loc, E0208,
			"constant memory has 64 KB, and '%s' ends at %llu", v->name->s,
			(unsigned long long)bytes);
		diag_nvcc(d, e,
		          "File uses too much global constant data (0x%llx bytes, 0x%x "
		          "max)",
		          (unsigned long long)bytes, CONST_MAX);
	}
}

/* ---- the rules --------------------------------------------------------------------- */

static const struct rule {
	const char *name;
	/* false: E0304; rules of PTX report by themselves */
	bool (*holds)(const struct ctx *c);
} rules[] = {
	{"operands name what exists", rule_operands_in_range},
	{"types are those of the row", rule_types_of_row},
	{"an order has a scope", rule_order_has_scope},
	{"modifiers that go together", rule_access_modifiers},
	{"modifiers of single instructions", rule_other_modifiers},
	{"special registers have their size", rule_sreg_size},
	{"an address lies in the instruction's space", rule_symbol_space},
	{"numbers as addresses", rule_immediate_address},
	{"vectors have a legal width", rule_vector_width},
	{"kernel parameters are read-only", rule_param_space},
	{"barrier numbers and counts", rule_barrier_number},
	{"sizes that must be constants", rule_copy_size},
	{"constants of products", rule_product_constants},
	{"constants of tensor maps", rule_tensor_map},
};

static void verify_func(struct ctx *c) {
	if (!blocks_are_whole(c->f)) {
		diag_error(c->d, c->f->loc, E0304, "the blocks of '%s' are not whole",
		           c->f->name->s);
		return;
	}
	for (u32 i = 0; i < c->f->ninst; i++) {
		c->in = &c->f->inst[i];
		c->info = row_info((enum row)c->in->row);
		for (u32 k = 0; k < countof(rules); k++) {
			if (rules[k].holds(c))
				continue;
			diag_error(c->d, c->in->loc, E0304, "rule broken: %s",
			           rules[k].name);
			break;
		}
	}
}

bool ir_verify(const struct module *m, struct diag *d, u32 shared_max) {
	u32 before = d->nerror;
	bool is_whole = before == 0; /* else instructions with errors are missing */
	struct arena scratch = ARENA_INIT;
	u8 *seen = arena_array(&scratch, u8, m->nvar + 1);
	check_const(m, d);
	for (u32 i = 0; i < m->nfunc; i++) {
		struct ctx c = {.m = m, .f = m->func[i], .d = d};
		if (!c.f->has_body)
			continue;
		verify_func(&c);
		if (is_whole)
			check_end(&c);
		if (c.f->is_entry)
			check_shared(&c, seen, shared_max);
	}
	arena_drop(&scratch);
	return d->nerror == before;
}
