/* operand.c - resolves one operand without regard to its instruction: names become
 * registers, variables, labels and so on.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

enum { ELEMS = 255 };

static bool kind_error(struct resolver *r, struct loc loc, const char *text) {
	diag_error(r->d, loc, E0111, "%s", text);
	return false;
}

/* ".b2", ".h1", a vector element, or the masks and permutations of SIMD video: ".b310",
 * ".h32". */
static bool selector_resolve(const char *s, const struct bind *b, struct operand *out) {
	size_t len = strlen(s);
	if (b->kind == BIND_VREG && len == 1) {
		const char *at = strchr("xyzwrgba", s[0]);
		u32 i = at ? (u32)(at - "xyzwrgba") & 3 : 4;
		*out = (struct operand){.kind = OPR_REG, .index = b->index + i};
		return at && i < b->n;
	}
	if (b->kind != BIND_REG || len < 2 || len > 5 || (s[0] != 'b' && s[0] != 'h'))
		return false;
	u32 lanes = s[0] == 'b' ? 4 : 2;
	*out = (struct operand){.kind = OPR_REG, .index = b->index, .n = (u8)(len - 1)};
	for (size_t i = 1; i < len; i++) {
		if (s[i] < '0' || s[i] > '7')
			return false;
		out->value = out->value << 4 | (s[i] - '0');
	}
	if (len > 2)
		out->sel = SEL_MASK;
	else if ((u32)out->value < lanes)
		out->sel = (u8)((s[0] == 'b' ? SEL_B0 : SEL_H0) + out->value);
	else
		return false;
	if (len == 2) {
		out->value = 0;
		out->n = 0;
	}
	return true;
}

static bool vreg_resolve(struct resolver *r, const struct bind *b, struct operand *out) {
	struct operand elem[4];
	for (u32 i = 0; i < b->n && i < 4; i++)
		elem[i] = (struct operand){.kind = OPR_REG, .index = b->index + i};
	out->kind = OPR_VEC;
	out->n = b->n;
	out->index = ir_elements_new(&r->b, elem, b->n);
	return true;
}

/* Checks that .version and .target have the special register. */
static bool sreg_check(struct resolver *r, u32 sreg, struct loc loc) {
	static const struct {
		const char *text;
		u8 ptx, sm;
	} since[SREG_COUNT] = {
#define SREG(id, name, type, ptx, sm, kind) {name, ptx, sm},
#include "ir/sreg.def"
#undef SREG
	};
	return since_check(r, loc, "Feature", since[sreg].text, since[sreg].ptx,
	                   since[sreg].sm);
}

/* %tid is a vector of %tid.x, .y, .z and zero. */
static bool sreg4_resolve(struct resolver *r, u32 first, struct operand *out) {
	struct operand elem[4] = {{0}};
	for (u32 i = 0; i < 3; i++)
		elem[i] = (struct operand){.kind = OPR_SREG, .index = first + i};
	elem[3] = (struct operand){.kind = OPR_IMM};
	*out = (struct operand){
		.kind = OPR_VEC, .n = 4, .index = ir_elements_new(&r->b, elem, 4)};
	return true;
}

static bool bind_resolve(struct resolver *r, const struct bind *b, struct operand *out) {
	out->index = b->index;
	switch ((enum bind_kind)b->kind) {
	case BIND_REG: out->kind = OPR_REG; return true;
	case BIND_VREG: return vreg_resolve(r, b, out);
	case BIND_SREG: out->kind = OPR_SREG; return true;
	case BIND_FUNC: out->kind = OPR_FUNC; return true;
	case BIND_LABEL: out->kind = OPR_LABEL; return true;
	case BIND_TARGETS: out->kind = OPR_TARGETS; return true;
	case BIND_SREG4: return sreg4_resolve(r, b->index, out);
	case BIND_CONST:
		out->kind = OPR_IMM;
		out->value = b->index;
		out->index = 0;
		return true;
	case BIND_VAR: {
		const struct var *v = &r->var.at[b->index];
		out->kind = OPR_SYM;
		if (v->space == SPACE_LOCAL && v->func == NO_REG) {
			out->kind = OPR_IMM;
			out->index = 0;
			out->value = v->local_offset;
		}
		return true;
	}
	case BIND_NONE:
	case BIND_RANGE: break;
	}
	return false;
}

static bool name_resolve(struct resolver *r, const struct ast_operand *a,
                         struct operand *out) {
	struct bind *b = name_find(r, a->name);
	bool ok = b && bind_resolve(r, b, out);
	const char *dot = ok ? NULL : strrchr(a->name->s, '.');
	if (dot) {
		struct str *base = str_find(r->names, a->name->s,
		                            (size_t)(dot - a->name->s));
		b = base ? name_find(r, base) : NULL;
		/* a register of a range that was not named alone so far */
		if (!base && !b) {
			base = str_intern(r->names, a->name->s,
			                  (size_t)(dot - a->name->s));
			b = name_find(r, base);
		}
		ok = b && selector_resolve(dot + 1, b, out);
	}
	if (!ok && !b && r->want_label && r->asm_labels.first) {
		*out = (struct operand){.kind = OPR_LABEL,
		                        .index = label_awaited(r, a->name, a->loc)};
		return true;
	}
	if (!ok) {
		hint_unknown_name(r, a->name, a->loc, r->want_label);
		return false;
	}
	if (out->kind == OPR_LABEL && out->index < r->asm_labels.first)
		r->label.at[out->index].is_shared = true;
	if (out->kind == OPR_SREG && !sreg_check(r, out->index, a->loc))
		return false;
	bool is_local = out->kind == OPR_IMM && b->kind == BIND_VAR;
	if (a->has_offset && out->kind != OPR_SYM && out->kind != OPR_REG && !is_local)
		return kind_error(r, a->loc, "only an address may have an offset");
	if (is_local)
		out->value += a->has_offset ? a->offset : 0;
	else if (out->kind == OPR_SYM || a->has_offset)
		out->value = a->offset;
	return true;
}

static u64 var_elem_bytes(const struct var *v) {
	return (u64)type_size_bytes((enum type)v->type) * MAX(v->vec, 1);
}

static bool index_resolve(struct resolver *r, const struct ast_operand *a,
                          struct operand *out) {
	struct bind *b = name_find(r, a->name);
	if (!b) {
		hint_unknown_name(r, a->name, a->loc, false);
		return false;
	}
	if (b->kind != BIND_VAR)
		return kind_error(r, a->loc, "only a variable can be indexed");
	s64 at = (s64)((u64)a->offset * var_elem_bytes(&r->var.at[b->index]));
	if (!bind_resolve(r, b, out))
		return false;
	out->value = out->kind == OPR_IMM ? (s64)((u64)out->value + (u64)at) : at;
	return true;
}

/* The elements of vector registers in the list of a call, which the IR passes one by
 * one. */
static u32 vectors_flatten(struct resolver *r, struct operand **list, u32 n) {
	u32 total = 0, at = 0;
	for (u32 i = 0; i < n; i++)
		total += (*list)[i].kind == OPR_VEC ? (*list)[i].n : 1;
	if (total == n)
		return n;
	struct operand *flat = arena_array(&r->scratch, struct operand, total);
	for (u32 i = 0; i < n; i++) {
		struct operand o = (*list)[i];
		if (o.kind != OPR_VEC)
			flat[at++] = o;
		for (u32 k = 0; o.kind == OPR_VEC && k < o.n; k++)
			flat[at++] = r->b.operand.at[o.index + k];
	}
	*list = flat;
	return total;
}

static bool list_resolve(struct resolver *r, const struct ast_operand *a,
                         struct operand *out, u8 kind, u32 depth) {
	struct operand small[8], *elem = small;
	if (a->n > ELEMS)
		return kind_error(r, a->loc, "a list of more than 255 operands");
	if (a->n > countof(small))
		elem = arena_array(&r->scratch, struct operand, a->n);
	bool ok = true;
	for (u32 i = 0; i < a->n; i++) {
		elem[i] = (struct operand){0};
		ok &= arg_resolve(r, &a->list[i], &elem[i], depth + 1);
	}
	u32 n = ok && a->kind == AST_LIST ? vectors_flatten(r, &elem, a->n) : a->n;
	if (n > ELEMS)
		return kind_error(r, a->loc, "a list of more than 255 operands");
	out->kind = kind;
	out->n = (u8)n;
	out->index = ok ? ir_elements_new(&r->b, elem, n) : 0;
	return ok;
}

static bool addr_resolve(struct resolver *r, const struct ast_operand *a,
                         struct operand *out, u32 depth) {
	if (a->n != 1)
		return list_resolve(r, a, out, OPR_TENSOR, depth);
	if (!arg_resolve(r, &a->list[0], out, depth + 1))
		return false;
	switch (out->kind) {
	case OPR_REG: out->kind = OPR_ADDR_REG; break;
	case OPR_SYM: out->kind = OPR_ADDR_SYM; break;
	case OPR_IMM:
		if (a->list[0].kind != AST_F32 && a->list[0].kind != AST_F64) {
			out->kind = OPR_ADDR_IMM;
			break;
		}
		/* fall through */
	default: {
		struct diag_record *e = diag_error(r->d, a->loc, E0225,
		                                   "this is not an address");
		diag_note(r->d, e,
		          "an address is a register or a name, plus or minus a constant");
		return false;
	}
	}
	return true;
}

bool arg_resolve(struct resolver *r, const struct ast_operand *a, struct operand *out,
                 u32 depth) {
	bool ok = true;
	*out = (struct operand){0};
	if (depth > 3)
		return kind_error(r, a->loc, "operands nest too deep");
	switch ((enum ast_operand_kind)a->kind) {
	case AST_NAME: ok = name_resolve(r, a, out); break;
	case AST_INT:
	case AST_F32:
	case AST_F64:
		out->kind = OPR_IMM;
		out->value = (s64)a->value;
		break;
	case AST_ADDR: ok = addr_resolve(r, a, out, depth); break;
	case AST_VEC:
	case AST_LIST: ok = list_resolve(r, a, out, OPR_VEC, depth); break;
	case AST_PAIR: ok = list_resolve(r, a, out, OPR_PAIR, depth); break;
	case AST_INDEX: ok = index_resolve(r, a, out); break;
	case AST_SINK: out->kind = OPR_SINK; break;
	}
	out->negated = a->negated;
	return ok;
}
