/* init.c - initialisers of .global and .const variables: braces and values become bytes,
 * names become relocations. Nested braces follow the dimensions, as in C (PTX 5.4.4); the
 * walk keeps its own stack, since a file may nest as deep as the grammar lets it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"
#include "ir/read/sampler.h"

VEC_TYPE(relocs, struct init_reloc);

struct filler {
	struct resolver *r;
	struct var *v;
	u32 elem_bytes;
	struct relocs reloc;
	bool failed;
};

struct level { /* one brace */
	const struct ast_init *list;
	u32 i;
};
VEC_TYPE(levels, struct level);

static void init_error(struct filler *f, struct loc loc, const char *text) {
	if (!f->failed)
		diag_error(f->r->d, loc, E0210, "%s", text);
	f->failed = true;
}

static void bytes_put(struct filler *f, u64 at, u64 value, u32 size) {
	memcpy(f->v->init + at, &value, MIN(size, 8u));
	f->v->init_bytes = at + size;
}

static void symbol_put(struct filler *f, const struct ast_init *in, u64 at) {
	struct resolver *r = f->r;
	struct bind *b = name_find(r, in->name);
	if (!b) {
		hint_unknown_name(r, in->name, in->loc, false);
		f->failed = true;
		return;
	}
	struct init_reloc rel = {.offset = at,
	                         .var = NO_REG,
	                         .func = NO_REG,
	                         .addend = in->offset,
	                         .size = (u8)f->elem_bytes,
	                         .byte = in->mask_byte,
	                         .generic = in->generic};
	if (b->kind == BIND_VAR)
		rel.var = b->index;
	else if (b->kind == BIND_FUNC)
		rel.func = b->index;
	if (rel.var == NO_REG && rel.func == NO_REG) {
		init_error(f, in->loc, "only variables and functions have an address");
		return;
	}
	if (!in->mask_byte && f->elem_bytes < 4) {
		init_error(
			f, in->loc,
			"an address needs 4 or 8 bytes, or a mask that takes one byte");
		return;
	}
	vec_push(&r->scratch, &f->reloc, rel);
	bytes_put(f, at, 0, f->elem_bytes);
}

static void value_put(struct filler *f, const struct ast_init *in, u64 at) {
	char class = type_info[f->v->type].class;
	u64 v = in->value;
	f32 narrow;
	f64 wide;
	if (at + f->elem_bytes > f->v->size_bytes) {
		init_error(f, in->loc, "more values than the variable has elements");
		return;
	}
	switch (in->kind) {
	case INIT_SYMBOL: symbol_put(f, in, at); return;
	case INIT_INT:
		if (f->v->type == TYPE_F32 || f->v->type == TYPE_F64) {
			init_error(f, in->loc, "an integer cannot initialise a float");
			return;
		}
		break;
	case INIT_F32:
		break; /* of 8 bytes, too: 0f3F800000 is these bits, not this number */
	case INIT_F64:
		if (f->elem_bytes == 4) {
			u32 b;
			memcpy(&wide, &v, 8);
			narrow = (f32)wide;
			memcpy(&b, &narrow, 4);
			v = b;
		}
		break;
	default: init_error(f, in->loc, "this cannot initialise a variable"); return;
	}
	if ((in->kind == INIT_F32 || in->kind == INIT_F64) && class != 'F' &&
	    class != 'B') {
		init_error(f, in->loc, "a float cannot initialise an integer");
		return;
	}
	bytes_put(f, at, v, f->elem_bytes);
}

/* Values fill the variable in the order in which they stand: ptxas lets inner braces
 * group them, but a brace that is not full does not skip to the next row. */
static void list_fill(struct filler *f, const struct ast_init *init) {
	struct levels stack = {0};
	struct arena *a = &f->r->scratch;
	u64 at = 0;
	vec_push(a, &stack, (struct level){init, 0});
	while (stack.n && !f->failed) {
		struct level *l = &vec_last(&stack);
		if (l->i == l->list->n) {
			(void)vec_pop(&stack);
			continue;
		}
		const struct ast_init *in = &l->list->list[l->i++];
		if (in->kind == INIT_LIST) {
			vec_push(a, &stack, (struct level){in, 0});
		} else {
			value_put(f, in, at);
			at += f->elem_bytes;
		}
	}
}

/* Returns the number of values in all braces. */
static u32 values_count(struct resolver *r, const struct ast_init *init) {
	struct levels stack = {0};
	u32 n = 0;
	vec_push(&r->scratch, &stack, (struct level){init, 0});
	while (stack.n) {
		struct level *l = &vec_last(&stack);
		if (l->list->kind != INIT_LIST)
			n++;
		if (l->list->kind != INIT_LIST || l->i == l->list->n)
			(void)vec_pop(&stack);
		else
			vec_push(&r->scratch, &stack,
			         (struct level){&l->list->list[l->i++], 0});
	}
	return n;
}

/* An open first dimension takes its size from the values: from the outer list's if that
 * has braces inside, else from all of them. */
static void open_size(struct filler *f, const struct ast_init *init) {
	struct var *v = f->v;
	u64 part = (u64)f->elem_bytes * MAX(v->vec, 1);
	for (u32 i = 1; i < v->ndim; i++)
		part *= v->dim[i];
	bool flat = init->n && init->list[0].kind != INIT_LIST;
	v->dim[0] = flat && part ? (init->n * (u64)f->elem_bytes + part - 1) / part
	                         : init->n;
	v->size_bytes = v->dim[0] * part;
}

/* Fills a sampler from { addr_mode_0 = wrap, ... }. */
static void sampler_fill(struct filler *f, const struct ast_init *init) {
	u64 state = 0;
	if (f->v->type != TYPE_SAMPLERREF || f->v->ndim) {
		init_error(f, init->loc,
		           "only a .samplerref variable can be initialised with options");
		return;
	}
	bool is_list = init->kind == INIT_LIST;
	for (u32 i = 0; i < (is_list ? init->n : 1); i++) {
		const struct ast_init *in = is_list ? &init->list[i] : init;
		if (in->kind != INIT_OPTION ||
		    !sampler_option_set(&state, in->option->s, in->option_value->s))
			init_error(f, in->loc,
			           "a sampler has no such option, or the option no such "
			           "value");
	}
	f->v->init = arena_zalloc(f->r->arena, sizeof(state), 16);
	bytes_put(f, 0, state, sizeof(state));
}

void resolve_init(struct resolver *r, struct var *v, const struct ast_init *init) {
	struct filler f = {
		.r = r, .v = v, .elem_bytes = type_size_bytes((enum type)v->type)};
	if (v->space != SPACE_GLOBAL && v->space != SPACE_CONST) {
		diag_error(r->d, init->loc, E0211,
		           "only .global and .const variables can have an "
		           "initialiser");
		return;
	}
	if (v->linkage == LINKAGE_EXTERN) {
		diag_error(r->d, init->loc, E0211,
		           "an .extern variable cannot have an initialiser");
		return;
	}
	if (type_info[v->type].class == 'O') {
		sampler_fill(&f, init);
		return;
	}
	if (init->kind == INIT_LIST && v->ndim && !v->dim[0])
		open_size(&f, init);
	u64 given = (u64)values_count(r, init) * f.elem_bytes;
	v->init = arena_zalloc(r->arena, MIN(given, v->size_bytes) + 1, 16);
	if (init->kind == INIT_LIST)
		list_fill(&f, init);
	else
		value_put(&f, init, 0);
	v->nreloc = f.reloc.n;
	if (v->nreloc)
		v->reloc = arena_copy(r->arena, f.reloc.at,
		                      f.reloc.n * sizeof(*f.reloc.at), 8);
}
