/* mbarrier.c - barrier objects in shared memory (PTX 9.7.13.15). An object is 64 opaque
 * bits:
 *
 *     63     62..42      41..22     21..20      19..0
 *     phase  tx-count    pending    phase no.   expected
 *
 * A phase ends when no arrival is pending and the transaction count is zero; pending then
 * starts again at expected. The state that an arrival returns is the object as it was
 * before. All ctas of a cluster run on one thread, so no access needs to be atomic.
 * Waiting never blocks: a wait that fails uses up the group's turn, so the
 * lanes that are to arrive get to run.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/mbarrier.h"
#include "backend/machine/group.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/hook_weak.h"

enum {
	COUNT_BITS = 20,
	/* also the greatest transaction count, either sign */
	COUNT_MAX = (1 << COUNT_BITS) - 1,
	PENDING_SHIFT = 22,
	TX_SHIFT = 42,
	TX_BITS = 21,
	PHASE_SHIFT = 63,
};

struct mbarrier {
	u32 expected, pending;
	u32 number; /* of the phase, modulo 4: shows checked mode old tokens */
	s64 tx;
	bool phase;
};

static struct mbarrier unpack(u64 v) {
	return (struct mbarrier){
		.expected = (u32)v & COUNT_MAX,
		.pending = (u32)(v >> PENDING_SHIFT) & COUNT_MAX,
		.number = (u32)(v >> COUNT_BITS) & 3,
		.tx = (s64)(v << (64 - TX_SHIFT - TX_BITS)) >> (64 - TX_BITS),
		.phase = v >> PHASE_SHIFT,
	};
}

static u64 pack(struct mbarrier b) {
	u64 tx = (u64)b.tx & (((u64)1 << TX_BITS) - 1);
	return b.expected | (u64)b.number << COUNT_BITS |
	       (u64)b.pending << PENDING_SHIFT | tx << TX_SHIFT |
	       (u64)b.phase << PHASE_SHIFT;
}

static u64 read_raw(const u8 *p) {
	u64 v;
	memcpy(&v, p, sizeof v);
	return v;
}

static void write_raw(u8 *p, u64 v) {
	memcpy(p, &v, sizeof v);
}

/* Stores the object, in its next phase if this one is complete. */
static void settle(u8 *p, struct mbarrier b) {
	if (b.pending == 0 && b.tx == 0) {
		b.phase = !b.phase;
		b.number = (b.number + 1) & 3;
		b.pending = b.expected;
	}
	write_raw(p, pack(b));
}

u8 *mbarrier_at(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (space == SPACE_GENERIC && !in_window(map->shared, addr)) {
		warp_fault(w, d, lane, FAULT_SPACE, addr, 8,
		           "the mbarrier at 0x%llx is not in shared memory",
		           (unsigned long long)addr);
		return NULL;
	}
	return mem_lane_ptr(w, d, lane, space, addr, 8, true);
}

static u8 *operand_mbarrier(struct warp *w, const struct dinst *d, u32 i, u32 lane) {
	return mbarrier_at(w, d, lane, mem_space(d), mem_lane_addr(w, d, i, lane));
}

static bool tx_in_range(s64 tx) {
	return tx >= -(s64)COUNT_MAX && tx <= COUNT_MAX;
}

/* A count beyond its range would wrap into its neighbours. */
static bool tx_fault(struct warp *w, const struct dinst *d, u32 lane, u64 addr, s64 tx) {
	warp_fault(
		w, d, lane, FAULT_BARRIER, addr, 8,
		"the transaction count of the mbarrier becomes %lld; %d to %d are valid",
		(long long)tx, -COUNT_MAX, COUNT_MAX);
	return false;
}

/* settle(), and checked mode looks at what is left. All arrivals of a phase are there and
 * more bytes than it expects: whatever comes, the phase does not end, or on a device,
 * where copies take their time, it ended too early. */
static bool settle_checked(struct warp *w, const struct dinst *d, u32 lane, u8 *p,
                           struct mbarrier b) {
	settle(p, b);
	return !w->worker->check || b.pending || b.tx >= 0 ||
	       check_surplus(w, d, lane, (u64)-b.tx);
}

bool mbarrier_complete_tx(struct warp *w, const struct dinst *d, u32 lane, u8 *mb,
                          u64 bytes) {
	struct mbarrier b = unpack(read_raw(mb));
	b.tx -= (s64)bytes;
	if (!tx_in_range(b.tx))
		return tx_fault(w, d, lane, 0, b.tx);
	return settle_checked(w, d, lane, mb, b);
}

/* ---- instructions ------------------------------------------------------------------ */

enum step exec_mbarrier_init(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		u8 *p = operand_mbarrier(w, d, 0, l);
		if (!p)
			return STEP_STOP;
		u32 count = (u32)operand_get(w, d, 1, l);
		if (count == 0 || count > COUNT_MAX)
			return warp_fault(
				w, d, l, FAULT_BARRIER, mem_lane_addr(w, d, 0, l), 8,
				"mbarrier.init with a count of %u; 1 to %u are valid",
				count, (u32)COUNT_MAX);
		write_raw(p,
		          pack((struct mbarrier){.expected = count, .pending = count}));
	}
	return STEP_NEXT;
}

/* On an H200 the object stays as it is (tests/run/launches/mbarrier-after-inval): threads
 * that have not seen the end of its last phase still do, and arrivals count. */
enum step exec_mbarrier_inval(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask)
		if (!operand_mbarrier(w, d, 0, l))
			return STEP_STOP;
	return STEP_NEXT;
}

/* expect_tx, complete_tx */
enum step exec_mbarrier_tx(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		u8 *p = operand_mbarrier(w, d, 0, l);
		if (!p)
			return STEP_STOP;
		struct mbarrier b = unpack(read_raw(p));
		s64 bytes = (s64)operand_get(w, d, 1, l);
		b.tx += d->row == ROW_MB_EXPECT_TX ? bytes : -bytes;
		if (!tx_in_range(b.tx)) {
			tx_fault(w, d, l, mem_lane_addr(w, d, 0, l), b.tx);
			return STEP_STOP;
		}
		if (d->row == ROW_MB_EXPECT_TX)
			write_raw(p, pack(b));
		else if (!settle_checked(w, d, l, p, b))
			return STEP_STOP;
	}
	return STEP_NEXT;
}

static bool is_drop(const struct dinst *d) {
	return d->row == ROW_MB_DROP || d->row == ROW_MB_DROP_TX ||
	       d->row == ROW_MB_DROP_NC;
}

/* An arrival: what it changes. */
struct arrival {
	u32 count, tx;
	bool drop;
};

static bool arrive(struct warp *w, const struct dinst *d, u32 lane, u8 *p, u64 addr,
                   struct arrival a) {
	struct mbarrier b = unpack(read_raw(p));
	b.tx += a.tx;
	if (!tx_in_range(b.tx))
		return tx_fault(w, d, lane, addr, b.tx);
	if (a.count > b.pending || (a.drop && a.count > b.expected)) {
		warp_fault(w, d, lane, FAULT_BARRIER, addr, 8,
		           "%u arrival%s at an mbarrier that awaits %u of %u", a.count,
		           a.count == 1 ? "" : "s", b.pending, b.expected);
		return false;
	}
	b.pending -= a.count;
	if (a.drop)
		b.expected -= a.count;
	return settle_checked(w, d, lane, p, b);
}

bool mbarrier_arrive(struct warp *w, const struct dinst *d, u32 lane, u8 *p, u64 addr,
                     u32 count) {
	return arrive(w, d, lane, p, addr, (struct arrival){.count = count});
}

enum step exec_mbarrier_arrive(struct warp *w, const struct dinst *d, u32 mask) {
	bool has_tx = MOD_GET(d->mods, EXPECT_TX);
	mask_each (l, mask) {
		u8 *p = operand_mbarrier(w, d, 1, l);
		if (!p)
			return STEP_STOP;
		u64 state = read_raw(p);
		u32 n = operand_given(d, 2) ? (u32)operand_get(w, d, 2, l) : 1;
		struct arrival a = {.count = has_tx ? 1 : n,
		                    .tx = has_tx ? n : 0,
		                    .drop = is_drop(d)};
		if (!arrive(w, d, l, p, mem_lane_addr(w, d, 1, l), a))
			return STEP_STOP;
		if (w->worker->weak)
			weak_mbarrier(w, l, p, true);
		operand_set(w, d, 0, l, state);
	}
	return STEP_NEXT;
}

/* test_wait and try_wait: has the phase of the given state, or of the given parity,
 * ended? */
enum step exec_mbarrier_wait(struct warp *w, const struct dinst *d, u32 mask) {
	bool by_parity = MOD_GET(d->mods, PARITY);
	u32 done = 0;
	mask_each (l, mask) {
		u8 *p = operand_mbarrier(w, d, 1, l);
		if (!p)
			return STEP_STOP;
		u64 arg = operand_get(w, d, 2, l);
		bool waited = by_parity ? arg & 1 : unpack(arg).phase;
		done |= (u32)(unpack(read_raw(p)).phase != waited) << l;
		if (w->worker->weak && mask_has(done, l))
			weak_mbarrier(w, l, p, false);
	}
	operand_set_pred(w, d, 0, mask, done);
	if (done != mask)
		warp_polled(w, UINT32_MAX);
	return STEP_NEXT;
}

enum step exec_mbarrier_pending(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask)
		operand_set(w, d, 0, l, unpack(operand_get(w, d, 1, l)).pending);
	return STEP_NEXT;
}

/* ---- groups that wait -------------------------------------------------------------- */

static bool is_wait(const struct dinst *d) {
	return d->in && (d->row == ROW_MB_TEST || d->row == ROW_MB_TRY ||
	                 d->row == ROW_MB_TEST_PARITY || d->row == ROW_MB_TRY_PARITY);
}

enum { LOOP_STEPS = 64 };

/* The wait in the loop at whose start the group is; NULL: there is no such loop, as far
 * as one can see without taking branches out of it. */
static const struct dinst *wait_in_loop(const struct group *g) {
	const struct dfunc *f = g->frame->func;
	const struct dinst *d = g->pc, *wait = NULL;
	for (u32 steps = 0; steps < LOOP_STEPS && d < f->code + f->ncode; steps++) {
		exec_fn *exec = f->watch ? check_exec_of(f, d) : d->exec;
		bool is_bra = exec == exec_bra, is_jump = exec == exec_jump;
		if (is_wait(d))
			wait = d;
		if ((is_bra || is_jump) && d->payload == g->pc)
			return wait;
		d = is_jump || (is_bra && d->guard == REF_NONE) ? d->payload : d + 1;
	}
	return NULL;
}

bool mbarrier_waited_for(const struct warp *w, const struct group *g,
                         struct mbarrier_wait *out) {
	const struct dinst *d = g->state == GROUP_READY && g->mask ? wait_in_loop(g)
	                                                           : NULL;
	if (!d)
		return false;
	struct warp as = *w; /* in the group's frame */
	u32 lane = (u32)__builtin_ctz(g->mask);
	warp_enter_frame(&as, g->frame);
	u64 addr = mem_lane_addr(&as, d, 1, lane);
	const u8 *p = mem_find(&as, lane, mem_space(d), addr, 8);
	if (!p)
		return false;
	struct mbarrier b = unpack(read_raw(p));
	*out = (struct mbarrier_wait){d, addr, b.pending, b.expected, b.tx};
	return true;
}

void mbarrier_wait_text(const struct mbarrier_wait *m, char *buf, size_t size) {
	char bytes[64] = "";
	if (m->tx > 0)
		snprintf(bytes, sizeof bytes, " and %lld bytes", (long long)m->tx);
	else if (m->tx < 0)
		snprintf(bytes, sizeof bytes, " and has got %lld bytes too many",
		         -(long long)m->tx);
	snprintf(buf, size, "at the mbarrier at 0x%llx, which awaits %u of %u arrivals%s",
	         (unsigned long long)m->addr, m->pending, m->expected, bytes);
}
