/* test.h - a litmus test in memory. docs/weak-memory.md describes the format.
 *
 *     text --lex.c--> tokens --read.c, cond.c--> struct litmus --make.c--> PTX --litmus.c--> outcomes
 *
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/vec.h"

enum token_kind {
	TOKEN_END,
	TOKEN_WORD, /* letters, digits, _ . % $; not beginning with a digit */
	TOKEN_NUMBER,
	TOKEN_TEXT,  /* "..." */
	TOKEN_PUNCT, /* one character, or == != <= >= /\ \/ */
	TOKEN_BAD,   /* was reported */
};

struct token {
	u8 kind;
	struct loc loc;
	const char *at; /* in the file */
	u32 len;
	s64 value; /* of a number */
};

struct lexer {
	const struct source_file *file;
	struct diag *d;
	u32 pos;
	struct token token; /* the current one */
	bool failed;        /* an error was reported: what follows from it is not */
};

/* lex.c */
void lex_start(struct lexer *x, const struct source_file *file, struct diag *d, u32 pos);
void lex_next(struct lexer *x);
bool lex_is(const struct lexer *x, const char *text);
/* Takes the token if it is this one. */
bool lex_accept(struct lexer *x, const char *text);
/* Reports what is here instead of what was wanted, once. */
void lex_wrong(struct lexer *x, const char *wanted);
bool lex_expect(struct lexer *x, const char *text);

enum {
	LITMUS_THREADS = 32,
	LITMUS_LOCATIONS = 64,
	LITMUS_REGISTERS = 64,
	LITMUS_DEPTH = 200
};

struct litmus_location {
	const char *name;
	s32 value; /* it begins with */
	bool is_shared;
	bool is_observed;
	s32 cta; /* of a shared one: of the threads that use it; -1: none does */
};

struct litmus_register {
	const char *name;
	s32 value;
	s32 location; /* its address is what the register holds; -1: a number */
	bool is_observed;
};

enum litmus_operand_kind {
	LOPR_NUMBER,
	LOPR_REGISTER,
	LOPR_LOCATION,
	LOPR_ADDRESS,
	LOPR_LABEL
};

struct litmus_operand {
	u8 kind;   /* LOPR_ADDRESS: in memory at what the register holds */
	s32 value; /* number, or index */
	const char *label;
	struct loc loc;
};

struct litmus_inst {
	const char *label; /* before it, or NULL; then op may be NULL */
	const char *op;    /* "ld.relaxed.gpu" */
	struct loc loc, label_loc;
	struct litmus_operand operand[5];
	u32 noperand;
};

VEC_TYPE(litmus_insts, struct litmus_inst);

struct litmus_thread {
	s32 number; /* of P0 */
	/* as the file numbers them; cluster -1: each cta is one */
	s32 cta, cluster, device;
	u32 at_cta, at_warp; /* where it runs: see make.c */
	struct litmus_register reg[LITMUS_REGISTERS];
	u32 nreg;
	struct litmus_insts inst;
};

enum cond_kind { COND_TRUE, COND_FALSE, COND_AND, COND_OR, COND_NOT, COND_COMPARE };
enum cond_compare { CMP_EQ, CMP_NE, CMP_LT, CMP_LE, CMP_GT, CMP_GE };

struct cond_term {  /* a number, or what was observed */
	s32 thread; /* -1: location; -2: number */
	s32 index, value;
};

struct cond {
	u8 kind, compare;
	const struct cond *a, *b;
	struct cond_term left, right;
};

enum litmus_quantor { LITMUS_EXISTS, LITMUS_NOT_EXISTS, LITMUS_FORALL };
enum litmus_verdict { VERDICT_NONE, VERDICT_ALLOWED, VERDICT_FORBIDDEN };
enum litmus_seen { SEEN_ANY, SEEN_NEVER, SEEN_SOMETIMES, SEEN_ALWAYS };

/* The final state of a run: registers by thread, then locations. */
struct litmus_state {
	s32 reg[LITMUS_THREADS][LITMUS_REGISTERS];
	s32 location[LITMUS_LOCATIONS];
};

struct litmus {
	const char *path, *name, *doc;
	struct litmus_location location[LITMUS_LOCATIONS];
	u32 nlocation;
	struct litmus_thread thread[LITMUS_THREADS];
	u32 nthread;
	u8 quantor, verdict, seen;
	/* filter: NULL, or the condition of outcomes that count */
	const struct cond *cond, *filter;
	u32 ncta, nwarp; /* make.c: of the launch; warps of a cta */
	struct loc cond_loc;
};

/* read.c: NULL after errors were reported to d. */
struct litmus *litmus_read(struct arena *a, struct diag *d,
                           const struct source_file *file);
/* Returns the index of a location, which is made if there is none; -1: too many. */
s32 litmus_location(struct arena *a, struct litmus *t, const struct token *name);
/* Returns the index of a register of the thread, made likewise. */
s32 litmus_register(struct arena *a, struct litmus_thread *t, const struct token *name);
/* The thread that the token names: P0, T0 or 0; -1: there is none. */
s32 litmus_thread_of(const struct litmus *t, const struct token *name);

/* cond.c: the condition at the token; NULL after an error was reported. */
const struct cond *cond_read(struct arena *a, struct litmus *t, struct lexer *x);
bool cond_holds(const struct cond *c, const struct litmus_state *s);
void cond_print(const struct litmus *t, const struct cond *c, FILE *out);
/* "1:r0=0; x=1;": what is observed. */
void state_print(const struct litmus *t, const struct litmus_state *s, FILE *out);

/* make.c: PTX with a kernel `litmus(mem, out)`. mem has a location every LITMUS_STRIDE
 * bytes, after them a counter for each cta; out the registers of each thread, then the
 * shared locations. NULL after errors. */
enum { LITMUS_STRIDE = 128 };
const char *litmus_make(struct arena *a, struct diag *d, struct litmus *t);
