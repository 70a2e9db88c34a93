/* places.c - functions and their lines: instruction -> line of the source, or of the PTX
 * where .loc says nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/plain.h"
#include "runtime/debug/breaks.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/places.h"
#include "runtime/memory/memory.h"

/* ---- names ------------------------------------------------------------------------- */

/* Reads the name of "3foo" at *s and moves *s past it; NULL: it is none. */
static const char *source_name(const char **s, u32 *len) {
	char *end;
	unsigned long n = strtoul(*s, &end, 10);
	if (!isdigit((unsigned char)**s) || n == 0 || n > strlen(end))
		return NULL;
	*s = end + n;
	*len = (u32)n;
	return end;
}

/* The last part of a name, as the Itanium ABI mangles it: enough to recognise a function
 * by. */
const char *places_plain_name(struct arena *a, const char *mangled) {
	const char *s = mangled, *name = NULL, *part;
	u32 len = 0, n;
	if (strncmp(s, "_Z", 2) != 0)
		return mangled;
	s += 2;
	bool nested = *s == 'N';
	while (*s && strchr("NLKV", *s))
		s++;
	while ((part = source_name(&s, &n))) {
		name = part;
		len = n;
		if (!nested || !isdigit((unsigned char)*s))
			break;
	}
	return name ? arena_strdup(a, name, len) : mangled;
}

const char *places_base(const char *file) {
	const char *slash = strrchr(file, '/');
	return slash ? slash + 1 : file;
}

bool places_is_file(const char *file, const char *typed) {
	size_t n = strlen(file), m = strlen(typed);
	return m <= n && strcmp(file + n - m, typed) == 0 &&
	       (m == n || file[n - m - 1] == '/' || typed[0] == '/');
}

/* ---- modules ----------------------------------------------------------------------- */

struct symbols *places_of(struct simt_module *m) {
	for (struct symbols *s = dbg.symbols; s; s = s->next)
		if (s->m == m)
			return s;
	struct symbols *s = memory_new(sizeof *s);
	if (!s)
		return NULL;
	*s = (struct symbols){.m = m, .next = dbg.symbols};
	s->code = arena_array(&s->arena, struct code *, m->ir->nfunc + 1);
	dbg.symbols = s;
	return s;
}

const char *places_file_name(const struct module *m, u32 index) {
	for (u32 i = 0; i < m->nfile; i++)
		if (m->file[i].index == index)
			return m->file[i].name->s;
	return NULL;
}

/* Returns the text at a label of .debug_str. */
static const char *info_string(struct arena *a, const struct module *m,
                               const struct str *label, s64 offset) {
	for (u32 i = 0; label && i < m->nsection; i++) {
		const struct section *s = &m->section[i];
		for (u32 k = 0; k < s->nitem; k++) {
			if (s->item[k].kind != SECTION_LABEL || s->item[k].name != label)
				continue;
			VEC(char) text = {0};
			for (s64 at = 0;
			     ++k < s->nitem && s->item[k].kind == SECTION_DATA; at++) {
				if (at < offset)
					continue;
				vec_push(a, &text, (char)s->item[k].value);
				if (!s->item[k].value)
					return plain_text(a, text.at, "");
			}
			return NULL;
		}
	}
	return NULL;
}

/* ---- lines ------------------------------------------------------------------------- */

static const struct func *func_of(const struct code *c) {
	return c->f->func;
}

/* The entry of .loc that holds for an instruction, `level` calls around it. Functions of
 * system headers, such as
 * __syncthreads, are the line that calls them. */
static const struct line_info *info_at(const struct code *c, u32 inst, u32 level) {
	const struct func *f = func_of(c);
	u32 i = inst < f->ninst ? f->inst[inst].line
	        : f->ninst      ? f->inst[f->ninst - 1].line
	                        : 0;
	if (c->hidden && inst < f->ninst)
		level += c->hidden[inst];
	while (i && level--)
		i = f->line[i].inlined_at;
	return i ? &f->line[i] : NULL;
}

u32 places_inlined(const struct code *c, u32 inst) {
	u32 n = 0;
	const struct line_info *l = info_at(c, inst, 0);
	for (; l && l->inlined_at; n++)
		l = &func_of(c)->line[l->inlined_at];
	return n;
}

/* -G has a scope for each inlined call, except for functions of system headers: marks
 * those calls as hidden. */
static void hide_headers(struct code *c) {
	const struct func *f = func_of(c);
	u8 *hidden = NULL;
	if (!symbols_read(c->symbols))
		return;
	for (u32 i = 0; i < f->ninst; i++) {
		u32 all = f->inst[i].line && f->line[f->inst[i].line].inlined_at
		                  ? places_inlined(c, i)
		                  : 0;
		u32 known = all ? symbols_inlined(c, i) : 0;
		if (all <= known)
			continue;
		if (!hidden)
			hidden = arena_array(&c->symbols->arena, u8, f->ninst + 1);
		hidden[i] = (u8)MIN(all - known, 255u);
	}
	c->hidden = hidden;
}

u32 places_around(const struct code *c, u32 inst) {
	const struct line_info *l = info_at(c, inst, 0);
	return l ? l->inlined_at : 0;
}

struct source_line places_line(const struct code *c, u32 inst, u32 level) {
	const struct line_info *l = info_at(c, inst, level);
	const struct module *m = c->symbols->m->ir;
	if (l)
		return (struct source_line){places_file_name(m, l->file), l->line};
	if (c->has_lines)
		return (struct source_line){NULL, NO_LINE};
	const struct source_file *file = source_file_of(&c->symbols->m->sources,
	                                                func_of(c)->loc.start);
	u32 n = func_of(c)->ninst;
	return (struct source_line){file ? file->name : NULL, c->ptx[MIN(inst, n)]};
}

struct source_line places_location(const struct location *l) {
	return places_line(l->code, l->inst,
	                   l->is_body ? places_inlined(l->code, l->inst) : 0);
}

const char *places_function(const struct code *c, u32 inst, u32 level) {
	u32 n = places_inlined(c, inst);
	if (level >= n)
		return c->name;
	const struct line_info *l = info_at(c, inst, level);
	struct arena *a = &c->symbols->arena;
	const struct line_function *f = l->function;
	const char *s = info_string(a, c->symbols->m->ir, f ? f->label : NULL,
	                            f ? f->offset : 0);
	return s ? places_plain_name(a, s) : "??";
}

bool places_same_line(const struct code *c, u32 a, u32 b) {
	const struct func *f = func_of(c);
	if (!c->has_lines)
		return c->ptx[MIN(a, f->ninst)] == c->ptx[MIN(b, f->ninst)];
	const struct line_info *x = info_at(c, a, 0), *y = info_at(c, b, 0);
	if (x == y || !x || !y)
		return x == y;
	return x->line == y->line && x->file == y->file && x->inlined_at == y->inlined_at;
}

/* The first instruction of the body: the ones that store the parameters have the line
 * entry that the function begins with. */
static u32 body_of(struct code *c) {
	const struct func *f = func_of(c);
	u32 i = 0;
	if (!c->has_lines || !f->ninst)
		return 0;
	symbols_scope(c, 0);
	while (i < f->ninst && !f->inst[i].line)
		i++;
	u32 first = i < f->ninst ? f->inst[i].line : 0, begin = i;
	bool stores = false;
	while (i < f->ninst && f->inst[i].line == first) {
		const struct operand *o = f->inst[i].operand;
		/* stores them to memory, or, in nvcc's code, loads them */
		u32 props = row_info(f->inst[i].row)->props;
		bool store = props & PROP_STORE && f->inst[i].noperand &&
		             o->kind == OPR_ADDR_SYM;
		bool load = props & PROP_LOAD && f->inst[i].noperand > 1 &&
		            o[1].kind == OPR_ADDR_SYM &&
		            c->symbols->m->ir->var[o[1].index].is_param;
		stores |= store || (load && c->scope);
		i++;
	}
	return stores && i < f->ninst ? i : MIN(begin, f->ninst - 1);
}

static void read_lines(struct code *c) {
	const struct func *f = func_of(c);
	const struct sources *s = &c->symbols->m->sources;
	struct arena *a = &c->symbols->arena;
	c->ptx = arena_array(a, u32, f->ninst + 1);
	c->starts = arena_array(a, u8, f->ninst + 1);
	for (u32 i = 0; i < f->ninst; i++) {
		c->ptx[i] = source_pos(s, f->inst[i].loc.start).line;
		c->has_lines |= f->inst[i].line != 0;
	}
	if (c->has_lines)
		hide_headers(c);
	c->ptx[f->ninst] = source_pos(s, f->end_loc.start).line;
	for (u32 b = 0; b < f->nblock; b++)
		for (u32 i = 0; i < f->block[b].ninst; i++) {
			u32 k = f->block[b].first + i;
			c->starts[k] = i == 0 || !places_same_line(c, k - 1, k);
		}
}

struct code *places_code(struct symbols *s, u32 func) {
	struct code **c = &s->code[func];
	const struct dmodule *dm = s->m->image.prepared[0];
	if (*c || !dm || !dm->func[func].code)
		return *c;
	*c = arena_new(&s->arena, struct code);
	(*c)->symbols = s;
	(*c)->f = &dm->func[func];
	(*c)->name = places_plain_name(&s->arena, dm->func[func].func->name->s);
	read_lines(*c);
	(*c)->body = body_of(*c);
	return *c;
}

struct code *places_code_of(const struct dfunc *f) {
	return places_code(places_of(dbg.module), f->index);
}

/* ---- addresses of instructions ----------------------------------------------------- */

enum { PC_FUNC_SHIFT = 24, PC_INST_SHIFT = 4 };

u64 places_pc(const struct code *c, u32 inst) {
	return c->symbols->m->image.code_base +
	       ((u64)(c->f->index + 1) << PC_FUNC_SHIFT) + ((u64)inst << PC_INST_SHIFT);
}

bool places_find_pc(u64 pc, struct code **c, u32 *inst) {
	for (struct symbols *s = dbg.symbols; s; s = s->next) {
		u64 off = pc - s->m->image.code_base, func = off >> PC_FUNC_SHIFT;
		if (func == 0 || func > s->m->ir->nfunc ||
		    off & ((1u << PC_INST_SHIFT) - 1))
			continue;
		*c = places_code(s, (u32)func - 1);
		*inst = (u32)(off & ((1u << PC_FUNC_SHIFT) - 1)) >> PC_INST_SHIFT;
		if (*c && *inst < func_of(*c)->ninst)
			return true;
	}
	return false;
}

/* ---- texts ------------------------------------------------------------------------- */

/* Files that were shown, and PTX that was loaded from memory. */
struct text_file {
	struct text_file *next;
	const char *name, *text;
	u32 *start; /* of each line; one more after the last */
	u32 nline;
};
static struct text_file *files;
enum { FILE_MOST = 64 << 20 };

static const char *read_file(const char *name, u32 *len) {
	FILE *f = file_stream(name, FILE_MOST);
	if (!f)
		return NULL;
	VEC(char) text = {0};
	for (int c; (c = getc(f)) != EOF && text.n < FILE_MOST;)
		vec_push(&dbg.arena, &text, (char)c);
	fclose(f);
	*len = text.n;
	return text.n ? text.at : "";
}

static const char *module_text(const char *name, u32 *len) {
	for (struct symbols *s = dbg.symbols; s; s = s->next)
		for (u32 i = 0; i < s->m->sources.nfile; i++) {
			const struct source_file *f = &s->m->sources.file[i];
			if (strcmp(f->name, name) == 0) {
				*len = f->len;
				return arena_strdup(&dbg.arena, f->text, f->len);
			}
		}
	return NULL;
}

static struct text_file *text_file(const char *name) {
	u32 len = 0, n = 1;
	for (struct text_file *f = files; f; f = f->next)
		if (strcmp(f->name, name) == 0)
			return f;
	const char *text = module_text(name, &len);
	if (!text)
		text = read_file(name, &len);
	if (!text) /* it may be next to the program */
		text = read_file(places_base(name), &len);
	struct text_file *f = arena_new(&dbg.arena, struct text_file);
	*f = (struct text_file){.next = files,
	                        .name = arena_strdup(&dbg.arena, name, strlen(name)),
	                        .text = text};
	files = f;
	for (u32 i = 0; i < len; i++)
		n += text[i] == '\n';
	f->start = arena_array(&dbg.arena, u32, n + 1);
	for (u32 i = 0; i < len; i++)
		if (text[i] == '\n')
			f->start[++f->nline] = i + 1;
	if (len && text[len - 1] != '\n')
		f->start[++f->nline] = len + 1;
	return f;
}

const char *places_text(const char *file, u32 line, u32 *len, u32 *n) {
	const struct text_file *f = text_file(file);
	if (n)
		*n = f->text ? f->nline : 0;
	if (!f->text || line < 1 || line > f->nline)
		return NULL;
	*len = f->start[line] - f->start[line - 1] - 1;
	if (*len && f->text[f->start[line - 1] + *len - 1] == '\r')
		--*len;
	return f->text + f->start[line - 1];
}
