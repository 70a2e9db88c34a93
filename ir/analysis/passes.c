/* passes.c - the list of passes, in order.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/contract.h"

/* `.target sm_90, debug`: code that is not to be optimised, so products keep their own
 * rounding. */
static bool is_debug(const struct module *m) {
	for (u32 i = 0; i < m->ntarget; i++)
		if (strcmp(m->target[i]->s, "debug") == 0)
			return true;
	return false;
}

void passes_run(struct module *m) {
	if (is_debug(m))
		return;
	for (u32 i = 0; i < m->nfunc; i++) {
		if (!m->func[i]->has_body)
			continue;
		contract_func(m->func[i]);
	}
}
