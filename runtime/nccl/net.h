/* net.h - ranks of other processes. Each process has one thread that listens: for ranks
 * that join, and for messages of the processes that share a communicator with it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/nccl/comm.h"

/* One rank that joins. */
struct join {
	struct ncclComm **out; /* set when all have joined */
	struct ncclComm *comm; /* made, without a clique */
	u64 key[2];
	s32 nranks, rank;
	struct process root; /* where the ranks meet; nprocess 0 of in-process cliques */
	bool is_local;       /* all ranks are in this process: nothing to find */
	/* Of communicators that are made of others: known already. */
	const struct member *member;
	const struct process *process;
	u32 nprocess, me;
};

/* This process as others see it; starts the thread. False: no socket. */
bool net_self(struct process *out);
/* Starts the thread, which also looks for hangs. */
void net_start(void);
u32 net_threads(void);
/* The ranks that join under this key here meet here. */
bool net_open_meeting(const u64 key[2]);
/* Joins all, and returns when every rank of each has. */
ncclResult_t net_join(struct join *j, u32 n);

/* Messages to all other processes of the clique. Not locked. */
void net_arrive(struct clique *q, struct key key, s32 rank, const struct coll *what,
                const void *pc);
void net_phase(struct clique *q, struct key key, u32 phase);
void net_exchange(struct clique *q, u64 number, s32 rank, const u64 data[2]);
void net_gone(struct clique *q, s32 rank);
void net_fail(struct clique *q, ncclResult_t error);
/* To one of them. */
void net_send(struct clique *q, u32 process, s32 src, s32 dst, struct key key, u64 addr,
              u64 bytes, const void *pc);
void net_received(struct clique *q, u32 process, s32 src, s32 dst, struct key key);
/* Ends the links of a clique. */
void net_close(struct clique *q);
/* Reads memory of another process. */
bool net_read(struct clique *q, u32 process, void *to, u64 addr, u64 bytes);
/* The text of a place in the program; kept for each. */
void net_place(const void *pc, char text[PLACE_BYTES]);
