/* asm.c - asm statements: the operands and their constraints. ir/lower parses the text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/stmt/asm.h"

#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/expr/address.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/stmt/stmt.h"

/* ---- asm --------------------------------------------------------------------------- */

/* Whether the type is that of the registers that the letter names: nothing is
 * converted. */
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

/* Whether it names a local variable of the function. */
static bool is_local_variable(const struct cexpr *e) {
	const struct cdecl *d = e->kind == CE_VAR ? e->decl : NULL;
	return d && cdecl_is_local(d) && ctype_is_scalar(d->type);
}

/* A register operand that names a variable stays one, even of a known constant: the text
 * may change it. */
static struct cexpr *asm_input(struct sema *c, struct cexpr *e, char letter) {
	e = class_to_arithmetic(c, e);
	if (letter != 'n' && !is_error(e) && is_local_variable(e))
		return cexpr_load(c, e);
	return rvalue(c, e);
}

static bool asm_operand(struct sema *c, struct cscope *at, struct syn *s, bool is_output,
                        struct casm_operand *o) {
	struct syn *con = syn_asm_operand(s)->constraint;
	o->name = s->name;
	o->constraint = con->kind == SYN_STRING ? con->text : "";
	o->loc = s->loc;
	const char *letter = o->constraint + strspn(o->constraint, "=+&");
	bool is_string = *letter == 'C';
	struct cexpr *e = check_expr(c, at, syn_asm_operand(s)->expr);
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
		e = asm_input(c, e, *letter);
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

struct cstmt *check_asm(struct sema *c, struct cscope *at, struct syn *s) {
	struct cstmt *st = cstmt_new(c, CS_ASM, s->loc);
	struct casm *a = arena_new(c->a, struct casm);
	st->asm_ = a;
	if (syn_asm(s)->template->kind != SYN_STRING) {
		check_error(c, s->loc, E0631, "asm needs a string");
		return cstmt_new(c, CS_NULL, s->loc);
	}
	a->text = syn_asm(s)->template->text;
	a->length = syn_asm(s)->template->length;
	a->loc = syn_asm(s)->template->loc;
	a->noutput = syn_asm(s)->outputs ? syn_asm(s)->outputs->nkid : 0;
	a->ninput = syn_asm(s)->inputs ? syn_asm(s)->inputs->nkid : 0;
	a->is_volatile = (s->flags & SYNF_VOLATILE) != 0 || a->noutput == 0;
	a->operand = arena_array(c->a, struct casm_operand, a->noutput + a->ninput + 1);
	bool ok = true;
	for (u32 i = 0; i < a->noutput; i++)
		ok &= asm_operand(c, at, syn_asm(s)->outputs->kid[i], true,
		                  &a->operand[i]);
	for (u32 i = 0; i < a->ninput; i++)
		ok &= asm_operand(c, at, syn_asm(s)->inputs->kid[i], false,
		                  &a->operand[a->noutput + i]);
	for (u32 i = 0; syn_asm(s)->clobbers && i < syn_asm(s)->clobbers->nkid; i++)
		if (syn_asm(s)->clobbers->kid[i]->kind == SYN_STRING &&
		    strcmp(syn_asm(s)->clobbers->kid[i]->text, "memory") == 0)
			a->clobbers_memory = true;
	return ok ? st : cstmt_new(c, CS_NULL, s->loc);
}
