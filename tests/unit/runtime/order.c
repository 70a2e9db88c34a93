/* order.c - random work in random streams, with records of events and waits for them,
 * under a scheduler that random delays drive: nothing may begin before what it has to
 * come after.
 *     test-runtime-order [SEED [OPERATIONS]]
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "runtime/core/api.h"

enum { STREAMS = 7, EVENTS = 5, BLOCKING = 3, DEFAULT = 0, SEEDS = 6 };

static unsigned long first_seed = 1, operations = 1500;

/* How many works of each stream come before something. */
struct clock {
	u32 n[STREAMS];
};

static atomic_uint done[STREAMS], wrong;

struct work {
	struct clock after;
	u32 stream, delay;
};

static void rest(u32 delay) {
	switch (delay % 8) {
	case 0:
		nanosleep(&(struct timespec){.tv_nsec = 1000 * (delay / 8 % 64)}, NULL);
		break;
	case 1:
	case 2: sched_yield(); break;
	default:
		for (volatile u32 i = delay / 8 % 512; i; i--)
			;
	}
}

static enum simt_status run(void *payload, enum simt_status status) {
	const struct work *w = payload;
	rest(w->delay);
	for (u32 i = 0; i < STREAMS; i++)
		if (atomic_load(&done[i]) < w->after.n[i])
			atomic_fetch_add(&wrong, 1);
	if (atomic_load(&done[w->stream]) != w->after.n[w->stream])
		atomic_fetch_add(&wrong, 1);
	rest(w->delay >> 12);
	atomic_fetch_add(&done[w->stream], 1);
	return status;
}

static void join(struct clock *to, const struct clock *from) {
	for (u32 i = 0; i < STREAMS; i++)
		to->n[i] = MAX(to->n[i], from->n[i]);
}

struct model {
	struct simt_device *dev;
	struct simt_stream *stream[STREAMS]; /* the default one, some that it is a barrier
	                                        for, others */
	struct simt_event *event[EVENTS];
	struct clock at[STREAMS]; /* what the stream's next work comes after */
	struct clock recorded[EVENTS];
	u64 random;
};

static u32 draw(struct model *m, u32 n) {
	return (u32)(random_next(&m->random) >> 33) % n;
}

/* Whatever is put into the default stream or into one of the others comes after what
 * these have. */
static void legacy_barrier(struct model *m, u32 s) {
	if (s != DEFAULT && s <= BLOCKING)
		join(&m->at[s], &m->at[DEFAULT]);
	for (u32 b = 1; s == DEFAULT && b <= BLOCKING; b++)
		join(&m->at[DEFAULT], &m->at[b]);
}

static void one_operation(struct model *m) {
	u32 s = draw(m, STREAMS), e = draw(m, EVENTS);
	struct work w = {.stream = s, .delay = draw(m, 1u << 24)};
	struct simt_work add = {.run = run, .payload = &w, .bytes = sizeof w};
	switch (draw(m, 16)) {
	case 0:
	case 1:
	case 2:
		legacy_barrier(m, s);
		assert_int_equal(simt_event_record(m->event[e], m->stream[s]), SIMT_OK);
		m->recorded[e] = m->at[s];
		break;
	case 3:
	case 4:
	case 5:
		assert_int_equal(simt_stream_wait_event(m->stream[s], m->event[e]),
		                 SIMT_OK);
		join(&m->at[s], &m->recorded[e]);
		break;
	case 6:
		if (draw(m, 8))
			break;
		assert_int_equal(simt_event_wait(m->event[e]), SIMT_OK);
		for (u32 i = 0; i < STREAMS; i++)
			assert_true(atomic_load(&done[i]) >= m->recorded[e].n[i]);
		break;
	case 7:
		if (draw(m, 8))
			break;
		assert_int_equal(simt_stream_wait(m->stream[s]), SIMT_OK);
		for (u32 i = 0; i < STREAMS; i++)
			assert_true(atomic_load(&done[i]) >= m->at[s].n[i]);
		break;
	default:
		legacy_barrier(m, s);
		w.after = m->at[s];
		assert_int_equal(simt_stream_add(m->stream[s], &add), SIMT_OK);
		m->at[s].n[s]++;
	}
}

static void check(unsigned long seed) {
	struct simt_device_options o = {.memory_bytes = 64u << 20, .threads = 4};
	struct model m = {.random = seed};
	u32 total = 0;
	for (u32 i = 0; i < STREAMS; i++)
		atomic_store(&done[i], 0);
	assert_int_equal(simt_device_open(&o, &m.dev), SIMT_OK);
	m.stream[DEFAULT] = simt_stream_default(m.dev);
	for (u32 i = 1; i < STREAMS; i++)
		assert_int_equal(simt_stream_create(m.dev, i > BLOCKING, (s32)(i % 2),
		                                    &m.stream[i]),
		                 SIMT_OK);
	for (u32 i = 0; i < EVENTS; i++)
		assert_int_equal(simt_event_create(m.dev, i % 2, &m.event[i]), SIMT_OK);
	for (unsigned long i = 0; i < operations; i++)
		one_operation(&m);
	assert_int_equal(simt_device_wait(m.dev), SIMT_OK);
	for (u32 i = 0; i < STREAMS; i++) {
		assert_int_equal(atomic_load(&done[i]), m.at[i].n[i]);
		total += m.at[i].n[i];
	}
	assert_true(total > operations / 4);
	assert_int_equal(atomic_load(&wrong), 0);
	for (u32 i = 0; i < EVENTS; i++)
		simt_event_destroy(m.event[i]);
	for (u32 i = 1; i < STREAMS; i++)
		simt_stream_destroy(m.stream[i]);
	simt_device_close(m.dev);
}

static void nothing_begins_before_its_turn(void **state) {
	(void)state;
	for (unsigned long i = 0; i < SEEDS; i++) {
		print_message("seed %lu\n", first_seed + i);
		check(first_seed + i);
	}
}

int main(int argc, char **argv) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_begins_before_its_turn)};
	if (argc > 1)
		first_seed = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		operations = strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
