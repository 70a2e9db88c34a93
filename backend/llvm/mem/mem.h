/* mem.h - one load or store on its way to code: what the files of mem/ share.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

enum { ELEMENTS = 8 };
enum { LINE_BYTES = 64 }; /* of a host's caches */

struct mem {
	const struct inst *in;
	bool is_load, strong;
	u32 ai, vi; /* operands: address, values */
	u32 space;
	u32 n, size, bytes; /* elements, bytes of one, of all */
	enum type type;
	const struct operand *elem[ELEMENTS];
	/* address: reg or symbol, plus offset */
	struct uniform_value how; /* kind, stride, align */
	u32 scale;                /* 1, but while elements are gathered by their index */
	bool checked;             /* known to be valid and aligned */
	bool is_rare;             /* short code is better than fast code */
	val group; /* of a group: host pointer of the base register; NULL: none */
	/* then: bytes from lane 0's address on that are known to be valid */
	s64 valid_first, valid_end;
	bb slow;   /* the interpreter's function; NULL: no code goes there */
	val place; /* host pointer to loaded numbers that may be indices of an atomic
	              (table.c); NULL: they are not */
	/* loaded, or to be stored: integers of the memory's size, or mem_type */
	val value[ELEMENTS][MAX_CHUNKS];
};

/* ---- mem.c ---- */
/* Emit the instruction. False: the interpreter executes it. */
bool jit_mem(struct fn *c, const struct inst *in);
bool jit_atomic(struct fn *c, const struct inst *in);     /* atomic.c */
bool jit_copy_async(struct fn *c, const struct inst *in); /* copy_async.c */
bool jit_fence(struct fn *c, const struct inst *in);      /* fence.c */
/* What a strong access (machine/strong_access.h) needs before it, sem being RELEASE, and
 * after it, ACQUIRE; nothing if it is weak. */
void mem_order(struct fn *c, const struct inst *in, u32 sem);
/* An atomic by one lane, whose old value is not used, at a global address that all lanes
 * have, so that code may check it first, and make it later. */
struct late_atomic;
bool jit_atomic_may_be_late(struct fn *c, const struct inst *in, u32 lanes);
struct late_atomic *jit_atomic_check(struct fn *c, const struct inst *in, u32 lane);
void jit_atomic_make(struct fn *c, struct late_atomic *a);
/* Checks for one whose old value has no register, or may have none that is read, and that
 * leaves the same in memory in whatever order threads make it. */
bool jit_atomic_is_unordered(const struct inst *in);
/* Where one lies that code may make without a check, having tested its range before. */
struct atomic_range {
	const struct operand *pointer; /* the address, or that of a table */
	const struct operand *index;   /* in the table, of each lane; NULL: no table */
	const struct operand *value;
	s64 first, end; /* bytes from the pointer on: of lane 0, or of the table */
	u32 bytes;
	bool is_shared;
};
/* Called at its position. False: the old value is read, or the lanes' places are
 * others. */
bool jit_atomic_range(struct fn *c, const struct inst *in, struct atomic_range *r);
struct table_copies;
/* Makes it, in all lanes, in the copies if there are some; pointer: its value, i64, and
 * the bytes of the range are valid. */
void jit_atomic_unchecked(struct fn *c, const struct inst *in, val pointer,
                          const struct table_copies *copies);
/* Copies of a table in shared memory, in which lanes count beside each other, as one that
 * counts where the lane before has just counted waits for it; NULL: it is too large. They
 * are used if `pays`, i1; what is in them comes to the table at the end. In between
 * nothing but this operation accesses the table. */
struct table_copies *jit_table_copies_begin(struct fn *c, const struct inst *in,
                                            val pointer, val pays);
void jit_table_copies_end(struct fn *c, const struct inst *in,
                          const struct table_copies *copies);
/* Checks whether it loads a parameter of the kernel. */
bool jit_is_param(struct fn *c, const struct inst *in);
bool mem_describe(struct fn *c, struct mem *m, const struct inst *in);
/* Replaces the space that the instruction names by the one that the address is in. False:
 * the interpreter executes it. */
bool mem_find_space(struct fn *c, struct mem *m);
/* Called before and after the code of the access. Operands are read before the paths
 * part, so that they are known where paths join; both the access and the interpreter's
 * function go on after mem_end. */
u32 mem_begin(struct fn *c, const struct inst *in);
void mem_end(struct fn *c, struct mem *m, u32 fork);
/* Notes where the load at hand reads numbers that an atomic may count by. */
void mem_note_place(struct fn *c, const struct mem *m, val place);
/* Puts the values that were loaded into the registers. */
void mem_set_loaded(struct fn *c, struct mem *m);
const struct var *mem_symbol(const struct fn *c, const struct mem *m);
typ mem_int(struct fn *c, const struct mem *m);
typ mem_type(struct fn *c, const struct mem *m);
val mem_from_register(struct fn *c, const struct mem *m, const struct operand *o, u32 k);
val mem_stored(struct fn *c, const struct mem *m, const struct operand *o, u32 k);
static inline u32 log2_of(u32 n) {
	return (u32)__builtin_ctz(n);
}

/* ---- bounds_check.c: where addresses lie ---- */
/* Goes to the interpreter's function unless `ok`. */
void mem_check(struct fn *c, struct mem *m, val ok);
bb mem_slow(struct fn *c, struct mem *m);
/* Tests whether offsets (integers, scalar or chunk) are multiples of 2^shift whose `span`
 * bytes lie below `total`: i1. */
val mem_in_range(struct fn *c, val off, val total, u32 span, u32 shift);
/* What such offsets, rotated right by `shift`, are less than. */
val mem_limit(struct fn *c, val total, u32 span, u32 shift);
/* The start of the space, which is subtracted from addresses, and its size. */
val mem_low(struct fn *c, const struct mem *m, val *total);
/* Host pointer of a scalar address, and the same checked, for `span` bytes. */
val mem_host(struct fn *c, const struct mem *m, val addr, val off);
val mem_pointer(struct fn *c, struct mem *m, val addr, u32 span);
bool mem_is_near(const struct uniform_value *how, u32 bytes);
val mem_line_pointer(struct fn *c, struct mem *m, struct mask *em);
/* The same, with a check of the addresses of all 32 lanes, whether they take part or not:
 * *ok, i1; NULL if they are too far apart for that. */
val mem_whole_pointer(struct fn *c, struct mem *m, val *ok);
val mem_address(struct fn *c, const struct mem *m);
/* The address register, if there is one, plus `more`. */
val mem_chunk_address(struct fn *c, const struct mem *m, u32 bits, u32 k, s64 more);
bool mem_inside_symbol(const struct fn *c, const struct mem *m);
/* Joins the accesses that are checked together: sets m->group. */
void mem_join_group(struct fn *c, struct mem *m);
/* Called after that, where the paths have parted. */
void mem_check_group(struct fn *c, struct mem *m);
/* Forgets the values of the block's groups: they are not there in the code that comes
 * next. */
void mem_forget_groups(struct fn *c, u32 block);
bool mem_writes(struct fn *c, const struct inst *in, u32 reg);

/* ---- access.c: one access of a known kind ---- */
val mem_load_at(struct fn *c, typ t, val p, u32 align);
val mem_element(struct fn *c, const struct mem *m, val p, u32 e);
/* Lanes first .. first + n - 1 of a vector; two vectors of n lanes as one. */
val mem_piece(struct fn *c, val v, u32 first, u32 n);
val mem_join(struct fn *c, val a, val b, u32 n);
/* How many vectors of the host a chunk of lanes of so many bits fills: 1 or 2. A gather
 * of more or of less becomes a branch and a load per lane. */
u32 mem_pieces(const struct fn *c, u32 bits);
void mem_uniform_load(struct fn *c, struct mem *m, val p);
void mem_uniform_store(struct fn *c, struct mem *m, val p, struct mask *em);
/* Accesses chunk k's lanes, of which lane l's elements lie at p + l * bytes. */
void mem_consecutive(struct fn *c, struct mem *m, val p, u32 k, const struct mask *em);
/* Checks whether n elements a lane of `size` bytes each are for mem_load_halves. */
bool mem_fits_halves(const struct fn *c, u32 n, u32 size);
/* Loads lane l's elements e, of type t, from p + (l * n + e) * 4 into out[e], for a chunk
 * of eight lanes. */
void mem_load_halves(struct fn *c, typ t, val p, u32 n, val *out);
/* Loads what all of chunk k's lanes have at p. */
void mem_same(struct fn *c, struct mem *m, val p, u32 k);
/* The vector that chunk k stores to consecutive places, element after element. */
val mem_side_by_side(struct fn *c, struct mem *m, u32 k);
/* Stores a vector, in some lanes. */
void mem_masked_store(struct fn *c, const struct mem *m, val v, val p, val lanes);
bool mem_can_scatter(const struct fn *c, const struct mem *m);
/* The type that an index counts in. */
typ mem_step_type(struct fn *c, const struct mem *m);
/* Accesses chunk k's lanes, of which lane l's elements lie at base + m->scale * index[l];
 * index: i32 or i64, signed. */
void mem_scattered(struct fn *c, struct mem *m, val base, val index, u32 k,
                   const struct mask *em);

/* ---- scatter_call.c: stores to any places without an instruction of the host ---- */
bool mem_scatters_by_call(const struct fn *c, const struct mem *m);
/* Stores lane l's element v[l] to base + m->scale * index[l]; lanes: i1 each, NULL for
 * all. */
void mem_scatter_by_call(struct fn *c, const struct mem *m, val v, val base, val index,
                         val lanes);

/* ---- access_call.c: accesses of large kernels ---- */
/* Emits the access as a call. False: it is made in line. */
bool mem_by_call(struct fn *c, const struct mem *m);

/* ---- local.c: every lane at the same address of its own local memory ---- */
bool mem_is_own_place(struct fn *c, const struct mem *m);
void mem_own_place(struct fn *c, struct mem *m, const struct mask *em);

/* ---- interleaved.c: lanes at fixed places of a few vectors of memory ---- */
/* Checks whether chunk k's lanes are so near to each other that loading or storing all
 * that lies between, and shuffling, costs less than going from lane to lane. */
bool mem_can_interleave(const struct fn *c, const struct mem *m, u32 k);
/* lane0: host pointer of lane 0. A load reads what lies between, also for lanes that take
 * no part. */
void mem_interleaved(struct fn *c, struct mem *m, val lane0, u32 k,
                     const struct mask *em);

/* ---- transposed.c: lanes that each read several adjacent elements ---- */
/* Returns how many of n adjacent elements of each lane are read at once; 1: one by
 * one. */
u32 mem_transposed_length(const struct fn *c, const struct mem *m, u32 n);
/* Loads the run of chunk k's lanes l at base + m->scale * index[l] + more: n vectors of
 * integers. n comes from mem_transposed_length. */
void mem_transposed_load(struct fn *c, const struct mem *m, val base, val index, s64 more,
                         u32 k, const struct mask *em, u32 n, val *out);

/* ---- nontemporal.c ---- */
/* Emits a store that may bypass the caches, of consecutive lanes in each of nrow rows of
 * the warp, which begin at row[]. The block at hand is then for launches that store less:
 * it stores, too, and goes to the block that this returns. NULL: the store is of another
 * kind, and nothing was emitted. */
bb mem_store_nontemporal(struct fn *c, struct mem *m, const val *row, u32 nrow,
                         const struct mask *em);

/* ---- prefetch.c ---- */
/* Fills facts.coordinates, facts.may_wait, and each register's depends_on. */
void jit_find_streams(struct fn *c);
/* Checks whether the kernel accesses each place once. */
bool mem_is_stream(const struct fn *c, const struct mem *m);
/* Called after an access of consecutive lanes at p. */
void mem_prefetch(struct fn *c, const struct mem *m, val p);
/* Prefetches `bytes` from p on, for a load of the next round. */
void mem_prefetch_next(struct fn *c, const struct mem *m, val p, u32 bytes);
/* Called after an access of n equal pieces, at p[0] .. p[n - 1]. False: not in a loop
 * with barriers. */
bool mem_prefetch_round(struct fn *c, const struct mem *m, const val *p, u32 n);

/* Called before an access in which each lane goes to its own place, at `off`
 * (mem_offsets). */
void mem_prefetch_walk(struct fn *c, const struct mem *m, const struct mask *em,
                       const val *off);

/* ---- access_pattern.c: addresses of which nothing is known ---- */
bool mem_is_tiled(const struct fn *c, const struct mem *m, const struct mask *em);
void mem_by_pattern(struct fn *c, struct mem *m, const struct mask *em);

/* ---- gather_scatter.c: each lane goes to a place of its own ---- */
/* direct: all lanes of the block come here, by no other way. */
void mem_gather_scatter(struct fn *c, struct mem *m, const struct mask *em, bool direct);
/* Checked offsets in the space for all chunks, unsigned, as i32 if they fit; where they
 * start. */
void mem_offsets(struct fn *c, struct mem *m, const struct mask *em, val *off);
val mem_offset_base(struct fn *c, const struct mem *m);
/* Offsets in the space of the address register plus `more`; *all_ok, i1: `span` bytes
 * there are valid. */
void mem_span_offsets(struct fn *c, const struct mem *m, const struct mask *em, s64 more,
                      u32 span, val *off, val *all_ok);
/* Makes such offsets indices of what is returned, which is `more` bytes further. */
val mem_index_base(struct fn *c, const struct mem *m, s64 more, val *off);
/* The address register is pointer + scale * index, of 32 bits; both are known in the
 * block at hand. */
struct indexed {
	const struct operand *pointer, *index;
	u32 scale;
	bool is_signed;
};
bool mem_find_index(struct fn *c, const struct mem *m, struct indexed *x);
/* The indices, least .. most at the widest, with which `span` bytes lie in valid memory
 * from `at` bytes after the element on, and are aligned. */
struct index_range {
	val pointer;     /* i64: to element 0, plus `at` */
	val first, last; /* i64 */
	val any;         /* i1: there are such */
};
struct index_range mem_index_range(struct fn *c, const struct mem *m,
                                   const struct indexed *x, s64 at, u32 span, u32 align,
                                   s64 least, s64 most);
/* The instruction before `at`, in its block, that gives the register its value in all
 * lanes; NULL if there is none, or if one of its sources is changed before `use`. */
const struct inst *mem_find_def(struct fn *c, const struct operand *o,
                                const struct inst *at, const struct inst *use);
/* The same, or in blocks right before it, of which the next one has no other predecessor.
 */
const struct inst *mem_find_early_def(struct fn *c, const struct operand *o,
                                      const struct inst *at, const struct inst *use);

/* Checks whether the operand's value in all lanes is known in the block at hand. */
bool mem_is_known(const struct fn *c, const struct operand *o);

/* ---- table.c: indices of which the code says how large they get ---- */
/* The address is pointer + scale * (row + index); no lane's index is greater than `most`,
 * as an unsigned number. */
struct table {
	const struct operand *pointer, *index;
	const struct operand *row; /* a scalar of 32 bits, or NULL */
	u32 scale;
	u64 most;
};
/* Checks for an address in one. */
bool mem_is_table(struct fn *c, const struct mem *m, struct table *t);
/* The same where the values of pointer and index are known. */
bool mem_find_table(struct fn *c, const struct mem *m, struct table *t);
/* Its bytes, as far as indices go. */
static inline u32 mem_table_span(const struct mem *m, const struct table *t) {
	return (u32)t->most * t->scale + m->bytes;
}
/* i1: all elements which such indices name are there. *host: the host's pointer to
 * element 0. */
val mem_table_is_there(struct fn *c, const struct mem *m, const struct table *t,
                       val *host);
/* Checks that; where
 * they are not, lane by lane. Returns the host's pointer to element 0. */
val mem_table(struct fn *c, struct mem *m, const struct mask *em, const struct table *t);
/* Checks whether the load, for all lanes, is of numbers that an atomic further down may
 * count by. */
bool mem_may_count(const struct fn *c, const struct mem *m);
/* The place in memory from which m's index was loaded by such a load, if no store in
 * between can have changed it: one lane's after the other's, *size bytes each. A null
 * pointer when it runs: not known. */
val mem_place_of(struct fn *c, const struct mem *m, const struct operand *index,
                 u32 *size);

/* ---- lane_check.c ---- */
/* In the code of a lane's loop (flow/lane_loop.c): makes sure that the bytes first .. end
 * around the address register are valid and aligned, if that takes less than a check of
 * the address itself. */
bool mem_lane_check(struct fn *c, struct mem *m, s64 first, s64 end, u32 align);
/* Called when the code of the piece is complete: what was made sure of for indices that
 * walk goes into the rounds that loops allow. */
void mem_lane_indices(struct fn *c);
