/* link.c - links PTX texts before they are parsed.
 * The texts are cut into the declarations of the module level, and those are put one
 * after the other:
 *
 *     a name that is a part's own, and is also declared in another part     gets the part's number
 *     a .weak definition of what is defined already                         is left out
 *     .file and .loc                                                        count on from part to part
 *     sections of debug information, and what .loc says about them          are left out
 *     an .extern variable whose definition has another type of that size    gets the definition's
 *
 * An .extern declaration may stand beside the definition, as it may within one text. The
 * newest .version and the highest .target win.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/link.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "base/vec.h"
#include "ir/analysis/usage.h"

enum { FILES_OF_PART = 10000 }; /* more than a text has .file directives */

/* ---- tokens ------------------------------------------------------------------------ */

enum token {
	TOKEN_END,
	TOKEN_WORD,
	TOKEN_DIRECTIVE,
	TOKEN_NUMBER,
	TOKEN_STRING,
	TOKEN_OTHER
};

struct scan {
	const char *text;
	size_t len, at;
	size_t start; /* of the token, which ends before `at` */
	enum token kind;
};

static int peek(const struct scan *s, size_t ahead) {
	return s->at + ahead < s->len ? (u8)s->text[s->at + ahead] : 0;
}

static bool is_word(int c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '$';
}

static void skip_blanks(struct scan *s) {
	while (s->at < s->len) {
		int c = peek(s, 0), next = peek(s, 1);
		if (c == '/' && next == '/') {
			while (s->at < s->len && peek(s, 0) != '\n')
				s->at++;
		} else if (c == '/' && next == '*') {
			s->at += 2;
			while (s->at < s->len &&
			       !(peek(s, 0) == '*' && peek(s, 1) == '/'))
				s->at++;
			s->at = MIN(s->at + 2, s->len);
		} else if (c > ' ') {
			return;
		} else {
			s->at++;
		}
	}
}

static void skip_word(struct scan *s, bool dots) {
	s->at++;
	while (is_word(peek(s, 0)) || (dots && peek(s, 0) == '.'))
		s->at++;
}

static void skip_string(struct scan *s) {
	s->at++;
	while (s->at < s->len && peek(s, 0) != '"')
		s->at += peek(s, 0) == '\\' ? 2 : 1;
	s->at = MIN(s->at + 1, s->len);
}

static enum token advance(struct scan *s) {
	skip_blanks(s);
	s->start = s->at;
	int c = peek(s, 0);
	if (s->at >= s->len)
		return s->kind = TOKEN_END;
	if (c >= '0' && c <= '9') {
		skip_word(s, true);
		return s->kind = TOKEN_NUMBER;
	}
	if (is_word(c) || c == '%') {
		skip_word(s, false);
		return s->kind = TOKEN_WORD;
	}
	if (c == '.' && is_word(peek(s, 1))) {
		skip_word(s, false);
		return s->kind = TOKEN_DIRECTIVE;
	}
	if (c == '"') {
		skip_string(s);
		return s->kind = TOKEN_STRING;
	}
	s->at++;
	return s->kind = TOKEN_OTHER;
}

static bool is(const struct scan *s, const char *what) {
	size_t n = strlen(what);
	return s->at - s->start == n && memcmp(s->text + s->start, what, n) == 0;
}

/* ---- declarations ------------------------------------------------------------------ */

struct symbol {
	u32 last_part, nparts; /* parts that declare it; last_part counts from 1 */
	u32 renamed_in;        /* the part in which it is that part's own, from 1 */
	bool strong;           /* somewhere it is defined, and not weakly */
	bool placed;           /* a weak definition was copied */
	const char *head; /* of a variable's definition: from its space to its name and
	                     dimensions; NULL if there is none */
	u32 head_len;
	u64 bytes; /* that it has, 0: unknown */
};

struct decl {
	size_t start, end;
	struct symbol *symbol; /* NULL: it declares nothing */
	bool own, weak, defines, is_func;
};

VEC_TYPE(decls, struct decl);

struct part {
	struct scan scan;
	struct decls decls;
	double version;
	u32 sm;
	size_t target_start, target_end;
};

struct linker {
	struct arena *arena;
	struct strtab names;
	struct part *part;
	u32 npart;
	FILE *out;
};

static struct symbol *symbol_of(struct linker *l, const struct scan *s) {
	struct str *name = str_intern(&l->names, s->text + s->start, s->at - s->start);
	if (!name->memo)
		name->memo = arena_new(l->arena, struct symbol);
	return name->memo;
}

/* .target sm_90, debug: stands on the first token after it when it returns. */
static void read_target(struct part *p) {
	struct scan *s = &p->scan;
	advance(s);
	p->target_start = s->start;
	if (is(s, "sm_") ||
	    (s->at - s->start > 3 && memcmp(s->text + s->start, "sm_", 3) == 0))
		p->sm = (u32)strtoul(s->text + s->start + 3, NULL, 10);
	for (;;) {
		p->target_end = s->at;
		advance(s);
		if (!is(s, ","))
			return;
		advance(s);
	}
}

static bool has_depth(const struct scan *s, int *depth) {
	char c = s->kind == TOKEN_OTHER ? s->text[s->start] : 0;
	*depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
	return *depth > 0;
}

static bool is_end(const struct scan *s, const struct decl *d, int depth) {
	return s->kind == TOKEN_END ||
	       (depth <= 0 && (is(s, ";") || (d->is_func && is(s, "}"))));
}

/* From the first token of a declaration to the last. */
static void read_decl(struct linker *l, struct part *p) {
	struct scan *s = &p->scan;
	struct decl d = {.start = s->start, .own = true};
	bool is_extern = false, is_section = is(s, ".section");
	int depth = 0;
	for (;; advance(s)) {
		bool inside = has_depth(s, &depth);
		if (!inside && s->kind == TOKEN_DIRECTIVE) {
			bool shared_name = is(s, ".visible") || is(s, ".common");
			d.weak = d.weak || is(s, ".weak");
			is_extern = is_extern || is(s, ".extern");
			d.own = d.own && !shared_name && !d.weak && !is_extern;
			d.is_func = d.is_func || is(s, ".func") || is(s, ".entry");
		} else if (!inside && s->kind == TOKEN_WORD && !d.symbol) {
			d.symbol = symbol_of(l, s);
		}
		if (is_end(s, &d, depth) || (is_section && depth <= 0 && is(s, "}")))
			break;
	}
	d.end = s->at;
	d.defines = d.is_func ? is(s, "}") : !is_extern;
	if (!is_section)
		vec_push(l->arena, &p->decls, d);
	advance(s);
}

/* .file 1 "a.cu", 123, 456 */
static void read_file(struct linker *l, struct part *p) {
	struct scan *s = &p->scan;
	struct decl d = {.start = s->start};
	advance(s);
	advance(s);
	do {
		d.end = s->at;
		advance(s);
		if (is(s, ","))
			advance(s);
	} while (s->kind == TOKEN_NUMBER);
	vec_push(l->arena, &p->decls, d);
}

static void read_part(struct linker *l, struct part *p) {
	struct scan *s = &p->scan;
	advance(s);
	while (s->kind != TOKEN_END) {
		if (is(s, ".version")) {
			advance(s);
			p->version = strtod(s->text + s->start, NULL);
			advance(s);
		} else if (is(s, ".target")) {
			read_target(p);
		} else if (is(s, ".address_size")) {
			advance(s);
			advance(s);
		} else if (is(s, ".file")) {
			read_file(l, p);
		} else {
			read_decl(l, p);
		}
	}
}

/* ---- types of variables ------------------------------------------------------------ */

/* Elements between the brackets on which the scanner stands; 0 if that is no number. */
static u64 read_dimension(struct scan *s) {
	u64 n = 0;
	advance(s);
	if (s->kind == TOKEN_NUMBER) {
		n = strtoull(s->text + s->start, NULL, 0);
		advance(s);
	}
	while (s->kind != TOKEN_END && !is(s, "]")) {
		n = 0;
		advance(s);
	}
	return n;
}

/* Bytes of .u32, .b8, .f64, elements of .v2; 0 for other directives. */
static u64 factor_of(const struct scan *s) {
	const char *digits = s->text + s->start + 2;
	if (s->at - s->start < 3 || *digits < '0' || *digits > '9')
		return 0;
	char letter = digits[-1];
	char *end;
	u64 n = strtoull(digits, &end, 10);
	if (end != s->text + s->at)
		return 0; /* .f16x2 */
	return letter == 'v' ? n : strchr("busf", letter) ? n / 8 : 0;
}

/* Reads a variable's declaration up to its initial value. */
static u64 read_variable(const struct scan *part, const struct decl *d, const char **head,
                         u32 *head_len) {
	struct scan s = *part;
	size_t start = 0, end = d->start;
	u64 bytes = 1, factor;
	bool has_type = false;
	s.at = d->start;
	s.len = d->end;
	while (advance(&s) != TOKEN_END && !is(&s, "=") && !is(&s, ";")) {
		bool is_linkage = is(&s, ".visible") || is(&s, ".weak") ||
		                  is(&s, ".common") || is(&s, ".extern");
		start = start || is_linkage ? start : s.start;
		if (is(&s, "["))
			bytes *= read_dimension(&s);
		else if (s.kind == TOKEN_DIRECTIVE && (factor = factor_of(&s)) != 0)
			bytes *= factor, has_type = true;
		end = s.at;
	}
	*head = s.text + start;
	*head_len = (u32)(end - MIN(start, end));
	return has_type ? bytes : 0;
}

/* The definition whose type an .extern declaration takes, as nvlink compares sizes only.
 */
static const struct symbol *definition_of(struct linker *l, const struct decl *d,
                                          u32 index) {
	const struct symbol *sym = d->symbol;
	const char *head;
	u32 len;
	if (!sym || !sym->head || d->own || d->defines || d->is_func)
		return NULL;
	u64 bytes = read_variable(&l->part[index].scan, d, &head, &len);
	bool same_space = len > 4 && sym->head_len > 4 && memcmp(head, sym->head, 4) == 0;
	return same_space && (!bytes || !sym->bytes || bytes == sym->bytes) ? sym : NULL;
}

static void note_symbols(struct linker *l, u32 index) {
	struct part *p = &l->part[index];
	vec_each (struct decl, d, &p->decls) {
		struct symbol *sym = d->symbol;
		if (!sym)
			continue;
		sym->nparts += sym->last_part != index + 1;
		sym->last_part = index + 1;
		sym->strong = sym->strong || (d->defines && !d->weak && !d->own);
		if (d->defines && !d->own && !d->is_func && !sym->head)
			sym->bytes = read_variable(&p->scan, d, &sym->head,
			                           &sym->head_len);
	}
}

/* ---- the text ---------------------------------------------------------------------- */

static void write_header(struct linker *l) {
	const struct part *newest = l->part, *highest = l->part;
	for (u32 i = 1; i < l->npart; i++) {
		newest = l->part[i].version > newest->version ? &l->part[i] : newest;
		highest = l->part[i].sm > highest->sm ? &l->part[i] : highest;
	}
	fprintf(l->out, ".version %.1f\n.target %.*s\n.address_size 64\n",
	        newest->version, (int)(highest->target_end - highest->target_start),
	        highest->scan.text + highest->target_start);
}

static const struct symbol *renamed(struct linker *l, const struct scan *s, u32 index) {
	struct str *name = str_find(&l->names, s->text + s->start, s->at - s->start);
	const struct symbol *sym = name ? name->memo : NULL;
	bool is_opcode = peek(s, 0) == '.';
	return sym && sym->renamed_in == index + 1 && !is_opcode ? sym : NULL;
}

/* Writes the linked module's number of the file in place of the one after .file or .loc.
 * Of a .loc only line and column are kept. */
static void write_file_number(struct linker *l, struct scan *s, u32 index,
                              size_t *copied) {
	bool is_loc = is(s, ".loc");
	fwrite(s->text + *copied, 1, s->at - *copied, l->out);
	advance(s);
	fprintf(l->out, " %lu",
	        strtoul(s->text + s->start, NULL, 10) + index * FILES_OF_PART);
	*copied = s->at;
	if (!is_loc)
		return;
	advance(s);
	advance(s);
	fwrite(s->text + *copied, 1, s->at - *copied, l->out);
	while (s->at < s->len && s->text[s->at] != '\n')
		s->at++;
	*copied = s->at;
}

static void write_decl(struct linker *l, const struct decl *d, u32 index) {
	struct scan s = l->part[index].scan;
	size_t copied = d->start;
	s.at = d->start;
	s.len = d->end;
	while (advance(&s) != TOKEN_END) {
		if (s.kind == TOKEN_DIRECTIVE && (is(&s, ".file") || is(&s, ".loc"))) {
			write_file_number(l, &s, index, &copied);
		} else if (s.kind == TOKEN_WORD && renamed(l, &s, index)) {
			fwrite(s.text + copied, 1, s.at - copied, l->out);
			fprintf(l->out, "$%u", index);
			copied = s.at;
		}
	}
	fwrite(s.text + copied, 1, d->end - copied, l->out);
	fputc('\n', l->out);
}

static bool is_superfluous(const struct decl *d) {
	struct symbol *sym = d->symbol;
	if (!sym || !d->weak || !d->defines)
		return false;
	bool again = sym->strong || sym->placed;
	sym->placed = true;
	return again;
}

static void write_part(struct linker *l, u32 index) {
	struct part *p = &l->part[index];
	vec_each (struct decl, d, &p->decls)
		if (d->symbol && d->own && d->symbol->nparts > 1)
			d->symbol->renamed_in = index + 1;
	vec_each (struct decl, d, &p->decls) {
		const struct symbol *definition = definition_of(l, d, index);
		if (definition)
			fprintf(l->out, ".extern %.*s;\n", (int)definition->head_len,
			        definition->head);
		else if (!is_superfluous(d))
			write_decl(l, d, index);
	}
}

/* Padding as fat binaries have it is no text. */
static size_t text_len(const struct simt_text *t) {
	size_t len = t->len;
	while (len && t->text[len - 1] == 0)
		len--;
	return len;
}

const char *link_texts(struct arena *a, const struct simt_text *parts, u32 n,
                       size_t *len) {
	struct linker l = {
		.arena = a, .part = arena_array(a, struct part, n), .npart = n};
	struct text_stream s;
	strtab_init(&l.names, a);
	l.out = text_open(&s);
	for (u32 i = 0; i < n; i++) {
		l.part[i].scan = (struct scan){.text = parts[i].text,
		                               .len = text_len(&parts[i])};
		read_part(&l, &l.part[i]);
		note_symbols(&l, i);
	}
	write_header(&l);
	for (u32 i = 0; i < n; i++)
		write_part(&l, i);
	const char *text = text_close(&s, a);
	*len = s.len;
	return text;
}

/* ---- registers --------------------------------------------------------------------- */

const char *link_limit_registers(struct arena *a, const struct simt_text *text,
                                 u32 registers, size_t *len) {
	struct scan s = {.text = text->text, .len = text_len(text)};
	struct text_stream stream;
	FILE *out = text_open(&stream);
	bool is_open = false; /* the kernel has no limit yet */
	size_t copied = 0;
	int depth = 0;
	while (advance(&s) != TOKEN_END) {
		bool outside = depth == 0;
		has_depth(&s, &depth);
		if (outside && is(&s, ".entry"))
			is_open = true;
		if (outside && (is(&s, ".maxnreg") || is(&s, ".maxntid") ||
		                is(&s, ".reqntid") || is(&s, ";")))
			is_open = false;
		if (!outside || !is_open || !is(&s, "{"))
			continue;
		fwrite(s.text + copied, 1, s.start - copied, out);
		fprintf(out, ".maxnreg %u ", usage_limit(registers));
		copied = s.start;
		is_open = false;
	}
	fwrite(s.text + copied, 1, s.len - copied, out);
	const char *limited = text_close(&stream, a);
	*len = stream.len;
	return limited;
}
