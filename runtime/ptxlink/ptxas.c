/* ptxas.c - reads options of ptxas.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/ptxlink/ptxas.h"

#include <ctype.h>
#include <stdlib.h>

enum kind {
	FLAG,    /* sets `field`, if it has one */
	BOOLEAN, /* true or false */
	LEVEL,   /* a number, which may be missing */
	NUMBER,  /* from 0 to `most` */
	NUMBERS, /* with commas between them */
	REGISTERS,
	WORD,
	ARCH,
	ENTRY,
	CHOICE, /* one of `words`, with bars between them */
};

struct option {
	const char *longer, *shorter;
	enum kind kind;
	u32 most;
	const char *words;
	size_t field; /* a bool, of REGISTERS a u32 */
};

#define AT(f) offsetof(struct ptxas_settings, f)
#define NO_FIELD SIZE_MAX
#define NO_EFFECT .field = NO_FIELD

static const struct option options[] = {
	{"gpu-name", "arch", ARCH, NO_EFFECT},
	{"verbose", "v", FLAG, .field = AT(verbose)},
	{"disable-warnings", "w", FLAG, .field = AT(no_warnings)},
	{"warning-as-error", "Werror", FLAG, .field = AT(warnings_are_errors)},
	{"compile-only", "c", FLAG, .field = AT(compile_only)},
	{"entry", "e", ENTRY, NO_EFFECT},
	{"Ofast-compile", "Ofc", CHOICE, .words = "|0|min|mid|max|", NO_EFFECT},
	{"allow-expensive-optimizations", "allow-expensive-optimizations", BOOLEAN,
         NO_EFFECT},
	{"compiler-annotations", "annotate", FLAG, NO_EFFECT},
	{"compile-as-tools-patch", "astoolspatch", FLAG, NO_EFFECT},
	{"compiler-stats", "compiler-stats", CHOICE, .words = "|time|memory|phase-wise|",
         NO_EFFECT},
	{"def-load-cache", "dlcm", CHOICE, .words = "|ca|cg|cs|lu|cv|", NO_EFFECT},
	{"def-store-cache", "dscm", CHOICE, .words = "|wb|cg|cs|wt|", NO_EFFECT},
	{"force-load-cache", "flcm", CHOICE, .words = "|ca|cg|cs|lu|cv|", NO_EFFECT},
	{"force-store-cache", "fscm", CHOICE, .words = "|wb|cg|cs|wt|", NO_EFFECT},
	{"device-debug", "g", FLAG, NO_EFFECT},
	{"device-function-maxrregcount", "func-maxrregcount", REGISTERS, NO_EFFECT},
	{"device-stack-protector", "device-stack-protector", BOOLEAN, NO_EFFECT},
	{"disable-optimizer-constants", "disable-optimizer-consts", FLAG, NO_EFFECT},
	{"dont-merge-basicblocks", "no-bb-merge", FLAG, NO_EFFECT},
	{"extensible-whole-program", "ewp", FLAG, NO_EFFECT},
	{"fmad", "fmad", BOOLEAN, NO_EFFECT},
	{"g-tensor-memory-access-check", "g-tmem-access-check", FLAG, NO_EFFECT},
	{"gno-tensor-memory-access-check", "gno-tmem-access-check", FLAG, NO_EFFECT},
	{"generate-line-info", "lineinfo", FLAG, NO_EFFECT},
	{"legacy-bar-warp-wide-behavior", "legacy-bar-warp-wide-behavior", FLAG,
         NO_EFFECT},
	{"machine", "m", CHOICE, .words = "|64|", NO_EFFECT},
	{"make-errors-visible-at-exit", "make-errors-visible-at-exit", FLAG, NO_EFFECT},
	{"maxntid", "maxntid", NUMBERS, NO_EFFECT},
	{"maxrregcount", "maxrregcount", REGISTERS, .field = AT(max_registers)},
	{"minnctapersm", "minnctapersm", NUMBER, .most = 65535, NO_EFFECT},
	{"opt-level", "O", LEVEL, NO_EFFECT},
	{"optimize-float-atomics", "opt-fp-atomics", FLAG, NO_EFFECT},
	{"output-file", "o", WORD, NO_EFFECT}, /* of ptxas alone, which reads it itself */
	{"override-directive-values", "override-directive-values", FLAG, NO_EFFECT},
	{"position-independent-code", "pic", BOOLEAN, NO_EFFECT},
	{"preserve-relocs", "preserve-relocs", FLAG, NO_EFFECT},
	{"register-usage-level", "regUsageLevel", NUMBER, .most = 10, NO_EFFECT},
	{"return-at-end", "ret-end", FLAG, NO_EFFECT},
	{"sanitize", "sanitize", CHOICE, .words = "|memcheck|threadsteer|", NO_EFFECT},
	{"sp-bounds-check", "sp-bounds-check", FLAG, NO_EFFECT},
	{"split-compile", "split-compile", NUMBER, .most = 65535, NO_EFFECT},
	{"suppress-async-bulk-multicast-advisory-warning",
         "suppress-async-bulk-multicast-advisory-warning", FLAG, NO_EFFECT},
	{"suppress-debug-info", "suppress-debug-info", FLAG, NO_EFFECT},
	{"suppress-double-demote-warning", "suppress-double-demote-warning", FLAG,
         NO_EFFECT},
	{"suppress-sparse-mma-advisory-info", "suppress-sparse-mma-advisory-info", FLAG,
         NO_EFFECT},
	{"suppress-stack-size-warning", "suppress-stack-size-warning", FLAG, NO_EFFECT},
	{"tool-name", "tool-name", WORD, NO_EFFECT},
	{"warn-on-double-precision-use", "warn-double-usage", FLAG, NO_EFFECT},
	{"warn-on-local-memory-usage", "warn-lmem-usage", FLAG, NO_EFFECT},
	{"warn-on-spills", "warn-spills", FLAG, NO_EFFECT},
};

bool ptxas_knows(u32 sm) {
	static const u8 known[] = {50, 52, 53, 60, 61, 62,  70,  72,  75,  80,
	                           86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
	return memchr(known, (int)sm, sizeof known) && sm <= UINT8_MAX;
}

u32 ptxas_arch(const char *name) {
	char *end;
	if (strncmp(name, "sm_", 3) != 0 || !isdigit((u8)name[3]))
		return 0;
	u32 sm = (u32)strtoul(name + 3, &end, 10);
	if (*end == 'a' || *end == 'f')
		end++;
	return *end ? 0 : sm;
}

bool ptxas_version(u32 index, u32 *major, u32 *minor) {
	/* minor versions of each major one */
	static const u8 newest_minor[] = {[1] = 5, [2] = 3, [3] = 2, [4] = 3, [5] = 1,
	                                  [6] = 5, [7] = 8, [8] = 8, [9] = 0};
	for (*major = 1; *major < countof(newest_minor); ++*major) {
		*minor = index;
		if (index <= newest_minor[*major])
			return true;
		index -= newest_minor[*major] + 1;
	}
	return false;
}

/* ---- values ------------------------------------------------------------------------ */

static bool is_number(const char *v, u32 most) {
	char *end;
	unsigned long n = strtoul(v, &end, 10);
	return isdigit((u8)*v) && !*end && n <= most;
}

static bool is_list(const char *v) {
	bool ok = isdigit((u8)*v);
	for (; *v; v++)
		ok = ok && (isdigit((u8)*v) || *v == ',');
	return ok;
}

static bool is_word_of(const char *v, const char *words) {
	char framed[32];
	int n = snprintf(framed, sizeof framed, "|%s|", v);
	return *v && n < (int)sizeof framed && !strchr(v, '|') && strstr(words, framed);
}

/* archmax is no limit, nor is a number that is too large; archmin is the least that there
 * is. */
static bool take_registers(struct ptxas_settings *s, const struct option *o,
                           const char *v) {
	bool is_least = strcmp(v, "archmin") == 0, is_negative = *v == '-';
	if (o->field != NO_FIELD)
		*(u32 *)((char *)s + o->field) = is_least ? 1
		                                 : is_negative
		                                         ? 0
		                                         : (u32)strtoul(v, NULL, 10);
	return is_least || strcmp(v, "archmax") == 0 || is_number(v + is_negative, 65535);
}

static bool take_value(struct arena *a, struct ptxas_settings *s, const struct option *o,
                       const char *v) {
	switch (o->kind) {
	case BOOLEAN: return is_word_of(v, "|true|false|");
	case LEVEL: return is_number(v, UINT32_MAX);
	case NUMBER: return is_number(v, o->most);
	case NUMBERS: return is_list(v);
	case REGISTERS: return take_registers(s, o, v);
	case CHOICE: return is_word_of(v, o->words);
	case ENTRY:
		s->entries = s->entries ? arena_printf(a, "%s,%s", s->entries, v)
		                        : arena_strdup(a, v, strlen(v));
		return *v;
	case ARCH:
		s->arch = arena_strdup(a, v, strlen(v));
		s->sm = ptxas_arch(v);
		return ptxas_knows(s->sm);
	default: return true;
	}
}

/* ---- one option -------------------------------------------------------------------- */

/* The longer name has two dashes, the shorter one. */
static const struct option *find(const char *word, const char **rest) {
	bool is_long = word[0] == '-' && word[1] == '-';
	const char *name = word + (is_long ? 2 : 1);
	size_t n = strcspn(name, "=");
	if (word[0] != '-')
		return NULL;
	*rest = name + n;
	for (u32 i = 0; i < countof(options); i++) {
		const char *known = is_long ? options[i].longer : options[i].shorter;
		if (strlen(known) == n && memcmp(known, name, n) == 0)
			return &options[i];
	}
	/* -O3, -m64 */
	*rest = name + 1;
	for (u32 i = 0; i < countof(options); i++)
		if (!is_long && isdigit((u8)name[1]) && options[i].kind != FLAG &&
		    options[i].shorter[0] == name[0] && !options[i].shorter[1])
			return &options[i];
	return NULL;
}

static bool is_level(const char *word) {
	return word && is_number(word, UINT32_MAX);
}

static bool wrong_value(const struct option *o, const char *v, FILE *log) {
	fprintf(log, "ptxas fatal   : '%s' is not a value of option '%s'\n", v ? v : "",
	        o->longer);
	return false;
}

bool ptxas_options(struct arena *a, struct ptxas_settings *s, u32 n,
                   const char *const *option, FILE *log) {
	for (u32 i = 0; i < n; i++) {
		const char *word = option[i] ? option[i] : "", *rest;
		const struct option *o = find(word, &rest);
		if (!o) {
			fprintf(log, "ptxas fatal   : Unknown option '%s'\n",
			        word + strspn(word, "-"));
			return false;
		}
		if (o->kind == FLAG) {
			if (*rest)
				return wrong_value(o, rest, log);
			if (o->field != NO_FIELD)
				*(bool *)((char *)s + o->field) = true;
			continue;
		}
		if (o->kind == LEVEL && !*rest &&
		    (i + 1 == n || !is_level(option[i + 1])))
			continue;
		const char *v = *rest == '=' ? rest + 1
		                : *rest      ? rest
		                : i + 1 < n  ? option[++i]
		                             : NULL;
		if (!v || !take_value(a, s, o, v))
			return wrong_value(o, v, log);
	}
	return true;
}

bool ptxas_takes_value(const char *option) {
	const char *rest = "";
	const struct option *o = find(option, &rest);
	return o && o->kind != FLAG && !*rest;
}

static const char *value_name(enum kind kind) {
	static const char *const name[] = {
		[FLAG] = "",
		[BOOLEAN] = "<true|false>",
		[LEVEL] = "<N>",
		[NUMBER] = "<N>",
		[NUMBERS] = "<N>,...",
		[WORD] = "<word>",
		[REGISTERS] = "<archmax/archmin/N>",
		[ARCH] = "<sm_NN>",
		[ENTRY] = "<entry function>,...",
		[CHOICE] = "<word>",
	};
	return name[kind];
}

bool ptxas_option_at(u32 index, const char **longer, const char **shorter,
                     const char **arg) {
	if (index >= countof(options))
		return false;
	*longer = options[index].longer;
	*shorter = options[index].shorter;
	*arg = value_name(options[index].kind);
	return true;
}

void ptxas_help(FILE *out) {
	fputs("Usage  : ptxas [options] <ptx file>,...\n\n"
	      "Checks PTX. There is no machine code for GPUs here: the output is the "
	      "text, "
	      "and options that\nonly change machine code are checked and have no "
	      "effect.\n\n"
	      "Options\n=======\n\n"
	      "--output-file <file>                                (-o)\n"
	      "--input-as-string <ptx string>                      (-ias)\n"
	      "--options-file <file>,...                           (-optf)\n"
	      "--list-version                                      (-version-ls)\n"
	      "--help                                              (-h)\n"
	      "--version                                           (-V)\n",
	      out);
	for (u32 i = 0; i < countof(options); i++) {
		const struct option *o = &options[i];
		const char *value = value_name(o->kind);
		int n = fprintf(out, "--%s%s%s", o->longer, *value ? " " : "", value);
		fprintf(out, "%*s(-%s)\n", MAX(52 - n, 1), "", o->shorter);
	}
}

/* ---- what a text has to define ------------------------------------------------------ */

static bool defines(const struct ptx_unit *u, const char *name, size_t len) {
	vec_each (struct ptx_symbol, s, &u->symbol)
		if (s->defined && strlen(s->name) == len && !memcmp(s->name, name, len))
			return true;
	return false;
}

/* --entry names kernels; all of the text is kept. */
static bool has_entries(const struct ptx_unit *u, const char *entries, FILE *log) {
	while (entries && *entries) {
		size_t n = strcspn(entries, ",");
		if (!defines(u, entries, n)) {
			fprintf(log, "ptxas fatal   : there is no entry '%.*s'\n", (int)n,
			        entries);
			return false;
		}
		entries += n + (entries[n] == ',');
	}
	return true;
}

static bool is_closed(const struct ptx_unit *u, FILE *log) {
	bool closed = true;
	vec_each (struct ptx_symbol, s, &u->symbol)
		if (!s->defined) {
			fprintf(log, "ptxas fatal   : Unresolved extern '%s'\n", s->name);
			closed = false;
		}
	return closed;
}

bool ptxas_accepts(const struct ptxas_settings *s, const struct ptx_unit *u, FILE *log) {
	return has_entries(u, s->entries, log) && (s->compile_only || is_closed(u, log));
}
