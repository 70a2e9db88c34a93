/* deduction.h - one deduction of template arguments, for deduce.c and order.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"
#include "parser/cuda/meaning/template/arg.h"

/* A deduction that fails, as those of nearly all candidates of an operator do, takes no
 * memory. */
struct bindings {
	struct ctarg bound[TARG_ROOM];
	bool is_bound[TARG_ROOM];
};

/* Of a whole deduction: what is bound now, and the explicit arguments. */
struct deduction_room {
	struct bindings now, given;
};

struct deduction {
	struct sema *c;
	struct cscope *at; /* where the pattern's other names are looked up */
	struct syn *params;
	struct ctarg *bound;
	bool *is_bound;
	/* The function or alias template; NULL for a partial specialisation. */
	struct cdecl *tmpl;
	bool *is_fixed; /* which arguments are explicit; NULL if none are */
	/* bound and is_bound before anything was deduced; NULL if no argument is
	 * explicit. */
	struct ctarg *given;
	bool *is_given;
	u32 pack_index; /* inside a pack expansion: the element that is being matched */
	bool in_pack;
};

/* Returns the declarator of a function template; NULL for other templates, and for
 * functions whose type is a typedef. */
struct syn *template_func_declarator(const struct cdecl *tmpl);
struct syn *template_func_params(const struct cdecl *tmpl);
/* Returns the declarator node that is the outermost type of a parameter. */
struct syn *outermost_declarator(struct syn *declarator);
/* Begins the deduction of tmpl's arguments, which keeps them in `room` if they fit there.
 * `given` holds the explicit ones, or is NULL. False if those do not fit. */
bool deduction_start(struct deduction *d, struct deduction_room *room, struct sema *c,
                     struct cdecl *tmpl, const struct ctargs *given);
/* Matches a pattern with a type and binds the parameters that the pattern names. False if
 * it does not match. */
bool deduction_match(struct deduction *d, struct syn *specs, struct syn *declarator,
                     const struct ctype *actual);
bool deduction_match_type_id(struct deduction *d, struct syn *s,
                             const struct ctype *actual);
/* Returns the template that the name of a template-id in a pattern means, or NULL. */
struct cdecl *deduction_template(struct deduction *d, struct syn *id);
/* Whether a function's parameter takes part in the deduction: its type names a template
 * parameter, which no explicit argument has bound, where it can be deduced
 * ([temp.deduct.type]/5). */
bool deduction_uses(struct deduction *d, const struct syn *p);
