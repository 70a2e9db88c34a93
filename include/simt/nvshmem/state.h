/* state.h - what the library and device code have in common: one structure for each PE,
 * in memory of its device; the workspace of each grid has its address.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

enum {
	__NVSHMEM_MAX_PES = 256,
	__NVSHMEM_MAX_TEAMS = 64,
	__NVSHMEM_LINE = 128, /* bytes between counters */
};

struct __nvshmem_team {
	int __size; /* 0: there is no such team */
	int __me;
	/* PEs that have come to a synchronization since the team began: a word in the heap
	 * of the team's first PE. */
	unsigned long long *__arrived;
	unsigned short __pe[__NVSHMEM_MAX_PES]; /* their numbers in the job */
};

struct __nvshmem_state {
	int __me, __n;
	unsigned __failed; /* a PE has ended: nothing will come any more */
	unsigned __reserved;
	/* The heap of PE i is at heap + (i - me) * stride. */
	char *__heap;
	unsigned long long __stride;
	unsigned long long __bytes; /* that are memory already */
	struct __nvshmem_team __team[__NVSHMEM_MAX_TEAMS];
};
