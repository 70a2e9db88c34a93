/* dump.c - the stages of a compilation as text, JSON and pictures
 * (ir/print/dump_stage.h), and what the passes change. Each stage that is asked for is a
 * document of its own on stdout.
 * SPDX-License-Identifier: Apache-2.0 */

#include "ir/analysis/dump.h"
#include "ir/analysis/cfg_svg.h"
#include "ir/opt/change_report.h"
#include "ir/print/dump_stage.h"
#include "ir/read/module.h"
#include "lexer/ptx.h"
#include "tools/simtrun/simtrun.h"

VEC_TYPE(asks, struct stage_ask);

static bool parse_stages(struct simtrun *run, const char *what, struct asks *asks) {
	const char *rest = what;
	while (*rest) {
		size_t n = strcspn(rest, ",");
		struct stage_ask ask;
		if (!stage_find(rest, n, &ask)) {
			diag_error(&run->diag, (struct loc){0, 0}, E0408,
			           "--dump=%s: it takes %s", what, stage_words);
			return false;
		}
		vec_push(&run->arena, asks, ask);
		rest += n + (rest[n] == ',');
	}
	return true;
}

static struct source_file *load_text(struct simtrun *run, const char *path) {
	struct source_file *file = input_load(run, path);
	if (!file)
		flush_diag(run);
	return file;
}

/* ---- the stages of the front end --------------------------------------------------- */

/* The errors of a text that is no PTX come with the next stage; of tokens alone, here. */
static int dump_tokens(struct simtrun *run, struct source_file *file, bool json) {
	struct arena arena = ARENA_INIT;
	struct strtab names;
	u32 before = run->diag.nerror;
	strtab_init(&names, &arena);
	ptx_tokens_dump(&names, &run->diag, &run->sources, file, json, stdout);
	bool ok = run->diag.nerror == before;
	flush_diag(run);
	arena_drop(&arena);
	return ok ? EXIT_OK : EXIT_COMPILE;
}

/* Returns the functions with bodies, or the one that --kernel names. */
static struct func **chosen_functions(struct simtrun *run, struct arena *a,
                                      const struct module *m, u32 *n) {
	struct func **f = arena_array(a, struct func *, m->nfunc + 1);
	*n = 0;
	for (u32 i = 0; i < m->nfunc; i++) {
		const char *name = m->func[i]->name->s;
		if (m->func[i]->has_body &&
		    (!run->set.kernel || !strcmp(name, run->set.kernel)))
			f[(*n)++] = m->func[i];
	}
	if (*n || !run->set.kernel)
		return f;
	diag_error(&run->diag, (struct loc){0, 0}, E0403, "no function '%s' with a body",
	           run->set.kernel);
	flush_diag(run);
	return NULL;
}

static void dump_analysis(const struct module *m, struct func **f, u32 n,
                          struct stage_ask ask, const struct uniform_shape *shape) {
	struct json_out j = {.out = stdout};
	bool cfg = ask.stage == STAGE_CFG;
	if (ask.form == FORM_SVG) {
		cfg_svg_file(m, f, n, shape, stdout);
		return;
	}
	if (ask.form == FORM_JSON) {
		json_open(&j, NULL, '{');
		json_open(&j, "functions", '[');
	}
	for (u32 i = 0; i < n; i++) {
		switch (ask.form) {
		case FORM_JSON:
			if (cfg)
				cfg_json(m, f[i], &j);
			else
				uniform_json(m, f[i], shape, &j);
			break;
		case FORM_DOT: cfg_dump_dot(m, f[i], stdout); break;
		default:
			if (cfg)
				cfg_dump(m, f[i], stdout);
			else
				uniform_dump(m, f[i], shape, stdout);
		}
	}
	if (ask.form == FORM_JSON) {
		json_close(&j, ']');
		json_close(&j, '}');
		json_end(&j);
	}
}

/* The options of a launch, but that the optimiser fuses products. */
static struct opt_options opt_options(const struct simtrun *run) {
	return (struct opt_options){.level = run->set.optimize ? (int)run->set.optimize
	                                                       : 3,
	                            .fmad = true,
	                            .no_signed_wrap = run->set.no_signed_wrap,
	                            .debug = run->set.check_optimizer};
}

static int dump_module(struct simtrun *run, struct arena *a, struct module *m,
                       struct stage_ask ask) {
	/* the block shape counts if it was given: uniformity depends on it */
	const u32 *block = run->set.block;
	struct uniform_shape shape = {
		.ntid = {block[0], MAX(block[1], 1u), MAX(block[2], 1u)}};
	if (ask.stage == STAGE_OPTIMISED) {
		struct opt_options o = opt_options(run);
		opt_module(m, &o);
		(ask.form == FORM_JSON ? ir_json : ir_print)(m, stdout);
		return EXIT_OK;
	}
	u32 n;
	struct func **f = chosen_functions(run, a, m, &n);
	if (!f)
		return EXIT_USAGE;
	dump_analysis(m, f, n, ask, block[0] ? &shape : NULL);
	return EXIT_OK;
}

/* Each stage starts from the text again: the optimiser changes the module it gets. */
static int dump_front(struct simtrun *run, struct source_file *file,
                      struct stage_ask ask) {
	struct arena arena = ARENA_INIT;
	bool json = ask.form == FORM_JSON;
	FILE *ast = ask.stage == STAGE_AST ? stdout : NULL,
	     *ir = ask.stage == STAGE_IR ? stdout : NULL;
	struct module_dump dump = {
		.ast = json ? NULL : ast,
		.ast_json = json ? ast : NULL,
		.ir = json ? NULL : ir,
		.ir_json = json ? ir : NULL,
	};
	struct module *m = module_load(&arena, &run->diag, file, &dump);
	flush_diag(run);
	int status = m ? EXIT_OK : EXIT_COMPILE;
	if (m && !ast && !ir)
		status = dump_module(run, &arena, m, ask);
	arena_drop(&arena);
	return status;
}

/* Stages of the JIT as text stand in one document, as they are made together. */
static int dump_compiled(struct simtrun *run, const char *path, const struct asks *asks,
                         u32 *i) {
	u32 stages = 0;
	bool json = asks->at[*i].form == FORM_JSON;
	do
		stages |= 1u << (asks->at[(*i)++].stage - STAGE_OF_LLVM);
	while (!json && *i < asks->n && asks->at[*i].stage >= STAGE_OF_LLVM &&
	       asks->at[*i].form == FORM_TEXT);
	return show_compiled(run, path, stages, json, false);
}

int show_dump(struct simtrun *run, const char *path, const char *what) {
	struct asks asks = {0};
	if (!parse_stages(run, what, &asks)) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	struct source_file *file = load_text(run, path);
	int status = file ? EXIT_OK : EXIT_USAGE;
	for (u32 i = 0; i < asks.n && status == EXIT_OK;) {
		if (asks.at[i].stage >= STAGE_OF_LLVM)
			status = dump_compiled(run, path, &asks, &i);
		else if (asks.at[i].stage == STAGE_TOKENS)
			status = dump_tokens(run, file, asks.at[i++].form == FORM_JSON);
		else
			status = dump_front(run, file, asks.at[i++]);
		/* warnings come once, with the first stage that reads more than tokens */
		run->set.quiet |= asks.at[i - 1].stage != STAGE_TOKENS;
	}
	return status;
}

/* ---- --print-changed --------------------------------------------------------------- */

int write_changes(struct simtrun *run, const char *path, const char *word, FILE *out) {
	enum change_report_form form;
	bool llvm;
	if (!change_report_form_find(word, &form, &llvm)) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408,
		           "--print-changed=%s: it takes text, diff and json, and llvm "
		           "or llvm:diff for LLVM's passes",
		           word);
		flush_diag(run);
		return EXIT_USAGE;
	}
	if (llvm)
		return show_llvm_changes(run, path, form);
	struct source_file *file = load_text(run, path);
	if (!file)
		return EXIT_USAGE;
	struct arena arena = ARENA_INIT;
	struct module *m = module_load(&arena, &run->diag, file, NULL);
	flush_diag(run);
	if (m) {
		struct change_report c;
		struct opt_options o = opt_options(run);
		change_report_begin(&c, form, out);
		o.viewer = &c.viewer;
		opt_module(m, &o);
		change_report_end(&c);
	}
	arena_drop(&arena);
	return m ? EXIT_OK : EXIT_COMPILE;
}

int show_changes(struct simtrun *run, const char *path, const char *word) {
	return write_changes(run, path, word, stdout);
}
