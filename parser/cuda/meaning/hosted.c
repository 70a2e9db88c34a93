/* hosted.c - which functions of the C++ library are for the device too: those of
 * cuda::std.
 *
 * cuda::std is the host's library under another name (include/simt/cxx/scope.h). Much of
 * what it has is constexpr, which is enough; the rest (std::swap, assignment of a tuple
 * ...) is taken from the headers that work on values alone.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/hosted.h"

#include <stdlib.h>
#include <string.h>

#include "parser/cuda/meaning/decl/declare.h"

/* Sorted, for bsearch. Nothing in them allocates, prints, or needs the operating system,
 * if it can be compiled at all. */
static const char *const VALUE_HEADERS[] = {
	"algorithmfwd.h",
	"array",
	"bit",
	"bitset",
	"chrono",
	"chrono.h",
	"cmath",
	"complex",
	"cpp_type_traits.h",
	"enable_special_members.h",
	"expected",
	"functional",
	"invoke.h",
	"move.h",
	"numeric",
	"optional",
	"predefined_ops.h",
	"range_access.h",
	"ranges_util.h",
	"ratio",
	"refwrap.h",
	"span",
	"stl_algo.h",
	"stl_algobase.h",
	"stl_construct.h",
	"stl_function.h",
	"stl_heap.h",
	"stl_iterator.h",
	"stl_iterator_base_funcs.h",
	"stl_iterator_base_types.h",
	"stl_numeric.h",
	"stl_pair.h",
	"stl_uninitialized.h",
	"tuple",
	"uses_allocator.h",
	"utility",
	"utility.h",
	"variant",
};

static int order(const void *key, const void *at) {
	return strcmp(key, *(const char *const *)at);
}

static bool is_value_header(struct sema *c, struct loc loc) {
	const struct source_file *file = source_pos(c->u->sources, loc.start).file;
	if (!file)
		return false;
	const char *slash = strrchr(file->name, '/');
	return bsearch(slash ? slash + 1 : file->name, VALUE_HEADERS,
	               countof(VALUE_HEADERS), sizeof VALUE_HEADERS[0], order) != NULL;
}

/* Whether d is from a system header: members are when their class is, or the one around
 * that. */
static bool is_of_system(const struct cdecl *d) {
	while (d && !d->is_system) {
		const struct cscope *in = d->scope;
		d = d->cls_owner                     ? d->cls_owner
		    : in && in->kind == CSCOPE_CLASS ? in->owner
		                                     : NULL;
	}
	return d != NULL;
}

bool decl_is_value_library(struct sema *c, const struct cdecl *f) {
	return is_of_system(f) && is_value_header(c, f->loc);
}

bool decl_throws(const struct cdecl *f) {
	return f->is_system && !f->cls_owner && f->name &&
	       f->scope->kind == CSCOPE_NAMESPACE && f->scope->owner &&
	       f->scope->owner->name && strcmp(f->scope->owner->name->s, "std") == 0 &&
	       strncmp(f->name->s, "__throw_", 8) == 0;
}

bool decl_is_callable(struct sema *c, const struct cdecl *f) {
	return decl_is_device(f) || f->flags & SPEC_CONSTEXPR || f->is_defaulted ||
	       decl_is_value_library(c, f);
}

bool decl_never_runs(struct sema *c, const struct cdecl *f) {
	return !c->is_uncalled && !decl_is_callable(c, f);
}

bool decl_may_throw(struct sema *c, const struct cdecl *f) {
	return f && (!decl_is_device(f) || decl_is_value_library(c, f));
}
