/* init.c - initialisers of module variables: converts the bytes and addresses from the
 * checker's evaluator into those of struct var.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ir/lower/call.h"
#include "ir/lower/state.h"
#include "ir/lower/unit.h"
#include "parser/cuda/eval/image.h"

static int reloc_order(const void *a, const void *b) {
	const struct init_reloc *x = a, *y = b;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static struct init_reloc reloc_of(struct lower *l, const struct const_reloc *r) {
	struct init_reloc to = {.offset = r->offset,
	                        .var = NO_REG,
	                        .func = NO_REG,
	                        .addend = r->addend,
	                        .size = 8};
	if (r->decl && r->decl->kind == CDECL_FUNC) {
		to.func = func_declare_named(l, r->decl, NULL);
		return to;
	}
	to.var = r->decl ? global_var(l, r->decl)
	                 : string_bytes_var(l, r->text, r->length, 1, r->length);
	to.generic = true;
	return to;
}

/* Writes the addresses byte by byte: those of packed objects lie anywhere. */
static void split_relocs(struct lower *l, struct var *v) {
	struct init_reloc *part = arena_array(l->arena, struct init_reloc, 8 * v->nreloc);
	for (u32 i = 0; i < 8 * v->nreloc; i++) {
		part[i] = v->reloc[i / 8];
		part[i].offset += i % 8;
		part[i].size = 1;
		part[i].byte = (u8)(1 + i % 8);
	}
	v->reloc = part;
	v->nreloc *= 8;
	v->type = TYPE_U8; /* assemblers refuse parts of addresses in .b8 */
	v->dim[0] = v->size_bytes;
}

void global_init(struct lower *l, u32 var, struct cdecl *d) {
	struct const_relocs relocs = {0};
	u64 size = l->r.var.at[var].size_bytes;
	u8 *image = const_image(l->u, d, &relocs);
	if (!image)
		return;
	u64 used = size;
	while (used && !image[used - 1])
		used--;
	struct init_reloc *list = arena_array(l->arena, struct init_reloc, relocs.n + 1);
	bool are_words = true;
	for (u32 i = 0; i < relocs.n; i++) {
		list[i] = reloc_of(l, &relocs.at[i]);
		used = MAX(used, list[i].offset + 8);
		are_words &= list[i].offset % 8 == 0;
	}
	struct var *v = &l->r.var.at[var]; /* the calls above may have added variables */
	used = MIN(alignup(used, type_size_bytes((enum type)v->type)), size);
	if (!used)
		return; /* variables start as zero */
	qsort(list, relocs.n, sizeof *list, reloc_order);
	v->init = arena_copy(l->arena, image, used, 8);
	v->init_bytes = used;
	v->reloc = list;
	v->nreloc = relocs.n;
	if (v->nreloc && v->ndim && (!are_words || v->type == TYPE_B8))
		split_relocs(l, v);
}
