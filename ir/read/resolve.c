/* resolve.c - the syntax tree of a module becomes IR. First everything at module level is
 * declared, so that functions may call what comes later; then each function's body is
 * walked once, in order, nested scopes flattened. Errors are reported, what is wrong is
 * left out, and the walk goes on.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"
#include "ir/line_key.h"

#include "ir/read/module.h"

/* ---- .version and .target ---------------------------------------------------------- */

static const u8 known_version[] = {10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 30, 31, 32,
                                   40, 41, 42, 43, 50, 51, 60, 61, 62, 63, 64, 65, 70,
                                   71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84,
                                   85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95};

/* since: first .version of the plain target, of its 'a' and of its 'f' form; 0: there is
 * none. */
static const struct known_target {
	u8 sm, since, since_a, since_f;
} known_target[] = {
	{10, 10, 0, 0},    {11, 10, 0, 0},    {12, 12, 0, 0},    {13, 12, 0, 0},
	{20, 20, 0, 0},    {21, 20, 0, 0},    {30, 30, 0, 0},    {32, 40, 0, 0},
	{35, 31, 0, 0},    {37, 41, 0, 0},    {50, 40, 0, 0},    {52, 41, 0, 0},
	{53, 42, 0, 0},    {60, 50, 0, 0},    {61, 50, 0, 0},    {62, 50, 0, 0},
	{70, 60, 0, 0},    {72, 61, 0, 0},    {75, 63, 0, 0},    {80, 70, 0, 0},
	{86, 71, 0, 0},    {87, 74, 0, 0},    {88, 90, 0, 0},    {89, 78, 0, 0},
	{90, 78, 80, 0},   {100, 86, 86, 88}, {101, 86, 86, 88}, {103, 88, 88, 88},
	{110, 90, 90, 90}, {120, 87, 87, 88}, {121, 88, 88, 88},
};

static void version_check(struct resolver *r) {
	u32 v = r->m->version;
	if (!r->ast->version_major && !r->ast->version_minor)
		return; /* the parser said so */
	for (u32 i = 0; i < countof(known_version); i++)
		if (known_version[i] == v && r->ast->version_minor < 10)
			return;
	struct diag_record *e = diag_error(r->d, r->ast->version_loc, E0204,
	                                   "unknown .version %u.%u",
	                                   r->ast->version_major, r->ast->version_minor);
	diag_note(r->d, e, "the newest one known is 9.5");
	diag_nvcc(r->d, e, "Unsupported .version %u.%u; current version is '9.0'",
	          r->ast->version_major, r->ast->version_minor);
}

static bool target_word(struct resolver *r, const char *s) {
	u32 sm = 0;
	if (strncmp(s, "sm_", 3) != 0 && strncmp(s, "compute_", 8) != 0)
		return false;
	const char *p = strchr(s, '_') + 1;
	while (*p >= '0' && *p <= '9' && sm < 10000)
		sm = sm * 10 + (u32)(*p++ - '0');
	for (u32 i = 0; i < countof(known_target); i++) {
		const struct known_target *t = &known_target[i];
		u32 since = *p == 'a' ? t->since_a : *p == 'f' ? t->since_f : t->since;
		if (t->sm != sm || !since || (*p && p[1]))
			continue;
		r->m->sm = sm;
		r->m->sm_suffix = *p;
		r->has_target = true;
		if (r->m->version < since && r->ast->version_major) {
			struct diag_record *e = diag_error(
				r->d, r->ast->target_loc, E0118,
				".target %s needs .version %u.%u or later", s, since / 10,
				since % 10);
			diag_nvcc(r->d, e,
			          "PTX .version %u.%u does not support .target %s",
			          r->m->version / 10, r->m->version % 10, s);
		}
		return true;
	}
	return false;
}

static const char *target_next(void *ctx) {
	static const char *const names[] = {
		"sm_50",           "sm_52",   "sm_53",
		"sm_60",           "sm_61",   "sm_62",
		"sm_70",           "sm_72",   "sm_75",
		"sm_80",           "sm_86",   "sm_87",
		"sm_89",           "sm_90",   "sm_90a",
		"sm_100",          "sm_100a", "sm_103",
		"sm_120",          "sm_121",  "texmode_independent",
		"texmode_unified", "debug",   "map_f64_to_f32"};
	u32 *i = ctx;
	return *i < countof(names) ? names[(*i)++] : NULL;
}

static void target_check(struct resolver *r) {
	static const char *const words[] = {"texmode_unified", "texmode_independent",
	                                    "debug", "map_f64_to_f32"};
	for (u32 i = 0; i < r->ast->ntarget; i++) {
		const char *s = r->ast->target[i]->s;
		bool ok = target_word(r, s);
		for (u32 k = 0; k < countof(words); k++)
			ok |= strcmp(s, words[k]) == 0;
		if (ok)
			continue;
		struct diag_record *e = diag_error(r->d, r->ast->target_loc, E0205,
		                                   "unknown .target '%s'", s);
		u32 at = 0;
		const char *near = diag_nearest(s, target_next, &at);
		if (near)
			diag_note(r->d, e, "did you mean %s?", near);
		diag_nvcc(r->d, e, "Unsupported .target '%s'", s);
	}
}

static void header_resolve(struct resolver *r) {
	struct module *m = r->m;
	m->version_major = r->ast->version_major;
	m->version_minor = r->ast->version_minor;
	m->version = m->version_major * 10 + m->version_minor;
	m->address_size = r->ast->address_size;
	m->ntarget = r->ast->ntarget;
	if (m->ntarget)
		m->target = arena_copy(r->arena, r->ast->target,
		                       m->ntarget * sizeof(*m->target), 8);
	version_check(r);
	target_check(r);
	if (m->address_size == 32)
		diag_error(r->d, r->ast->target_loc, E0206,
		           "only .address_size 64 is supported");
}

/* ---- variables --------------------------------------------------------------------- */

static const u8 space_of[] = {
	[AST_SPACE_REG] = SPACE_REG,       [AST_SPACE_SREG] = SPACE_SREG,
	[AST_SPACE_CONST] = SPACE_CONST,   [AST_SPACE_GLOBAL] = SPACE_GLOBAL,
	[AST_SPACE_LOCAL] = SPACE_LOCAL,   [AST_SPACE_PARAM] = SPACE_PARAM,
	[AST_SPACE_SHARED] = SPACE_SHARED, [AST_SPACE_TEX] = SPACE_TEX,
};

static enum type type_resolve(struct resolver *r, struct str *text, struct loc loc) {
	enum type t = text && text->len > 1 ? type_find(text->s + 1, text->len - 1)
	                                    : TYPE_NONE;
	/* Element types of matrices, and packed types other than the half ones, are for
	 * opcodes only. */
	bool legal = t != TYPE_NONE &&
	             (t <= TYPE_F64 || (t >= TYPE_B8 && t <= TYPE_BF16X2) ||
	              type_info[t].class == 'O');
	if (legal)
		return t;
	struct diag_record *e = diag_error(
		r->d, loc, E0213, "'%s' is no type of variables", text ? text->s : "");
	diag_nvcc(r->d, e, "Illegal type '%s'", text ? text->s : "");
	return TYPE_B32;
}

static void align_resolve(struct resolver *r, struct var *v, const struct ast_var *a) {
	u64 natural = (u64)type_size_bytes((enum type)v->type) * MAX(v->vec, 1);
	v->align = a->align ? a->align : natural;
	if (!is_pow2(v->align) || v->align > 1ull << 31) {
		diag_error(r->d, a->loc, E0207,
		           "alignment %llu is no power of two up to 2^31",
		           (unsigned long long)v->align);
		v->align = natural;
	}
}

/* Multiplies; stops at `limit`. */
static u64 mul_capped(u64 a, u64 b, u64 limit) {
	return b && a > limit / b ? limit + 1 : a * b;
}

static void size_resolve(struct resolver *r, struct var *v, const struct ast_var *a) {
	u64 limit = v->space == SPACE_GLOBAL ? 1ull << 40 : (1ull << 32) - 1;
	u64 size = (u64)type_size_bytes((enum type)v->type) * MAX(v->vec, 1);
	v->ndim = MIN(a->ndim, (u32)countof(v->dim));
	for (u32 i = 0; i < a->ndim; i++) {
		u64 dim = a->dim[i];
		if (!dim && i)
			dim = 1; /* the parser said so */
		if (i < countof(v->dim))
			v->dim[i] = dim;
		else /* the printer has four kinds; others count as one */
			v->dim[countof(v->dim) - 1] = mul_capped(
				v->dim[countof(v->dim) - 1], dim, 1ull << 40);
		size = mul_capped(size, dim, limit);
	}
	if (size > limit) {
		diag_error(r->d, a->loc, E0208, "'%s' is too large for its state space",
		           a->name ? a->name->s : "_");
		size = 0;
	}
	bool may_be_open = v->linkage == LINKAGE_EXTERN || v->is_param || a->init ||
	                   v->space == SPACE_PARAM;
	if (a->ndim && !a->dim[0] && !may_be_open)
		diag_error(r->d, a->loc, E0209, "the size of '%s' is missing",
		           a->name ? a->name->s : "_");
	v->size_bytes = size;
}

static void attrs_resolve(struct resolver *r, struct var *v, const struct ast_var *a) {
	for (u32 i = 0; i < a->nattr; i++) {
		const char *s = a->attr[i].name->s;
		s += *s == '.';
		if (strcmp(s, "managed") == 0)
			v->managed = true;
		else if (strcmp(s, "unified") != 0)
			diag_warning(r->d, a->attr[i].loc, E0104,
			             "unknown attribute '%s'", s);
	}
}

/* Makes the variable; the name is not bound yet. */
static u32 var_new(struct resolver *r, const struct ast_var *a, u32 func, bool is_param) {
	struct var v = {
		.name = a->name,
		.loc = a->loc,
		.space = space_of[a->space],
		.vec = a->vec,
		.linkage = a->linkage,
		.func = func,
		.is_ptr = a->is_ptr,
		.is_hidden = a->is_hidden,
		.ptr_space = a->ptr_space == AST_SPACE_REG ? SPACE_GENERIC
	                                                   : space_of[a->ptr_space],
		.ptr_align = a->ptr_align,
		.is_param = is_param,
	};
	v.type = (u8)type_resolve(r, a->type, a->type_loc);
	v.is_reg = v.space == SPACE_REG;
	v.reg = NO_REG;
	if (v.type == TYPE_PRED && v.space != SPACE_REG) {
		diag_error(r->d, a->type_loc, E0213, "only registers can be .pred");
		v.type = TYPE_B8;
	}
	if (v.type == TYPE_PRED && v.vec > 1) {
		diag_error(r->d, a->type_loc, E0213, "a vector has no elements of .pred");
		v.vec = 0;
	}
	if (v.vec > 1 && (u32)v.vec * type_info[v.type].bits > 128) {
		diag_error(r->d, a->type_loc, E0213,
		           "a vector may have at most 128 bits");
		v.vec = 0;
	}
	align_resolve(r, &v, a);
	size_resolve(r, &v, a);
	attrs_resolve(r, &v, a);
	vec_push_over(r->arena, &r->var, v);
	return r->var.n - 1;
}

static bool vars_agree(const struct var *a, const struct var *b) {
	return a->space == b->space && a->type == b->type && a->vec == b->vec &&
	       (a->size_bytes == b->size_bytes || !a->size_bytes || !b->size_bytes);
}

/* A second declaration of a module variable: fine if at most one of them defines it. */
static bool var_redeclare(struct resolver *r, const struct ast_var *a, u32 index) {
	u32 at = name_info(r, a->name)->bind;
	if (!at || r->bind.at[at].kind != BIND_VAR)
		return false;
	struct var *old = &r->var.at[r->bind.at[at].index], *now = &r->var.at[index];
	bool old_extern = old->linkage == LINKAGE_EXTERN ||
	                  old->linkage == LINKAGE_COMMON;
	bool now_extern = now->linkage == LINKAGE_EXTERN ||
	                  now->linkage == LINKAGE_COMMON;
	if ((!old_extern && !now_extern) || !vars_agree(old, now))
		return false;
	if (old_extern && !(now->linkage == LINKAGE_EXTERN)) {
		u32 keep = r->bind.at[at].index;
		r->var.at[keep] = *now;
		r->bind.at[at].loc = a->loc;
	}
	return true;
}

/* Reports a missing name: only parameters of prototypes go without one. */
static bool name_given(struct resolver *r, const struct str *name, struct loc loc) {
	if (!name)
		diag_error(r->d, loc, E0101, "a name is missing: '_' names nothing");
	return name != NULL;
}

/* Reports a .local variable of a module. Until PTX 3.0, which brought an ABI, modules had
 * them: one of each for every thread. */
static bool module_local_ok(struct resolver *r, const struct ast_var *a) {
	struct diag_record *e;
	if (r->ast->version_major && r->m->version < 30)
		return true;
	e = diag_error(r->d, a->loc, E0212, "a module cannot declare .local variables");
	diag_note(r->d, e, "before .version 3.0 it could");
	diag_nvcc(
		r->d, e,
		"Module-scoped variables in .local state space are not allowed with ABI");
	return false;
}

/* Places one. They lie before the kernel's frame, so their addresses are constants. */
static void module_local_place(struct resolver *r, struct var *v) {
	u64 at = alignup((u64)r->m->local_bytes, v->align);
	v->local_offset = (u32)at;
	r->m->local_bytes = (u32)MIN(at + v->size_bytes, 0xffffff00ull);
}

static void module_var(struct resolver *r, const struct ast_var *a) {
	if (!name_given(r, a->name, a->loc))
		return;
	u8 space = space_of[a->space];
	if (space == SPACE_REG || space == SPACE_SREG || space == SPACE_PARAM) {
		diag_error(r->d, a->loc, E0212, "a module cannot declare .%s variables",
		           space == SPACE_REG ? "reg" : "param");
		return;
	}
	if (space == SPACE_LOCAL && !module_local_ok(r, a))
		return;
	u32 i = var_new(r, a, NO_REG, false);
	if (space == SPACE_LOCAL)
		module_local_place(r, &r->var.at[i]);
	if (!var_redeclare(r, a, i)) {
		if (!name_bind(r, a->name, BIND_VAR, i, a->loc))
			return;
		vec_push(&r->unit, &r->item, (struct module_item){ITEM_VAR, i});
	} else {
		(void)vec_pop(&r->var);
	}
}

/* After all declarations: an initialiser may name what comes later. */
static void module_init(struct resolver *r, const struct ast_var *a) {
	struct bind *b = a->name && a->init ? name_find(r, a->name) : NULL;
	if (!b || b->kind != BIND_VAR || r->var.at[b->index].loc.start != a->loc.start)
		return;
	u32 i = b->index;
	struct var v = r->var.at[i];
	resolve_init(r, &v, a->init);
	r->var.at[i] = v;
}

/* ---- functions: signature and directives ------------------------------------------- */

/* Counts the variables of a parameter: a vector of registers counts as its elements. */
static u32 param_elements(const struct ast_var *a) {
	return a->space == AST_SPACE_REG && a->vec > 1 ? a->vec : 1;
}

static void hidden_check(struct resolver *r, const struct ast_var *a, bool of_kernel) {
	struct diag_record *e;
	if (!a->is_hidden)
		return;
	if (of_kernel) {
		since_check(r, a->hidden_loc, "Feature", ".hidden", 88, 0);
		return;
	}
	e = diag_error(r->d, a->hidden_loc, E0105,
	               "only a parameter of a kernel may be .hidden");
	diag_nvcc(r->d, e, "Illegal placement of kernel parameter attribute");
}

/* Makes the variables of a parameter list; *n is how many. */
static u32 *params_new(struct resolver *r, const struct ast_var *list, u32 nlist,
                       u32 func, bool is_ret, bool of_kernel, u32 *n) {
	u32 total = 0;
	for (u32 i = 0; i < nlist; i++)
		total += param_elements(&list[i]);
	u32 *index = arena_array(r->arena, u32, total);
	*n = 0;
	for (u32 i = 0; i < nlist; i++) {
		struct ast_var one = list[i];
		u32 group = param_elements(&one);
		hidden_check(r, &one, of_kernel);
		u32 first = var_new(r, &one, func, true);
		index[(*n)++] = first;
		r->var.at[first].is_ret = is_ret;
		if (group == 1)
			continue;
		struct var *v = &r->var.at[first];
		v->group = v->vec > 1 ? v->vec : 0; /* 0: there was an error */
		v->vec = 0;
		v->size_bytes = v->align = type_size_bytes((enum type)v->type);
		for (u32 k = 1; k < r->var.at[first].group; k++) {
			struct var elem = r->var.at[first];
			elem.elem = (u8)k;
			index[(*n)++] = r->var.n;
			vec_push(r->arena, &r->var, elem);
		}
	}
	return index;
}

static void param_layout(struct resolver *r, struct func *f, const struct ast_func *a) {
	u64 at = 0;
	for (u32 i = 0; i < f->nparam; i++) {
		struct var *v = &r->var.at[f->param[i]];
		at = alignup(at, v->align);
		v->param_offset = (u32)at;
		at += v->size_bytes;
		if (at > 0xffffffffull)
			at = 0xffffffffull - 64;
	}
	u32 limit = r->m->version >= 81 && r->m->sm >= 70 ? 32764 : 4352;
	if (at > limit) {
		struct diag_record *e = diag_error(
			r->d, a->loc, E0217,
			"the parameters of '%s' have %llu bytes, %u are allowed",
			f->name->s, (unsigned long long)at, limit);
		diag_nvcc(
			r->d, e,
			"Formal parameter space overflowed (%llu bytes required, max %u "
			"bytes allowed) in function %s",
			(unsigned long long)at, limit, f->name->s);
	}
	f->param_bytes = (u32)at;
}

static void dims_put(u32 *to, const struct ast_directive *d) {
	for (u32 i = 0; i < 3; i++)
		to[i] = i < d->nvalue ? (u32)MIN(d->value[i], 0xffffffffull) : 1;
}

static void directive_resolve(struct resolver *r, struct func *f,
                              const struct ast_directive *d) {
	const char *s = d->name->s;
	u32 first = d->nvalue ? (u32)MIN(d->value[0], 0xffffffffull) : 0;
	bool is_bad = false;
	if (strcmp(s, ".maxntid") == 0) {
		dims_put(f->maxntid, d);
	} else if (strcmp(s, ".reqntid") == 0) {
		dims_put(f->reqntid, d);
		is_bad = (u64)f->reqntid[0] * f->reqntid[1] > 1024 || f->reqntid[2] > 64;
	} else if (strcmp(s, ".reqnctapercluster") == 0) {
		dims_put(f->reqnctapercluster, d);
	} else if (strcmp(s, ".minnctapersm") == 0 || strcmp(s, ".maxnctapersm") == 0) {
		f->minnctapersm = first;
	} else if (strcmp(s, ".maxnreg") == 0) {
		f->maxnreg = first;
	} else if (strcmp(s, ".maxclusterrank") == 0) {
		f->maxclusterrank = first;
	} else if (strcmp(s, ".explicitcluster") == 0) {
		f->explicitcluster = true;
	} else if (strcmp(s, ".blocksareclusters") == 0) {
		f->blocksareclusters = true;
	} else if (strcmp(s, ".noreturn") == 0) {
		f->noreturn = true;
	}
	for (u32 i = 0; i < d->nvalue && d->nvalue > 1; i++)
		is_bad |= d->value[i] == 0;
	if (is_bad)
		diag_error(r->d, d->loc, E0220, "'%s' is out of range", s);
}

static void pragma_add(struct resolver *r, struct str *text, u32 at) {
	vec_push(&r->scratch, &r->b.pragma, text);
	vec_push(&r->scratch, &r->b.pragma_at, at);
}

static bool signatures_agree(const struct resolver *r, const struct func *a,
                             const struct func *b) {
	if (a->nret != b->nret || a->nparam != b->nparam || a->is_entry != b->is_entry)
		return false;
	for (u32 i = 0; i < a->nret; i++)
		if (r->var.at[a->ret[i]].size_bytes != r->var.at[b->ret[i]].size_bytes)
			return false;
	for (u32 i = 0; i < a->nparam; i++)
		if (r->var.at[a->param[i]].size_bytes !=
		    r->var.at[b->param[i]].size_bytes)
			return false;
	return true;
}

/* Finds the function of that name declared before; NULL if there is none. Reports what
 * disagrees. */
static struct func *func_redeclare(struct resolver *r, const struct ast_func *a,
                                   struct func *f) {
	u32 at = name_info(r, a->name)->bind;
	if (!at || r->bind.at[at].kind != BIND_FUNC)
		return NULL;
	struct func *old = r->func.at[r->bind.at[at].index];
	struct diag_record *e;
	if (old->has_body && a->has_body) {
		e = diag_error(r->d, a->loc, E0202, "'%s' is already defined",
		               a->name->s);
		diag_range(e, old->loc, "defined here");
		diag_nvcc(r->d, e, "Duplicate definition of function '%s'", a->name->s);
	} else if (!signatures_agree(r, old, f)) {
		e = diag_error(r->d, a->loc, E0214,
		               "the declarations of '%s' do not agree", a->name->s);
		diag_range(e, old->loc, "declared here");
		diag_nvcc(r->d, e, "Definition of '%s' does not match its declaration",
		          a->name->s);
	}
	return old;
}

static void func_declare(struct resolver *r, const struct ast_func *a) {
	if (!name_given(r, a->name, a->loc))
		return;
	struct func *f = arena_new(r->arena, struct func);
	f->name = a->name;
	f->loc = a->loc;
	f->index = r->func.n;
	f->linkage = a->linkage;
	f->is_entry = a->is_entry;
	f->has_body = a->has_body;
	f->end_loc = a->body_loc;
	f->ret = params_new(r, a->ret, a->nret, f->index, true, false, &f->nret);
	f->param = params_new(r, a->param, a->nparam, f->index, false, a->is_entry,
	                      &f->nparam);
	f->arena = r->arena;
	for (u32 i = 0; i < a->ndirective; i++)
		directive_resolve(r, f, &a->directive[i]);
	open_params_check(r, f->ret, f->nret, f->is_entry);
	open_params_check(r, f->param, f->nparam, f->is_entry);
	if (a->is_entry)
		param_layout(r, f, a);
	struct func *old = func_redeclare(r, a, f);
	u32 kind = a->has_body ? ITEM_FUNC_DEF : ITEM_FUNC_DECL;
	if (!old) {
		if (!name_bind(r, a->name, BIND_FUNC, f->index, a->loc))
			return;
		vec_push(&r->unit, &r->func, f);
	} else {
		f->index = old->index;
		for (u32 i = 0; i < f->nparam; i++)
			r->var.at[f->param[i]].func = f->index;
		for (u32 i = 0; i < f->nret; i++)
			r->var.at[f->ret[i]].func = f->index;
		f->noreturn |= old->noreturn;
		if (a->has_body && !old->has_body)
			*old = *f;
		f = old;
	}
	vec_push(&r->unit, &r->item, (struct module_item){kind, f->index});
}

/* ---- bodies ------------------------------------------------------------------------ */

static void reg_declare(struct resolver *r, const struct ast_var *a) {
	enum type t = type_resolve(r, a->type, a->type_loc);
	if (a->is_range) {
		range_bind(r, a->name, a->range, t, a->vec > 1 ? a->vec : 0, a->loc);
		return;
	}
	u32 index = r->b.reg.n;
	struct bind *b = name_bind(r, a->name, a->vec > 1 ? BIND_VREG : BIND_REG, index,
	                           a->loc);
	if (!b)
		return;
	b->n = a->vec > 1 ? a->vec : 1;
	regs_new(r, a->name, t, a->vec, r->scope.n - 1);
}

static void body_var(struct resolver *r, const struct ast_var *a) {
	if (!name_given(r, a->name, a->loc))
		return;
	if (a->space == AST_SPACE_REG) {
		reg_declare(r, a);
		return;
	}
	u32 i = var_new(r, a, r->b.f->index, false);
	if (!name_bind(r, a->name, BIND_VAR, i, a->loc))
		return;
	r->var.at[i].name = name_unique(r, a->name, r->scope.n - 1);
	vec_push(&r->scratch, &r->b.var, i);
	if (a->init) {
		struct var v = r->var.at[i];
		resolve_init(r, &v, a->init);
		r->var.at[i] = v;
	}
}

static u32 line_add(struct resolver *r, const struct line_info *l) {
	u32 i = r->b.line.n;
	vec_push(&r->scratch, &r->b.line, *l);
	*map_at(&r->b.line_at, line_key(l)) = i;
	return i;
}

/* The place of a call is the last .loc with its numbers, which says where that one was
 * inlined. */
static u32 line_of_call(struct resolver *r, const struct ast_loc *l) {
	struct line_info call = {.file = l->inlined_file,
	                         .line = l->inlined_line,
	                         .column = l->inlined_column};
	const u64 *known = map_find(&r->b.line_at, line_key(&call));
	const struct line_info *at = known ? &r->b.line.at[*known] : NULL;
	bool same = at && at->file == call.file && at->line == call.line &&
	            at->column == call.column;
	return same ? (u32)*known : line_add(r, &call);
}

static const struct line_function *line_function(struct resolver *r,
                                                 const struct ast_loc *l) {
	if (!l->function_name)
		return NULL;
	const struct line_function *last = vec_last(&r->b.line).function;
	if (last && last->label == l->function_name &&
	    last->offset == l->function_name_offset)
		return last;
	struct line_function *f = arena_new(r->m->arena, struct line_function);
	*f = (struct line_function){l->function_name, l->function_name_offset};
	return f;
}

static void body_line(struct resolver *r, const struct ast_loc *l) {
	u32 inner = l->has_inline ? line_of_call(r, l) : 0;
	struct line_info li = {.file = l->file,
	                       .line = l->line,
	                       .column = l->column,
	                       .inlined_at = inner,
	                       .function = line_function(r, l)};
	r->b.cur_line = line_add(r, &li);
}

static void proto_resolve(struct resolver *r, struct targets *t,
                          const struct ast_proto *p) {
	t->ret = params_new(r, p->ret, p->nret, r->b.f->index, true, false, &t->nret);
	t->param = params_new(r, p->param, p->nparam, r->b.f->index, false, false,
	                      &t->nparam);
	open_params_check(r, t->ret, t->nret, false);
	open_params_check(r, t->param, t->nparam, false);
	t->noreturn = p->noreturn;
}

/* Names of a target list; labels become blocks in resolve_labels_finish. */
static void targets_resolve(struct resolver *r, const struct ast_stmt *s) {
	struct bind *b = name_find(r, s->kind == STMT_CALLPROTOTYPE ? s->proto_label
	                                                            : s->targets_label);
	if (!b || b->kind != BIND_TARGETS)
		return; /* a duplicate */
	struct targets t = r->b.targets.at[b->index];
	u32 index = b->index;
	t.before_inst = r->b.inst.n;
	if (s->kind == STMT_CALLPROTOTYPE) {
		proto_resolve(r, &t, s->proto);
	} else {
		t.n = s->ntarget;
		t.index = arena_array(r->arena, u32, s->ntarget);
		for (u32 i = 0; i < s->ntarget; i++) {
			struct bind *to = name_find(r, s->target[i]);
			bool call = s->kind == STMT_CALLTARGETS;
			if (to && to->kind == (call ? BIND_FUNC : BIND_LABEL))
				t.index[i] = to->index;
			else
				hint_unknown_name(r, s->target[i], s->target_loc[i],
				                  !call);
		}
	}
	r->b.targets.at[index] = t;
}

/* The next statement of a block that is being resolved. */
struct stmt_cursor {
	const struct ast_stmts *list;
	u32 i;
};
VEC_TYPE(stmt_cursors, struct stmt_cursor);

static void stmt_resolve(struct resolver *r, const struct ast_stmt *s,
                         struct stmt_cursors *stack, u32 *nclose) {
	switch ((enum ast_stmt_kind)s->kind) {
	case STMT_INST: resolve_inst(r, &s->inst, s->loc); break;
	case STMT_LABEL: label_place(r, s); break;
	case STMT_VAR: body_var(r, s->var); break;
	case STMT_BLOCK:
		if (*nclose)
			--*nclose;
		else
			scope_open(r);
		labels_declare(r, &s->block);
		vec_push(&r->scratch, stack, (struct stmt_cursor){&s->block, 0});
		break;
	case STMT_LOC: body_line(r, &s->line); break;
	case STMT_PRAGMA: pragma_add(r, s->pragma, r->b.inst.n); break;
	case STMT_BRANCHTARGETS:
	case STMT_CALLTARGETS:
	case STMT_CALLPROTOTYPE: targets_resolve(r, s); break;
	}
}

/* Checks whether nothing follows the innermost list. */
static bool is_last(const struct stmt_cursors *stack) {
	for (u32 i = 0; i < stack->n; i++)
		if (stack->at[i].i < stack->at[i].list->n)
			return false;
	return true;
}

void resolve_stmts(struct resolver *r, const struct ast_stmts *body) {
	resolve_part(r, body, 0, 0);
}

void resolve_part(struct resolver *r, const struct ast_stmts *body, u32 nclose,
                  u32 nopen) {
	struct stmt_cursors stack = {0};
	vec_push(&r->scratch, &stack, (struct stmt_cursor){body, 0});
	labels_declare(r, body);
	while (stack.n) {
		struct stmt_cursor *c = &vec_last(&stack);
		if (c->i < c->list->n) {
			stmt_resolve(r, c->list->at[c->i++], &stack, &nclose);
		} else {
			bool stays = stack.n <= nopen + 1 && nopen && is_last(&stack);
			(void)vec_pop(&stack);
			if (stack.n && !stays)
				scope_close(r);
		}
	}
}

/* The register or registers of a .reg parameter, the first of the variables at list[]. */
static void param_regs_bind(struct resolver *r, const u32 *list) {
	struct var v = r->var.at[list[0]];
	u32 group = MAX(v.group, 1u), first = r->b.reg.n;
	struct bind *b = name_bind(r, v.name, group > 1 ? BIND_VREG : BIND_REG, first,
	                           v.loc);
	for (u32 i = 0; i < group; i++)
		r->var.at[list[i]].reg = first + i;
	if (!b)
		return;
	b->n = (u8)group;
	regs_new(r, v.name, (enum type)v.type, group, 1);
}

static void params_bind(struct resolver *r, const u32 *list, u32 n) {
	for (u32 i = 0; i < n; i++) {
		const struct var *v = &r->var.at[list[i]];
		if (!v->name || v->elem)
			continue;
		if (v->is_reg) {
			param_regs_bind(r, list + i);
		} else {
			(void)name_unique(r, v->name, 1);
			name_bind(r, v->name, BIND_VAR, list[i], v->loc);
		}
	}
}

static void func_resolve(struct resolver *r, const struct ast_func *a) {
	struct bind *b = a->name ? name_find(r, a->name) : NULL;
	if (!b || b->kind != BIND_FUNC)
		return;
	struct func *f = r->func.at[b->index];
	if (f->inst || f->loc.start != a->loc.start)
		return; /* a second definition */
	u32 nbind = r->bind.n, nrange = r->range.n;
	r->cur = a;
	ir_build_begin(&r->b, r->m, f, &r->scratch);
	for (u32 i = 0; i < a->ndirective; i++)
		if (a->directive[i].text)
			pragma_add(r, a->directive[i].text, NO_REG);
	scope_open(r);
	params_bind(r, f->ret, f->nret);
	params_bind(r, f->param, f->nparam);
	scope_open(r); /* declarations of the body may hide a parameter */
	resolve_stmts(r, &a->body);
	resolve_labels_finish(r);
	ir_build_end(&r->b);
	scope_close(r);
	scope_close(r);
	r->bind.n = nbind;
	r->range.n = nrange;
	r->label.n = 0;
	r->cur = NULL;
	arena_reset(&r->scratch);
}

/* ---- the module -------------------------------------------------------------------- */

static void sregs_bind(struct resolver *r) {
	static const char *const text[SREG_COUNT] = {
#define SREG(id, name, ...) name,
#include "ir/sreg.def"
#undef SREG
	};
	for (u32 i = 0; i < SREG_COUNT; i++)
		name_bind(r, str_intern(r->names, text[i], strlen(text[i])), BIND_SREG, i,
		          (struct loc){0, 0});
	/* Some are vectors, whose fourth element is no register: it reads as zero. */
	for (u32 i = 0; i < SREG_COUNT; i++) {
		size_t len = strlen(text[i]);
		if (strcmp(text[i] + len - 2, ".x") != 0)
			continue;
		char *s = arena_printf(&r->unit, "%.*s.w", (int)len - 2, text[i]);
		name_bind(r, str_intern(r->names, s, len), BIND_CONST, 0,
		          (struct loc){0, 0});
		name_bind(r, str_intern(r->names, s, len - 2), BIND_SREG4, i,
		          (struct loc){0, 0});
	}
	name_bind(r, str_lit(r->names, "WARP_SZ"), BIND_CONST, 32, (struct loc){0, 0});
}

static void section_resolve(struct resolver *r, const struct ast_decl *d) {
	struct section s = {.name = d->section_name, .nitem = d->section.n};
	s.item = arena_array(r->arena, struct section_item, d->section.n);
	for (u32 i = 0; i < d->section.n; i++) {
		const struct ast_section_item *from = &d->section.at[i];
		struct section_item *to = &s.item[i];
		to->kind = (u8)from->kind;
		to->type = from->type
		                   ? (u8)type_find(from->type->s + 1, from->type->len - 1)
		                   : 0;
		to->name = from->kind == SECT_DATA ? NULL : from->name;
		to->name2 = from->kind == SECT_DIFF ? from->name2 : NULL;
		to->value = from->kind == SECT_DATA     ? (s64)from->value
		            : from->kind == SECT_SYMBOL ? from->offset
		                                        : 0;
	}
	vec_push(&r->unit, &r->item, (struct module_item){ITEM_SECTION, r->section.n});
	vec_push(&r->unit, &r->section, s);
}

static void alias_resolve(struct resolver *r, const struct ast_decl *d) {
	struct bind *to = name_find(r, d->aliasee);
	struct bind *from = name_find(r, d->alias);
	if (!to || to->kind != BIND_FUNC || !r->func.at[to->index]->has_body ||
	    r->func.at[to->index]->is_entry || (from && from->kind != BIND_FUNC)) {
		diag_error(r->d, d->aliasee_loc, E0221,
		           "'%s' is no function defined in this module", d->aliasee->s);
		return;
	}
	u32 index = to->index;
	if (from)
		from->index = index; /* calls of the alias call the function itself */
	else
		name_bind(r, d->alias, BIND_FUNC, index, d->loc);
	vec_push(&r->unit, &r->item, (struct module_item){ITEM_ALIAS, r->alias.n});
	vec_push(&r->unit, &r->alias, (struct alias){d->alias, index});
}

static void decl_declare(struct resolver *r, const struct ast_decl *d) {
	switch ((enum ast_decl_kind)d->kind) {
	case DECL_VAR: module_var(r, d->var); break;
	case DECL_FUNC: func_declare(r, d->func); break;
	case DECL_ALIAS: break; /* after all functions are known */
	case DECL_FILE:
		vec_push(&r->unit, &r->item, (struct module_item){ITEM_FILE, r->file.n});
		vec_push(&r->unit, &r->file,
		         (struct file_info){d->file_index, d->file_name, d->file_time,
		                            d->file_size, d->has_file_time});
		break;
	case DECL_SECTION: section_resolve(r, d); break;
	case DECL_PRAGMA:
		vec_push(&r->unit, &r->item,
		         (struct module_item){ITEM_PRAGMA, r->pragma.n});
		vec_push(&r->unit, &r->pragma, d->pragma);
		break;
	}
}

#define KEEP(list, to, count)                                               \
	(m->count = r->list.n,                                              \
	 m->to = r->list.n ? arena_copy(r->arena, r->list.at,               \
	                                r->list.n * sizeof(*r->list.at), 8) \
	                   : NULL)

static void module_finish(struct resolver *r) {
	struct module *m = r->m;
	m->var = r->var.at;
	m->nvar = m->var_cap = r->var.n;
	KEEP(func, func, nfunc);
	KEEP(alias, alias, nalias);
	KEEP(file, file, nfile);
	KEEP(section, section, nsection);
	KEEP(pragma, pragma, npragma);
	KEEP(item, item, nitem);
}

void resolver_begin(struct resolver *r, struct module *m, struct diag *d) {
	*r = (struct resolver){.m = m, .arena = m->arena, .names = m->names, .d = d};
	struct ast_module *ast = arena_new(&r->unit, struct ast_module);
	ast->version_major = m->version_major;
	ast->version_minor = m->version_minor;
	r->ast = ast;
	r->has_target = true;
	scope_open(r);
	sregs_bind(r);
}

void resolver_finish(struct resolver *r) {
	module_finish(r);
	arena_drop(&r->scratch);
	arena_drop(&r->unit);
}

struct module *ir_resolve(struct arena *arena, struct strtab *names, struct diag *d,
                          const struct ast_module *ast) {
	struct resolver rr = {.arena = arena, .names = names, .d = d, .ast = ast},
			*r = &rr;
	r->m = arena_new(arena, struct module);
	r->m->arena = arena;
	r->m->names = names;
	r->m->sources = d->sources;
	header_resolve(r);
	scope_open(r);
	sregs_bind(r);
	for (u32 i = 0; i < ast->decl.n; i++)
		decl_declare(r, ast->decl.at[i]);
	for (u32 i = 0; i < ast->decl.n; i++)
		if (ast->decl.at[i]->kind == DECL_ALIAS)
			alias_resolve(r, ast->decl.at[i]);
	for (u32 i = 0; i < ast->decl.n; i++)
		if (ast->decl.at[i]->kind == DECL_VAR)
			module_init(r, ast->decl.at[i]->var);
	arena_reset(&r->scratch);
	for (u32 i = 0; i < ast->decl.n; i++)
		if (ast->decl.at[i]->kind == DECL_FUNC && ast->decl.at[i]->func->has_body)
			func_resolve(r, ast->decl.at[i]->func);
	open_params_size(r);
	resolver_finish(r);
	return r->m;
}
