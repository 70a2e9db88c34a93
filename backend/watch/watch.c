/* watch.c - chooses, when code is decoded, which instructions some tool of checked mode
 * watches, and the functions that execute them instead (initcheck.c).
 *
 * Initcheck follows those register slots that may ever be without a value: slots that may
 * be read before they are written, slots loaded from shared or local memory, and what is
 * computed from them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/async_copies.h"
#include "backend/watch/initcheck.h"
#include "backend/watch/numeric.h"
#include "backend/watch/racecheck.h"

/* ---- what instructions do with values, and what watches them ---- */

struct analysis {
	struct dmodule *dm;
	struct dfunc *f;
	u8 *slot; /* per 4 bytes of the frame: SLOT_ */
	bool changed;
};

enum {
	VALUE_PASS = 1,  /* a result has no value where an operand has none */
	VALUE_COPY = 2,  /* with it: the result has the bits of an operand */
	VALUE_MADE = 4,  /* the decoder added it: o[0] from o[1] */
	VALUE_FLOW = 8,  /* its operands are not in the order of its row of op.def */
	VALUE_LOAD = 16, /* its results come from memory */
};

struct value_row;
/* Fills in what x has to know of the operands. Returns the function that executes d
 * instead, or NULL: d need not be watched. */
typedef exec_fn *choose_fn(const struct analysis *a, const struct dinst *d,
                           const struct value_row *row, struct watch_operands *o,
                           struct watch *x);
static choose_fn choose_call, choose_always, choose_branch, choose_pass, choose_select,
	choose_merge, choose_together, choose_matrix, choose_memory, choose_plain;

struct value_row {
	exec_fn *exec;
	u8 does; /* VALUE_ */
	exec_fn *watch;
	choose_fn *choose;
};

/* clang-format off */
static const struct value_row value_rows[] = {
	{exec_alu,        VALUE_PASS,                           watch_alu,       choose_pass},
	{exec_narrow,     VALUE_PASS | VALUE_COPY | VALUE_MADE, watch_alu,       choose_pass},
	{exec_widen,      VALUE_PASS | VALUE_COPY | VALUE_MADE, watch_alu,       choose_pass},
	{exec_pred_not,   VALUE_PASS | VALUE_COPY | VALUE_MADE, watch_alu,       choose_pass},
	{exec_add_imm,    VALUE_PASS | VALUE_COPY | VALUE_MADE, watch_alu,       choose_pass},
	{exec_mov_pack,   VALUE_PASS | VALUE_COPY,              watch_alu,       choose_pass},
	{exec_mov_unpack, VALUE_PASS | VALUE_COPY,              watch_alu,       choose_pass},
	{exec_mov_vec,    VALUE_PASS | VALUE_COPY,              watch_alu,       choose_pass},
	{exec_shfl,       VALUE_PASS,                           watch_shuffle,   choose_together},
	{exec_vote,       VALUE_PASS,                           watch_vote,      choose_together},
	{exec_match,      VALUE_PASS,                           watch_vote,      choose_together},
	{exec_redux,      VALUE_PASS,                           watch_reduction, choose_together},
	{exec_mma,        VALUE_PASS,                           watch_matrix,    choose_matrix},
	{exec_wmma,       VALUE_PASS,                           watch_matrix,    choose_matrix},
	{exec_ldmatrix,   VALUE_LOAD,                           watch_ldmatrix,  choose_matrix},
	{exec_stmatrix,   0,                                    watch_stmatrix,  choose_matrix},
	{exec_ld,         VALUE_LOAD,                           watch_load,      choose_memory},
	{exec_st,         0,                                    watch_store,     choose_memory},
	{exec_alloca,     0,                                    watch_alloca,    choose_always},
	{exec_ret,        0,                                    watch_ret,       choose_always},
	{exec_call,       VALUE_FLOW,                           watch_call,      choose_call},
	{exec_bra,        VALUE_FLOW,                           watch_plain,     choose_plain},
	{exec_brx,        VALUE_FLOW,                           watch_plain,     choose_branch},
};
static const struct value_row other_row = {NULL, 0, watch_plain, choose_plain};

/* Rows of alu.def that differ from the others, by mnemonic. */
static const struct {
	const char *mnemonic;
	struct value_row row;
} alu_value_rows[] = {
	{"mov",  {exec_alu, VALUE_PASS | VALUE_COPY, watch_alu,    choose_pass}},
	{"selp", {exec_alu, VALUE_PASS,              watch_select, choose_select}},
	{"or",   {exec_alu, VALUE_PASS,              watch_merge,  choose_merge}},
	{"xor",  {exec_alu, VALUE_PASS,              watch_merge,  choose_merge}},
	{"bfi",  {exec_alu, VALUE_PASS,              watch_merge,  choose_merge}},
	{"prmt", {exec_alu, VALUE_PASS,              watch_merge,  choose_merge}},
	{"lop3", {exec_alu, VALUE_PASS,              watch_merge,  choose_merge}},
};
/* clang-format on */

static const struct value_row *value_row_of(exec_fn *exec) {
	for (u32 i = 0; i < countof(value_rows); i++)
		if (value_rows[i].exec == exec)
			return &value_rows[i];
	return &other_row;
}

static const struct value_row *value_row(const struct dinst *d) {
	const char *name = d->exec == exec_alu ? row_info(d->row)->mnemonic : "";
	for (u32 i = 0; i < countof(alu_value_rows); i++)
		if (strcmp(alu_value_rows[i].mnemonic, name) == 0)
			return &alu_value_rows[i].row;
	return value_row_of(d->exec);
}

/* ---- which slots may be without a value ---- */

enum { SLOT_MAY = 1, SLOT_COMPUTED = 2 };

static u8 *slot_of(const struct analysis *a, ref r) {
	if (r == REF_NONE || REF_BASE(r) != BASE_FRAME)
		return NULL;
	return &a->slot[REF_OFF(r) / 4];
}

static bool may(const struct analysis *a, ref r) {
	const u8 *s = slot_of(a, r);
	return s && *s & SLOT_MAY;
}

static void add(struct analysis *a, ref r, u8 bits) {
	u8 *s = slot_of(a, r);
	if (s && bits & ~*s) {
		*s |= bits;
		a->changed = true;
	}
}

static void put(ref *list, u32 *n, ref r) {
	if (*n < WATCH_OPERANDS)
		list[(*n)++] = r;
}

static void alu_operands(const struct dinst *d, struct watch_operands *o) {
	const struct row_info *row = row_info(d->row);
	u32 k = 0;
	for (u32 i = 0; i < row->nopr && k < d->no; i++) {
		if (!row->opr[i].is_dest) {
			put(o->src, &o->nsrc, d->o[k++]);
			continue;
		}
		put(o->dst, &o->ndst, d->o[k++]);
		if (row->opr[i].pair && k < d->no)
			put(o->dst, &o->ndst, d->o[k++]);
	}
}

static void op_operands(const struct dinst *d, struct watch_operands *o) {
	const struct row_info *row = row_info(d->row);
	for (u32 i = 0; i < row->nopr && i < d->no; i++) {
		const struct vec_operand *v = d->x->vec[i];
		bool is_dest = row->opr[i].is_dest;
		u32 n = v ? v->n : 1;
		if (row->opr[i].letter == 'm')
			continue;
		for (u32 k = 0; k < n; k++)
			put(is_dest ? o->dst : o->src, is_dest ? &o->ndst : &o->nsrc,
			    v ? v->o[k] : d->o[i]);
	}
}

static bool does_op(const struct dinst *d, exec_fn *exec) {
	return d->in && d->in->row != ROW_INVALID && row_info(d->in->row)->table == 1 &&
	       !(value_row_of(exec)->does & (VALUE_MADE | VALUE_FLOW));
}

static bool is_op(const struct dinst *d) {
	return does_op(d, d->exec);
}

void watch_operands_of(const struct dinst *d, exec_fn *exec, struct watch_operands *o) {
	o->nsrc = o->ndst = 0;
	if (value_row_of(exec)->does & VALUE_MADE) {
		put(o->dst, &o->ndst, d->o[0]);
		put(o->src, &o->nsrc, d->o[1]);
	} else if (exec == exec_alu) {
		alu_operands(d, o);
	} else if (does_op(d, exec)) {
		op_operands(d, o);
	}
}

static void operands_of(const struct dinst *d, struct watch_operands *o) {
	watch_operands_of(d, d->exec, o);
}

/* Checks whether d loads from memory that may be without a value and is not reported. */
static bool may_load_nothing(const struct dinst *d) {
	u32 space = MOD_GET(d->mods, SPACE);
	return value_row(d)->does & VALUE_LOAD &&
	       (space == SPACE_GENERIC || space == SPACE_LOCAL ||
	        is_shared_space(space) || space == SPACE_PARAM_FUNC);
}

static void analyse_inst(struct analysis *a, const struct dinst *d) {
	struct watch_operands o;
	u8 does = value_row(d)->does;
	operands_of(d, &o);
	/* A guard leaves lanes as they were, perhaps without a value. */
	u8 own = d->guard != REF_NONE  ? SLOT_MAY | SLOT_COMPUTED
	         : may_load_nothing(d) ? SLOT_MAY
	                               : 0;
	for (u32 i = 0; i < o.ndst && own; i++)
		add(a, o.dst[i], own);
	if (!(does & VALUE_PASS))
		return;
	u8 bits = 0;
	for (u32 i = 0; i < o.nsrc; i++)
		if (may(a, o.src[i]))
			bits |= *slot_of(a, o.src[i]);
	if (may(a, d->guard))
		bits |= SLOT_MAY;
	if (bits && !(does & VALUE_COPY))
		bits |= SLOT_COMPUTED;
	for (u32 i = 0; i < o.ndst && bits; i++)
		add(a, o.dst[i], bits);
}

/* Adds registers that a call fills in: parameters of this function, results of those that
 * it calls. */
static void add_formals(struct analysis *a) {
	const struct func *fn = a->f->func;
	for (u32 i = 0; i < fn->nparam && !fn->is_entry; i++) {
		const struct var_place *p = &a->dm->place[fn->param[i]];
		if (p->is_reg)
			add(a, p->reg, SLOT_MAY);
	}
	for (u32 i = 0; i < a->f->ncode; i++) {
		const struct dinst *d = &a->f->code[i];
		const struct call *c = d->exec == exec_call ? d->payload : NULL;
		for (u32 k = 0; c && k < c->nret; k++)
			if (c->ret[k].kind == ARG_REG)
				add(a, c->ret[k].reg, SLOT_MAY | SLOT_COMPUTED);
	}
}

enum { ROUNDS_MAX = 16 }; /* then every slot counts */

static void analyse(struct analysis *a) {
	const struct dfunc *f = a->f;
	u32 round = 0;
	add_formals(a);
	for (u32 off = 0; off < f->zero_bytes; off += 4)
		a->slot[off / 4] = SLOT_MAY | SLOT_COMPUTED;
	do {
		a->changed = false;
		for (u32 i = 0; i < f->ncode; i++)
			analyse_inst(a, &f->code[i]);
	} while (a->changed && ++round < ROUNDS_MAX);
	if (a->changed)
		memset(a->slot, SLOT_MAY | SLOT_COMPUTED, f->frame_bytes / 4);
}

/* ---- choosing ---- */

static u32 off_of(const struct analysis *a, ref r) {
	return may(a, r) ? a->f->undef + REF_OFF(r) : REF_NONE;
}

static u32 *list_of(const struct analysis *a, const ref *r, u32 n, bool all, u8 *count) {
	u32 *list = arena_array(&a->dm->arena, u32, n + 1);
	*count = 0;
	for (u32 i = 0; i < n; i++) {
		u32 off = off_of(a, r[i]);
		if (all || off != REF_NONE)
			list[(*count)++] = off;
	}
	return list;
}

static void find_addresses(const struct analysis *a, const struct dinst *d,
                           struct watch *x) {
	const struct row_info *row = row_info(d->row);
	u32 n = 0;
	for (u32 i = 0; i < row->nopr && i < d->no && n < 2; i++)
		if (row->opr[i].letter == 'm')
			x->addr[n++] = off_of(a, d->o[i]);
}

/* Drops constants: they say nothing about what is merged. */
static void drop_constants(struct watch_operands *o) {
	u32 n = 0;
	for (u32 i = 0; i < o->nsrc; i++)
		if (REF_BASE(o->src[i]) != BASE_CONST)
			o->src[n++] = o->src[i];
	o->nsrc = n;
}

static u32 tools_of(const struct analysis *a) {
	return a->dm->image->machine->check->tools;
}

static bool is_wanted(const struct watch *x) {
	return x->before || x->after || x->order || x->nsrc || x->ndst ||
	       x->guard != REF_NONE || x->cond != REF_NONE || x->addr[0] != REF_NONE ||
	       x->addr[1] != REF_NONE;
}

/* Checks whether the guard or the addresses may lack a value. */
static bool is_wanted_for_uses(const struct watch *x) {
	return x->guard != REF_NONE || x->addr[0] != REF_NONE || x->addr[1] != REF_NONE;
}

static exec_fn *choose_call(const struct analysis *a, const struct dinst *d,
                            const struct value_row *row, struct watch_operands *o,
                            struct watch *x) {
	const struct call *c = d->payload;
	o->ndst = 0;
	for (u32 i = 0; i < c->nret; i++)
		if (c->ret[i].kind == ARG_REG && !call_is_argument(c, &c->ret[i]))
			put(o->dst, &o->ndst, c->ret[i].reg);
	x->dst = list_of(a, o->dst, o->ndst, false, &x->ndst);
	return row->watch;
}

static exec_fn *choose_always(const struct analysis *a, const struct dinst *d,
                              const struct value_row *row, struct watch_operands *o,
                              struct watch *x) {
	(void)a, (void)d, (void)o, (void)x;
	return row->watch;
}

static exec_fn *choose_branch(const struct analysis *a, const struct dinst *d,
                              const struct value_row *row, struct watch_operands *o,
                              struct watch *x) {
	x->cond = off_of(a, d->o[0]);
	return choose_plain(a, d, row, o, x);
}

static exec_fn *choose_pass(const struct analysis *a, const struct dinst *d,
                            const struct value_row *row, struct watch_operands *o,
                            struct watch *x) {
	(void)a, (void)d, (void)o;
	return x->ndst ? row->watch : NULL;
}

static exec_fn *choose_select(const struct analysis *a, const struct dinst *d,
                              const struct value_row *row, struct watch_operands *o,
                              struct watch *x) {
	x->src = list_of(a, o->src, o->nsrc, true, &x->nsrc);
	return choose_pass(a, d, row, o, x);
}

static exec_fn *choose_merge(const struct analysis *a, const struct dinst *d,
                             const struct value_row *row, struct watch_operands *o,
                             struct watch *x) {
	drop_constants(o);
	return choose_select(a, d, row, o, x);
}

static exec_fn *choose_together(const struct analysis *a, const struct dinst *d,
                                const struct value_row *row, struct watch_operands *o,
                                struct watch *x) {
	u8 one;
	x->dst = list_of(a, o->dst, MIN(o->ndst, 2u), true, &x->ndst);
	x->src = list_of(a, o->src, MIN(o->nsrc, 1u), true, &one);
	if (x->dst[0] == REF_NONE && (x->ndst < 2 || x->dst[1] == REF_NONE))
		x->ndst = 0;
	x->before = tools_of(a) & CHECK_SYNC ? sync_before(d) : NULL;
	return x->before || x->ndst || x->guard != REF_NONE ? row->watch : NULL;
}

static exec_fn *choose_matrix(const struct analysis *a, const struct dinst *d,
                              const struct value_row *row, struct watch_operands *o,
                              struct watch *x) {
	bool some = false;
	if (!(tools_of(a) & CHECK_INIT))
		return row->does & VALUE_PASS ? choose_pass(a, d, row, o, x)
		                              : choose_plain(a, d, &other_row, o, x);
	for (u32 i = 0; i < o->nsrc; i++)
		some |= may(a, o->src[i]);
	for (u32 i = 0; i < o->ndst; i++)
		some |= may(a, o->dst[i]);
	if (!some)
		return is_wanted_for_uses(x) ? watch_plain : NULL;
	x->src = list_of(a, o->src, o->nsrc, true, &x->nsrc);
	x->dst = list_of(a, o->dst, o->ndst, true, &x->ndst);
	return row->watch;
}

static exec_fn *choose_memory(const struct analysis *a, const struct dinst *d,
                              const struct value_row *row, struct watch_operands *o,
                              struct watch *x) {
	bool mays = false, is_load = row->does & VALUE_LOAD;
	x->dst = list_of(a, o->dst, o->ndst, true, &x->ndst);
	x->src = list_of(a, o->src, o->nsrc, true, &x->nsrc);
	for (u32 i = 0; i < o->ndst && is_load; i++)
		mays |= may(a, o->dst[i]);
	for (u32 i = 0; i < o->nsrc && !is_load; i++) {
		const u8 *s = slot_of(a, o->src[i]);
		mays |= may(a, o->src[i]);
		x->computed |= s && *s & SLOT_COMPUTED;
	}
	if (!mays)
		x->nsrc = x->ndst = 0;
	return choose_plain(a, d, row, o, x);
}

static exec_fn *choose_plain(const struct analysis *a, const struct dinst *d,
                             const struct value_row *row, struct watch_operands *o,
                             struct watch *x) {
	(void)o;
	if (is_op(d)) {
		x->before = async_before(d);
		x->after = async_after(d);
		if (tools_of(a) & CHECK_SYNC && !x->before)
			x->before = sync_before(d);
		if (tools_of(a) & CHECK_RACE)
			x->order = race_before(d);
		if (!x->after)
			x->after = sync_after(d);
		a->dm->has_bulk |= uses_proxy(d);
	}
	return is_wanted(x) ? row->watch : NULL;
}

static exec_fn *choose(const struct analysis *a, const struct dinst *d, struct watch *x) {
	const struct value_row *row = value_row(d);
	struct watch_operands o;
	operands_of(d, &o);
	x->guard = off_of(a, d->guard);
	x->dst = list_of(a, o.dst, o.ndst, false, &x->ndst);
	x->src = list_of(a, o.src, o.nsrc, false, &x->nsrc);
	if (is_op(d))
		find_addresses(a, d, x);
	return row->choose(a, d, row, &o, x);
}

static void put_watches(struct analysis *a) {
	struct dfunc *f = a->f;
	struct watch *all = arena_array(&a->dm->arena, struct watch, f->ncode);
	exec_fn **exec = arena_array(&a->dm->arena, exec_fn *, f->ncode);
	for (u32 i = 0; i < f->ncode; i++) {
		struct watch *x = &all[i];
		x->exec = f->code[i].exec;
		x->guard = x->cond = x->addr[0] = x->addr[1] = REF_NONE;
		exec[i] = choose(a, &f->code[i], x);
		if (tools_of(a) & CHECK_NUMERIC && numeric_watches(&f->code[i])) {
			x->told = arena_new(&a->dm->arena, u8);
			x->numeric = exec[i] ? exec[i] : x->exec;
			exec[i] = watch_numeric;
		}
	}
	for (u32 i = 0; i < f->ncode; i++)
		if (exec[i])
			f->code[i].exec = exec[i];
	f->watch = all;
	if (a->dm->image->machine->check->tools & CHECK_RACE)
		product_watches(a->dm, f);
}

exec_fn *check_exec_of(const struct dfunc *f, const struct dinst *d) {
	return f->watch[d - f->code].exec;
}

void check_code(struct dmodule *dm) {
	u32 ncode = 0;
	for (u32 i = 0; i < dm->nfunc; i++) {
		struct dfunc *f = &dm->func[i];
		if (!f->code)
			continue;
		struct analysis a = {.dm = dm, .f = f};
		f->code_base = ncode;
		ncode += f->ncode;
		f->undef = (u32)alignup(f->frame_bytes, 64);
		f->may_lack = a.slot = arena_array(&dm->arena, u8,
		                                   f->frame_bytes / 4 + 1);
		if (dm->image->machine->check->tools & CHECK_INIT)
			analyse(&a);
		put_watches(&a);
	}
}
