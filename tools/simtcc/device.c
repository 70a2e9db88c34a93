/* device.c - the device half of a source: calls the front end and prints its messages.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>

#include "ir/lower/compile.h"
#include "ir/opt/change_report.h"
#include "ir/print/dump_stage.h"
#include "tools/simtcc/driver.h"
#include "tools/simtcc/host_message.h"
#include "tools/simtcc/locals.h"

/* Returns where --emit=tokens or ast prints to; simtrun prints the other stages from the
 * PTX. */
static struct cuda_emit_to emit_to(const struct cc *cc, enum stage stage) {
	struct stage_ask ask;
	text_each (s, &cc->set.emit)
		if (stage_find(*s, strlen(*s), &ask) && ask.stage == stage)
			return (struct cuda_emit_to){stdout, ask.form == FORM_JSON};
	return (struct cuda_emit_to){NULL, false};
}

static int opt_level(const struct cc_settings *s) {
	if (s->device_level)
		return s->device_level - 1;
	if (s->device_debug && s->device_optimize == 0)
		return 0;
	return s->fast_compile == 3 ? 1 : 3;
}

static bool has_word(const struct texts *list, const char *word) {
	text_each (w, list)
		if (strcmp(*w, word) == 0)
			return true;
	return false;
}

static bool has_code(const struct texts *list, enum diag_code code) {
	text_each (n, list)
		if (cc_diag_code(*n) == code)
			return true;
	return false;
}

static bool wants_errors_between_halves(const struct cc_settings *s) {
	return has_word(&s->werror, "cross-execution-space-call") ||
	       (has_code(&s->diag_error, E0679) && !has_code(&s->diag_warn, E0679));
}

bool cc_judge(const struct cc_settings *s, enum diag_code code,
              enum diag_severity *severity) {
	if (*severity != DIAG_WARNING)
		return true;
	if (s->no_warnings || (code && has_code(&s->diag_suppress, code)))
		return false;
	bool error = has_word(&s->werror, "all-warnings") ||
	             (code && has_code(&s->diag_error, code)) ||
	             (code == E0679 && wants_errors_between_halves(s));
	if (error && !(code && has_code(&s->diag_warn, code)))
		*severity = DIAG_ERROR;
	return true;
}

/* Makes warnings errors or drops them, as the command line says. */
static bool judge_warnings(const struct cc_settings *s, struct diag *d) {
	bool ok = true;
	u32 n = 0;
	for (u32 i = 0; i < d->nrecord; i++) {
		struct diag_record r = d->record[i];
		bool was_warning = r.severity == DIAG_WARNING;
		if (!cc_judge(s, r.code, &r.severity))
			continue;
		ok &= !was_warning || r.severity != DIAG_ERROR;
		d->record[n++] = r;
	}
	d->nrecord = n;
	return ok;
}

static struct cuda_compile_options make_options(struct cc *cc, const char *source,
                                                const struct texts *instances,
                                                struct cc_arch arch) {
	const struct cc_settings *s = &cc->set;
	return (struct cuda_compile_options){
		.input_name = source,
		.sm = arch.sm,
		.sm_suffix = arch.suffix,
		.standard = cc_standard(s),
		.rdc = cc_true(s->rdc, false),
		.keep_functions = s->keep_functions,
		.debug = s->device_debug,
		/* always: messages at run time name lines. With -ptx, only if asked
	         * for. */
		.lineinfo = s->lineinfo || s->phase != PHASE_PTX,
		.source_in_ptx = s->source_in_ptx,
		.fmad = cc_true(s->fmad, true),
		.ftz = cc_true(s->ftz, s->fast_math),
		.prec_div = cc_true(s->prec_div, !s->fast_math),
		.prec_sqrt = cc_true(s->prec_sqrt, !s->fast_math),
		.fast_math = s->fast_math,
		.plain_lambdas = !s->extended_lambda,
		.syntax_only = s->device_syntax_only,
		.check_both = wants_errors_between_halves(s),
		.opt_level = opt_level(s),
		.max_registers = (u32)MIN(s->max_registers, 65535),
		.instance = instances->at,
		.ninstance = instances->n,
		.emit = {emit_to(cc, STAGE_TOKENS), emit_to(cc, STAGE_AST)},
	};
}

static void take_symbols(struct cc *cc, const struct cuda_compile_result *r,
                         struct cc_device_code *out) {
	for (u32 i = 0; i < r->nsym; i++) {
		const struct cuda_symbol *s = &r->sym[i];
		vec_push(&cc->arena, &out->symbol,
		         (struct cc_device_symbol){s->device_name, s->host_mangled_name,
		                                   (u8)s->kind, s->size, s->is_extern,
		                                   s->is_static, s->is_weak});
	}
}

/* Relocatable files of one program may have the same names of internal linkage, by which
 * the host half refers to their kernels and variables. So each name gets a suffix made of
 * the file's path and its code for the first architecture. */
static const char *locals_suffix(struct cc *cc, const char *source,
                                 const struct cc_device_code *code) {
	u32 hash = 2166136261u;
	for (const char *s = source; *s; s++)
		hash = (hash ^ (u8)*s) * 16777619u;
	for (size_t i = 0; i < code->size; i++)
		hash = (hash ^ (u8)code->ptx[i]) * 16777619u;
	return arena_printf(&cc->arena, "$%08x", hash);
}

void cc_tell_locals_apart(struct cc *cc, const char *source,
                          struct cc_device_code *code) {
	if (!cc->locals)
		cc->locals = locals_suffix(cc, source, code);
	const char *suffix = cc->locals;
	code->ptx = ptx_rename_locals(&cc->arena, code->ptx, code->size, suffix,
	                              &code->size);
	vec_each (struct cc_device_symbol, s, &code->symbol) {
		const char *renamed = arena_printf(&cc->arena, "%s%s", s->device_name,
		                                   suffix);
		if (strstr(code->ptx, renamed))
			s->device_name = renamed;
	}
}

/* Calls cuda_compile. A report of what its optimiser does goes to stdout for
 * --print-changed, to a file for --explain. */
static bool compile_watched(struct cc *cc, struct cuda_compile_options *o, struct diag *d,
                            struct cuda_compile_result *r, const char **passes) {
	struct change_report c;
	enum change_report_form form = CHANGE_REPORT_JSON;
	FILE *out = stdout;
	*passes = NULL;
	bool llvm = false; /* simtrun shows LLVM's passes */
	if (cc->set.llvm_changes || (!cc->set.changes && !cc->set.explain))
		return cuda_compile(&cc->arena, o, d, r);
	if (cc->set.changes) {
		change_report_form_find(cc->set.changes, &form, &llvm);
	} else {
		*passes = cc_temp(cc, o->input_name, ".passes.json");
		out = fopen(*passes, "we");
		if (!out) {
			cc_error("cannot write '%s': %s", *passes, strerror(errno));
			return false;
		}
	}
	change_report_begin(&c, form, out);
	o->viewer = &c.viewer;
	bool ok = cuda_compile(&cc->arena, o, d, r);
	change_report_end(&c);
	if (out != stdout && fclose(out) != 0)
		*passes = NULL; /* the page leaves it out */
	return ok;
}

void cc_remark(struct cc *cc, bool has_numbers) {
	if (!has_numbers || cc->has_remarked || cc_message_style().format != DIAG_TEXT)
		return;
	cc->has_remarked = true;
	fputs("Remark: The warnings can be suppressed with \"-diag-suppress "
	      "<warning-number>\"\n",
	      stderr);
}

static bool has_numbered_warning(const struct diag *d) {
	for (u32 i = 0; i < d->nrecord; i++)
		if (d->record[i].severity == DIAG_WARNING &&
		    diag_nvcc_number(d->record[i].code))
			return true;
	return false;
}

/* Whether the device half reports an error that the host half has too and reports less
 * well: syntax, and wrong kernels. */
static bool explains_host(const struct diag *d) {
	for (u32 i = 0; i < d->nrecord; i++)
		if (d->record[i].code == E0101 || d->record[i].code == E0611)
			return true;
	return false;
}

/* Notes the lines of errors, which the host half need not tell again. */
static void note_told(struct cc *cc, const struct diag *d) {
	for (u32 i = 0; i < d->nrecord; i++) {
		const char *macro;
		const struct diag_record *r = &d->record[i];
		struct loc loc = source_origin(d->sources, r->loc, &macro);
		struct source_pos pos = source_pos(d->sources, loc.start);
		if (r->severity == DIAG_ERROR && pos.file)
			cc_told(cc, &(struct cc_told){pos.file->name, NULL, pos.line,
			                              r->code, true});
	}
}

/* Whether a name is not declared as the front end, after an error of syntax, has not read
 * its declaration: it stands in the text before. */
static bool was_not_read(const struct diag_record *r, const struct source_pos *pos) {
	const char *open = strchr(r->text, '\'');
	size_t n = open ? strcspn(open + 1, "'") : 0;
	size_t at = (size_t)(pos->line_text - pos->file->text) + pos->column - 1;
	return (r->code == E0601 || r->code == E0606) &&
	       cc_has_word(pos->file->text, at, open + 1, n);
}

static bool is_repeated(const struct diag *d, u32 i) {
	const struct diag_record *r = &d->record[i];
	for (u32 k = 0; k < i; k++)
		if (d->record[k].loc.start == r->loc.start &&
		    d->record[k].loc.end == r->loc.end && d->record[k].code == r->code &&
		    strcmp(d->record[k].text, r->text) == 0)
			return true;
	return false;
}

/* Drops errors that follow from others: inside of a library's functions, which the user's
 * code cannot call; names whose declarations were not read; what each instance of a
 * template repeats. */
static void drop_followers(struct cc *cc, struct diag *d) {
	bool *drop = arena_array(&cc->arena, bool, d->nrecord + 1);
	u32 n = 0, ndrop = 0, nerror = 0;
	bool has_syntax = false;
	for (u32 i = 0; i < d->nrecord; i++)
		has_syntax |= d->record[i].code == E0101;
	for (u32 i = 0; i < d->nrecord; i++) {
		const char *macro;
		const struct diag_record *r = &d->record[i];
		if (r->severity != DIAG_ERROR)
			continue;
		struct loc loc = source_origin(d->sources, r->loc, &macro);
		struct source_pos pos = source_pos(d->sources, loc.start);
		if (!pos.file)
			continue;
		drop[i] = cc_is_library(cc, pos.file->name) || is_repeated(d, i) ||
		          (has_syntax && was_not_read(r, &pos));
		ndrop += drop[i];
		nerror++;
	}
	if (ndrop == nerror)
		return;
	for (u32 i = 0; i < d->nrecord; i++)
		if (!drop[i])
			d->record[n++] = d->record[i];
	d->nrecord = n;
}

/* Functions that the runtime gives to device code have no mangled names. */
static bool tell_undefined(struct cc *cc, const char *source, const char *ptx) {
	static const char begin[] = "\n.extern .func ";
	bool ok = true;
	for (const char *s = ptx; (s = strstr(s, begin)) != NULL;) {
		s += strlen(begin);
		if (*s == '(')
			s += strcspn(s, ")") + 2;
		size_t n = strcspn(s, "(;\n \t");
		if (strncmp(s, "_Z", 2) != 0)
			continue;
		struct diag_place at = {
			.file = source,
			.text = arena_printf(
				&cc->arena,
				"undefined reference to the device function '%s'",
				cc_plain_name(&cc->arena,
		                              arena_strdup(&cc->arena, s, n)))};
		cc_tell_at(
			DIAG_ERROR, E0411, &at,
			"this file defines its own device code; with -rdc=true another "
			"may define it");
		ok = false;
	}
	return ok;
}

int cc_device_compile(struct cc *cc, const char *source, const char *text_path,
                      const struct texts *instances, struct cc_arch arch,
                      struct cc_device_code *out) {
	struct cuda_compile_options o = make_options(cc, source, instances, arch);
	struct cuda_compile_result r = {0};
	struct sources sources;
	struct diag diag;
	o.text = cc_read(cc, text_path, &o.len);
	if (!o.text)
		return CC_FAILED;
	sources_init(&sources, &cc->arena);
	diag_init(&diag, &cc->arena, &sources);
	diag.limit = 100; /* as nvcc */
	const char *passes;
	bool ok = compile_watched(cc, &o, &diag, &r, &passes);
	ok = judge_warnings(&cc->set, &diag) && ok;
	bool has_numbers = has_numbered_warning(&diag);
	cc->explains_host |= explains_host(&diag);
	drop_followers(cc, &diag);
	note_told(cc, &diag);
	diag_flush(&diag, stderr, cc_message_style());
	cc_remark(cc, has_numbers);
	if (!ok || (!o.rdc && cc->set.phase != PHASE_PTX && r.ptx &&
	            !tell_undefined(cc, source, r.ptx)))
		return CC_DEVICE_ERRORS;
	*out = (struct cc_device_code){
		.arch = arch, .ptx = r.ptx ? r.ptx : "", .size = r.len, .passes = passes};
	take_symbols(cc, &r, out);
	if (o.rdc)
		cc_tell_locals_apart(cc, source, out);
	return CC_OK;
}
