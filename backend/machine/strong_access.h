/* strong_access.h - accesses that other worker threads may race with: one lane, atomic on
 * the host. PTX orders map onto host orders: acquire is a fence after a relaxed load,
 * release one before a relaxed store (PTX 8 memory consistency model); only fences are
 * sc. Scopes need nothing: every worker is a thread of one process.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"
#include "ir/isa/mod.h"

/* Checks whether the access is not weak. A load with .cv fetches from memory again
 * (PTX 9.7.9.1): loops wait with it. */
static inline bool is_strong(u64 mods) {
	return MOD_GET(mods, SEM) > MOD_SEM_WEAK || MOD_GET(mods, MMIO) ||
	       MOD_GET(mods, COP) == MOD_COP_CV;
}

static inline void strong_fence_before(u64 mods) {
	u32 sem = MOD_GET(mods, SEM);
	if (sem == MOD_SEM_RELEASE || sem == MOD_SEM_ACQ_REL)
		__atomic_thread_fence(__ATOMIC_RELEASE);
}

static inline void strong_fence_after(u64 mods) {
	u32 sem = MOD_GET(mods, SEM);
	if (sem == MOD_SEM_ACQUIRE || sem == MOD_SEM_ACQ_REL)
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
}

/* p is aligned to size (1, 2, 4, 8): access_resolve has checked it. */
static inline u64 strong_load(const u8 *p, u32 size) {
	const void *q = p;
	switch (size) {
	case 1: return __atomic_load_n((const u8 *)q, __ATOMIC_RELAXED);
	case 2: return __atomic_load_n((const u16 *)q, __ATOMIC_RELAXED);
	case 4: return __atomic_load_n((const u32 *)q, __ATOMIC_RELAXED);
	default: return __atomic_load_n((const u64 *)q, __ATOMIC_RELAXED);
	}
}

static inline void strong_store(u8 *p, u32 size, u64 v) {
	void *q = p;
	switch (size) {
	case 1: __atomic_store_n((u8 *)q, (u8)v, __ATOMIC_RELAXED); break;
	case 2: __atomic_store_n((u16 *)q, (u16)v, __ATOMIC_RELAXED); break;
	case 4: __atomic_store_n((u32 *)q, (u32)v, __ATOMIC_RELAXED); break;
	default: __atomic_store_n((u64 *)q, v, __ATOMIC_RELAXED);
	}
}

/* Stores v if *want is there (true); else *want becomes what is there. */
static inline bool strong_cas(u8 *p, u32 size, u64 *want, u64 v) {
	void *q = p;
	bool done;
#define CAS(T)                                                                          \
	{                                                                               \
		T w = (T) * want;                                                       \
		done = __atomic_compare_exchange_n((T *)q, &w, (T)v, false,             \
		                                   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); \
		*want = w;                                                              \
	}
	switch (size) {
	case 2: CAS(u16); break;
	case 4: CAS(u32); break;
	default: CAS(u64);
	}
#undef CAS
	return done;
}

/* The low `size` bytes of v as a signed number, in 64 bits. */
static inline u64 sign_extend(u64 v, u32 size) {
	u32 drop = 64 - 8 * size;
	return (u64)((s64)(v << drop) >> drop);
}

/* atom.c: 16 bytes at once. */
void strong_load_16(const u8 *p, u64 out[2]);
void strong_store_16(u8 *p, const u64 in[2]);
/* Compares with want[], stores value[] if equal; out[] is what was there. */
void strong_cas_16(u8 *p, const u64 want[2], const u64 value[2], u64 out[2]);
