/* show.c - what simtrun shows without running anything: kernels, stages, diagnostics.
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>

#include "ir/analysis_dump.h"
#include "ir/module.h"
#include "ir/opt/opt.h"
#include "tools/simtrun.h"

/* ---- --list ---- */

static void list_dim(const char *what, const u32 d[3]) {
	if (d[0])
		printf(", %s %u,%u,%u", what, d[0], MAX(d[1], 1), MAX(d[2], 1));
}

static void list_kernel(const struct simt_function *f) {
	struct simt_function_attributes a;
	struct simt_param p;
	simt_function_attributes(f, &a);
	printf("%s: %u bytes of parameters, %u of static shared memory", a.name, a.param_bytes,
	       a.shared_static);
	if (a.local_bytes)
		printf(", %u of local memory", a.local_bytes);
	list_dim("cta must be", a.reqntid);
	list_dim("cluster", a.cluster);
	putchar('\n');
	for (u32 i = 0; simt_function_param(f, i, &p); i++) {
		const char *name = strlen(p.name) ? p.name : "_";
		printf("    %-4s %5u %5u  %s%s\n", p.type, p.offset, p.size, name,
		       p.is_pointer ? "  (pointer)" : "");
	}
}

int show_load(struct simtrun *run, const char *path, struct simt_device **dev,
              struct simt_module **m) {
	struct simt_load_options o = load_options(run);
	*dev = open_device(run);
	if (!*dev)
		return EXIT_USAGE;
	const struct source_file *file = input_load(run, path);
	if (!file) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	enum simt_status s = simt_module_load(*dev, path, file->text, file->len, &o, m);
	int status = s == SIMT_OK ? EXIT_OK : exit_of(*dev, s);
	if (status == EXIT_USAGE) {
		diag_error(&run->diag, (struct loc){0, 0}, E0401, "%s", simt_last_error());
		flush_diag(run);
	}
	return status;
}

int show_list(struct simtrun *run, const char *path) {
	struct simt_device *dev;
	struct simt_module *m;
	struct simt_function *f;
	int status = show_load(run, path, &dev, &m);
	if (status == EXIT_OK)
		for (u32 i = 0; i < simt_function_count(m); i++)
			if (simt_function_at(m, i, &f) == SIMT_OK)
				list_kernel(f);
	simt_device_close(dev);
	return status;
}

int show_check(struct simtrun *run, const char *path) {
	struct simt_device *dev;
	struct simt_module *m;
	int status = show_load(run, path, &dev, &m);
	simt_device_close(dev);
	return status;
}

/* ---- --dump ---- */

enum {
	DUMP_AST = 1,
	DUMP_IR = 2,
	DUMP_CFG = 4,
	DUMP_UNIFORMITY = 8,
	DUMP_DOT = 16,
	DUMP_OPT = 32,
	DUMP_COMPILED = 6, /* first bit of the JIT's stages */
};

static bool parse_stages(struct simtrun *run, const char *what, u32 *stages) {
	static const char *const names[] = {"ast", "ir",   "cfg",      "uniformity",
	                                    "dot", "opt",  "llvm",     "llvm-opt", "asm"};
	while (*what) {
		size_t n = strcspn(what, ",");
		u32 i = 0;
		while (i < countof(names) &&
		       (strlen(names[i]) != n || memcmp(names[i], what, n) != 0))
			i++;
		if (i == countof(names)) {
			diag_error(&run->diag, (struct loc){0, 0}, E0408,
			           "--dump=%s: it takes ast, ir, cfg, uniformity, dot, opt, llvm, "
			           "llvm-opt and asm",
			           what);
			return false;
		}
		*stages |= 1u << i;
		what += n + (what[n] == ',');
	}
	return true;
}

/* The block shape counts if it was given: uniformity depends on it. */
static void dump_analyses(const struct simtrun *run, const struct module *m, u32 stages) {
	const u32 *block = run->set.block;
	struct uniform_shape shape = {.ntid = {block[0], MAX(block[1], 1u), MAX(block[2], 1u)}};
	for (u32 i = 0; i < m->nfunc; i++) {
		if (!m->func[i]->has_body)
			continue;
		if (stages & DUMP_CFG)
			cfg_dump(m, m->func[i], stdout);
		if (stages & DUMP_UNIFORMITY)
			uniform_dump(m, m->func[i], block[0] ? &shape : NULL, stdout);
		if (stages & DUMP_DOT)
			cfg_dump_dot(m, m->func[i], stdout);
	}
}

/* As it is done before a launch, but that products are fused by the optimiser. */
static void dump_optimized(const struct simtrun *run, struct module *m) {
	struct opt_options o = {.level = run->set.optimize ? (int)run->set.optimize : 3,
	                        .fmad = true,
	                        .no_signed_wrap = run->set.no_signed_wrap,
	                        .debug = run->set.check_optimizer};
	opt_module(m, &o);
	ir_print(m, stdout);
}

/* The stages that need no device. */
static int dump_front(struct simtrun *run, const char *path, u32 stages) {
	const struct source_file *file = input_load(run, path);
	if (!file) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	struct arena arena = ARENA_INIT;
	struct module_dump dump = {
		.ast = stages & DUMP_AST ? stdout : NULL,
		.ir = stages & DUMP_IR ? stdout : NULL,
	};
	struct module *m = module_load(&arena, &run->diag, file, &dump);
	fflush(stdout);
	flush_diag(run);
	if (m)
		dump_analyses(run, m, stages);
	if (m && stages & DUMP_OPT)
		dump_optimized(run, m);
	arena_drop(&arena);
	return m ? EXIT_OK : EXIT_COMPILE;
}

int show_dump(struct simtrun *run, const char *path, const char *what) {
	u32 stages = 0, front = (1u << DUMP_COMPILED) - 1;
	if (!parse_stages(run, what, &stages)) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	int status = stages & front ? dump_front(run, path, stages & front) : EXIT_OK;
	if (status == EXIT_OK && stages >> DUMP_COMPILED)
		status = show_compiled(run, path, stages >> DUMP_COMPILED, false);
	return status;
}
