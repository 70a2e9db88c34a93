/* object.h - what a program of a library holds by pointer: handles and other opaque
 * objects. Each lies in an arena of its own, which is its first member.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* Cleared; null: there is no memory. */
void *lib_object_new(size_t bytes);
/* Frees it and all that its arena has; null is taken. */
void lib_object_drop(void *object);

/* What a handle begins with. A program may pass anything as a handle, so each library
 * has a kind, which a dropped handle no longer has. */
struct lib_handle {
	struct arena arena;
	u64 kind;
};

static inline bool lib_handle_is(const struct lib_handle *h, u64 kind) {
	return h && h->kind == kind;
}

enum lib_made { LIB_MADE, LIB_NO_PLACE, LIB_NO_DEVICE, LIB_NO_MEMORY, LIB_MADE_COUNT };

/* Makes a handle for the current device, at *place: LIB_NO_PLACE if place is null, and
 * null there if there is no device or no memory. */
enum lib_made lib_handle_new(void *place, size_t bytes, u64 kind);
void lib_handle_drop(struct lib_handle *h);
