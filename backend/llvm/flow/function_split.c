/* function_split.c - makes several LLVM functions of a large one (fn.h).
 *
 * LLVM takes more time for each instruction the more there are in a function, and memory
 * that no cache holds. So above a size the blocks are cut, in the order of the cfg, into
 * pieces: LLVM functions
 *
 *     u32 piece(struct warp *w, u32 place, void *memory)
 *
 * with both versions of their blocks. A jump to a block of another piece returns that
 * block's number; the function proper, which is made last, calls the piece that has it:
 *
 *     f(w, state, more)   the warps of a call, as without pieces (warps.c)
 *       |  state          entry, state, or 0
 *       v
 *     +-> switch ---> r = piece_k(w, place, memory) ---> what f returns, or its warp's end
 *     |                      | COMPILED_CUT + number
 *     +----------------------+
 *
 * Registers are at home between blocks anyway (reg.c); a register that promote.c makes a
 * value lives in one piece. `memory`, an alloca of the caller, holds the rest that blocks
 * share: the budget of back edges, the carry flag, and the masks of lanes that wait
 * (waiting_masks.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/function_split.h"

#include "backend/llvm/alu/builder.h"
#include "backend/llvm/emit/debug_line.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/engine/modules.h"

enum { PIECE = 500, PIECE_FORCED = 8, WAYS = 3 };
enum { MOST_WHOLE = 2000, MOST_STRAIGHT = 750 }; /* weight of one that is not cut */
enum { LOOP = 6 }; /* a loop is cut if it is larger than so many pieces */
enum { COMPILED_CUT = 1 << 28 };
enum { BUDGET_AT = 0, CC_AT = 8, MASKS_AT = CC_AT + 8 * MAX_CHUNKS };

struct piece {
	const char *name;
	val fn, switch_inst;
	u32 first; /* position in cfg->order */
};

struct split {
	struct piece *piece;
	u32 n, now; /* now == n: the function proper */
	u32 size;   /* weight of one, about */
	u32 *of;    /* per block */
	u32 *entry; /* per entry: its piece, plus 1 */
	u32 *state; /* the same per lean state */
	u32 nplace; /* words of masks */
	bb *leave;  /* per block and way: returns its number, in the piece leave_of - 1 */
	u32 *leave_of;
	VEC(u32) wanted; /* numbers that are returned */
	bool *is_wanted;
};

/* ---- where to cut ------------------------------------------------------------------ */

bool split_is_forced(void) {
	return jit_config()->cut;
}

/* Warps of a function that is cut do not go together, nor take turns in loops: without
 * loops and barriers nothing is lost. */
static bool is_straight(const struct fn *c) {
	for (u32 i = 0; i < c->cfg->nreach; i++)
		if (cfg_is_header(c->cfg, c->cfg->order[i]))
			return false;
	for (u32 i = 0; i < c->f->ninst; i++)
		if (jit_can_wait(&c->f->inst[i]))
			return false;
	return true;
}

/* What an instruction becomes, in tenths of what one does on average: LLVM's instructions
 * were counted in kernels of many kinds. A branch has to say who waits where, and a call
 * to save what lives on. */
static u32 weight_of(const struct inst *in) {
	u32 props = row_info(in->row)->props;
	if (jit_can_wait(in))
		return 120;
	if (props & (PROP_LOAD | PROP_STORE | PROP_ATOMIC))
		return 25;
	if (props & PROP_TERM)
		return in->guard == NO_REG ? 20 : 60;
	return 5;
}

static u32 weight_of_insts(const struct inst *in, u32 n) {
	u32 sum = 0;
	for (u32 i = 0; i < n; i++)
		sum += weight_of(&in[i]);
	return MAX(sum / 10, 1u);
}

static u32 weight_of_block(const struct fn *c, u32 b) {
	const struct block *blk = &c->f->block[b];
	return weight_of_insts(&c->f->inst[blk->first], blk->ninst);
}

u32 split_weight(const struct func *f) {
	return weight_of_insts(f->inst, f->ninst);
}

bool split_is_large(u64 weight) {
	return split_is_forced() || weight > MOST_WHOLE;
}

/* Pieces of about equal size; 0: the function stays whole. Nothing that differs between
 * the tiers counts: whether there are pieces decides what states warps can be in. */
static u32 size_of_pieces(const struct fn *c) {
	u32 size = PIECE, most = is_straight(c) ? MOST_STRAIGHT : MOST_WHOLE;
	if (split_is_forced()) {
		size = PIECE_FORCED;
		most = 2 * PIECE_FORCED;
	}
	u32 w = split_weight(c->f), n = (w + size / 2) / size;
	return w <= most ? 0 : w / n;
}

/* Checks whether a piece of that size ends before position i: it is large enough, and the
 * block is in no loop or begins one; or it gets too large. */
static bool cut_here(const struct fn *c, u32 i, u32 size) {
	u32 b = c->cfg->order[i];
	u32 enough = c->flow.split->size;
	return size >= enough &&
	       (cfg_loop_depth(c->cfg, b) == 0 || size >= LOOP * enough ||
	        (cfg_is_header(c->cfg, b) && cfg_loop_depth(c->cfg, b) == 1));
}

void split_find(struct fn *c) {
	u32 nblock = c->f->nblock + 1, size = 0, enough = size_of_pieces(c);
	if (!enough || c->cfg->nreach < 2)
		return;
	struct split *p = c->flow.split = arena_new(c->a, struct split);
	p->size = enough;
	p->of = arena_array(c->a, u32, nblock);
	p->piece = arena_array(c->a, struct piece, c->cfg->nreach + 1);
	p->n = 1;
	for (u32 i = 0; i < c->cfg->nreach; i++) {
		u32 b = c->cfg->order[i];
		if (size && cut_here(c, i, size)) {
			p->piece[p->n++].first = i;
			size = 0;
		}
		p->of[b] = p->n - 1;
		size += weight_of_block(c, b);
	}
	if (p->n == 1) {
		c->flow.split = NULL;
		return;
	}
	p->piece[p->n].first = c->cfg->nreach;
	p->entry = arena_array(c->a, u32, c->df->nentry + 1);
	p->state = arena_array(c->a, u32, 2 * c->f->ninst + MAX_TURN_STATES + 2);
	p->leave = arena_array(c->a, bb, (u64)nblock * WAYS);
	p->leave_of = arena_array(c->a, u32, (u64)nblock * WAYS);
	p->is_wanted = arena_array(c->a, bool, (u64)nblock *WAYS);
}

u32 split_count(const struct fn *c) {
	return c->flow.split ? c->flow.split->n : 1;
}

u32 split_current(const struct fn *c) {
	return c->flow.split ? c->flow.split->now : 0;
}

u32 split_first(const struct fn *c, u32 piece) {
	return c->flow.split ? c->flow.split->piece[piece].first
	       : piece       ? c->cfg->nreach
	                     : 0;
}

bool split_is_same_piece(const struct fn *c, u32 block, u32 other) {
	return !c->flow.split || c->flow.split->of[block] == c->flow.split->of[other];
}

bool split_in_piece(const struct fn *c) {
	return c->flow.split && c->flow.split->now < c->flow.split->n;
}

/* ---- functions of LLVM ------------------------------------------------------------- */

/* LLVM puts vectors for which there is no register at the stack's own alignment of 16
 * bytes, so that most of them are in two lines of the cache. */
static void align_stack(struct fn *c) {
	enum { USUAL = 16 };
	u32 bytes = 4 * c->host->width;
	if (bytes > USUAL && !c->opt.is_quick)
		e_add_attribute(c->ctx, c->fn, "alignstack", bytes);
}

static void init(struct fn *c, const char *name, typ last) {
	typ arg[3] = {c->ptr, c->i32, last};
	c->fn = LLVMAddFunction(c->mod, name, LLVMFunctionType(c->i32, arg, 3, false));
	e_add_attribute(c->ctx, c->fn, "nounwind", 0);
	align_stack(c);
	engine_tune(c->fn, c->host);
	c->w = LLVMGetParam(c->fn, 0);
	c->state = LLVMGetParam(c->fn, 1);
	c->values.last_block = NULL;
	c->values.made = c->mem.limits = MAP_INIT(c->a);
	if (c->lines.di)
		debug_lines(c);
}

static void blocks(struct fn *c) {
	c->entries.entry = jit_block(c, "entry");
	c->entries.prologue = jit_block(c, "prologue");
	bb unknown = jit_block(c, "unknown");
	jit_at(c, c->entries.entry);
	c->entries.entry_br = LLVMBuildBr(c->b, c->entries.prologue);
	jit_at(c, unknown);
	LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_REFUSED));
	jit_at(c, c->entries.prologue);
	if (c->facts.is_kernel && !split_in_piece(c))
		jit_warps(c);
	c->entries.switch_inst = LLVMBuildSwitch(c->b, c->state, unknown,
	                                         c->df->nentry + 1);
}

/* Makes what blocks share, in a function in one piece. */
static void own_slots(struct fn *c) {
	bb here = jit_entry(c);
	c->flow.budget = LLVMBuildAlloca(c->b, c->i32, "budget");
	c->warps.turn = LLVMBuildAlloca(c->b, c->i32, "turn");
	for (u32 k = 0; c->facts.uses_cc && k < c->nchunk; k++)
		c->regs.cc[k] = LLVMBuildAlloca(c->b, jit_vec(c, c->i1), "cc");
	jit_prologue_end(c, here);
	here = jit_prologue(c);
	LLVMBuildStore(c->b, jit_int(c, 32, c->opt.most_back_edges), c->flow.budget);
	LLVMBuildStore(c->b, jit_int(c, 32, TURN_LOADS), c->warps.turn);
	for (u32 k = 0; c->facts.uses_cc && k < c->nchunk; k++)
		LLVMBuildStore(c->b, LLVMConstNull(jit_vec(c, c->i1)), c->regs.cc[k]);
	jit_prologue_end(c, here);
}

/* Finds what blocks share in the caller's memory, in one of several pieces. */
static void given_slots(struct fn *c) {
	bb here = jit_entry(c);
	c->flow.memory = LLVMGetParam(c->fn, 2);
	c->flow.budget = jit_gep(c, c->flow.memory, jit_int(c, 64, BUDGET_AT));
	for (u32 k = 0; c->facts.uses_cc && k < c->nchunk; k++)
		c->regs.cc[k] = jit_gep(c, c->flow.memory, jit_int(c, 64, CC_AT + 8 * k));
	jit_prologue_end(c, here);
}

void split_whole(struct fn *c) {
	c->mod = modules_for(c->modules, split_weight(c->f));
	init(c, c->name, c->i32);
	jit_constants(c);
	blocks(c);
	own_slots(c);
}

/* Forgets values, other than constants: they belong to the LLVM function that has made
 * them. */
static void forget(struct fn *c) {
	memset(c->values.once, 0, sizeof c->values.once);
	memset(c->mem.bounds, 0, sizeof c->mem.bounds);
	memset(c->mem.own_lanes, 0, sizeof c->mem.own_lanes);
	memset(c->values.sreg_once, 0, sizeof c->values.sreg_once);
	memset(c->mem.lane_array, 0, sizeof c->mem.lane_array);
	c->mem.near_size = c->mem.nowhere = c->flow.bail_phi = NULL;
	c->flow.bail = c->warps.end_block = c->warps.wait_block = c->warps.turn_block =
		NULL;
	for (u32 i = 0; i < c->f->nreg; i++)
		for (u32 k = 0; k < c->nchunk; k++) {
			struct jreg *r = &c->reg[i];
			r->slot[k] = NULL;
			if (r->fixed[k] && !LLVMIsConstant(r->fixed[k]))
				r->fixed[k] = NULL;
		}
}

void split_begin(struct fn *c, u32 piece) {
	struct split *p = c->flow.split;
	struct piece *at = &p->piece[piece];
	p->now = piece;
	forget(c);
	at->name = arena_printf(c->a, "%s.%u", c->name, piece);
	c->mod = modules_for(c->modules, p->size);
	init(c, at->name, c->ptr);
	LLVMSetVisibility(c->fn, LLVMHiddenVisibility);
	jit_constants(c);
	blocks(c);
	given_slots(c);
	at->fn = c->fn;
	at->switch_inst = c->entries.switch_inst;
}

val split_waiting_mask(struct fn *c, u32 place) {
	return jit_gep(c, c->flow.memory,
	               jit_int(c, 64, MASKS_AT + 4 * (u64)(place - 1)));
}

u32 split_place(struct fn *c) {
	return ++c->flow.split->nplace;
}

/* ---- ways from one to another ------------------------------------------------------ */

static bb own_block(const struct fn *c, u32 block, enum way way) {
	return way == WAY_FULL    ? c->flow.full[block].start
	       : way == WAY_CHECK ? c->flow.part[block].start
	                          : c->flow.part[block].body;
}

bb jit_way(struct fn *c, u32 block, enum way way) {
	struct split *p = c->flow.split;
	if (!p || p->of[block] == p->now)
		return own_block(c, block, way);
	u32 n = block * WAYS + way;
	if (p->leave_of[n] == p->now + 1)
		return p->leave[n];
	bb here = LLVMGetInsertBlock(c->b);
	p->leave[n] = jit_block(c, "elsewhere");
	p->leave_of[n] = p->now + 1;
	jit_at(c, p->leave[n]);
	LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_CUT + n));
	jit_at(c, here);
	if (!p->is_wanted[n])
		vec_push(c->a, &p->wanted, n);
	p->is_wanted[n] = true;
	return p->leave[n];
}

void split_has_entry(struct fn *c, u32 entry) {
	if (c->flow.split)
		c->flow.split->entry[entry] = c->flow.split->now + 1;
}

void split_has_state(struct fn *c, u32 state) {
	if (c->flow.split)
		c->flow.split->state[state] = c->flow.split->now + 1;
}

/* ---- the function proper ----------------------------------------------------------- */

struct proper {
	struct fn *c;
	val next; /* alloca: the place to go on at */
	bb *call; /* per piece */
	bb back;
	val result;
};

static void make_memory(struct fn *c) {
	u64 size = MASKS_AT + 4 * (u64)c->flow.split->nplace;
	bb here = jit_entry(c);
	c->flow.memory = LLVMBuildAlloca(c->b, LLVMArrayType2(c->i8, size), "memory");
	LLVMSetAlignment(c->flow.memory, 64);
	jit_prologue_end(c, here);
	here = jit_prologue(c);
	LLVMBuildMemSet(c->b, c->flow.memory, jit_int(c, 8, 0), jit_int(c, 64, size), 64);
	LLVMBuildStore(c->b, jit_int(c, 32, c->opt.most_back_edges), c->flow.memory);
	jit_prologue_end(c, here);
}

/* Returns the piece's function, declared in the module at hand if another one has it. */
static val piece_here(struct fn *c, const struct piece *p, typ t) {
	if (LLVMGetGlobalParent(p->fn) == c->mod)
		return p->fn;
	val fn = LLVMAddFunction(c->mod, p->name, t);
	LLVMSetVisibility(fn, LLVMHiddenVisibility);
	return fn;
}

static void make_call(struct proper *x, u32 piece) {
	struct fn *c = x->c;
	typ type[3] = {c->ptr, c->i32, c->ptr};
	jit_at(c, x->call[piece]);
	val arg[3] = {c->w, LLVMBuildLoad2(c->b, c->i32, x->next, ""), c->flow.memory};
	typ t = LLVMFunctionType(c->i32, type, 3, false);
	val r = LLVMBuildCall2(c->b, t, piece_here(c, &c->flow.split->piece[piece], t),
	                       arg, 3, "");
	LLVMAddIncoming(x->result, &r, &x->call[piece], 1);
	jit_goto(c, x->back);
}

static void add_places(struct proper *x) {
	struct fn *c = x->c;
	const struct split *p = c->flow.split;
	LLVMAddCase(c->entries.switch_inst, jit_int(c, 32, 0), x->call[0]);
	for (u32 e = 1; e < c->df->nentry; e++)
		if (p->entry[e])
			LLVMAddCase(c->entries.switch_inst, jit_int(c, 32, e),
			            x->call[p->entry[e] - 1]);
	for (u32 i = 0; i < c->entries.nlean; i++)
		LLVMAddCase(c->entries.switch_inst, jit_int(c, 32, COMPILED_STATE + i),
		            x->call[p->state[i] - 1]);
}

/* A piece came back with the number of a block of another one. */
static void go_on(struct proper *x, bb again) {
	struct fn *c = x->c;
	struct split *p = c->flow.split;
	bb none = jit_block(c, "nowhere");
	jit_at(c, again);
	LLVMBuildStore(c->b, x->result, x->next);
	val sw = LLVMBuildSwitch(c->b, x->result, none, (u32)p->wanted.n);
	for (u32 i = 0; i < p->wanted.n; i++) {
		u32 n = p->wanted.at[i], block = n / WAYS, piece = p->of[block];
		val number = jit_int(c, 32, COMPILED_CUT + n);
		LLVMAddCase(p->piece[piece].switch_inst, number,
		            own_block(c, block, (enum way)(n % WAYS)));
		LLVMAddCase(sw, number, x->call[piece]);
	}
	jit_at(c, none);
	LLVMBuildUnreachable(c->b);
}

/* A piece came back with a result of the function proper, or with the end of its warp. */
static void finish(struct fn *c, val r) {
	if (!c->facts.is_kernel) {
		LLVMBuildRet(c->b, r);
		return;
	}
	bb ends = jit_block(c, "ended"), other = jit_block(c, "lives"),
	   waits = jit_block(c, "waited"), out = jit_block(c, "back");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, r, jit_int(c, 32, COMPILED_EXIT), ""),
	       ends, other);
	jit_at(c, ends);
	jit_warp_ends(c);
	jit_at(c, other);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntUGE, r, jit_int(c, 32, COMPILED_STATE), ""),
	       waits, out);
	jit_at(c, waits);
	jit_warp_waits(c, r);
	jit_at(c, out);
	LLVMBuildRet(c->b, r);
}

void split_join(struct fn *c) {
	struct split *p = c->flow.split;
	struct proper x = {.c = c, .call = arena_array(c->a, bb, p->n)};
	p->now = p->n;
	forget(c);
	init(c, c->name, c->i32);
	blocks(c);
	make_memory(c);
	bb here = jit_entry(c);
	x.next = LLVMBuildAlloca(c->b, c->i32, "place");
	jit_prologue_end(c, here);
	jit_prologue(c);
	LLVMBuildStore(c->b, c->state, x.next);
	for (u32 i = 0; i < p->n; i++)
		x.call[i] = jit_block(c, "piece");
	x.back = jit_block(c, "came");
	bb again = jit_block(c, "elsewhere"), done = jit_block(c, "done");
	jit_at(c, x.back);
	x.result = LLVMBuildPhi(c->b, c->i32, "");
	val off = LLVMBuildSub(c->b, x.result, jit_int(c, 32, COMPILED_CUT), "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntULT, off, jit_int(c, 32, COMPILED_CUT), ""),
	       again, done);
	for (u32 i = 0; i < p->n; i++)
		make_call(&x, i);
	add_places(&x);
	go_on(&x, again);
	jit_at(c, done);
	finish(c, x.result);
}
