/* lines.c - which lines of the source and of the PTX belong together.
 *
 * A .loc names a file, a line and where the function was inlined. An instruction of a
 * toolkit header belongs to the user's line that it was inlined into.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools/page/page.h"

/* The folder of a path, with its slash. */
static size_t folder_length(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Checks whether a file lies in the folder of `home`, or below. One that is named without
 * a folder lies in the working folder, where the compiler was called. */
static bool is_beside(const char *name, const char *home) {
	size_t n = home ? folder_length(home) : 0;
	return home && strncmp(name, home, n) == 0 && (n || *name != '/');
}

/* Returns the file that most kernels are in: it counts as the user's, and so do those
 * that lie beside it or below. */
static const char *home_of(const struct module *m) {
	for (u32 i = 0; i < m->nfunc; i++) {
		const struct func *f = m->func[i];
		if (!f->is_entry || f->nline < 2)
			continue;
		const struct line_info *at = &f->line[1];
		while (at->inlined_at)
			at = &f->line[at->inlined_at];
		for (u32 k = 0; k < m->nfile; k++)
			if (m->file[k].index == at->file)
				return m->file[k].name->s;
	}
	return NULL;
}

void page_find_files(struct page *p) {
	const struct module *m = p->m->ir;
	const char *home = home_of(m);
	p->title = home ? home : p->title;
	p->file = arena_array(p->arena, struct page_source, m->nfile + 1);
	for (u32 i = 0; i < m->nfile; i++) {
		const char *name = m->file[i].name->s;
		bool is_mine = is_beside(name, home);
		p->file[i] = (struct page_source){
			.name = name,
			.text = is_mine ? source_load_named(&p->run->sources, name)
		                        : NULL};
	}
}

static u32 file_of(const struct page *p, u32 index) {
	const struct module *m = p->m->ir;
	for (u32 i = 0; i < m->nfile; i++)
		if (m->file[i].index == index)
			return i;
	return NO_FILE;
}

static struct whence whence_of(const struct page *p, const struct func *f,
                               const struct inst *in) {
	struct whence o = {.ptx = source_pos(&p->m->sources, in->loc.start).line,
	                   .file = NO_FILE};
	for (u32 at = in->line; at; at = f->line[at].inlined_at) {
		u32 file = file_of(p, f->line[at].file);
		if (file == NO_FILE || !p->file[file].text)
			continue;
		o.file = file;
		o.line = f->line[at].line;
		o.column = f->line[at].column;
		break;
	}
	return o;
}

static int by_line(const void *a, const void *b) {
	const struct whence *x = a, *y = b;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* Lines of the source that have code get one colour after the other, so that a screen has
 * none twice. */
static void find_hues(const struct page *p, struct chapter *ch) {
	u32 n = ch->f->ninst, kept = 0;
	struct whence *all = arena_array(p->arena, struct whence, n + 1);
	ch->hue = arena_array(p->arena, u32, n + 1);
	memcpy(all, ch->from, n * sizeof *all);
	qsort(all, n, sizeof *all, by_line);
	for (u32 i = 0; i < n; i++)
		if (!kept || by_line(&all[kept - 1], &all[i]) != 0)
			all[kept++] = all[i];
	for (u32 i = 0; i < n; i++) {
		const struct whence *at = bsearch(&ch->from[i], all, kept, sizeof *all,
		                                  by_line);
		ch->hue[i] = (at->file == NO_FILE ? ch->block_of[i] : (u32)(at - all)) %
		             HUES;
	}
}

void page_find_whence(const struct page *p, struct chapter *ch) {
	const struct func *f = ch->f;
	ch->from = arena_array(p->arena, struct whence, f->ninst + 1);
	ch->block_of = arena_array(p->arena, u32, f->ninst + 1);
	for (u32 i = 0; i < f->ninst; i++)
		ch->from[i] = whence_of(p, f, &f->inst[i]);
	for (u32 b = 0; b < f->nblock; b++)
		for (u32 i = 0; i < f->block[b].ninst; i++)
			ch->block_of[f->block[b].first + i] = b;
	find_hues(p, ch);
	ch->first_ptx = source_pos(&p->m->sources, f->loc.start).line;
	ch->last_ptx = f->ninst ? ch->from[f->ninst - 1].ptx + 1 : ch->first_ptx;
}

u32 page_hue(const struct chapter *ch, u32 inst) {
	return ch->hue[inst];
}

u32 page_inst_at(const struct chapter *ch, u32 ptx) {
	/* instructions stand in the order of the text */
	u32 low = 0, high = ch->f->ninst;
	while (low < high) {
		u32 mid = low + (high - low) / 2;
		if (ch->from[mid].ptx < ptx)
			low = mid + 1;
		else
			high = mid;
	}
	return low < ch->f->ninst && ch->from[low].ptx == ptx ? low : NO_REG;
}
