/* ssa.h - the SSA form that the optimiser works on: the instructions of ir.h in lists, on
 * values.
 *
 * A value is a register that is written once: operands OPR_REG and OPR_ADDR_REG name
 * values. Where paths join, phis choose. A function comes in with every register
 * `is_mutable`; ssa_construct.c turns mutable values into values proper, and does so
 * again after a pass that makes some mutable (loops are cloned that way). Control flow is
 * in the edges: a plain jump has no instruction, and the instruction that ends a block,
 * if any, stands beside the list.
 *
 *     bb:  phi  phi | node <-> node <-> node | term -> succ[0] (not taken)  succ[1] (taken)
 *
 * A guarded instruction does not change its destination where the guard is false: `old`
 * holds the previous value of each destination. The same goes for an instruction that
 * adds to its destination.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/bits.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/isa/build.h"
#include "ir/isa/inst.h"
#include "ir/opt/opt.h"

enum { NO_BB = 0xffffffffu, NO_VAL = 0xffffffffu };

struct node {
	struct node *prev, *next;
	u32 bb;
	u32 pos; /* scratch: place in the block */
	const struct row_info *info;
	struct inst in;       /* operands are the node's own; OPR_VEC and the like index
	                         opt->elem */
	struct operand guard; /* OPR_NONE, OPR_REG or OPR_IMM */
	/* guarded: per destination, in the order of dst_next; or NULL */
	struct operand *old;
	u32 nold;
	u32 pragma, npragma;       /* those before it: func->pragma[pragma .. pragma +
	                              npragma) */
	bool no_wrap_s, no_wrap_u; /* an add that stays in the range of signed, unsigned
	                              numbers */
	bool is_live;              /* scratch of dce.c */
};

struct phi {
	struct phi *next;
	/* var: the mutable value it stands for while ssa_construct.c runs */
	u32 dest, var;
	struct operand *arg; /* per predecessor: OPR_REG or OPR_IMM */
	u32 cap;             /* arguments that `arg` has room for */
	bool is_live;
};

struct bb {
	struct phi *phi;
	struct node *first, *last;
	struct node *term; /* guarded bra, brx, ret, exit, trap; NULL: goes to succ[0] */
	/* equal edges of a brx appear as often as they are in its table */
	struct u32s succ, pred;
	bool is_dead;
	u8 unroll; /* enum unroll_wish, of a loop header */
	u32 unroll_by;
	u32 line; /* source line of a jump without instruction */
	/* graph.c */
	/* child, sibling: lists of the dominator tree */
	u32 rpo, idom, child, sibling, enter, leave;
	u32 loop; /* innermost loop or NO_LOOP */
};

enum unroll_wish { UNROLL_DEFAULT, UNROLL_NEVER, UNROLL_FULL, UNROLL_BY };

struct val {
	struct node *def; /* NULL for phis and for values that nothing defines */
	struct phi *phi;
	struct operand same; /* OPR_NONE, or what stands for it: a value, or a constant
	                        (then the definition is a mov of it) */
	u32 bb;              /* where it is defined, NO_BB if nowhere */
	u32 nuse;            /* after uses_count */
	u8 type; /* of the register: its bits and whether it is a predicate matter */
	bool is_mutable;
};

struct ssa_loop {
	u32 header, parent, depth;
	struct u32s block; /* all of it, inner loops included, header first */
	bool has_inner;
};

VEC_TYPE(vals, struct val);
VEC_TYPE(bbs, struct bb);
VEC_TYPE(nodes, struct node *);

struct opt {
	struct module *m;
	struct func *f;
	const struct opt_options *options;
	struct arena *a; /* dropped at the end */
	struct vals val;
	struct bbs bb; /* bb 0 is the entry; nothing jumps there */
	struct operands elem;
	u32 *rpo, nrpo; /* graph.c: blocks that can be reached */
	struct ssa_loop *loop;
	u32 nloop, loop_cap;
	u32 *graph_room, graph_cap; /* scratch of graph.c */
	bool graph_is_current;      /* no edge has changed since graph_build */
	u32 reg_base, bb_base;      /* import.c: values and blocks of the function at hand
	                               begin here */
	bool keeps_loads; /* until sums have their order (order.c): loads take values
	                     from near places only */
	u32 var_cap;      /* room in f->var once it was made anew */
	const u8 *taken;  /* per function of the module, promote_call.c: its address is a
	                     value; NULL: not known */
	bool unrolled;    /* set by unroll.c */
	bool chose_variable; /* set by address.c: more variables may become values */
	bool changed;        /* set by passes that did something */
};

/* ---- ssa.c: making and changing ---- */

u32 val_new(struct opt *o, u8 type);
u32 bb_new(struct opt *o);
/* An instruction that is in no block yet. Operands are copied. type may be NULL. */
struct node *node_new(struct opt *o, enum row row, u64 mods, const u8 *type,
                      const struct operand *operand, u32 noperand);
/* A copy, vectors included, with the same values. */
struct node *node_copy(struct opt *o, const struct node *n);
void node_append(struct opt *o, u32 bb, struct node *n);
void node_before(struct opt *o, struct node *at, struct node *n);
void node_prepend(struct opt *o, u32 bb, struct node *n);
void node_remove(struct opt *o, struct node *n);
/* Makes the instruction another one; the destination stays as operand 0. */
void node_become(struct opt *o, struct node *n, enum row row, u64 mods, u8 type, u8 type2,
                 const struct operand *src, u32 nsrc);
/* mov of a constant or value, of the type that fits the destination. */
struct node *mov_new(struct opt *o, u32 dest, struct operand src);
/* Sets val.def of all destinations. */
void node_defines(struct opt *o, struct node *n);

struct phi *phi_new(struct opt *o, u32 bb, u32 dest);
u32 pred_slot(const struct opt *o, u32 bb, u32 pred);
/* Adds an edge at the end of `from`; phis of `to` get `OPR_NONE` there. */
void edge_add(struct opt *o, u32 from, u32 to);
/* Removes one edge, with the arguments of phis. */
void edge_remove(struct opt *o, u32 from, u32 slot);
/* Lets succ[slot] of `from` go to `to`; phis of the new target get OPR_NONE, to be filled
 * in. */
void edge_redirect(struct opt *o, u32 from, u32 slot, u32 to);
/* Puts a block on the edge; returns it. */
u32 edge_split(struct opt *o, u32 from, u32 slot);
/* Puts what follows the instruction in its block into a block of its own, which it
 * returns. The old block has no edge then. */
u32 bb_split_after(struct opt *o, struct node *at);

/* Makes a variable of the function like that one, of any function. */
u32 var_copy(struct opt *o, u32 var);

/* Replaces the value in `use` by the one that stands for it (val.same), with `negated`
 * adjusted. Returns whether it did. */
bool opr_resolve(struct opt *o, struct operand *use);
/* Replaces all values that val.same gives a replacement for, where the operand allows
 * it. */
void rewrite_uses(struct opt *o);
void rewrite_node(struct opt *o, struct node *n);
void rewrite_phi(struct opt *o, struct phi *p, u32 npred);
/* Checks whether position pos of the row may hold a constant. */
bool imm_fits(const struct node *n, u32 pos);
/* Returns the bits as an operand of the type holds them. */
s64 imm_of_type(u8 type, u64 bits);
void uses_count(struct opt *o);
/* Ends in bug() if the form is inconsistent. */
void ssa_check(struct opt *o, const char *after);

/* ---- operands ---- */

struct opr_iter {
	struct opt *o;
	struct node *n;
	u32 stage, i, k;
	u32 pos; /* operand position of what was returned last; NO_REG: guard or old */
};

/* Registers read: guard, old values, sources; registers written. NULL at the end. An
 * operand may be changed while iterating; no vector operand may be made. */
struct operand *src_next(struct opr_iter *it);
struct operand *dst_next(struct opr_iter *it);

#define each_src(opt_, n_, use)                                   \
	for (struct opr_iter use##_it = {.o = (opt_), .n = (n_)}; \
	     ((use) = src_next(&use##_it));)
#define each_dst(opt_, n_, def)                                   \
	for (struct opr_iter def##_it = {.o = (opt_), .n = (n_)}; \
	     ((def) = dst_next(&def##_it));)
#define each_node(n_, bb_) for (struct node *n_ = (bb_)->first; n_; n_ = n_->next)
#define each_phi(p_, bb_) for (struct phi *p_ = (bb_)->phi; p_; p_ = p_->next)

/* Checks whether n reads its destination: `old` holds the previous value, as if n were
 * guarded. */
static inline bool node_accumulates(const struct node *n) {
	return n->info->table == 1 && n->info->opr[0].letter == 'M';
}

#define SPACE_BITS ((u64)15 << MOD_SPACE_SHIFT)

/* Lets an access name the space. */
static inline void node_set_space(struct node *n, u64 space) {
	n->in.mods = (n->in.mods & ~SPACE_BITS) | space << MOD_SPACE_SHIFT;
}

static inline struct operand opr_reg(u32 val) {
	return (struct operand){.kind = OPR_REG, .index = val};
}

static inline struct operand opr_imm(s64 value) {
	return (struct operand){.kind = OPR_IMM, .value = value};
}

static inline bool opr_is_reg(const struct operand *o) {
	return o->kind == OPR_REG || o->kind == OPR_ADDR_REG;
}

static inline u32 val_bits(const struct opt *o, u32 v) {
	return type_info[o->val.at[v].type].bits;
}

static inline u64 bits_mask(u32 bits) {
	return bits >= 64 ? ~(u64)0 : ((u64)1 << bits) - 1;
}

/* Returns the instruction that makes the operand; NULL: none, or the operand is no plain
 * value. */
static inline struct node *def_of(const struct opt *o, const struct operand *x) {
	return x->kind == OPR_REG && !x->negated && !x->sel ? o->val.at[x->index].def
	                                                    : NULL;
}

/* The value defined by a node with one plain destination; NO_VAL otherwise. */
u32 node_dest(const struct node *n);
/* Checks whether the first two sources may change places. Which of two NaNs a
 * floating-point row passes on may depend on their order, so those do not. */
static inline bool node_commutes(const struct node *n) {
	char class = type_info[n->in.type[0]].class;
	return (n->info->props & PROP_COMM) && !n->info->table && n->in.noperand > 2 &&
	       (class == 'U' || class == 'S' || class == 'B' || class == 'P');
}
/* Checks whether the result depends on the operands alone: n may be moved, copied and
 * dropped. */
bool node_is_pure(const struct opt *o, const struct node *n);
/* Checks for a load that gives the same whenever it runs: of parameters and constants. */
bool node_is_invariant_load(const struct opt *o, const struct node *n);
/* Checks whether n may be dropped when its results are not used. */
bool node_is_removable(const struct opt *o, const struct node *n);
/* Checks whether n depends on which lanes run it together. */
bool node_is_convergent(const struct node *n);
/* Checks for ld or st without order, volatile and so on. */
bool node_is_plain_access(const struct node *n);
/* Returns the bytes that a ld or st accesses. */
u32 node_access_bytes(const struct node *n);

/* ---- import.c, export.c, ssa_destruct.c ---- */

bool ssa_can_import(const struct module *m, const struct func *f);
void ssa_import(struct opt *o);
/* Adds the blocks of o->f, which may be a callee, after those that are there; returns the
 * first. */
u32 ssa_import_blocks(struct opt *o);
void ssa_export(struct opt *o);
/* lane_counters.c: per value, whether it is the phi of a counter that needs a register of
 * its own. Its values have other names after the loop. */
u8 *lane_counters(struct opt *o);
/* ssa_destruct.c: replaces phis and old values by moves; returns, per value, the value
 * whose register it shares. */
u32 *ssa_destruct(struct opt *o);

/* ssa_print.c: the form as text. */
void ssa_print(struct opt *o, FILE *out);

/* ---- graph.c ---- */

/* Drops blocks that cannot be reached; computes order, dominators, loops. */
void graph_build(struct opt *o);
static inline bool bb_dominates(const struct opt *o, u32 a, u32 b) {
	return o->bb.at[a].enter <= o->bb.at[b].enter &&
	       o->bb.at[b].enter <= o->bb.at[a].leave;
}
static inline bool loop_has(const struct opt *o, u32 loop, u32 bb) {
	for (u32 l = o->bb.at[bb].loop; l != 0xffffffffu; l = o->loop[l].parent)
		if (l == loop)
			return true;
	return false;
}

/* ---- licm.c ---- */

/* Returns a block before the loop that goes nowhere else, a new one if need be. The graph
 * is not current after that. */
u32 loop_preheader(struct opt *o, u32 loop);

/* ---- inline.c ---- */

/* Puts the bodies of small functions in place of calls; everything is still mutable. */
void inline_calls(struct opt *o);
/* Checks whether the body of the function may stand in place of calls. */
bool can_inline(const struct opt *o, const struct func *f);

/* ---- known_call.c ---- */

/* Makes calls direct whose pointer is a known function. Returns whether there were any.
 */
bool resolve_calls(struct opt *o);
/* Checks whether the variables of the call are as large as those of the function. */
bool call_fits(const struct opt *o, const struct inst *call, const struct func *f);

/* ---- promote_call.c ---- */

/* Lets calls through pointers ask for functions of o->taken first; everything is still
 * mutable. */
void promote_calls(struct opt *o);
bool has_pointer_calls(const struct opt *o);
/* Returns, per function, whether its address is a value somewhere in the module. */
u8 *address_taken(struct arena *a, const struct module *m);

/* ---- ssa_construct.c ---- */

/* Turns mutable values into values and phis. Builds the graph. */
void ssa_construct(struct opt *o);
/* The reverse for a set of blocks: phis at their starts become moves at the ends of
 * predecessors, and all values that they define become mutable. */
void ssa_demote(struct opt *o, const u32 *block, u32 n);

/* ---- eval.c ---- */

/* Evaluates a pure row on constants: arg[pos], out[0], out[1] (second destination). */
bool eval_row(enum row row, const u8 type[4], u64 mods, const u64 *arg, u64 *out);
/* The same as a PTX assembler computes it, which rounds the function unit's results
 * correctly. */
bool eval_row_early(enum row row, const u8 type[4], u64 mods, const u64 *arg, u64 *out);

/* ---- passes: each sets opt->changed if it did something ---- */

void pass_gvn(struct opt *o);
void pass_space(struct opt *o);
void pass_dce(struct opt *o);
void pass_sroa(struct opt *o);
void pass_flow(struct opt *o);
void pass_select(struct opt *o);
void pass_order(struct opt *o);
void pass_rotate(struct opt *o);
void pass_licm(struct opt *o);
void pass_accumulate(struct opt *o);
void pass_unroll(struct opt *o);
void pass_fuse(struct opt *o);
void pass_combine(struct opt *o);
void pass_store(struct opt *o);

/* simplify.c: rewrites one instruction, or sets val.same of its destination; used by
 * gvn.c. */
void simplify_node(struct opt *o, struct node *n);
/* address.c: addresses of memory operands, spaces. */
void simplify_address(struct opt *o, struct node *n);
/* range.c: an upper bound of the value as an unsigned number of its register's bits. */
u64 range_max(const struct opt *o, const struct operand *x, u32 depth);
