/* nofrontend.c - stands in for the device front end in a build without it. Only E0408, an option that cannot
 * be honoured, fits what it has to say.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/compile.h"

bool cuda_compile(struct arena *a, const struct cuda_compile_options *o, struct diag *d,
                  struct cuda_compile_result *out) {
	(void)a;
	(void)out;
	diag_error(d, (struct loc){0, 0}, E0408,
	           "%s has device code, and this build has no front end for it",
	           o->input_name);
	return false;
}
