/* func.c - functions: signatures, parameters, results, bodies.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/usage.h"
#include "ir/lower/call.h"
#include "ir/lower/debug.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/line.h"
#include "ir/lower/place.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/stmt.h"
#include "ir/lower/types.h"
#include "ir/lower/unit.h"

struct func_info *func_info(struct lower *l, struct cdecl *fn) {
	fn = func_definition(fn);
	if (!fn->lower) {
		struct func_info *info = arena_new(&l->unit, struct func_info);
		info->index = NO_REG;
		info->root = -1;
		info->decl = fn;
		fn->lower = info;
	}
	return fn->lower;
}

struct var_info *var_info(struct lower *l, struct cdecl *d) {
	if (!d->lower) {
		struct var_info *info = arena_new(&l->unit, struct var_info);
		info->var = NO_REG;
		d->lower = info;
	}
	return d->lower;
}

struct var_info *temp_info(struct lower *l, const struct cexpr *e) {
	struct var_info *info = map_get_ptr(&l->temp, e);
	if (!info) {
		info = arena_new(&l->unit, struct var_info);
		info->var = NO_REG;
		map_put_ptr(&l->temp, e, info);
	}
	return info;
}

/* ---- .param variables -------------------------------------------------------------- */

u32 param_var(struct lower *l, const struct ctype *t, struct str *name, u32 func) {
	bool bytes = type_is_object(t) ||
	             (ctype_is_integer(ctype_underlying(t)) && type_is_int128(t));
	struct var v = {.name = name,
	                .loc = l->loc,
	                .space = SPACE_PARAM,
	                .func = func,
	                .reg = NO_REG};
	v.size_bytes = ctype_is_ref(t) ? 8 : ctype_size(t);
	if (bytes) {
		v.type = TYPE_B8;
		v.align = ctype_align(t);
		v.ndim = 1;
		v.dim[0] = v.size_bytes;
	} else {
		v.size_bytes = v.size_bytes <= 4 ? 4 : 8;
		v.type = v.size_bytes == 4 ? TYPE_B32 : TYPE_B64;
		v.align = v.size_bytes;
	}
	vec_push_over(l->arena, &l->r.var, v);
	return l->r.var.n - 1;
}

struct val param_load(struct lower *l, u32 var, const struct ctype *t) {
	return place_load(l, place_sym(l, var), t);
}

void param_store(struct lower *l, u32 var, const struct ctype *t, struct val v) {
	struct place p = place_sym(l, var);
	if (type_is_int128(t) || ctype_size(t) >= 4) {
		place_store(l, p, t, v);
		return;
	}
	struct operand o = v.o;
	if (o.kind == OPR_REG && type_is_bool(t))
		o = emit_selp(l, TYPE_B32, opr_imm(1), opr_imm(0), o);
	else if (o.kind == OPR_REG)
		o = ctype_is_signed(t)
		            ? emit_cvt(l, ROW_CVT_II, 0, TYPE_S32, TYPE_S16, o)
		            : emit_cvt(l, ROW_CVT_II, 0, TYPE_U32, TYPE_U16, o);
	mem_store(l, p, TYPE_B32, o);
}

/* ---- signatures -------------------------------------------------------------------- */

/* Makes a parameter of a kernel, which has its own type and size in the parameter
 * block. */
static u32 kernel_param(struct lower *l, struct cdecl *d, struct func *f, u32 i,
                        u64 *at) {
	const struct ctype *t = d->type;
	u32 index = param_var(l, t, name_of(l, "%s_param_%u", f->name->s, i), f->index);
	struct var *v = &l->r.var.at[index];
	if (!type_is_object(t) && !type_is_int128(t)) {
		v->type = (u8)(type_is_bool(t) ? TYPE_U8 : type_mem(t));
		v->size_bytes = v->align = type_size_bytes((enum type)v->type);
		static const u8 plain[][2] = {{TYPE_S8, TYPE_U8},
		                              {TYPE_S16, TYPE_U16},
		                              {TYPE_S32, TYPE_U32},
		                              {TYPE_S64, TYPE_U64}};
		for (u32 k = 0; k < countof(plain); k++)
			if (v->type == plain[k][0])
				v->type = plain[k][1];
	} else {
		v->align = MAX(v->align, d->align_attr);
	}
	v->is_param = true;
	*at = alignup(*at, v->align);
	v->param_offset = (u32)*at;
	*at += v->size_bytes;
	return index;
}

static void kernel_signature(struct lower *l, struct cdecl *fn, struct func *f) {
	u64 at = 0;
	f->nparam = fn->param.n;
	f->param = arena_array(l->arena, u32, f->nparam + 1);
	for (u32 i = 0; i < f->nparam; i++)
		f->param[i] = kernel_param(l, fn->param.at[i], f, i, &at);
	if (at > 32764)
		diag_error(l->d, fn->loc, E0217,
		           "the parameters of '%s' have %llu bytes, 32764 are allowed",
		           f->name->s, (unsigned long long)at);
	f->param_bytes = (u32)at;
	const struct claunch *launch = cdecl_rare(fn)->launch;
	/* As ptxas has it, the option is for kernels that say nothing themselves. */
	if (!launch || (!launch->maxntid[0] && !launch->maxnreg))
		f->maxnreg = usage_limit(l->u->opt->maxrregcount);
	if (!launch)
		return;
	memcpy(f->maxntid, launch->maxntid, sizeof f->maxntid);
	for (u32 i = 1; i < 3 && f->maxntid[0]; i++)
		f->maxntid[i] = MAX(f->maxntid[i], 1u);
	f->minnctapersm = launch->minnctapersm;
	if (launch->maxnreg)
		f->maxnreg = launch->maxnreg;
	f->maxclusterrank = launch->maxclusterrank;
	if (launch->cluster[0]) {
		f->explicitcluster = true;
		for (u32 i = 0; i < 3; i++)
			f->reqnctapercluster[i] = MAX(launch->cluster[i], 1u);
	}
}

static void formal_add(struct lower *l, struct func *f, const struct ctype *t) {
	if (ctype_is_ref(t) || type_is_by_address(t))
		t = type_address();
	struct str *name = name_of(l, "%s_param_%u", f->name->s, f->nparam);
	u32 v = param_var(l, t, name, f->index);
	l->r.var.at[v].is_param = true;
	f->param[f->nparam++] = v;
}

static void device_signature(struct lower *l, struct cdecl *fn, struct func *f) {
	const struct ctype *result = fn->type->base;
	f->param = arena_array(l->arena, u32, fn->param.n + 3);
	f->ret = arena_array(l->arena, u32, 1);
	if (result && result->kind != CT_VOID && !fn->is_ctor && !fn->is_dtor) {
		if (result_is_by_address(result)) {
			formal_add(l, f, type_address());
		} else {
			f->ret[0] = param_var(
				l, ctype_is_ref(result) ? type_address() : result,
				name_of(l, "func_retval0"), f->index);
			l->r.var.at[f->ret[0]].is_param = l->r.var.at[f->ret[0]].is_ret =
				true;
			f->nret = 1;
		}
	}
	if (fn->this_param)
		formal_add(l, f, type_address());
	for (u32 i = 0; i < fn->param.n; i++)
		formal_add(l, f, fn->param.at[i]->type);
}

bool name_is_internal(const struct cdecl *d, const struct str *name) {
	return d->has_internal_part || strstr(name->s, "12_GLOBAL__N_1") ||
	       strncmp(name->s, "_ZZL", 4) == 0;
}

u8 func_linkage(struct lower *l, struct cdecl *fn) {
	bool is_local = ((fn->flags & SPEC_STATIC) && !fn->cls_owner) ||
	                (l->opt->rdc && name_is_internal(fn, link_name(l, fn)));
	if (!func_definition(fn)->body)
		return LINKAGE_EXTERN;
	if (fn->is_kernel)
		return is_local      ? LINKAGE_NONE
		       : fn->is_inst ? LINKAGE_WEAK
		                     : LINKAGE_VISIBLE;
	if (!l->opt->rdc || is_local)
		return LINKAGE_NONE;
	bool is_shared = fn->is_inst && !fn->is_explicit;
	return is_shared || (fn->flags & SPEC_INLINE) ? LINKAGE_WEAK : LINKAGE_VISIBLE;
}

u32 func_declare(struct lower *l, struct cdecl *fn) {
	fn = func_definition(fn);
	struct func_info *info = func_info(l, fn);
	if (info->index != NO_REG)
		return info->index;
	struct str *name = link_name(l, fn);
	struct bind *known = name_find(&l->r, name);
	/* a function of the machine, or extern "C" twice */
	if (known && known->kind == BIND_FUNC)
		return info->index = known->index;
	struct func *f = arena_new(l->arena, struct func);
	f->name = name;
	f->loc = fn->loc;
	f->index = l->r.func.n;
	f->linkage = func_linkage(l, fn);
	f->is_entry = fn->is_kernel;
	f->arena = l->arena;
	f->noreturn = fn->flags & SPEC_NORETURN;
	f->noinline = fn->flags & SPEC_NOINLINE;
	vec_push(&l->unit, &l->r.func, f);
	info->index = f->index;
	name_bind(&l->r, f->name, BIND_FUNC, f->index, fn->loc);
	if (fn->is_kernel)
		kernel_signature(l, fn, f);
	else
		device_signature(l, fn, f);
	if (fn->body && !info->is_queued) {
		info->is_queued = true;
		f->has_body = true;
		vec_push(&l->unit, &l->queue, fn);
	}
	return f->index;
}

u32 func_declare_named(struct lower *l, struct cdecl *fn, const struct func *f) {
	u32 i = func_declare(l, fn);
	const struct func *named = l->r.func.at[i];
	if (!named->is_entry || (f && named->has_body && i <= f->index))
		return i;
	while (l->is_named_before.n <= i)
		vec_push(&l->unit, &l->is_named_before, false);
	l->is_named_before.at[i] = true;
	return i;
}

/* ---- parameters on their way in ---------------------------------------------------- */

/* Checks whether a variable is changed or its address taken; with -G, a debugger may do
 * so. */
static bool is_changed(const struct lower *l, const struct var_info *info) {
	return l->opt->debug || info->use & (USE_WRITE | USE_ADDR);
}

/* Checks for const T *__restrict__: nothing else writes there while the kernel runs. */
static bool is_readonly(const struct ctype *pointer) {
	return (pointer->quals & Q_RESTRICT) && (pointer->base->quals & Q_CONST) &&
	       !(pointer->base->quals & Q_VOLATILE);
}

static void pointer_in(struct lower *l, struct cdecl *d, struct val v) {
	struct var_info *info = var_info(l, d);
	if (is_changed(l, info) || (d->type->quals & Q_VOLATILE) ||
	    d->type->base->kind == CT_FUNC) {
		info->is_bound = false;
		info->place = place_new(l, d->type, info->use, 0);
		place_store(l, info->place, d->type, v);
		return;
	}
	info->is_bound = true;
	info->place = place_at(v.o);
	if (!l->is_entry)
		return;
	info->place.base.index = emit1(l, ROW_CVTA_TO,
	                               MOD_BITS(TO, TO) | MOD_BITS(SPACE, GLOBAL),
	                               TYPE_U64, v.o)
	                                 .index;
	info->place.space = SPACE_GLOBAL;
	info->place.is_readonly = is_readonly(d->type);
}

static void object_in(struct lower *l, struct cdecl *d, u32 var) {
	struct var_info *info = var_info(l, d);
	struct place p = place_sym(l, var);
	if (type_is_by_address(d->type) && !l->is_entry) {
		info->place = place_at(param_load(l, var, type_address()).o);
		return;
	}
	if (l->is_entry &&
	    (!(info->use & (USE_WRITE | USE_ADDR)) || d->is_grid_constant)) {
		info->place = p; /* read where it lies */
		return;
	}
	info->place = place_new(l, d->type, info->use, d->align_attr);
	place_copy(l, info->place, p, d->type);
}

static void param_in(struct lower *l, struct cdecl *d, u32 var) {
	struct var_info *info = var_info(l, d);
	const struct ctype *t = d->type;
	info->is_bound = false;
	if (ctype_is_ref(t)) {
		info->place = place_at(param_load(l, var, type_address()).o);
	} else if (type_is_object(t)) {
		object_in(l, d, var);
	} else if (t->kind == CT_PTR) {
		pointer_in(l, d, param_load(l, var, t));
	} else {
		struct val v = param_load(l, var, t);
		if (!is_changed(l, info) && !(info->use & USE_INDEX)) {
			info->place = place_constant(l, t, v);
			return;
		}
		info->place = place_new(l, t, info->use, 0);
		place_store(l, info->place, t, v);
	}
}

static void params_in(struct lower *l, struct cdecl *fn, struct frame *frame) {
	struct func *f = l->f;
	u32 k = 0;
	if (!fn->is_kernel && fn->type->base && result_is_by_address(fn->type->base))
		frame->ret = place_at(param_load(l, f->param[k++], type_address()).o);
	if (fn->this_param) {
		struct var_info *info = var_info(l, fn->this_param);
		info->place = place_at(param_load(l, f->param[k++], type_address()).o);
		info->is_bound = true;
		debug_var(l, fn->this_param);
	}
	for (u32 i = 0; i < fn->param.n; i++) {
		param_in(l, fn->param.at[i], f->param[k + i]);
		debug_var(l, fn->param.at[i]);
	}
}

/* ---- bodies ------------------------------------------------------------------------ */

static void result_out(struct lower *l, struct frame *frame, const struct ctype *result,
                       struct place ref) {
	struct func *f = l->f;
	if (!f->nret)
		return;
	if (ctype_is_ref(result)) {
		if (frame->ret.kind)
			ref = place_at(place_load(l, frame->ret, type_address()).o);
		if (ref.kind)
			param_store(l, f->ret[0], type_address(),
			            val_of(place_address(l, ref)));
	} else if (type_is_object(result)) {
		place_copy(l, place_sym(l, f->ret[0]), frame->ret, result);
	} else {
		struct val v = frame->value.o.kind ? frame->value
		               : frame->ret.kind   ? place_load(l, frame->ret, result)
		                                   : value_const(result, 0);
		param_store(l, f->ret[0], result, v);
	}
}

static void func_begin(struct lower *l, struct cdecl *fn) {
	struct func_info *info = func_info(l, fn);
	l->f = l->r.func.at[info->index];
	l->is_entry = fn->is_kernel;
	ir_build_begin(&l->r.b, l->r.m, l->f, &l->r.scratch);
	l->is_var_reg.n = 0;
	memset(l->nreg, 0, sizeof l->nreg);
	l->nlabel = l->nlocal = l->ncallseq = 0;
	l->fixup.n = 0;
	l->cleanup = NULL;
	l->jump = NULL;
	l->sw = NULL;
	l->nasm_open = l->asm_depth = 0;
	l->loc = fn->loc;
	l->last_line_key = 0;
	scope_open(&l->r);
	scope_open(&l->r);
	asm_frame_begin(l);
	ir_block_new(&l->r.b, NULL);
}

static void func_end(struct lower *l) {
	asm_end(l);
	resolve_labels_finish(&l->r);
	line_keep_used(l);
	ir_build_end(&l->r.b);
	scope_close(&l->r);
	scope_close(&l->r);
	l->r.label.n = 0;
	arena_reset(&l->r.scratch);
}

void func_lower(struct lower *l, struct cdecl *fn) {
	struct func_info *info = func_info(l, fn);
	static const struct ctype void_type = {.kind = CT_VOID, .plain = &void_type};
	const struct ctype *result = fn->is_ctor || fn->is_dtor || !fn->type->base
	                                     ? &void_type
	                                     : fn->type->base;
	if (info->state == FUNC_NEW)
		escape_func(l, fn);
	func_begin(l, fn);
	struct place ref = place_none();
	struct frame frame = {.fn = fn,
	                      .info = info,
	                      .ret_label = label_new(l), /* inline PTX counts from 1 */
	                      .ret_ref = &ref,
	                      .serial = ++l->nframe};
	l->frame = &frame;
	line_at(l, fn->loc);
	debug_open(l, DEBUG_FUNC, fn, fn->loc);
	params_in(l, fn, &frame);
	bool by_value = result->kind != CT_VOID && !ctype_is_ref(result) &&
	                !result_is_by_address(result);
	if (by_value && (type_is_object(result) || info->nreturn != 1))
		frame.ret = place_new(l, ctype_unqual(result), info->result_use, 0);
	if (ctype_is_ref(result) && info->nreturn != 1)
		frame.ret = place_new(l, type_address(), 0, 0);
	lower_stmt(l, fn->body);
	return_label_set(l, &frame);
	result_out(l, &frame, result, ref);
	emit_inst(l, ROW_RET, 0, TYPE_NONE, TYPE_NONE, NULL, 0);
	fixups_lower(l);
	debug_close(l, DEBUG_FUNC, fn);
	l->frame = NULL;
	func_end(l);
}
