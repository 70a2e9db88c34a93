/* panes.c - source, PTX, IR, LLVM IR and assembly of one kernel, side by side.
 *
 * Rows carry data-s="FILE.LINE" of the source and data-p="LINE" of the PTX; page.js
 * lights up what agrees. Without it the colours of the rows and the links between source
 * and PTX do the same, and boxes choose panes.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "ir/isa/doc.h"
#include "ir/isa/inst.h"
#include "tools/page/page.h"
#include "tools/simtrun/stagetext.h"

enum {
	AROUND = 3, /* lines of the source shown before and after those of the kernel */
	ROW_BYTES = 70,   /* of the page for a row, beside its text */
	PLAIN_BYTES = 32, /* of one that belongs to no instruction */
	LINK_BYTES = 26,  /* of the link to what the instruction does */
};

static bool has_room(struct page *p, enum page_part part, size_t n) {
	return page_take(p, part, n + ROW_BYTES);
}

static void pane_begin(struct page *p, const char *class, const char *title,
                       const char *note) {
	fprintf(p->out,
	        "<section class=\"pane %s\"><h3>%s</h3><p class=note>%s</p><div "
	        "class=code role=group aria-label=\"%s\">\n",
	        class, title, note, title);
}

static void pane_end(struct page *p) {
	fputs("</div></section>\n", p->out);
}

/* ---- source ------------------------------------------------------------------------ */

/* The value that is made at a place of the source: an operation's operator, an access's
 * array, a call's function. */
struct mark {
	u32 file, line, column;
	u8 kind;        /* the worst of enum uniform_kind */
	u8 address;     /* the same of the addresses of memory that is accessed here;
	                   VALUE_UNKNOWN: none is */
	bool is_access; /* kind is of the value read, not of its address */
	bool parts;     /* a branch that lanes may part at */
	u32 inst;
};

static int by_place(const void *a, const void *b) {
	const struct mark *x = a, *y = b;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->column < y->column ? -1 : x->column > y->column;
}

static u32 result_of(const struct inst *in) {
	const struct row_info *r = row_info(in->row);
	bool has = r->nopr && in->noperand && in->operand[0].kind == OPR_REG &&
	           !(r->props & (PROP_STORE | PROP_TERM));
	return has ? in->operand[0].index : NO_REG;
}

/* Checks whether it is a copy or a constant, which make no value: those that begin a
 * loop's variable are on the line of what is before them. Parameters are loaded where the
 * function begins. */
static bool makes_nothing(const struct module *m, const struct inst *in) {
	bool copy = (in->row == ROW_MOV || in->row == ROW_MOV_PRED) && in->noperand > 1;
	bool param = false;
	for (u32 i = 0; i < in->noperand; i++)
		param |= in->operand[i].kind == OPR_ADDR_SYM &&
		         m->var[in->operand[i].index].is_param;
	return copy || param || in->row == ROW_CVTA_TO;
}

static bool parts_lanes(const struct chapter *ch, u32 inst) {
	u32 b = ch->block_of[inst];
	const struct block *bl = &ch->f->block[b];
	return inst + 1 == bl->first + bl->ninst && ch->uni->branch_divergent[b];
}

/* Returns the instruction that decides a branch: the last before it that sets its guard.
 */
static u32 decider(const struct chapter *ch, u32 branch) {
	u32 guard = ch->f->inst[branch].guard;
	for (u32 i = branch; i-- > 0 && guard != NO_REG;)
		if (result_of(&ch->f->inst[i]) == guard)
			return i;
	return branch;
}

/* The kind of the addresses that an instruction accesses. */
static u8 address_kind(const struct chapter *ch, const struct inst *in) {
	if (!(row_info(in->row)->props & (PROP_LOAD | PROP_STORE)))
		return VALUE_UNKNOWN;
	for (u32 k = 0; k < in->noperand; k++)
		if (in->operand[k].kind == OPR_ADDR_REG)
			return ch->uni->reg[in->operand[k].index].kind;
	return VALUE_UNIFORM;
}

static struct mark mark_of(const struct chapter *ch, u32 i) {
	const struct inst *in = &ch->f->inst[i];
	bool parts = parts_lanes(ch, i);
	u32 reg = result_of(in), at = parts ? decider(ch, i) : i;
	struct mark m = {ch->from[at].file, ch->from[at].line, ch->from[at].column,
	                 .parts = parts, .inst = at};
	m.address = address_kind(ch, in);
	m.is_access = m.address != VALUE_UNKNOWN;
	if (reg != NO_REG && !parts)
		m.kind = ch->uni->reg[reg].kind;
	return m;
}

static void join(struct mark *m, const struct mark *x) {
	if (x->is_access && !m->is_access)
		m->kind = x->kind;
	else if (x->is_access == m->is_access)
		m->kind = MAX(m->kind, x->kind);
	m->is_access |= x->is_access;
	m->address = MAX(m->address, x->address);
	m->parts |= x->parts;
}

/* Finds the marks, sorted, one for each place; returns how many. */
static u32 find_marks(struct page *p, const struct chapter *ch, struct mark **out) {
	const struct func *f = ch->f;
	struct mark *m = arena_array(p->arena, struct mark, f->ninst + 1);
	u32 n = 0, kept = 0;
	for (u32 i = 0; i < f->ninst; i++) {
		struct mark x = mark_of(ch, i);
		if (x.file == NO_FILE)
			continue;
		if (makes_nothing(p->m->ir, &f->inst[i]))
			x.kind = x.address = VALUE_UNKNOWN;
		m[n++] = x;
	}
	qsort(m, n, sizeof *m, by_place);
	for (u32 i = 0; i < n; i++) {
		if (kept && by_place(&m[kept - 1], &m[i]) == 0)
			join(&m[kept - 1], &m[i]);
		else
			m[kept++] = m[i];
	}
	*out = m;
	return kept;
}

static const char *kind_name(u8 kind) {
	static const char *const names[] = {"", "uniform", "affine", "divergent"};
	return names[kind];
}

/* Returns the length of the identifier, number or operator that begins at s. */
static u32 token_length(const char *s, u32 left) {
	u32 n = 0;
	while (n < left && (isalnum((u8)s[n]) || s[n] == '_' || s[n] == '.'))
		n++;
	if (n)
		return n;
	return left > 1 && strchr("=<>&|+-", s[0]) && (s[1] == s[0] || s[1] == '=')
	               ? 2
	               : MIN(left, 1u);
}

/* Returns the place after the bracket that closes the one at s; `left` if it does not
 * close. */
static u32 bracket_length(const char *s, u32 left) {
	u32 depth = 0;
	for (u32 n = 0; n < left; n++) {
		depth += s[n] == '(' || s[n] == '[';
		depth -= s[n] == ')' || s[n] == ']';
		if (!depth)
			return n + 1;
	}
	return left;
}

/* The same of an operator, or of a name with its indices, arguments and members. */
static u32 mark_length(const char *s, u32 left) {
	u32 n = token_length(s, left);
	while (isalpha((u8)s[0]) && n < left) {
		bool arrow = left - n > 2 && s[n] == '-' && s[n + 1] == '>';
		if (s[n] == '[' || s[n] == '(')
			n += bracket_length(s + n, left - n);
		else if (arrow || (s[n] == '.' && n + 1 < left))
			n += 1 + arrow +
			     token_length(s + n + 1 + arrow, left - n - 1 - arrow);
		else
			break;
	}
	return n;
}

static void mark_title(struct page *p, const struct mark *m) {
	const char *sep = "";
	if (m->kind) {
		fputs(kind_name(m->kind), p->out);
		sep = "; ";
	}
	if (m->address) {
		fprintf(p->out, "%saddresses: %s", sep, kind_name(m->address));
		sep = "; ";
	}
	if (m->parts)
		fprintf(p->out, "%slanes of a warp may part here", sep);
}

static void source_row_text(struct page *p, const char *text, u32 len,
                            const struct mark *m, u32 n) {
	u32 at = 0;
	for (u32 i = 0; i < n; i++) {
		u32 begin = m[i].column ? m[i].column - 1 : 0;
		u8 kind = m[i].kind ? m[i].kind : m[i].address;
		if (begin < at || begin >= len || (!kind && !m[i].parts))
			continue;
		u32 size = mark_length(text + begin, len - begin);
		page_text(p->out, text + at, begin - at);
		fprintf(p->out, "<i class=\"v%u%s\" title=\"", kind,
		        m[i].parts ? " parts" : "");
		mark_title(p, &m[i]);
		fputs("\">", p->out);
		page_text(p->out, text + begin, size);
		fputs("</i>", p->out);
		at = begin + size;
	}
	page_text(p->out, text + at, len - at);
}

static void source_row(struct page *p, const struct chapter *ch, u32 file, u32 line,
                       const char *text, u32 len, const struct mark *m, u32 n) {
	if (!n) {
		fprintf(p->out, "<div class=row><b>%u</b>", line);
		page_text(p->out, text, len);
		fputs("</div>\n", p->out);
		return;
	}
	fprintf(p->out,
	        "<div class=\"row h%u\" id=k%us%u.%u data-s=%u.%u>"
	        "<a class=n href=#k%up%u>%u</a>",
	        page_hue(ch, m->inst), ch->number, file, line, file, line, ch->number,
	        ch->from[m->inst].ptx, line);
	source_row_text(p, text, len, m, n);
	fputs("</div>\n", p->out);
}

static void source_file_rows(struct page *p, const struct chapter *ch, u32 file,
                             const struct mark *m, u32 n) {
	const struct source_file *src = p->file[file].text;
	const char *s = src->text, *end = src->text + src->len;
	bool gap = false;
	u32 at = 0, shown = 0;
	for (u32 line = 1; s < end; line++) {
		const char *text = s;
		u32 len = text_line(&s, end), here = at;
		while (at < n && m[at].line == line)
			at++;
		bool near = here < n && m[here].line <= line + AROUND;
		near |= at > 0 && line <= m[at - 1].line + AROUND;
		if (!near) {
			gap = true;
			continue;
		}
		if (gap && shown)
			fputs("<div class=gap>&#8943;</div>\n", p->out);
		gap = false;
		shown++;
		source_row(p, ch, file, line, text, len, m + here, at - here);
	}
}

static void source_pane(struct page *p, const struct chapter *ch) {
	struct mark *m;
	u32 n = find_marks(p, ch, &m);
	if (!n)
		return;
	pane_begin(p, "source", "Source",
	           "<i class=v1>uniform</i> <i class=v2>affine</i> <i "
	           "class=v3>divergent</i> <i class=parts>lanes part</i>");
	for (u32 i = 0; i < n;) {
		u32 file = m[i].file, first = i;
		while (i < n && m[i].file == file)
			i++;
		fputs("<div class=file>", p->out);
		page_string(p->out, p->file[file].name);
		fputs("</div>\n", p->out);
		source_file_rows(p, ch, file, m + first, i - first);
	}
	pane_end(p);
}

/* ---- instructions ------------------------------------------------------------------ */

/* The mnemonic is a link to its description at the end of the page, which the script also
 * shows on the spot. */
static void put_instruction(struct page *p, const struct inst *in, const char *text,
                            u32 len) {
	const char *name = row_info(in->row)->mnemonic;
	u32 n = (u32)strlen(name), at = 0;
	while (at + n <= len &&
	       (memcmp(text + at, name, n) != 0 || (at && isalnum((u8)text[at - 1]))))
		at++;
	if (at + n > len || !doc_of(name)) {
		page_text(p->out, text, len);
		return;
	}
	page_text(p->out, text, at);
	fprintf(p->out, "<a href=#i-%s>%s</a>", name, name);
	page_text(p->out, text + at + n, len - at - n);
}

static void data_of(struct page *p, const struct whence *w) {
	fprintf(p->out, " data-p=%u", w->ptx);
	if (w->file != NO_FILE)
		fprintf(p->out, " data-s=%u.%u", w->file, w->line);
}

/* ---- PTX --------------------------------------------------------------------------- */

static void ptx_pane(struct page *p, const struct chapter *ch) {
	const struct source_file *src = source_file_of(&p->m->sources, ch->f->loc.start);
	if (!src)
		return;
	const char *s = src->text, *end = src->text + src->len;
	pane_begin(p, "ptx", "PTX", "what the front end made, or the file as it is");
	for (u32 line = 1; s < end && line <= ch->last_ptx; line++) {
		const char *text = s;
		u32 len = text_line(&s, end), i = page_inst_at(ch, line);
		if (line < ch->first_ptx || (len > 5 && memcmp(text, "\t.loc", 5) == 0))
			continue;
		if (!page_take(
			    p, PAGE_PTX,
			    len + (i == NO_REG ? PLAIN_BYTES : ROW_BYTES + LINK_BYTES))) {
			page_cut(p, "The rest is", "simtrun --dump=ir");
			break;
		}
		if (i == NO_REG) {
			fputs("<div class=row><b></b>", p->out);
			page_text(p->out, text, len);
		} else {
			fprintf(p->out, "<div class=\"row h%u\" id=k%up%u",
			        page_hue(ch, i), ch->number, line);
			data_of(p, &ch->from[i]);
			fprintf(p->out, "><b>%u</b>", line);
			put_instruction(p, &ch->f->inst[i], text, len);
		}
		fputs("</div>\n", p->out);
	}
	pane_end(p);
}

/* ---- IR ---------------------------------------------------------------------------- */

static void ir_block_title(struct page *p, const struct chapter *ch, u32 b) {
	const struct func *f = ch->f;
	u32 meet = f->reconv->point[b], depth = cfg_loop_depth(f->cfg, b);
	fprintf(p->out, "<div class=block id=k%ub%u>b%u", ch->number, b, b);
	if (f->block[b].label) {
		fputc(' ', p->out);
		page_string(p->out, f->block[b].label->s);
	}
	if (depth)
		fprintf(p->out, " &middot; loop depth %u", depth);
	if (ch->uni->is_masked[b])
		fputs(" &middot; some lanes", p->out);
	if (f->reconv->is_point[b])
		fputs(" &middot; lanes meet again", p->out);
	if (ch->uni->branch_divergent[b] && meet != NO_BLOCK)
		fprintf(p->out, " &middot; lanes part until b%u", meet);
	fputs("</div>\n", p->out);
}

static bool ir_row(struct page *p, const struct chapter *ch, u32 i) {
	const struct inst *in = &ch->f->inst[i];
	u32 reg = result_of(in);
	const struct uniform_value *v = reg == NO_REG ? NULL : &ch->uni->reg[reg];
	char text[512];
	size_t n = ir_print_inst(p->m->ir, ch->f, in, text, sizeof text);
	if (!has_room(p, PAGE_IR, n + LINK_BYTES))
		return false;
	fprintf(p->out, "<div class=\"row h%u\"", page_hue(ch, i));
	data_of(p, &ch->from[i]);
	if (!v)
		fputs("><b></b>", p->out);
	else if (v->kind == VALUE_AFFINE)
		fprintf(p->out,
		        "><b class=v2 title=\"affine: %lld more from lane to "
		        "lane\">A</b>",
		        (long long)v->stride);
	else
		fprintf(p->out, "><b class=v%u title=%s>%c</b>", v->kind,
		        kind_name(v->kind), v->kind == VALUE_UNIFORM ? 'U' : 'D');
	put_instruction(p, in, text, (u32)MIN(n, sizeof text - 1));
	fputs("</div>\n", p->out);
	return true;
}

static void ir_pane(struct page *p, const struct chapter *ch) {
	const struct func *f = ch->f;
	pane_begin(p, "ir", "IR",
	           "blocks in the order of the layout; <i class=v1>U</i> all lanes read "
	           "the same, <i class=v2>A</i> equal steps from lane to lane, <i "
	           "class=v3>D</i> anything");
	bool ok = true;
	for (u32 k = 0; k < f->cfg->nreach && ok; k++) {
		u32 b = f->cfg->order[k];
		ok = has_room(p, PAGE_IR, 0);
		if (ok)
			ir_block_title(p, ch, b);
		for (u32 i = 0; i < f->block[b].ninst && ok; i++)
			ok = ir_row(p, ch, f->block[b].first + i);
	}
	if (!ok)
		page_cut(p, "The rest is", "simtrun --dump=ir,uniformity");
	pane_end(p);
}

/* ---- LLVM IR and assembly ---------------------------------------------------------- */

/* Rows of one line of the PTX, one after the other, are one row of the page. */
struct rows {
	struct page *p;
	const struct chapter *ch;
	enum page_part part;
	u32 line; /* of the open row; NO_REG: none is open */
	bool is_cut;
};

static void rows_put(void *ctx, u32 line, const char *text, size_t n) {
	struct rows *r = ctx;
	struct page *p = r->p;
	r->is_cut |= !page_take(p, r->part, n + 1 + (line != r->line ? ROW_BYTES : 0));
	if (r->is_cut)
		return;
	if (line != r->line) {
		u32 i = line ? page_inst_at(r->ch, line) : NO_REG;
		if (r->line != NO_REG)
			fputs("</pre>", p->out);
		if (i == NO_REG)
			fputs("<pre class=row>", p->out);
		else {
			fprintf(p->out, "<pre class=\"row h%u\"", page_hue(r->ch, i));
			data_of(p, &r->ch->from[i]);
			fputc('>', p->out);
		}
	}
	r->line = line;
	page_text(p->out, text, n);
	fputc('\n', p->out);
}

static void rows_end(struct rows *r) {
	if (r->line != NO_REG)
		fputs("</pre>", r->p->out);
	if (r->is_cut)
		page_cut(r->p, "The rest is",
		         r->part == PAGE_LLVM ? "simtrun --dump=llvm-opt"
		                              : "simtrun --dump=asm");
	pane_end(r->p);
}

static void llvm_pane(struct page *p, const struct chapter *ch) {
	const char *text = ch->text[STAGE_LLVM_OPT];
	if (!text)
		return;
	struct rows rows = {.p = p, .ch = ch, .part = PAGE_LLVM, .line = NO_REG};
	pane_begin(p, "llvm", "LLVM IR",
	           "after LLVM's passes; a vector register of the warp is one or more "
	           "vectors, and most blocks exist twice: for whole warps, and under a "
	           "mask");
	stage_llvm_lines(p->arena, text, rows_put, &rows);
	rows_end(&rows);
}

static void asm_pane(struct page *p, const struct chapter *ch) {
	const char *text = ch->text[STAGE_ASM];
	if (!text)
		return;
	struct rows rows = {.p = p, .ch = ch, .part = PAGE_ASM, .line = NO_REG};
	pane_begin(p, "asm", "Assembly", "what runs on this machine");
	stage_asm_lines(text, rows_put, &rows);
	rows_end(&rows);
}

/* Writes the choice of panes: boxes that the style sheet reads, without a script. */
static void put_chooser(struct page *p, bool has_source, bool has_code) {
	static const struct {
		const char *class, *title;
	} pane[] = {{"source", "Source"},
	            {"ptx", "PTX"},
	            {"ir", "IR"},
	            {"llvm", "LLVM IR"},
	            {"asm", "Assembly"}};
	fputs("<fieldset class=show><legend>Panes</legend>", p->out);
	for (u32 i = 0; i < countof(pane); i++)
		if (i ? i < 3 || has_code : has_source)
			fprintf(p->out,
			        "<label><input type=checkbox class=%s checked> "
			        "%s</label> ",
			        pane[i].class, pane[i].title);
	fputs("</fieldset>\n", p->out);
}

static bool has_source(const struct chapter *ch) {
	for (u32 i = 0; i < ch->f->ninst; i++)
		if (ch->from[i].file != NO_FILE)
			return true;
	return false;
}

void page_panes(struct page *p, const struct chapter *ch) {
	put_chooser(p, has_source(ch), ch->text[STAGE_ASM] != NULL);
	fputs("<div class=panes role=group aria-label=\"the kernel at every stage\" "
	      "tabindex=0>\n",
	      p->out);
	source_pane(p, ch);
	ptx_pane(p, ch);
	ir_pane(p, ch);
	llvm_pane(p, ch);
	asm_pane(p, ch);
	fputs("</div>\n", p->out);
}
