/* mem.c - loads and stores. How addresses differ between lanes decides what is emitted:
 *
 *     parameter of the kernel   one load, the same for all
 *     uniform                   one scalar access
 *     affine, stride = size     one vector access a chunk
 *     other                     a test when it runs: consecutive -> vector, equal ->
 *                               scalar, else gather
 *
 * Every access is checked first: it lies in the device memory that is valid without a
 * closer look (one piece, known at the launch), in the module's constants, in the cta's
 * own shared memory, or in the lane's local memory, and it is aligned. Alignment needs no
 * check of its own: the offset is rotated right by the size's logarithm, so that a
 * misaligned one becomes huge. What fails the check is executed by the interpreter's
 * function, which finds other windows and other pages, or the fault.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/flow/back_edge.h"
#include "backend/machine/access.h"
#include "backend/machine/strong_access.h"

/* ---- what it is -------------------------------------------------------------------- */

const struct var *mem_symbol(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	return o->kind == OPR_ADDR_SYM ? &c->m->var[o->index] : NULL;
}

static bool is_kernel_param(const struct fn *c, const struct mem *m) {
	const struct var *v = mem_symbol(c, m);
	return v && c->facts.is_kernel && v->is_param && is_param_space(v->space) &&
	       is_param_space(m->space);
}

/* As decode_address does: a symbol decides the space. */
bool mem_find_space(struct fn *c, struct mem *m) {
	const struct var *v = mem_symbol(c, m);
	if (!v) {
		if (is_param_space(m->space)) {
			if (c->facts.is_kernel)
				return false;
			m->space = SPACE_LOCAL;
		}
		return true;
	}
	if (is_shared_space(v->space)) {
		m->space = m->space ? m->space : SPACE_SHARED;
		return is_shared_space(m->space);
	}
	if (v->space == SPACE_LOCAL) {
		m->space = SPACE_LOCAL;
	} else if (is_param_space(v->space)) {
		if (!(c->facts.is_kernel && v->is_param))
			m->space = SPACE_LOCAL;
		else if (!is_param_space(m->space))
			return false;
	}
	return true;
}

static bool find_elements(struct fn *c, struct mem *m) {
	const struct operand *o = &m->in->operand[m->vi];
	u32 vec = MOD_GET(m->in->mods, VEC);
	m->n = vec ? 1u << vec : 1;
	m->size = type_size_bytes(m->type);
	m->bytes = m->n * m->size;
	if (m->n > ELEMENTS || m->size > 8 || (o->kind == OPR_VEC) != (m->n > 1))
		return false;
	for (u32 i = 0; i < m->n; i++) {
		m->elem[i] = m->n > 1 ? &c->f->operand[o->index + i] : o;
		bool ok = m->elem[i]->kind == OPR_REG || m->elem[i]->kind == OPR_SINK ||
		          (!m->is_load && m->elem[i]->kind == OPR_IMM);
		if (!ok ||
		    (m->elem[i]->kind == OPR_REG && c->reg[m->elem[i]->index].bits < 16))
			return false;
	}
	return true;
}

static bool describe(struct fn *c, struct mem *m, const struct inst *in) {
	*m = (struct mem){.in = in, .type = (enum type)in->type[0], .scale = 1};
	m->is_load = in->row == ROW_LD || in->row == ROW_LDU;
	m->strong = is_strong(in->mods);
	/* a sanitizer takes them for races */
	if ((!m->is_load && in->row != ROW_ST) || (m->strong && jit_config()->sanitize))
		return false;
	m->ai = m->is_load;
	m->vi = 1 - m->ai;
	m->space = in->row == ROW_LDU && !MOD_GET(in->mods, SPACE)
	                   ? SPACE_GLOBAL
	                   : MOD_GET(in->mods, SPACE);
	/* GPUs do not tear 16 bytes of a strong vector (interp/mem.c) */
	return mem_find_space(c, m) && find_elements(c, m) && !(m->strong && m->n > 1);
}

bool mem_describe(struct fn *c, struct mem *m, const struct inst *in) {
	return !is_strong(in->mods) && describe(c, m, in);
}

/* ---- values ------------------------------------------------------------------------ */

typ mem_int(struct fn *c, const struct mem *m) {
	return jit_int_type(c, m->size * 8);
}

/* The type that is loaded or stored at once: floats, if the register has them and is the
 * only one. */
typ mem_type(struct fn *c, const struct mem *m) {
	const struct operand *o = m->elem[0];
	bool same = m->n == 1 && o->kind == OPR_REG &&
	            c->reg[o->index].bits == m->size * 8;
	return same ? c->reg[o->index].type : mem_int(c, m);
}

/* A register's value as the memory's integer, and back. */
val mem_from_register(struct fn *c, const struct mem *m, const struct operand *o, u32 k) {
	u32 own = o->kind == OPR_REG ? c->reg[o->index].bits : m->size * 8;
	val v = jit_source(c, o, own, k);
	return jit_resize(c, jit_cast(c, v, jit_int_type(c, own)), m->size * 8, false);
}

val mem_stored(struct fn *c, const struct mem *m, const struct operand *o, u32 k) {
	if (m->n == 1 && o->kind == OPR_REG && c->reg[o->index].bits == m->size * 8)
		return jit_source(c, o, m->size * 8, k);
	return mem_from_register(c, m, o, k);
}

static val to_register(struct fn *c, const struct mem *m, u32 reg, val v) {
	if (m->n == 1 && mem_type(c, m) == c->reg[reg].type)
		return v;
	v = jit_resize(c, v, c->reg[reg].bits, type_info[m->type].class == 'S');
	return jit_cast(c, v, c->reg[reg].type);
}

void mem_set_loaded(struct fn *c, struct mem *m) {
	for (u32 e = 0; e < m->n; e++) {
		if (m->elem[e]->kind != OPR_REG)
			continue;
		u32 reg = m->elem[e]->index;
		if (jit_is_scalar(c, reg)) {
			jit_reg_set_scalar(c, reg,
			                   to_register(c, m, reg, m->value[e][0]));
			continue;
		}
		for (u32 k = 0; k < c->nchunk; k++)
			jit_reg_set_chunk(c, reg, k,
			                  to_register(c, m, reg, m->value[e][k]));
	}
}

/* ---- the instruction --------------------------------------------------------------- */

static void kernel_param(struct fn *c, struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	u64 off = mem_symbol(c, m)->param_offset + (u64)o->value;
	for (u32 e = 0; e < m->n; e++) {
		val base = jit_once(c, ONCE_PARAM);
		bb here = jit_entry(c);
		val v = jit_field(c, base, off + e * m->size, mem_type(c, m), "");
		LLVMSetAlignment(v, m->size);
		jit_prologue_end(c, here);
		bool scalar = m->elem[e]->kind == OPR_REG &&
		              jit_is_scalar(c, m->elem[e]->index);
		for (u32 k = 0; k < c->nchunk; k++)
			m->value[e][k] = scalar ? v : jit_splat(c, v);
	}
	mem_set_loaded(c, m);
	for (u32 e = 0; e < m->n; e++)
		if (m->elem[e]->kind == OPR_REG && jit_is_scalar(c, m->elem[e]->index) &&
		    !c->is_guarded) {
			u32 reg = m->elem[e]->index;
			bb here = jit_entry(c);
			jit_reg_fix(c, reg, 0, to_register(c, m, reg, m->value[e][0]));
			jit_prologue_end(c, here);
		}
}

static bool param_in_bounds(const struct fn *c, const struct mem *m) {
	s64 off = (s64)mem_symbol(c, m)->param_offset + m->in->operand[m->ai].value;
	return off >= 0 && (u64)off % m->bytes == 0 &&
	       (u64)off + m->bytes <= c->f->param_bytes;
}

bool jit_is_param(struct fn *c, const struct inst *in) {
	struct mem m;
	return mem_describe(c, &m, in) && m.is_load && is_kernel_param(c, &m) &&
	       param_in_bounds(c, &m);
}

static void access_uniform(struct fn *c, struct mem *m, struct mask *em) {
	val p = mem_pointer(c, m, mem_address(c, m), m->bytes);
	explain_access(c, m->in, "uniform", "the address is equal in all lanes");
	if (m->is_load)
		mem_uniform_load(c, m, p);
	else
		mem_uniform_store(c, m, p, em);
}

static void access_consecutive(struct fn *c, struct mem *m, const struct mask *em) {
	struct mask lanes = *em;
	val p = mem_line_pointer(c, m, &lanes);
	explain_access(c, m->in, em->full ? "contiguous" : "contiguous, masked",
	               "the addresses rise by the size of the access");
	bb past = mem_store_nontemporal(c, m, &p, 1, em);
	for (u32 k = 0; k < c->nchunk; k++) {
		val at = jit_gep(c, p, jit_int(c, 64, (u64)k * c->width * m->bytes));
		mem_consecutive(c, m, at, k, em);
	}
	if (em->full && !m->strong)
		mem_prefetch(c, m, p);
	if (past) {
		jit_goto(c, past);
		jit_at(c, past);
	}
	if (em->full && !m->strong && !coarsen_away(c) && mem_may_count(c, m))
		m->place = p;
}

static void access_any(struct fn *c, struct mem *m, const struct mask *em) {
	explain_scattered(c, m->in, &m->how, m->space, !em->full);
	mem_by_pattern(c, m, em);
}

void mem_note_place(struct fn *c, const struct mem *m, val place) {
	c->mem.narrow.in = m->in;
	c->mem.narrow.place = place;
}

/* The access and the interpreter's function, if code goes there, come together here. */
void mem_end(struct fn *c, struct mem *m, u32 fork) {
	if (m->place)
		mem_note_place(c, m, m->place);
	if (!m->slow) {
		jit_fork_keep(c, fork);
		return;
	}
	struct reg_arm arm[2];
	bb done = jit_block(c, "done");
	jit_fork_end(c, fork, &arm[0]);
	jit_goto(c, done);
	jit_at(c, m->slow);
	/* the guard has been evaluated: the mask has the lanes that execute it */
	fork = jit_fork(c);
	jit_exec_access(c, m->in, done);
	jit_fork_end(c, fork, &arm[1]);
	jit_at(c, done);
	if (m->place) {
		val from[2] = {m->place, LLVMConstNull(c->ptr)};
		val phi = LLVMBuildPhi(c->b, c->ptr, "");
		LLVMAddIncoming(phi, from, (bb[]){arm[0].end, arm[1].end}, 2);
		mem_note_place(c, m, phi);
	}
	jit_join(c, arm);
}

static void read_first(void *ctx, u32 reg, enum reg_role role) {
	struct fn *c = ctx;
	for (u32 k = 0;
	     role != REG_WRITTEN && k < (jit_is_scalar(c, reg) ? 1 : c->nchunk); k++)
		if (jit_is_scalar(c, reg))
			jit_reg_scalar(c, reg);
		else
			jit_reg_chunk(c, reg, k);
}

u32 mem_begin(struct fn *c, const struct inst *in) {
	inst_each_reg(c->f, in, read_first, c);
	return jit_fork(c);
}

static bool scalar_dest_needs_uniform(struct fn *c, const struct mem *m) {
	for (u32 e = 0; m->is_load && e < m->n; e++)
		if (m->elem[e]->kind == OPR_REG && jit_is_scalar(c, m->elem[e]->index) &&
		    m->how.kind != VALUE_UNIFORM)
			return true;
	return false;
}

/* Checks whether some way other than the interpreter's function is worth its code. */
static bool has_ways(struct fn *c, const struct mem *m, const struct mask *em) {
	if (mem_can_scatter(c, m) || mem_is_own_place(c, m))
		return true;
	if (m->how.kind == VALUE_AFFINE &&
	    !(m->how.stride == (s64)m->bytes && !m->how.row))
		return mem_is_tiled(c, m, em);
	return m->space != SPACE_LOCAL && (m->is_load || m->n == 1 || em->full);
}

/* A strong access is one of its kind, with which no other access is joined, between
 * fences that no access is moved across. Hosts do not tear aligned elements of 8 bytes at
 * most, in vectors neither. */
bool jit_mem(struct fn *c, const struct inst *in) {
	struct mem m;
	c->mem.lanes_group[in - c->f->inst] = NULL;
	c->mem.narrow.in = c->mem.narrow.in == in ? NULL : c->mem.narrow.in;
	/* values of the full version are not there in the part version */
	c->mem.group_ptr[in - c->f->inst] = NULL;
	if (!describe(c, &m, in))
		return false;
	if (is_kernel_param(c, &m)) {
		if (!m.is_load || !param_in_bounds(c, &m))
			return false;
		kernel_param(c, &m);
		explain_access(c, in, "uniform", "a parameter of the kernel");
		return true;
	}
	m.how = jit_operand_value(c, &in->operand[m.ai], 64);
	if (m.space == SPACE_LOCAL)
		m.how.kind = VALUE_DIVERGENT; /* every lane has its own */
	if (scalar_dest_needs_uniform(c, &m))
		return false;
	if (!m.strong && mem_by_call(c, &m))
		return true;
	struct mask em = c->em;
	bool line = m.how.kind == VALUE_AFFINE && m.how.stride == (s64)m.bytes &&
	            !m.how.row && (em.full || m.n == 1);
	if (m.how.kind != VALUE_UNIFORM && !line && !has_ways(c, &m, &em))
		return false;
	m.checked = mem_inside_symbol(c, &m);
	if (!m.strong)
		mem_join_group(c, &m);
	u32 fork = mem_begin(c, in);
	if (!m.strong)
		mem_check_group(c, &m);
	mem_order(c, in, MOD_SEM_RELEASE);
	if (!m.is_load && !(m.how.kind == VALUE_UNIFORM))
		for (u32 e = 0; e < m.n; e++)
			for (u32 k = 0; k < c->nchunk; k++)
				m.value[e][k] = mem_stored(c, &m, m.elem[e], k);
	if (m.how.kind == VALUE_UNIFORM)
		access_uniform(c, &m, &em);
	else if (line)
		access_consecutive(c, &m, &em);
	else
		access_any(c, &m, &em);
	mem_order(c, in, MOD_SEM_ACQUIRE);
	if (m.is_load)
		mem_set_loaded(c, &m);
	mem_end(c, &m, fork);
	jit_pay_poll(c, in);
	return true;
}
