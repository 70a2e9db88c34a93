/* compiled.c - shows the JIT's work on kernels: LLVM's text, assembly, and the reasons
 * for the form of each load, store and branch. Nothing runs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "ir/opt/change_report.h"
#include "ir/read/module.h"
#include "runtime/core/device.h"
#include "tools/simtrun/simtrun.h"
#include "tools/simtrun/stagetext.h"

#ifdef SIMT_HAS_LLVM
#include "backend/llvm/llvm.h"

struct view {
	struct simtrun *run;
	const struct simt_module *m;
	const struct func *f; /* whose lines are being shown */
	const struct inst *last;
	const char *why;               /* of the last line, which is not repeated */
	u32 stages;                    /* bits */
	struct change_report *changes; /* LLVM's passes are watched; NULL: they are not */
	bool json;
	struct json_out j;
};

static void json_line(void *ctx, u32 ptx, const char *text, size_t n) {
	struct view *v = ctx;
	json_open(&v->j, NULL, '{');
	json_text_n(&v->j, "text", text, n);
	if (ptx)
		json_number(&v->j, "ptx_line", ptx);
	json_close(&v->j, '}');
}

static void json_of_text(struct view *v, enum jit_stage stage, const char *text) {
	struct arena a = ARENA_INIT;
	json_open(&v->j, "lines", '[');
	if (stage == STAGE_ASM)
		stage_asm_lines(text, json_line, v);
	else
		stage_llvm_lines(&a, text, json_line, v);
	json_close(&v->j, ']');
	arena_drop(&a);
}

static void show_text(void *ctx, enum jit_stage stage, const char *text) {
	struct view *v = ctx;
	if (!(v->stages >> stage & 1))
		return;
	if (v->json)
		json_of_text(v, stage, text);
	else
		printf("%s\n", text);
}

static void show_line(void *ctx, const struct func *f, const struct inst *in,
                      const char *what, const char *why) {
	struct view *v = ctx;
	char text[256] = "";
	if (f != v->f)
		printf("%s\n%5s  %-44s %-20s %s\n", f->name->s, "line", "instruction",
		       "became", "why");
	v->f = f;
	if (in != v->last) {
		ir_print_inst(v->m->ir, f, in, text, sizeof text);
		printf("%5u  %-44s %-20s %s\n",
		       source_pos(&v->m->sources, in->loc.start).line, text, what, why);
	} else {
		printf("%5s  %-44s %-20s %s\n", "", "", what, why == v->why ? "" : why);
	}
	v->last = in;
	v->why = why;
}

static void show_pass(void *ctx, const char *pass, const char *text) {
	struct view *v = ctx;
	v->changes->viewer.see(v->changes, v->f, pass, text);
}

/* Chooses the shape as a launch by hand does: --block, else what the kernel demands, else
 * any. */
static void choose_block(const struct simtrun *run, const struct func *f, u32 block[3]) {
	const u32 *from = run->set.block[0] ? run->set.block : f->reqntid;
	for (u32 i = 0; i < 3; i++)
		block[i] = from[0] ? MAX(from[i], 1) : 0;
}

static int show_kernel(struct view *v, const struct simt_function *fn, bool explain) {
	const struct jit_viewer viewer = {.text = v->stages ? show_text : NULL,
	                                  .pass = v->changes ? show_pass : NULL,
	                                  .line = explain ? show_line : NULL,
	                                  .lines = v->json,
	                                  .ctx = v};
	u32 block[3];
	char why[256];
	choose_block(v->run, fn->func, block);
	v->f = v->changes ? fn->func : NULL;
	if (v->json) {
		json_open(&v->j, NULL, '{');
		json_text(&v->j, "name", fn->func->name->s);
		json_numbers(&v->j, "block", block, 3);
	} else if (v->stages) {
		printf("; kernel %s, block (%u,%u,%u)\n", fn->func->name->s, block[0],
		       block[1], block[2]);
	}
	bool ok = jit_show(&v->m->image, fn->func, block, &viewer, why);
	if (v->json && !ok)
		json_text(&v->j, "refused", why);
	if (v->json)
		json_close(&v->j, '}');
	if (ok)
		return EXIT_OK;
	diag_error(&v->run->diag, (struct loc){0, 0}, E0117,
	           "handed back to the interpreter: %s: %s", fn->func->name->s, why);
	flush_diag(v->run);
	return EXIT_COMPILE;
}

static int show_each(struct view *v, struct simt_module *m, bool explain) {
	struct simtrun *run = v->run;
	struct simt_function *f;
	int status = EXIT_OK;
	if (run->set.kernel) {
		if (simt_function_find(m, run->set.kernel, &f) == SIMT_OK)
			return show_kernel(v, f, explain);
		diag_error(&run->diag, (struct loc){0, 0}, E0403, "%s",
		           simt_last_error());
		flush_diag(run);
		return EXIT_USAGE;
	}
	for (u32 i = 0; i < simt_function_count(m); i++) {
		int s = simt_function_at(m, i, &f) == SIMT_OK ? show_kernel(v, f, explain)
		                                              : EXIT_OK;
		status = status ? status : s;
	}
	return status;
}

static int show_kernels(struct simtrun *run, struct simt_module *m, u32 stages, bool json,
                        bool explain) {
	static const char *const names[] = {"llvm", "llvm-opt", "asm"};
	struct view v = {.run = run, .m = m, .stages = stages, .json = json};
	v.j.out = stdout;
	if (json) {
		json_open(&v.j, NULL, '{');
		json_text(&v.j, "stage", names[__builtin_ctz(stages)]);
		json_open(&v.j, "kernels", '[');
	}
	int status = show_each(&v, m, explain);
	if (json) {
		json_close(&v.j, ']');
		json_close(&v.j, '}');
		json_end(&v.j);
	}
	return status;
}

int show_compiled(struct simtrun *run, const char *path, u32 stages, bool json,
                  bool explain) {
	struct simt_device *dev;
	struct simt_module *m;
	run->set.backend = BACKEND_JIT;
	int status = show_load(run, path, &dev, &m);
	if (status == EXIT_OK)
		status = show_kernels(run, m, stages, json, explain);
	simt_device_close(dev);
	return status;
}

int show_llvm_changes(struct simtrun *run, const char *path, u32 form) {
	struct simt_device *dev;
	struct simt_module *m;
	run->set.backend = BACKEND_JIT;
	int status = show_load(run, path, &dev, &m);
	if (status == EXIT_OK) {
		struct change_report c;
		change_report_begin(&c, (enum change_report_form)form, stdout);
		c.same_form = true;
		struct view v = {.run = run, .m = m, .changes = &c};
		status = show_each(&v, m, false);
		change_report_end(&c);
	}
	simt_device_close(dev);
	return status;
}

void write_llvm_changes(const struct simt_module *m, const struct func *f,
                        const u32 block[3], FILE *out) {
	struct change_report c;
	struct view v = {.m = m, .f = f, .changes = &c};
	const struct jit_viewer viewer = {.pass = show_pass, .ctx = &v};
	char why[256];
	change_report_begin(&c, CHANGE_REPORT_JSON, out);
	c.same_form = true;
	jit_show(&m->image, f, block, &viewer, why);
	change_report_end(&c);
}
#else
int no_llvm(struct simtrun *run) {
	diag_error(&run->diag, (struct loc){0, 0}, E0408,
	           "this simt was built without LLVM");
	flush_diag(run);
	return EXIT_USAGE;
}

int show_llvm_changes(struct simtrun *run, const char *path, u32 form) {
	(void)path, (void)form;
	return no_llvm(run);
}

int show_compiled(struct simtrun *run, const char *path, u32 stages, bool json,
                  bool explain) {
	(void)path, (void)stages, (void)json, (void)explain;
	return no_llvm(run);
}
#endif
