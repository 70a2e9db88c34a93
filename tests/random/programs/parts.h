/* parts.h - what the files of the generator share: the state, registers, emission.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/random/programs/gen.h"

/* Registers of a kernel that anything may read and write: %h %r %d %q %p by width. */
enum { POOL_H = 6, POOL_R = 10, POOL_D = 6, POOL_Q = 2, POOL_P = 6 };
enum { OUT_BYTES = 144, SLOT_BYTES = 64, COLUMNS = 8, COLUMN_BYTES = 16, ACC_AREA = 128 };

enum feature {
	F_ALU = 1 << 0,
	F_CARRY = 1 << 1,
	F_LOAD = 1 << 2,
	F_STORE = 1 << 3,
	F_LOCAL = 1 << 4,
	F_CONST = 1 << 5,
	F_PACK = 1 << 6,
	F_WARP = 1 << 7,
	F_ATOM = 1 << 8,
	F_CALL = 1 << 9,
	F_SHARED = 1 << 10,
	F_FLOW = 1 << 11,
	F_GOTO = 1 << 12,
	F_EXIT = 1 << 13,
	F_CLUSTER = 1 << 14,
};

struct loop {
	const char *next, *end; /* labels */
	const char *mask;       /* of the lanes that take part, in warp mode */
	bool continued;
};

struct gen {
	struct arena *arena;
	struct program *p;
	u64 rng;
	u32 index, features, nlabel, depth, loops;
	u32 nthread, total; /* of a cta, of the grid */
	u32 column_width[COLUMNS], column_order[COLUMNS];
	u32 half_sites; /* places that add to an f16 accumulator */
	bool in_func, has_exit, in_goto;
	const char *mask; /* register with the lanes known to be here; NULL: not known */
	bool mask_full;   /* they are all 32 */
	struct loop *loop;
	const char *shared; /* array of the phases */
	const char *guard;  /* predicate that the next load or store must have; NULL: any
	                       or none */
	u32 nfunc, func_ret, func_arg[3], func_args; /* of calls */
};

u32 pick(struct gen *g, u32 n);
bool chance(struct gen *g, u32 percent);
char *text(struct gen *g, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* A text "NAME: rest" of a LINE_INIT or of a function defines that name; the line is the
 * rest. */
void emit(struct gen *g, enum line_kind kind, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* An instruction that may get a guard. */
void emit_guarded(struct gen *g, const char *fmt, ...) PRINTF_LIKE(2, 3);
const char *label(struct gen *g);
/* A register of the pool, by width in bits (1, 16, 32, 64, 128). */
const char *reg(struct gen *g, u32 bits);
/* A new register that nothing else touches. */
const char *temp(struct gen *g, u32 bits);
u64 bits_worth_trying(struct gen *g);
/* Edges of integers and floats of each width, numbers near each other, noise. */
u64 gen_worth_trying(u64 *rng);

/* alu.c */
void make_alu(struct gen *g);
void make_carry(struct gen *g);
void make_pack(struct gen *g);
/* A predicate for a branch, in a new register. */
const char *make_condition(struct gen *g);

/* mem.c */
void make_load(struct gen *g);
void make_store(struct gen *g);
void make_local(struct gen *g);
void make_const(struct gen *g);
/* Loads into and stores from pool registers at an address text, with the words of the
 * space. */
void load_at(struct gen *g, const char *space, const char *addr, u32 max_bytes);
void store_at(struct gen *g, const char *space, const char *addr, u32 width);
/* A 32-bit register that holds an index below n, in one of many ways. */
const char *make_index(struct gen *g, u32 n);
/* The place of a thread in an order of n threads: 0 as they are, 1 backwards, from 2 on
 * turned. */
const char *ordered(struct gen *g, const char *thread, u32 n, u32 order);

/* atom.c */
void make_atomic(struct gen *g);
void fill_accumulators(u64 *rng, u8 *acc);

/* flow.c */
void make_simple(struct gen *g);
void make_statements(struct gen *g, u32 n);

/* warp.c */
void make_warp(struct gen *g);

/* sync.c */
void make_shared_start(struct gen *g);
void make_phase(struct gen *g);
void make_shared_end(struct gen *g);

/* call.c */
void make_functions(struct gen *g);
void make_call(struct gen *g);
