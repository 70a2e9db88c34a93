/* graph_order.c - makes an order, lanes and segments of edges, in linear time.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/graph/graph_order.h"

#include "base/arena.h"
#include "runtime/memory/memory.h"

#define NO_LANE UINT32_MAX

struct build {
	struct arena *a;
	const struct graph_order_step *step;
	u32 nstep, nbody, nedge;
	const u32 (*edge)[2];
	const bool *early;
	bool *from_early;       /* as from[] */
	struct range *in, *out; /* of each step, in from[] and to[] */
	u32 *from, *to;
	u32 *order;
	struct range *body;
	u32 *lane, *segment_of;
	u32 nlane, nsegment, nafter;
	bool ends_early;
	struct segment *segment;
	struct segment_wait *after;
};

/* ---- edges by step ---- */

static void sort_edges(struct build *b, u32 side, struct range *range, u32 *list) {
	u32 at = 0;
	for (u32 i = 0; i < b->nedge; i++)
		range[b->edge[i][side]].n++;
	for (u32 i = 0; i < b->nstep; i++) {
		range[i].first = at;
		at += range[i].n;
		range[i].n = 0;
	}
	for (u32 i = 0; i < b->nedge; i++) {
		struct range *r = &range[b->edge[i][side]];
		if (side && b->early)
			b->from_early[r->first + r->n] = b->early[i];
		list[r->first + r->n++] = b->edge[i][!side];
	}
}

/* ---- order ---- */

/* Sorts the steps topologically, first come first served, and then by body; no edge leads
 * from body to body. False: the edges form a cycle. */
static bool put_in_order(struct build *b) {
	u32 *queue = arena_array(b->a, u32, b->nstep + 1);
	u32 *waits = arena_array(b->a, u32, b->nstep + 1);
	u32 head = 0, tail = 0, at = 0;
	for (u32 i = 0; i < b->nstep; i++) {
		waits[i] = b->in[i].n;
		if (!waits[i])
			queue[tail++] = i;
	}
	while (head < tail) {
		const struct range *out = &b->out[queue[head++]];
		for (u32 i = 0; i < out->n; i++)
			if (--waits[b->to[out->first + i]] == 0)
				queue[tail++] = b->to[out->first + i];
	}
	for (u32 i = 0; i < tail; i++)
		b->body[b->step[queue[i]].body].n++;
	for (u32 i = 0; i <= b->nbody; i++) {
		b->body[i].first = at;
		at += b->body[i].n;
		b->body[i].n = 0;
	}
	for (u32 i = 0; i < tail; i++) {
		struct range *r = &b->body[b->step[queue[i]].body];
		b->order[r->first + r->n++] = queue[i];
	}
	return tail == b->nstep;
}

/* ---- lanes ---- */

/* A step goes on in the lane of one that it waits for if no other step has; else
 * it begins a new one. When all are in use, lanes are shared in turn: that costs time,
 * but since all steps are queued in order it never blocks. */
static void choose_lanes(struct build *b) {
	bool *continued = arena_array(b->a, bool, b->nstep + 1);
	u32 turn = 0;
	for (u32 i = 0; i < b->body[0].n; i++) {
		u32 s = b->order[i], lane = NO_LANE;
		for (u32 k = 0; k < b->in[s].n && lane == NO_LANE; k++) {
			u32 p = b->from[b->in[s].first + k];
			if (continued[p])
				continue;
			continued[p] = true;
			lane = b->lane[p];
		}
		if (lane == NO_LANE && b->nlane < GRAPH_LANES)
			lane = b->nlane++;
		else if (lane == NO_LANE)
			lane = turn++ % GRAPH_LANES;
		b->lane[s] = lane;
	}
}

/* ---- segments ---- */

/* A step stays in the segment of the step before it in its lane if it waits for nothing
 * in other lanes, and nothing in other lanes waits for the step before it. */
static bool begins_segment(const struct build *b, u32 s, u32 before) {
	if (before == NO_LANE || b->step[s].alone || b->step[before].alone)
		return true;
	for (u32 k = b->in[s].first; k < b->in[s].first + b->in[s].n; k++)
		if (b->from_early[k] || b->lane[b->from[k]] != b->lane[s])
			return true;
	for (u32 k = 0; k < b->out[before].n; k++)
		if (b->lane[b->to[b->out[before].first + k]] != b->lane[s])
			return true;
	return false;
}

static void choose_segments(struct build *b) {
	u32 last[GRAPH_LANES];
	for (u32 i = 0; i < GRAPH_LANES; i++)
		last[i] = NO_LANE;
	for (u32 i = 0; i < b->body[0].n; i++) {
		u32 s = b->order[i], lane = b->lane[s];
		if (begins_segment(b, s, last[lane]))
			b->segment_of[s] = b->nsegment++;
		else
			b->segment_of[s] = b->segment_of[last[lane]];
		last[lane] = s;
		b->segment[b->segment_of[s]].lane = lane;
		b->segment[b->segment_of[s]].steps.n++;
	}
}

/* Sorts order[] so that the steps of a segment lie together. */
static void sort_by_segment(struct build *b) {
	u32 *sorted = arena_array(b->a, u32, b->nstep + 1);
	u32 at = 0;
	for (u32 i = 0; i < b->nsegment; i++) {
		b->segment[i].steps.first = at;
		at += b->segment[i].steps.n;
		b->segment[i].steps.n = 0;
	}
	for (u32 i = 0; i < b->body[0].n; i++) {
		struct range *r = &b->segment[b->segment_of[b->order[i]]].steps;
		sorted[r->first + r->n++] = b->order[i];
	}
	memcpy(b->order, sorted, at * sizeof *sorted);
}

/* Each segment waits for the first step's predecessors in other lanes, and for what its
 * lane did before. */
static void find_waits(struct build *b) {
	/* Of each segment: 1 + the last one that was found to wait for it, and where in
	 * after[]. */
	u32 *seen = arena_array(b->a, u32, b->nsegment + 1);
	u32 *place = arena_array(b->a, u32, b->nsegment + 1);
	for (u32 i = 0; i < b->nsegment; i++)
		b->segment[i].is_last = true;
	for (u32 i = 0; i < b->nsegment; i++) {
		struct segment *g = &b->segment[i];
		u32 s = b->order[g->steps.first];
		bool waits = false; /* for the end of something in its lane */
		g->after.first = b->nafter;
		for (u32 k = b->in[s].first; k < b->in[s].first + b->in[s].n; k++) {
			u32 p = b->segment_of[b->from[k]];
			b->segment[p].is_last = false;
			if (b->segment[p].lane == g->lane) {
				g->early |= b->from_early[k];
				waits |= !b->from_early[k];
			} else if (seen[p] != i + 1) {
				seen[p] = i + 1;
				place[p] = b->nafter;
				b->after[b->nafter++] = (struct segment_wait){
					p, b->from_early[k]};
			} else {
				b->after[place[p]].early &= b->from_early[k];
			}
		}
		g->early &= !waits;
		g->after.n = b->nafter - g->after.first;
		b->ends_early = g->early;
		for (u32 k = g->after.first; k < b->nafter; k++)
			b->ends_early |= b->after[k].early;
	}
}

/* ---- all of it ---- */

static struct graph_order *pack(const struct build *b) {
	size_t steps = b->nstep * sizeof(u32),
	       bodies = (b->nbody + 1) * sizeof(struct range);
	size_t segments = b->nsegment * sizeof(struct segment);
	struct graph_order *s = memory_new(sizeof *s + segments + bodies + steps +
	                                   b->nafter * sizeof *s->after + sizeof(u64));
	if (!s)
		return NULL;
	u8 *at = (u8 *)(s + 1);
	*s = (struct graph_order){.nstep = b->nstep,
	                          .nbody = b->nbody,
	                          .nsegment = b->nsegment,
	                          .nlane = b->nlane,
	                          .nafter = b->nafter,
	                          .ends_early = b->ends_early};
	s->segment = memcpy(at, b->segment, segments);
	s->body = memcpy(at + segments, b->body, bodies);
	s->order = memcpy(at + segments + bodies, b->order, steps);
	s->after = memcpy(at + segments + bodies + steps, b->after,
	                  b->nafter * sizeof *s->after);
	for (u32 i = 0; i < s->nsegment; i++) {
		u32 first = s->order[s->segment[i].steps.first];
		s->nroot += b->in[first].n == 0;
	}
	return s;
}

struct graph_order *graph_order_new(const struct graph_order_step *step, u32 nstep,
                                    u32 nbody, const u32 (*edge)[2], const bool *early,
                                    u32 nedge, bool *is_cyclic) {
	struct arena scratch = ARENA_INIT;
	struct build b = {
		.a = &scratch,
		.step = step,
		.nstep = nstep,
		.nbody = nbody,
		.edge = edge,
		.early = early,
		.from_early = arena_array(&scratch, bool, nedge + 1),
		.nedge = nedge,
		.in = arena_array(&scratch, struct range, nstep + 1),
		.out = arena_array(&scratch, struct range, nstep + 1),
		.from = arena_array(&scratch, u32, nedge + 1),
		.to = arena_array(&scratch, u32, nedge + 1),
		.order = arena_array(&scratch, u32, nstep + 1),
		.body = arena_array(&scratch, struct range, nbody + 1),
		.lane = arena_array(&scratch, u32, nstep + 1),
		.segment_of = arena_array(&scratch, u32, nstep + 1),
		.segment = arena_array(&scratch, struct segment, nstep + 1),
		.after = arena_array(&scratch, struct segment_wait, nedge + 1),
	};
	struct graph_order *s = NULL;
	sort_edges(&b, 1, b.in, b.from);
	sort_edges(&b, 0, b.out, b.to);
	*is_cyclic = !put_in_order(&b);
	if (!*is_cyclic) {
		choose_lanes(&b);
		choose_segments(&b);
		sort_by_segment(&b);
		find_waits(&b);
		s = pack(&b);
	}
	arena_drop(&scratch);
	return s;
}

void graph_order_delete(struct graph_order *s) {
	memory_delete(s);
}
