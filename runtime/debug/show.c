/* show.c - prints stops, threads, frames, lines and tables, in cuda-gdb's words.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdlib.h>

#include "base/plain.h"
#include "runtime/debug/breaks.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/earlier_launch.h"
#include "runtime/debug/history.h"
#include "runtime/debug/names.h"
#include "runtime/debug/places.h"
#include "runtime/debug/session.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

void say(const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	vfprintf(dbg.out, fmt, ap);
	va_end(ap);
}

void say_source(u32 line, const char *text, u32 len) {
	say("%u\t", line);
	plain_put(dbg.out, text, len, "\t");
	say("\n");
}

void show_coords(FILE *out, const u32 v[3]) {
	fprintf(out, "(%u,%u,%u)", v[0], v[1], v[2]);
}

void thread_coords(const struct focus *f, u32 cta[3], u32 thread[3]) {
	cta_coords(f->cta, dbg.launch->grid, cta);
	cta_coords((u64)f->warp * WARP_LANES + f->lane, dbg.launch->block, thread);
}

void show_focus(const struct focus *f) {
	u32 cta[3], thread[3];
	thread_coords(f, cta, thread);
	say("[Switching focus to CUDA kernel %llu, grid %llu, block ",
	    (unsigned long long)dbg.nlaunch, (unsigned long long)dbg.launch->grid_id);
	show_coords(dbg.out, cta);
	say(", thread ");
	show_coords(dbg.out, thread);
	say(", device %u, sm %u, warp %u, lane %u]\n", dbg.module->dev->number,
	    state_sm(f->cta), state_hw_warp(f->cta, f->warp), f->lane);
}

/* ---- lines ------------------------------------------------------------------------- */

void show_line(const char *file, u32 line) {
	u32 len = 0;
	const char *text = file ? places_text(file, line, &len, NULL) : NULL;
	if (text)
		say_source(line, text, len);
	else if (file)
		say("%u\tin %s\n", line, file);
}

/* ---- frames ------------------------------------------------------------------------ */

static void show_value(FILE *out, struct eval *e, const struct value *v) {
	struct format f = {.letter = v->type->kind == DT_PTR ? 'a' : 0};
	value_print(e, out, v, &f);
}

/* The PTX does not say that a parameter is a pointer, but most of 64 bits are. */
static void show_ptx_value(FILE *out, struct eval *e, const struct value *v) {
	struct format f = {.letter = v->type->kind == DT_INT && v->type->size == 8 ? 'a'
	                                                                           : 0};
	value_print(e, out, v, &f);
}

static void show_arguments(FILE *out, struct focus f, const struct dframe *fr) {
	struct arena a = ARENA_INIT;
	struct eval e = {.arena = &a, .at = f};
	struct dvar **list;
	struct value v;
	const char *name;
	u32 n = eval_locals(&a, &f, true, &list), shown = 0;
	bool pretty = dbg.print_pretty;
	dbg.print_pretty = false; /* a frame is one line */
	fputc('(', out);
	for (u32 i = 0; i < n; i++) {
		fprintf(out, "%s%s=", shown++ ? ", " : "", list[i]->name);
		e.error = NULL;
		if (eval_variable(&e, fr, list[i], &v))
			show_value(out, &e, &v);
		if (e.error)
			fprintf(out, "<%s>", e.error);
	}
	bool known = symbols_scope(fr->code, fr->inst) != NULL;
	for (u32 i = 0; !known && fr->level == 0 && eval_param(&e, fr, i, &v, &name);
	     i++) {
		fprintf(out, "%s%s=", shown++ ? ", " : "", name);
		e.error = NULL;
		show_ptx_value(out, &e, &v);
		if (e.error)
			fprintf(out, "<%s>", e.error);
	}
	fputc(')', out);
	dbg.print_pretty = pretty;
	arena_drop(&a);
}

static void show_shape(FILE *out) {
	fputs("<<<", out);
	show_coords(out, dbg.launch->grid);
	fputc(',', out);
	show_coords(out, dbg.launch->block);
	fputs(">>>", out);
}

void show_frame(FILE *out, const struct focus *f, const struct dframe *fr,
                bool with_launch) {
	struct focus at = *f;
	struct source_line l = places_line(fr->code, fr->inst, fr->level);
	u32 levels = places_inlined(fr->code, fr->inst);
	fputs(places_function(fr->code, fr->inst, fr->level), out);
	if (with_launch && !fr->frame->parent && fr->level == levels)
		show_shape(out);
	fputc(' ', out);
	show_arguments(out, at, fr);
	if (l.file)
		fprintf(out, " at %s:%u", places_base(l.file), l.line);
	fputc('\n', out);
}

static bool is_middle(const struct dframe *fr) {
	const struct func *f = fr->code->f->func;
	return fr->is_call || fr->level || fr->inst >= f->ninst ||
	       (fr->code->has_lines && !fr->code->starts[fr->inst]);
}

/* Prints the frame and its line, as `frame` does. */
void show_place(bool with_number, bool with_frame) {
	struct dframe fr;
	if (!state_frame(&dbg.focus, dbg.focus.frame, &fr)) {
		say("No threads.\n");
		return;
	}
	struct source_line l = places_line(fr.code, fr.inst, fr.level);
	bool middle = is_middle(&fr) && fr.level == 0;
	if (with_frame) {
		if (with_number)
			say("#%-3u", dbg.focus.frame);
		if (middle)
			say("0x%016llx in ",
			    (unsigned long long)places_pc(fr.code, fr.inst));
		show_frame(dbg.out, &dbg.focus, &fr, true);
	} else if (middle) {
		say("0x%016llx\t", (unsigned long long)places_pc(fr.code, fr.inst));
	}
	show_line(l.file, l.line);
}

/* ---- stops ------------------------------------------------------------------------- */

static const struct code *last_code;
static u32 last_inlined;

static bool is_other_function(void) {
	struct dframe fr;
	if (!state_frame(&dbg.focus, 0, &fr))
		return false;
	u32 inlined = places_inlined(fr.code, fr.inst) - fr.level;
	bool other = fr.code != last_code || inlined != last_inlined;
	last_code = fr.code;
	last_inlined = inlined;
	return other;
}

static void show_watched(const char *what, const struct breakpoint *b, const u8 *bytes) {
	struct arena a = ARENA_INIT;
	struct eval e = {.arena = &a, .at = dbg.focus};
	struct value v = {.type = b->type, .space = SPACE_NONE, .data = bytes};
	if (b->size <= sizeof v.bytes) {
		memcpy(v.bytes, bytes, b->size);
		v.data = NULL;
	}
	say("%s = ", what);
	value_print(&e, dbg.out, &v, NULL);
	say("\n");
	arena_drop(&a);
}

static void show_watch_stop(const struct stop *s) {
	static const char *const kind[] = {"", "Hardware watchpoint",
	                                   "Hardware read watchpoint",
	                                   "Hardware access (read/write) watchpoint"};
	say("\nCUDA thread hit %s %u: %s\n\n", kind[s->b->kind], s->b->number,
	    s->b->spec);
	if (s->is_read) {
		show_watched("Value", s->b, s->now);
		return;
	}
	show_watched("Old value", s->b, s->old);
	show_watched("New value", s->b, s->now);
}

static void show_exception(void) {
	const struct fault *f = &dbg.launch->fault;
	struct dframe fr;
	u32 number = 0;
	const char *name = session_exception(&number);
	if (!name) {
		say("\nThe launch stops: %s\n", f->text);
		return;
	}
	say("\nCUDA Exception: %s\n", name);
	if (state_frame(&dbg.focus, 0, &fr)) {
		struct source_line l = places_line(fr.code, fr.inst, 0);
		say("The exception was triggered at PC 0x%016llx",
		    (unsigned long long)places_pc(fr.code, fr.inst));
		if (l.file)
			say(" (%s:%u)", places_base(l.file), l.line);
		say("\n");
	}
	say("%s\n", f->text);
	if (number)
		say("\nCUDA thread received signal CUDA_EXCEPTION_%u, %s.\n", number,
		    name);
	else
		say("\nCUDA thread received signal SIGTRAP, %s.\n", name);
}

/* Going back has reached the kernel's beginning, or is there already. */
static void show_begin(const struct stop *s) {
	const char *kernel;
	u64 n;
	if (history_now() || !earlier_before(&n, &kernel))
		say("\nNo more reverse-execution history.\n");
	else if (s->why)
		say("\nNo more reverse-execution history: kernel %llu, %s, cannot be "
		    "done again: %s.\n",
		    (unsigned long long)n, kernel, s->why);
	else
		say("\nNo more reverse-execution history of kernel %llu; going back once "
		    "more "
		    "leads into kernel %llu, %s.\n",
		    (unsigned long long)dbg.nlaunch, (unsigned long long)n, kernel);
}

void show_stop(const struct stop *s) {
	bool other = is_other_function() || s->moved || s->lanes_end;
	bool focus = s->moved && dbg.focus.set;
	if (s->reason == STOP_FAULT) {
		show_exception();
		if (focus)
			show_focus(&dbg.focus);
		show_place(false, true);
		return;
	}
	if (focus)
		show_focus(&dbg.focus);
	switch (s->reason) {
	case STOP_BREAK:
		say("\nCUDA thread hit %s %u",
		    s->b->is_temporary ? "Temporary breakpoint" : "Breakpoint",
		    s->b->number);
		say(s->b->nat > 1 ? ".%u, " : ", ", s->location);
		show_place(false, true);
		return;
	case STOP_WATCH:
		show_watch_stop(s);
		show_place(false, true);
		return;
	case STOP_PAUSE:
		say("\nCUDA thread received signal SIGINT, Interrupt.\n");
		show_place(false, true);
		return;
	case STOP_BEGIN:
		show_begin(s);
		show_place(false, true);
		return;
	case STOP_END:
		if (!dbg.focus.set) {
			say("\nThe kernel's last instruction was executed; going on ends "
			    "the launch.\n");
			return;
		}
		say("\nThe history ends here.\n");
		show_place(false, true);
		return;
	case STOP_LAUNCH:
	case STOP_GOTO: show_place(false, true); return;
	default: show_place(false, other); return;
	}
}

/* ---- tables ------------------------------------------------------------------------ */

struct table *table_new(struct arena *a, const char *const *head, u32 n) {
	struct table *t = arena_new(a, struct table);
	t->arena = a;
	t->n = n;
	for (u32 i = 0; i < n; i++) {
		t->head[i] = head[i];
		t->width[i] = (u32)strlen(head[i] + (*head[i] == '|'));
	}
	return t;
}

void table_title(struct table *t, const char *fmt, ...) {
	char text[200];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	struct table_row r = {.title = arena_strdup(t->arena, text, strlen(text))};
	vec_push(t->arena, &t->row, r);
}

void table_row(struct table *t, bool marked) {
	vec_push(t->arena, &t->row, (struct table_row){.marked = marked});
}

void table_cell(struct table *t, const char *fmt, ...) {
	char text[400];
	struct table_row *r = &vec_last(&t->row);
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (r->n == t->n)
		return;
	t->width[r->n] = MAX(t->width[r->n], (u32)strlen(text));
	r->cell[r->n++] = arena_strdup(t->arena, text, strlen(text));
}

void table_coords(struct table *t, const u32 v[3]) {
	table_cell(t, "(%u,%u,%u)", v[0], v[1], v[2]);
}

/* Aligns to the right, or, where the head begins with |, to the middle. */
static void put_cell(const struct table *t, u32 i, const char *text) {
	u32 room = t->width[i] - (u32)strlen(text), left = room;
	if (*t->head[i] == '|')
		left = room / 2;
	say(" %*s%s%*s", (int)left, "", text, (int)(room - left), "");
}

void table_print(const struct table *t) {
	say(" ");
	for (u32 i = 0; i < t->n; i++)
		put_cell(t, i, t->head[i] + (*t->head[i] == '|'));
	say(" \n");
	for (u32 k = 0; k < t->row.n; k++) {
		const struct table_row *r = &t->row.at[k];
		if (r->title) {
			say("%s\n", r->title);
			continue;
		}
		say(r->marked ? "*" : " ");
		for (u32 i = 0; i < r->n; i++)
			put_cell(t, i, r->cell[i]);
		say(" \n");
	}
}
