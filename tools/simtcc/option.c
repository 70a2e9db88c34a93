/* option.c - parses nvcc's command line by the table option.def.
 * A word that starts with a dash names an option by its long or short name, with one dash
 * or two. Its value follows '=' or is the next word; names of one letter take it glued as
 * well, if no longer name fits the word.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/option.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#define FIELD(f) (u32) offsetof(struct cc_settings, f)
#define GROUP(title) {.group = title},
#define PHASE(name, brief, value, help) \
	{NULL, name, brief, CC_PHASE, CC_USED, value, NULL, help},
#define OPT(name, brief, kind, f, use, arg, help) \
	{NULL, name, brief, CC_##kind, CC_##use, FIELD(f), arg, help},

const struct cc_option cc_option[] = {
#include "tools/simtcc/option.def"
};
const u32 cc_option_count = countof(cc_option);

enum { MAX_FILES = 64 }; /* options files read by one command: they may name each other */

struct parse {
	struct cc_settings *s;
	struct arena *arena;
	const struct texts *words;
	u32 at, nfile;
	bool ok;
	bool *seen;                  /* by option: a value was given */
	bool is_dc, is_dw, is_dlink; /* whether -dc, -dw, -dlink is given */
};

static void PRINTF_LIKE(3, 4)
	tell(struct parse *p, enum diag_severity severity, const char *fmt, ...) {
	va_list args, again;
	va_start(args, fmt);
	va_copy(again, args);
	size_t size = (size_t)vsnprintf(NULL, 0, fmt, again) + 1;
	va_end(again);
	char *text = arena_array_raw(p->arena, char, size);
	vsnprintf(text, size, fmt, args);
	va_end(args);
	vec_push(p->arena, &p->s->message, (struct cc_message){severity, text});
	p->ok &= severity != DIAG_ERROR;
}
#define fail(p, ...) tell(p, DIAG_ERROR, __VA_ARGS__)

/* ---- splitting ---- */

void cc_split_words(struct texts *out, struct arena *a, const char *text) {
	char *to = arena_array_raw(a, char, strlen(text) + 1);
	for (const char *s = text;;) {
		s += strspn(s, " \t\r\n");
		if (!*s)
			return;
		const char *word = to;
		char quote = 0;
		for (; *s && (quote || !strchr(" \t\r\n", *s)); s++) {
			if (*s == quote)
				quote = 0;
			else if (!quote && (*s == '"' || *s == '\''))
				quote = *s;
			else if (*s == '\\' && quote != '\'' && s[1])
				*to++ = *++s;
			else
				*to++ = *s;
		}
		*to = 0;
		vec_push(a, out, arena_strdup(a, word, (size_t)(to - word)));
	}
}

void cc_split_list(struct texts *out, struct arena *a, const char *text) {
	char *buffer = arena_array_raw(a, char, strlen(text) + 1), *to = buffer;
	bool quoted = false;
	for (const char *s = text;; s++) {
		if (*s == '\\' && s[1] == ',') {
			*to++ = *++s;
		} else if (!*s || (*s == ',' && !quoted)) {
			if (to > buffer)
				vec_push(a, out,
				         arena_strdup(a, buffer, (size_t)(to - buffer)));
			to = buffer;
			if (!*s)
				return;
		} else {
			quoted ^= *s == '"';
			*to++ = *s;
		}
	}
}

/* Whether commas do not split the value: -gencode arch=A,code=[B,C]. */
static bool is_whole(const struct cc_option *o) {
	return o->offset == FIELD(gencode);
}

/* ---- look-up ---- */

struct name_walk {
	u32 i;
	bool brief;
};

static const char *next_name(void *ctx) {
	struct name_walk *w = ctx;
	while (w->i < cc_option_count) {
		const struct cc_option *o = &cc_option[w->i];
		const char *name = w->brief ? o->brief : o->name;
		w->i += w->brief;
		w->brief = !w->brief;
		if (name && strlen(name) > 1)
			return name;
	}
	return NULL;
}

static const struct cc_option *find(const char *name, size_t len) {
	for (u32 i = 0; i < cc_option_count; i++) {
		const struct cc_option *o = &cc_option[i];
		if (o->group)
			continue;
		if ((strlen(o->name) == len && memcmp(o->name, name, len) == 0) ||
		    (strlen(o->brief) == len && memcmp(o->brief, name, len) == 0))
			return o;
	}
	return NULL;
}

static bool is_digits(const char *s) {
	return *s && strspn(s, "0123456789") == strlen(s);
}

/* Finds the option of -O3, -Ipath or -lm: a letter, if the rest can be its value. */
static const struct cc_option *find_glued(const char *name) {
	const struct cc_option *o = find(name, 1);
	if (!o || !name[1] || !strchr("ODUILlxotme", *name))
		return NULL;
	if ((*name == 't' || *name == 'm') && !is_digits(name + 1))
		return NULL;
	if (*name == 'O' && !is_digits(name + 1) && strcmp(name + 1, "s") != 0 &&
	    strcmp(name + 1, "g") != 0 && strcmp(name + 1, "fast") != 0)
		return NULL;
	if (*name == 'e' || (*name == 'x' && strcmp(name + 1, "cu") != 0))
		return NULL;
	return o;
}

/* Options of clang that have another name here. */
static const char *const foreign[][2] = {
	{"cuda-gpu-arch", "arch"},         {"offload-arch", "arch"},
	{"cuda-device-only", "ptx"},       {"fcuda-flush-denormals-to-zero", "ftz=true"},
	{"ffast-math", "use_fast_math"},   {"fgpu-rdc", "rdc=true"},
	{"cuda-compile-host-device", "c"},
};

static const char *like(const char *name) {
	struct name_walk w = {0}, again = {0};
	for (u32 i = 0; i < countof(foreign); i++)
		if (strcmp(foreign[i][0], name) == 0)
			return foreign[i][1];
	const char *near = diag_nearest(name, next_name, &w);
	return near ? near : diag_with_part(name, next_name, &again);
}

static void unknown(struct parse *p, const char *word, const char *name, size_t len) {
	const char *near = like(arena_strdup(p->arena, name, len));
	if (near)
		fail(p, "unknown option '%s'; did you mean '-%s'?", word, near);
	else if (strchr("Wfmp", *name) && len > 1)
		fail(p,
		     "unknown option '%s'; is it for the host compiler: '-Xcompiler %s'?",
		     word, word);
	else
		fail(p, "unknown option '%s'; --help lists the options", word);
}

/* ---- values ---- */

static const char *meant(struct parse *p, const char *near) {
	return near ? arena_printf(p->arena, "; did you mean '%s'?", near) : "";
}

static void set_choice(struct parse *p, const struct cc_option *o, const char *value) {
	u32 index = 0;
	size_t len = strlen(value);
	for (const char *word = o->arg;; word += strcspn(word, "|") + 1, index++) {
		size_t n = strcspn(word, "|");
		if (n == len && memcmp(word, value, n) == 0) {
			*(u32 *)((u8 *)p->s + o->offset) = index;
			return;
		}
		if (!word[n])
			break;
	}
	const char *near = options_like_choice(p->arena, o->arg, value);
	fail(p, "'%s' is not a value of option '-%s', which takes one of %s%s", value,
	     o->brief, o->arg, meant(p, near));
}

static void set_bool(struct parse *p, const struct cc_option *o, const char *value) {
	u8 *field = (u8 *)p->s + o->offset, before = *field;
	if (strcmp(value, "true") == 0)
		*field = BOOL_TRUE;
	else if (strcmp(value, "false") == 0)
		*field = BOOL_FALSE;
	else {
		const char *near = options_like_choice(p->arena, o->arg, value);
		fail(p, "option '-%s' takes true or false, not '%s'%s", o->brief, value,
		     meant(p, near));
	}
	if (p->seen[o - cc_option] && *field != before)
		tell(p, DIAG_WARNING, "option '-%s' is given twice; '%s' is used",
		     o->brief, value);
}

static void set_number(struct parse *p, const struct cc_option *o, const char *value) {
	char *end;
	errno = 0;
	u64 n = strtoull(value, &end, 10);
	if (!is_digits(value) || *end || errno)
		fail(p, "option '-%s' takes a number, not '%s'", o->brief, value);
	else
		*(u64 *)((u8 *)p->s + o->offset) = n;
	p->s->has_threads |= o->offset == FIELD(threads);
}

static void set_text(struct parse *p, const struct cc_option *o, const char *value) {
	const char **field = (const char **)((u8 *)p->s + o->offset);
	if (p->seen[o - cc_option] && o->use == CC_USED && strcmp(*field, value) != 0)
		tell(p, DIAG_WARNING, "option '-%s' given twice; the last value counts",
		     o->brief);
	*field = value;
}

static void set_words(struct parse *p, const struct cc_option *o, const char *value) {
	struct texts part = {0};
	cc_split_list(&part, p->arena, value);
	text_each (t, &part)
		cc_split_words((struct texts *)((u8 *)p->s + o->offset), p->arena, *t);
}

static void read_file(struct parse *p, const char *path);

static void set_list(struct parse *p, const struct cc_option *o, const char *value) {
	struct texts *list = (struct texts *)((u8 *)p->s + o->offset), part = {0};
	if (is_whole(o))
		vec_push(p->arena, &part, value);
	else
		cc_split_list(&part, p->arena, value);
	text_each (t, &part) {
		if (o->offset == FIELD(option_file))
			read_file(p, *t);
		else
			vec_push(p->arena, list, *t);
	}
}

/* Returns the rank of a phase: of several that are given the earliest counts, in any
 * order, as in nvcc. --run comes before all others. */
static u32 phase_rank(u32 phase) {
	static const u8 earliest_first[] = {PHASE_RUN,          PHASE_DEPENDENCIES_USER,
	                                    PHASE_DEPENDENCIES, PHASE_PREPROCESS,
	                                    PHASE_PTX,          PHASE_CUBIN,
	                                    PHASE_LTOIR,        PHASE_OPTIX,
	                                    PHASE_CUDA,         PHASE_FATBIN,
	                                    PHASE_OBJECT,       PHASE_DEVICE_LINK,
	                                    PHASE_LIBRARY,      PHASE_LINK};
	for (u32 i = 0; i < countof(earliest_first); i++)
		if (earliest_first[i] == phase)
			return i;
	return countof(earliest_first);
}

/* -dc and -dw also decide what the device code is, whichever phase is the last: -dc -ptx
 * makes relocatable PTX. */
static void set_phase(struct parse *p, const struct cc_option *o) {
	u32 phase = o->offset;
	p->is_dc |= phase == PHASE_DEVICE_C;
	p->is_dw |= phase == PHASE_DEVICE_W;
	p->is_dlink |= phase == PHASE_DEVICE_LINK;
	if (phase == PHASE_DEVICE_C || phase == PHASE_DEVICE_W)
		phase = PHASE_OBJECT;
	if (phase_rank(phase) < phase_rank(p->s->phase))
		p->s->phase = phase;
	if (phase == PHASE_CUBIN || phase == PHASE_LTOIR || phase == PHASE_OPTIX)
		fail(p, "option '-%s' is %s", o->brief, o->help);
}

static void check_relocatable(struct parse *p) {
	struct cc_settings *s = p->s;
	if (p->is_dc && p->is_dw)
		fail(p, "options '-dc' and '-dw' contradict each other");
	else if (p->is_dc && s->rdc == BOOL_FALSE)
		fail(p, "options '-dc' and '-rdc=false' contradict each other");
	else if (p->is_dw && s->rdc == BOOL_TRUE)
		fail(p, "options '-dw' and '-rdc=true' contradict each other");
	else if (p->is_dc || (p->is_dlink && s->rdc == BOOL_UNSET))
		s->rdc = BOOL_TRUE;
	else if (p->is_dw)
		s->rdc = BOOL_FALSE;
}

static void set(struct parse *p, const struct cc_option *o, const char *value) {
	switch ((enum cc_kind)o->kind) {
	case CC_PHASE: set_phase(p, o); break;
	case CC_FLAG: *(bool *)((u8 *)p->s + o->offset) = true; break;
	case CC_BOOL: set_bool(p, o, value); break;
	case CC_TEXT: set_text(p, o, value); break;
	case CC_MAYBE:
		*(const char **)((u8 *)p->s + o->offset) = value ? value : "";
		break;
	case CC_LIST: set_list(p, o, value); break;
	case CC_WORDS: set_words(p, o, value); break;
	case CC_NUMBER: set_number(p, o, value); break;
	case CC_CHOICE: set_choice(p, o, value); break;
	}
	p->seen[o - cc_option] = true;
}

/* ---- words ---- */

static bool takes_value(const struct cc_option *o) {
	return o->kind != CC_FLAG && o->kind != CC_PHASE && o->kind != CC_MAYBE;
}

static void note_ignored(struct parse *p, const struct cc_option *o, const char *word,
                         const char *value) {
	const char *text = value && !strchr(word, '=')
	                           ? arena_printf(p->arena, "%s %s", word, value)
	                           : word;
	if (o->use == CC_IGNORED)
		vec_push(p->arena, &p->s->no_meaning,
		         arena_printf(p->arena, "%s: %s", text, o->help));
}

static void parse_option(struct parse *p, const char *word) {
	const char *name = word + 1 + (word[1] == '-'), *value = NULL;
	size_t len = strcspn(name, "=");
	const struct cc_option *o = find(name, len);
	if (o && name[len] == '=')
		value = name + len + 1;
	if (!o && word[1] != '-' && (o = find_glued(name)))
		value = name + 1;
	if (!o) {
		/* finish decides, as a later option may forward this one */
		vec_push(p->arena, &p->s->unknown, word);
		return;
	}
	/* --debug in full: with -run it is more than -g */
	if (len == 5 && strncmp(name, "debug", 5) == 0) {
		p->s->run_debug = value ? value : "";
		value = NULL;
	}
	if (!takes_value(o) && o->kind != CC_MAYBE && value) {
		fail(p, "option '-%s' takes no value: '%s'", o->brief, word);
		return;
	}
	if (takes_value(o) && !value) {
		if (p->at == p->words->n) {
			fail(p, "option '%s' needs a value: %s", word, o->arg);
			return;
		}
		value = p->words->at[p->at++];
	}
	note_ignored(p, o, word, takes_value(o) ? value : NULL);
	set(p, o, value);
}

/* Meson writes '"prog"', with quotes inside, as nvcc runs commands through a shell. */
static const char *unquote(struct arena *a, const char *word) {
	size_t n = strlen(word);
	if (n >= 2 && word[0] == '"' && word[n - 1] == '"')
		return arena_strdup(a, word + 1, n - 2);
	return word;
}

static void parse_words(struct parse *p, const struct texts *words) {
	const struct texts *outer = p->words;
	u32 at = p->at;
	p->words = words;
	for (p->at = 0; p->at < words->n;) {
		const char *word = words->at[p->at++];
		if (word[0] == '@' && word[1])
			read_file(p, word + 1);
		else if (word[0] == '-' && word[1])
			parse_option(p, word);
		else
			vec_push(p->arena, &p->s->input, unquote(p->arena, word));
	}
	p->words = outer;
	p->at = at;
}

static void read_file(struct parse *p, const char *path) {
	struct sources sources;
	struct texts words = {0};
	sources_init(&sources, p->arena);
	if (++p->nfile > MAX_FILES) {
		fail(p, "more than %d options files; do they name each other?",
		     MAX_FILES);
		return;
	}
	struct source_file *f = source_load(&sources, path);
	if (!f) {
		fail(p, "cannot read the options file '%s': %s", path, strerror(errno));
		return;
	}
	cc_split_words(&words, p->arena, f->text);
	parse_words(p, &words);
}

/* Handles -Xptxas, of which -v and -warn-lmem-usage are supported. */
static void check_ptxas(struct parse *p) {
	text_each (o, &p->s->xptxas) {
		const char *name = *o + (strncmp(*o, "--", 2) == 0);
		if (strcmp(name, "-v") == 0 || strcmp(name, "-verbose") == 0)
			p->s->res_usage = true;
		else if (strcmp(name, "-warn-lmem-usage") == 0)
			p->s->warn_local = true;
		else if (strcmp(name, "-warn-spills") == 0)
			vec_push(p->arena, &p->s->no_meaning,
			         arena_printf(p->arena,
			                      "-Xptxas %s: registers are never spilled",
			                      *o));
		else
			vec_push(
				p->arena, &p->s->no_meaning,
				arena_printf(p->arena,
			                     "-Xptxas %s: there is no assembler for GPUs",
			                     *o));
	}
}

/* Handles -Xcicc, of which -O0 to -O3 are supported; the last one counts. */
static void check_cicc(struct parse *p) {
	text_each (o, &p->s->xcicc) {
		const char *s = *o;
		if (s[0] == '-' && s[1] == 'O' && s[2] >= '0' && s[2] <= '3' && !s[3])
			p->s->device_level = (u8)(s[2] - '0' + 1);
		else
			vec_push(
				p->arena, &p->s->no_meaning,
				arena_printf(p->arena, "-Xcicc %s: there is no cicc", s));
	}
}

/* Handles -Xcudafe, of which --diag_suppress=TAG and its like are supported. A tag that
 * is not known may be one of nvcc's that our front end never gives. */
static void check_cudafe(struct parse *p) {
	const struct {
		const char *name;
		struct texts *list;
	} control[] = {{"--diag_suppress", &p->s->diag_suppress},
	               {"--diag_warning", &p->s->diag_warn},
	               {"--diag_error", &p->s->diag_error}};
	text_each (o, &p->s->xcudafe) {
		size_t n = strcspn(*o, "= ");
		const char *value = *o + n + strspn(*o + n, "= ");
		u32 i = 0, number = 0;
		while (i < countof(control) && (strlen(control[i].name) != n ||
		                                memcmp(control[i].name, *o, n) != 0))
			i++;
		if (i < countof(control) && is_digits(value))
			number = diag_nvcc_number(cc_diag_code(value));
		else if (i < countof(control))
			number = diag_number_of_tag(value, strlen(value));
		if (number)
			vec_push(p->arena, control[i].list,
			         arena_printf(p->arena, "%u", number));
		else
			vec_push(p->arena, &p->s->no_meaning,
			         arena_printf(p->arena, "-Xcudafe %s: %s", *o,
			                      i < countof(control)
			                              ? "there is no such warning"
			                              : "for another front end"));
	}
}

/* Checks numbers of warnings; those of warnings that our front end does not have are
 * ignored. */
static void check_numbers(struct parse *p, const char *option, const struct texts *list) {
	text_each (n, list)
		if (!is_digits(*n))
			fail(p, "option '-%s' takes numbers of warnings, not '%s'",
			     option, *n);
		else if (cc_diag_code(*n) == DIAG_NONE)
			vec_push(p->arena, &p->s->no_meaning,
			         arena_printf(p->arena,
			                      "-%s %s: there is no such warning", option,
			                      *n));
}

enum diag_code cc_diag_code(const char *number) {
	return strlen(number) < 10 ? diag_of_nvcc((u32)strtoul(number, NULL, 10))
	                           : DIAG_NONE;
}

static void bad_werror(struct parse *p, const char *kind, const char *const *known,
                       u32 n) {
	const char *all = "";
	for (u32 i = 0; i < n; i++)
		all = arena_printf(p->arena, "%s%s%s", all, i ? "|" : "", known[i]);
	const char *near = options_like_choice(p->arena, all, kind);
	fail(p, "'%s' is not a kind of warning that -Werror knows: %s%s", kind, all,
	     meant(p, near));
}

static void check_werror(struct parse *p) {
	static const char *const known[] = {"all-warnings",
	                                    "cross-execution-space-call",
	                                    "reorder",
	                                    "default-stream-launch",
	                                    "deprecated-declarations",
	                                    "missing-launch-bounds",
	                                    "ext-lambda-captures-this"};
	text_each (kind, &p->s->werror) {
		bool ok = false;
		for (u32 i = 0; i < countof(known); i++)
			ok |= strcmp(*kind, known[i]) == 0;
		if (!ok)
			bad_werror(p, *kind, known, countof(known));
	}
}

/* Makes the decisions that need all words. */
static void finish(struct parse *p) {
	struct cc_settings *s = p->s;
	if (s->forward_both)
		s->forward_compiler = s->forward_linker = true;
	if (!s->forward_compiler && !s->forward_linker)
		text_each (w, &s->unknown) {
			const char *name = *w + 1 + ((*w)[1] == '-');
			unknown(p, *w, name, strcspn(name, "="));
		}
	/* nvcc's --profile is -pg */
	if (s->profile && s->phase != PHASE_RUN) {
		s->gprof = true;
		if (*s->profile)
			fail(p, "option '-profile' takes a value only with -run: '%s'",
			     s->profile);
	}
	/* nvcc's --debug is -g */
	if (s->run_debug && *s->run_debug && s->phase != PHASE_RUN)
		fail(p, "option '--debug' takes a value only with -run: '%s'",
		     s->run_debug);
	check_ptxas(p);
	check_cicc(p);
	check_werror(p);
	check_numbers(p, "diag-error", &s->diag_error);
	check_numbers(p, "diag-suppress", &s->diag_suppress);
	check_numbers(p, "diag-warn", &s->diag_warn);
	check_cudafe(p); /* adds to the lists of numbers */
	check_relocatable(p);
}

bool cc_parse(struct cc_settings *s, struct arena *a, const struct texts *words) {
	struct parse p = {.s = s, .arena = a, .ok = true};
	p.seen = arena_array(a, bool, cc_option_count);
	s->template_backtrace = CC_UNSET;
	s->cudart = CUDART_DEFAULT;
	parse_words(&p, words);
	finish(&p);
	return p.ok;
}

void cc_collect(struct texts *words, struct arena *a, int argc, char **argv) {
	const char *before = getenv("NVCC_PREPEND_FLAGS"),
		   *after = getenv("NVCC_APPEND_FLAGS");
	if (before)
		cc_split_words(words, a, before);
	for (int i = 1; i < argc; i++)
		vec_push(a, words, argv[i]);
	if (after)
		cc_split_words(words, a, after);
}
