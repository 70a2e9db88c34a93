/* expr.c - scalar expressions as values, and expressions evaluated for their effect
 * alone.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/expr.h"
#include "ir/lower/call.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/line.h"
#include "ir/lower/place.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/stmt.h"
#include "ir/lower/types.h"

/* ---- properties of expressions ----------------------------------------------------- */

bool expr_is_const(const struct cexpr *e, u64 *value) {
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST:
		if (ctype_is_floating(e->type) || type_is_int128(e->type))
			return false;
		*value = e->value;
		return true;
	case CE_CAST:
		if (ctype_is_floating(e->type) || e->type->kind == CT_VOID ||
		    type_is_int128(e->type) || !expr_is_const(e->a, value))
			return false;
		*value = (u64)value_const(e->type, *value).o.value;
		return true;
	case CE_NEG:
		if (ctype_is_floating(e->type) || !expr_is_const(e->a, value))
			return false;
		*value = (u64)value_const(e->type, 0 - *value).o.value;
		return true;
	default: return false;
	}
}

/* Visits at most `budget` nodes; beyond that it assumes an effect. */
static bool has_effect(const struct cexpr *e, u32 *budget) {
	if (!e)
		return false;
	if (!*budget)
		return true;
	--*budget;
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST:
	case CE_STRING:
	case CE_FUNC:
	case CE_VAR:
	case CE_THIS:
	case CE_SREG:
	case CE_MEMPTR: return false;
	case CE_ASSIGN:
	case CE_COMPOUND:
	case CE_PREINC:
	case CE_PREDEC:
	case CE_POSTINC:
	case CE_POSTDEC:
	case CE_CALL:
	case CE_BUILTIN:
	case CE_HOLD:
	case CE_STMT_EXPR:
	case CE_TEMP:
	case CE_CONSTRUCT:
	case CE_INIT_LIST:
	case CE_NEW:
	case CE_DELETE:
	case CE_DESTROY: return true;
	default: break;
	}
	return has_effect(e->a, budget) || has_effect(e->b, budget) ||
	       has_effect(e->c, budget);
}

bool expr_has_effect(const struct cexpr *e) {
	u32 budget = 24;
	return has_effect(e, &budget);
}

/* Checks that e is cheaper to compute than to jump over, and safe: it reads no memory and
 * does not divide. */
static bool is_cheap(const struct cexpr *e, u32 *budget) {
	if (!*budget)
		return false;
	--*budget;
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST: return true;
	case CE_LOAD:
		if (e->a->kind != CE_VAR || type_is_object(e->type) ||
		    (e->a->type->quals & Q_VOLATILE))
			return false;
		const struct var_info *v = e->a->decl->lower;
		return v && v->place.kind == PLACE_OBJECT;
	case CE_NEG:
	case CE_NOT:
	case CE_COMPL:
	case CE_CAST: return is_cheap(e->a, budget);
	case CE_ADD:
	case CE_SUB:
	case CE_AND:
	case CE_OR:
	case CE_XOR:
	case CE_SHL:
	case CE_SHR:
	case CE_LT:
	case CE_GT:
	case CE_LE:
	case CE_GE:
	case CE_EQ:
	case CE_NE: return is_cheap(e->a, budget) && is_cheap(e->b, budget);
	default: return false;
	}
}

static bool expr_is_cheap(const struct cexpr *e) {
	u32 budget = 6;
	return is_cheap(e, &budget);
}

/* ---- operands ---------------------------------------------------------------------- */

struct val value_keep(struct lower *l, struct val v, const struct ctype *t) {
	if (reg_is_var(l, v.o))
		v.o = emit_copy(l, type_reg(t), v.o);
	if (reg_is_var(l, v.hi))
		v.hi = emit_copy(l, TYPE_B64, v.hi);
	return v;
}

/* Returns the value of e in registers that evaluating `then` does not change. */
static struct val value_before(struct lower *l, struct cexpr *e,
                               const struct cexpr *then) {
	struct val v = lower_value(l, e);
	if ((reg_is_var(l, v.o) || reg_is_var(l, v.hi)) && expr_has_effect(then))
		v = value_keep(l, v, e->type);
	return v;
}

struct operand lower_operand(struct lower *l, struct cexpr *e) {
	return lower_value(l, e).o;
}

/* ---- assignment -------------------------------------------------------------------- */

static struct place assign_object(struct lower *l, struct cexpr *e) {
	const struct ctype *t = e->a->type;
	struct place from;
	if (e->b->kind == CE_LOAD) {
		from = place_fixed(l, lower_place(l, e->b->a));
	} else { /* the new value may read the old one */
		from = place_new(l, t, escape_into(l, e->b), 0);
		lower_into(l, e->b, from);
	}
	struct place to = lower_place(l, e->a);
	place_copy(l, to, from, t);
	return to;
}

static struct place assign(struct lower *l, struct cexpr *e) {
	if (type_is_object(e->a->type))
		return assign_object(l, e);
	struct val v = value_before(l, e->b, e->a);
	struct place to = lower_place(l, e->a);
	place_store(l, to, e->a->type, v);
	return to;
}

static struct val step_pointer(struct lower *l, struct val v, struct cexpr *by,
                               u64 stride, bool negate) {
	struct place p = place_at(v.o);
	p = place_index(l, p, by, stride, negate);
	return val_of(place_address(l, p));
}

static struct place compound(struct lower *l, struct cexpr *e) {
	const struct ctype *t = e->a->type, *calc = e->calc ? e->calc : t;
	if (e->op == CE_PTR_ADD || t->kind == CT_PTR) {
		bool negate = e->op == CE_SUB;
		struct cexpr *by = e->b;
		if (by->kind == CE_NEG) {
			by = by->a;
			negate = !negate;
		}
		u64 c;
		if (!expr_is_const(by, &c) && expr_has_effect(by)) {
			struct val i = value_keep(l, lower_value(l, by), by->type);
			struct place to = lower_place(l, e->a);
			struct place p = place_at(place_load(l, to, t).o);
			struct operand bytes =
				value_convert(l, i, e->b->type, by->type).o;
			bytes = emit2(l, ROW_MUL_LO, MOD_BITS(HILO, LO), TYPE_S64, bytes,
			              opr_imm(type_stride(t)));
			struct operand sum = emit2(l, negate ? ROW_SUB : ROW_ADD, 0,
			                           TYPE_S64, place_address(l, p), bytes);
			place_store(l, to, t, val_of(sum));
			return to;
		}
		struct place to = lower_place(l, e->a);
		place_store(l, to, t,
		            step_pointer(l, place_load(l, to, t), by, type_stride(t),
		                         negate));
		return to;
	}
	struct val b = value_before(l, e->b, e->a);
	struct place to = lower_place(l, e->a);
	struct val a = value_convert(l, place_load(l, to, t), calc, t);
	a = value_arith(l, (enum cexpr_kind)e->op, calc, a, b, e->b->type);
	place_store(l, to, t, value_convert(l, a, t, calc));
	return to;
}

static struct val one_more(struct lower *l, struct val v, const struct ctype *t,
                           bool up) {
	static const struct ctype int_type = {.kind = CT_INT, .plain = &int_type};
	enum cexpr_kind op = up ? CE_ADD : CE_SUB;
	if (t->kind == CT_PTR) {
		u64 stride = type_stride(t);
		return val_of(emit2(l, ROW_ADD, 0, TYPE_S64, v.o,
		                    opr_imm(up ? stride : 0 - stride)));
	}
	if (type_is_bool(t))
		return val_of(opr_imm(1));
	if (ctype_is_floating(t)) {
		f64 one = up ? 1.0 : -1.0;
		u64 bits;
		memcpy(&bits, &one, 8);
		return value_arith(l, CE_ADD, t, v, value_const(t, bits), t);
	}
	if (ctype_size(t) >= 4) {
		struct val by = value_const(t, up ? 1 : ~0ull);
		return type_is_int128(t) ? value_arith(l, op, t, v, value_const(t, 1), t)
		                         : value_arith(l, CE_ADD, t, v, by, t);
	}
	struct val wide = value_convert(l, v, &int_type, t);
	wide = value_arith(l, CE_ADD, &int_type, wide, val_of(opr_imm(up ? 1 : ~0ull)),
	                   &int_type);
	return value_convert(l, wide, t, &int_type);
}

static struct place increment(struct lower *l, struct cexpr *e, struct val *old) {
	const struct ctype *t = e->a->type;
	struct place to = place_fixed(l, lower_place(l, e->a));
	struct val v = place_load(l, to, t);
	if (old)
		*old = v = value_keep(l, v, t);
	bool up = e->kind == CE_PREINC || e->kind == CE_POSTINC;
	place_store(l, to, t, one_more(l, v, t, up));
	return to;
}

struct place lower_assignment(struct lower *l, struct cexpr *e) {
	switch ((enum cexpr_kind)e->kind) {
	case CE_ASSIGN: return assign(l, e);
	case CE_COMPOUND: return compound(l, e);
	default: return increment(l, e, NULL);
	}
}

/* ---- choices ----------------------------------------------------------------------- */

static struct cleanup *alternative(struct lower *l, struct cexpr *e,
                                   const struct ctype *t, struct val to) {
	struct cleanup *base = l->cleanup;
	struct val v = lower_value(l, e);
	if (to.o.kind)
		emit_mov(l, type_reg(t), to.o, v.o);
	if (to.hi.kind)
		emit_mov(l, TYPE_B64, to.hi, v.hi);
	return side_end(l, base);
}

static struct val choose(struct lower *l, struct cexpr *e) {
	const struct ctype *t = e->type;
	struct val r = {0};
	if (t->kind != CT_VOID && !type_is_int128(t) && !type_is_bool(t) &&
	    expr_is_cheap(e->b) && expr_is_cheap(e->c)) {
		struct operand p = lower_operand(l, e->a);
		struct operand x = lower_operand(l, e->b), y = lower_operand(l, e->c);
		return val_of(emit_selp(l, type_reg(t), x, y, p));
	}
	if (t->kind != CT_VOID)
		r.o = reg_new_var(l, type_reg(t));
	if (t->kind != CT_VOID && type_is_int128(t))
		r.hi = reg_new_var(l, TYPE_B64);
	u32 yes = label_new(l), no = label_new(l), tail = label_new(l);
	lower_branch(l, e->a, yes, no, yes);
	struct cleanup *base = l->cleanup;
	label_set(l, yes);
	struct cleanup *if_yes = alternative(l, e->b, t, r);
	emit_bra(l, tail);
	label_set(l, no);
	struct cleanup *if_no = alternative(l, e->c, t, r);
	sides_join(l, base, if_yes, if_no, tail);
	if (r.o.kind) /* both branches wrote it: it does not change any more */
		l->is_var_reg.at[r.o.index] = false;
	if (r.hi.kind)
		l->is_var_reg.at[r.hi.index] = false;
	return r;
}

/* Lowers a && b or a || b when b has temporaries that outlive it. */
static struct val logical_sides(struct lower *l, struct cexpr *e) {
	struct operand r = reg_new_var(l, TYPE_PRED);
	u32 second = label_new(l), first = label_new(l), tail = label_new(l);
	bool is_and = e->kind == CE_LOGAND;
	lower_branch(l, e->a, is_and ? second : first, is_and ? first : second, second);
	struct cleanup *base = l->cleanup;
	label_set(l, second);
	struct cleanup *made = alternative(l, e->b, e->b->type, val_of(r));
	emit_bra(l, tail);
	label_set(l, first);
	emit_mov(l, TYPE_PRED, r, opr_imm(!is_and));
	sides_join(l, base, made, base, tail);
	l->is_var_reg.at[r.index] = false;
	return val_of(r);
}

static struct val logical(struct lower *l, struct cexpr *e) {
	if (expr_has_cleanup(e->b))
		return logical_sides(l, e);
	if (expr_is_cheap(e->b)) {
		struct operand a = emit_reg(l, TYPE_PRED, lower_operand(l, e->a));
		struct operand b = emit_reg(l, TYPE_PRED, lower_operand(l, e->b));
		return val_of(emit2(l, e->kind == CE_LOGAND ? ROW_AND_PRED : ROW_OR_PRED,
		                    0, TYPE_PRED, a, b));
	}
	struct operand r = reg_new_var(l, TYPE_PRED);
	u32 yes = label_new(l), no = label_new(l), end = label_new(l), mid = label_new(l);
	bool is_and = e->kind == CE_LOGAND;
	/* not as one branch: a temporary of the left side makes that ask for the value */
	lower_branch(l, e->a, is_and ? mid : yes, is_and ? no : mid, mid);
	label_set(l, mid);
	lower_branch(l, e->b, yes, no, yes);
	label_set(l, yes);
	emit_mov(l, TYPE_PRED, r, opr_imm(1));
	emit_bra(l, end);
	label_set(l, no);
	emit_mov(l, TYPE_PRED, r, opr_imm(0));
	label_set(l, end);
	l->is_var_reg.at[r.index] = false;
	return val_of(r);
}

/* ---- single kinds ------------------------------------------------------------------ */

static struct val special_register(struct lower *l, const char *text,
                                   const struct ctype *t, struct loc loc) {
	struct str *name = str_intern(l->r.names, text, strlen(text));
	struct bind *b = name_find(&l->r, name);
	enum type reg = type_reg(t);
	if (!b || b->kind != BIND_SREG) {
		lower_unsupported(l, loc, "'%s' is no special register", text);
		return value_const(t, 0);
	}
	struct operand o[2] = {reg_new(l, reg), {.kind = OPR_SREG, .index = b->index}};
	emit_inst(l, ROW_MOV_SREG, 0,
	          reg == TYPE_B64    ? TYPE_U64
	          : reg == TYPE_PRED ? TYPE_PRED
	                             : TYPE_U32,
	          TYPE_NONE, o, 2);
	return val_of(o[0]);
}

struct operand lower_func_address(struct lower *l, struct cdecl *f) {
	struct operand o[2] = {
		reg_new(l, TYPE_B64),
		{.kind = OPR_FUNC, .index = func_declare_named(l, f, l->f)}};
	emit_inst(l, ROW_MOV_SYM, 0, TYPE_U64, TYPE_NONE, o, 2);
	return o[0];
}

/* Returns the function that a constexpr pointer points to, so that calls by way of it are
 * direct; NULL. */
static struct cdecl *constant_function(const struct cdecl *d) {
	while (d && d->is_constexpr && d->type->kind == CT_PTR) {
		const struct cexpr *e = d->init;
		while (e && e->kind == CE_CAST && e->type->kind == CT_PTR)
			e = e->a;
		if (e && e->kind == CE_ADDR && e->a->kind == CE_FUNC)
			return e->a->decl;
		bool is_copy = e && e->kind == CE_LOAD && e->a->kind == CE_VAR;
		d = is_copy ? e->a->decl : NULL;
	}
	return NULL;
}

static struct val load_expr(struct lower *l, struct cexpr *e) {
	struct cexpr *a = e->a;
	if (a->kind == CE_COND && a->is_lvalue) { /* the value of one or the other */
		struct cexpr x = *e, y = *e, c = *a;
		x.a = a->b;
		y.a = a->c;
		c.b = &x;
		c.c = &y;
		c.type = e->type;
		c.is_lvalue = false;
		return choose(l, &c);
	}
	if (a->kind == CE_MEMBER && a->a->kind == CE_VAR &&
	    cdecl_rare(a->a->decl)->sreg) {
		const struct cfield *f = &a->a->type->decl->cls->field.at[a->field];
		return special_register(l,
		                        name_of(l, "%s.%s",
		                                cdecl_rare(a->a->decl)->sreg->s,
		                                f->name ? f->name->s : "x")
		                                ->s,
		                        e->type, e->loc);
	}
	if (a->kind == CE_VAR) {
		const struct var_info *info = var_info(l, a->decl);
		if (info->is_bound)
			return val_of(place_address(l, info->place));
		if (a->decl->is_const_known && !type_is_object(a->type) &&
		    !info->place.kind)
			return value_const(a->type, a->decl->value);
		struct cdecl *f = constant_function(a->decl);
		if (f)
			return val_of(lower_func_address(l, f));
	}
	struct place p = lower_place(l, a);
	return place_load(l, p, a->type);
}

static struct val pointer_difference(struct lower *l, struct cexpr *e) {
	struct val a = value_before(l, e->a, e->b);
	struct val b = lower_value(l, e->b);
	struct operand d = emit2(l, ROW_SUB, 0, TYPE_S64, a.o, b.o);
	u64 stride = type_stride(e->a->type);
	if (stride == 1)
		return val_of(d);
	if (is_pow2(stride))
		return val_of(emit2(l, ROW_SHR_S, 0, TYPE_S64, d,
		                    opr_imm((u64)__builtin_ctzll(stride))));
	return val_of(emit2(l, ROW_DIV, 0, TYPE_S64, d, opr_imm(stride)));
}

static struct val address_of(struct lower *l, struct cexpr *e) {
	struct cexpr *a = e->a;
	while (a->kind == CE_DEREF && a->a->kind == CE_ADDR)
		a = a->a->a;
	if (a->kind == CE_DEREF && a->type->kind == CT_FUNC)
		return lower_value(l, a->a);
	if (a->kind != CE_FUNC)
		return val_of(place_address(l, lower_place(l, a)));
	return val_of(lower_func_address(l, a->decl));
}

static struct val bit_cast(struct lower *l, struct cexpr *e) {
	struct cexpr *a = e->a;
	if (type_is_object(a->type)) {
		struct place p = place_new(l, a->type, USE_ADDR, ctype_align(e->type));
		lower_into(l, a, p);
		return place_load(l, p, e->type);
	}
	struct val v = lower_value(l, a);
	if (type_is_int128(e->type))
		return v;
	return val_of(value_bits(l, v.o, type_reg(a->type), type_reg(e->type)));
}

/* Returns the value of ({ ... }): that of its last expression statement. */
static struct val stmt_expr(struct lower *l, struct cexpr *e) {
	struct cleanup *base = l->cleanup;
	struct cstmt *b = e->body;
	struct val v = {0};
	for (u32 i = 0; i < b->list.n; i++) {
		struct cstmt *s = b->list.at[i];
		if (i + 1 == b->list.n && s->kind == CS_EXPR && e->type->kind != CT_VOID)
			v = value_keep(l, lower_full_value(l, s->e), e->type);
		else
			lower_stmt(l, s);
	}
	cleanup_run(l, base);
	cleanup_pop(l, base);
	return v;
}

static struct val cast(struct lower *l, struct cexpr *e) {
	if (e->type->kind == CT_VOID) {
		lower_effect(l, e->a);
		return (struct val){0};
	}
	if (e->a->type->kind == CT_PTR && e->type->kind == CT_PTR)
		return lower_value(l, e->a);
	return value_convert(l, lower_value(l, e->a), e->type, e->a->type);
}

static struct val binary(struct lower *l, struct cexpr *e) {
	struct val a = value_before(l, e->a, e->b);
	struct val b = lower_value(l, e->b);
	line_at_operator(l, e);
	if (e->kind >= CE_LT && e->kind <= CE_NE)
		return val_of(
			value_compare(l, (enum cexpr_kind)e->kind, e->a->type, a, b));
	return value_arith(l, (enum cexpr_kind)e->kind, e->type, a, b, e->b->type);
}

static struct val call_value(struct lower *l, struct cexpr *e) {
	struct place ref = place_none();
	struct val v = lower_call(l, e, place_none(), &ref);
	return e->is_lvalue ? place_load(l, ref, e->type) : v;
}

struct val lower_value(struct lower *l, struct cexpr *e) {
	struct loc before = l->loc;
	u32 line = l->r.b.cur_line;
	struct val v = {0};
	line_at(l, e->loc);
	switch ((enum cexpr_kind)e->kind) {
	case CE_ERROR:
		if (!l->d->nerror)
			lower_unsupported(l, e->loc,
			                  "this expression could not be understood");
		v = val_of(opr_imm(0));
		break;
	case CE_CONST:
	case CE_MEMPTR: v = value_const(e->type, e->value); break;
	case CE_ZERO: v = value_const(e->type, 0); break;
	case CE_THIS:
	case CE_PTR_ADD: v = val_of(place_address(l, lower_pointer(l, e))); break;
	case CE_LOAD: v = load_expr(l, e); break;
	case CE_ADDR: v = address_of(l, e); break;
	case CE_NEG:
	case CE_NOT:
	case CE_COMPL:
		v = value_unary(l, (enum cexpr_kind)e->kind, e->type,
		                lower_value(l, e->a));
		break;
	case CE_PTR_DIFF: v = pointer_difference(l, e); break;
	case CE_LOGAND:
	case CE_LOGOR: v = logical(l, e); break;
	case CE_COND: v = choose(l, e); break;
	case CE_COMMA:
		lower_effect(l, e->a);
		v = lower_value(l, e->b);
		break;
	case CE_POSTINC:
	case CE_POSTDEC: increment(l, e, &v); break;
	case CE_CAST: v = cast(l, e); break;
	case CE_BITCAST: v = bit_cast(l, e); break;
	case CE_CALL: v = call_value(l, e); break;
	case CE_BUILTIN: v = lower_builtin(l, e); break;
	case CE_NEW: v = lower_new(l, e); break;
	case CE_DELETE: lower_delete(l, e); break;
	case CE_INIT: lower_init(l, e); break;
	case CE_DESTROY:
		if (e->narg)
			lower_member_call(l, e->dtor, lower_place(l, e->a), e->arg,
			                  e->narg);
		else
			object_destroy(l, lower_place(l, e->a), e->a->type, e->dtor);
		break;
	case CE_STMT_EXPR: v = stmt_expr(l, e); break;
	case CE_SREG: v = special_register(l, e->text, e->type, e->loc); break;
	case CE_INIT_LIST: /* of a scalar: its one element */
		v = e->narg && e->arg[0] ? lower_value(l, e->arg[0])
		                         : value_const(e->type, 0);
		break;
	case CE_MEMBER:
	case CE_TO_BASE: v = place_load(l, lower_place(l, e), e->type); break;
	default:
		if (e->kind >= CE_MUL && e->kind <= CE_NE)
			v = binary(l, e);
		else if (e->is_lvalue)
			v = place_load(l, lower_place(l, e), e->type);
		else
			lower_unsupported(
				l, e->loc,
				"this expression is not supported in device code");
		break;
	}
	l->loc = before;
	/* with -G, a debugger steps on from the lines of the operands */
	if (!l->opt->debug)
		l->r.b.cur_line = line;
	return v;
}

void lower_effect(struct lower *l, struct cexpr *e) {
	line_at(l, e->loc);
	switch ((enum cexpr_kind)e->kind) {
	case CE_ASSIGN:
	case CE_COMPOUND:
	case CE_PREINC:
	case CE_PREDEC: lower_assignment(l, e); return;
	case CE_POSTINC:
	case CE_POSTDEC: increment(l, e, NULL); return;
	case CE_CALL: {
		struct place ref, to = place_none();
		if (type_is_object(e->type) && !e->is_lvalue)
			to = place_new(l, e->type, escape_into(l, e), 0);
		lower_call(l, e, to, &ref);
		return;
	}
	case CE_COMMA:
		lower_effect(l, e->a);
		lower_effect(l, e->b);
		return;
	case CE_HOLD: var_bind(l, e->decl, e->a); return;
	case CE_CAST:
		if (e->type->kind == CT_VOID) {
			lower_effect(l, e->a);
			return;
		}
		break;
	case CE_LOAD:
		if (type_is_object(e->type) || !(e->a->type->quals & Q_VOLATILE)) {
			if (expr_has_effect(e->a))
				lower_effect(l, e->a);
			return;
		}
		break;
	case CE_VAR:
	case CE_CONST:
	case CE_STRING:
	case CE_FUNC: return;
	default: break;
	}
	if (e->is_lvalue) {
		lower_place(l, e);
	} else if (type_is_object(e->type)) {
		struct place p = place_new(l, e->type, escape_into(l, e), 0);
		lower_into(l, e, p);
	} else {
		lower_value(l, e);
	}
}

void lower_full(struct lower *l, struct cexpr *e) {
	struct cleanup *base = l->cleanup;
	lower_effect(l, e);
	cleanup_run(l, base);
	cleanup_pop(l, base);
}

struct val lower_full_value(struct lower *l, struct cexpr *e) {
	struct cleanup *base = l->cleanup;
	struct val v = lower_value(l, e);
	if (l->cleanup != base)
		v = value_keep(l, v, e->type);
	cleanup_run(l, base);
	cleanup_pop(l, base);
	return v;
}
