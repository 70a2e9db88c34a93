/* inst.c - one instruction as PTX text.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>

#include "ir/print/print.h"

static const char *const sreg_text[SREG_COUNT] = {
#define SREG(id, text, ...) text,
#include "ir/sreg.def"
#undef SREG
};

void puts_to(struct writer *w, const char *s) {
	size_t len = strlen(s);
	if (w->out) {
		fwrite(s, 1, len, w->out);
	} else if (w->n < w->size) {
		size_t room = w->size - w->n - 1;
		memcpy(w->buf + w->n, s, MIN(len, room));
		w->buf[w->n + MIN(len, room)] = 0;
	}
	w->n += len;
}

void put(struct writer *w, const char *fmt, ...) {
	char buf[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	puts_to(w, buf);
}

void put_label(struct writer *w, const struct func *f, u32 block) {
	if (block < f->nblock && f->block[block].label)
		puts_to(w, f->block[block].label->s);
	else
		put(w, "$B%u", block);
}

/* ---- operands ---------------------------------------------------------------------- */

static void put_imm(struct writer *w, enum type t, s64 value) {
	if (t == TYPE_F32)
		put(w, "0f%08X", (u32)value);
	else if (t == TYPE_F64)
		put(w, "0d%016llX", (unsigned long long)value);
	else
		put(w, "%lld", (long long)value);
}

static void put_offset(struct writer *w, s64 offset) {
	if (offset)
		put(w, "+%lld", (long long)offset);
}

static const char *var_name(const struct module *m, u32 var) {
	return m->var[var].name ? m->var[var].name->s : "_";
}

/* .b2, .h1; .b310 and .h10, the lanes that are written; .b7610 and .h32, the lanes that
 * are read. */
static void put_selector(struct writer *w, const struct inst *in,
                         const struct operand *o) {
	const char *mnemonic = row_info((enum row)in->row)->mnemonic;
	char kind = mnemonic[strlen(mnemonic) - 1] == '2' ? 'h' : 'b';
	if (!o->sel)
		return;
	if (o->sel < SEL_H0) {
		put(w, ".b%d", o->sel - SEL_B0);
	} else if (o->sel < SEL_MASK) {
		put(w, ".h%d", o->sel - SEL_H0);
	} else if (o->n) {
		put(w, ".%c", kind);
		for (u32 i = o->n; i-- > 0;)
			put(w, "%d", (int)(o->value >> 4 * i & 15));
	} else {
		put(w, ".%c", kind);
		for (u32 i = 4; i-- > 0;)
			if ((o->sel - SEL_MASK) >> i & 1)
				put(w, "%u", i);
	}
}

static void put_operand(struct writer *w, const struct module *m, const struct func *f,
                        const struct inst *in, const struct operand *o, enum type t);

static void put_elements(struct writer *w, const struct module *m, const struct func *f,
                         const struct inst *in, const struct operand *o, enum type t,
                         const char *between) {
	for (u32 i = 0; i < o->n; i++) {
		puts_to(w, i ? between : "");
		put_operand(w, m, f, in, &f->operand[o->index + i], t);
	}
}

static void put_list(struct writer *w, const struct module *m, const struct func *f,
                     const struct inst *in, const struct operand *o, enum type t,
                     const char *brackets) {
	put(w, "%c", brackets[0]);
	put_elements(w, m, f, in, o, t, brackets[0] == '{' ? "," : ", ");
	put(w, "%c", brackets[1]);
}

static void put_operand(struct writer *w, const struct module *m, const struct func *f,
                        const struct inst *in, const struct operand *o, enum type t) {
	if (o->negated)
		puts_to(w, o->kind == OPR_REG && f->reg[o->index].type != TYPE_PRED
		                   ? "-"
		                   : "!");
	switch ((enum operand_kind)o->kind) {
	case OPR_NONE: break;
	case OPR_REG:
		puts_to(w, f->reg[o->index].name->s);
		put_selector(w, in, o);
		break;
	case OPR_IMM: put_imm(w, t, o->value); break;
	case OPR_SREG: puts_to(w, sreg_text[o->index]); break;
	case OPR_SYM:
		puts_to(w, var_name(m, o->index));
		put_offset(w, o->value);
		break;
	case OPR_FUNC: puts_to(w, m->func[o->index]->name->s); break;
	case OPR_ADDR_REG:
		put(w, "[%s", f->reg[o->index].name->s);
		put_offset(w, o->value);
		puts_to(w, "]");
		break;
	case OPR_ADDR_SYM:
		put(w, "[");
		puts_to(w, var_name(m, o->index));
		put_offset(w, o->value);
		puts_to(w, "]");
		break;
	case OPR_ADDR_IMM: put(w, "[%lld]", (long long)o->value); break;
	case OPR_VEC: put_list(w, m, f, in, o, t, "{}"); break;
	case OPR_TENSOR: put_list(w, m, f, in, o, TYPE_NONE, "[]"); break;
	case OPR_PAIR: put_elements(w, m, f, in, o, t, "|"); break;
	case OPR_LABEL: put_label(w, f, o->index); break;
	case OPR_TARGETS: puts_to(w, f->targets[o->index].label->s); break;
	case OPR_SINK: puts_to(w, "_"); break;
	}
}

/* Prints texture, sampler and coordinates: [t, {x}] or [t, s, {x}]. */
static void put_texture(struct writer *w, const struct module *m, const struct func *f,
                        const struct inst *in, u32 at) {
	const struct operand *sampler = &in->operand[at + 1],
			     *coords = &in->operand[at + 2];
	enum type t = row_operand_type(row_info((enum row)in->row), in->type, at + 2);
	puts_to(w, "[");
	put_operand(w, m, f, in, &in->operand[at], TYPE_B64);
	if (sampler->kind != OPR_IMM || sampler->value) {
		puts_to(w, ", ");
		put_operand(w, m, f, in, sampler, TYPE_B64);
	}
	puts_to(w, ", {");
	for (u32 i = 0; i < coords->n; i++) {
		puts_to(w, i ? "," : "");
		put_operand(w, m, f, in, &f->operand[coords->index + i],
		            i == 0 && tex_is_layered(in->mods) ? TYPE_U32 : t);
	}
	puts_to(w, "}]");
}

/* Prints a tensor map and its coordinates: [map, {x}]. */
static void put_tensor(struct writer *w, const struct module *m, const struct func *f,
                       const struct inst *in, u32 at) {
	struct operand map = in->operand[at];
	puts_to(w, "[");
	if (map.kind == OPR_ADDR_REG) {
		puts_to(w, f->reg[map.index].name->s);
		put_offset(w, map.value);
	} else {
		map.kind = map.kind == OPR_ADDR_SYM ? OPR_SYM : OPR_IMM;
		put_operand(w, m, f, in, &map, TYPE_B64);
	}
	puts_to(w, ", ");
	put_operand(w, m, f, in, &in->operand[at + 1], TYPE_S32);
	puts_to(w, "]");
}

/* ---- calls ------------------------------------------------------------------------- */

struct formals { /* the formal parameters or results that a list of the call stands for */
	const u32 *var;
	u32 n;
};

static struct formals formals_of(const struct module *m, const struct func *f,
                                 const struct inst *in, bool of_results) {
	if (in->operand[1].kind == OPR_FUNC) {
		const struct func *to = m->func[in->operand[1].index];
		return of_results ? (struct formals){to->ret, to->nret}
		                  : (struct formals){to->param, to->nparam};
	}
	if (in->noperand < 4)
		return (struct formals){0};
	const struct targets *t = &f->targets[in->operand[3].index];
	return of_results ? (struct formals){t->ret, t->nret}
	                  : (struct formals){t->param, t->nparam};
}

/* Checks whether the n operands are the elements of one vector register, in order. */
static bool is_vector(const struct func *f, const struct operand *o, u32 n) {
	for (u32 i = 0; i < n; i++) {
		const struct reg *reg = o[i].kind == OPR_REG ? &f->reg[o[i].index] : NULL;
		if (!reg || reg->vec != n || reg->elem != i ||
		    o[i].index != o[0].index + i)
			return false;
	}
	return true;
}

static void put_passed(struct writer *w, const struct module *m, const struct func *f,
                       const struct inst *in, const struct operand *list,
                       struct formals to) {
	const struct operand *o = &f->operand[list->index];
	puts_to(w, "(");
	for (u32 i = 0; i < list->n;) {
		const struct var *v = i < to.n ? &m->var[to.var[i]] : NULL;
		enum type t = v ? (enum type)v->type : TYPE_NONE;
		u32 n = v && v->group && i + v->group <= list->n ? v->group : 1;
		puts_to(w, i ? ", " : "");
		if (n > 1 && is_vector(f, o + i, n)) {
			const struct str *name = f->reg[o[i].index].name;
			put(w, "%.*s", (int)name->len - 2, name->s);
			i += n;
			continue;
		}
		puts_to(w, n > 1 ? "{" : "");
		for (u32 end = i + n; i < end; i++) {
			put_operand(w, m, f, in, &o[i], t);
			puts_to(w, i + 1 < end ? "," : "");
		}
		puts_to(w, n > 1 ? "}" : "");
	}
	puts_to(w, ")");
}

static void put_call(struct writer *w, const struct module *m, const struct func *f,
                     const struct inst *in) {
	const struct operand *o = in->operand;
	if (o[0].kind == OPR_VEC) {
		put_passed(w, m, f, in, &o[0], formals_of(m, f, in, true));
		puts_to(w, ", ");
	}
	put_operand(w, m, f, in, &o[1], TYPE_NONE);
	if (in->noperand > 2 && o[2].kind == OPR_VEC) {
		puts_to(w, ", ");
		put_passed(w, m, f, in, &o[2], formals_of(m, f, in, false));
	}
	if (in->noperand > 3) {
		puts_to(w, ", ");
		put_operand(w, m, f, in, &o[3], TYPE_NONE);
	}
}

/* ---- instructions ------------------------------------------------------------------ */

/* Prints the opcode, without modifiers that the version does not know and so implies. */
static void put_opcode(struct writer *w, const struct module *m, const struct func *f,
                       const struct inst *in) {
	const struct row_info *info = row_info((enum row)in->row);
	if (info->any_words) {
		puts_to(w, f->text[in->mods]->s);
		return;
	}
	puts_to(w, info->mnemonic);
	for (u32 i = 0; i <= info->nslot; i++) {
		for (u32 k = 0; i == info->types_at && k < 4 && in->type[k]; k++)
			put(w, ".%s", type_info[in->type[k]].text);
		if (i == info->nslot)
			break;
		const struct slot_info *s = &slot_info[info->slot[i].slot];
		u32 value = (u32)(in->mods >> s->shift) & ((1u << s->width) - 1);
		const struct mod_info *mod =
			value ? mod_value_info((enum mod_slot)info->slot[i].slot, value)
			      : NULL;
		bool is_implied = mod &&
		                  (mod->slot == MOD_FTZ || mod->slot == MOD_APPROX) &&
		                  m->version && m->version < mod->ptx;
		if (mod && !is_implied)
			put(w, ".%s", mod->text);
	}
}

void put_inst(struct writer *w, const struct module *m, const struct func *f,
              const struct inst *in) {
	const struct row_info *info = row_info((enum row)in->row);
	if (in->guard != NO_REG)
		put(w, "@%s%s ", in->guard_negated ? "!" : "", f->reg[in->guard].name->s);
	put_opcode(w, m, f, in);
	puts_to(w, in->noperand ? " " : "");
	if (info->props & PROP_CALL) {
		put_call(w, m, f, in);
	} else {
		bool more = false;
		for (u32 i = 0; i < in->noperand; i++) {
			if (in->operand[i].kind == OPR_NONE)
				continue;
			puts_to(w, more ? ", " : "");
			more = true;
			if (info->table && info->opr[i].letter == 'H' &&
			    i + 2 < in->noperand) {
				put_texture(w, m, f, in, i);
				i += 2;
				continue;
			}
			if (info->table && info->opr[i].letter == 'U') {
				put_tensor(w, m, f, in, i++);
				continue;
			}
			if (info->table && info->opr[i].letter == 'I') {
				put_elements(w, m, f, in, &in->operand[i], TYPE_S32,
				             ", ");
				continue;
			}
			put_operand(w, m, f, in, &in->operand[i],
			            i < info->nopr ? row_constant_type(info, in->type, i)
			                           : TYPE_NONE);
		}
	}
	puts_to(w, ";");
}

size_t ir_print_inst(const struct module *m, const struct func *f, const struct inst *in,
                     char *buf, size_t size) {
	struct writer w = {.buf = buf, .size = size};
	if (size)
		buf[0] = 0;
	put_inst(&w, m, f, in);
	return w.n;
}
