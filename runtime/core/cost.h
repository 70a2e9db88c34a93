/* cost.h - what collectives cost under an alpha-beta model: a message of n bytes over a
 * link takes alpha + n / beta. docs/devices.md has the formulas.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/topology.h"

enum cost_func {
	COST_ALL_REDUCE,
	COST_REDUCE,
	COST_BROADCAST,
	COST_REDUCE_SCATTER,
	COST_ALL_GATHER,
	COST_ALL_TO_ALL,
	COST_GATHER,
	COST_SCATTER,
	COST_SEND,
	COST_FUNC_COUNT
};
/* "allreduce", ... */
const char *cost_func_name(enum cost_func f);

enum cost_algorithm { COST_RING, COST_TREE, COST_DIRECT, COST_ALGORITHM_COUNT };
const char *cost_algorithm_name(enum cost_algorithm a);

struct cost {
	bool possible; /* else this is no algorithm for it */
	double us;
	double latency_us; /* the part that does not depend on bytes */
	double messages;   /* of all ranks */
	double bytes;      /* that all ranks send */
	/* Bytes that the busiest link of a kind carries in its busier direction; links of
	 * NVLink that are bonded, or lead to a switch, are one. */
	double busiest[LINK_KIND_COUNT];
};

/* The first `nrank` devices of the topology take part, in the order of their numbers.
 * bytes: of the largest buffer of a rank. nrank > 1. */
struct cost cost_of(const struct topology *t, u32 nrank, enum cost_func f, double bytes,
                    enum cost_algorithm a);
/* The quickest algorithm. */
enum cost_algorithm cost_choose(const struct topology *t, u32 nrank, enum cost_func f,
                                double bytes);
