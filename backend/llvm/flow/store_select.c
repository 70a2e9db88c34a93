/* store_select.c - stores under a condition that differs between lanes, of what the block
 * before has loaded:
 *
 *     a = s[i]; b = s[j];               a = s[i]; b = s[j];
 *     if (a > b) {              ->      s[i] = a > b ? b : a;
 *             s[i] = b;                 s[j] = a > b ? a : b;
 *             s[j] = a;
 *     }
 *
 * Lanes that do not store put back what they have loaded. Memory is the same as if they
 * had not: it is shared memory, which the other warps of the cta access only when this
 * one waits, and no two of the addresses are equal. Affine addresses show that when the
 * code is made; if they are off several registers, a comparison of these shows it when
 * the code runs. Stores of all lanes are plain vectors, and the warp stays in the full
 * version.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/store_select.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/mem/mem.h"

enum { MOST_STORES = 4, MOST_BACK = 64, NEAR = 32 };

struct store {
	struct mem m;
	const struct operand *old; /* what was loaded there */
	val value[MAX_CHUNKS];
};

/* ---- which ------------------------------------------------------------------------- */

static const struct operand *address(const struct store *s) {
	return &s->m.in->operand[s->m.ai];
}

/* Checks for a plain access of shared memory by all lanes, of one register's size, at
 * addresses that differ. */
static bool is_plain(struct fn *c, struct mem *m, const struct inst *in) {
	if (!mem_describe(c, m, in) || m->space != SPACE_SHARED || m->n != 1 ||
	    m->size < 4 || in->guard != NO_REG || m->elem[0]->kind != OPR_REG ||
	    in->operand[m->ai].kind != OPR_ADDR_REG)
		return false;
	return c->reg[m->elem[0]->index].bits == m->size * 8;
}

static bool are_lanes_apart(struct fn *c, struct mem *m) {
	m->how = jit_operand_value(c, &m->in->operand[m->ai], 64);
	if (m->how.kind != VALUE_AFFINE || !mem_is_near(&m->how, m->bytes))
		return false;
	for (u32 l = 1; l < WARP_LANES; l++)
		for (u32 k = 0; k < l; k++)
			if (uniform_lane(&m->how, l) == uniform_lane(&m->how, k))
				return false;
	return true;
}

/* Finds the load in the block at hand from where the store goes to. */
static bool find_old(struct fn *c, struct store *s) {
	const struct block *b = &c->f->block[c->block];
	const struct operand *at = address(s);
	for (u32 n = 1; n <= b->ninst && n < MOST_BACK; n++) {
		const struct inst *in = &c->f->inst[b->first + b->ninst - n];
		struct mem x;
		if (jit_can_wait(in) ||
		    row_info(in->row)->props & (PROP_STORE | PROP_ATOMIC | PROP_CALL))
			return false;
		if (is_plain(c, &x, in) && x.is_load && x.bytes == s->m.bytes &&
		    in->operand[x.ai].index == at->index &&
		    in->operand[x.ai].value == at->value) {
			s->old = x.elem[0];
			break;
		}
		if (mem_writes(c, in, at->index))
			return false;
	}
	if (!s->old)
		return false;
	/* and what it loaded is still there */
	for (u32 n = 1; n < b->ninst; n++) {
		const struct inst *in = &c->f->inst[b->first + b->ninst - n];
		if (mem_writes(c, in, s->old->index))
			return row_info(in->row)->props & PROP_LOAD &&
			       &in->operand[0] == s->old;
	}
	return &c->f->inst[b->first].operand[0] == s->old;
}

static bool find_stores(struct fn *c, u32 side, u32 join, struct store *s, u32 *n) {
	const struct block *b = &c->f->block[side];
	if (b->npred != 1 || b->pred[0] != c->block || b->nsucc != 1 ||
	    b->succ[0] != join || b->ninst > MOST_STORES + 1)
		return false;
	for (u32 i = b->first; i < b->first + b->ninst; i++) {
		const struct inst *in = &c->f->inst[i];
		if (in->row == ROW_BRA && in->guard == NO_REG)
			continue;
		if (*n == MOST_STORES || !is_plain(c, &s[*n].m, in) || s[*n].m.is_load ||
		    !are_lanes_apart(c, &s[*n].m) || !find_old(c, &s[*n]))
			return false;
		++*n;
	}
	return *n > 0;
}

/* ---- addresses of two stores ------------------------------------------------------- */

/* Checks that no lane of `b` meets one of `a` if b's base is `apart` bytes after a's. */
static bool meet_nowhere(const struct store *a, const struct store *b, s64 apart) {
	for (u32 l = 0; l < WARP_LANES; l++)
		for (u32 k = 0; k < WARP_LANES; k++) {
			s64 d = apart + uniform_lane(&b->m.how, k) -
			        uniform_lane(&a->m.how, l);
			if (d > -(s64)b->m.bytes && d < (s64)a->m.bytes)
				return false;
		}
	return true;
}

/* i1: the same, where the bases are known when it runs. They are near each other, and one
 * of the good distances, or beyond all distances that could be bad. */
static val meet_nowhere_now(struct fn *c, const struct store *a, const struct store *b) {
	u64 good = 0;
	s64 size = a->m.bytes, least[2], most[2];
	for (s64 k = -NEAR; k < NEAR; k++)
		good |= (u64)meet_nowhere(a, b, k * size) << (k + NEAR);
	uniform_extent(&a->m.how, &least[0], &most[0]);
	uniform_extent(&b->m.how, &least[1], &most[1]);
	s64 low = least[0] - most[1] - size, high = most[0] - least[1] + size;
	val d = LLVMBuildSub(c->b, mem_address(c, &b->m), mem_address(c, &a->m), "");
	val far = LLVMBuildICmp(c->b, LLVMIntUGT,
	                        LLVMBuildSub(c->b, d, jit_int(c, 64, (u64)low), ""),
	                        jit_int(c, 64, (u64)(high - low)), "");
	val k = LLVMBuildAdd(c->b, d, jit_int(c, 64, (u64)(NEAR * size)), "");
	val arg[3] = {k, k, jit_int(c, 64, log2_of(a->m.bytes))};
	k = jit_intrinsic(c, "llvm.fshr", &c->i64, 1, arg, 3);
	val near = LLVMBuildICmp(c->b, LLVMIntULT, k, jit_int(c, 64, 2 * NEAR), "");
	k = LLVMBuildAnd(c->b, k, jit_int(c, 64, 2 * NEAR - 1), "");
	val bit = LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, jit_int(c, 64, good), k, ""),
	                         c->i1, "");
	return LLVMBuildOr(c->b, far, LLVMBuildAnd(c->b, near, bit, ""), "");
}

/* Tests all pairs: i1; NULL: some meet. */
static val all_apart(struct fn *c, const struct store *s, u32 n) {
	val ok = jit_int(c, 1, 1);
	for (u32 i = 0; i < n; i++)
		for (u32 k = 0; k < i; k++) {
			const struct operand *a = address(&s[k]), *b = address(&s[i]);
			if (s[i].m.bytes != s[k].m.bytes)
				return NULL;
			if (a->index != b->index)
				ok = LLVMBuildAnd(c->b, ok,
				                  meet_nowhere_now(c, &s[k], &s[i]), "");
			else if (!meet_nowhere(&s[k], &s[i], b->value - a->value))
				return NULL;
		}
	return ok;
}

/* ---- code -------------------------------------------------------------------------- */

static void choose(struct fn *c, struct store *s, const val *lanes) {
	for (u32 k = 0; k < c->nchunk; k++)
		s->value[k] = LLVMBuildSelect(
			c->b, lanes[k], mem_from_register(c, &s->m, s->m.elem[0], k),
			mem_from_register(c, &s->m, s->old, k), "");
}

/* Emits the store with another value in its register, all bits of which count. */
static void store(struct fn *c, const struct store *s) {
	struct jreg *own = &c->reg[s->m.elem[0]->index], saved = *own;
	own->class = REG_VECTOR;
	own->how = NULL;
	own->raw_nan = false;
	memset(own->fixed, 0, sizeof own->fixed);
	for (u32 k = 0; k < c->nchunk; k++)
		own->now[k] = jit_cast(c, s->value[k], own->type);
	c->pos = c->cfg->inst_pos[c->block] +
	         (u32)(s->m.in - &c->f->inst[c->f->block[c->block].first]);
	jit_inst(c, s->m.in);
	saved.is_listed = own->is_listed;
	*own = saved;
}

static void emit_stores(struct fn *c, u32 side, const struct store *s, u32 n) {
	u32 block = c->block, pos = c->pos, cost = c->flow.poll_cost;
	const struct inst *in = c->in;
	mem_forget_groups(c, side);
	c->block = side;
	for (u32 i = 0; i < n; i++)
		store(c, &s[i]);
	c->block = block;
	c->pos = pos;
	c->in = in;
	c->flow.poll_cost = cost;
	c->em = c->mask;
}

bool jit_select_stores(struct fn *c, u32 side, u32 join, const val *lanes,
                       bb *otherwise) {
	struct store s[MOST_STORES] = {0};
	u32 n = 0;
	if (c->opt.is_quick || c->opt.is_large || c->opt.is_verified || c->flow.split ||
	    c->dm->reaches_ctas || !find_stores(c, side, join, s, &n))
		return false;
	u32 mark = jit_fork(c);
	struct reg_arm arm;
	val ok = all_apart(c, s, n);
	if (!ok) {
		jit_fork_keep(c, mark);
		return false;
	}
	*otherwise = jit_block(c, "apart");
	bb go = jit_block(c, "select");
	jit_likely(c, ok, true, go, *otherwise);
	val enter = LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b));
	jit_at(c, go);
	for (u32 i = 0; i < n; i++)
		choose(c, &s[i], lanes);
	c->selects = (struct store_select){.away = *otherwise};
	emit_stores(c, side, s, n);
	if (c->selects.failed)
		LLVMSetOperand(enter, 0, jit_int(c, 1, 0));
	c->selects.away = NULL;
	jit_fork_end(c, mark, &arm);
	explain_access(c, c->in, "selected",
	               "lanes that do not store put back what they have loaded");
	return true;
}
