/* cost.c - alpha-beta costs of rings, double trees and direct exchanges. Links work at
 * the same time; what is sent in pieces is pipelined, so a piece's way costs its
 * latencies and the busiest link its bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/cost.h"

const char *cost_func_name(enum cost_func f) {
	static const char *const name[COST_FUNC_COUNT] = {
		"allreduce", "reduce", "broadcast", "reducescatter", "allgather",
		"alltoall",  "gather", "scatter",   "sendrecv"};
	return name[f];
}

const char *cost_algorithm_name(enum cost_algorithm a) {
	static const char *const name[COST_ALGORITHM_COUNT] = {"ring", "tree", "direct"};
	return name[a];
}

static double rate(struct topology_link l) {
	return l.gbps * 1e3 * l.count; /* bytes a microsecond */
}

/* ---- who is where ------------------------------------------------------------------ */

struct shape {
	u32 nrank, nhost;
	u32 least, most; /* ranks of a host */
};

static struct shape shape_of(const struct topology *t, u32 nrank) {
	struct shape s = {.nrank = nrank, .least = nrank};
	for (u32 i = 0, n; i < nrank; i += n) {
		for (n = 1; i + n < nrank &&
		            simt_topology_host(t, i + n) == simt_topology_host(t, i);
		     n++)
			;
		s.nhost++;
		s.least = MIN(s.least, n);
		s.most = MAX(s.most, n);
	}
	return s;
}

/* ---- rings ------------------------------------------------------------------------- */

/* A ring in the order of ranks. Between hosts of a regular topology there are as many
 * rings as the smallest host has ranks, each of which leaves a host by another one. */
struct ring {
	double around_us; /* of all edges */
	double least_us;  /* of one edge, of two that follow each other */
	double least_two_us;
	u32 nring;
	u32 edges[LINK_KIND_COUNT];
	double load[LINK_KIND_COUNT]; /* of all rings, on the busiest link */
	double us_per_byte;           /* of what goes around */
};

static struct ring ring_of(const struct topology *t, u32 nrank) {
	struct shape s = shape_of(t, nrank);
	struct ring r = {.least_us = 1e300, .least_two_us = 1e300, .nring = 1};
	if (t->regular && s.nhost > 1)
		r.nring = s.least;
	double before = simt_topology_between(t, nrank - 1, 0).us;
	for (u32 i = 0; i < nrank; i++) {
		struct topology_link l = simt_topology_between(t, i, (i + 1) % nrank);
		/* A rank that is the exit of one ring sends that part by the network. */
		double load = l.kind == LINK_NET ? 1.0 / r.nring : 1;
		if (l.kind != LINK_NET && s.nhost > 1 && r.nring == s.most)
			load = 1 - 1.0 / r.nring;
		r.edges[l.kind]++;
		r.around_us += l.us;
		r.least_us = MIN(r.least_us, l.us);
		r.least_two_us = MIN(r.least_two_us, before + l.us);
		before = l.us;
		r.load[l.kind] = MAX(r.load[l.kind], load);
		r.us_per_byte = MAX(r.us_per_byte, load / rate(l));
	}
	return r;
}

/* `hops` edges for each piece, and `passes` times the bytes over each edge. */
static struct cost ring_cost(const struct ring *r, u32 nrank, double latency_us,
                             double hops, double passes, double bytes) {
	struct cost c = {.possible = true, .latency_us = latency_us};
	c.us = latency_us + passes * bytes * r->us_per_byte;
	c.messages = hops * nrank * r->nring;
	c.bytes = passes * bytes * nrank;
	for (u32 k = 0; k < LINK_KIND_COUNT; k++)
		c.busiest[k] = r->edges[k] ? passes * bytes * r->load[k] : 0;
	return c;
}

static struct cost ring(const struct topology *t, u32 n, enum cost_func f, double bytes) {
	struct ring r = ring_of(t, n);
	double once = r.around_us - r.least_us, part = (n - 1.0) / n;
	struct cost c = {.possible = false};
	switch (f) {
	case COST_ALL_REDUCE:
		return ring_cost(&r, n, 2 * r.around_us - r.least_two_us, 2 * (n - 1.0),
		                 2 * part, bytes);
	case COST_REDUCE_SCATTER:
	case COST_ALL_GATHER: return ring_cost(&r, n, once, n - 1, part, bytes);
	case COST_BROADCAST:
	case COST_REDUCE:
		/* A chain from or to rank 0: the edge that closes the ring is not used.
		 */
		once = r.around_us - simt_topology_between(t, n - 1, 0).us;
		c = ring_cost(&r, n, once, n - 1, 1, bytes);
		c.messages = (n - 1.0) * r.nring;
		c.bytes = (n - 1.0) * bytes;
		return c;
	default: return c;
	}
}

/* ---- double trees ------------------------------------------------------------------ */

static u32 log2_up(u32 n) {
	u32 k = 0;
	while (1u << k < n)
		k++;
	return k;
}

/* A chain in each host; between hosts two binary trees, each with half of the bytes, in
 * which each host is inside one and a leaf of the other. So each host sends and receives
 * the bytes once on the way up, and once on the way down. */
static struct cost tree(const struct topology *t, u32 n, enum cost_func f, double bytes) {
	struct shape s = shape_of(t, n);
	struct cost c = {.possible = f == COST_ALL_REDUCE && t->regular && s.nhost > 1};
	if (!c.possible)
		return c;
	struct topology_link net = simt_topology_usual(LINK_NET),
			     in = simt_topology_between(t, 0, MIN(1u, s.most - 1));
	double net_bytes = 2 * bytes / s.least, in_bytes = s.most > 1 ? 2 * bytes : 0;
	c.latency_us = 2 * ((s.most - 1) * (s.most > 1 ? in.us : 0) +
	                    log2_up(s.nhost) * net.us);
	double us = net_bytes / rate(net);
	if (s.most > 1)
		us = MAX(us, in_bytes / rate(in));
	c.us = c.latency_us + us;
	/* Of two trees: an edge less than vertices, up and down. */
	c.messages = 2 * 2 * (n - 1.0);
	c.bytes = 2 * (n - 1.0) * bytes;
	c.busiest[LINK_NET] = net_bytes;
	if (s.most > 1)
		c.busiest[in.kind] = in_bytes;
	return c;
}

/* ---- direct exchanges -------------------------------------------------------------- */

/* Messages of `part` bytes from rank `from` to each other one: those of a kind leave by
 * one port, one after the other; ports work at the same time. */
static struct cost fan(const struct topology *t, u32 n, u32 from, double part) {
	struct cost c = {.possible = true};
	double us[LINK_KIND_COUNT] = {0}, latency[LINK_KIND_COUNT] = {0};
	for (u32 i = 0; i < n; i++) {
		struct topology_link l = simt_topology_between(t, from, i);
		if (i == from)
			continue;
		us[l.kind] += l.us + part / rate(l);
		latency[l.kind] += l.us;
		c.busiest[l.kind] += part;
		c.messages++;
		c.bytes += part;
	}
	for (u32 k = 0; k < LINK_KIND_COUNT; k++) {
		if (us[k] > c.us)
			c.latency_us = latency[k];
		c.us = MAX(c.us, us[k]);
	}
	return c;
}

/* All ranks send to all others: each as rank 0 in a regular topology. */
static struct cost all_to_all(const struct topology *t, u32 n, double part) {
	struct cost c = fan(t, n, 0, part);
	for (u32 i = 1; i < n && !t->regular; i++) {
		struct cost other = fan(t, n, i, part);
		for (u32 k = 0; k < LINK_KIND_COUNT; k++)
			c.busiest[k] = MAX(c.busiest[k], other.busiest[k]);
		if (other.us > c.us) {
			c.us = other.us;
			c.latency_us = other.latency_us;
		}
	}
	/* The last host may have fewer ranks: they send more to other hosts. */
	if (t->regular && n > t->per_host && n % t->per_host) {
		struct cost last = fan(t, n, n - 1, part);
		for (u32 k = 0; k < LINK_KIND_COUNT; k++)
			c.busiest[k] = MAX(c.busiest[k], last.busiest[k]);
		if (last.us > c.us) {
			c.us = last.us;
			c.latency_us = last.latency_us;
		}
	}
	c.messages = (double)n * (n - 1.0);
	c.bytes = c.messages * part;
	return c;
}

static struct cost direct(const struct topology *t, u32 n, enum cost_func f,
                          double bytes) {
	struct topology_link l;
	struct cost c = {.possible = false};
	switch (f) {
	case COST_ALL_TO_ALL: return all_to_all(t, n, bytes / n);
	case COST_GATHER:
	case COST_SCATTER: return fan(t, n, 0, bytes / n);
	case COST_SEND:
		l = simt_topology_between(t, 0, n - 1);
		c = (struct cost){true, l.us + bytes / rate(l), l.us, 1, bytes, {0}};
		c.busiest[l.kind] = bytes;
		return c;
	default: return c;
	}
}

/* ---- choice ------------------------------------------------------------------------ */

struct cost cost_of(const struct topology *t, u32 nrank, enum cost_func f, double bytes,
                    enum cost_algorithm a) {
	return a == COST_RING   ? ring(t, nrank, f, bytes)
	       : a == COST_TREE ? tree(t, nrank, f, bytes)
	                        : direct(t, nrank, f, bytes);
}

enum cost_algorithm cost_choose(const struct topology *t, u32 nrank, enum cost_func f,
                                double bytes) {
	enum cost_algorithm best = COST_DIRECT;
	double us = 1e300;
	for (u32 a = 0; a < COST_ALGORITHM_COUNT; a++) {
		struct cost c = cost_of(t, nrank, f, bytes, (enum cost_algorithm)a);
		if (!c.possible || c.us >= us)
			continue;
		us = c.us;
		best = (enum cost_algorithm)a;
	}
	return best;
}
