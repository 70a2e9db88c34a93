/* kernel.c - what a kernel needs: which functions it reaches, where its shared variables
 * lie.
 *
 *     shared memory of a cta:   | reserved | static variables | dynamic (.extern) ......... |
 *                               0         1024                ^ shared_dynamic_offset
 *
 * Only variables that the kernel can reach, or that its body declares, take room, as in
 * what ptxas makes. All .extern shared variables name the same dynamic part.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/reachable.h"
#include "ir/analysis/usage.h"
#include "runtime/core/device.h"

/* ---- layout ---- */

/* In a module with dynamic shared memory, whoever uses it, static variables count in
 * pieces of 16 bytes (recorded on an H200). */
static void lay_out_shared(struct simt_function *fn, const u8 *used) {
	const struct module *m = fn->module->ir;
	u64 reserved = device_shared_reserved(&fn->module->dev->machine.limits);
	u64 at = reserved, dynamic_align = 1, piece = 1;
	for (u32 i = 0; i < m->nvar; i++) {
		const struct var *v = &m->var[i];
		if (var_is_shared(v) && var_is_dynamic(v))
			piece = 16;
		if (!(used[i] || v->func == fn->func->index) || !var_is_shared(v))
			continue;
		if (var_is_dynamic(v)) {
			dynamic_align = MAX(dynamic_align, var_align(v));
			continue;
		}
		at = alignup(at, var_align(v));
		fn->shared_offset[i] = (u32)MIN(at, 0xffffffffu);
		at = MIN(at + v->size_bytes, 0x80000000u);
	}
	fn->shared_static = (u32)alignup(at - reserved, piece);
	fn->shared_dynamic_offset = (u32)alignup(at, dynamic_align);
	for (u32 i = 0; i < m->nvar; i++)
		if (used[i] && var_is_shared(&m->var[i]) && var_is_dynamic(&m->var[i]))
			fn->shared_offset[i] = fn->shared_dynamic_offset;
}

static bool reaches(const struct module *m, const struct reachable *r, const char *name) {
	for (u32 i = 0; i < m->nfunc; i++)
		if (r->func[i] && strcmp(m->func[i]->name->s, name) == 0)
			return true;
	return false;
}

struct simt_function *function_make(struct simt_module *m, const struct func *f) {
	struct arena scratch = ARENA_INIT;
	struct reachable r;
	struct simt_function *fn = arena_new(&m->arena, struct simt_function);
	fn->module = m;
	fn->func = f;
	fn->shared_offset = arena_array(&m->arena, u32, m->ir->nvar + 1);
	fn->registers = arena_new(&m->arena, _Atomic u32);
	reachable_find(&r, m->ir, &scratch, f->index);
	lay_out_shared(fn, r.var);
	fn->max_shared = SHARED_DEFAULT;
	if (fn->shared_static > SHARED_DEFAULT)
		fn->max_shared = m->dev->machine.limits.shared_cta_optin;
	for (u32 i = 0; i < 3; i++)
		fn->cluster[i] = f->reqnctapercluster[0] ? MAX(f->reqnctapercluster[i], 1)
		                                         : 0;
	fn->preference[SIMT_PREFER_CARVEOUT] = -1;
	fn->launches_graphs = reaches(m->ir, &r, "cudaGraphLaunch");
	arena_drop(&scratch);
	return fn;
}

/* ---- attributes ---- */

static u32 product(const u32 v[3]) {
	return MAX(v[0], 1) * MAX(v[1], 1) * MAX(v[2], 1);
}

/* A required shape is no limit: only launches look at it. */
static u32 max_threads(const struct func *f, const struct device_limits *l) {
	u32 n = l->max_threads_cta;
	if (f->maxntid[0])
		n = MIN(n, product(f->maxntid));
	return n;
}

/* Counts the registers at the first call; two threads that call at once get the same
 * number. */
static u32 registers(const struct simt_function *f) {
	u32 n = atomic_load_explicit(f->registers, memory_order_relaxed);
	if (n == 0) {
		n = usage_registers(f->module->ir, f->func);
		atomic_store_explicit(f->registers, n, memory_order_relaxed);
	}
	return n;
}

void simt_function_attributes(const struct simt_function *f,
                              struct simt_function_attributes *a) {
	const struct func *fn = f->func;
	const struct module *m = f->module->ir;
	*a = (struct simt_function_attributes){
		.name = fn->name->s,
		.nparam = fn->nparam,
		.param_bytes = fn->param_bytes,
		.shared_static = f->shared_static,
		.max_shared_dynamic = f->max_shared -
	                              MIN(f->shared_static, f->max_shared),
		.max_threads = max_threads(fn, &f->module->dev->machine.limits),
		.local_bytes = (u32)space_bytes(m, SPACE_LOCAL, fn->index),
		.const_bytes = (u32)space_bytes(m, SPACE_CONST, NO_REG),
		.ptx_version = m->version,
		.ptx_sm = m->sm,
		.nonportable_cluster = f->nonportable_cluster,
		.explicit_cluster = fn->explicitcluster,
		.registers = registers(f),
	};
	memcpy(a->reqntid, fn->reqntid, sizeof a->reqntid);
	memcpy(a->preference, f->preference, sizeof a->preference);
	memcpy(a->cluster, f->cluster, sizeof a->cluster);
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
	u32 most = f->module->dev->machine.limits.shared_cta_optin,
	    used = f->shared_static;
	if (used > most || bytes > most - used)
		return fail(SIMT_INVALID_VALUE,
		            "%u bytes of dynamic shared memory; the device has %u for "
		            "each cta",
		            bytes, most - MIN(used, most));
	f->max_shared = bytes + used;
	return SIMT_OK;
}

enum simt_status simt_function_require_cluster(struct simt_function *f, u32 axis,
                                               u32 ctas) {
	if (f->module->dev->machine.limits.sm < 90)
		return fail(SIMT_INVALID_VALUE, "the device has no clusters");
	if (f->func->reqnctapercluster[0] && ctas != f->cluster[axis])
		return fail(SIMT_INVALID_VALUE,
		            "the kernel was compiled for clusters of %u,%u,%u",
		            f->cluster[0], f->cluster[1], f->cluster[2]);
	if (f->func->maxclusterrank && ctas > f->func->maxclusterrank)
		return fail(SIMT_INVALID_VALUE, "the kernel takes clusters of %u ctas",
		            f->func->maxclusterrank);
	f->cluster[axis] = ctas;
	return SIMT_OK;
}

enum simt_status simt_function_set_nonportable_cluster(struct simt_function *f,
                                                       bool allowed) {
	f->nonportable_cluster = allowed;
	return SIMT_OK;
}

void simt_function_prefer(struct simt_function *f, enum simt_preference what, s32 value) {
	f->preference[what] = value;
}
