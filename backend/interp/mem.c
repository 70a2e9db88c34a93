/* mem.c - loads and stores (PTX 9.7.9.8 ld, 9.7.9.11 st). A lane's register may be wider
 * than the type: loads extend by the type's sign, stores cut off. Weak accesses are plain
 * copies; strong ones (volatile, relaxed, acquire, release, mmio) go lane by lane through
 * atomic accesses of the host. Aligned elements of up to 8 bytes are never torn.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/access.h"
#include "backend/machine/group.h"
#include "backend/machine/strong_access.h"

struct b128 {
	u64 lo, hi;
};

/* ---- loads ------------------------------------------------------------------------- */

/* One element of all active lanes, `off` bytes into each lane's access. */
typedef void load_fn(void *dst, const struct access *a, u32 off, u32 mask);

#define READ(R, var, p) \
	R var;          \
	memcpy(&var, (p), sizeof var)

/* D: the register's lane, R: the bytes in memory, with the signedness that extends them,
 * TO: the conversion, nothing for structures. */
#define DEFINE_LOAD_AS(name, D, R, TO)                                           \
	static void name(void *dst, const struct access *a, u32 off, u32 mask) { \
		D *reg = dst;                                                    \
		if (a->pattern == ACCESS_LINEAR && a->bytes == sizeof(R)) {      \
			R tmp[WARP_LANES];                                       \
			memcpy(tmp, a->base, sizeof tmp);                        \
			for (u32 l = 0; l < WARP_LANES; l++)                     \
				reg[l] = TO tmp[l];                              \
		} else if (a->pattern == ACCESS_LINEAR) {                        \
			const u8 *p = a->base + off;                             \
			for (u32 l = 0; l < WARP_LANES; l++, p += a->bytes) {    \
				READ(R, v, p);                                   \
				reg[l] = TO v;                                   \
			}                                                        \
		} else if (a->pattern == ACCESS_UNIFORM) {                       \
			READ(R, v, a->base + off);                               \
			if (mask == ~0u)                                         \
				for (u32 l = 0; l < WARP_LANES; l++)             \
					reg[l] = TO v;                           \
			else                                                     \
				mask_each (l, mask)                              \
					reg[l] = TO v;                           \
		} else if (mask == ~0u) {                                        \
			for (u32 l = 0; l < WARP_LANES; l++) {                   \
				READ(R, v, access_lane(a, l) + off);             \
				reg[l] = TO v;                                   \
			}                                                        \
		} else {                                                         \
			mask_each (l, mask) {                                    \
				READ(R, v, access_lane(a, l) + off);             \
				reg[l] = TO v;                                   \
			}                                                        \
		}                                                                \
	}

#define DEFINE_LOAD(name, D, R) DEFINE_LOAD_AS(name, D, R, (D))
DEFINE_LOAD(load_u8_16, u16, u8)
DEFINE_LOAD(load_u8_32, u32, u8)
DEFINE_LOAD(load_u8_64, u64, u8)
DEFINE_LOAD(load_s8_16, u16, s8)
DEFINE_LOAD(load_s8_32, u32, s8)
DEFINE_LOAD(load_s8_64, u64, s8)
DEFINE_LOAD(load_u16_16, u16, u16)
DEFINE_LOAD(load_u16_32, u32, u16)
DEFINE_LOAD(load_u16_64, u64, u16)
DEFINE_LOAD(load_s16_32, u32, s16)
DEFINE_LOAD(load_s16_64, u64, s16)
DEFINE_LOAD(load_u32_32, u32, u32)
DEFINE_LOAD(load_u32_64, u64, u32)
DEFINE_LOAD(load_s32_64, u64, s32)
DEFINE_LOAD(load_u64_64, u64, u64)
DEFINE_LOAD_AS(load_b128, struct b128, struct b128, )

/* [signed][log2 of bytes][lane width: 16, 32, 64] */
static load_fn *const load_table[2][4][3] = {
	{{load_u8_16, load_u8_32, load_u8_64},
         {load_u16_16, load_u16_32, load_u16_64},
         {NULL, load_u32_32, load_u32_64},
         {NULL, NULL, load_u64_64}},
	{{load_s8_16, load_s8_32, load_s8_64},
         {load_u16_16, load_s16_32, load_s16_64},
         {NULL, load_u32_32, load_s32_64},
         {NULL, NULL, load_u64_64}},
};

static u32 lane_index(u32 lane_bits) {
	return lane_bits == 16 ? 0 : lane_bits == 32 ? 1 : 2;
}

static load_fn *load_find(enum type t, u32 lane_bits) {
	u32 size = type_size_bytes(t);
	if (size == 16)
		return load_b128;
	return load_table[type_info[t].class == 'S'][__builtin_ctz(size)]
			 [lane_index(lane_bits)];
}

/* Destination element k, and the width of its lanes. */
static ref element_ref(const struct dinst *d, u32 i, u32 k, u32 *lane_bits) {
	const struct vec_operand *v = d->x->vec[i];
	*lane_bits = v ? v->lane_bits : d->x->lane_bits[i];
	return v ? v->o[k] : d->o[i];
}

/* Kernel parameters named in the instruction: the same bytes for every lane, always
 * there. */
static bool param_direct(struct access *a, const struct warp *w, const struct dinst *d,
                         u32 i, u32 bytes) {
	u32 space = mem_space(d);
	if (d->o[i] != REF_NONE || !is_param_space(space))
		return false;
	u64 off = (u64)d->x->off[i], total = w->cta->launch->kernel->param_bytes;
	if (off % bytes || off >= total || bytes > total - off)
		return false;
	a->pattern = ACCESS_UNIFORM;
	a->bytes = bytes;
	/* Loads only: the block is never written through this. */
	a->base = (u8 *)(uintptr_t)(w->cta->launch->param + off);
	return true;
}

/* A strong access of a vector is one access of its host for each 16 bytes. PTX orders the
 * elements in no way, but GPUs never tear 16 aligned bytes, and programs rely on it: a
 * flag and the value that it announces are written together. */
static void read_whole(const u8 *p, u32 bytes, u8 *out) {
	u64 v[2];
	u32 step = MIN(bytes, sizeof v);
	for (u32 i = 0; i < bytes; i += step) {
		if (step == sizeof v)
			strong_load_16(p + i, v);
		else
			v[0] = strong_load(p + i, step);
		memcpy(out + i, v, step);
	}
}

static void write_whole(u8 *p, u32 bytes, const u8 *in) {
	u64 v[2] = {0};
	u32 step = MIN(bytes, sizeof v);
	for (u32 i = 0; i < bytes; i += step) {
		memcpy(v, in + i, step);
		if (step == sizeof v)
			strong_store_16(p + i, v);
		else
			strong_store(p + i, step, v[0]);
	}
}

/* Element k of a vector's bytes, in a register's lane. */
static void put_element(struct warp *w, const struct dinst *d, u32 k, u32 lane,
                        const u8 *from) {
	enum type t = (enum type)d->type[0];
	u32 size = type_size_bytes(t), bits;
	ref r = element_ref(d, 0, k, &bits);
	u64 v = 0;
	if (r == REF_NONE)
		return;
	if (size == 16) {
		memcpy((u8 *)warp_ptr(w, r) + size * lane, from, size);
		return;
	}
	memcpy(&v, from, size);
	lane_set(warp_ptr(w, r), bits, lane,
	         sign_extend(v, type_info[t].class == 'S' ? size : 8));
}

static void get_element(struct warp *w, const struct dinst *d, u32 k, u32 lane, u8 *to) {
	u32 size = type_size_bytes((enum type)d->type[0]), bits;
	const u8 *reg = warp_ptr(w, element_ref(d, 1, k, &bits));
	u64 v = size == 16 ? 0 : lane_get(reg, bits, lane);
	memcpy(to, size == 16 ? reg + size * lane : (const u8 *)&v, size);
}

#define VECTOR_BYTES 64

/* The registers of a vector's elements; NULL for those that go nowhere. False: not all of
 * them are as wide as the elements. */
static bool registers_fit(const struct warp *w, const struct dinst *d, u32 i, u32 n,
                          u8 **reg) {
	u32 size = type_size_bytes((enum type)d->type[0]), bits;
	for (u32 k = 0; k < n; k++) {
		ref r = element_ref(d, i, k, &bits);
		if (r != REF_NONE && bits != 8 * size)
			return false;
		reg[k] = r == REF_NONE ? NULL : warp_ptr(w, r);
	}
	return true;
}

/* Loads and stores of N elements of T a lane, 8 or 16 bytes: what a look-back polls for,
 * and what it announces. */
#define WHOLE(T, N)                                                                     \
	static void load_##N##_##T(const struct access *a, u8 *const *reg, u32 mask) {  \
		mask_each (l, mask) {                                                   \
			u64 v[2];                                                       \
			T e[N];                                                         \
			if (sizeof e == sizeof v)                                       \
				strong_load_16(access_lane(a, l), v);                   \
			else                                                            \
				v[0] = strong_load(access_lane(a, l), 8);               \
			memcpy(e, v, sizeof e);                                         \
			for (u32 k = 0; k < (N); k++)                                   \
				if (reg[k])                                             \
					((T *)(void *)reg[k])[l] = e[k];                \
		}                                                                       \
	}                                                                               \
	static void store_##N##_##T(const struct access *a, u8 *const *reg, u32 mask) { \
		mask_each (l, mask) {                                                   \
			u64 v[2];                                                       \
			T e[N];                                                         \
			for (u32 k = 0; k < (N); k++)                                   \
				e[k] = ((const T *)(const void *)reg[k])[l];            \
			memcpy(v, e, sizeof e);                                         \
			if (sizeof e == sizeof v)                                       \
				strong_store_16(access_lane(a, l), v);                  \
			else                                                            \
				strong_store(access_lane(a, l), 8, v[0]);               \
		}                                                                       \
	}
WHOLE(u32, 2)
WHOLE(u32, 4)
WHOLE(u64, 2)

/* The one for n elements of `size` bytes, or NULL. */
typedef void whole_fn(const struct access *a, u8 *const *reg, u32 mask);
static whole_fn *whole(u32 n, u32 size, bool is_load) {
	if (size == 8)
		return n != 2 ? NULL : is_load ? load_2_u64 : store_2_u64;
	if (size != 4 || n > 4)
		return NULL;
	if (n == 2)
		return is_load ? load_2_u32 : store_2_u32;
	return is_load ? load_4_u32 : store_4_u32;
}

static void load_vector_strong(struct warp *w, const struct dinst *d,
                               const struct access *a, u32 n, u32 mask) {
	u32 size = type_size_bytes((enum type)d->type[0]);
	u8 bytes[VECTOR_BYTES], *reg[VECTOR_BYTES];
	whole_fn *f = whole(n, size, true);
	if (f && registers_fit(w, d, 0, n, reg)) {
		f(a, reg, mask);
		return;
	}
	mask_each (l, mask) {
		read_whole(access_lane(a, l), n * size, bytes);
		for (u32 k = 0; k < n; k++)
			put_element(w, d, k, l, bytes + k * size);
	}
}

static void store_vector_strong(struct warp *w, const struct dinst *d,
                                const struct access *a, u32 n, u32 mask) {
	u32 size = type_size_bytes((enum type)d->type[0]);
	u8 bytes[VECTOR_BYTES], *reg[VECTOR_BYTES];
	whole_fn *f = whole(n, size, false);
	if (f && registers_fit(w, d, 1, n, reg)) {
		f(a, reg, mask);
		return;
	}
	mask_each (l, mask) {
		for (u32 k = 0; k < n; k++)
			get_element(w, d, k, l, bytes + k * size);
		write_whole(access_lane(a, l), n * size, bytes);
	}
}

static void load_scalar_strong(struct warp *w, const struct dinst *d,
                               const struct access *a, u32 mask) {
	enum type t = (enum type)d->type[0];
	u32 size = type_size_bytes(t), bits;
	ref r = element_ref(d, 0, 0, &bits);
	if (r == REF_NONE)
		return;
	void *reg = warp_ptr(w, r);
	mask_each (l, mask) {
		const u8 *p = access_lane(a, l);
		if (size == 16)
			strong_load_16(p, (u64 *)reg + 2 * l);
		else
			lane_set(reg, bits, l,
			         sign_extend(strong_load(p, size),
			                     type_info[t].class == 'S' ? size : 8));
	}
}

static void load_strong(struct warp *w, const struct dinst *d, const struct access *a,
                        u32 n, u32 mask) {
	if (n > 1)
		load_vector_strong(w, d, a, n, mask);
	else
		load_scalar_strong(w, d, a, mask);
	strong_fence_after(d->mods);
	warp_polled(w, 64);
}

void mem_load_lanes(struct warp *w, const struct dinst *d, const struct access *a,
                    u32 mask) {
	enum type t = (enum type)d->type[0];
	u32 n = mem_elements(d), size = type_size_bytes(t), bits;
	for (u32 k = 0; k < n; k++) {
		ref r = element_ref(d, 0, k, &bits);
		if (r != REF_NONE)
			load_find(t, bits)(warp_ptr(w, r), a, k * size, mask);
	}
}

enum step exec_ld(struct warp *w, const struct dinst *d, u32 mask) {
	u32 n = mem_elements(d), size = type_size_bytes((enum type)d->type[0]);
	bool strong = is_strong(d->mods);
	struct access a;
	if (!param_direct(&a, w, d, 1, n * size) &&
	    !access_resolve(&a, w, d, 1, mem_space(d), mask, n * size,
	                    strong ? ACCESS_POINTERS : 0))
		return STEP_STOP;
	if (strong) {
		load_strong(w, d, &a, n, mask);
		return STEP_NEXT;
	}
	mem_load_lanes(w, d, &a, mask);
	return STEP_NEXT;
}

/* ---- stores ------------------------------------------------------------------------ */

typedef void store_fn(const void *src, const struct access *a, u32 off, u32 mask);

#define WRITE(R, p, value)                   \
	do {                                 \
		R v_ = value;                \
		memcpy((p), &v_, sizeof v_); \
	} while (0)

/* Lanes store in ascending order: of lanes at one address the highest wins. */
#define DEFINE_STORE_AS(name, D, R, TO)                                                \
	static void name(const void *src, const struct access *a, u32 off, u32 mask) { \
		const D *reg = src;                                                    \
		if (a->pattern == ACCESS_LINEAR && a->bytes == sizeof(R)) {            \
			R tmp[WARP_LANES];                                             \
			for (u32 l = 0; l < WARP_LANES; l++)                           \
				tmp[l] = TO reg[l];                                    \
			memcpy(a->base, tmp, sizeof tmp);                              \
		} else if (a->pattern == ACCESS_LINEAR) {                              \
			u8 *p = a->base + off;                                         \
			for (u32 l = 0; l < WARP_LANES; l++, p += a->bytes)            \
				WRITE(R, p, TO reg[l]);                                \
		} else if (a->pattern == ACCESS_UNIFORM) {                             \
			WRITE(R, a->base + off, TO reg[mask_last(mask)]);              \
		} else if (mask == ~0u) {                                              \
			for (u32 l = 0; l < WARP_LANES; l++)                           \
				WRITE(R, access_lane(a, l) + off, TO reg[l]);          \
		} else {                                                               \
			mask_each (l, mask)                                            \
				WRITE(R, access_lane(a, l) + off, TO reg[l]);          \
		}                                                                      \
	}

#define DEFINE_STORE(name, D, R) DEFINE_STORE_AS(name, D, R, (R))
DEFINE_STORE(store_8_16, u16, u8)
DEFINE_STORE(store_8_32, u32, u8)
DEFINE_STORE(store_8_64, u64, u8)
DEFINE_STORE(store_16_16, u16, u16)
DEFINE_STORE(store_16_32, u32, u16)
DEFINE_STORE(store_16_64, u64, u16)
DEFINE_STORE(store_32_32, u32, u32)
DEFINE_STORE(store_32_64, u64, u32)
DEFINE_STORE(store_64_64, u64, u64)
DEFINE_STORE_AS(store_b128, struct b128, struct b128, )

static store_fn *const store_table[4][3] = {
	{store_8_16, store_8_32, store_8_64},
	{store_16_16, store_16_32, store_16_64},
	{NULL, store_32_32, store_32_64},
	{NULL, NULL, store_64_64},
};

static void store_scalar_strong(struct warp *w, const struct dinst *d,
                                const struct access *a, u32 mask) {
	u32 size = type_size_bytes((enum type)d->type[0]), bits;
	const void *reg = warp_ptr(w, element_ref(d, 1, 0, &bits));
	mask_each (l, mask) {
		u8 *p = access_lane(a, l);
		if (size == 16)
			strong_store_16(p, (const u64 *)reg + 2 * l);
		else
			strong_store(p, size, lane_get(reg, bits, l));
	}
}

static void store_strong(struct warp *w, const struct dinst *d, const struct access *a,
                         u32 n, u32 mask) {
	strong_fence_before(d->mods);
	if (n > 1)
		store_vector_strong(w, d, a, n, mask);
	else
		store_scalar_strong(w, d, a, mask);
}

void mem_store_lanes(struct warp *w, const struct dinst *d, const struct access *a,
                     u32 mask) {
	u32 n = mem_elements(d), size = type_size_bytes((enum type)d->type[0]), bits;
	for (u32 k = 0; k < n; k++) {
		const void *reg = warp_ptr(w, element_ref(d, 1, k, &bits));
		if (size == 16)
			store_b128(reg, a, k * size, mask);
		else
			store_table[__builtin_ctz(size)][lane_index(bits)](
				reg, a, k * size, mask);
	}
}

enum step exec_st(struct warp *w, const struct dinst *d, u32 mask) {
	u32 n = mem_elements(d), size = type_size_bytes((enum type)d->type[0]);
	bool strong = is_strong(d->mods);
	struct access a;
	if (!access_resolve(&a, w, d, 0, mem_space(d), mask, n * size,
	                    ACCESS_STORE | (strong ? ACCESS_POINTERS : 0)))
		return STEP_STOP;
	if (strong) {
		store_strong(w, d, &a, n, mask);
		return STEP_NEXT;
	}
	mem_store_lanes(w, d, &a, mask);
	return STEP_NEXT;
}
