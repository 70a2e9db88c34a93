/* kernel.c - what a kernel needs: which functions it reaches, where its shared variables lie.
 *
 *     shared memory of a cta:   | reserved | static variables | dynamic (.extern) ......... |
 *                               0         1024                ^ shared_dynamic_offset
 *
 * Only variables that the kernel can reach take room, as in what ptxas makes. All .extern shared
 * variables name the same dynamic part.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/inst.h"
#include "runtime/device.h"

/* ---- reachable functions ---- */

struct reach {
	const struct module *m;
	struct arena *scratch;
	VEC(u32) work;  /* functions still to be looked at */
	u8 *seen;       /* per function */
	u8 *var;        /* per variable: referenced */
	bool indirect;  /* an indirect call was seen */
};

static void reach_func(struct reach *r, u32 f) {
	if (f >= r->m->nfunc || r->seen[f])
		return;
	r->seen[f] = 1;
	vec_push(r->scratch, &r->work, f);
}

static void reach_operand(struct reach *r, const struct func *f, const struct operand *o) {
	switch (o->kind) {
	case OPR_SYM:
	case OPR_ADDR_SYM:
		if (o->index < r->m->nvar)
			r->var[o->index] = 1;
		break;
	case OPR_FUNC: reach_func(r, o->index); break;
	case OPR_VEC:
	case OPR_TENSOR:
	case OPR_PAIR:
		for (u32 i = 0; i < o->n; i++)
			reach_operand(r, f, &f->operand[o->index + i]);
		break;
	case OPR_TARGETS:
		if (f->targets[o->index].kind == TARGETS_CALL)
			for (u32 i = 0; i < f->targets[o->index].n; i++)
				reach_func(r, f->targets[o->index].index[i]);
		break;
	default: break;
	}
}

static bool is_indirect_call(const struct inst *in) {
	return row_info((enum row)in->row)->props & PROP_CALL && in->noperand > 1 &&
	       in->operand[1].kind != OPR_FUNC;
}

static void reach_body(struct reach *r, const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++) {
		const struct inst *in = &f->inst[i];
		for (u32 k = 0; k < in->noperand; k++)
			reach_operand(r, f, &in->operand[k]);
		r->indirect = r->indirect || is_indirect_call(in);
	}
}

static void take_addresses(struct reach *r, const struct func *f) {
	for (u32 i = 0; i < f->ninst; i++) {
		const struct inst *in = &f->inst[i];
		bool call = row_info((enum row)in->row)->props & PROP_CALL;
		for (u32 k = 0; k < in->noperand; k++)
			if (in->operand[k].kind == OPR_FUNC && !call)
				reach_func(r, in->operand[k].index);
	}
}

/* An indirect call may reach every function whose address is taken anywhere in the module. */
static void reach_indirect(struct reach *r) {
	const struct module *m = r->m;
	for (u32 i = 0; i < m->nfunc; i++)
		take_addresses(r, m->func[i]);
	for (u32 i = 0; i < m->nvar; i++)
		for (u32 k = 0; k < m->var[i].nreloc; k++)
			if (m->var[i].reloc[k].func != NO_REG)
				reach_func(r, m->var[i].reloc[k].func);
}

static void reach_all(struct reach *r, const struct func *kernel) {
	bool spread = false;
	reach_func(r, kernel->index);
	while (r->work.n) {
		reach_body(r, r->m->func[vec_pop(&r->work)]);
		if (r->indirect && !spread) {
			spread = true;
			reach_indirect(r);
		}
	}
}

/* ---- layout ---- */

static bool is_shared(const struct var *v) {
	return v->space == SPACE_SHARED || v->space == SPACE_SHARED_CTA;
}

static bool is_dynamic(const struct var *v) {
	return v->linkage == LINKAGE_EXTERN || v->size_bytes == 0;
}

static u64 var_align(const struct var *v) {
	return v->align ? v->align : 1;
}

static void lay_out_shared(struct simt_function *fn, const u8 *used) {
	const struct module *m = fn->module->ir;
	u64 reserved = device_shared_reserved(&fn->module->dev->machine.limits);
	u64 at = reserved, dynamic_align = 1;
	for (u32 i = 0; i < m->nvar; i++) {
		const struct var *v = &m->var[i];
		if (!used[i] || !is_shared(v))
			continue;
		if (is_dynamic(v)) {
			dynamic_align = MAX(dynamic_align, var_align(v));
			continue;
		}
		at = alignup(at, var_align(v));
		fn->shared_offset[i] = (u32)MIN(at, 0xffffffffu);
		at = MIN(at + v->size_bytes, 0x80000000u);
	}
	fn->shared_static = (u32)(at - reserved);
	fn->shared_dynamic_offset = (u32)alignup(at, dynamic_align);
	for (u32 i = 0; i < m->nvar; i++)
		if (used[i] && is_shared(&m->var[i]) && is_dynamic(&m->var[i]))
			fn->shared_offset[i] = fn->shared_dynamic_offset;
}

struct simt_function *function_make(struct simt_module *m, const struct func *f) {
	struct arena scratch = ARENA_INIT;
	struct reach r = {.m = m->ir, .scratch = &scratch};
	struct simt_function *fn = arena_new(&m->arena, struct simt_function);
	fn->module = m;
	fn->func = f;
	fn->shared_offset = arena_array(&m->arena, u32, m->ir->nvar + 1);
	r.seen = arena_array(&scratch, u8, m->ir->nfunc + 1);
	r.var = arena_array(&scratch, u8, m->ir->nvar + 1);
	reach_all(&r, f);
	lay_out_shared(fn, r.var);
	fn->max_shared = SHARED_DEFAULT;
	arena_drop(&scratch);
	return fn;
}

/* ---- attributes ---- */

static u32 product(const u32 v[3]) {
	return MAX(v[0], 1) * MAX(v[1], 1) * MAX(v[2], 1);
}

static u32 max_threads(const struct func *f, const struct device_limits *l) {
	u32 n = l->max_threads_cta;
	if (f->reqntid[0])
		n = MIN(n, product(f->reqntid));
	if (f->maxntid[0])
		n = MIN(n, product(f->maxntid));
	return n;
}

static u64 space_bytes(const struct module *m, enum space space, u32 func) {
	u64 n = 0;
	for (u32 i = 0; i < m->nvar; i++)
		if (m->var[i].space == space && (func == NO_REG || m->var[i].func == func))
			n = alignup(n, var_align(&m->var[i])) + m->var[i].size_bytes;
	return n;
}

void simt_function_attributes(const struct simt_function *f, struct simt_function_attributes *a) {
	const struct func *fn = f->func;
	const struct module *m = f->module->ir;
	*a = (struct simt_function_attributes){
		.name = fn->name->s,
		.nparam = fn->nparam,
		.param_bytes = fn->param_bytes,
		.shared_static = f->shared_static,
		.max_shared_dynamic = f->max_shared - MIN(f->shared_static, f->max_shared),
		.max_threads = max_threads(fn, &f->module->dev->machine.limits),
		.local_bytes = (u32)space_bytes(m, SPACE_LOCAL, fn->index),
		.const_bytes = (u32)space_bytes(m, SPACE_CONST, NO_REG),
		.ptx_version = m->version,
		.ptx_sm = m->sm,
		.nonportable_cluster = f->nonportable_cluster,
	};
	memcpy(a->reqntid, fn->reqntid, sizeof a->reqntid);
	memcpy(a->cluster, fn->reqnctapercluster, sizeof a->cluster);
}

struct simt_device *simt_function_device(const struct simt_function *f) {
	return f->module->dev;
}

bool simt_function_param(const struct simt_function *f, u32 i, struct simt_param *p) {
	if (i >= f->func->nparam)
		return false;
	const struct var *v = &f->module->ir->var[f->func->param[i]];
	*p = (struct simt_param){
		.name = v->name ? v->name->s : "",
		.type = type_info[v->type].text,
		.offset = v->param_offset,
		.size = (u32)v->size_bytes,
		.align = (u32)var_align(v),
		.is_pointer = v->is_ptr,
	};
	return true;
}

enum simt_status simt_function_set_max_shared(struct simt_function *f, u32 bytes) {
	u32 most = f->module->dev->machine.limits.shared_cta_optin;
	if (f->shared_static > most || bytes > most - f->shared_static)
		return fail(SIMT_INVALID_VALUE,
		            "%u bytes of dynamic shared memory; the device has %u for each cta", bytes,
		            most - MIN(f->shared_static, most));
	f->max_shared = MAX(bytes + f->shared_static, SHARED_DEFAULT);
	return SIMT_OK;
}

enum simt_status simt_function_set_nonportable_cluster(struct simt_function *f, bool allowed) {
	f->nonportable_cluster = allowed;
	return SIMT_OK;
}
