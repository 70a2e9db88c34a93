/* compile.c - the front end for device code from end to end: check, lower, optimise,
 * verify, print.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/compile.h"

#include "ir/lower/lower.h"
#include "ir/opt/opt.h"
#include "ir/read/module.h"
#include "parser/cuda/meaning/mangle.h"
#include "parser/cuda/meaning/meaning.h"

static struct cuda_options unit_options(const struct cuda_compile_options *o) {
	return (struct cuda_options){
		.sm = o->sm,
		.sm_suffix = o->sm_suffix,
		.standard = o->standard,
		.rdc = o->rdc || o->keep_functions,
		.debug = o->debug,
		.lineinfo = o->lineinfo,
		.fmad = o->fmad,
		.ftz = o->ftz,
		.prec_div = o->prec_div,
		.prec_sqrt = o->prec_sqrt,
		.fast_math = o->fast_math,
		.opt_level = o->opt_level,
		.check_both = o->check_both,
		.default_device = o->default_device,
		.plain_lambdas = o->plain_lambdas,
		.no_host = o->no_host,
		.launches = o->rdc || o->launches,
		.maxrregcount = o->max_registers,
		.instance = o->instance,
		.ninstance = o->ninstance,
	};
}

/* ---- the symbols that the host half registers -------------------------------------- */

static enum cuda_symbol_kind kind_of(const struct cdecl *d) {
	return d->kind == CDECL_FUNC         ? CUDA_KERNEL
	       : d->space == CSPACE_CONSTANT ? CUDA_VAR_CONST
	       : d->space == CSPACE_MANAGED  ? CUDA_VAR_MANAGED
	                                     : CUDA_VAR_DEVICE;
}

static bool is_symbol(const struct cdecl *d) {
	if (d->kind == CDECL_FUNC)
		return d->is_kernel;
	return d->kind == CDECL_VAR && !d->is_static_local &&
	       (d->space == CSPACE_GLOBAL || d->space == CSPACE_CONSTANT ||
	        d->space == CSPACE_MANAGED) &&
	       (d->flags & (SPEC_DEVICE | SPEC_CONSTANT | SPEC_MANAGED));
}

static void list_symbols(struct arena *a, struct cunit *u,
                         struct cuda_compile_result *out) {
	out->sym = arena_array(a, struct cuda_symbol, u->emit.n + 1);
	for (u32 i = 0; i < u->emit.n; i++) {
		const struct cdecl *d = u->emit.at[i];
		if (!is_symbol(d))
			continue;
		struct str *mangled = mangle_decl(u, d);
		const char *name = arena_strdup(a, mangled->s, mangled->len);
		out->sym[out->nsym++] = (struct cuda_symbol){
			.device_name = ptx_name(a, name),
			.host_mangled_name = name,
			.kind = kind_of(d),
			.size = d->kind == CDECL_VAR ? ctype_size(d->type) : 0,
			.is_static = (d->flags & SPEC_STATIC) != 0,
			.is_extern = d->is_extern,
			.is_weak = d->is_inst || d->flags & SPEC_INLINE,
		};
	}
}

/* ---- stages ------------------------------------------------------------------------ */

static void emit_tokens(const struct cunit *u, const struct cuda_emit_to *to) {
	cu_tokens_show(&(struct cu_tokens){.at = u->token, .n = u->ntoken}, u->sources,
	               to->json, to->out);
}

static void emit_ast(const struct cunit *u, const struct cuda_emit_to *to) {
	struct json_out j = {.out = to->out};
	if (to->json) {
		json_open(&j, NULL, '{');
		json_open(&j, "functions", '[');
	}
	for (u32 i = 0; i < u->emit.n; i++) {
		if (u->emit.at[i]->kind != CDECL_FUNC)
			continue;
		if (to->json)
			cast_json_func(u->emit.at[i], u->sources, &j);
		else
			cast_dump_func(u->emit.at[i], to->out);
	}
	if (to->json) {
		json_close(&j, ']');
		json_close(&j, '}');
		json_end(&j);
	}
}

static void print_module(struct arena *a, const struct module *m,
                         struct cuda_compile_result *out) {
	struct text_stream s;
	ir_print(m, text_open(&s));
	out->ptx = text_close(&s, a);
	out->len = s.len;
}

/* What each stage has freed goes back to the system before the next one, whose blocks are
 * of other sizes. Reads the file into the arena `front` and lowers it to a module in `a`,
 * unless the caller wants no more than the check. False after errors. */
static bool front_end(struct arena *a, struct arena *front,
                      const struct cuda_compile_options *o, struct diag *d,
                      struct cuda_compile_result *out, struct module **m) {
	struct cuda_options opt = unit_options(o);
	struct strtab *names = arena_new(front, struct strtab);
	strtab_init(names, front);
	struct source_file *file = source_add(d->sources, o->input_name, o->text, o->len);
	if (!file)
		return false;
	file->has_markers = true;
	struct cunit u = {.arena = front,
	                  .names = names,
	                  .diag = d,
	                  .sources = d->sources,
	                  .file = file,
	                  .opt = &opt};
	arena_return();
	bool ok = check_unit(&u);
	if (o->emit[CUDA_EMIT_TOKENS].out && u.token)
		emit_tokens(&u, &o->emit[CUDA_EMIT_TOKENS]);
	if (!ok)
		return false;
	if (o->emit[CUDA_EMIT_AST].out)
		emit_ast(&u, &o->emit[CUDA_EMIT_AST]);
	if (o->syntax_only)
		return true;
	arena_return();
	*m = lower_unit(a, &u);
	if (*m)
		list_symbols(a, &u, out);
	return *m != NULL;
}

/* Reports what is left of variables of the host's. Constants that name them may be read
 * for their other members, which needs no address; so this is known at the end. */
static bool names_host(const struct module *m, struct diag *d) {
	bool any = false;
	for (u32 i = 0; i < m->nvar; i++) {
		if (!m->var[i].is_host)
			continue;
		any = true;
		diag_error(d, m->var[i].loc, E0603,
		           "device code uses the host variable '%s' by its address, "
		           "which a constant holds",
		           m->var[i].name->s);
	}
	return any;
}

bool cuda_compile(struct arena *a, const struct cuda_compile_options *o, struct diag *d,
                  struct cuda_compile_result *out) {
	/* The optimiser needs room when the tree, most of the memory, is of no use. */
	struct arena front = ARENA_INIT;
	struct module *m = NULL;
	bool ok = front_end(a, &front, o, d, out, &m);
	arena_drop(&front);
	arena_return();
	if (!m)
		return ok;
	if (!ir_verify(m, d, SHARED_STATIC_MAX))
		return false;
	if (!o->debug)
		opt_module(m, &(struct opt_options){.level = o->opt_level,
		                                    .fmad = o->fmad,
		                                    .is_source = true,
		                                    .no_inline = o->rdc,
		                                    .viewer = o->viewer});
	if (names_host(m, d))
		return false;
	print_module(a, m, out);
	return true;
}
