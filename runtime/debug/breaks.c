/* breaks.c - breakpoints and watchpoints: from their texts to places in the code.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "runtime/debug/breaks.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/places.h"
#include "runtime/debug/state.h"
#include "runtime/debug/value.h"

/* ---- lists ------------------------------------------------------------------------- */

struct breakpoint *breaks_find(u32 number) {
	for (struct breakpoint *b = dbg.breaks; b; b = b->next)
		if (b->number == number && !b->is_gone)
			return b;
	return NULL;
}

/* The breakpoint stays in the list until the next add: a caller may be walking the
 * list. */
void breaks_delete(struct breakpoint *b) {
	b->is_gone = true;
	breaks_mark();
}

bool breaks_has_watches(void) {
	for (const struct breakpoint *b = dbg.breaks; b; b = b->next)
		if (b->kind != BREAK_POINT && !b->is_disabled && !b->is_gone)
			return true;
	return false;
}

/* Adds at the end, so that numbers are in order; takes deleted ones off the list. */
static struct breakpoint *add(const char *spec, enum break_kind kind) {
	struct breakpoint **at = &dbg.breaks;
	while (*at)
		if ((*at)->is_gone && *at != dbg.stop.b)
			*at = (*at)->next;
		else
			at = &(*at)->next;
	struct breakpoint *b = *at = arena_new(&dbg.arena, struct breakpoint);
	b->kind = (u8)kind;
	b->spec = arena_strdup(&dbg.arena, spec, strlen(spec));
	return b;
}

/* ---- places ------------------------------------------------------------------------ */

static void each_code(void (*fn)(void *ctx, struct code *c), void *ctx) {
	for (struct symbols *s = dbg.symbols; s; s = s->next)
		for (u32 i = 0; i < s->m->ir->nfunc; i++) {
			struct code *c = places_code(s, i);
			if (c)
				fn(ctx, c);
		}
}

struct line_walk {
	struct arena *a;
	const char *file;
	u32 line, best;
	bool is_ptx;
	struct location *at;
	u32 n, cap;
};

static const char *ptx_name(const struct code *c) {
	const struct source_file *f = source_file_of(&c->symbols->m->sources,
	                                             c->f->func->loc.start);
	return f ? f->name : NULL;
}

/* Returns the line of an instruction in the file that is searched for; 0: it is of
 * another file. */
static u32 line_in(const struct line_walk *w, const struct code *c, u32 i) {
	if (w->is_ptx)
		return c->ptx[i];
	struct source_line l = places_line(c, i, 0);
	return l.file && places_is_file(l.file, w->file) ? l.line : 0;
}

static bool wants(struct line_walk *w, const struct code *c) {
	const char *name = ptx_name(c);
	w->is_ptx = name && places_is_file(name, w->file);
	return w->is_ptx || c->has_lines;
}

static void find_best(void *ctx, struct code *c) {
	struct line_walk *w = ctx;
	if (!wants(w, c))
		return;
	for (u32 i = 0; i < c->f->func->ninst; i++) {
		u32 line = line_in(w, c, i);
		if (line >= w->line && (!w->best || line < w->best))
			w->best = line;
	}
}

static void push(struct line_walk *w, struct code *c, u32 inst) {
	if (w->n == w->cap)
		vec_grow(w->a, (void **)&w->at, &w->cap, sizeof *w->at);
	w->at[w->n++] = (struct location){.code = c, .inst = inst};
}

static void push_body(struct line_walk *w, struct code *c) {
	push(w, c, c->body);
	w->at[w->n - 1].is_body = true;
}

/* Finds the first instruction of the line in the function, and in each call that is
 * inlined. */
static void find_line(void *ctx, struct code *c) {
	struct line_walk *w = ctx;
	const struct func *f = c->f->func;
	u32 before = w->n;
	if (!wants(w, c))
		return;
	for (u32 i = 0; i < f->ninst; i++) {
		if (line_in(w, c, i) != w->best)
			continue;
		u32 around = w->is_ptx ? 0 : places_around(c, i);
		bool known = false;
		for (u32 k = before; k < w->n; k++) {
			u32 other = w->is_ptx ? 0 : places_around(c, w->at[k].inst);
			known |= other == around;
		}
		if (!known)
			push(w, c, !w->is_ptx && i < c->body && !around ? c->body : i);
	}
}

struct name_walk {
	struct line_walk *out;
	const char *name;
};

/* Finds calls of the function that are inlined in scopes of this list. */
static void find_inlined(const struct name_walk *w, struct code *c,
                         const struct dscope *s, u32 depth) {
	for (; s && depth < 64; s = s->next) {
		if (s->is_inlined && s->func == c->f->index && s->name &&
		    strcmp(s->name, w->name) == 0 && s->low < c->f->func->ninst)
			push(w->out, c, s->low);
		if (s->func == c->f->index)
			find_inlined(w, c, s->inner, depth + 1);
	}
}

static void find_function(void *ctx, struct code *c) {
	struct name_walk *w = ctx;
	const struct dwarf_unit *u = symbols_read(c->symbols);
	if (u)
		find_inlined(w, c, u->function, 0);
	if (strcmp(c->name, w->name) == 0 || strcmp(c->f->func->name->s, w->name) == 0)
		push_body(w->out, c);
}

static void find_any_line(void *ctx, struct code *c) {
	struct source_line *l = ctx;
	if (!l->file && c->f->func->is_entry)
		*l = places_line(c, c->body, places_inlined(c, c->body));
}

bool breaks_default_line(struct source_line *l) {
	struct dframe fr;
	if (dbg.g && state_frame(&dbg.focus, dbg.focus.frame, &fr)) {
		*l = places_line(fr.code, fr.inst, fr.level);
		return l->file != NULL;
	}
	*l = (struct source_line){NULL, 0};
	each_code(find_any_line, l);
	return l->file != NULL;
}

static bool is_number(const char *s) {
	const char *at = s;
	while (isdigit((unsigned char)*at))
		at++;
	return at > s && !*at;
}

static void find_at_line(struct line_walk *w, const char *file, u32 line) {
	w->file = file;
	w->line = line;
	each_code(find_best, w);
	if (w->best)
		each_code(find_line, w);
}

static const char *find_address(struct line_walk *w, const char *text) {
	struct eval e = {.arena = w->a, .at = dbg.focus};
	struct value v;
	struct code *c;
	u32 inst;
	s64 pc;
	if (!eval_expr(&e, text, &v) || !value_int(&e, &v, &pc))
		return e.error;
	if (!places_find_pc((u64)pc, &c, &inst))
		return "Cannot access memory at this address: no instruction has it.";
	push(w, c, inst);
	return NULL;
}

u32 breaks_places(struct arena *a, const char *spec, struct location **out,
                  const char **error) {
	struct line_walk w = {.a = a};
	struct source_line here;
	const char *colon = strrchr(spec, ':'), *wrong = NULL;
	struct name_walk name = {&w, spec};
	*out = NULL;
	if (*spec == '*') {
		wrong = find_address(&w, spec + 1);
	} else if (is_number(spec) ||
	           ((*spec == '+' || *spec == '-') && is_number(spec + 1))) {
		u32 n = (u32)strtoul(spec + !isdigit((unsigned char)*spec), NULL, 10);
		if (!breaks_default_line(&here)) {
			wrong = "No symbol table is loaded.  Use the \"file\" command.";
		} else {
			u32 line = *spec == '+'   ? here.line + n
			           : *spec == '-' ? here.line - MIN(n, here.line - 1)
			                          : n;
			find_at_line(&w, here.file, line);
			if (!w.n)
				wrong = arena_printf(a, "No line %u in the current file.",
				                     line);
		}
	} else if (colon && is_number(colon + 1)) {
		const char *file = arena_strdup(a, spec, (size_t)(colon - spec));
		u32 line = (u32)strtoul(colon + 1, NULL, 10);
		find_at_line(&w, file, line);
		if (!w.n)
			wrong = arena_printf(a, "No line %u in file \"%s\".", line, file);
	} else {
		if (colon && (colon == spec || colon[-1] != ':'))
			name.name = colon + 1;
		each_code(find_function, &name);
		if (!w.n)
			wrong = arena_printf(a, "Function \"%s\" not defined.", spec);
	}
	*error = wrong;
	*out = w.at;
	return w.n;
}

/* Whether the location is not a line after the one that FILE:LINE means. */
static bool is_line_itself(const char *spec, const struct location *at) {
	const char *colon = strrchr(spec, ':');
	return !colon || !is_number(colon + 1) ||
	       places_location(at).line == (u32)strtoul(colon + 1, NULL, 10);
}

static void resolve(struct breakpoint *b) {
	struct arena scratch = ARENA_INIT;
	struct location *at;
	const char *error;
	u32 n;
	if (b->kind != BREAK_POINT || b->is_gone || *b->spec == '*')
		return;
	bool here = is_number(b->spec) || *b->spec == '+' || *b->spec == '-';
	if (here && b->nat) /* the line was in the file that was shown then */
		return;
	n = breaks_places(&scratch, b->spec, &at, &error);
	if (n && (!b->is_share || is_line_itself(b->spec, at))) {
		b->at = arena_copy(&dbg.arena, at, n * sizeof *at, 8);
		b->nat = n;
		b->is_pending = false;
	}
	arena_drop(&scratch);
}

void breaks_resolve(void) {
	for (struct breakpoint *b = dbg.breaks; b; b = b->next)
		resolve(b);
	breaks_mark();
}

/* A module is unloaded: breakpoints in it are pending until it is loaded again. */
void breaks_forget(struct symbols *s) {
	for (struct breakpoint *b = dbg.breaks; b; b = b->next) {
		u32 n = 0;
		for (u32 i = 0; i < b->nat; i++)
			if (b->at[i].code->symbols != s)
				b->at[n++] = b->at[i];
		b->is_pending |= b->nat && !n;
		b->nat = n;
	}
	breaks_mark();
}

/* Makes a line without a file FILE:LINE, which is found again when the module is loaded
 * anew. */
static const char *lasting_spec(const char *spec) {
	struct source_line l;
	u32 n = (u32)strtoul(spec + !isdigit((unsigned char)*spec), NULL, 10);
	if (*spec == '*' || !(is_number(spec) || *spec == '+' || *spec == '-') ||
	    !breaks_default_line(&l))
		return spec;
	u32 line = *spec == '+'   ? l.line + n
	           : *spec == '-' ? l.line - MIN(n, l.line - 1)
	                          : n;
	return arena_printf(&dbg.arena, "%s:%u", l.file, line);
}

struct breakpoint *breaks_add(const char *spec, enum break_kind kind,
                              const char **error) {
	struct arena scratch = ARENA_INIT;
	struct location *at;
	struct source_line l;
	struct dframe fr;
	if (!*spec) { /* where the thread is */
		if (!dbg.g || !state_frame(&dbg.focus, dbg.focus.frame, &fr)) {
			*error = "No default breakpoint location now.";
			return NULL;
		}
		l = places_line(fr.code, fr.inst, fr.level);
		spec = arena_printf(&dbg.arena, "%s:%u", l.file ? l.file : "", l.line);
	}
	u32 n = breaks_places(&scratch, spec, &at, error);
	if (*error)
		*error = arena_strdup(&dbg.arena, *error, strlen(*error));
	struct breakpoint *b = NULL;
	bool may_come = *spec != '*' && !strchr("+-", *spec);
	if (n || may_come) {
		b = add(n ? lasting_spec(spec) : spec, kind);
		b->is_pending = !n;
		b->at = arena_copy(&dbg.arena, at, n * sizeof *at, 8);
		b->nat = n;
	}
	arena_drop(&scratch);
	breaks_mark();
	return b;
}

struct breakpoint *breaks_watch(const char *spec, enum break_kind kind,
                                const struct value *v, const char **error) {
	struct breakpoint probe;
	if (v->space == SPACE_NONE || v->space == SPACE_REGISTER || v->bits) {
		*error = "Cannot watch constant value, register or bit-field: only "
			 "memory is watched.";
		return NULL;
	}
	if (v->type->size == 0 || v->type->size > sizeof probe.was) {
		*error = "Expression cannot be implemented with read/access watchpoint: "
			 "1 to 64 bytes "
			 "are watched.";
		return NULL;
	}
	struct breakpoint *b = add(spec, kind);
	b->type = v->type;
	b->space = v->space;
	b->addr = v->addr;
	b->size = v->type->size;
	b->owner = v->at;
	const struct arena_map *map = &dbg.launch->machine->map;
	if (b->space == SPACE_GENERIC && in_window(map->shared, b->addr)) {
		b->space = SPACE_SHARED;
		b->addr -= map->shared.base;
	} else if (b->space == SPACE_GENERIC && in_window(map->local, b->addr)) {
		b->space = SPACE_LOCAL;
		b->addr -= map->local.base;
	}
	state_read(&b->owner, b->space, b->addr, b->was, b->size);
	return b;
}

/* ---- marks in the code ------------------------------------------------------------- */

static struct {
	struct arena arena;
	u8 **of; /* per function of the module that runs: per decoded instruction; NULL:
	            none */
	u32 nfunc;
} marks;

void breaks_mark(void) {
	arena_reset(&marks.arena);
	marks.of = NULL;
	marks.nfunc = 0;
	if (!dbg.g)
		return;
	const struct dmodule *dm = dbg.g->wk->dm;
	marks.of = arena_array(&marks.arena, u8 *, dm->nfunc + 1);
	marks.nfunc = dm->nfunc;
	for (const struct breakpoint *b = dbg.breaks; b; b = b->next)
		for (u32 i = 0; i < b->nat && !b->is_disabled && !b->is_gone; i++) {
			const struct location *l = &b->at[i];
			const struct dfunc *f = l->code->f;
			if (l->code->symbols->m != dbg.module || l->disabled)
				continue;
			if (!marks.of[f->index])
				marks.of[f->index] = arena_array(&marks.arena, u8,
				                                 f->ncode + 1);
			marks.of[f->index][f->inst_pc[l->inst]] = 1;
		}
}

bool breaks_marked(const struct dfunc *f, const struct dinst *d) {
	const u8 *of = f->index < marks.nfunc ? marks.of[f->index] : NULL;
	return of && of[d - f->code];
}

struct breakpoint *breaks_at(struct breakpoint *b, const struct code *c, u32 inst,
                             u32 *location) {
	for (b = b ? b->next : dbg.breaks; b; b = b->next)
		for (u32 i = 0; i < b->nat && !b->is_disabled && !b->is_gone; i++)
			if (b->at[i].code == c && b->at[i].inst == inst &&
			    !b->at[i].disabled) {
				*location = i + 1;
				return b;
			}
	return NULL;
}
