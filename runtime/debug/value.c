/* value.c - values: read, converted, written, printed as gdb prints them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>

#include "ir/num/f16.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/history.h"
#include "runtime/debug/places.h"
#include "runtime/debug/state.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

enum { OBJECT_MOST = 1 << 20, DEPTH_MOST = 20 };

const char *eval_error(struct eval *e, const char *fmt, ...) {
	char text[512];
	va_list ap;
	if (e->error)
		return e->error;
	va_start(ap, fmt);
	int n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	e->error = arena_strdup(e->arena, text,
	                        (size_t)MIN(MAX(n, 0), (int)sizeof text - 1));
	return e->error;
}

/* ---- reading ----------------------------------------------------------------------- */

static bool load_register(struct eval *e, const struct value *v, void *to, u64 size) {
	struct dframe fr;
	u64 word[2];
	if (!state_frame(&v->at, v->at.frame, &fr) ||
	    !state_register(&v->at, &fr, (u32)v->addr, word)) {
		eval_error(e, "the register has no value here");
		return false;
	}
	memcpy(to, word, MIN(size, sizeof word));
	return true;
}

bool value_load(struct eval *e, const struct value *v, void *to, u64 size) {
	memset(to, 0, size);
	if (v->space == SPACE_NONE) {
		memcpy(to, v->data ? v->data : v->bytes,
		       v->data ? MIN(size, v->type->size) : MIN(size, sizeof v->bytes));
		return true;
	}
	if (v->space == SPACE_REGISTER)
		return load_register(e, v, to, size);
	if (state_read(&v->at, v->space, v->addr, to, size))
		return true;
	eval_error(e, "Cannot access memory at address 0x%llx",
	           (unsigned long long)v->addr);
	return false;
}

static s64 extend(u64 n, u32 bits, bool is_signed) {
	if (bits == 0 || bits >= 64)
		return (s64)n;
	n <<= 64 - bits;
	return is_signed ? (s64)n >> (64 - bits) : (s64)(n >> (64 - bits));
}

static double float_of(const void *bytes, u64 size) {
	float f;
	double d;
	u16 h;
	if (size == 2) {
		memcpy(&h, bytes, 2);
		return (double)f16_f32(h);
	}
	if (size == 4) {
		memcpy(&f, bytes, 4);
		return (double)f;
	}
	memcpy(&d, bytes, 8);
	return d;
}

static u32 scalar_size(const struct dtype *t) {
	return (u32)MIN(t->size, 8u);
}

bool value_int(struct eval *e, const struct value *v, s64 *out) {
	const struct dtype *t = v->type;
	u64 n = 0;
	if (t->kind == DT_ARRAY && v->space != SPACE_NONE) {
		*out = (s64)v->addr;
		return true;
	}
	if (t->kind == DT_STRUCT || t->kind == DT_UNION || t->kind == DT_VOID ||
	    t->kind == DT_ARRAY) {
		eval_error(e, "Invalid cast.");
		return false;
	}
	u8 bytes[8];
	if (!value_load(e, v, bytes, scalar_size(t)))
		return false;
	memcpy(&n, bytes, scalar_size(t));
	if (t->kind == DT_FLOAT) {
		double d = float_of(bytes, t->size);
		*out = d >= -9.2e18 && d <= 9.2e18 ? (s64)d : 0;
		return true;
	}
	if (v->bits)
		n >>= v->bit_offset;
	*out = extend(n, v->bits ? v->bits : scalar_size(t) * 8, t->is_signed);
	if (t->kind == DT_BOOL)
		*out = *out != 0;
	return true;
}

bool value_double(struct eval *e, const struct value *v, double *out) {
	u8 bytes[8];
	s64 n;
	if (v->type->kind == DT_FLOAT) {
		if (!value_load(e, v, bytes, scalar_size(v->type)))
			return false;
		*out = float_of(bytes, v->type->size);
		return true;
	}
	if (!value_int(e, v, &n))
		return false;
	*out = v->type->is_signed ? (double)n : (double)(u64)n;
	return true;
}

bool value_true(struct eval *e, const struct value *v, bool *out) {
	double d;
	s64 n;
	if (v->type->kind == DT_FLOAT) {
		if (!value_double(e, v, &d))
			return false;
		*out = d != 0;
		return true;
	}
	if (!value_int(e, v, &n))
		return false;
	*out = n != 0;
	return true;
}

/* ---- writing ----------------------------------------------------------------------- */

void value_of_int(struct value *v, const struct dtype *t, s64 n) {
	*v = (struct value){.type = t, .space = SPACE_NONE};
	if (t->kind == DT_BOOL)
		n = n != 0;
	memcpy(v->bytes, &n, 8);
	if (t->size == 16)
		memset(v->bytes + 8, n < 0 ? 0xff : 0, 8);
}

static void put_float(u8 *to, u64 size, double d) {
	float f = (float)d;
	u16 h;
	if (size == 2) {
		h = f16_from(f);
		memcpy(to, &h, 2);
	} else if (size == 4) {
		memcpy(to, &f, 4);
	} else {
		memcpy(to, &d, 8);
	}
}

/* Gives the bytes of `from` as a value of type t. */
static bool convert(struct eval *e, const struct dtype *t, const struct value *from,
                    u8 bytes[16]) {
	double d;
	s64 n;
	memset(bytes, 0, 16);
	if (t->kind == DT_FLOAT) {
		if (!value_double(e, from, &d))
			return false;
		put_float(bytes, t->size, d);
		return true;
	}
	if (t->size == 16 && from->type->size == 16)
		return value_load(e, from, bytes, 16);
	if (!value_int(e, from, &n))
		return false;
	if (t->kind == DT_BOOL)
		n = n != 0;
	memcpy(bytes, &n, 8);
	if (t->size == 16 && n < 0)
		memset(bytes + 8, 0xff, 8);
	return true;
}

bool value_cast(struct eval *e, const struct dtype *t, const struct value *from,
                struct value *to) {
	u8 bytes[16];
	if (t->kind == DT_VOID) {
		*to = (struct value){.type = t, .space = SPACE_NONE};
		return true;
	}
	if (t->kind == DT_STRUCT || t->kind == DT_UNION || t->kind == DT_ARRAY) {
		if (t->size != from->type->size) {
			eval_error(e, "Invalid cast.");
			return false;
		}
		*to = *from;
		to->type = t;
		return true;
	}
	if (!convert(e, t, from, bytes))
		return false;
	/* (int *)&tile[1] is still in shared memory. */
	if (t->kind == DT_PTR && t->space == SPACE_GENERIC && from->type->kind == DT_PTR)
		t = type_pointer(t->base, from->type->space);
	*to = (struct value){.type = t, .space = SPACE_NONE};
	memcpy(to->bytes, bytes, 16);
	return true;
}

static bool write_bytes(struct eval *e, const struct value *to, const u8 *bytes, u64 n) {
	const char *why;
	struct dframe fr;
	u64 word[2] = {0, 0};
	if (!history_branch(&why)) {
		eval_error(e, "%s", why);
		return false;
	}
	if (to->space == SPACE_REGISTER) {
		memcpy(word, bytes, MIN(n, 16u));
		if (!state_frame(&to->at, to->at.frame, &fr) ||
		    !state_set_register(&to->at, &fr, (u32)to->addr, word)) {
			eval_error(e, "the register has no place");
			return false;
		}
		history_edit(&to->at, SPACE_REGISTER, to->addr, word, 16);
		return true;
	}
	if (!state_write(&to->at, to->space, to->addr, bytes, n)) {
		eval_error(e, "Cannot access memory at address 0x%llx",
		           (unsigned long long)to->addr);
		return false;
	}
	history_edit(&to->at, to->space, to->addr, bytes, n);
	return true;
}

bool value_store(struct eval *e, const struct value *to, const struct value *from) {
	const struct dtype *t = to->type;
	u8 bytes[16], old[16];
	if (to->space == SPACE_NONE) {
		eval_error(e, "Left operand of assignment is not an lvalue.");
		return false;
	}
	if (to->space == SPACE_CONST || to->space == SPACE_PARAM) {
		eval_error(e, "kernels cannot write there, and neither can you");
		return false;
	}
	if (t->kind == DT_STRUCT || t->kind == DT_UNION || t->kind == DT_ARRAY) {
		if (from->type->size != t->size || t->size > OBJECT_MOST) {
			eval_error(e, "the types do not fit");
			return false;
		}
		u8 *all = arena_alloc(e->arena, t->size + 1, 16);
		return value_load(e, from, all, t->size) &&
		       write_bytes(e, to, all, t->size);
	}
	if (t->kind == DT_VOID || t->kind == DT_FUNC || t->size == 0 || t->size > 16) {
		eval_error(e, "Invalid cast.");
		return false;
	}
	if (!convert(e, t, from, bytes))
		return false;
	if (to->bits) {
		u64 word = 0, value = 0,
		    mask = (to->bits < 64 ? (u64)1 << to->bits : 0) - 1;
		if (!value_load(e, to, old, scalar_size(t)))
			return false;
		memcpy(&word, old, scalar_size(t));
		memcpy(&value, bytes, 8);
		word = (word & ~(mask << to->bit_offset)) | (value & mask)
		                                                    << to->bit_offset;
		memcpy(bytes, &word, 8);
	}
	return write_bytes(e, to, bytes, t->size);
}

/* ---- printing ---------------------------------------------------------------------- */

static void print_char(FILE *out, u32 c, char quote) {
	static const char letters[] = "abtnvfr";
	c &= 0xff;
	if (c == (u32)quote || c == '\\')
		fprintf(out, "\\%c", (int)c);
	else if (c >= 7 && c <= 13)
		fprintf(out, "\\%c", letters[c - 7]);
	else if (c < 32 || c >= 127)
		fprintf(out, "\\%03o", c);
	else
		fputc((int)c, out);
}

static void print_float(FILE *out, double d, u64 size) {
	if (isnan(d))
		fprintf(out, "%snan", signbit(d) ? "-" : "");
	else if (isinf(d))
		fprintf(out, "%sinf", d < 0 ? "-" : "");
	else
		fprintf(out, "%.*g", size == 8 ? 17 : size == 4 ? 9 : 5, d);
}

static void print_bits(FILE *out, u64 n) {
	u32 top = n ? 63 - (u32)__builtin_clzll(n) : 0;
	for (u32 i = top + 1; i--;)
		fputc('0' + (int)(n >> i & 1), out);
}

static void print_enum(FILE *out, const struct dtype *t, s64 n) {
	u64 rest = (u64)n;
	for (u32 i = 0; i < t->nmember; i++)
		if (t->member[i].value == n) {
			fputs(t->member[i].name, out);
			return;
		}
	u32 shown = 0;
	for (u32 i = 0; i < t->nmember; i++) {
		u64 bit = (u64)t->member[i].value;
		if (bit && is_pow2(bit) && rest & bit) {
			fprintf(out, "%s%s", shown++ ? " | " : "(", t->member[i].name);
			rest &= ~bit;
		}
	}
	if (!shown)
		fprintf(out, "%lld", (long long)n);
	else if (rest)
		fprintf(out, " | unknown: 0x%llx)", (unsigned long long)rest);
	else
		fputc(')', out);
}

static void print_function_name(FILE *out, u64 addr) {
	for (const struct symbols *s = dbg.symbols; s; s = s->next) {
		u64 i = (addr - s->m->image.code_base) / 16;
		if (addr >= s->m->image.code_base && i < s->m->ir->nfunc &&
		    addr % 16 == 0 && s->m->ir->func[i]->has_body)
			fprintf(out, " <%s>", s->m->ir->func[i]->name->s);
	}
}

/* Prints a number that is no float, in the format of a letter. */
static void print_number(FILE *out, const struct dtype *t, u64 n, u32 bits, char letter) {
	s64 as_signed = extend(n, bits, true);
	if (bits < 64)
		n &= ((u64)1 << bits) - 1;
	switch (letter) {
	case 'x': fprintf(out, "0x%llx", (unsigned long long)n); return;
	case 'z':
		fprintf(out, "0x%0*llx", (int)((bits + 3) / 4), (unsigned long long)n);
		return;
	case 'o': fprintf(out, n ? "0%llo" : "0", (unsigned long long)n); return;
	case 't': print_bits(out, n); return;
	case 'u': fprintf(out, "%llu", (unsigned long long)n); return;
	case 'd': fprintf(out, "%lld", (long long)as_signed); return;
	case 'a': fprintf(out, "0x%llx", (unsigned long long)n); return;
	case 'c':
		fprintf(out, "%lld '", (long long)(t->is_signed ? as_signed : (s64)n));
		print_char(out, (u32)n, '\'');
		fputc('\'', out);
		return;
	default: break;
	}
	if (t->kind == DT_BOOL && n < 2)
		fputs(n ? "true" : "false", out);
	else if (t->kind == DT_ENUM)
		print_enum(out, t, t->is_signed ? as_signed : (s64)n);
	else if (t->is_signed)
		fprintf(out, "%lld", (long long)as_signed);
	else
		fprintf(out, "%llu", (unsigned long long)n);
}

static void print_bytes(FILE *out, const struct dtype *t, const u8 *at, char letter,
                        u32 depth);

static void print_scalar(FILE *out, const struct dtype *t, const u8 *at, char letter) {
	u64 n = 0, high = 0;
	u32 size = scalar_size(t);
	memcpy(&n, at, size);
	if (t->kind == DT_FLOAT && (!letter || letter == 'f')) {
		print_float(out, float_of(at, t->size), t->size);
		return;
	}
	if (letter == 'f' && (size == 4 || size == 8)) {
		print_float(out, float_of(at, size), size);
		return;
	}
	if (t->kind == DT_FLOAT && letter != 'x' && letter != 'z' && letter != 't' &&
	    letter != 'o') {
		double d = float_of(at, t->size);
		n = (u64)(d >= -9.2e18 && d <= 9.2e18 ? (s64)d : 0);
		size = 8;
	}
	if (t->size == 16) {
		memcpy(&high, at + 8, 8);
		if (high)
			fprintf(out, "0x%llx%016llx", (unsigned long long)high,
			        (unsigned long long)n);
		else
			fprintf(out, "0x%llx", (unsigned long long)n);
		return;
	}
	if ((t->kind == DT_PTR || t->kind == DT_REF || t->kind == DT_FUNC) && !letter) {
		fprintf(out, "0x%llx", (unsigned long long)n);
		if (t->kind == DT_PTR && t->base->kind == DT_FUNC)
			print_function_name(out, n);
		return;
	}
	print_number(out, t, n, size * 8, !letter && t->kind == DT_CHAR ? 'c' : letter);
}

/* As gdb prints arrays of characters: without the zero at their end, many equal ones as
 * one. */
static void print_string(FILE *out, const u8 *at, u64 n) {
	bool quoted = false;
	u64 shown = 0, i = 0;
	if (n && at[n - 1] == 0)
		n--;
	while (i < n && shown < dbg.print_elements) {
		u64 same = 1;
		while (i + same < n && at[i + same] == at[i])
			same++;
		bool run = same >= dbg.print_repeats;
		if (quoted == run)
			fputs(quoted ? "\", " : i ? ", \"" : "\"", out);
		else if (run && i)
			fputs(", ", out);
		quoted = !run;
		if (run)
			fputc('\'', out);
		print_char(out, at[i], run ? '\'' : '"');
		if (run)
			fprintf(out, "' <repeats %llu times>", (unsigned long long)same);
		i += run ? same : 1;
		shown += run ? dbg.print_repeats : 1;
	}
	fputs(quoted ? "\"" : i ? "" : "\"\"", out);
	fputs(i < n ? "..." : "", out);
}

static void print_array(FILE *out, const struct dtype *t, const u8 *at, char letter,
                        u32 depth) {
	u64 size = t->base->size, shown = 0;
	if (t->base->kind == DT_CHAR && !letter) {
		print_string(out, at, t->count);
		return;
	}
	fputc('{', out);
	for (u64 i = 0; i < t->count && size;) {
		u64 same = 1;
		while (i + same < t->count &&
		       memcmp(at + i * size, at + (i + same) * size, size) == 0)
			same++;
		if (i)
			fputs(", ", out);
		if (shown >= dbg.print_elements) {
			fputs("...", out);
			break;
		}
		if (same < dbg.print_repeats)
			same = 1;
		print_bytes(out, t->base, at + i * size, letter, depth + 1);
		if (same > 1)
			fprintf(out, " <repeats %llu times>", (unsigned long long)same);
		shown += same > 1 ? dbg.print_repeats : 1;
		i += same;
	}
	fputc('}', out);
}

/* set print pretty on: a line for each member. */
static void next_line(FILE *out, u32 depth) {
	fprintf(out, "\n%*s", (int)(2 * depth), "");
}

static void print_member(FILE *out, const struct dtype *t, const struct dmember *m,
                         const u8 *at, char letter, u32 depth) {
	const u8 *p = at + m->offset;
	if (m->is_base) {
		fputc('<', out);
		type_name(out, m->type);
		fputs("> = ", out);
	} else if (*m->name) {
		fprintf(out, "%s = ", m->name);
	}
	if (m->offset + m->type->size > t->size) {
		fputs("<outside>", out);
	} else if (m->bits) {
		u64 n = 0;
		memcpy(&n, p, scalar_size(m->type));
		print_number(out, m->type,
		             (u64)extend(n >> m->bit_offset, m->bits, m->type->is_signed),
		             m->bits, letter);
	} else {
		print_bytes(out, m->type, p, letter, depth + 1);
	}
}

static void print_members(FILE *out, const struct dtype *t, const u8 *at, char letter,
                          u32 depth) {
	bool pretty = dbg.print_pretty && t->nmember;
	fputc('{', out);
	for (u32 i = 0; i < t->nmember; i++) {
		if (i)
			fputs(pretty ? "," : ", ", out);
		if (pretty)
			next_line(out, depth + 1);
		print_member(out, t, &t->member[i], at, letter, depth);
	}
	if (pretty)
		next_line(out, depth);
	fputc('}', out);
}

static void print_bytes(FILE *out, const struct dtype *t, const u8 *at, char letter,
                        u32 depth) {
	if (depth > DEPTH_MOST)
		fputs("{...}", out);
	else if (t->kind == DT_ARRAY)
		print_array(out, t, at, letter, depth);
	else if (t->kind == DT_STRUCT || t->kind == DT_UNION)
		print_members(out, t, at, letter, depth);
	else if (t->kind == DT_VOID)
		fputs("void", out);
	else
		print_scalar(out, t, at, letter);
}

void value_print(struct eval *e, FILE *out, const struct value *v,
                 const struct format *f) {
	const struct dtype *t = v->type;
	char letter = f ? f->letter : 0;
	s64 n;
	if (t->kind == DT_ARRAY && t->count == 0) {
		fprintf(out, "0x%llx", (unsigned long long)v->addr);
		return;
	}
	if (t->size > OBJECT_MOST) {
		eval_error(e, "the value has %llu bytes, more than are shown",
		           (unsigned long long)t->size);
		return;
	}
	if (v->bits) {
		if (value_int(e, v, &n))
			print_number(out, t, (u64)n, v->bits, letter);
		return;
	}
	u8 *bytes = arena_alloc(e->arena, t->size + 16, 16);
	if (!value_load(e, v, bytes, MAX(t->size, 1u)))
		return;
	if (t->kind == DT_PTR && !letter) {
		fputc('(', out);
		type_name(out, t);
		fputs(") ", out);
	}
	print_bytes(out, t, bytes, letter, 0);
}
