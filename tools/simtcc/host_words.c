/* host_words.c - the host compiler's words become simtcc's, so that both halves of a
 * source speak alike: texts by the table, types as the device half writes them (`int *`),
 * suggestions and missing headers as notes, what is said about a candidate after it.
 * Names of the generated text (__simt_...) and of no type (<unresolved overloaded
 * function type>) never stay.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "base/text.h"
#include "tools/simtcc/host_message.h"

enum { PARTS = 5, CANDIDATES = 3 };

struct part {
	const char *s;
	size_t n;
};

static const struct {
	const char *pattern;
	enum diag_code code;
	const char *text, *note;
} words[] = {
#define WORDS(pattern, code, text, note) {pattern, code, text, note},
#include "tools/simtcc/host_words.def"
#undef WORDS
};

/* ---- patterns ---- */

/* Matches all of the text; %N takes as little as is possible. */
static bool fits(const char *pattern, const char *s, struct part *part) {
	for (; *pattern; pattern++, s++) {
		if (*pattern != '%' || !isdigit((u8)pattern[1])) {
			if (*pattern != *s)
				return false;
			continue;
		}
		struct part *p = &part[(pattern[1] - '0') % PARTS];
		pattern += 2;
		for (size_t n = 1, most = strlen(s); n <= most; n++) {
			/* the next literal text decides where to look further */
			if (*pattern && s[n] != *pattern)
				continue;
			if (fits(pattern, s + n, part)) {
				*p = (struct part){s, n};
				return true;
			}
		}
		return false;
	}
	return *s == 0;
}

static const char *filled(struct arena *a, const char *pattern, const struct part *part) {
	struct text t = {.arena = a};
	for (; *pattern; pattern++) {
		if (*pattern == '%' && isdigit((u8)pattern[1])) {
			const struct part *p = &part[(*++pattern - '0') % PARTS];
			text_printf(&t, "%.*s", (int)p->n, p->s);
		} else {
			text_printf(&t, "%c", *pattern);
		}
	}
	return text_get(&t);
}

/* ---- the spelling of types ---- */

static bool is_word(char c) {
	return isalnum((u8)c) || c == '_';
}

/* Returns the length of what is left out at this place: words that say nothing about a
 * type, and the library's inner namespaces. */
static size_t left_out(const char *s, char before) {
	static const char *const words_left_out[] = {"std::__cxx11::", "struct ",
	                                             "class ", "enum "};
	for (u32 i = 0; i < countof(words_left_out); i++)
		if (strncmp(s, words_left_out[i], strlen(words_left_out[i])) == 0 &&
		    (i ? before == '\'' || before == '(' : !isalnum((u8)before)))
			return strlen(words_left_out[i]);
	return 0;
}

/* Returns the length of a name of the generated text and what stands for it. */
static size_t generated(const char *s, const char **instead) {
	static const struct {
		const char *begin, *instead;
	} known[] = {{"__simt_lambda", "(lambda)"},
	             {"__simt_push", "<<<...>>>"},
	             {"__simt_launch", "the launch"}};
	size_t n = 0;
	while (is_word(s[n]))
		n++;
	for (u32 i = 0; i < countof(known); i++)
		if (strncmp(s, known[i].begin, strlen(known[i].begin)) == 0) {
			*instead = known[i].instead;
			return n;
		}
	return 0;
}

/* Returns the length of GCC's name for what has no type yet. */
static size_t unresolved(const char *s, const char **instead) {
	static const char name[] = "'<unresolved overloaded function type>'";
	*instead = "an overloaded function";
	return strncmp(s, name, strlen(name)) == 0 ? strlen(name) : 0;
}

/* Writes a type as the device half does, inside of quotes only. */
static const char *respelled(struct arena *a, const char *s) {
	struct text t = {.arena = a};
	bool inside = false;
	for (char before = 0; *s; before = *s++) {
		const char *instead;
		size_t skip = unresolved(s, &instead);
		if (skip) {
			text_printf(&t, "%s", instead);
			s += skip - 1;
			continue;
		}
		if (*s == '\'') {
			inside = !inside;
		} else if (inside && (skip = left_out(s, before)) != 0) {
			if (*s == 's' && s[3] == ':')
				text_printf(&t, "std::");
			s += skip - 1;
			continue;
		} else if (!is_word(before) && (skip = generated(s, &instead)) != 0) {
			text_printf(&t, "%s", instead);
			s += skip - 1;
			continue;
		} else if (inside && (*s == '*' || *s == '&') && t.n &&
		           (is_word(before) || before == '>') &&
		           !(t.n >= 8 && memcmp(t.at + t.n - 8, "operator", 8) == 0) &&
		           (strchr("*&,)>']", s[1]) ||
		            strncmp(s + 1, " const", 6) == 0)) {
			text_printf(&t, " ");
		}
		text_printf(&t, "%c", *s);
	}
	return text_get(&t);
}

/* ---- notes ---- */

static void add(struct arena *a, struct host_record *r, const char *note) {
	for (u32 i = 0; i < r->more.n; i++)
		if (strcmp(r->more.at[i], note) == 0)
			return;
	vec_push(a, &r->more, note);
}

/* Takes "; did you mean 'x'?" off the text. */
static const char *take_suggestion(struct arena *a, struct host_record *r,
                                   const char *text) {
	static const char mean[] = "; did you mean ";
	const char *at = strstr(text, mean);
	if (!at || strstr(at, "-fpermissive"))
		return text;
	add(a, r, arena_printf(a, "did you mean %s", at + strlen(mean)));
	return arena_strdup(a, text, (size_t)(at - text));
}

/* Returns what a note says about the candidate or declaration before it; NULL if it is
 * another note. */
static const char *about_candidate(struct arena *a, const char *s) {
	static const struct {
		const char *pattern, *text;
	} known[] = {
		{"couldn't deduce template parameter '%1'", "nothing says what '%1' is"},
		{"candidate expects %1 argument, %2 provided",
	         "it takes %1 argument, %2 are given"},
		{"candidate expects %1 arguments, %2 provided",
	         "it takes %1 arguments, %2 are given"},
		{"no known conversion for argument %1 from '%2' to '%3'",
	         "argument %1 is '%2', not '%3'"},
		{"deduced conflicting types for parameter '%1' ('%2' and '%3')",
	         "'%1' would be both '%2' and '%3'"},
		{"mismatched types '%1' and '%2'", "'%2' does not fit '%1'"},
		{"template argument deduction/substitution failed:", ""},
	};
	struct part part[PARTS];
	s += strspn(s, " ");
	for (u32 i = 0; i < countof(known); i++)
		if (fits(known[i].pattern, s, part))
			return filled(a, known[i].text, part);
	return NULL;
}

/* Whether a note only repeats, or tells about options of the host compiler. */
static bool says_nothing(const char *s) {
	static const char *const known[] = {
		"each undeclared identifier is reported only once", "use '-f",
		"(if you use '-fpermissive'", "in C++11 destructors default",
		"suggested alternatives:"};
	for (u32 i = 0; i < countof(known); i++)
		if (strncmp(s, known[i], strlen(known[i])) == 0)
			return true;
	return false;
}

static bool is_header(struct arena *a, struct host_record *r, const char *s) {
	struct part part[PARTS];
	if (!fits("'%1' is defined in header '%2'; did you forget to '%3'?", s, part) &&
	    !fits("'%1' is defined in header '%2'; this is probably fixable by adding "
	          "'%3'",
	          s, part))
		return false;
	add(a, r, filled(a, "%2 declares it: is the #include missing?", part));
	return true;
}

/* "cannot convert 'A' to 'B'" is about a parameter: says which. */
static void name_parameter(struct arena *a, struct host_record *r, const char *note) {
	static const char *const of_launch[] = {"grid", "block", "shared memory",
	                                        "stream"};
	struct part part[PARTS];
	if (r->code != E0615 || !fits("initializing argument %1 of '%2'", note, part))
		return;
	u32 n = (u32)strtoul(part[1].s, NULL, 10);
	const char *open = memchr(part[2].s, '(', part[2].n), *name = open;
	while (name && name > part[2].s && (is_word(name[-1]) || name[-1] == ':'))
		name--;
	if (!name)
		return;
	if (strncmp(name, "__simt_push", 11) == 0 && n >= 1 && n <= countof(of_launch)) {
		r->code = E0611;
		r->at.text = arena_printf(a, "%s, the %s of the launch", r->at.text,
		                          of_launch[n - 1]);
		return;
	}
	if (strncmp(name, "dim3::dim3", 10) == 0)
		r->at.text = arena_printf(a, "%s, a size of a dim3", r->at.text);
	else if (!strstr(r->at.text, "a size of a dim3"))
		r->at.text = arena_printf(a, "%s, the type of parameter %u of '%.*s'",
		                          r->at.text, n, (int)(open - name), name);
}

static void translate_notes(struct arena *a, struct host_record *r) {
	struct host_places old = r->note;
	u32 ncandidate = 0, more = 0;
	bool dropped = false;
	r->note = (struct host_places){0};
	vec_each (struct diag_place, n, &old) {
		const char *text = n->text + strspn(n->text, " ");
		const char *about = about_candidate(a, text);
		if (is_header(a, r, text) || says_nothing(text))
			continue;
		if (about) {
			if (r->note.n && *about && !dropped &&
			    !strstr(vec_last(&r->note).text, "': "))
				vec_last(&r->note).text = arena_printf(
					a, "%s: %s", vec_last(&r->note).text,
					respelled(a, about));
			continue;
		}
		name_parameter(a, r, text);
		dropped = strstr(text, "__simt_") != NULL || !n->file;
		bool is_candidate = strncmp(text, "candidate", 9) == 0;
		if (is_candidate && !dropped && ++ncandidate > CANDIDATES) {
			more++;
			dropped = true;
		}
		if (dropped)
			continue;
		n->text = strncmp(text, "initializing argument", 21) == 0
		                  ? "the parameter"
		                  : respelled(a, text);
		vec_push(a, &r->note, *n);
	}
	if (more)
		add(a, r,
		    arena_printf(a,
		                 "%u more candidate%s: --host-messages=plain shows all",
		                 more, more == 1 ? "" : "s"));
}

/* Takes the text and code of the first row that fits. */
static bool use_row(struct arena *a, struct host_record *r) {
	struct part part[PARTS];
	for (u32 i = 0; i < countof(words) && r->severity == DIAG_ERROR && !r->code; i++)
		if (fits(words[i].pattern, r->at.text, part)) {
			r->code = words[i].code;
			r->at.text = filled(a, words[i].text, part);
			if (words[i].note)
				add(a, r, words[i].note);
			return true;
		}
	return false;
}

void host_record_translate(struct arena *a, struct host_record *r) {
	if (r->is_plain)
		return;
	if (!use_row(a, r)) {
		r->at.text = take_suggestion(a, r, r->at.text);
		use_row(a, r);
	}
	if (r->code == E0805 && !r->at.file) { /* it is the source itself */
		r->code = E0401;
		const char *name = strchr(r->at.text, '\'') + 1;
		r->at.text = arena_printf(a, "cannot read '%.*s'",
		                          (int)strcspn(name, "'"), name);
	}
	if (r->code == E0616 && strstr(r->at.text, "__simt_push")) {
		r->code = E0611;
		r->at.text = "a launch takes <<<grid, block, shared, stream>>>: two "
			     "dim3, a number of bytes and a cudaStream_t";
	}
	translate_notes(a, r);
	r->at.text = respelled(a, r->at.text);
}
