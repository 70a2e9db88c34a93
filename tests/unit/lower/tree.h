/* tree.h - checked trees made by hand, for the tests of ir/lower: a constructor for each
 * node, so that a test reads like the source it stands for.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/lower/lower.h"
#include "ir/read/module.h"

struct tree {
	struct arena arena, module_arena;
	struct sources sources;
	struct diag diag;
	struct strtab names;
	struct cuda_options opt;
	struct cunit u;
	struct ctypes *t;
	const struct ctype *i32, *u32_, *i64, *f32, *f64, *i8, *u16_, *boolean, *nothing;
};

static struct tree T;

static inline void tree_begin(void) {
	memset(&T, 0, sizeof T);
	sources_init(&T.sources, &T.arena);
	diag_init(&T.diag, &T.arena, &T.sources);
	strtab_init(&T.names, &T.arena);
	T.opt = (struct cuda_options){
		.sm = 90, .fmad = true, .prec_div = true, .prec_sqrt = true};
	T.u = (struct cunit){.arena = &T.arena,
	                     .names = &T.names,
	                     .diag = &T.diag,
	                     .sources = &T.sources,
	                     .opt = &T.opt};
	T.t = &T.u.types;
	ctypes_init(T.t, &T.arena);
	T.i32 = T.t->basic[CT_INT];
	T.u32_ = T.t->basic[CT_UINT];
	T.i64 = T.t->basic[CT_LONG];
	T.f32 = T.t->basic[CT_FLOAT];
	T.f64 = T.t->basic[CT_DOUBLE];
	T.i8 = T.t->basic[CT_CHAR];
	T.u16_ = T.t->basic[CT_USHORT];
	T.boolean = T.t->basic[CT_BOOL];
	T.nothing = T.t->basic[CT_VOID];
}

static inline void tree_end(void) {
	arena_drop(&T.module_arena);
	arena_drop(&T.arena);
}

static inline struct str *S(const char *s) {
	return str_intern(&T.names, s, strlen(s));
}

/* ---- types and declarations -------------------------------------------------------- */

static inline const struct ctype *ptr(const struct ctype *t) {
	return ctype_ptr(T.t, t);
}
static inline const struct ctype *ref(const struct ctype *t) {
	return ctype_lref(T.t, t);
}
static inline const struct ctype *arr(const struct ctype *t, u64 n) {
	return ctype_array(T.t, t, true, n);
}

static inline struct cdecl *decl(enum cdecl_kind kind, const char *name,
                                 const struct ctype *t) {
	struct cdecl *d = arena_new(&T.arena, struct cdecl);
	d->kind = (u8)kind;
	d->name = d->link_name = S(name);
	d->type = t;
	return d;
}

static inline struct cdecl *var(const char *name, const struct ctype *t) {
	struct cdecl *d = decl(CDECL_VAR, name, t);
	d->space = CSPACE_AUTO;
	static struct cscope block = {.kind = CSCOPE_BLOCK};
	d->scope = &block;
	return d;
}

static inline struct cdecl *global(const char *name, const struct ctype *t,
                                   enum cspace space, struct cexpr *init) {
	struct cdecl *d = var(name, t);
	d->space = (u8)space;
	d->init = init;
	vec_push(&T.arena, &T.u.emit, d);
	return d;
}

struct part {
	const char *name;
	const struct ctype *type;
	u16 bits;
};

/* struct name { parts } with natural layout; bit-fields go into one unit. */
static inline const struct ctype *record(const char *name, u64 align,
                                         const struct part *part, u32 n) {
	struct cdecl *d = decl(CDECL_TYPE, name, NULL);
	struct cclass *c = d->cls = arena_new(&T.arena, struct cclass);
	u64 at = 0;
	u16 bit = 0;
	c->align_bytes = align ? align : 1;
	for (u32 i = 0; i < n; i++) {
		struct cfield f = {.name = S(part[i].name), .type = part[i].type};
		u64 size = ctype_is_ref(part[i].type) ? 8 : ctype_size(part[i].type);
		u64 a = ctype_is_ref(part[i].type) ? 8 : ctype_align(part[i].type);
		if (part[i].bits && bit && bit + part[i].bits <= 32) {
			f.offset_bytes = at - size;
		} else {
			bit = 0;
			at = alignup(at, a);
			f.offset_bytes = at;
			at += size;
		}
		f.bit_width = part[i].bits;
		f.bit_offset = part[i].bits ? bit : 0;
		bit = part[i].bits ? (u16)(bit + part[i].bits) : 0;
		c->align_bytes = MAX(c->align_bytes, a);
		vec_push(&T.arena, &c->field, f);
	}
	c->size_bytes = c->data_bytes = alignup(at, c->align_bytes);
	c->is_complete = c->is_trivially_copyable = c->is_trivially_destructible = true;
	return d->type = ctype_named(T.t, CT_CLASS, d);
}

/* ---- expressions ------------------------------------------------------------------- */

static inline struct cexpr *E(enum cexpr_kind kind, const struct ctype *t,
                              struct cexpr *a, struct cexpr *b) {
	struct cexpr *e = arena_new(&T.arena, struct cexpr);
	e->kind = (u8)kind;
	e->type = t;
	e->a = a;
	e->b = b;
	return e;
}

static inline struct cexpr *L(struct cexpr *e) {
	e->is_lvalue = true;
	return e;
}

static inline struct cexpr *num(const struct ctype *t, s64 v) {
	struct cexpr *e = E(CE_CONST, t, NULL, NULL);
	e->value = (u64)v;
	return e;
}

static inline struct cexpr *I(s64 v) {
	return num(T.i32, v);
}

static inline struct cexpr *F(f64 v) {
	struct cexpr *e = E(CE_CONST, T.f32, NULL, NULL);
	memcpy(&e->value, &v, 8);
	return e;
}

static inline struct cexpr *lv(struct cdecl *d) {
	struct cexpr *e = L(E(CE_VAR, ctype_noref(d->type), NULL, NULL));
	e->decl = d;
	return e;
}

static inline struct cexpr *ld(struct cexpr *e) {
	return E(CE_LOAD, ctype_unqual(e->type), e, NULL);
}
static inline struct cexpr *rv(struct cdecl *d) {
	return ld(lv(d));
}
static inline struct cexpr *addr(struct cexpr *e) {
	return E(CE_ADDR, ptr(e->type), e, NULL);
}
static inline struct cexpr *deref(struct cexpr *e) {
	return L(E(CE_DEREF, e->type->base, e, NULL));
}
static inline struct cexpr *cast(const struct ctype *t, struct cexpr *e) {
	return E(CE_CAST, t, e, NULL);
}

static inline struct cexpr *decay(struct cexpr *e) {
	return E(CE_ADDR, ptr(e->type->base), e, NULL);
}

/* p[i], i an int. */
static inline struct cexpr *at(struct cexpr *p, struct cexpr *i) {
	return deref(E(CE_PTR_ADD, p->type, p, cast(T.i64, i)));
}

static inline struct cexpr *dot(struct cexpr *e, u32 field) {
	const struct cfield *f = &e->type->decl->cls->field.at[field];
	struct cexpr *m = E(CE_MEMBER, ctype_noref(f->type), e, NULL);
	m->field = field;
	return L(m);
}

static inline struct cexpr *bin(enum cexpr_kind k, struct cexpr *a, struct cexpr *b) {
	return E(k, k >= CE_LT && k <= CE_NE ? T.boolean : a->type, a, b);
}
static inline struct cexpr *add(struct cexpr *a, struct cexpr *b) {
	return bin(CE_ADD, a, b);
}
static inline struct cexpr *mul(struct cexpr *a, struct cexpr *b) {
	return bin(CE_MUL, a, b);
}
static inline struct cexpr *set(struct cexpr *a, struct cexpr *b) {
	return L(E(CE_ASSIGN, a->type, a, b));
}

static inline struct cexpr *sreg(const char *name) {
	struct cexpr *e = E(CE_SREG, T.u32_, NULL, NULL);
	e->text = name;
	return e;
}

static inline struct cexpr *compound(enum cexpr_kind op, struct cexpr *a,
                                     struct cexpr *b) {
	struct cexpr *e = L(E(CE_COMPOUND, a->type, a, b));
	e->op = (u8)op;
	e->calc = ctype_unqual(a->type);
	return e;
}

#define ARGS(...)                        \
	(struct cexpr *[]){__VA_ARGS__}, \
		sizeof((struct cexpr *[]){__VA_ARGS__}) / sizeof(struct cexpr *)

static inline struct cexpr *with(struct cexpr *e, struct cexpr **arg, size_t n) {
	e->arg = arena_copy(&T.arena, arg, n * sizeof *arg, 8);
	e->narg = (u32)n;
	return e;
}

static inline struct cexpr *call(struct cdecl *f, struct cexpr **arg, size_t n) {
	const struct ctype *r = f->type->base;
	struct cexpr *e = with(E(CE_CALL, ctype_noref(r), NULL, NULL), arg, n);
	e->decl = f;
	e->is_lvalue = ctype_is_ref(r);
	return e;
}

static inline struct cexpr *list(const struct ctype *t, struct cexpr **arg, size_t n) {
	return with(E(CE_INIT_LIST, t, NULL, NULL), arg, n);
}

/* ---- statements and functions ------------------------------------------------------ */

static inline struct cstmt *stmt(enum cstmt_kind kind) {
	struct cstmt *s = arena_new(&T.arena, struct cstmt);
	s->kind = (u8)kind;
	return s;
}

static inline struct cstmt *run(struct cexpr *e) {
	struct cstmt *s = stmt(CS_EXPR);
	s->e = e;
	return s;
}

static inline struct cstmt *local(struct cdecl *d, struct cexpr *init) {
	struct cstmt *s = stmt(CS_DECL);
	s->decl = d;
	d->init = init;
	return s;
}

static inline struct cstmt *ret(struct cexpr *e) {
	struct cstmt *s = stmt(CS_RETURN);
	s->e = e;
	return s;
}

static inline struct cstmt *block_of(struct cstmt **list_, size_t n) {
	struct cstmt *s = stmt(CS_BLOCK);
	for (size_t i = 0; i < n; i++)
		vec_push(&T.arena, &s->list, list_[i]);
	return s;
}
#define BLOCK(...)                                \
	block_of((struct cstmt *[]){__VA_ARGS__}, \
	         sizeof((struct cstmt *[]){__VA_ARGS__}) / sizeof(struct cstmt *))

static inline struct cstmt *when(struct cexpr *e, struct cstmt *s, struct cstmt *t) {
	struct cstmt *r = stmt(CS_IF);
	r->e = e;
	r->s = s;
	r->t = t;
	return r;
}

static inline struct cstmt *loop(enum cstmt_kind kind, struct cexpr *e,
                                 struct cexpr *step, struct cstmt *s) {
	struct cstmt *r = stmt(kind);
	r->e = e;
	r->step = step;
	r->s = s;
	return r;
}

static inline struct cstmt *case_(s64 v, struct cstmt *s) {
	struct cstmt *r = stmt(CS_CASE);
	r->low = r->high = v;
	r->s = s;
	return r;
}

static inline struct cdecl *func_of(const char *name, const struct ctype *result,
                                    struct cdecl **param, size_t n, struct cstmt *body) {
	const struct ctype *type[16];
	struct cdecl *f = decl(CDECL_FUNC, name, NULL);
	for (size_t i = 0; i < n; i++) {
		type[i] = param[i]->type;
		param[i]->is_param = true;
		vec_push(&T.arena, &f->param, param[i]);
	}
	f->type = ctype_func(T.t, result, type, (u32)n, false, 0, 0);
	f->body = body;
	f->has_definition = body != NULL;
	return f;
}
#define PARAMS(...)                      \
	(struct cdecl *[]){__VA_ARGS__}, \
		sizeof((struct cdecl *[]){__VA_ARGS__}) / sizeof(struct cdecl *)

static inline struct cdecl *kernel(const char *name, struct cdecl **param, size_t n,
                                   struct cstmt *body) {
	struct cdecl *f = func_of(name, T.nothing, param, n, body);
	f->is_kernel = true;
	vec_push(&T.arena, &T.u.emit, f);
	return f;
}

/* A member function: `this` points to cls. */
static inline struct cdecl *method_of(const struct ctype *cls, struct cdecl *f) {
	f->this_param = var("this", ptr(cls));
	f->cls_owner = cls->decl;
	return f;
}

static inline struct cexpr *self(const struct ctype *cls) {
	return deref(E(CE_THIS, ptr(cls), NULL, NULL));
}

static inline struct cstmt *asm_of(const char *text, u32 noutput, u32 ninput,
                                   const struct casm_operand *o) {
	struct cstmt *s = stmt(CS_ASM);
	struct casm *a = s->asm_ = arena_new(&T.arena, struct casm);
	a->text = text;
	a->length = (u32)strlen(text);
	a->noutput = noutput;
	a->ninput = ninput;
	a->operand = arena_copy(&T.arena, o, (noutput + ninput) * sizeof *o, 8);
	return s;
}
