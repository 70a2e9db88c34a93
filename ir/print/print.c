/* print.c - IR -> PTX text that parses back to the same IR and that other assemblers
 * take. Nested scopes are gone (their names are unique), registers are declared as ranges
 * where their names allow it, and every instruction stands on a line of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/print/print.h"
#include "base/map.h"
#include "ir/line_key.h"
#include "ir/read/sampler.h"

#include <stdlib.h>

static const char *const linkage_text[] = {
	[LINKAGE_NONE] = "",           [LINKAGE_VISIBLE] = ".visible ",
	[LINKAGE_EXTERN] = ".extern ", [LINKAGE_WEAK] = ".weak ",
	[LINKAGE_COMMON] = ".common ",
};

static const char *const space_text[SPACE_COUNT] = {
#define SPACE(id, text) text,
#include "ir/space.def"
#undef SPACE
};

/* ---- variables --------------------------------------------------------------------- */

static void put_var_head(struct writer *w, const struct var *v) {
	u64 natural = (u64)type_size_bytes((enum type)v->type) * MAX(v->vec, 1);
	u32 vec = MAX(v->vec, v->group);
	put(w, "%s.%s", v->is_hidden ? ".hidden " : "",
	    v->is_reg ? "reg" : space_text[v->space]);
	if (v->managed)
		put(w, " .attribute(.managed)");
	/* nvcc writes it for all variables of memory, and programs that look for them in
	 * PTX expect it (jitify); parameters, textures and their like have it if it says
	 * something */
	bool is_always = v->space != SPACE_PARAM && type_info[v->type].class != 'O';
	if (!v->is_reg && (is_always || v->align != natural))
		put(w, " .align %llu", (unsigned long long)v->align);
	if (vec > 1)
		put(w, " .v%u", vec);
	put(w, " .%s", type_info[v->type].text);
	if (v->is_ptr) {
		put(w, " .ptr%s%s", v->ptr_space ? " ." : "", space_text[v->ptr_space]);
		if (v->ptr_align)
			put(w, " .align %llu", (unsigned long long)v->ptr_align);
	}
	put(w, " ");
	puts_to(w, v->name ? v->name->s : "_");
	for (u32 i = 0; i < v->ndim; i++) {
		if (v->dim[i] || i)
			put(w, "[%llu]", (unsigned long long)v->dim[i]);
		else
			put(w, "[]");
	}
}

static void put_reloc(struct writer *w, const struct module *m,
                      const struct init_reloc *r) {
	const char *name = r->var != NO_REG ? m->var[r->var].name->s
	                                    : m->func[r->func]->name->s;
	if (r->byte)
		put(w, "0x%llX(", 0xffull << 8 * (r->byte - 1u));
	if (r->generic)
		puts_to(w, "generic(");
	puts_to(w, name);
	if (r->generic)
		puts_to(w, ")");
	if (r->addend)
		put(w, "+%lld", (long long)r->addend);
	if (r->byte)
		puts_to(w, ")");
}

/* Sign-extends a value of the variable's type if that is signed. */
static long long sign_extended(const struct var *v, u64 value) {
	u32 shift = 64u - MIN(type_info[v->type].bits, 64u);
	return type_info[v->type].class == 'S' ? (long long)(value << shift) >> shift
	                                       : (long long)value;
}

static void put_init_value(struct writer *w, const struct module *m, const struct var *v,
                           u64 at, u32 *reloc) {
	u32 size = type_size_bytes((enum type)v->type);
	if (*reloc < v->nreloc && v->reloc[*reloc].offset == at) {
		put_reloc(w, m, &v->reloc[(*reloc)++]);
		return;
	}
	u64 value = 0;
	memcpy(&value, v->init + at, MIN(size, 8u));
	if (v->type == TYPE_F32)
		put(w, "0f%08X", (u32)value);
	else if (v->type == TYPE_F64)
		put(w, "0d%016llX", (unsigned long long)value);
	else
		put(w, type_info[v->type].class == 'S' ? "%lld" : "%llu",
		    sign_extended(v, value));
}

/* Braces follow the dimensions, the vector width being the last of them; what was not
 * given is zero and is left out. */
static void put_init(struct writer *w, const struct module *m, const struct var *v) {
	u64 part[6], size = type_size_bytes((enum type)v->type);
	u32 n = 0, reloc = 0;
	u64 inner = size * MAX(v->vec, 1);
	if (v->vec > 1)
		part[n++] = inner;
	for (u32 i = v->ndim; i-- > 0;) {
		inner *= v->dim[i];
		part[n++] = inner;
	}
	u64 end = alignup(v->init_bytes, 1), count = 0;
	puts_to(w, " = ");
	for (u64 at = 0; at < end || (at == 0 && n); at += size) {
		for (u32 i = n; i-- > 0;)
			if (at % part[i] == 0) {
				puts_to(w, at && (i + 1 == n || at % part[i + 1]) ? ", {"
				                                                  : "{");
			}
		if (at % (n ? part[0] : size) != 0)
			puts_to(w, count % 16 ? ", " : ",\n\t");
		count++;
		if (at < end)
			put_init_value(w, m, v, at, &reloc);
		for (u32 i = 0; i < n; i++)
			if ((at + size) % part[i] == 0 || at + size >= end)
				puts_to(w, "}");
	}
}

static void put_sampler(struct writer *w, const struct var *v) {
	char text[256];
	u64 state;
	memcpy(&state, v->init, sizeof(state));
	sampler_text(state, text, sizeof(text));
	put(w, " = {%s}", text);
}

static void put_var(struct writer *w, const struct module *m, const struct var *v) {
	puts_to(w, linkage_text[v->linkage]);
	put_var_head(w, v);
	if (v->init && v->type == TYPE_SAMPLERREF)
		put_sampler(w, v);
	else if (v->init)
		put_init(w, m, v);
	puts_to(w, ";\n");
}

/* ---- registers --------------------------------------------------------------------- */

struct reg_name {
	const char *name;
	u32 len; /* of the text before the number */
	u32 index;
	u64 number;
	u8 type;
	bool plain; /* %prefix and a number without leading zeros */
};

static int reg_name_order(const void *a, const void *b) {
	const struct reg_name *x = a, *y = b;
	if (x->plain != y->plain)
		return x->plain ? -1 : 1;
	if (!x->plain)
		return x->type != y->type    ? x->type - y->type
		       : x->index < y->index ? -1
		                             : 1;
	int c = memcmp(x->name, y->name, MIN(x->len, y->len));
	if (c || x->len != y->len)
		return c ? c : (int)x->len - (int)y->len;
	return x->number < y->number ? -1 : x->number > y->number;
}

static struct reg_name reg_name_split(const struct func *f, u32 i, bool ranges) {
	const struct str *s = f->reg[i].name;
	struct reg_name n = {
		.name = s->s, .len = s->len, .index = i, .type = f->reg[i].type};
	while (n.len > 1 && s->s[n.len - 1] >= '0' && s->s[n.len - 1] <= '9')
		n.len--;
	u32 digits = s->len - n.len;
	n.plain = ranges && s->s[0] == '%' && n.len > 1 && digits && digits < 10 &&
	          (digits == 1 || s->s[n.len] != '0');
	for (u32 k = n.len; n.plain && k < s->len; k++)
		n.number = n.number * 10 + (u64)(s->s[k] - '0');
	return n;
}

/* Checks that no range can take the name of anything else in the function. */
static bool may_use_ranges(const struct module *m, const struct func *f) {
	for (u32 i = 0; i < f->nblock; i++)
		if (f->block[i].label && f->block[i].label->s[0] == '%')
			return false;
	for (u32 i = 0; i < f->nvar; i++)
		if (m->var[f->var[i]].name->s[0] == '%')
			return false;
	return true;
}

static void put_singles(struct writer *w, const struct reg_name *r, u32 n) {
	for (u32 i = 0; i < n; i++) {
		if (i % 8 == 0 || r[i].type != r[i - 1].type)
			put(w, "%s\t.reg .%s ", i ? ";\n" : "",
			    type_info[r[i].type].text);
		else
			puts_to(w, ", ");
		puts_to(w, r[i].name);
	}
	puts_to(w, n ? ";\n" : "");
}

static void mark_used(bool *used, const struct operand *o, u32 n) {
	for (u32 i = 0; i < n; i++)
		if (o[i].kind == OPR_REG || o[i].kind == OPR_ADDR_REG)
			used[o[i].index] = true;
}

/* Registers that no instruction names are not declared. */
static bool *used_regs(struct arena *a, const struct func *f) {
	bool *used = arena_array(a, bool, f->nreg + 1);
	mark_used(used, f->operand, f->noperand);
	for (u32 i = 0; i < f->ninst; i++) {
		mark_used(used, f->inst[i].operand, f->inst[i].noperand);
		if (f->inst[i].guard != NO_REG)
			used[f->inst[i].guard] = true;
	}
	for (u32 i = f->nreg; i-- > 0;) /* a vector register is one declaration */
		if (f->reg[i].vec > 1 && f->reg[i].elem && used[i])
			used[i - 1] = true;
	return used;
}

static void put_regs(struct writer *w, const struct module *m, const struct func *f) {
	struct arena a = ARENA_INIT;
	struct reg_name *r = arena_array(&a, struct reg_name, f->nreg + 1);
	const bool *used = used_regs(&a, f);
	bool *is_param = arena_array(&a, bool, f->nreg + 1);
	bool ranges = may_use_ranges(m, f);
	u32 n = 0;
	for (u32 i = 0; i < f->nparam + f->nret; i++) {
		const struct var *v =
			&m->var[i < f->nparam ? f->param[i] : f->ret[i - f->nparam]];
		if (v->is_reg && v->reg < f->nreg) {
			is_param[v->reg] = true;
			ranges &= v->name->s[0] != '%';
		}
	}
	for (u32 i = 0; i < f->nreg; i++) {
		const struct reg *g = &f->reg[i];
		if (!used[i])
			continue;
		if (g->vec > 1 && !g->elem && !is_param[i])
			put(w, "\t.reg .v%u .%s %.*s;\n", g->vec, type_info[g->type].text,
			    (int)g->name->len - 2, g->name->s);
		else if (g->vec < 2 && !is_param[i])
			r[n++] = reg_name_split(f, i, ranges);
	}
	qsort(r, n, sizeof(*r), reg_name_order);
	u32 i = 0;
	while (i < n && r[i].plain) {
		u32 k = i + 1;
		bool same = true;
		for (; k < n && r[k].plain && r[k].len == r[i].len &&
		       !memcmp(r[k].name, r[i].name, r[i].len);
		     k++)
			same &= r[k].type == r[i].type;
		if (same)
			put(w, "\t.reg .%s %.*s<%llu>;\n", type_info[r[i].type].text,
			    (int)r[i].len, r[i].name,
			    (unsigned long long)r[k - 1].number + 1);
		else
			put_singles(w, r + i, k - i);
		i = k;
	}
	put_singles(w, r + i, n - i);
	arena_drop(&a);
}

/* ---- functions --------------------------------------------------------------------- */

static void put_param(struct writer *w, const struct module *m, u32 var) {
	put_var_head(w, &m->var[var]);
}

static void put_params(struct writer *w, const struct module *m, const u32 *list, u32 n,
                       const char *between) {
	puts_to(w, "(");
	for (u32 i = 0; i < n; i++) {
		if (m->var[list[i]].elem)
			continue;
		puts_to(w, i ? between : n > 1 && between[1] == '\n' ? "\n\t" : "");
		put_param(w, m, list[i]);
	}
	puts_to(w, n > 1 && between[1] == '\n' ? "\n)" : ")");
}

static void put_dims(struct writer *w, const char *name, const u32 *d) {
	if (d[0])
		put(w, "%s %u, %u, %u\n", name, d[0], d[1], d[2]);
}

static void put_directives(struct writer *w, const struct func *f) {
	put_dims(w, ".maxntid", f->maxntid);
	put_dims(w, ".reqntid", f->reqntid);
	put_dims(w, ".reqnctapercluster", f->reqnctapercluster);
	if (f->minnctapersm)
		put(w, ".minnctapersm %u\n", f->minnctapersm);
	if (f->maxnreg)
		put(w, ".maxnreg %u\n", f->maxnreg);
	if (f->maxclusterrank)
		put(w, ".maxclusterrank %u\n", f->maxclusterrank);
	if (f->explicitcluster)
		put(w, ".explicitcluster\n");
	if (f->blocksareclusters)
		put(w, ".blocksareclusters\n");
	if (f->noreturn)
		put(w, ".noreturn\n");
	for (u32 i = 0; i < f->npragma; i++)
		if (f->pragma_at[i] == NO_REG)
			put(w, ".pragma \"%s\";\n", f->pragma[i]->s);
}

static void put_targets(struct writer *w, const struct module *m, const struct func *f,
                        const struct targets *t) {
	puts_to(w, t->label->s);
	puts_to(w, ": ");
	if (t->kind == TARGETS_PROTO) {
		puts_to(w, ".callprototype ");
		if (t->nret) {
			put_params(w, m, t->ret, t->nret, ", ");
			puts_to(w, " ");
		}
		puts_to(w, "_ ");
		put_params(w, m, t->param, t->nparam, ", ");
		puts_to(w, t->noreturn ? " .noreturn;\n" : ";\n");
		return;
	}
	puts_to(w, t->kind == TARGETS_CALL ? ".calltargets " : ".branchtargets ");
	for (u32 i = 0; i < t->n; i++) {
		puts_to(w, i ? ", " : "");
		if (t->kind == TARGETS_CALL)
			puts_to(w, m->func[t->index[i]]->name->s);
		else
			put_label(w, f, t->index[i]);
	}
	puts_to(w, ";\n");
}

enum { INLINE_DEPTH = 256 }; /* nested calls in one loop; deeper ones take a recursion */

/* ptxas requires a .loc for the place of a call, and a reader takes the last one with its
 * numbers: `printed` has it for each place. */
static bool is_printed(const struct func *f, const struct map *printed, u32 line) {
	const u64 *last = map_find(printed, line_key(&f->line[line]));
	return last && *last == line;
}

static void put_line(struct writer *w, const struct func *f, u32 line,
                     struct map *printed) {
	const struct line_info *l = &f->line[line];
	u32 call[INLINE_DEPTH], n = 0;
	u32 i = l->inlined_at;
	for (; i && !is_printed(f, printed, i) && n < INLINE_DEPTH;
	     i = f->line[i].inlined_at)
		call[n++] = i;
	while (n)
		put_line(w, f, call[--n], printed);
	*map_at(printed, line_key(l)) = line;
	put(w, "\t.loc %u %u %u", l->file, l->line, l->column);
	if (l->function) {
		puts_to(w, ", function_name ");
		puts_to(w, l->function->label->s);
		if (l->function->offset)
			put(w, "+%lld", (long long)l->function->offset);
	}
	if (l->inlined_at) {
		l = &f->line[l->inlined_at];
		put(w, ", inlined_at %u %u %u", l->file, l->line, l->column);
	}
	puts_to(w, "\n");
}

struct cursor { /* where the printer is in the lists that stand between instructions */
	u32 line, pragma, targets, more_label;
	struct map line_printed; /* place -> the line_info printed last */
};

static void put_between(struct writer *w, const struct module *m, const struct func *f,
                        u32 inst, struct cursor *c) {
	for (; c->targets < f->ntargets && f->targets[c->targets].before_inst <= inst;
	     c->targets++)
		put_targets(w, m, f, &f->targets[c->targets]);
	for (; c->pragma < f->npragma && f->pragma_at[c->pragma] <= inst; c->pragma++)
		put(w, "\t.pragma \"%s\";\n", f->pragma[c->pragma]->s);
}

static void put_block(struct writer *w, const struct module *m, const struct func *f,
                      u32 index, const bool *is_target, struct cursor *c) {
	const struct block *b = &f->block[index];
	if (b->label || is_target[index]) {
		put_label(w, f, index);
		puts_to(w, ":\n");
	}
	for (; c->more_label < f->nmore_label &&
	       f->more_label[c->more_label].block == index;
	     c->more_label++)
		put(w, "%s:\n", f->more_label[c->more_label].label->s);
	if (w->notes)
		put(w, "\t// block %u\n", index);
	for (u32 i = b->first; i < b->first + b->ninst; i++) {
		const struct inst *in = &f->inst[i];
		put_between(w, m, f, i, c);
		if (in->line && in->line != c->line)
			put_line(w, f, in->line, &c->line_printed);
		c->line = in->line;
		puts_to(w, "\t");
		put_inst(w, m, f, in);
		if (w->notes)
			put(w, " // %s", row_info((enum row)in->row)->id);
		puts_to(w, "\n");
	}
}

static void put_body(struct writer *w, const struct module *m, const struct func *f) {
	struct cursor c = {0};
	struct arena a = ARENA_INIT;
	bool *is_target = arena_array(&a, bool, f->nblock + 1);
	c.line_printed = MAP_INIT(&a);
	for (u32 i = 0; i < f->ninst; i++)
		for (u32 k = 0; k < f->inst[i].noperand; k++)
			if (f->inst[i].operand[k].kind == OPR_LABEL)
				is_target[f->inst[i].operand[k].index] = true;
	while (c.pragma < f->npragma && f->pragma_at[c.pragma] == NO_REG)
		c.pragma++;
	puts_to(w, "{\n");
	put_regs(w, m, f);
	for (u32 i = 0; i < f->nvar; i++) {
		puts_to(w, "\t");
		put_var(w, m, &m->var[f->var[i]]);
	}
	for (u32 i = 0; i < f->nblock; i++)
		put_block(w, m, f, i, is_target, &c);
	put_between(w, m, f, NO_REG - 1, &c);
	puts_to(w, "}\n\n");
	arena_drop(&a);
}

void put_func(struct writer *w, const struct module *m, const struct func *f, bool body) {
	puts_to(w, linkage_text[body && f->linkage == LINKAGE_EXTERN ? LINKAGE_NONE
	                                                             : f->linkage]);
	puts_to(w, f->is_entry ? ".entry " : ".func ");
	if (f->nret) {
		put_params(w, m, f->ret, f->nret, ", ");
		puts_to(w, " ");
	}
	puts_to(w, f->name->s);
	if (f->nparam || !f->is_entry)
		put_params(w, m, f->param, f->nparam, ",\n\t");
	else
		puts_to(w, "()");
	if (body) {
		puts_to(w, "\n");
		put_directives(w, f);
		put_body(w, m, f);
	} else {
		puts_to(w, f->noreturn ? "\n.noreturn;\n" : ";\n");
	}
}

/* ---- sections, .file lines, and the module ----------------------------------------- */

static void put_section(struct writer *w, const struct section *s) {
	put(w, ".section %s\n{\n", s->name->s);
	for (u32 i = 0; i < s->nitem; i++) {
		const struct section_item *t = &s->item[i];
		switch ((enum section_item_kind)t->kind) {
		case SECTION_LABEL: put(w, "%s:\n", t->name->s); continue;
		case SECTION_DATA:
			put(w, "\t.%s %lld\n", type_info[t->type].text,
			    (long long)t->value);
			break;
		case SECTION_SYMBOL:
			put(w, "\t.%s ", type_info[t->type].text);
			puts_to(w, t->name->s);
			put(w, t->value ? "+%lld\n" : "\n", (long long)t->value);
			break;
		case SECTION_DIFF:
			put(w, "\t.%s ", type_info[t->type].text);
			puts_to(w, t->name->s);
			puts_to(w, "-");
			puts_to(w, t->name2->s);
			puts_to(w, "\n");
			break;
		}
	}
	puts_to(w, "}\n");
}

static void put_file(struct writer *w, const struct file_info *f) {
	put(w, ".file %u \"", f->index);
	puts_to(w, f->name->s);
	puts_to(w, "\"");
	if (f->has_time)
		put(w, ", %llu, %llu", (unsigned long long)f->time,
		    (unsigned long long)f->size);
	puts_to(w, "\n");
}

static void put_item(struct writer *w, const struct module *m, struct module_item item) {
	switch ((enum item_kind)item.kind) {
	case ITEM_VAR: put_var(w, m, &m->var[item.index]); break;
	case ITEM_FUNC_DECL: put_func(w, m, m->func[item.index], false); break;
	case ITEM_FUNC_DEF: put_func(w, m, m->func[item.index], true); break;
	case ITEM_ALIAS:
		put(w, ".alias %s, %s;\n", m->alias[item.index].alias->s,
		    m->func[m->alias[item.index].func]->name->s);
		break;
	case ITEM_FILE: put_file(w, &m->file[item.index]); break;
	case ITEM_SECTION: put_section(w, &m->section[item.index]); break;
	case ITEM_PRAGMA: put(w, ".pragma \"%s\";\n", m->pragma[item.index]->s); break;
	}
}

void put_module(struct writer *w, const struct module *m) {
	put(w, ".version %u.%u\n.target ", m->version_major, m->version_minor);
	for (u32 i = 0; i < m->ntarget; i++)
		put(w, "%s%s", i ? ", " : "", m->target[i]->s);
	put(w, "\n.address_size %u\n\n", m->address_size);
	for (u32 i = 0; i < m->nitem; i++)
		put_item(w, m, m->item[i]);
}

void ir_print(const struct module *m, FILE *out) {
	put_module(&(struct writer){.out = out}, m);
}

void ir_print_func(const struct module *m, const struct func *f, FILE *out) {
	put_func(&(struct writer){.out = out}, m, f, f->has_body);
}
