/* json.c - the IR as JSON (--dump=ir:json): variables, functions, blocks, and each
 * instruction as text and in its parts. Numbers of blocks and names of registers are
 * those of the other dumps.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "ir/isa/inst.h"
#include "ir/read/module.h"

struct walk {
	struct json_out j;
	const struct module *m;
	const struct func *f;
};

static const char *const linkage_name[] = {
	[LINKAGE_NONE] = NULL,       [LINKAGE_VISIBLE] = "visible",
	[LINKAGE_EXTERN] = "extern", [LINKAGE_WEAK] = "weak",
	[LINKAGE_COMMON] = "common",
};

static const char *const space_name[SPACE_COUNT] = {
#define SPACE(id, text) text,
#include "ir/space.def"
#undef SPACE
};

static const char *const sreg_name[SREG_COUNT] = {
#define SREG(id, text, ...) text,
#include "ir/sreg.def"
#undef SREG
};

/* ---- operands ---------------------------------------------------------------------- */

static void put_operand(struct walk *w, const struct operand *o);

static void put_elements(struct walk *w, const struct operand *o) {
	json_open(&w->j, "elements", '[');
	for (u32 i = 0; i < o->n; i++)
		put_operand(w, &w->f->operand[o->index + i]);
	json_close(&w->j, ']');
}

static void put_target(struct walk *w, const struct targets *t) {
	json_text(&w->j, "name", t->label ? t->label->s : NULL);
	if (t->kind == TARGETS_BRANCH)
		json_numbers(&w->j, "blocks", t->index, t->n);
}

static void put_operand(struct walk *w, const struct operand *o) {
	static const char *const kind[] = {
		[OPR_NONE] = "none",        [OPR_REG] = "register",
		[OPR_IMM] = "immediate",    [OPR_SREG] = "special",
		[OPR_SYM] = "symbol",       [OPR_FUNC] = "function",
		[OPR_ADDR_REG] = "address", [OPR_ADDR_SYM] = "address",
		[OPR_ADDR_IMM] = "address", [OPR_VEC] = "vector",
		[OPR_TENSOR] = "tensor",    [OPR_PAIR] = "pair",
		[OPR_LABEL] = "block",      [OPR_TARGETS] = "targets",
		[OPR_SINK] = "sink"};
	struct json_out *j = &w->j;
	const struct var *v = o->kind == OPR_SYM || o->kind == OPR_ADDR_SYM
	                              ? &w->m->var[o->index]
	                              : NULL;
	json_open(j, NULL, '{');
	json_text(j, "kind", kind[o->kind]);
	switch ((enum operand_kind)o->kind) {
	case OPR_REG:
	case OPR_ADDR_REG: json_text(j, "register", w->f->reg[o->index].name->s); break;
	case OPR_SREG: json_text(j, "register", sreg_name[o->index]); break;
	case OPR_FUNC: json_text(j, "function", w->m->func[o->index]->name->s); break;
	case OPR_SYM:
	case OPR_ADDR_SYM: json_text(j, "symbol", v->name ? v->name->s : NULL); break;
	case OPR_VEC:
	case OPR_TENSOR:
	case OPR_PAIR: put_elements(w, o); break;
	case OPR_LABEL: json_number(j, "block", o->index); break;
	case OPR_TARGETS: put_target(w, &w->f->targets[o->index]); break;
	default: break;
	}
	if (o->kind == OPR_IMM)
		json_number(j, "value", o->value);
	else if (o->value || o->kind == OPR_ADDR_IMM)
		json_number(j, "offset", o->value);
	if (o->negated)
		json_bool(j, "negated", true);
	if (o->kind == OPR_REG && o->sel)
		json_number(j, "selector", o->sel);
	json_close(j, '}');
}

/* ---- instructions ------------------------------------------------------------------ */

static void put_modifiers(struct walk *w, const struct inst *in,
                          const struct row_info *info) {
	json_open(&w->j, "modifiers", '[');
	for (u32 i = 0; i < info->nslot && !info->any_words; i++) {
		const struct slot_info *s = &slot_info[info->slot[i].slot];
		u32 value = (u32)(in->mods >> s->shift) & ((1u << s->width) - 1);
		if (value)
			json_text(&w->j, NULL,
			          mod_value_info((enum mod_slot)info->slot[i].slot, value)
			                  ->text);
	}
	json_close(&w->j, ']');
}

static void put_place(struct walk *w, const struct inst *in) {
	struct json_out *j = &w->j;
	u32 ptx = w->m->sources ? source_pos(w->m->sources, in->loc.start).line : 0;
	if (ptx)
		json_number(j, "ptx_line", ptx);
	if (!in->line)
		return;
	const struct line_info *l = &w->f->line[in->line];
	json_number(j, "file", l->file);
	json_number(j, "line", l->line);
	json_number(j, "column", l->column);
}

static void put_inst_json(struct walk *w, u32 i) {
	const struct inst *in = &w->f->inst[i];
	const struct row_info *info = row_info((enum row)in->row);
	struct json_out *j = &w->j;
	char text[512];
	size_t n = ir_print_inst(w->m, w->f, in, text, sizeof text);
	json_open(j, NULL, '{');
	json_number(j, "index", i);
	json_text_n(j, "text", text, MIN(n, sizeof text - 1));
	json_text(j, "row", info->id);
	json_text(j, "mnemonic", info->mnemonic);
	if (in->guard != NO_REG) {
		json_text(j, "guard", w->f->reg[in->guard].name->s);
		json_bool(j, "guard_negated", in->guard_negated != 0);
	}
	put_modifiers(w, in, info);
	json_open(j, "types", '[');
	for (u32 k = 0; k < 4 && in->type[k]; k++)
		json_text(j, NULL, type_info[in->type[k]].text);
	json_close(j, ']');
	json_open(j, "operands", '[');
	for (u32 k = 0; k < in->noperand; k++)
		put_operand(w, &in->operand[k]);
	json_close(j, ']');
	put_place(w, in);
	json_close(j, '}');
}

/* ---- functions and variables ------------------------------------------------------- */

static void put_variable(struct walk *w, const struct var *v) {
	struct json_out *j = &w->j;
	json_open(j, NULL, '{');
	json_text(j, "name", v->name ? v->name->s : NULL);
	json_text(j, "space", v->is_reg ? "reg" : space_name[v->space]);
	json_text(j, "type", type_info[v->type].text);
	json_unsigned(j, "bytes", v->size_bytes);
	json_unsigned(j, "align", v->align);
	if (v->linkage)
		json_text(j, "linkage", linkage_name[v->linkage]);
	if (v->is_param)
		json_number(j, "offset", v->param_offset);
	json_close(j, '}');
}

static void put_variables(struct walk *w, const char *key, const u32 *var, u32 n) {
	json_open(&w->j, key, '[');
	for (u32 i = 0; i < n; i++)
		put_variable(w, &w->m->var[var[i]]);
	json_close(&w->j, ']');
}

static void put_registers(struct walk *w) {
	json_open(&w->j, "registers", '[');
	for (u32 i = 0; i < w->f->nreg; i++) {
		json_open(&w->j, NULL, '{');
		json_text(&w->j, "name", w->f->reg[i].name->s);
		json_text(&w->j, "type", type_info[w->f->reg[i].type].text);
		json_close(&w->j, '}');
	}
	json_close(&w->j, ']');
}

static void put_function(struct walk *w) {
	const struct func *f = w->f;
	struct json_out *j = &w->j;
	json_open(j, NULL, '{');
	json_text(j, "name", f->name->s);
	json_bool(j, "entry", f->is_entry);
	if (f->linkage)
		json_text(j, "linkage", linkage_name[f->linkage]);
	put_variables(w, "parameters", f->param, f->nparam);
	put_variables(w, "results", f->ret, f->nret);
	put_variables(w, "variables", f->var, f->nvar);
	if (f->has_body) {
		put_registers(w);
		json_open(j, "blocks", '[');
		for (u32 b = 0; b < f->nblock; b++) {
			const struct block *bl = &f->block[b];
			json_open(j, NULL, '{');
			json_number(j, "block", b);
			if (bl->label)
				json_text(j, "label", bl->label->s);
			json_open(j, "instructions", '[');
			for (u32 i = 0; i < bl->ninst; i++)
				put_inst_json(w, bl->first + i);
			json_close(j, ']');
			json_close(j, '}');
		}
		json_close(j, ']');
	}
	json_close(j, '}');
}

void ir_json(const struct module *m, FILE *out) {
	struct walk w = {.j = {.out = out}, .m = m};
	struct json_out *j = &w.j;
	char version[24];
	snprintf(version, sizeof version, "%u.%u", m->version_major, m->version_minor);
	json_open(j, NULL, '{');
	json_text(j, "version", version);
	json_open(j, "target", '[');
	for (u32 i = 0; i < m->ntarget; i++)
		json_text(j, NULL, m->target[i]->s);
	json_close(j, ']');
	json_open(j, "variables", '[');
	for (u32 i = 0; i < m->nvar; i++)
		if (m->var[i].func == NO_REG)
			put_variable(&w, &m->var[i]);
	json_close(j, ']');
	json_open(j, "functions", '[');
	for (u32 i = 0; i < m->nfunc; i++) {
		w.f = m->func[i];
		put_function(&w);
	}
	json_close(j, ']');
	json_close(j, '}');
	json_end(j);
}
