/* diag.c - the queue of diagnostics, the registry of codes, and "did you mean".
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/diag.h"

#include <stdarg.h>
#include <strings.h>

#include "base/vec.h"

/* ---- the registry ---- */

static const struct {
	const char *name, *title, *text;
} code_info[DIAG_CODE_COUNT] = {
	[DIAG_NONE] = {"", "", ""},
#define DIAG(code, title, text) [code] = {#code, title, text},
#include "base/diag.def"
#undef DIAG
};

const char *diag_code_name(enum diag_code code) {
	return code_info[code].name;
}

const char *diag_code_title(enum diag_code code) {
	return code_info[code].title;
}

const char *diag_code_text(enum diag_code code) {
	return code_info[code].text;
}

enum diag_code diag_code_find(const char *name) {
	for (u32 i = DIAG_NONE + 1; i < DIAG_CODE_COUNT; i++)
		if (strcasecmp(name, code_info[i].name) == 0)
			return (enum diag_code)i;
	return DIAG_NONE;
}

/* A code is printed with its first number. The tag is the number's name in the options of
 * nvcc's front end and in pragmas; NULL where it is not known. */
static const struct {
	u16 number;
	enum diag_code code;
	const char *tag;
} nvcc_number[] = {
	{23, E0667, "integer_too_large"},
	{26, E0669, "too_many_characters"},
	{39, E0626, "divide_by_zero"},
	{61, E0641, "integer_overflow"},
	{62, E0642, "negative_shift_count"},
	{63, E0643, "shift_count_too_large"},
	{68, E0644, "integer_sign_change"},
	{69, E0645, "integer_truncated"},
	{83, E0665, "dupl_type_qualifier"},
	{128, E0658, "loop_not_reachable"},
	{173, E0646, "float_to_integer_conversion"},
	{174, E0647, "expr_has_no_effect"},
	{177, E0637, "declared_but_not_referenced"},
	{179, E0640, "mod_by_zero"},
	{181, E0660, "printf_arg_mismatch"},
	{186, E0639, "unsigned_compare_with_zero"},
	{187, E0648, "assign_where_compare_meant"},
	{224, E0661, "too_few_printf_args"},
	{225, E0662, "too_many_printf_args"},
	{226, E0663, "bad_printf_format_string"},
	{284, E0656, "null_reference"},
	{430, E0653, NULL},
	{514, E0666, "unsigned_compare_with_negative"},
	{546, E0664, "branch_past_initialization"},
	{549, E0649, "used_before_set"},
	{550, E0638, "set_but_not_used"},
	{611, E0678, "partial_override"},
	{708, E0657, "incr_of_bool_deprecated"},
	{767, E0659, NULL},
	{815, E0650, "useless_type_qualifier_on_return_type"},
	{836, E0651, "returning_ref_to_local_variable"},
	{940, E0635, "implicit_return_from_non_void_function"},
	{997, E0654, "virtual_function_decl_hidden"},
	{1056, E0652, "returning_ptr_to_local_variable"},
	{1422, E0668, "multi_char_literal"},
	{1654, E0670, "leading_character_ignored_in_char_literal"},
	{2361, E0636, "narrowing_conversion"},
	{2464, E0655, "deprecated_string_conv"},
	{2465, E0655, NULL},
	{20012, E0671, "esa_on_defaulted_function_ignored"},
	{20035, E0672, "device_function_redeclared_with_host"},
	{20036, E0673, "device_function_redeclared_with_host_device"},
	{20037, E0674, "device_function_redeclared_without_device"},
	{20039, E0675, "host_function_redeclared_with_device"},
	{20040, E0676, "host_function_redeclared_with_host_device"},
	{20050, E0677, "global_function_inline"},
	{20011, E0679, "h_hd_illegal_call"},
	{20014, E0679, NULL},
	{20054, E0685, NULL},
	{20091, E0680, "device_var_read_in_host"},
	{20092, E0681, "device_var_written_in_host"},
};

enum diag_code diag_of_nvcc(u32 number) {
	for (u32 i = 0; i < countof(nvcc_number); i++)
		if (nvcc_number[i].number == number)
			return nvcc_number[i].code;
	return DIAG_NONE;
}

u32 diag_number_of_tag(const char *tag, size_t len) {
	for (u32 i = 0; i < countof(nvcc_number); i++) {
		const char *known = nvcc_number[i].tag;
		if (known && strlen(known) == len && memcmp(known, tag, len) == 0)
			return nvcc_number[i].number;
	}
	return 0;
}

u32 diag_nvcc_number(enum diag_code code) {
	for (u32 i = 0; i < countof(nvcc_number); i++)
		if (nvcc_number[i].code == code)
			return nvcc_number[i].number;
	return 0;
}

void diag_write_manual(FILE *out) {
	fputs("# Diagnostic codes\n\n"
	      "Made from `base/diag.def` by `./dev errors`; a test keeps it up "
	      "to date.\n"
	      "A code is permanent and its number has no meaning. E codes are about a "
	      "text, a launch or an\n"
	      "option; T codes are traps of a running kernel.\n",
	      out);
	for (u32 i = DIAG_NONE + 1; i < DIAG_CODE_COUNT; i++)
		fprintf(out, "\n## %s: %s\n\n%s\n", code_info[i].name, code_info[i].title,
		        code_info[i].text);
}

/* ---- the queue ---- */

void diag_init(struct diag *d, struct arena *arena, struct sources *sources) {
	*d = (struct diag){.arena = arena, .sources = sources, .limit = 20};
}

static char *format(struct arena *a, const char *fmt, va_list ap) {
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	char *text = arena_alloc(a, (size_t)n + 1, 1);
	vsnprintf(text, (size_t)n + 1, fmt, again);
	va_end(again);
	return text;
}

/* Returns a record to fill in: the next of the queue, or the scratch one when the queue
 * is full. The text of a record that is not kept is not made either, so a million errors
 * cost no memory. */
static struct diag_record *record_new(struct diag *d, enum diag_severity severity) {
	d->seq++;
	if (d->kept[severity] >= d->limit)
		return &d->scratch;
	d->kept[severity]++;
	if (d->nrecord == d->cap)
		vec_grow(d->arena, (void **)&d->record, &d->cap, sizeof(*d->record));
	return &d->record[d->nrecord++];
}

static struct diag_record *report(struct diag *d, enum diag_severity severity,
                                  struct loc loc, enum diag_code code, const char *fmt,
                                  va_list ap) {
	struct diag_record *r = record_new(d, severity);
	*r = (struct diag_record){
		.severity = severity, .code = code, .loc = loc, .seq = d->seq};
	r->text = r == &d->scratch ? "" : format(d->arena, fmt, ap);
	return r;
}

static struct diag_record *report_error(struct diag *d, struct loc loc,
                                        enum diag_code code, const char *fmt,
                                        va_list ap) {
	struct diag_record *r = report(d, DIAG_ERROR, loc, code, fmt, ap);
	d->nerror++;
	if (r == &d->scratch)
		d->suppressed++;
	return r;
}

struct diag_record *diag_error(struct diag *d, struct loc loc, enum diag_code code,
                               const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	struct diag_record *r = report_error(d, loc, code, fmt, ap);
	va_end(ap);
	return r;
}

struct diag_record *diag_warning(struct diag *d, struct loc loc, enum diag_code code,
                                 const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	bool refused = code == d->refused;
	struct diag_record *r = refused ? report_error(d, loc, code, fmt, ap)
	                                : report(d, DIAG_WARNING, loc, code, fmt, ap);
	va_end(ap);
	d->nwarning += !refused;
	return r;
}

static void add_note(struct diag *d, struct diag_record *r, u32 most, const char *fmt,
                     va_list ap) {
	if (r != &d->scratch && r->nnote < most)
		r->note[r->nnote++] = format(d->arena, fmt, ap);
}

void diag_note(struct diag *d, struct diag_record *r, const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	add_note(d, r, DIAG_NOTES, fmt, ap);
	va_end(ap);
}

void diag_note_link(struct diag *d, struct diag_record *r, const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	add_note(d, r, DIAG_NOTES_MOST, fmt, ap);
	va_end(ap);
}

void diag_range(struct diag_record *r, struct loc loc, const char *label) {
	if (r->nrelated < countof(r->related))
		r->related[r->nrelated++] = (struct diag_range){loc, label};
}

void diag_nvcc(struct diag *d, struct diag_record *r, const char *fmt, ...) {
	if (r == &d->scratch)
		return;
	va_list ap;
	va_start(ap, fmt);
	r->nvcc_text = format(d->arena, fmt, ap);
	va_end(ap);
}

/* ---- did you mean ---- */

enum { WORD_MAX = 255, DISTANCE_MAX = 2 };

/* Edit distance with swaps of neighbours (optimal string alignment), or `limit` + 1 if
 * larger. */
static u32 edit_distance(const char *a, size_t na, const char *b, size_t nb, u32 limit) {
	u32 rows[3][WORD_MAX + 1];
	u32 *before = rows[0], *above = rows[1], *row = rows[2];
	for (u32 j = 0; j <= nb; j++)
		above[j] = j;
	for (u32 i = 1; i <= na; i++) {
		u32 least = row[0] = i;
		for (u32 j = 1; j <= nb; j++) {
			u32 cost = above[j - 1] + (a[i - 1] != b[j - 1]);
			cost = MIN(cost, MIN(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				cost = MIN(cost, before[j - 2] + 1);
			row[j] = cost;
			least = MIN(least, cost);
		}
		if (least > limit)
			return limit + 1;
		u32 *next = before;
		before = above;
		above = row;
		row = next;
	}
	return MIN(above[nb], limit + 1);
}

/* Orders candidates of equal distance: the shorter one first, then by the alphabet. */
static bool is_before(const char *a, const char *b) {
	size_t na = strlen(a), nb = strlen(b);
	return na != nb ? na < nb : strcmp(a, b) < 0;
}

static const char *nearest(const char *word, const char *(*next)(void *ctx), void *ctx,
                           bool in_order) {
	size_t n = strlen(word);
	if (n < 2 || n > WORD_MAX)
		return NULL;
	/* "less than half of the word": a word of 4 allows 1, from 5 on 2 */
	u32 limit = MIN((u32)DISTANCE_MAX, (u32)(n - 1) / 2), least = limit + 1;
	const char *best = NULL;
	for (const char *c; limit > 0 && (c = next(ctx)) != NULL;) {
		size_t nc = strnlen(c, WORD_MAX + 1);
		if (nc > WORD_MAX || nc + limit < n || nc > n + limit)
			continue;
		u32 distance = edit_distance(word, n, c, nc, limit);
		if (distance > limit || distance == 0 ||
		    (distance == least && !is_before(c, best)))
			continue;
		best = c;
		least = distance;
		limit = in_order ? distance - 1 : distance;
	}
	return best;
}

const char *diag_nearest(const char *word, const char *(*next)(void *ctx), void *ctx) {
	return nearest(word, next, ctx, true);
}

const char *diag_nearest_of_set(const char *word, const char *(*next)(void *ctx),
                                void *ctx) {
	return nearest(word, next, ctx, false);
}

static bool is_part_end(char c) {
	return !c || c == '-' || c == '_';
}

static bool has_part(const char *name, const char *word, size_t n) {
	if (strncmp(name, word, n) == 0)
		return true;
	for (const char *s = name + 1; *s; s++)
		if (is_part_end(s[-1]) && strncmp(s, word, n) == 0 && is_part_end(s[n]))
			return true;
	return false;
}

const char *diag_with_part(const char *word, const char *(*next)(void *ctx), void *ctx) {
	size_t n = strlen(word);
	const char *best = NULL;
	if (n < 3)
		return NULL;
	for (const char *c; (c = next(ctx)) != NULL;)
		if (strlen(c) > n && has_part(c, word, n) &&
		    (!best || strlen(c) < strlen(best)))
			best = c;
	return best;
}
