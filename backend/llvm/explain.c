/* explain.c - see explain.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/explain.h"

void explain_access(struct fn *c, const struct inst *in, const char *what,
                    const char *why) {
	struct explain *x = c->explain;
	if (!x)
		return;
	for (u32 i = x->line.n; i-- > 0 && x->line.at[i].in >= in;)
		if (x->line.at[i].in == in && x->line.at[i].what == what)
			return;
	vec_push(x->a, &x->line, (struct explain_line){in, what, why});
}

void explain_scattered(struct fn *c, const struct inst *in, const struct uniform_value *v,
                       u32 space, bool masked) {
	bool store = (row_info(in->row)->props & PROP_LOAD) == 0;
	const char *each = store    ? masked ? "scatter, masked" : "scatter"
	                   : masked ? "gather, masked"
	                            : "gather";
	if (space == SPACE_LOCAL)
		explain_access(c, in, each, "every lane has local memory of its own");
	else if (v->kind == VALUE_AFFINE && v->row)
		explain_access(c, in, masked ? "tiled, masked" : "tiled",
		               "rows of lanes are at fixed distances: each chunk is "
		               "consecutive, equal, picked out of vectors, "
		               "or gathered at constants");
	else if (v->kind == VALUE_AFFINE)
		explain_access(
			c, in, masked ? "strided, masked" : "strided",
			"addresses rise by something else than the size of the access");
	else
		explain_access(
			c, in, each,
			masked ? "no rule is known for the addresses"
			       : "no rule is known for the addresses; unless they are "
				 "read from memory, "
				 "equal and consecutive ones are noticed as they come");
}

void explain_branch(struct fn *c, const struct inst *in, bool divergent) {
	if (divergent)
		explain_access(c, in, "masked",
		               "the condition differs between lanes; if they disagree, "
		               "both sides run");
	else
		explain_access(c, in, "uniform", "all lanes go the same way");
}
