/* vec.h - growable array in an arena. VEC(T) declares the type; a zeroed vec is empty.
 * Growth copies into a new place of the arena, so pointers into a vec live until the
 * next push.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

#define VEC(T)              \
	struct {            \
		T *at;      \
		u32 n, cap; \
	}

/* The same with a tag, for vecs that cross functions. */
#define VEC_TYPE(tag, T)    \
	struct tag {        \
		T *at;      \
		u32 n, cap; \
	}

/* Appends `value`; evaluates to nothing. */
#define vec_push(arena, v, ...)                                         \
	do {                                                            \
		if ((v)->n == (v)->cap)                                 \
			vec_grow((arena), (void **)&(v)->at, &(v)->cap, \
			         sizeof(*(v)->at));                     \
		(v)->at[(v)->n++] = (__VA_ARGS__);                      \
	} while (0)

/* The same, and what growth leaves behind serves other allocations of the arena: nothing
 * may refer to it. */
#define vec_push_over(arena, v, ...)                                    \
	do {                                                            \
		if ((v)->n == (v)->cap) {                               \
			void *vec_before = (v)->at;                     \
			size_t vec_bytes = (v)->cap * sizeof(*(v)->at); \
			vec_grow((arena), (void **)&(v)->at, &(v)->cap, \
			         sizeof(*(v)->at));                     \
			arena_give((arena), vec_before, vec_bytes);     \
		}                                                       \
		(v)->at[(v)->n++] = (__VA_ARGS__);                      \
	} while (0)

/* Makes sure that the next push needs no memory. False if there is none. */
#define vec_reserve(arena, v)                                             \
	((v)->n < (v)->cap ||                                             \
	 arena_reserve((arena),                                           \
	               (size_t)vec_next_cap((v)->cap, sizeof(*(v)->at)) * \
	                       sizeof(*(v)->at),                          \
	               16))

#define vec_last(v) ((v)->at[(v)->n - 1])
#define vec_pop(v) ((v)->at[--(v)->n])
#define vec_each(T, it, v) \
	for (T *it = (v)->at, *it##_end = it ? it + (v)->n : it; it < it##_end; it++)

/* Large elements begin with few: most lists stay short. */
static inline u32 vec_next_cap(u32 cap, size_t elem) {
	return cap ? cap * 2 : elem > 16 ? 2 : 8;
}

static inline void vec_grow(struct arena *a, void **at, u32 *cap, size_t elem) {
	u32 newcap = vec_next_cap(*cap, elem);
	if (newcap < *cap)
		bug("vec of more than 2^32 elements");
	void *p = arena_alloc(a, newcap * elem, 16);
	if (*cap)
		memcpy(p, *at, *cap * elem);
	*at = p;
	*cap = newcap;
}
