/* state.h - what the library and device code have in common: one structure for each PE,
 * in memory of its device; the workspace of each grid has its address.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

enum {
	__NVSHMEM_MAX_PES = 256,
	__NVSHMEM_MAX_TEAMS = 64,
	__NVSHMEM_LINE = 128, /* bytes between counters */
	__NVSHMEM_REQUESTS = 64,
	__NVSHMEM_DATA = 1024,
};

/* ---- requests: what a kernel asks of a PE on another host ----------------------------- */

enum { __NVSHMEM_FREE, __NVSHMEM_TAKEN, __NVSHMEM_ASKED, __NVSHMEM_DONE, __NVSHMEM_FAILED };
enum { __NVSHMEM_DO_PUT, __NVSHMEM_DO_GET, __NVSHMEM_DO_ATOMIC, __NVSHMEM_DO_COLLECTIVE };
/* Atomic operations. */
enum {
	__NVSHMEM_FETCH,
	__NVSHMEM_ADD,
	__NVSHMEM_AND,
	__NVSHMEM_OR,
	__NVSHMEM_XOR,
	__NVSHMEM_SWAP,
	__NVSHMEM_COMPARE
};
/* Collectives; types and operations of reductions. */
enum {
	__NVSHMEM_SYNC,
	__NVSHMEM_BROADCAST,
	__NVSHMEM_FCOLLECT,
	__NVSHMEM_ALLTOALL,
	__NVSHMEM_REDUCE,
	__NVSHMEM_REDUCESCATTER
};
enum {
	__NVSHMEM_S8,
	__NVSHMEM_U8,
	__NVSHMEM_S16,
	__NVSHMEM_U16,
	__NVSHMEM_S32,
	__NVSHMEM_U32,
	__NVSHMEM_S64,
	__NVSHMEM_U64,
	__NVSHMEM_F16,
	__NVSHMEM_BF16,
	__NVSHMEM_F32,
	__NVSHMEM_F64,
	__NVSHMEM_PAIR /* double2, of which maxloc is made */
};
enum {
	__NVSHMEM__sum_,
	__NVSHMEM__prod_,
	__NVSHMEM__max_,
	__NVSHMEM__min_,
	__NVSHMEM__and_,
	__NVSHMEM__or_,
	__NVSHMEM__xor_,
	__NVSHMEM__maxloc_
};

struct __nvshmem_ask {
	unsigned char __what, __op; /* of atomic operations, or which collective */
	unsigned short __width;   /* bytes of a word or an element */
	int __pe;                 /* or the team */
	unsigned char __kind, __by; /* of a reduction */
	unsigned short __root;
	unsigned __reserved;
	/* Where it is in the heap; there, too, for collectives: the source. */
	unsigned long long __at, __source;
	unsigned long long __local; /* address of the local end; 0: it is data */
	unsigned long long __bytes; /* or elements */
	unsigned long long __value, __cond;
};

struct __nvshmem_request {
	unsigned __state;
	unsigned __reserved[3];
	struct __nvshmem_ask __ask;
	unsigned long long __old; /* of an atomic operation */
	char __data[__NVSHMEM_DATA];
};

struct __nvshmem_team {
	int __size; /* 0: there is no such team */
	int __me;
	unsigned __is_far; /* its PEs are on several hosts */
	unsigned __reserved;
	/* PEs that have come to a synchronization since the team began: a word in the heap
	 * of the team's first PE. */
	unsigned long long *__arrived;
	unsigned short __pe[__NVSHMEM_MAX_PES]; /* their numbers in the job */
};

struct __nvshmem_state {
	int __me, __n;
	unsigned __failed; /* a PE has ended: nothing will come any more */
	unsigned __reserved;
	/* PEs on other hosts, by bits, and how to reach them; NULL: there are none. */
	struct __nvshmem_request *__requests;
	unsigned __far[__NVSHMEM_MAX_PES / 32];
	/* The heap of PE i is at heap + (i - me) * stride. */
	char *__heap;
	unsigned long long __stride;
	unsigned long long __bytes; /* that are memory already */
	struct __nvshmem_team __team[__NVSHMEM_MAX_TEAMS];
};
