/* background.c - work that no caller waits for: what a thread that ends, and so a
 * program, still waits for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "runtime/threads/background.h"

/* ITEM_US: longer than the thread rests after another has ended. */
enum { ITEMS = 6, ITEM_US = 700000 };

static atomic_int begun, done, cancelled;

static void slow(void *ctx, bool cancel) {
	(void)ctx;
	if (cancel) {
		atomic_fetch_add(&cancelled, 1);
		return;
	}
	atomic_fetch_add(&begun, 1);
	usleep(ITEM_US);
	atomic_fetch_add(&done, 1);
}

static void *guarded(void *ctx) {
	(void)ctx;
	background_guard_thread();
	while (!atomic_load(&begun)) /* it ends while the first piece runs */
		usleep(1000);
	return NULL;
}

static void an_ending_thread_waits_for_what_runs_and_no_more(void **state) {
	(void)state;
	struct background *b = background_new();
	pthread_t thread;
	for (int i = 0; i < ITEMS; i++)
		assert_true(background_later(b, 0, slow, NULL));
	assert_int_equal(pthread_create(&thread, NULL, guarded, NULL), 0);
	pthread_join(thread, NULL);
	assert_true(atomic_load(&done) >= 1);
	background_delete(b);
	/* the second when this thread was held up for longer than the rest */
	assert_true(atomic_load(&begun) <= 2);
	assert_int_equal(atomic_load(&done), atomic_load(&begun));
	assert_int_equal(atomic_load(&cancelled), ITEMS - atomic_load(&begun));
}

static void the_rest_is_done_after_a_thread_has_ended(void **state) {
	(void)state;
	struct background *b = background_new();
	pthread_t thread;
	atomic_store(&begun, 0);
	atomic_store(&done, 0);
	for (int i = 0; i < 2; i++)
		assert_true(background_later(b, 0, slow, NULL));
	assert_int_equal(pthread_create(&thread, NULL, guarded, NULL), 0);
	pthread_join(thread, NULL);
	for (int i = 0; i < 1000 && atomic_load(&done) < 2; i++)
		usleep(20000);
	assert_int_equal(atomic_load(&done), 2);
	background_delete(b);
}

/* Letters of the work that was done, in order. */
static char order[4];
static atomic_int norder;

static char a_letter = 'a', b_letter = 'b', c_letter = 'c', d_letter = 'd';

static void note(void *ctx, bool cancel) {
	if (!cancel)
		order[atomic_fetch_add(&norder, 1)] = *(const char *)ctx;
}

static void work_is_done_when_it_is_due(void **state) {
	(void)state;
	struct background *b = background_new();
	/* the last is due long after this ends */
	assert_true(background_later(b, 1000000000000, note, &d_letter));
	assert_true(background_later(b, 100000000, note, &c_letter));
	assert_true(background_later(b, 50000000, note, &a_letter));
	assert_true(background_later(b, 50000000, note, &b_letter));
	for (int i = 0; i < 1000 && atomic_load(&norder) < 3; i++)
		usleep(10000);
	background_delete(b);
	assert_string_equal(order, "abc");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(work_is_done_when_it_is_due),
		cmocka_unit_test(an_ending_thread_waits_for_what_runs_and_no_more),
		cmocka_unit_test(the_rest_is_done_after_a_thread_has_ended),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
