/* interleaved.c - accesses at fixed distances that lie in a few vectors, such as every
 * second or every fourth element, or rows of eight. The host's gather loads the lanes one
 * by one. Here all that lies between is loaded, and shuffles pick the lanes' values. A
 * store puts each value into its place of a vector, and stores under a mask, as other
 * threads own what lies between.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/confine.h"

/* The most bytes that may lie between. One more vector is a load and half a permutation,
 * where one instruction takes lanes from two vectors; or a permutation and a store, which
 * should hold four lanes if the host stores lanes one by one quickly. Besides, lanes can
 * load again without waiting what lanes have stored one by one. AVX2 permutes one vector
 * at a time, but its gather is some 40 operations of microcode on Zen, so there loads
 * reach as far; code that is not optimised keeps the gather, which is one instruction. */
enum { VECTOR_ELEMENT = 4 };

/* Bytes and halves are loaded one by one otherwise, on any host. */
static bool is_narrow(const struct mem *m) {
	return m->size < VECTOR_ELEMENT;
}

static u32 most_bytes(const struct fn *c, const struct mem *m) {
	bool far = c->host->has_rounding /* AVX-512 */ ||
	           (m->is_load && !c->opt.is_quick);
	u32 size = m->size, vectors = far ? 8 : 2;
	if (!m->is_load && c->host->scatters_slowly)
		vectors = 4;
	if (is_narrow(m))
		return 8 * size * c->width;
	return MAX(vectors * VECTOR_ELEMENT, 2 * size) * c->width;
}

struct interleave {
	s64 low;               /* bytes from lane 0 to the first place */
	u32 place[WARP_LANES]; /* of a chunk's lanes: elements from there */
	u32 n;                 /* elements in it */
};

static bool find_interleave(const struct fn *c, const struct mem *m, u32 k,
                            struct interleave *w) {
	u32 first = k * c->width, size = m->size;
	u64 seen[2] = {0};
	if (m->n != 1 || m->how.kind != VALUE_AFFINE || c->width > WARP_LANES)
		return false;
	w->low = uniform_lane(&m->how, first);
	for (u32 i = 1; i < c->width; i++)
		w->low = MIN(w->low, uniform_lane(&m->how, first + i));
	w->n = 0;
	for (u32 i = 0; i < c->width; i++) {
		u64 off = (u64)(uniform_lane(&m->how, first + i) - w->low);
		if (off % size || off >= most_bytes(c, m))
			return false;
		w->place[i] = (u32)(off / size);
		w->n = MAX(w->n, w->place[i] + 1);
		/* if lanes store to one place the highest wins; that is not done here */
		u64 *of = &seen[w->place[i] / 64], bit = (u64)1 << w->place[i] % 64;
		if (!m->is_load && *of & bit)
			return false;
		*of |= bit;
	}
	return true;
}

static s64 round_down(s64 v, s64 to) {
	return v - (v % to + to) % to;
}

/* Accesses that are checked together, such as the even and the odd elements, load the
 * same vectors, so that each is loaded once: vectors begin at the first place of all, not
 * at the access's own. */
static void meet_others(const struct fn *c, const struct mem *m, struct interleave *w) {
	s64 size = m->size, vector = size * c->width, origin = m->valid_first,
	    own_end = w->low + w->n * size;
	if (!m->group || w->n <= c->width || (w->low - origin) % size ||
	    (m->valid_end - origin) % size)
		return;
	s64 low = origin + round_down(w->low - origin, vector),
	    end = origin + round_down(own_end - origin + vector - 1, vector);
	end = MIN(end, m->valid_end);
	if (end - low > most_bytes(c, m))
		return;
	for (u32 i = 0; i < c->width; i++)
		w->place[i] += (u32)((w->low - low) / size);
	w->n = (u32)((end - low) / size);
	w->low = low;
}

/* A store across the end of a line takes several times as long: each vector begins where
 * a line does, or in the middle of one, if that is known and takes no more vectors.
 * Elements that a mask leaves out may lie anywhere, unless the place is confined. */
static void meet_lines(struct fn *c, const struct mem *m, struct interleave *w) {
	u32 size = m->size, line = MIN(LINE_BYTES, size * c->width), off;
	if (m->is_load || c->opt.confined ||
	    !jit_guess_offset(c, &m->in->operand[m->ai], line, &off))
		return;
	off = (u32)((off + (u64)w->low) % line);
	u32 more = off / size;
	if (off % size || (w->n + more - 1) / c->width > (w->n - 1) / c->width)
		return;
	for (u32 i = 0; i < c->width; i++)
		w->place[i] += more;
	w->n += more;
	w->low -= off;
}

bool mem_can_interleave(const struct fn *c, const struct mem *m, u32 k) {
	struct interleave w;
	/* hosts that gather have masks for elements of four bytes and more */
	bool can = is_narrow(m) ? m->is_load && !c->opt.is_quick : c->host->has_gather;
	can = can && find_interleave(c, m, k, &w);
	return can && (!is_narrow(m) || w.n > c->width || is_pow2(w.n));
}

static val pick(struct fn *c, val a, val b, const u32 *from, u32 n) {
	val lane[2 * WARP_LANES];
	for (u32 i = 0; i < n; i++)
		lane[i] = from[i] == UINT32_MAX ? LLVMGetPoison(c->i32)
		                                : jit_int(c, 32, from[i]);
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(lane, n), "");
}

static val element_at(struct fn *c, const struct mem *m, val lane0, s64 off,
                      u32 element) {
	return jit_confined(
		c, m,
		jit_gep(c, lane0, jit_int(c, 64, (u64)off + (u64)element * m->size)));
}

/* Loads the first n places only. */
static val load_some(struct fn *c, const struct mem *m, val p, u32 n) {
	val lane[WARP_LANES];
	typ t = jit_vec(c, mem_type(c, m));
	for (u32 i = 0; i < c->width; i++)
		lane[i] = jit_int(c, 1, i < n);
	val arg[4] = {p, jit_int(c, 32, m->size), LLVMConstVector(lane, c->width),
	              LLVMConstNull(t)};
	typ over[2] = {t, c->ptr};
	return jit_intrinsic(c, "llvm.masked.load", over, 2, arg, 4);
}

/* The first place of vector i of n. The last vector overlaps with the one before, so that
 * nothing is read after the last place. */
static u32 vector_at(const struct fn *c, const struct interleave *w, u32 i) {
	return MIN(i * c->width, w->n - c->width);
}

/* Loads vectors i and i + 1, if there is one, and picks the lanes that lie there. */
static val load_pair(struct fn *c, struct mem *m, val lane0, const struct interleave *w,
                     u32 i) {
	u32 first = vector_at(c, w, i), second = vector_at(c, w, i + 1), from[WARP_LANES];
	typ t = jit_vec(c, mem_type(c, m));
	val a = mem_load_at(c, t, element_at(c, m, lane0, w->low, first), m->size), b;
	b = second == first
	            ? LLVMGetPoison(t)
	            : mem_load_at(c, t, element_at(c, m, lane0, w->low, second), m->size);
	for (u32 l = 0; l < c->width; l++) {
		u32 at = w->place[l] - first;
		from[l] = w->place[l] < first ? UINT32_MAX
		          : at < c->width     ? at
		                              : c->width + (w->place[l] - second);
		if (from[l] >= 2 * c->width)
			from[l] = UINT32_MAX;
	}
	return pick(c, a, b, from, c->width);
}

/* Lanes that take the same of two or four elements each, of which all are valid. */
static bool load_records(struct fn *c, struct mem *m, typ t, val p, u32 k,
                         const struct interleave *w) {
	u32 n = w->n / c->width;
	val v[4];
	if (!mem_fits_halves(c, n, m->size) || w->n != n * c->width || w->place[0] >= n)
		return false;
	for (u32 i = 1; i < c->width; i++)
		if (w->place[i] != w->place[0] + i * n)
			return false;
	mem_load_halves(c, t, p, n, v);
	m->value[0][k] = v[w->place[0]];
	return true;
}

/* ---- bytes and halves of records of three or four bytes ---------------------------- */

enum { PIECE_BYTES = 16, PIECE_LANES = 4 }; /* hosts permute bytes within 16 */

/* A chunk's records: lane i's begins i * size bytes after `at`. */
struct records {
	s64 at;      /* bytes from lane 0 */
	u32 size, n; /* bytes; of all that is valid */
	u32 shift;   /* bits from a record's start to the lane's element */
};

static bool find_records(const struct fn *c, const struct mem *m, u32 k,
                         struct records *r) {
	u32 lane = k * c->width;
	s64 first = uniform_lane(&m->how, lane);
	s64 size = c->width < PIECE_LANES ? 0 : uniform_lane(&m->how, lane + 1) - first;
	if (!is_narrow(m) || size < 3 || size > 4 || size % m->size)
		return false;
	for (u32 i = 1; i < c->width; i++)
		if (uniform_lane(&m->how, lane + i) != first + size * i)
			return false;
	/* accesses that are checked together have the same records */
	s64 before = m->group ? (first - m->valid_first) % size : 0,
	    end = first + size * (c->width - 1) + m->size;
	if (before < 0 || before + m->size > size)
		before = 0;
	if (m->group)
		end = MAX(end, MIN(m->valid_end, first - before + size * c->width));
	*r = (struct records){.at = first - before,
	                      .size = (u32)size,
	                      .n = (u32)(end - (first - before)),
	                      .shift = (u32)before * 8};
	return r->n >= PIECE_BYTES;
}

/* The records of four lanes as words. */
static val load_piece(struct fn *c, const struct mem *m, val lane0,
                      const struct records *r, u32 piece) {
	u32 begin = r->size * PIECE_LANES * piece, at = MIN(begin, r->n - PIECE_BYTES),
	    from[PIECE_BYTES];
	for (u32 i = 0; i < PIECE_BYTES; i++) {
		u32 byte = begin - at + i / 4 * r->size + i % 4;
		bool is_there = i % 4 < r->size && byte < PIECE_BYTES;
		from[i] = is_there ? byte : UINT32_MAX;
	}
	val p = jit_gep(c, lane0, jit_int(c, 64, (u64)r->at + at));
	val v = mem_load_at(c, LLVMVectorType(c->i8, PIECE_BYTES), jit_confined(c, m, p),
	                    m->size);
	v = pick(c, v, LLVMGetPoison(LLVMTypeOf(v)), from, PIECE_BYTES);
	return LLVMBuildBitCast(c->b, v, LLVMVectorType(c->i32, PIECE_LANES), "");
}

/* Loads the records that the lanes' elements are in, each as a word: what several
 * accesses load of the same records is loaded and permuted once. */
static bool load_of_records(struct fn *c, struct mem *m, val lane0, u32 k) {
	struct records r;
	val v[WARP_LANES / PIECE_LANES];
	u32 n = c->width / PIECE_LANES;
	if (!find_records(c, m, k, &r))
		return false;
	for (u32 i = 0; i < n; i++)
		v[i] = load_piece(c, m, lane0, &r, i);
	for (u32 lanes = PIECE_LANES; n > 1; lanes *= 2, n /= 2)
		for (u32 i = 0; i < n / 2; i++)
			v[i] = mem_join(c, v[2 * i], v[2 * i + 1], lanes);
	val word = LLVMBuildLShr(c->b, v[0], jit_splat(c, jit_int(c, 32, r.shift)), "");
	word = LLVMBuildTrunc(c->b, word, jit_vec(c, mem_int(c, m)), "");
	m->value[0][k] = jit_cast(c, word, mem_type(c, m));
	return true;
}

static void interleaved_load(struct fn *c, struct mem *m, val lane0, u32 k,
                             struct interleave *w) {
	typ t = mem_type(c, m);
	val p = element_at(c, m, lane0, w->low, 0), a;
	if (w->n <= c->width) {
		a = is_pow2(w->n) ? mem_load_at(c, LLVMVectorType(t, w->n), p, m->size)
		                  : load_some(c, m, p, w->n);
		m->value[0][k] = pick(c, a, LLVMGetPoison(LLVMTypeOf(a)), w->place,
		                      c->width);
		return;
	}
	if (load_records(c, m, t, p, k, w))
		return;
	a = load_pair(c, m, lane0, w, 0);
	for (u32 i = 2; i * c->width < w->n; i += 2) {
		u32 from[WARP_LANES];
		for (u32 l = 0; l < c->width; l++)
			from[l] = l + (w->place[l] < i * c->width ? 0 : c->width);
		a = pick(c, a, load_pair(c, m, lane0, w, i), from, c->width);
	}
	m->value[0][k] = a;
}

/* Stores places first .. first + width - 1. */
static void store_part(struct fn *c, struct mem *m, val lane0, u32 k,
                       const struct interleave *w, u32 first, const struct mask *em) {
	u32 from[WARP_LANES], n = 0, count = 0;
	memset(from, 0xff, sizeof from);
	for (u32 i = 0; i < c->width; i++) {
		if (w->place[i] < first || w->place[i] >= first + c->width)
			continue;
		from[w->place[i] - first] = i;
		n = MAX(n, w->place[i] - first + 1);
		count++;
	}
	if (count != n || !is_pow2(n))
		n = c->width; /* else they fill a vector of their own */
	val p = element_at(c, m, lane0, w->low, first), v = m->value[0][k], lanes;
	v = pick(c, v, LLVMGetPoison(LLVMTypeOf(v)), from, n);
	if (count == n && em->full) {
		LLVMSetAlignment(LLVMBuildStore(c->b, v, p), m->size);
		return;
	}
	val all = LLVMConstAllOnes(LLVMVectorType(c->i1, c->width));
	for (u32 i = 0; i < n; i++)
		from[i] = from[i] == UINT32_MAX ? c->width : from[i];
	lanes = pick(c, em->full ? all : em->chunk[k], LLVMConstNull(LLVMTypeOf(all)),
	             from, n);
	mem_masked_store(c, m, v, p, lanes);
}

void mem_interleaved(struct fn *c, struct mem *m, val lane0, u32 k,
                     const struct mask *em) {
	struct interleave w;
	if (!find_interleave(c, m, k, &w) ||
	    (m->is_load && load_of_records(c, m, lane0, k)))
		return;
	meet_others(c, m, &w);
	meet_lines(c, m, &w);
	if (m->is_load) {
		interleaved_load(c, m, lane0, k, &w);
		return;
	}
	for (u32 first = 0; first < w.n; first += c->width)
		store_part(c, m, lane0, k, &w, first, em);
}
