/* command.c - see command.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/command.h"

#include <stdlib.h>

struct reader {
	struct arena *a;
	struct pp_command *c;
	const char *const *word; /* the next */
	VEC(struct pp_dir) dir;
	VEC(struct pp_step) step;
	const char *why;
	bool is_gnu;
	u32 standard;
};

/* Returns what follows `option` in the word or as the next one; NULL: it is another. */
static const char *value(struct reader *r, const char *option) {
	size_t n = strlen(option);
	const char *w = *r->word;
	if (strncmp(w, option, n) != 0)
		return NULL;
	if (w[n])
		return w + n;
	return r->word[1] ? *++r->word : "";
}

static void add_dir(struct reader *r, const char *path, struct pp_dir d) {
	d.path = path;
	vec_push(r->a, &r->dir, d);
}

static bool search_option(struct reader *r) {
	const char *v;
	if ((v = value(r, "-isystem")))
		add_dir(r, v, (struct pp_dir){.is_system = true});
	else if ((v = value(r, "-iquote")))
		add_dir(r, v, (struct pp_dir){.is_quote = true});
	else if ((v = value(r, "-idirafter")))
		add_dir(r, v, (struct pp_dir){.is_system = true, .is_after = true});
	else if ((v = value(r, "-I")))
		add_dir(r, v, (struct pp_dir){0});
	return v != NULL;
}

static void add_step(struct reader *r, enum pp_step_kind kind, const char *text) {
	struct pp_step s = {kind, text};
	vec_push(r->a, &r->step, s);
}

static bool macro_option(struct reader *r) {
	const char *v;
	if ((v = value(r, "-include")))
		add_step(r, PP_INCLUDE, v);
	else if ((v = value(r, "-imacros")))
		add_step(r, PP_IMACROS, v);
	else if ((v = value(r, "-D")))
		add_step(r, PP_DEFINE, v);
	else if ((v = value(r, "-U")))
		add_step(r, PP_UNDEFINE, v);
	return v != NULL;
}

/* -MT's words as they are, -MQ's with $ doubled. */
static void add_target(struct reader *r, const char *v, bool quotes) {
	const char *text = r->c->targets;
	text = text ? arena_printf(r->a, "%s ", text) : "";
	for (const char *s = v; *s; s++)
		text = arena_printf(r->a, "%s%s%c", text, quotes && *s == '$' ? "$" : "",
		                    *s);
	r->c->targets = text;
}

static bool rule_option(struct reader *r) {
	struct pp_command *c = r->c;
	const char *w = *r->word, *v;
	if (strncmp(w, "-M", 2) != 0)
		return false;
	if ((v = value(r, "-MF")))
		c->rule = v;
	else if ((v = value(r, "-MT")))
		add_target(r, v, false);
	else if ((v = value(r, "-MQ")))
		add_target(r, v, true);
	else if (strcmp(w, "-MP") == 0)
		c->has_phony = true;
	else if (strcmp(w, "-MG") == 0)
		c->options.missing_is_fine = true;
	else if (strcmp(w, "-M") == 0 || strcmp(w, "-MM") == 0)
		c->writes_rule = c->only_rule = true;
	else if (strcmp(w, "-MD") == 0 || strcmp(w, "-MMD") == 0)
		c->writes_rule = true;
	else
		return false;
	c->skips_system |= w[2] == 'M';
	return true;
}

/* Options that change how the text is read. */
static void note_dialect(struct reader *r, const char *w) {
	if (strncmp(w, "-std=", 5) == 0) {
		const char *plus = strstr(w, "++");
		r->is_gnu = strncmp(w + 5, "gnu", 3) == 0;
		r->standard = plus ? (u32)strtoul(plus + 2, NULL, 10) : 17;
		if (plus && plus[3] >= 'a') /* 2a, 1z */
			r->standard = plus[2] == '2' ? 20 : 17;
	}
	if (strncmp(w, "-fopenmp", 8) == 0)
		r->c->options.expands_omp = true;
}

/* What only the compiler's own preprocessor does. */
static bool is_foreign(const char *w) {
	static const char *const known[] = {
		"-C",           "-CC",          "-P",
		"-dD",          "-dM",          "-dN",
		"-dU",          "-dI",          "-H",
		"-v",           "-###",         "--verbose",
		"-traditional", "-trigraphs",   "-fdirectives-only",
		"-remap",       "-undef",       "-fmodules-ts",
		"-iprefix",     "-iwithprefix", "-iwithprefixbefore",
		"-include-pch", "-imultilib",   "-fworking-directory"};
	for (u32 i = 0; i < countof(known); i++)
		if (strcmp(w, known[i]) == 0)
			return true;
	return strncmp(w, "-Wp,", 4) == 0 || strncmp(w, "-finput-charset", 15) == 0 ||
	       strncmp(w, "-ffile-prefix-map", 17) == 0 ||
	       strncmp(w, "-fmacro-prefix-map", 18) == 0 ||
	       strcmp(w, "-Xpreprocessor") == 0 || strncmp(w, "@", 1) == 0 ||
	       strcmp(w, "-I-") == 0;
}

/* Warnings of the compiler's preprocessor that its own defaults do not have. */
static bool wants_warnings(const char *w) {
	static const char *const known[] = {"-pedantic",
	                                    "-Wpedantic",
	                                    "-Wundef",
	                                    "-Wunused-macros",
	                                    "-Wdate-time",
	                                    "-Wvariadic-macros",
	                                    "-Wsystem-headers",
	                                    "-Wtraditional",
	                                    "-Wbidi-chars",
	                                    "-Wnormalized",
	                                    "-Winvalid-utf8",
	                                    "-Weverything",
	                                    "-Wmissing-include-dirs"};
	for (u32 i = 0; i < countof(known); i++)
		if (strncmp(w, known[i], strlen(known[i])) == 0)
			return true;
	return strncmp(w, "-Wc++", 5) == 0 || strncmp(w, "-Wgnu", 5) == 0;
}

/* Options that decide about no macro: other values are no reason to ask again. */
static bool is_idle(const char *w) {
	static const char *const known[] = {"-W", "-frandom-seed=", "-ftemplate-",
	                                    "-fdiagnostics-", "-fmessage-length="};
	for (u32 i = 0; i < countof(known); i++)
		if (strncmp(w, known[i], strlen(known[i])) == 0)
			return true;
	return false;
}

static void read_word(struct reader *r) {
	struct pp_command *c = r->c;
	const char *w = *r->word, *v;
	if (is_foreign(w)) {
		r->why = w;
	} else if (search_option(r) || macro_option(r) || rule_option(r) ||
	           strcmp(w, "-E") == 0) {
	} else if (strcmp(w, "-ftrack-macro-expansion=0") == 0) {
		c->options.marks_macros = false;
	} else if (strcmp(w, "-w") == 0) {
		c->options.no_warnings = true;
	} else if (strcmp(w, "-nostdinc") == 0 || strcmp(w, "-nostdinc++") == 0) {
		r->why = w;
	} else if ((v = value(r, "-o"))) {
		c->output = v;
	} else if ((v = value(r, "-x"))) {
		if (strcmp(v, "c++") != 0)
			r->why = "-x";
	} else if (*w != '-') {
		/* two: one of them may be the value of an option that is not known here
		 */
		r->why = c->options.source ? w : NULL;
		c->options.source = w;
	} else {
		note_dialect(r, w);
		if (wants_warnings(w))
			c->warned = w;
		c->options.more_warnings |= strcmp(w, "-W") == 0 ||
		                            strncmp(w, "-Wall", 5) == 0 ||
		                            strncmp(w, "-Wextra", 7) == 0 ||
		                            strncmp(w, "-Wcomment", 9) == 0 ||
		                            strncmp(w, "-Wexpansion", 11) == 0;
		if (!is_idle(w))
			vec_push(r->a, &c->host, w);
	}
}

bool pp_read_command(struct arena *a, const char *const *word, struct pp_command *c,
                     const char **why) {
	struct reader r = {.a = a, .c = c, .is_gnu = true, .standard = 17};
	*c = (struct pp_command){.options.marks_macros = true};
	vec_push(a, &c->host, word[0]);
	for (r.word = word + 1; *r.word && !r.why; r.word++)
		read_word(&r);
	if (!c->options.source && !r.why)
		r.why = "no source";
	c->options.dir = r.dir.at;
	c->options.ndir = r.dir.n;
	c->options.step = r.step.at;
	c->options.nstep = r.step.n;
	c->options.has_p_exponents = r.is_gnu || r.standard >= 17;
	c->options.is_strict = !r.is_gnu;
	*why = r.why;
	return !r.why;
}
