/* attribute.c - attributes of declarations: alignment, launch bounds, and those that are
 * refused.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/attribute.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/template/pack.h"

static bool attr_value(struct sema *c, struct cscope *at, struct syn *attr, u32 i,
                       u64 *value) {
	if (i >= attr->nkid)
		return false;
	if (attr->kid[i]->kind == SYN_TYPE_ID) { /* alignas(T) */
		u64 align = 0;
		const struct ctype *t = type_of_aligned_type_id(c, at, attr->kid[i],
		                                                &align);
		if (!type_complete(c, t, attr->loc))
			return false;
		*value = align ? align : ctype_align(t);
		return true;
	}
	struct cexpr *e = check_value(c, at, attr->kid[i]);
	return !is_error(e) && const_int(c, e, value, "an attribute's argument");
}

static void attr_align(struct sema *c, struct cscope *at, struct syn *attr, u64 *align) {
	u64 v = 16; /* aligned without a number: the largest that the target needs */
	if (attr->nkid && attr->kid[0]->kind == SYN_PACK_EXPANSION) {
		struct syn one = *attr, *pattern = syn_pack_expansion(attr->kid[0])->node;
		u32 n = pack_length(c, at, pattern, attr->loc);
		one.kid = &pattern;
		for (u32 i = 0; n != UINT32_MAX && i < n; i++)
			attr_align(c, pack_element_scope(c, at, pattern, i), &one, align);
		return;
	}
	if (attr->nkid && !attr_value(c, at, attr, 0, &v))
		return;
	if (v == 0)
		return;
	if (v & (v - 1) || v > 1 << 20) {
		check_error(c, attr->loc, E0610,
		            "alignment %llu is not a power of two up to 1048576",
		            (unsigned long long)v);
		return;
	}
	if (v > *align)
		*align = v;
}

static void refuse_argument(struct sema *c, const struct syn *attr, u32 i) {
	check_error(c, attr->kid[i]->loc, E0610, "argument of '%s' is out of range",
	            attr->name->s);
}

static void attr_dims(struct sema *c, struct cscope *at, struct syn *attr, u32 *to,
                      u32 n) {
	for (u32 i = 0; i < n; i++) {
		u64 v = 1;
		if (i < attr->nkid && attr_value(c, at, attr, i, &v) &&
		    (v == 0 || v > INT32_MAX))
			refuse_argument(c, attr, i);
		else
			to[i] = (u32)v;
	}
}

static struct claunch *launch_of(struct sema *c, struct cdecl *d) {
	struct cdecl_rare *r = cdecl_rare_set(c->a, d);
	if (!r->launch)
		r->launch = arena_new(c->a, struct claunch);
	return r->launch;
}

/* A bound that is zero or negative is none, as nvcc takes it. */
static void attr_launch_bounds(struct sema *c, struct cscope *at, struct syn *attr,
                               struct cdecl *d) {
	u32 v[3] = {0, 0, 0};
	for (u32 i = 0; i < 3; i++) {
		u64 bound = 0;
		if (!attr_value(c, at, attr, i, &bound) || (s64)bound <= 0)
			continue;
		if (bound > INT32_MAX)
			refuse_argument(c, attr, i);
		else
			v[i] = (u32)bound;
	}
	if (!(d->flags & SPEC_GLOBAL) && !d->is_system && !d->is_inst)
		check_error(c, attr->loc, E0610,
		            "__launch_bounds__ is for __global__ functions");
	struct claunch *launch = launch_of(c, d);
	if (v[0]) {
		launch->maxntid[0] = v[0];
		launch->maxntid[1] = launch->maxntid[2] = 1;
	}
	launch->minnctapersm = v[1];
	launch->maxclusterrank = v[2];
}

/* Refuses attributes that change a type's layout or what a declaration does. Others,
 * which guide optimisers and warnings, may be ignored. */
static void refuse_attr(struct sema *c, const struct syn *attr, const char *name) {
	static const char *const refused[] = {
		"vector_size",
		"ext_vector_type",
		"mode",
		"transparent_union",
		"alias",
		"ifunc",
		"weakref",
		"cleanup",
		"address_space",
		"ms_struct",
		"constructor",
		"destructor",
		"scalar_storage_order",
	};
	for (u32 i = 0; i < countof(refused); i++)
		if (strcmp(name, refused[i]) == 0)
			check_error(c, attr->loc, E0608,
			            "the attribute '%s' is not supported in device code",
			            name);
}

static bool is_vector(const struct ctype *t) {
	return t->kind == CT_CLASS && t->decl->cls && t->decl->cls->is_vector;
}

void attrs_of_typedef(struct sema *c, struct cscope *at, struct syn *specs,
                      const struct syn *declarator, u64 align, struct cdecl *d) {
	if (specs->kind != SYN_SPECS)
		return;
	bool defines = syn_specs(specs)->type &&
	               syn_specs(specs)->type->kind == SYN_CLASS;
	u64 own = 0;
	for (u32 i = 1; i < specs->nkid; i++) {
		struct syn *attr = specs->kid[i];
		const char *name = attr->name ? attr->name->s : "";
		bool is_own = !defines || attr->flags & SYNF_OF_NAMES;
		if (is_own && strcmp(name, "aligned") == 0)
			attr_align(c, at, attr, &own);
		/* a vector is refused where the device uses it */
		if (strcmp(name, "vector_size") != 0 || !is_vector(d->type))
			refuse_attr(c, attr, name);
	}
	if (own)
		d->align_attr = own;
	else
		align_as_typedef(d, declarator, align);
}

void align_as_typedef(struct cdecl *d, const struct syn *declarator, u64 align) {
	if (align && declares_objects_of_specs(declarator))
		d->align_attr = MAX(d->align_attr, align);
}

void attrs_of_specs(struct sema *c, struct cscope *at, struct syn *specs,
                    struct cdecl *d) {
	if (specs->kind != SYN_SPECS)
		return;
	for (u32 i = 1; i < specs->nkid; i++) {
		struct syn *attr = specs->kid[i];
		const char *name = attr->name ? attr->name->s : "";
		if (d->cls && attr->flags & SYNF_OF_NAMES)
			continue; /* struct S { ... } x __align__(16); */
		if (strcmp(name, "aligned") == 0 || strcmp(name, "align") == 0 ||
		    strcmp(name, "alignas") == 0)
			attr_align(c, at, attr, &d->align_attr);
		else if (strcmp(name, "packed") == 0 && d->cls)
			d->cls->is_packed = true;
		else if (strcmp(name, "simt_copied") == 0 && d->cls)
			d->cls->copies_by_user = true;
		else if (strcmp(name, "packed") == 0)
			d->is_packed = true;
		else if (strcmp(name, "no_unique_address") == 0)
			d->may_overlap = d->kind == CDECL_FIELD;
		else if (strcmp(name, "explicit") == 0 && attr->nkid)
			cdecl_rare_set(c->a, d)->explicit_if = attr->kid[0];
		else if (strcmp(name, "final") == 0 && d->cls)
			d->cls->is_final = true;
		else if (strcmp(name, "launch_bounds") == 0)
			attr_launch_bounds(c, at, attr, d);
		else if (strcmp(name, "cluster_dims") == 0)
			attr_dims(c, at, attr, launch_of(c, d)->cluster, 3);
		else if (strcmp(name, "maxnreg") == 0)
			attr_dims(c, at, attr, &launch_of(c, d)->maxnreg, 1);
		else if (strcmp(name, "block_size") == 0)
			attr_dims(c, at, attr, launch_of(c, d)->maxntid, 3);
		else if (strcmp(name, "simt_sreg") == 0 && attr->nkid &&
		         attr->kid[0]->kind == SYN_STRING)
			cdecl_rare_set(c->a, d)->sreg = str_intern(
				c->u->names, attr->kid[0]->text, attr->kid[0]->length);
		else
			refuse_attr(c, attr, name);
	}
}

/* ---- vectors ------------------------------------------------------------------------ */

/* Returns a class of the size and the alignment of a vector of GNU C, which has no member
 * that a program can name: classes that the host shares with the device may hold one. */
static const struct ctype *vector_class(struct sema *c, const struct ctype *of, u64 n,
                                        struct loc loc) {
	const struct ctype *elements = ctype_array(c->t, of, true, n);
	struct cdecl *d = map_get_ptr(&c->vectors, elements);
	if (d)
		return d->type;
	d = class_make(c, loc);
	d->align_attr = ctype_size(elements);
	const char *name = arena_printf(c->a, "vector of %llu %s", (unsigned long long)n,
	                                check_type_text(c, of));
	d->name = str_intern(c->u->names, name, strlen(name));
	map_put_ptr(&c->vectors, elements, d);
	class_add_field(c, d, NULL, elements, loc);
	class_finish(c, d);
	d->cls->is_vector = true;
	return d->type;
}

void refuse_vector(struct sema *c, const struct ctype *t, struct loc loc) {
	while (t->kind == CT_PTR || t->kind == CT_ARRAY || ctype_is_ref(t))
		t = t->base;
	if (is_vector(t))
		check_error(c, loc, E0608, "a %s is not supported in device code",
		            check_type_text(c, ctype_unqual(t)));
}

const struct ctype *type_of_vector_attr(struct sema *c, struct cscope *at,
                                        struct syn *specs, const struct ctype *t) {
	const struct ctype *of = ctype_unqual(t);
	for (u32 i = 1; i < specs->nkid && ctype_is_arithmetic(of); i++) {
		struct syn *attr = specs->kid[i];
		u64 bytes = 0;
		if (!attr->name || strcmp(attr->name->s, "vector_size") != 0 ||
		    !attr->nkid || !attr_value(c, at, attr, 0, &bytes))
			continue;
		if (bytes < ctype_size(of) || bytes & (bytes - 1) || bytes > 1 << 20)
			refuse_argument(c, attr, 0);
		else
			t = ctype_qualified(
				c->t,
				vector_class(c, of, bytes / ctype_size(of), attr->loc),
				t->quals);
	}
	return t;
}
