/* graph_user.c - objects of the program that live as long as graphs, or launches, refer
 * to them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/error.h"
#include "runtime/handles/graph.h"
#include "runtime/handles/slot.h"

struct CUuserObject_st {
	struct slot slot;
	_Atomic u64 refs;
	cudaHostFn_t destroy;
	void *ptr;
};

static struct slots slots = SLOTS_INIT(struct CUuserObject_st);

static bool is_object(const struct CUuserObject_st *o) {
	return o && o->slot.live;
}

void user_retain(struct CUuserObject_st *o, u32 count) {
	atomic_fetch_add(&o->refs, count);
}

/* The program's destructor may run on any thread; it must not use CUDA. */
void user_release(struct CUuserObject_st *o, u32 count) {
	if (atomic_fetch_sub(&o->refs, count) != count)
		return;
	o->destroy(o->ptr);
	slot_give(&slots, o);
}

void use_add(struct CUgraph_st *g, struct CUuserObject_st *o, u32 count) {
	struct use *u = g->uses;
	while (u && u->object != o)
		u = u->next;
	if (!u) {
		u = arena_new(&g->arena, struct use);
		u->object = o;
		u->next = g->uses;
		g->uses = u;
	}
	u->count += count;
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *ptr,
                                 cudaHostFn_t destroy, unsigned int count,
                                 unsigned int flags) {
	if (!object || !destroy || !count || count > INT_MAX ||
	    flags != cudaUserObjectNoDestructorSync)
		return cudart_report(cudaErrorInvalidValue);
	struct CUuserObject_st *o = slot_take(&slots);
	if (!o)
		return cudart_report(cudaErrorMemoryAllocation);
	o->destroy = destroy;
	o->ptr = ptr;
	atomic_store(&o->refs, count);
	*object = o;
	return cudaSuccess;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
	if (!is_object(object) || !count || count > INT_MAX)
		return cudart_report(cudaErrorInvalidValue);
	user_retain(object, count);
	return cudaSuccess;
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
	if (!is_object(object) || !count || count > INT_MAX ||
	    atomic_load(&object->refs) < count)
		return cudart_report(cudaErrorInvalidValue);
	user_release(object, count);
	return cudaSuccess;
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
	if (!graph_is(graph) || !is_object(object) || !count || count > INT_MAX ||
	    (flags & ~(unsigned)cudaGraphUserObjectMove))
		return cudart_report(cudaErrorInvalidValue);
	if (!(flags & cudaGraphUserObjectMove))
		user_retain(object, count);
	use_add(graph, object, count);
	return cudaSuccess;
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count) {
	if (!graph_is(graph) || !is_object(object) || !count || count > INT32_MAX)
		return cudart_report(cudaErrorInvalidValue);
	/* Releasing more than the graph has is no error, as on an H200; it releases what
	 * it has. */
	for (struct use **at = &graph->uses; *at; at = &(*at)->next) {
		struct use *u = *at;
		if (u->object != object)
			continue;
		count = MIN(count, u->count);
		u->count -= count;
		if (!u->count)
			*at = u->next;
		user_release(object, count);
		break;
	}
	return cudaSuccess;
}
