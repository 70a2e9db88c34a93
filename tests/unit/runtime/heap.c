/* heap.c - the range allocator against a model that keeps a list of what is taken.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "runtime/memory/heap.h"

enum { BASE = 0x10000, SIZE = 1 << 20, GRANULE = 256, MOST = 400 };

static u32 rng = 12345;

static u32 rnd(u32 n) {
	rng = rng * 1664525u + 1013904223u;
	return (rng >> 8) % n;
}

struct taken {
	u64 addr, size;
};

static void check_new(const struct taken *t, u32 n, const struct heap_block *b,
                      u64 align) {
	assert_int_equal(b->addr % align, 0);
	assert_true(b->addr >= BASE && b->addr + b->size <= BASE + SIZE);
	for (u32 i = 0; i < n; i++)
		assert_true(b->addr + b->size <= t[i].addr ||
		            t[i].addr + t[i].size <= b->addr);
}

static void check_find(const struct heap *h, const struct taken *t, u32 n) {
	u64 addr = BASE + rnd(SIZE);
	const struct heap_block *b = heap_find(h, addr);
	const struct taken *want = NULL;
	for (u32 i = 0; i < n; i++)
		if (addr - t[i].addr < alignup(t[i].size, GRANULE))
			want = &t[i];
	assert_int_equal(want != NULL, b != NULL);
	if (b)
		assert_int_equal(b->addr, want->addr);
}

static void random_calls_agree_with_a_model(void **state) {
	struct arena a = ARENA_INIT;
	struct heap h;
	struct taken t[MOST];
	u32 n = 0;
	(void)state;
	heap_init(&h, &a, BASE, SIZE, GRANULE);
	for (u32 round = 0; round < 20000; round++) {
		if (n < MOST && rnd(2)) {
			u64 size = 1 + rnd(rnd(8) ? 2000 : 50000), align = 1u << rnd(14);
			struct heap_block *b = heap_alloc(&h, size, align);
			if (b) {
				check_new(t, n, b, align);
				t[n++] = (struct taken){b->addr, size};
			}
		} else if (n) {
			u32 i = rnd(n);
			assert_true(heap_free(&h, t[i].addr));
			assert_false(heap_free(&h, t[i].addr));
			t[i] = t[--n];
		}
		check_find(&h, t, n);
		if (round % 64 == 0)
			assert_true(heap_check(&h));
	}
	while (n)
		assert_true(heap_free(&h, t[--n].addr));
	assert_true(heap_check(&h));
	assert_int_equal(h.used_bytes, 0);
	assert_non_null(heap_alloc(&h, SIZE, 1));
	arena_drop(&a);
}

static void best_fit_takes_the_smallest_hole(void **state) {
	struct arena a = ARENA_INIT;
	struct heap h;
	(void)state;
	heap_init(&h, &a, BASE, SIZE, GRANULE);
	struct heap_block *big = heap_alloc(&h, 4096, 1);
	heap_alloc(&h, 256, 1);
	struct heap_block *small = heap_alloc(&h, 512, 1);
	heap_alloc(&h, 256, 1);
	u64 at = small->addr;
	heap_free(&h, big->addr);
	heap_free(&h, at);
	assert_int_equal(heap_alloc(&h, 300, 1)->addr, at);
	arena_drop(&a);
}

static void refuses_what_does_not_fit(void **state) {
	struct arena a = ARENA_INIT;
	struct heap h;
	(void)state;
	heap_init(&h, &a, BASE, SIZE, GRANULE);
	assert_null(heap_alloc(&h, SIZE + 1, 1));
	assert_null(heap_alloc(&h, ~0ull, 1));
	assert_false(heap_free(&h, BASE));
	assert_false(heap_free(&h, 0));
	struct heap_block *b = heap_alloc(&h, 1000, 1);
	assert_false(heap_free(&h, b->addr + 256));
	arena_drop(&a);
}

static void nearest_is_told_by_distance(void **state) {
	struct arena a = ARENA_INIT;
	struct heap h;
	(void)state;
	heap_init(&h, &a, BASE, SIZE, GRANULE);
	assert_null(heap_near(&h, BASE));
	struct heap_block *one = heap_alloc(&h, 100, 1), *gap = heap_alloc(&h, 10240, 1),
			  *two = heap_alloc(&h, 100, 1);
	heap_free(&h, gap->addr);
	assert_ptr_equal(heap_near(&h, BASE + 50), one);
	assert_ptr_equal(heap_near(&h, BASE + 200), one);
	assert_ptr_equal(heap_near(&h, two->addr - 1), two);
	assert_ptr_equal(heap_near(&h, 0), one);
	assert_ptr_equal(heap_near(&h, ~0ull), two);
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_calls_agree_with_a_model),
		cmocka_unit_test(best_fit_takes_the_smallest_hole),
		cmocka_unit_test(refuses_what_does_not_fit),
		cmocka_unit_test(nearest_is_told_by_distance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
