/* weak.h - weak mode: what a lane may still see of memory that others have written, see
 * weak.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"
#include "backend/machine/hook_weak.h"

/* Distances of two lanes, and reaches of scopes: a scope that reaches at least as far as
 * the lanes are apart includes them both. */
enum reach { REACH_CTA, REACH_CLUSTER, REACH_DEVICE, REACH_SYSTEM, REACH_COUNT };

/* An access, or a fence, as the memory model sees it. */
struct order {
	bool strong, acquire, release, sc;
	u8 reach; /* of its scope, if it is strong */
};

struct order order_of_access(u64 mods, bool is_atomic);
struct order order_of_fence(const struct dinst *d);

/* One element of 1 to 16 bytes, aligned to its size, at p. */
void weak_load(struct warp *w, u32 lane, const u8 *p, u32 size, struct order o,
               u64 out[2]);
void weak_store(struct warp *w, u32 lane, u8 *p, u32 size, struct order o,
                const u64 value[2]);
/* Read-modify-write. `change` makes the new value of the old one and gives false if
 * nothing is to be written. */
typedef bool weak_change(void *ctx, const u64 old[2], u64 value[2]);
void weak_rmw(struct warp *w, u32 lane, u8 *p, u32 size, struct order o,
              weak_change *change, void *ctx);
void weak_fence(struct warp *w, u32 lane, struct order o);

/* Drops the messages of bytes that were written without any: all lanes see from now on
 * what is in memory there. */
void weak_forget(struct weak *k, const void *p, u64 size);

/* weak_op.c: returns the function that replaces exec in weak mode. */
exec_fn *weak_exec(exec_fn *exec);
exec_fn weak_ld, weak_st, weak_atom, weak_red;
/* The lane reads an element of what d loads into reg. */
void weak_ld_element(struct warp *w, const struct dinst *d, u32 lane, const u8 *p,
                     void *reg, u32 bits);
