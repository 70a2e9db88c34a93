/* line.c - source lines of instructions: .file, .loc, and inlined_at for functions that
 * were lowered in place.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/line.h"
#include "ir/lower/emit.h"
#include "ir/lower/state.h"
#include "ir/lower/unit.h"

static bool wanted(const struct lower *l) {
	return l->opt->lineinfo || l->opt->debug;
}

u32 line_file(struct lower *l, const char *name) {
	struct str *s = str_intern(l->r.names, name, strlen(name));
	u64 *at = map_at(&l->file_index, (uintptr_t)s);
	if (!*at) {
		struct file_info f = {.index = l->r.file.n + 1, .name = s};
		vec_push(&l->r.unit, &l->r.file, f);
		*at = f.index;
	}
	return (u32)*at;
}

/* Returns the place of a function's name in .debug_str. */
static const struct line_function *line_function(struct lower *l, struct cdecl *fn) {
	const char *name = fn->link_name ? fn->link_name->s : fn->name ? fn->name->s : "";
	struct str *s = str_intern(l->r.names, name, strlen(name));
	u64 *known = map_at(&l->debug_name_index, (uintptr_t)s);
	if (!*known) {
		struct line_function *f = arena_new(l->arena, struct line_function);
		f->label = name_of(l, "$L__info_string%u", l->debug_name.n);
		vec_push(&l->unit, &l->debug_name, s);
		*known = (uintptr_t)f;
	}
	return (const struct line_function *)(uintptr_t)*known;
}

/* Returns the place of an offset in the user's files; file 0 if it has none. The way back
 * from preprocessed text is long, and a statement is lowered wherever its function is. */
static struct line_place line_place_at(struct lower *l, u32 offset) {
	u64 *known = map_at(&l->place_index, offset);
	if (*known)
		return l->place.at[*known - 1];
	struct source_pos pos = source_pos(l->u->sources, offset);
	struct line_place p = {.line = pos.line, .column = pos.column};
	if (pos.file)
		p.file = line_file(l, pos.file->name);
	vec_push(&l->unit, &l->place, p);
	*known = l->place.n;
	return p;
}

static u32 line_new(struct lower *l, struct loc loc, u32 inlined_at, struct cdecl *fn) {
	struct line_place p = line_place_at(l, loc.start);
	if (!p.file || !loc.start)
		return 0;
	struct line_info li = {.file = p.file,
	                       .line = p.line,
	                       .column = p.column,
	                       .inlined_at = inlined_at};
	if (inlined_at)
		li.function = line_function(l, fn);
	if (l->r.b.line.n > 1) {
		const struct line_info *last = &vec_last(&l->r.b.line);
		if (last->file == li.file && last->line == li.line &&
		    last->column == li.column && last->inlined_at == li.inlined_at &&
		    last->function == li.function)
			return l->r.b.line.n - 1;
	}
	vec_push_over(&l->r.scratch, &l->r.b.line, li);
	return l->r.b.line.n - 1;
}

void line_at(struct lower *l, struct loc loc) {
	if (loc.start)
		l->loc = loc;
	if (!wanted(l) || !l->frame || !loc.start)
		return;
	u32 line = line_new(l, loc, l->frame->inlined_at, l->frame->fn);
	if (line)
		l->r.b.cur_line = line;
}

/* The operator of two operands is taken to be at the first character after the left
 * operand that is no space and no bracket. */
void line_at_operator(struct lower *l, const struct cexpr *e) {
	u32 from = e->a->loc.end, to = e->b->loc.start;
	const struct source_file *f = wanted(l) && !l->opt->debug && from < to
	                                      ? source_file_of(l->u->sources, from)
	                                      : NULL;
	if (!f || source_file_of(l->u->sources, to) != f)
		return;
	const char *s = f->text + (from - f->base), *end = f->text + (to - f->base);
	while (s < end && strchr(" \t\r\n\\)", *s))
		s++;
	if (s < end && strchr("+-*/%<>=!&|^", *s) && !(*s == '/' && strchr("/*", s[1])))
		line_at(l, (struct loc){f->base + (u32)(s - f->text), to});
}

u32 line_of_call(struct lower *l, struct loc loc) {
	if (!wanted(l) || !l->frame)
		return 0;
	return line_new(l, loc.start ? loc : l->loc, l->frame->inlined_at, l->frame->fn);
}

static void line_mark(const struct ir_builder *b, u32 *kept, u32 line) {
	for (; line && !kept[line]; line = b->line.at[line].inlined_at)
		kept[line] = 1;
}

void line_keep_used(struct lower *l) {
	struct ir_builder *b = &l->r.b;
	u32 *kept = arena_array(&l->r.scratch, u32, b->line.n), n = 1;
	for (u32 i = 0; i < b->inst.n; i++)
		line_mark(b, kept, b->inst.at[i].line);
	line_mark(b, kept, b->cur_line); /* of a `ret` to come */
	for (u32 i = 1; i < b->line.n; i++) {
		if (!kept[i])
			continue;
		struct line_info li = b->line.at[i];
		li.inlined_at = kept[li.inlined_at]; /* an earlier one */
		b->line.at[n] = li;
		kept[i] = n++;
	}
	for (u32 i = 0; i < b->inst.n; i++)
		b->inst.at[i].line = kept[b->inst.at[i].line];
	b->cur_line = kept[b->cur_line];
	b->line.n = n;
}

void line_finish(struct lower *l) {
	if (!l->debug_name.n)
		return;
	struct section s = {.name = name_of(l, ".debug_str")};
	u64 n = 0;
	for (u32 i = 0; i < l->debug_name.n; i++)
		n += l->debug_name.at[i]->len + 2u;
	s.item = arena_array(l->arena, struct section_item, n);
	for (u32 i = 0; i < l->debug_name.n; i++) {
		const struct str *name = l->debug_name.at[i];
		s.item[s.nitem++] = (struct section_item){
			.kind = SECTION_LABEL,
			.name = name_of(l, "$L__info_string%u", i)};
		for (u32 k = 0; k <= name->len; k++)
			s.item[s.nitem++] = (struct section_item){
				.kind = SECTION_DATA,
				.type = TYPE_B8,
				.value = (u8)name->s[k]};
	}
	vec_push(&l->r.unit, &l->r.section, s);
}
