/* link.c - from objects to programs, libraries and device links; runs programs.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/handles/fatbin_write.h"
#include "tools/simtcc/driver.h"
#include "tools/simtcc/register.h"

int cc_link(struct cc *cc, const struct texts *objects, const char *out) {
	struct texts command = cc_link_command(cc, objects, out);
	u64 start = cc_now_us();
	cc->source = NULL;
	int status = cc_run(cc, &command);
	cc_time(cc, "linking", "", out, "", start);
	return status ? CC_FAILED : CC_OK;
}

int cc_library(struct cc *cc, const struct texts *objects, const char *out) {
	struct texts command = {0};
	cc_add(cc, &command, cc->set.arbin ? cc->set.arbin : "ar");
	if (cc->set.xarchive.n)
		cc_add_all(&cc->arena, &command, &cc->set.xarchive);
	else
		cc_add(cc, &command, "qcs");
	cc_add(cc, &command, out);
	cc_add_all(&cc->arena, &command, objects);
	if (!cc->set.xarchive.n)
		cc_show(cc, "rm -f \"%s\"", out);
	if (!cc->set.dryrun && !cc->set.xarchive.n && unlink(out) != 0 &&
	    errno != ENOENT) {
		cc_error("cannot replace '%s': %s", out, strerror(errno));
		return CC_FAILED;
	}
	return cc_run(cc, &command) ? CC_FAILED : CC_OK;
}

/* ---- device link ---- */

const char *cc_container_of(struct cc *cc, const char *input, const char *path) {
	struct fatbin_image image = {.sm = cc->arch.at[0].sm};
	size_t size;
	if (cc_input_kind(cc, input) == INPUT_FATBIN || cc->set.dryrun)
		return path;
	image.data = cc_read(cc, input, &image.size);
	if (!image.data)
		return NULL;
	const u8 *bytes = fatbin_write(&cc->arena, &image, 1, FATBIN_PLAIN, &size);
	return cc_write(cc, path, bytes, size) ? path : NULL;
}

/* Relocatable device code in objects is linked by the host's linker and when the program
 * starts (docs/simtcc.md), so the object made here holds only device code without a host
 * half: a .ptx or .fatbin among the inputs. */
int cc_device_link(struct cc *cc, const struct texts *inputs, const char *out) {
	const char *path = cc_temp(cc, out, ".dlink.s"), *fatbin = NULL, *given = NULL;
	struct texts operands = {0};
	u32 n = 0;
	text_each (in, inputs) {
		enum cc_input_kind kind = cc_input_kind(cc, *in);
		if (!cc->set.dryrun && access(*in, R_OK) != 0) {
			cc_error("cannot read '%s': %s", *in, strerror(errno));
			return CC_FAILED;
		}
		if (kind == INPUT_OBJECT)
			continue;
		if (n++ || (kind != INPUT_PTX && kind != INPUT_FATBIN)) {
			cc_error(n > 1 ? "-dlink takes one .ptx or .fatbin beside the "
			                 "objects, not also '%s'"
			               : "-dlink takes objects, archives, .ptx and "
			                 ".fatbin, not '%s'",
			         *in);
			return CC_FAILED;
		}
		given = *in;
		fatbin = kind == INPUT_PTX ? cc_temp(cc, *in, ".fatbin") : *in;
		fatbin = cc_container_of(cc, *in, fatbin);
		if (!fatbin)
			return CC_FAILED;
	}
	vec_push(&cc->arena, &operands, given);
	vec_push(&cc->arena, &operands, fatbin);
	vec_push(&cc->arena, &operands, path);
	cc_show_own(cc, "dlink", &operands);
	if (!register_device_only(cc, path, fatbin))
		return CC_FAILED;
	struct texts command = cc_assemble_command(cc, path, out);
	return cc_run(cc, &command) ? CC_FAILED : CC_OK;
}

/* ---- running ---- */

/* Sets an environment variable of the program from an option; "" means the usual
 * value. */
static void set_from(const char *value, const char *variable, const char *usual) {
	if (value)
		setenv(variable, *value ? value : usual, 1);
}

int cc_run_program(struct cc *cc, const char *program) {
	static const char *const backend[] = {NULL, "interp", "jit"};
	const char *path = strchr(program, '/')
	                           ? program
	                           : arena_printf(&cc->arena, "./%s", program);
	const char *libs = getenv("LD_LIBRARY_PATH");
	struct texts command = {0};
	libs = arena_printf(&cc->arena, "%s/lib64%s%s", cc->top, libs && *libs ? ":" : "",
	                    libs ? libs : "");
	cc_show(cc, "export LD_LIBRARY_PATH=\"%s\"", libs);
	setenv("LD_LIBRARY_PATH", libs, 1);
	if (backend[cc->set.backend])
		setenv("SIMT_BACKEND", backend[cc->set.backend], 1);
	set_from(cc->set.profile, "SIMT_PROFILE", "text");
	set_from(cc->set.coverage, "SIMT_COVERAGE", "1");
	set_from(cc->set.run_trace, "SIMT_TRACE", "trace.json");
	set_from(cc->set.run_debug, "SIMT_DEBUG", "text");
	cc_add(cc, &command, path);
	cc_add_all(&cc->arena, &command, &cc->set.run_args);
	return cc_run_plain(cc, &command);
}
