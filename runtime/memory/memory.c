/* memory.c - reserves the arena, makes pages valid and invalid, hands out ranges of them.
 *
 *     reserved:  | shared | local | code | const | param | global ............. |
 *                  256 MiB  256     256     64      64     the rest
 *                                        '-------- window `global` ------------'
 *
 * The first three windows are addresses only: nothing is ever mapped there. The host's
 * page tables follow the validity map, but for a few pages that are kept, so a wild host
 * access to the arena faults as well.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/memory.h"
#include "backend/machine/multicast.h"

#include "backend/watch/checker.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define MIB (1ull << 20)
#define GIB (1ull << 30)

enum { PAGE_BYTES = 1 << PAGE_SHIFT };

/* A large block begins so far after the one before it; what is between is for small ones.
 * Sizes mostly are multiples of 4 KiB; then the same element of all arrays would have the
 * same low twelve bits of its address. Of these alone a core decides whether a load has
 * to wait for a store that is under way, and which set of its first cache a line belongs
 * to. A multiple of 512, as textures want. */
enum { LARGE_BLOCK = 32 << 10, LARGE_GAP = 1536 };

/* An address that is the same in every run, where the system lets it be, makes reports
 * comparable. */
static const u64 wanted_base = 0x200000000000ull;

/* ---- the reservation ---- */

/* Reserves a power of two of bytes, aligned to its size, between pages that stay invalid.
 */
static bool reserve_confined(struct memory *m, u64 want) {
	u64 size = 4 * GIB;
	while (size < want)
		size *= 2;
	u64 all = 2 * size + 2 * PAGE_BYTES;
	void *p = mmap((void *)(uintptr_t)(wanted_base - PAGE_BYTES), all, PROT_NONE,
	               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		return false;
	m->reserved = p;
	m->reserved_bytes = all;
	m->map->base = alignup((uintptr_t)p + PAGE_BYTES, size);
	m->map->size = size;
	m->map->confine_mask = size - 1;
	return true;
}

static bool reserve(struct memory *m, u64 want) {
	u64 least = 2 * GIB;
	for (u64 size = want; size >= least; size /= 2) {
		void *p = mmap((void *)(uintptr_t)wanted_base, size, PROT_NONE,
		               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (p == MAP_FAILED)
			continue;
		m->reserved = p;
		m->reserved_bytes = size;
		m->map->base = alignup((uintptr_t)p, PAGE_BYTES);
		m->map->size = (((uintptr_t)p + size) & ~(u64)(PAGE_BYTES - 1)) -
		               m->map->base;
		return true;
	}
	return false;
}

static struct window take(u64 *at, u64 size) {
	struct window w = {*at, size};
	*at += size;
	return w;
}

static void lay_out(struct memory *m) {
	struct arena_map *map = m->map;
	u64 at = map->base, end = at + map->size;
	map->shared = take(&at, (u64)CLUSTER_MAX_CTAS << SHARED_RANK_SHIFT);
	map->local = take(&at, 256 * MIB);
	map->code = take(&at, 256 * MIB);
	map->global = (struct window){at, end - at};
	map->constant = take(&at, 64 * MIB);
	map->param = take(&at, 64 * MIB);
	u64 npage = map->global.size >> PAGE_SHIFT;
	map->page_valid = arena_array(&m->arena, _Atomic u8, npage);
	m->open = (struct arena_map){
		.base = map->base,
		.size = map->size,
		.global = map->global,
		.page_valid = arena_array(&m->arena, _Atomic u8, npage)};
	m->page_use = arena_array(&m->arena, u32, npage);
	m->page_file = arena_array(&m->arena, u8, npage);
	m->span = arena_array(&m->arena, struct page_span, npage);
	m->page_kept = arena_array(&m->arena, u8, npage);
	struct heap *p = m->part;
	heap_init(&p[MEMORY_CONST], &m->arena, map->constant.base, map->constant.size,
	          MEMORY_GRANULE);
	heap_init(&p[MEMORY_PARAM], &m->arena, map->param.base, map->param.size,
	          MEMORY_GRANULE);
	heap_init(&p[MEMORY_GLOBAL], &m->arena, at, end - at, MEMORY_GLOBAL_GRANULE);
	/* Code address 0 of the window stays unused: no function has it. */
	heap_init(&p[MEMORY_CODE], &m->arena, map->code.base + MEMORY_GRANULE,
	          map->code.size - MEMORY_GRANULE, MEMORY_GRANULE);
}

static struct {
	memory_mark_fn *poison, *unpoison;
} guard;

void memory_guard(memory_mark_fn *poison, memory_mark_fn *unpoison) {
	guard.poison = unpoison ? poison : NULL;
	guard.unpoison = unpoison;
}

bool memory_init(struct memory *m, struct arena_map *map, u64 limit_bytes,
                 bool confined) {
	*map = (struct arena_map){0};
	*m = (struct memory){.map = map, .arena = ARENA_INIT, .file = -1};
	/* Twice the limit leaves room for fragments; address space costs nothing. */
	u64 want = MAX(64 * GIB, alignup(limit_bytes, GIB) * 2 + GIB);
	if (limit_bytes > (u64)1 << 44 ||
	    !(confined ? reserve_confined : reserve)(m, want))
		return false;
	pthread_mutex_init(&m->lock, NULL);
	lay_out(m);
	m->limit_bytes = MIN(limit_bytes, m->part[MEMORY_GLOBAL].size);
	/* Launches come and go: the first page of parameters stays. */
	return memory_alloc(m, MEMORY_PARAM, MEMORY_GRANULE, MEMORY_GRANULE) != 0;
}

void memory_drop(struct memory *m) {
	for (const struct heap_block *b = m->part[MEMORY_GLOBAL].first; guard.poison && b;
	     b = b->next)
		if (b->used)
			guard.unpoison((const void *)(uintptr_t)b->addr, b->size);
	munmap(m->reserved, m->reserved_bytes);
	if (m->file >= 0)
		close(m->file);
	pthread_mutex_destroy(&m->lock);
	arena_drop(&m->arena);
}

/* ---- pages ---- */

struct pages {
	u64 first, last; /* indices, both included */
};

static struct pages pages_of(const struct memory *m, u64 addr, u64 size) {
	u64 off = addr - m->map->global.base;
	return (struct pages){off >> PAGE_SHIFT, (off + size - 1) >> PAGE_SHIFT};
}

static void *page_host(const struct memory *m, u64 page) {
	return memory_host(m->map->global.base + (page << PAGE_SHIFT));
}

static void set_valid(struct memory *m, u64 from, u64 to, u8 valid) {
	for (u64 i = from; i < to; i++) {
		atomic_store_explicit(&m->map->page_valid[i], valid,
		                      memory_order_relaxed);
		if (!valid)
			atomic_store(&m->open.page_valid[i], 0);
	}
}

/* Finds the longest run of valid pages; called after every change of the pages, which
 * costs a system call anyway. */
static void find_reach(struct memory *m) {
	struct arena_map *map = m->map;
	u64 npage = map->global.size >> PAGE_SHIFT, best = 0, best_at = 0, run = 0;
	u64 first = (map->param.base + map->param.size - map->global.base) >> PAGE_SHIFT;
	u64 last = MIN(m->page_top, npage);
	for (u64 i = first; i < last; i++) {
		run = atomic_load_explicit(&map->page_valid[i], memory_order_relaxed)
		              ? run + 1
		              : 0;
		if (run > best) {
			best = run;
			best_at = i + 1 - run;
		}
	}
	map->reach = (struct window){map->global.base + (best_at << PAGE_SHIFT),
	                             best << PAGE_SHIFT};
	atomic_fetch_add(&map->reach_changes, 1);
}

/* Kernels walk through arrays: fewer, larger host pages, where the host has them to give.
 */
enum { HUGE_PAGE = 2 << 20 };

static bool map_run(struct memory *m, u64 from, u64 to) {
	size_t bytes = (size_t)(to - from) << PAGE_SHIFT;
	bool kept = to - from == 1 && m->page_kept[from];
	if (!kept && mprotect(page_host(m, from), bytes, PROT_READ | PROT_WRITE))
		return false;
	if (!kept && bytes >= HUGE_PAGE)
		madvise(page_host(m, from), bytes, MADV_HUGEPAGE);
	for (u64 i = from; i < to; i++) {
		m->nkept -= m->page_kept[i];
		m->page_kept[i] = 0;
		m->span[i] = (struct page_span){0, 0};
	}
	set_valid(m, from, to, 1);
	m->page_top = MAX(m->page_top, to);
	find_reach(m);
	return true;
}

/* Gives pages of files back to the system; later reads of them find zeros. */
static void forget_files(struct memory *m, u64 from, u64 to) {
	for (u64 i = from; i < to; i++) {
		if (m->page_file[i] == PAGE_SHARED)
			fallocate(m->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
			          (off_t)(i << PAGE_SHIFT), PAGE_BYTES);
		m->page_file[i] = PAGE_PRIVATE;
	}
}

/* A fresh mapping drops the contents and the access in one call. */
static void unmap_run(struct memory *m, u64 from, u64 to) {
	set_valid(m, from, to, 0);
	void *p = mmap(page_host(m, from), (to - from) << PAGE_SHIFT, PROT_NONE,
	               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	if (p == MAP_FAILED)
		madvise(page_host(m, from), (to - from) << PAGE_SHIFT, MADV_DONTNEED);
	forget_files(m, from, to);
	find_reach(m);
}

enum {
	KEPT_PAGES = 16,
	KEPT_BYTES = 32 << 10, /* of a kept page, which make_zero() clears itself */
};

/* Clears the used bytes of a page: up to KEPT_BYTES here; more are left to the system,
 * which does not touch what was never written. */
static bool make_zero(struct memory *m, u64 page) {
	struct page_span s = m->span[page];
	u8 *from = (u8 *)page_host(m, page) + s.low;
	if (s.high - s.low > KEPT_BYTES)
		return madvise(page_host(m, page), PAGE_BYTES, MADV_DONTNEED) == 0;
	memset(from, 0, s.high - s.low);
	return true;
}

/* Programs free their only block and allocate the next one at once. Its page need not be
 * mapped anew for that. */
static bool keep_page(struct memory *m, u64 page) {
	if (m->nkept == KEPT_PAGES || m->page_file[page] != PAGE_PRIVATE ||
	    !make_zero(m, page))
		return false;
	m->page_kept[page] = 1;
	m->nkept++;
	set_valid(m, page, page + 1, 0);
	find_reach(m);
	return true;
}

static void note_use(struct memory *m, u64 addr, u64 size) {
	struct pages p = pages_of(m, addr, size);
	for (u64 i = p.first; i <= p.last; i++) {
		u64 page = m->map->global.base + (i << PAGE_SHIFT);
		struct page_span *s = &m->span[i];
		u32 low = addr > page ? (u32)(addr - page) : 0;
		u32 high = (u32)MIN(addr + size - page, (u64)PAGE_BYTES);
		s->low = s->low == s->high ? low : MIN(s->low, low);
		s->high = MAX(s->high, high);
	}
}

static void release_pages(struct memory *m, struct pages p) {
	if (p.first == p.last && m->page_use[p.first] == 1 && keep_page(m, p.first)) {
		m->page_use[p.first] = 0;
		return;
	}
	for (u64 i = p.first; i <= p.last; i++) {
		if (--m->page_use[i])
			continue;
		u64 from = i;
		while (i < p.last && m->page_use[i + 1] == 1)
			m->page_use[++i]--;
		unmap_run(m, from, i + 1);
	}
}

static bool claim_pages(struct memory *m, struct pages p) {
	for (u64 i = p.first; i <= p.last; i++) {
		if (m->page_use[i]++)
			continue;
		u64 from = i;
		while (i < p.last && m->page_use[i + 1] == 0)
			m->page_use[++i]++;
		if (map_run(m, from, i + 1))
			continue;
		for (u64 k = from; k <= i; k++)
			m->page_use[k] = 0;
		if (from > p.first)
			release_pages(m, (struct pages){p.first, from - 1});
		return false;
	}
	return true;
}

/* ---- allocations ---- */

u64 memory_used(const struct memory *m) {
	return m->part[MEMORY_GLOBAL].used_bytes - m->apart_bytes - m->dead_bytes +
	       m->claimed_bytes;
}

static bool has_room(const struct memory *m, u64 size) {
	u64 used = memory_used(m);
	return size <= m->limit_bytes && used <= m->limit_bytes - size;
}

static void guard_block(const struct heap_block *b) {
	guard.unpoison((const void *)(uintptr_t)b->addr, b->size);
	guard.poison((const void *)(uintptr_t)(b->addr + b->asked), b->size - b->asked);
}

static u64 alloc_locked(struct memory *m, enum memory_part part, u64 size, u64 align,
                        u64 tag) {
	struct heap *h = &m->part[part];
	if (part == MEMORY_GLOBAL && !has_room(m, size))
		return 0;
	bool watched = m->check && part != MEMORY_CODE;
	u64 all = watched ? size + MEMORY_REDZONE : size;
	if (align == MEMORY_HOST_PAGE)
		all = alignup(all, align);
	bool is_large = part == MEMORY_GLOBAL && size >= LARGE_BLOCK &&
	                align <= MEMORY_GLOBAL_GRANULE;
	struct heap_block *b = is_large ? heap_alloc_apart(h, all, LARGE_GAP) : NULL;
	if (!b)
		b = heap_alloc(h, all, align);
	if (!b)
		return 0;
	b->asked = size;
	b->tag = tag;
	if (part != MEMORY_CODE && !claim_pages(m, pages_of(m, b->addr, b->size))) {
		heap_free_block(h, b);
		return 0;
	}
	if (part != MEMORY_CODE)
		note_use(m, b->addr, b->size);
	if (watched)
		shadow_set(m->check, b->addr, size, BYTE_KNOWN);
	if (guard.poison && part == MEMORY_GLOBAL)
		guard_block(b);
	return b->addr;
}

u64 memory_alloc(struct memory *m, enum memory_part part, u64 size, u64 align) {
	pthread_mutex_lock(&m->lock);
	u64 addr = alloc_locked(m, part, MAX(size, 1), MAX(align, MEMORY_GRANULE), 0);
	pthread_mutex_unlock(&m->lock);
	return addr;
}

/* The system makes the block's own pages zero, and leaves pages alone that were never
 * written. */
void memory_clear(struct memory *m, u64 addr, u64 size) {
	pthread_mutex_lock(&m->lock);
	struct pages p = pages_of(m, addr, size);
	for (u64 i = p.first; i <= p.last; i++) {
		u64 page = m->map->global.base + (i << PAGE_SHIFT);
		u64 from = MAX(addr, page), to = MIN(addr + size, page + PAGE_BYTES);
		bool whole = to - from == PAGE_BYTES && m->page_file[i] == PAGE_PRIVATE;
		if (!whole || madvise(memory_host(from), PAGE_BYTES, MADV_DONTNEED) != 0)
			memset(memory_host(from), 0, to - from);
	}
	pthread_mutex_unlock(&m->lock);
}

u64 memory_alloc_tagged(struct memory *m, u64 size, u64 tag, bool apart) {
	u64 align = apart ? MEMORY_HOST_PAGE : MEMORY_GRANULE;
	pthread_mutex_lock(&m->lock);
	u64 addr = alloc_locked(m, MEMORY_GLOBAL, MAX(size, 1), align, tag);
	pthread_mutex_unlock(&m->lock);
	return addr;
}

static void release_block(struct memory *m, enum memory_part part, struct heap_block *b) {
	struct pages p = {0, 0};
	u64 addr = b->addr;
	if (part != MEMORY_CODE)
		p = pages_of(m, addr, b->size);
	if (m->check)
		shadow_set(m->check, addr, b->size, BYTE_NONE);
	if (guard.poison && part == MEMORY_GLOBAL)
		guard.unpoison((const void *)(uintptr_t)addr, b->size);
	heap_free_block(&m->part[part], b);
	if (part != MEMORY_CODE)
		release_pages(m, p);
}

/* Releases dead blocks, the oldest first, until there is room for one more and at most
 * most_bytes are left. */
static void bury(struct memory *m, u64 most_bytes) {
	while (m->ndead && (m->ndead == MEMORY_KEPT || m->dead_bytes > most_bytes)) {
		struct heap_block *b = heap_find(&m->part[MEMORY_GLOBAL],
		                                 m->dead[m->dead_first++ % MEMORY_KEPT]);
		m->ndead--;
		m->dead_bytes -= b->size;
		release_block(m, MEMORY_GLOBAL, b);
	}
}

static void free_locked(struct memory *m, enum memory_part part, struct heap_block *b) {
	if (part == MEMORY_GLOBAL)
		m->freed[m->nfreed++ % MEMORY_FREED] = (struct window){b->addr, b->asked};
	if (!m->check || part != MEMORY_GLOBAL) {
		release_block(m, part, b);
		return;
	}
	bury(m, MEMORY_KEPT_BYTES);
	shadow_set(m->check, b->addr, b->asked, BYTE_FREED);
	b->tag = MEMORY_DEAD;
	m->dead[(m->dead_first + m->ndead++) % MEMORY_KEPT] = b->addr;
	m->dead_bytes += b->size;
}

void memory_watch(struct memory *m, struct checker *c) {
	pthread_mutex_lock(&m->lock);
	m->check = c;
	pthread_mutex_unlock(&m->lock);
}

void memory_each(struct memory *m, void (*fn)(void *ctx, const struct memory_block *b),
                 void *ctx) {
	pthread_mutex_lock(&m->lock);
	for (const struct heap_block *b = m->part[MEMORY_GLOBAL].first; b; b = b->next)
		if (b->used && b->tag && !(b->tag & MEMORY_DEAD))
			fn(ctx, &(struct memory_block){b->addr, b->asked, b->tag});
	pthread_mutex_unlock(&m->lock);
}

static bool free_block(struct memory *m, enum memory_part part, u64 addr, bool tagged) {
	pthread_mutex_lock(&m->lock);
	struct heap_block *b = heap_find(&m->part[part], addr);
	bool ok = b && b->addr == addr && !(b->tag & MEMORY_DEAD) &&
	          (!tagged || (b->tag && !(b->tag & (MEMORY_APART | MEMORY_ATTACHED))));
	if (ok)
		free_locked(m, part, b);
	pthread_mutex_unlock(&m->lock);
	return ok;
}

/* Freeing joins a block with its free neighbours; the used block after it stays what it
 * is. */
void memory_free_marked(struct memory *m, u64 mask, u64 value) {
	pthread_mutex_lock(&m->lock);
	struct heap_block *b = m->part[MEMORY_GLOBAL].first;
	while (b) {
		struct heap_block *next = b->next;
		while (next && !next->used)
			next = next->next;
		bool own = !(b->tag & (MEMORY_APART | MEMORY_ATTACHED | MEMORY_DEAD));
		if (b->used && b->tag && own && (b->tag & mask) == value)
			free_locked(m, MEMORY_GLOBAL, b);
		b = next;
	}
	pthread_mutex_unlock(&m->lock);
}

bool memory_free(struct memory *m, enum memory_part part, u64 addr) {
	return free_block(m, part, addr, false);
}

bool memory_free_tagged(struct memory *m, u64 addr) {
	return free_block(m, MEMORY_GLOBAL, addr, true);
}

static bool all_valid(const struct memory *m, struct pages p) {
	bool valid = true;
	for (u64 i = p.first; i <= p.last && valid; i++)
		valid = atomic_load_explicit(&m->map->page_valid[i],
		                             memory_order_relaxed);
	return valid;
}

static const struct heap_block *block_at(const struct memory *m, u64 addr) {
	static const enum memory_part parts[] = {MEMORY_GLOBAL, MEMORY_CONST,
	                                         MEMORY_PARAM};
	for (u32 i = 0; i < countof(parts); i++) {
		const struct heap_block *b = heap_find(&m->part[parts[i]], addr);
		if (b && !(b->tag & MEMORY_DEAD))
			return b;
	}
	return NULL;
}

bool memory_find(struct memory *m, u64 addr, struct memory_block *out) {
	pthread_mutex_lock(&m->lock);
	const struct heap_block *b = block_at(m, addr);
	if (b)
		*out = (struct memory_block){b->addr, b->asked, b->tag};
	pthread_mutex_unlock(&m->lock);
	return b != NULL;
}

bool memory_retag(struct memory *m, u64 addr, u64 mask, u64 value) {
	pthread_mutex_lock(&m->lock);
	struct heap_block *b = (struct heap_block *)(uintptr_t)block_at(m, addr);
	if (b)
		b->tag = (b->tag & ~mask) | (value & mask);
	pthread_mutex_unlock(&m->lock);
	return b != NULL;
}

bool memory_holds(struct memory *m, u64 addr, u64 size) {
	pthread_mutex_lock(&m->lock);
	const struct heap_block *b = block_at(m, addr);
	bool ok = b && addr - b->addr <= b->asked && size <= b->asked - (addr - b->addr);
	if (ok && b->tag & MEMORY_APART)
		ok = all_valid(m, pages_of(m, addr, MAX(size, 1)));
	pthread_mutex_unlock(&m->lock);
	return ok;
}

static u64 distance(const struct heap_block *b, u64 addr) {
	if (addr < b->addr)
		return b->addr - addr;
	return addr - b->addr < b->asked ? 0 : addr - (b->addr + b->asked) + 1;
}

/* Skips dead and free blocks: returns the nearer of the living blocks on either side. */
static const struct heap_block *near_living(const struct heap *h, u64 addr) {
	const struct heap_block *b = heap_near(h, addr), *down = b, *up = b;
	while (down && (!down->used || down->tag & MEMORY_DEAD))
		down = down->prev;
	while (up && (!up->used || up->tag & MEMORY_DEAD))
		up = up->next;
	if (!down || !up)
		return down ? down : up;
	return distance(down, addr) <= distance(up, addr) ? down : up;
}

bool memory_near(struct memory *m, u64 addr, u64 *base, u64 *size) {
	pthread_mutex_lock(&m->lock);
	const struct heap_block *b = block_at(m, addr);
	if (!b)
		b = near_living(&m->part[MEMORY_GLOBAL], addr);
	if (b) {
		*base = b->addr;
		*size = b->asked;
	}
	pthread_mutex_unlock(&m->lock);
	return b != NULL;
}

bool memory_was_freed(struct memory *m, u64 addr, u64 *base, u64 *size) {
	bool found = false;
	pthread_mutex_lock(&m->lock);
	u32 n = MIN(m->nfreed, MEMORY_FREED);
	for (u32 i = 1; i <= n && !found && !block_at(m, addr); i++) {
		struct window w = m->freed[(m->nfreed - i) % MEMORY_FREED];
		found = in_window(w, addr);
		*base = w.base;
		*size = w.size;
	}
	pthread_mutex_unlock(&m->lock);
	return found;
}

/* ---- pages of files ---- */

static bool map_file(struct memory *m, u64 page, u64 n, int fd, u64 offset, int prot) {
	return mmap(page_host(m, page), n << PAGE_SHIFT, prot, MAP_SHARED | MAP_FIXED, fd,
	            (off_t)offset) != MAP_FAILED;
}

static bool open_file(struct memory *m) {
	if (m->file >= 0)
		return true;
	m->file = memfd_create("simt device memory", MFD_CLOEXEC);
	if (m->file >= 0 && ftruncate(m->file, (off_t)m->map->global.size) == 0)
		return true;
	if (m->file >= 0)
		close(m->file);
	m->file = -1;
	return false;
}

static bool write_all(int fd, const void *from, u64 size, u64 offset) {
	while (size) {
		ssize_t n = pwrite(fd, from, size, (off_t)offset);
		if (n <= 0)
			return false;
		from = (const char *)from + n;
		size -= (u64)n;
		offset += (u64)n;
	}
	return true;
}

static void take_file_pages(struct memory *m, u64 page, u64 n) {
	for (u64 i = page; i < page + n; i++) {
		m->nkept -= m->page_kept[i];
		m->page_kept[i] = 0;
		m->page_use[i] = 1;
		m->page_file[i] = PAGE_FOREIGN;
	}
	m->page_top = MAX(m->page_top, page + n);
}

/* The caller makes sure that no thread writes meanwhile. */
static bool share_page(struct memory *m, u64 page) {
	u64 offset = page << PAGE_SHIFT;
	if (m->page_file[page] == PAGE_SHARED)
		return true;
	if (m->page_file[page] == PAGE_FOREIGN ||
	    !write_all(m->file, page_host(m, page), PAGE_BYTES, offset) ||
	    !map_file(m, page, 1, m->file, offset, PROT_READ | PROT_WRITE))
		return false;
	m->page_file[page] = PAGE_SHARED;
	return true;
}

int memory_share(struct memory *m, u64 addr, u64 *offset, u64 *size) {
	pthread_mutex_lock(&m->lock);
	const struct heap_block *b = heap_find(&m->part[MEMORY_GLOBAL], addr);
	bool own = b && !(b->tag & (MEMORY_APART | MEMORY_ATTACHED)),
	     ok = own && open_file(m);
	if (ok) {
		struct pages p = pages_of(m, b->addr, b->size);
		for (u64 i = p.first; i <= p.last && ok; i++)
			ok = share_page(m, i);
		*offset = b->addr - m->map->global.base;
		*size = b->asked;
	}
	int fd = ok ? m->file : own ? MEMORY_NO_FILE : MEMORY_WRONG;
	pthread_mutex_unlock(&m->lock);
	return fd;
}

/* Makes a block on pages of its own, which are those of a file from *offset on; ~0: from
 * the offset that the block has in the window, which *offset becomes. */
static struct heap_block *block_of_file(struct memory *m, int fd, u64 *offset,
                                        u64 whole) {
	struct heap_block *b = heap_alloc(&m->part[MEMORY_GLOBAL], whole, PAGE_BYTES);
	if (!b)
		return NULL;
	u64 page = pages_of(m, b->addr, 1).first, n = whole >> PAGE_SHIFT;
	if (*offset == ~0ull)
		*offset = page << PAGE_SHIFT;
	if (!map_file(m, page, n, fd, *offset, PROT_READ | PROT_WRITE)) {
		heap_free_block(&m->part[MEMORY_GLOBAL], b);
		return NULL;
	}
	take_file_pages(m, page, n);
	set_valid(m, page, page + n, 1);
	find_reach(m);
	return b;
}

u64 memory_attach(struct memory *m, int fd, u64 offset, u64 size, u64 tag) {
	u64 skip = offset & (PAGE_BYTES - 1), whole = alignup(skip + size, PAGE_BYTES);
	u64 from = offset - skip, addr = 0;
	pthread_mutex_lock(&m->lock);
	struct heap_block *b = block_of_file(m, fd, &from, whole);
	if (b) {
		b->tag = tag | MEMORY_ATTACHED;
		if (m->check)
			shadow_set(m->check, b->addr, whole, BYTE_KNOWN);
		m->apart_bytes += b->size; /* it counts on the device that allocated it */
		addr = b->addr + skip;
	}
	pthread_mutex_unlock(&m->lock);
	return addr;
}

u64 memory_alloc_in_file(struct memory *m, int fd, u64 size, u64 tag, u64 *offset) {
	u64 addr = 0;
	*offset = ~0ull;
	pthread_mutex_lock(&m->lock);
	u64 whole = has_room(m, size)
	                    ? alignup(m->check ? size + MEMORY_REDZONE : size, PAGE_BYTES)
	                    : size;
	struct heap_block *b = has_room(m, whole) ? block_of_file(m, fd, offset, whole)
	                                          : NULL;
	if (b) {
		b->asked = size;
		b->tag = tag;
		if (m->check)
			shadow_set(m->check, b->addr, size, BYTE_KNOWN);
		addr = b->addr;
	}
	pthread_mutex_unlock(&m->lock);
	return addr;
}

bool memory_detach(struct memory *m, u64 addr) {
	pthread_mutex_lock(&m->lock);
	struct heap_block *b = heap_find(&m->part[MEMORY_GLOBAL], addr);
	bool ok = b && b->tag & MEMORY_ATTACHED;
	if (ok) {
		struct pages p = pages_of(m, b->addr, b->size);
		m->apart_bytes -= b->size;
		if (m->check)
			shadow_set(m->check, b->addr, b->size, BYTE_NONE);
		heap_free_block(&m->part[MEMORY_GLOBAL], b);
		release_pages(m, p);
	}
	pthread_mutex_unlock(&m->lock);
	return ok;
}

/* ---- addresses apart from memory ---- */

u64 memory_reserve(struct memory *m, u64 size, u64 align, u64 wanted, u64 tag) {
	pthread_mutex_lock(&m->lock);
	struct heap_block *b = wanted ? heap_alloc_at(&m->part[MEMORY_GLOBAL], wanted,
	                                              size)
	                              : NULL;
	if (!b)
		b = heap_alloc(&m->part[MEMORY_GLOBAL], size, MAX(align, PAGE_BYTES));
	if (b) {
		b->tag = tag | MEMORY_APART;
		m->apart_bytes += b->size;
	}
	u64 addr = b ? b->addr : 0;
	pthread_mutex_unlock(&m->lock);
	return addr;
}

static bool none_used(const struct memory *m, struct pages p) {
	for (u64 i = p.first; i <= p.last; i++)
		if (m->page_use[i])
			return false;
	return true;
}

static bool all_mapped(const struct memory *m, struct pages p) {
	for (u64 i = p.first; i <= p.last; i++)
		if (!m->page_use[i])
			return false;
	return true;
}

bool memory_unreserve(struct memory *m, u64 addr, u64 size) {
	pthread_mutex_lock(&m->lock);
	struct heap_block *b = heap_find(&m->part[MEMORY_GLOBAL], addr);
	bool ok = b && b->addr == addr && b->tag & MEMORY_APART && b->asked == size &&
	          none_used(m, pages_of(m, addr, size));
	if (ok) {
		m->apart_bytes -= b->size;
		heap_free_block(&m->part[MEMORY_GLOBAL], b);
	}
	pthread_mutex_unlock(&m->lock);
	return ok;
}

/* Whether the range consists of whole pages of one reservation. */
static bool is_reserved(const struct memory *m, u64 addr, u64 size) {
	const struct heap_block *b = heap_find(&m->part[MEMORY_GLOBAL], addr);
	return size && b && b->tag & MEMORY_APART && !(addr % PAGE_BYTES) &&
	       !(size % PAGE_BYTES) && size <= b->asked - (addr - b->addr);
}

enum memory_answer memory_map(struct memory *m, u64 addr, u64 size, int fd, u64 offset) {
	enum memory_answer answer = MEMORY_WRONG;
	pthread_mutex_lock(&m->lock);
	if (is_reserved(m, addr, size) && none_used(m, pages_of(m, addr, size))) {
		u64 page = pages_of(m, addr, size).first, n = size >> PAGE_SHIFT;
		answer = map_file(m, page, n, fd, offset, PROT_NONE) ? MEMORY_OK
		                                                     : MEMORY_NO_FILE;
		if (answer == MEMORY_OK)
			take_file_pages(m, page, n);
	}
	pthread_mutex_unlock(&m->lock);
	return answer;
}

bool memory_unmap(struct memory *m, u64 addr, u64 size) {
	pthread_mutex_lock(&m->lock);
	bool ok = is_reserved(m, addr, size) && all_mapped(m, pages_of(m, addr, size));
	if (ok)
		release_pages(m, pages_of(m, addr, size));
	pthread_mutex_unlock(&m->lock);
	return ok;
}

enum memory_answer memory_allow(struct memory *m, u64 addr, u64 size, bool allowed) {
	int prot = allowed ? PROT_READ | PROT_WRITE : PROT_NONE;
	enum memory_answer answer = MEMORY_WRONG;
	pthread_mutex_lock(&m->lock);
	if (is_reserved(m, addr, size) && all_mapped(m, pages_of(m, addr, size)))
		answer = mprotect(memory_host(addr), size, prot) == 0 ? MEMORY_OK
		                                                      : MEMORY_NO_FILE;
	if (answer == MEMORY_OK) {
		struct pages p = pages_of(m, addr, size);
		set_valid(m, p.first, p.last + 1, allowed);
		if (m->check)
			shadow_set(m->check, addr, size,
			           allowed ? BYTE_KNOWN : BYTE_NONE);
		m->page_top = MAX(m->page_top, p.last + 1);
		find_reach(m);
	}
	pthread_mutex_unlock(&m->lock);
	return answer;
}

bool memory_is_free_reservation(struct memory *m, u64 addr, u64 size) {
	pthread_mutex_lock(&m->lock);
	bool ok = is_reserved(m, addr, size) && none_used(m, pages_of(m, addr, size));
	pthread_mutex_unlock(&m->lock);
	return ok;
}

void memory_show_multicast(struct memory *m, u64 addr, u64 size,
                           struct multicast *object) {
	pthread_mutex_lock(&m->lock);
	struct multicast_table *t = &m->map->multicast;
	if (t->n == m->multicast_room) {
		u32 room = MAX(2 * m->multicast_room, 4);
		struct multicast_window *more = arena_alloc(
			&m->arena, room * sizeof *more,
			_Alignof(struct multicast_window));
		if (t->n)
			memcpy(more, t->entry, t->n * sizeof *more);
		t->entry = more;
		m->multicast_room = room;
	}
	u32 i = t->n++;
	for (; i && t->entry[i - 1].window.base > addr; i--)
		t->entry[i] = t->entry[i - 1];
	t->entry[i] = (struct multicast_window){{addr, size}, object};
	pthread_mutex_unlock(&m->lock);
}

void memory_hide_multicast(struct memory *m, u64 addr) {
	pthread_mutex_lock(&m->lock);
	struct multicast_table *t = &m->map->multicast;
	u32 i = 0;
	while (i < t->n && t->entry[i].window.base != addr)
		i++;
	if (i < t->n) {
		t->n--;
		memmove(t->entry + i, t->entry + i + 1, (t->n - i) * sizeof *t->entry);
	}
	pthread_mutex_unlock(&m->lock);
}

bool memory_claim(struct memory *m, u64 bytes) {
	pthread_mutex_lock(&m->lock);
	bool ok = has_room(m, bytes);
	if (ok)
		m->claimed_bytes += bytes;
	pthread_mutex_unlock(&m->lock);
	return ok;
}

void memory_unclaim(struct memory *m, u64 bytes) {
	pthread_mutex_lock(&m->lock);
	m->claimed_bytes -= bytes;
	pthread_mutex_unlock(&m->lock);
}

/* ---- foreign memory ---- */

static struct foreign_table *table_of(struct memory *m, u32 n) {
	struct foreign_table *t = arena_alloc(&m->arena,
	                                      sizeof *t + n * sizeof t->entry[0],
	                                      _Alignof(struct foreign_table));
	t->n = n;
	return t;
}

static bool apart(struct window a, struct window b) {
	return a.base - b.base >= b.size && b.base - a.base >= a.size;
}

/* Kernels read the table without a lock, so every change makes a new table. */
static bool admit_locked(struct memory *m, struct foreign f) {
	static const struct foreign_table none;
	const struct foreign_table *old = atomic_load(&m->map->foreign);
	u32 i = 0;
	if (!old)
		old = &none;
	if (f.window.base + f.window.size < f.window.base ||
	    !apart(f.window, (struct window){m->map->base, m->map->size}))
		return false;
	for (u32 k = 0; k < old->n; k++) {
		if (!apart(f.window, old->entry[k].window))
			return false;
		i += old->entry[k].window.base < f.window.base;
	}
	if (!arena_reserve(&m->arena, sizeof *old + (old->n + 1) * sizeof old->entry[0],
	                   _Alignof(struct foreign_table)))
		return false;
	struct foreign_table *t = table_of(m, old->n + 1);
	memcpy(t->entry, old->entry, i * sizeof t->entry[0]);
	t->entry[i] = f;
	memcpy(t->entry + i + 1, old->entry + i, (old->n - i) * sizeof t->entry[0]);
	atomic_store(&m->map->foreign, t);
	return true;
}

bool memory_admit(struct memory *m, u64 base, u64 size) {
	pthread_mutex_lock(&m->lock);
	bool ok = admit_locked(m, (struct foreign){{base, size}, NULL});
	pthread_mutex_unlock(&m->lock);
	return ok;
}

static void expel_entry(struct memory *m, const struct foreign_table *old, u32 i) {
	struct foreign_table *t = table_of(m, old->n - 1);
	memcpy(t->entry, old->entry, i * sizeof t->entry[0]);
	memcpy(t->entry + i, old->entry + i + 1, (t->n - i) * sizeof t->entry[0]);
	atomic_store(&m->map->foreign, t);
}

bool memory_expel(struct memory *m, u64 base) {
	bool found = false;
	pthread_mutex_lock(&m->lock);
	const struct foreign_table *old = atomic_load(&m->map->foreign);
	for (u32 i = 0; old && i < old->n && !found; i++) {
		if (old->entry[i].window.base != base || old->entry[i].peer)
			continue;
		expel_entry(m, old, i);
		found = true;
	}
	pthread_mutex_unlock(&m->lock);
	return found;
}

/* ---- other devices ---- */

/* Returns its number in the table, or the table's length. */
static u32 find_peer(const struct foreign_table *t, const struct memory *peer) {
	u32 i = 0;
	while (t && i < t->n && t->entry[i].peer != peer->map &&
	       t->entry[i].peer != &peer->open)
		i++;
	return i;
}

static bool replace(struct memory *m, const struct foreign_table *t, u32 i,
                    struct memory *peer, bool whole) {
	struct foreign f = {{peer->map->base, peer->map->size},
	                    whole ? peer->map : &peer->open};
	if (t && i < t->n)
		expel_entry(m, t, i);
	return admit_locked(m, f);
}

/* What a device may do is as it was, also if the peer's arena has moved. */
bool memory_meet(struct memory *m, struct memory *peer) {
	pthread_mutex_lock(&m->lock);
	const struct foreign_table *t = atomic_load(&m->map->foreign);
	u32 i = find_peer(t, peer);
	bool whole = t && i < t->n && t->entry[i].peer == peer->map;
	bool ok = replace(m, t, i, peer, whole);
	pthread_mutex_unlock(&m->lock);
	return ok;
}

bool memory_set_peer(struct memory *m, struct memory *peer, bool whole) {
	pthread_mutex_lock(&m->lock);
	const struct foreign_table *t = atomic_load(&m->map->foreign);
	u32 i = find_peer(t, peer);
	bool ok = t && i < t->n && (t->entry[i].peer == &peer->open) == whole &&
	          replace(m, t, i, peer, whole);
	pthread_mutex_unlock(&m->lock);
	return ok;
}

void memory_open_pages(struct memory *m, u64 addr, u64 size) {
	u64 off = addr - m->map->global.base;
	for (u64 i = off >> PAGE_SHIFT; i <= (off + size - 1) >> PAGE_SHIFT; i++)
		atomic_store(&m->open.page_valid[i], 1);
}

/* Of other devices; it has no shared memory. */
static bool is_open_part(const struct arena_map *peer) {
	return peer && !peer->shared.size;
}

bool memory_open_holds(struct memory *m, u64 addr, u64 size) {
	const struct arena_map *open = NULL;
	pthread_mutex_lock(&m->lock);
	const struct foreign_table *t = atomic_load(&m->map->foreign);
	for (u32 i = 0; t && i < t->n && !open; i++)
		if (is_open_part(t->entry[i].peer) && in_window(t->entry[i].window, addr))
			open = t->entry[i].peer;
	pthread_mutex_unlock(&m->lock);
	if (!open)
		return false;
	struct memory *peer = (struct memory *)((uintptr_t)open -
	                                        offsetof(struct memory, open));
	return pages_valid(&peer->open, addr, size) && memory_holds(peer, addr, size);
}

bool memory_admitted(struct memory *m, u64 addr, struct window *w) {
	bool found = false;
	pthread_mutex_lock(&m->lock);
	const struct foreign_table *t = atomic_load(&m->map->foreign);
	for (u32 i = 0; t && i < t->n && !found; i++) {
		*w = t->entry[i].window;
		found = in_window(*w, addr) && !is_open_part(t->entry[i].peer);
	}
	pthread_mutex_unlock(&m->lock);
	return found;
}
