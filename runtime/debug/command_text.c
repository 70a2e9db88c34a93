/* command_text.c - commands that write texts of the user: printf, echo, complete.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "base/plain.h"
#include "runtime/debug/command.h"
#include "runtime/debug/complete.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

/* ---- texts with escapes ------------------------------------------------------------ */

/* Returns the character after a backslash; *s moves past it. */
static int escaped(const char **s) {
	static const char letters[] = "ntrabfv", means[] = "\n\t\r\a\b\f\v";
	const char *at = **s ? strchr(letters, **s) : NULL;
	int c = (unsigned char)**s, n = 0;
	if (at) {
		++*s;
		return means[at - letters];
	}
	if (c < '0' || c > '7') {
		*s += **s != 0;
		return c;
	}
	for (u32 i = 0; i < 3 && **s >= '0' && **s <= '7'; i++, ++*s)
		n = n * 8 + (**s - '0');
	return n & 0xff;
}

static void echo(const char *args) {
	while (*args) {
		if (*args == '\\' && args[1]) {
			args++;
			say("%c", escaped(&args));
		} else {
			say("%c", *args++);
		}
	}
}

/* ---- printf ------------------------------------------------------------------------ */

enum { STRING_MOST = 4096, WIDTH_MOST = 1000 };

/* Prints characters up to a zero: of an array, or where a pointer points. */
static bool put_string(struct eval *e, FILE *out, const struct value *v,
                       const char *spec) {
	char text[STRING_MOST];
	u64 n = 0, addr = v->addr, most = sizeof text - 1;
	u32 space = v->space;
	s64 to;
	if (v->type->kind == DT_ARRAY) {
		most = MIN(most, v->type->size);
	} else {
		if (!value_int(e, v, &to))
			return false;
		addr = (u64)to;
		space = v->type->kind == DT_PTR ? v->type->space : SPACE_GENERIC;
	}
	if (v->type->kind == DT_ARRAY && v->space == SPACE_NONE) {
		n = strnlen((const char *)(v->data ? v->data : v->bytes), most);
		memcpy(text, v->data ? v->data : v->bytes, n);
	}
	for (; v->space != SPACE_NONE || v->type->kind != DT_ARRAY; n++) {
		if (n == most)
			break;
		if (!state_read(&e->at, space, addr + n, &text[n], 1)) {
			eval_error(e, "Cannot access memory at address 0x%llx",
			           (unsigned long long)(addr + n));
			return false;
		}
		if (!text[n])
			break;
	}
	text[n] = 0;
	fprintf(out, spec, plain_text(e->arena, text, PLAIN_LINES));
	return true;
}

/* Prints one conversion; `spec` has its flags and width, and room for more. */
static bool put_converted(struct eval *e, FILE *out, const struct value *v, char *spec,
                          char letter) {
	char *end = spec + strlen(spec);
	double d;
	s64 n;
	switch (letter) {
	case 's': strcpy(end, "s"); return put_string(e, out, v, spec);
	case 'f':
	case 'e':
	case 'g':
	case 'F':
	case 'E':
	case 'G':
		*end++ = letter;
		*end = 0;
		if (value_double(e, v, &d))
			fprintf(out, spec, d);
		break;
	case 'c':
		strcpy(end, "c");
		if (value_int(e, v, &n))
			fprintf(out, spec, (int)n);
		break;
	case 'p':
		strcpy(end, "s");
		if (value_int(e, v, &n)) {
			char text[32];
			snprintf(text, sizeof text, "0x%llx", (unsigned long long)n);
			fprintf(out, spec, text);
		}
		break;
	default:
		snprintf(end, 8, "ll%c", letter);
		if (!value_int(e, v, &n))
			break;
		/* Unsigned conversions show as many bits as the value has. */
		if (strchr("uxXo", letter) && v->type->size < 8 && v->type->size)
			n &= (s64)(((u64)1 << (8 * v->type->size)) - 1);
		fprintf(out, spec, n);
	}
	return !e->error;
}

/* Copies `%`, flags, width and precision to `spec`; *s moves past the conversion's
 * letter, which is the result. */
static char take_spec(struct eval *e, const char **s, char *spec, size_t size) {
	size_t n = 0;
	spec[n++] = '%';
	while (**s && strchr("-+ #0123456789.", **s) && n + 8 < size)
		spec[n++] = *(*s)++;
	spec[n] = 0;
	for (const char *at = spec; *(at += strcspn(at, "123456789"));
	     at += strspn(at, "0123456789"))
		if (atoi(at) > WIDTH_MOST)
			eval_error(e, "a width above %d", WIDTH_MOST);
	while (**s && strchr("hlLqjzt", **s))
		++*s;
	char letter = **s;
	if (!letter || !strchr("diuxXocsfegFEGp", letter))
		eval_error(e, "Bad format string, missing or unknown conversion");
	*s += letter != 0;
	return letter;
}

static bool next_argument(struct eval *e, const char **args, struct value *v) {
	if (**args != ',') {
		eval_error(e, "Bad format string: it has more conversions than there are "
		              "values");
		return false;
	}
	return eval_part(e, *args + 1, args, v);
}

static void put_format(struct eval *e, FILE *out, const char *s, const char *args) {
	char spec[64];
	struct value v;
	while (*s && *s != '"' && !e->error) {
		char c = *s++;
		if (c == '\\' && *s) {
			fputc(escaped(&s), out);
		} else if (c == '%' && *s == '%') {
			fputc(*s++, out);
		} else if (c == '%') {
			char letter = take_spec(e, &s, spec, sizeof spec);
			if (!e->error && next_argument(e, &args, &v))
				put_converted(e, out, &v, spec, letter);
		} else {
			fputc(c, out);
		}
	}
	if (!e->error && *args)
		eval_error(e, "Wrong number of arguments for specified format-string");
}

bool format_values(struct eval *e, FILE *out, const char *args) {
	const char *end = args;
	if (*args != '"') {
		eval_error(e, "Bad format string: it begins with a quotation mark");
		return false;
	}
	for (end++; *end && *end != '"'; end++)
		end += *end == '\\' && end[1];
	if (*end != '"') {
		eval_error(e, "Bad format string, non-terminated '\"'");
		return false;
	}
	const char *rest = end + 1;
	while (isspace((unsigned char)*rest))
		rest++;
	put_format(e, out, args + 1, rest);
	return !e->error;
}

/* printf "FORMAT", VALUE... */
static void print_formatted(const char *args) {
	struct arena a = ARENA_INIT;
	struct eval e = {.arena = &a, .at = dbg.focus};
	struct text_stream s;
	FILE *out = text_open(&s);
	format_values(&e, out, args);
	const char *text = text_close(&s, &a);
	if (e.error)
		command_error("%s", e.error);
	else
		say("%s", text);
	arena_drop(&a);
}

/* ---- complete ---------------------------------------------------------------------- */

static void complete(const char *args) {
	struct arena a = ARENA_INIT;
	struct words w = {0};
	size_t start;
	complete_line(&a, args, &start, &w);
	for (u32 i = 0; i < w.n; i++)
		say("%.*s%s\n", (int)start, args, w.at[i]);
	arena_drop(&a);
}

const struct command commands_text[] = {
	{"echo", NULL, echo, "Show a text."},
	{"printf", NULL, print_formatted,
         "Show values as a format says: printf \"%d of %s\\n\", n, name."},
	{"complete", NULL, complete, "List how a command line could go on."},
	{NULL, NULL, NULL, NULL},
};
