/* object.c - handles and other opaque objects of libraries.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libs/object.h"

#include "runtime/libs/call.h"

void *lib_object_new(size_t bytes) {
	struct arena a = ARENA_INIT;
	if (!arena_reserve(&a, bytes, 64))
		return NULL;
	void *object = arena_zalloc(&a, bytes, 64);
	memcpy(object, &a, sizeof a);
	return object;
}

void lib_object_drop(void *object) {
	struct arena a;
	if (!object)
		return;
	memcpy(&a, object, sizeof a);
	arena_drop(&a);
}

static enum lib_made make(struct lib_handle **out, size_t bytes, u64 kind) {
	int device;
	*out = NULL;
	if (lib_current_device(&device) != cudaSuccess)
		return LIB_NO_DEVICE;
	*out = lib_object_new(bytes);
	if (!*out)
		return LIB_NO_MEMORY;
	(*out)->kind = kind;
	return LIB_MADE;
}

enum lib_made lib_handle_new(void *place, size_t bytes, u64 kind) {
	struct lib_handle *h;
	if (!place)
		return LIB_NO_PLACE;
	enum lib_made made = make(&h, bytes, kind);
	memcpy(place, &h, sizeof h); /* a pointer to the library's own type */
	return made;
}

void lib_handle_drop(struct lib_handle *h) {
	h->kind = 0;
	lib_object_drop(h);
}
