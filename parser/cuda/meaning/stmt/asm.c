/* asm.c - asm statements: the operands and their constraints. What the text means is the
 * lowering's to say.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/checker.h"

/* ---- asm --------------------------------------------------------------------------- */

/* The letter says which kind of register holds the operand, and nothing is converted. */
static bool fits_letter(char letter, const struct ctype *t) {
	t = ctype_unqual(ctype_underlying(t));
	u64 bytes = ctype_size(t);
	switch (letter) {
	case 'h': return ctype_is_integer(t) && bytes == 2;
	case 'r': return ctype_is_integer(t) && bytes == 4;
	case 'l': return (ctype_is_integer(t) || t->kind == CT_PTR) && bytes == 8;
	case 'q': return ctype_is_integer(t) && bytes == 16;
	case 'f': return t->kind == CT_FLOAT;
	case 'd': return ctype_is_floating(t) && bytes >= 8;
	default: return true;
	}
}

static bool asm_operand(struct check *c, struct cscope *at, struct syn *s, bool is_output,
                        struct casm_operand *o) {
	struct syn *con = s->kid[0];
	o->name = s->name;
	o->constraint = con->kind == SYN_STRING ? con->text : "";
	o->loc = s->loc;
	const char *letter = o->constraint + strspn(o->constraint, "=+&");
	bool is_string = *letter == 'C';
	struct cexpr *e = check_expr(c, at, s->kid[1]);
	e = is_error(e) ? e : function_meant(c, e);
	if (is_error(e))
		return false;
	if (is_output) {
		if (o->constraint[0] != '=' && o->constraint[0] != '+') {
			check_error(c, con->loc, E0631,
			            "an output's constraint starts with '=' or '+'");
			return false;
		}
		if (!check_modifiable(c, e, s->loc))
			return false;
	} else if (letter != o->constraint) {
		check_error(c, con->loc, E0631, "'%s' is a constraint of outputs",
		            o->constraint);
		return false;
	} else if (!is_string) {
		e = rvalue(c, class_to_arithmetic(c, e));
		if (is_error(e))
			return false;
	}
	if (!*letter || !strchr("hrlfdqnCb", *letter)) {
		check_error(
			c, con->loc, E0631,
			"unknown constraint '%s'; there are h, r, l, q, f, d, n and C",
			o->constraint);
		return false;
	}
	if (!fits_letter(*letter, e->type)) {
		check_error(c, s->loc, E0701,
		            "an operand of type '%s' does not fit constraint \"%s\"",
		            check_type_text(c, ctype_unqual(e->type)), o->constraint);
		return false;
	}
	if (*letter == 'n') {
		u64 v;
		if (!const_int(c, e, &v, "an operand with constraint 'n'"))
			return false;
		e = cexpr_int(c, e->type, v, e->loc);
	}
	o->e = e;
	return true;
}

struct cstmt *check_asm(struct check *c, struct cscope *at, struct syn *s) {
	struct cstmt *st = cstmt_new(c, CS_ASM, s->loc);
	struct casm *a = arena_new(c->a, struct casm);
	st->asm_ = a;
	if (s->kid[0]->kind != SYN_STRING) {
		check_error(c, s->loc, E0631, "asm needs a string");
		return cstmt_new(c, CS_NULL, s->loc);
	}
	a->text = s->kid[0]->text;
	a->length = s->kid[0]->length;
	a->loc = s->kid[0]->loc;
	a->noutput = s->kid[1] ? s->kid[1]->nkid : 0;
	a->ninput = s->kid[2] ? s->kid[2]->nkid : 0;
	a->is_volatile = (s->flags & SYNF_VOLATILE) != 0 || a->noutput == 0;
	a->operand = arena_array(c->a, struct casm_operand, a->noutput + a->ninput + 1);
	bool ok = true;
	for (u32 i = 0; i < a->noutput; i++)
		ok &= asm_operand(c, at, s->kid[1]->kid[i], true, &a->operand[i]);
	for (u32 i = 0; i < a->ninput; i++)
		ok &= asm_operand(c, at, s->kid[2]->kid[i], false,
		                  &a->operand[a->noutput + i]);
	for (u32 i = 0; s->kid[3] && i < s->kid[3]->nkid; i++)
		if (s->kid[3]->kid[i]->kind == SYN_STRING &&
		    strcmp(s->kid[3]->kid[i]->text, "memory") == 0)
			a->clobbers_memory = true;
	return ok ? st : cstmt_new(c, CS_NULL, s->loc);
}
