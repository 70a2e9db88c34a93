/* heap.c - best fit with coalescing over two treaps; see heap.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/heap.h"

/* ---- the trees ---- */

static bool less(const struct heap_block *a, const struct heap_block *b) {
	if (!a->used && a->size != b->size)
		return a->size < b->size;
	return a->addr < b->addr;
}

/* Splits t into what is less than key and the rest. */
static void split(struct heap_block *t, const struct heap_block *key,
                  struct heap_block **l, struct heap_block **r) {
	while (t) {
		if (less(t, key)) {
			*l = t;
			l = &t->right;
			t = *l;
		} else {
			*r = t;
			r = &t->left;
			t = *r;
		}
	}
	*l = *r = NULL;
}

static struct heap_block *merge(struct heap_block *l, struct heap_block *r) {
	struct heap_block *root = NULL, **at = &root;
	while (l && r) {
		if (l->prio > r->prio) {
			*at = l;
			at = &l->right;
			l = *at;
		} else {
			*at = r;
			at = &r->left;
			r = *at;
		}
	}
	*at = l ? l : r;
	return root;
}

static struct heap_block **tree_of(struct heap *h, const struct heap_block *b) {
	return b->used ? &h->by_addr : &h->by_size;
}

static void tree_insert(struct heap *h, struct heap_block *b) {
	struct heap_block **at = tree_of(h, b);
	while (*at && (*at)->prio >= b->prio)
		at = less(b, *at) ? &(*at)->left : &(*at)->right;
	split(*at, b, &b->left, &b->right);
	*at = b;
}

static void tree_remove(struct heap *h, struct heap_block *b) {
	struct heap_block **at = tree_of(h, b);
	while (*at != b)
		at = less(b, *at) ? &(*at)->left : &(*at)->right;
	*at = merge(b->left, b->right);
}

/* ---- blocks ---- */

static u32 next_prio(struct heap *h) {
	h->rng ^= h->rng << 13;
	h->rng ^= h->rng >> 17;
	h->rng ^= h->rng << 5;
	return h->rng;
}

static struct heap_block *block_new(struct heap *h, u64 addr, u64 size) {
	struct heap_block *b = h->spare;
	if (b)
		h->spare = b->next;
	else
		b = arena_new(h->arena, struct heap_block);
	*b = (struct heap_block){.addr = addr, .size = size, .prio = next_prio(h)};
	return b;
}

/* An allocation needs at most two records: for what is cut off before it and after it. */
static bool have_records(struct heap *h) {
	return arena_reserve(h->arena, 2 * sizeof(struct heap_block),
	                     _Alignof(struct heap_block));
}

static void block_recycle(struct heap *h, struct heap_block *b) {
	b->next = h->spare;
	h->spare = b;
}

static void link_after(struct heap_block *a, struct heap_block *b) {
	b->prev = a;
	b->next = a->next;
	if (b->next)
		b->next->prev = b;
	a->next = b;
}

/* Cuts b so that it ends at `size`; what is left becomes a free block after it. */
static void cut(struct heap *h, struct heap_block *b, u64 size) {
	if (b->size == size)
		return;
	struct heap_block *rest = block_new(h, b->addr + size, b->size - size);
	b->size = size;
	link_after(b, rest);
	tree_insert(h, rest);
}

/* Appends the free block b->next to b; neither is in a tree. */
static void swallow_next(struct heap *h, struct heap_block *b) {
	struct heap_block *n = b->next;
	b->size += n->size;
	b->next = n->next;
	if (b->next)
		b->next->prev = b;
	block_recycle(h, n);
}

void heap_init(struct heap *h, struct arena *arena, u64 base, u64 size, u64 granule) {
	*h = (struct heap){.arena = arena,
	                   .base = base,
	                   .size = size,
	                   .granule = granule,
	                   .rng = 0x9e3779b9u};
	h->first = block_new(h, base, size);
	tree_insert(h, h->first);
}

/* Returns the smallest free block of at least `size` bytes. */
static struct heap_block *best_fit(const struct heap *h, u64 size) {
	struct heap_block *t = h->by_size, *best = NULL;
	while (t) {
		if (t->size >= size) {
			best = t;
			t = t->left;
		} else {
			t = t->right;
		}
	}
	return best;
}

static bool fits(const struct heap_block *b, u64 size, u64 align) {
	u64 skip = alignup(b->addr, align) - b->addr;
	return skip <= b->size && size <= b->size - skip;
}

/* Uses `size` bytes of the free block b, which is in no tree, from `skip` on. */
static struct heap_block *take(struct heap *h, struct heap_block *b, u64 skip, u64 size,
                               u64 asked) {
	if (skip) {
		struct heap_block *front = b;
		b = block_new(h, front->addr + skip, front->size - skip);
		front->size = skip;
		link_after(front, b);
		tree_insert(h, front);
	}
	cut(h, b, size);
	b->used = true;
	b->asked = asked;
	tree_insert(h, b);
	h->used_bytes += b->size;
	h->nused++;
	h->last = b;
	return b;
}

struct heap_block *heap_alloc(struct heap *h, u64 asked, u64 align) {
	if (asked > h->size || align > h->size || !have_records(h))
		return NULL;
	u64 size = alignup(asked, h->granule);
	struct heap_block *b = best_fit(h, size);
	if (b && !fits(b, size, align))
		b = best_fit(h, size + align - h->granule);
	if (!b)
		return NULL;
	tree_remove(h, b);
	return take(h, b, alignup(b->addr, align) - b->addr, size, asked);
}

struct heap_block *heap_alloc_apart(struct heap *h, u64 asked, u64 gap) {
	if (asked > h->size || !have_records(h))
		return NULL;
	u64 size = alignup(asked, h->granule);
	struct heap_block *b = best_fit(h, size + gap);
	if (!b)
		return NULL;
	tree_remove(h, b);
	return take(h, b, b->prev ? gap : 0, size, asked);
}

/* Returns the last used block that starts at or before addr. */
static struct heap_block *at_or_before(const struct heap *h, u64 addr) {
	struct heap_block *t = h->by_addr, *found = NULL;
	while (t) {
		if (t->addr <= addr) {
			found = t;
			t = t->right;
		} else {
			t = t->left;
		}
	}
	return found;
}

/* Free blocks are in the tree by size only, so the one at addr is found from the used
 * block before it. */
static struct heap_block *free_block_at(const struct heap *h, u64 addr) {
	struct heap_block *b = at_or_before(h, addr);
	b = b ? b->next : h->first;
	return b && !b->used && addr >= b->addr && addr - b->addr < b->size ? b : NULL;
}

struct heap_block *heap_alloc_at(struct heap *h, u64 addr, u64 asked) {
	u64 size = alignup(asked, h->granule);
	struct heap_block *b = free_block_at(h, addr);
	if (!b || addr % h->granule || size < asked ||
	    size > b->size - (addr - b->addr) || !have_records(h))
		return NULL;
	tree_remove(h, b);
	return take(h, b, addr - b->addr, size, asked);
}

void heap_free_block(struct heap *h, struct heap_block *b) {
	tree_remove(h, b);
	if (h->last == b)
		h->last = NULL;
	h->used_bytes -= b->size;
	h->nused--;
	b->used = false;
	b->asked = 0;
	if (b->next && !b->next->used) {
		tree_remove(h, b->next);
		swallow_next(h, b);
	}
	if (b->prev && !b->prev->used) {
		b = b->prev;
		tree_remove(h, b);
		swallow_next(h, b);
	}
	tree_insert(h, b);
}

bool heap_free(struct heap *h, u64 addr) {
	struct heap_block *b = heap_find(h, addr);
	if (!b || b->addr != addr)
		return false;
	heap_free_block(h, b);
	return true;
}

/* ---- look-up ---- */

struct heap_block *heap_find(const struct heap *h, u64 addr) {
	if (h->last && addr - h->last->addr < h->last->size)
		return h->last;
	struct heap_block *b = at_or_before(h, addr);
	return b && addr - b->addr < b->size ? b : NULL;
}

struct heap_block *heap_near(const struct heap *h, u64 addr) {
	struct heap_block *below = at_or_before(h, addr),
			  *above = below ? below->next : h->first;
	while (above && !above->used)
		above = above->next;
	if (!below || !above)
		return below ? below : above;
	u64 end = below->addr + below->asked;
	u64 down = addr < end ? 0 : addr - end;
	return down <= above->addr - addr ? below : above;
}

/* ---- tests ---- */

static u32 tree_count(const struct heap_block *t, bool used,
                      const struct heap_block **last, bool *ok) {
	if (!t)
		return 0;
	u32 n = tree_count(t->left, used, last, ok);
	*ok = *ok && t->used == used && (!*last || less(*last, t));
	*ok = *ok && (!t->left || t->left->prio <= t->prio);
	*ok = *ok && (!t->right || t->right->prio <= t->prio);
	*last = t;
	return n + 1 + tree_count(t->right, used, last, ok);
}

bool heap_check(const struct heap *h) {
	u64 at = h->base, used = 0;
	u32 nused = 0, nfree = 0;
	for (const struct heap_block *b = h->first; b; b = b->next) {
		if (b->addr != at || b->size == 0 || b->size % h->granule)
			return false;
		if (b->next && (b->next->prev != b || (!b->used && !b->next->used)))
			return false;
		at += b->size;
		used += b->used ? b->size : 0;
		*(b->used ? &nused : &nfree) += 1;
	}
	bool ok = (!h->last || h->last->used) && at == h->base + h->size &&
	          used == h->used_bytes && nused == h->nused;
	const struct heap_block *last = NULL;
	ok = tree_count(h->by_addr, true, &last, &ok) == nused && ok;
	last = NULL;
	return tree_count(h->by_size, false, &last, &ok) == nfree && ok;
}
