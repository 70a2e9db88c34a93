/* load_buffering.h - weak mode: loads that happen later than their place in the program,
 * see load_buffering.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"
#include "backend/watch/weak.h"

enum { LATE_MOST = 4 /* of a warp; more happen at once */ };

/* A cluster got its memory; a cta starts. */
void late_alloc(struct warp *w, struct arena *a);
void late_drop(struct warp *w);

/* Checks whether the load d may happen later, and another lane might observe that. */
bool late_may(const struct warp *w, const struct dinst *d, u32 mask);
/* Adds the load d of these addresses: it will happen at the latest when late_is_due. */
void late_add(struct warp *w, const struct dinst *d, u32 mask, const struct access *a);
/* Checks whether instruction d, which the lanes of mask are about to execute, needs late
 * loads, or is ordered after them. */
bool late_is_due(const struct warp *w, const struct dinst *d, u32 mask);
/* The late loads that are due happen. */
void late_happen(struct warp *w, const struct dinst *d, u32 mask);
/* The lane is about to access the bytes: its late loads of them happen. */
void late_happen_at(struct warp *w, u32 lane, const u8 *p, u32 size);
