/* own_step.c - simtcc's own steps as commands, so that a shell can run the output of
 * --dryrun:
 *
 *   simtcc --step host   SOURCE TEXT REWRITTEN -- OPTIONS
 *   simtcc --step device SOURCE TEXT REWRITTEN ASSEMBLY CONTAINER DEVICE... -- OPTIONS
 *   simtcc --step device SOURCE TEXT REWRITTEN - OUT DEVICE... -- OPTIONS
 *   simtcc --step depend RULE HOST-RULE DEVICE-RULE... -- OPTIONS
 *   simtcc --step dlink  PTX CONTAINER ASSEMBLY -- OPTIONS
 *
 * TEXT and DEVICE are the preprocessed texts of the halves. OPTIONS is the whole command
 * line, with what the environment adds to it. "-" is an operand that is not needed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <unistd.h>

#include "tools/simtcc/driver.h"
#include "tools/simtcc/register.h"

static const char *self(struct cc *cc) {
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path);
	return n > 0 && (size_t)n < sizeof path
	               ? arena_strdup(&cc->arena, path, (size_t)n)
	               : "simtcc";
}

void cc_show_own(struct cc *cc, const char *step, const struct texts *operands) {
	struct texts command = {0};
	cc_add(cc, &command, self(cc), "--step", step);
	text_each (w, operands)
		cc_add(cc, &command, *w ? *w : "-");
	cc_add(cc, &command, "--");
	text_each (w, &cc->words)
		if (strcmp(*w, "--dryrun") != 0 && strcmp(*w, "-dryrun") != 0)
			cc_add(cc, &command, *w);
	cc_show_command(cc, &command);
}

static int device_link(struct cc *cc, const struct texts *operand) {
	const char *in = operand->at[0], *fatbin = NULL;
	bool has_input = strcmp(in, "-") != 0;
	if (has_input)
		fatbin = cc_container_of(cc, in, operand->at[1]);
	bool ok = (!has_input || fatbin) &&
	          register_device_only(cc, operand->at[2], fatbin);
	return ok ? CC_OK : CC_FAILED;
}

int cc_own_step(struct cc *cc, const char *step, const struct texts *operand) {
	if (strcmp(step, "host") == 0 && operand->n == 3)
		return cc_rewrite_only(cc, operand);
	if (strcmp(step, "device") == 0 && operand->n >= 5)
		return cc_device_only(cc, operand);
	if (strcmp(step, "depend") == 0 && operand->n >= 2)
		return cc_unite_dependencies(cc, operand);
	if (strcmp(step, "dlink") == 0 && operand->n == 3)
		return device_link(cc, operand);
	cc_error("there is no such step: '%s'", step);
	return CC_FAILED;
}
