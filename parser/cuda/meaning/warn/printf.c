/* printf.c - the format of a printf that is a literal, against the arguments after it,
 * as nvcc compares them: integers by their size, long and long long are alike, and signs
 * do not matter.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/warn/printf.h"

struct format {
	struct sema *c;
	const char *at, *end;
	struct cexpr **arg; /* after the format, promoted */
	u32 n, next;
	struct loc close; /* the call's parenthesis */
};

static void mismatch(struct format *f, const struct cexpr *e, const char *want,
                     const struct ctype *have) {
	check_warning(f->c, e->loc, E0660,
	              "argument is incompatible with corresponding format string "
	              "conversion (expected type \"%s\" but argument has type \"%s\")",
	              want, check_type_text(f->c, ctype_unqual(have)));
}

static void want_int(struct format *f, const struct cexpr *e, u32 size,
                     const char *name) {
	const struct ctype *t = ctype_unqual(ctype_underlying(e->type));
	if (!ctype_is_integer(t) || ctype_size(t) != size)
		mismatch(f, e, name, e->type);
}

/* Checks that the argument is a pointer; of a string to something of one byte. */
static void want_pointer(struct format *f, const struct cexpr *e, char conversion) {
	const struct ctype *t = ctype_unqual(e->type);
	if (t->kind == CT_NULLPTR)
		return;
	if (t->kind != CT_PTR) {
		mismatch(f, e,
		         conversion == 's'   ? "char *"
		         : conversion == 'n' ? "int *"
		                             : "void *",
		         t);
		return;
	}
	const struct ctype *to = ctype_unqual(t->base);
	if (conversion == 's' && ctype_is_scalar(to) && ctype_size(to) != 1)
		mismatch(f, e, "char", to);
}

/* Returns the next argument, or warns that there is none. */
static const struct cexpr *take(struct format *f) {
	if (f->next < f->n)
		return f->arg[f->next++];
	check_warning(f->c, f->close, E0661,
	              "the format string requires additional arguments");
	return NULL;
}

/* Reads a number of the format, or * for an argument. */
static bool width(struct format *f) {
	if (f->at < f->end && *f->at == '*') {
		f->at++;
		const struct cexpr *e = take(f);
		if (e)
			want_int(f, e, 4, "int");
		return e != NULL;
	}
	while (f->at < f->end && *f->at >= '0' && *f->at <= '9')
		f->at++;
	return true;
}

enum length {
	LENGTH_NONE,
	LENGTH_SHORT,
	LENGTH_LONG,
	LENGTH_LONG_LONG,
	LENGTH_LONG_DOUBLE
};

static enum length read_length(struct format *f) {
	enum length l = LENGTH_NONE;
	for (; f->at < f->end && *f->at && strchr("hlqjztL", *f->at); f->at++) {
		switch (*f->at) {
		case 'h': l = LENGTH_SHORT; break;
		case 'l': l = l == LENGTH_LONG ? LENGTH_LONG_LONG : LENGTH_LONG; break;
		case 'q': l = LENGTH_LONG_LONG; break;
		case 'L': l = LENGTH_LONG_DOUBLE; break;
		default: l = LENGTH_LONG; break;
		}
	}
	return l;
}

static void want_integer(struct format *f, const struct cexpr *e, enum length l,
                         bool is_signed) {
	static const char *const name[][2] = {
		[LENGTH_NONE] = {"unsigned int", "int"},
		[LENGTH_SHORT] = {"int", "int"},
		[LENGTH_LONG] = {"unsigned long", "long"},
		[LENGTH_LONG_LONG] = {"unsigned long long", "long long"},
		[LENGTH_LONG_DOUBLE] = {"unsigned long long", "long long"},
	};
	want_int(f, e, l >= LENGTH_LONG ? 8 : 4, name[l][is_signed]);
}

/* Reads the conversion after a %. False if what follows it cannot be compared. */
static bool conversion(struct format *f) {
	while (f->at < f->end && *f->at && strchr("-+ #0", *f->at))
		f->at++;
	if (!width(f))
		return false;
	if (f->at < f->end && *f->at == '.') {
		f->at++;
		if (!width(f))
			return false;
	}
	enum length l = read_length(f);
	char k = f->at < f->end ? *f->at++ : 0;
	if (k == '%')
		return true;
	if (!k || !strchr("diuoxXbBcCsSpnfFeEgGaA", k)) {
		if (f->next < f->n)
			check_warning(f->c, f->arg[f->next]->loc, E0663,
			              "invalid format string conversion");
		return false;
	}
	const struct cexpr *e = take(f);
	if (!e)
		return false;
	if (strchr("fFeEgGaA", k)) {
		if (!ctype_is_floating(e->type) || l == LENGTH_LONG_DOUBLE)
			mismatch(f, e, l == LENGTH_LONG_DOUBLE ? "long double" : "double",
			         e->type);
	} else if (strchr("spn", k)) {
		if (k != 's' || l == LENGTH_NONE) /* %ls is of wide characters */
			want_pointer(f, e, k);
	} else if (k == 'c') {
		want_int(f, e, 4, "int");
	} else if (strchr("diuoxXbB", k)) {
		want_integer(f, e, l, k == 'd' || k == 'i');
	}
	return true;
}

void printf_warn(struct sema *c, const struct cexpr *text, struct cexpr **arg, u32 n,
                 struct loc call) {
	if (c->unevaluated || text->kind != CE_STRING ||
	    ctype_size(text->type->base) != 1)
		return;
	struct format f = {.c = c,
	                   .at = text->text,
	                   .end = text->text + text->length,
	                   .arg = arg,
	                   .n = n,
	                   .close = {call.end - 1, call.end}};
	while (f.at < f.end)
		if (*f.at++ == '%' && !conversion(&f))
			return;
	if (f.next < f.n)
		check_warning(c, arg[f.next]->loc, E0662,
		              "the format string ends before this argument");
}
