/* options.c - the options of nvrtcCompileProgram.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/nvrtc/program.h"

const u32 rtc_archs[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90};
const u32 rtc_narch = countof(rtc_archs);

enum kind {
	ARCH,
	FLAG,       /* a boolean that is set */
	BOOLEAN,    /* with =true or =false */
	PREPROCESS, /* goes on to the preprocessor, with a value */
	STD,
	REGISTERS,
	LEVEL,
	FAST_MATH,
	NOTHING, /* accepted, without effect */
	VALUE,   /* the same, with a value */
	CHOICE,  /* the same, with one of the words in `word`, separated by bars */
	REFUSED,
};

struct option {
	const char *longer, *shorter;
	enum kind kind;
	size_t field;     /* in struct rtc_settings */
	const char *word; /* for the preprocessor, or why it is refused */
};

#define AT(f) offsetof(struct rtc_settings, f)
#define YES_NO "|true|false|1|0|"

static const struct option options[] = {
	{"gpu-architecture", "arch", ARCH, 0, NULL},
	{"relocatable-device-code", "rdc", BOOLEAN, AT(rdc), NULL},
	{"device-c", "dc", FLAG, AT(rdc), NULL},
	{"device-w", "dw", NOTHING, 0, NULL},
	{"extensible-whole-program", "ewp", NOTHING, 0, NULL},
	{"device-debug", "G", FLAG, AT(debug), NULL},
	{"generate-line-info", "lineinfo", FLAG, AT(lineinfo), NULL},
	{"dopt", "dopt", CHOICE, 0, "|on|"},
	{"Ofast-compile", "Ofc", CHOICE, 0, "|0|min|mid|max|"},
	{"ptxas-options", "Xptxas", VALUE, 0, NULL},
	{"maxrregcount", "maxrregcount", REGISTERS, 0, NULL},
	{"ftz", "ftz", BOOLEAN, AT(ftz), NULL},
	{"prec-sqrt", "prec-sqrt", BOOLEAN, AT(prec_sqrt), NULL},
	{"prec-div", "prec-div", BOOLEAN, AT(prec_div), NULL},
	{"fmad", "fmad", BOOLEAN, AT(fmad), NULL},
	{"use_fast_math", "use_fast_math", FAST_MATH, 0, NULL},
	{"extra-device-vectorization", "extra-device-vectorization", NOTHING, 0, NULL},
	{"modify-stack-limit", "modify-stack-limit", CHOICE, 0, YES_NO},
	{"define-macro", "D", PREPROCESS, 0, "-D"},
	{"undefine-macro", "U", PREPROCESS, 0, "-U"},
	{"include-path", "I", PREPROCESS, 0, "-I"},
	{"pre-include", "include", PREPROCESS, 0, "-include"},
	{"no-source-include", "no-source-include", FLAG, AT(no_source_include), NULL},
	{"std", "std", STD, 0, NULL},
	{"builtin-move-forward", "builtin-move-forward", BOOLEAN, AT(move_forward), NULL},
	{"builtin-initializer-list", "builtin-initializer-list", BOOLEAN,
         AT(initializer_list), NULL},
	{"disable-warnings", "w", FLAG, AT(no_warnings), NULL},
	{"restrict", "restrict", NOTHING, 0, NULL},
	{"device-int128", "device-int128", NOTHING, 0, NULL},
	{"device-float128", "device-float128", REFUSED, 0, "it takes an sm_100"},
	{"no-lineinfo-inlined-at", "no-lineinfo-ia", NOTHING, 0, NULL},
	{"discard-value-names", "discard-value-names", CHOICE, 0, YES_NO},
	{"device-as-default-execution-space", "default-device", FLAG, AT(default_device),
         NULL},
	{"dlink-time-opt", "dlto", FLAG, AT(lto), NULL},
	{"gen-opt-lto", "gen-opt-lto", NOTHING, 0, NULL},
	{"optix-ir", "optix-ir", REFUSED, 0, "there is no OptiX"},
	{"jump-table-density", "jtd", VALUE, 0, NULL},
	{"device-stack-protector", "device-stack-protector", CHOICE, 0, YES_NO},
	{"no-cache", "no-cache", NOTHING, 0, NULL},
	{"frandom-seed", "frandom-seed", VALUE, 0, NULL},
	{"optimization-info", "opt-info", VALUE, 0, NULL},
	{"display-error-number", "err-no", NOTHING, 0, NULL},
	{"no-display-error-number", "no-err-no", NOTHING, 0, NULL},
	{"diag-error", "diag-error", VALUE, 0, NULL},
	{"diag-suppress", "diag-suppress", VALUE, 0, NULL},
	{"diag-warn", "diag-warn", VALUE, 0, NULL},
	{"brief-diagnostics", "brief-diag", CHOICE, 0, YES_NO},
	{"time", "time", VALUE, 0, NULL},
	{"fdevice-time-trace", "fdevice-time-trace", VALUE, 0, NULL},
	{"split-compile", "split-compile", VALUE, 0, NULL},
	{"fdevice-syntax-only", "fdevice-syntax-only", FLAG, AT(syntax_only), NULL},
	{"minimal", "minimal", NOTHING, 0, NULL},
	{"version-ident", "dQ", CHOICE, 0, YES_NO},
	{"pch", "pch", NOTHING, 0, NULL},
	{"create-pch", "create-pch", VALUE, 0, NULL},
	{"use-pch", "use-pch", VALUE, 0, NULL},
	{"pch-dir", "pch-dir", VALUE, 0, NULL},
	{"pch-verbose", "pch-verbose", CHOICE, 0, YES_NO},
	{"pch-messages", "pch-messages", CHOICE, 0, YES_NO},
	{"instantiate-templates-in-pch", "instantiate-templates-in-pch", CHOICE, 0,
         YES_NO},
};

/* ---- one option -------------------------------------------------------------------- */

struct words {
	const char *const *at;
	int n, i;
};

/* Returns the value: after '=', glued to a short option, or the next word. NULL: there is
 * none. */
static const char *value_of(struct words *w, const char *rest) {
	if (*rest == '=')
		return rest + 1;
	if (*rest)
		return rest;
	return w->i < w->n ? w->at[w->i++] : NULL;
}

static bool is_true(const char *v, bool *out) {
	*out = strcmp(v, "true") == 0 || strcmp(v, "1") == 0;
	return *out || strcmp(v, "false") == 0 || strcmp(v, "0") == 0;
}

/* compute_90, sm_90a, lto_75 */
static bool read_arch(const char *v, struct rtc_settings *s) {
	static const char *const prefix[] = {"compute_", "sm_"};
	for (u32 i = 0; i < countof(prefix); i++) {
		size_t n = strlen(prefix[i]);
		char *end;
		if (strncmp(v, prefix[i], n) != 0 || v[n] < '1' || v[n] > '9')
			continue;
		s->sm = (u32)strtoul(v + n, &end, 10);
		s->suffix = *end == 'a' || *end == 'f' ? *end++ : 0;
		s->ptx_wanted = i == 0;
		for (u32 k = 0; k < rtc_narch; k++)
			if (rtc_archs[k] == s->sm)
				return *end == 0;
	}
	return false;
}

static bool read_std(const char *v, struct rtc_settings *s) {
	static const char *const known[] = {"c++03", "c++11", "c++14", "c++17", "c++20"};
	for (u32 i = 0; i < countof(known); i++)
		if (strcmp(v, known[i]) == 0) {
			s->std = known[i];
			return true;
		}
	return false;
}

static bool *flag_at(struct rtc_settings *s, const struct option *o) {
	return (bool *)((char *)s + o->field);
}

/* False: the value is wrong. */
static bool apply_value(struct arena *a, struct rtc_settings *s, const struct option *o,
                        const char *v) {
	char *end;
	switch (o->kind) {
	case ARCH: return read_arch(v, s);
	case STD: return read_std(v, s);
	case BOOLEAN: return is_true(v, flag_at(s, o));
	case CHOICE:
		return *v && !strchr(v, '|') &&
		       strstr(o->word, arena_printf(a, "|%s|", v));
	case REGISTERS: s->max_registers = (u32)strtoul(v, &end, 10); return *v && !*end;
	case PREPROCESS:
		if (strcmp(o->word, "-include") == 0) {
			vec_push(a, &s->preprocessor, o->word);
			vec_push(a, &s->preprocessor, v);
		} else {
			vec_push(a, &s->preprocessor,
			         arena_printf(a, "%s%s", o->word, v));
		}
		return true;
	default: return true;
	}
}

static void set_fast_math(struct rtc_settings *s) {
	s->fast_math = s->ftz = s->fmad = true;
	s->prec_div = s->prec_sqrt = false;
}

static bool takes_nothing(const struct option *o, const char *rest, FILE *log) {
	if (*rest)
		fprintf(log, "nvrtc: error: --%s (-%s) takes no value: '%s'\n", o->longer,
		        o->shorter, rest);
	return !*rest;
}

static bool apply(struct arena *a, struct rtc_settings *s, const struct option *o,
                  const char *rest, struct words *w, FILE *log) {
	const char *v;
	switch (o->kind) {
	case FLAG: *flag_at(s, o) = true; return takes_nothing(o, rest, log);
	case FAST_MATH: set_fast_math(s); return takes_nothing(o, rest, log);
	case NOTHING: return *rest == '=' || takes_nothing(o, rest, log);
	case REFUSED:
		fprintf(log, "nvrtc: error: option '--%s' is not supported: %s\n",
		        o->longer, o->word);
		return false;
	case BOOLEAN:
		if (!*rest) {
			*flag_at(s, o) = true;
			return true;
		}
		break;
	default: break;
	}
	v = value_of(w, rest);
	if (v && apply_value(a, s, o, v))
		return true;
	fprintf(log, "nvrtc: error: invalid value '%s' for --%s (-%s)\n", v ? v : "",
	        o->longer, o->shorter);
	return false;
}

/* ---- look-up ----------------------------------------------------------------------- */

/* Short options with a value may have it glued on: -DX=1, -I/usr. */
static bool may_glue(const struct option *o) {
	return o->kind == PREPROCESS && o->shorter[1] == 0;
}

static const struct option *find(const char *word, const char **rest) {
	bool is_long = word[0] == '-' && word[1] == '-';
	const char *name = word + (is_long ? 2 : 1);
	size_t n = strcspn(name, "=");
	if (word[0] != '-')
		return NULL;
	for (u32 i = 0; i < countof(options); i++) {
		const struct option *o = &options[i];
		const char *known = is_long ? o->longer : o->shorter;
		*rest = name + n;
		if (strlen(known) == n && memcmp(known, name, n) == 0)
			return o;
		*rest = name + 1;
		if (!is_long && may_glue(o) && name[0] == o->shorter[0] && name[1])
			return o;
	}
	return NULL;
}

/* -std=c++17 and --use_fast_math are written with either number of hyphens. */
static const struct option *find_any(const char *word, const char **rest) {
	const struct option *o = find(word, rest);
	if (!o && word[0] == '-' && word[1] == '-')
		o = find(word + 1, rest);
	else if (!o && word[0] == '-') {
		char longer[128];
		const char *tail;
		snprintf(longer, sizeof longer, "-%s", word);
		o = find(longer, &tail);
		*rest = word + (tail - longer) - 1;
	}
	return o;
}

bool rtc_options(struct arena *a, struct rtc_settings *s, int n,
                 const char *const *option, FILE *log) {
	struct words w = {option, n, 0};
	bool ok = true;
	*s = (struct rtc_settings){.sm = 75,
	                           .fmad = true,
	                           .prec_div = true,
	                           .prec_sqrt = true,
	                           .ptx_wanted = true,
	                           .move_forward = true,
	                           .initializer_list = true,
	                           .level = 3,
	                           .std = "c++17"};
	while (w.i < n) {
		const char *word = w.at[w.i++], *rest;
		const struct option *o = word ? find_any(word, &rest) : NULL;
		if (!o)
			fprintf(log, "nvrtc: error: unrecognized option %s\n",
			        word ? word : "(null)");
		ok = o && apply(a, s, o, rest, &w, log) && ok;
	}
	if (s->debug)
		s->level = 0;
	s->rdc = s->rdc || s->lto;
	return ok;
}
