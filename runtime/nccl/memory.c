/* memory.c - memory for communication, and its registration. All memory of devices is
 * reached where it lies, so registration only checks and remembers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/comm.h"

ncclResult_t ncclMemAlloc(void **p, size_t size) {
	CUdeviceptr at;
	int device;
	if (!p || !size) {
		WARN("ncclMemAlloc : %s", p ? "size is 0" : "ptr argument is NULL");
		return ncclInvalidArgument;
	}
	if (lib_current_device(&device) != cudaSuccess ||
	    lib_driver()->cuMemAlloc_v2(&at, size) != CUDA_SUCCESS)
		return ncclUnhandledCudaError;
	*p = (void *)(uintptr_t)at;
	return ncclSuccess;
}

ncclResult_t ncclMemFree(void *p) {
	if (!p)
		return ncclSuccess;
	return lib_driver()->cuMemFree_v2((uintptr_t)p) == CUDA_SUCCESS
	               ? ncclSuccess
	               : ncclUnhandledCudaError;
}

/* ---- registration ------------------------------------------------------------------ */

enum { REGION_MAGIC = 0x72656769 };

struct ncclWindow {
	u32 magic;
	bool is_window;
	struct ncclWindow *next; /* spare ones */
	void *at;
	size_t size;
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct ncclWindow *spare;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct ncclWindow *window_new(void *at, size_t size, bool is_window) {
	pthread_mutex_lock(&all.lock);
	struct ncclWindow *w = all.spare;
	if (w)
		all.spare = w->next;
	else
		w = arena_new(&all.arena, struct ncclWindow);
	*w = (struct ncclWindow){REGION_MAGIC, is_window, NULL, at, size};
	pthread_mutex_unlock(&all.lock);
	return w;
}

static ncclResult_t window_drop(struct ncclWindow *w, bool is_window,
                                const char *function) {
	if (w->magic != REGION_MAGIC || w->is_window != is_window) {
		WARN("%s : the handle is not one that was registered", function);
		return ncclInvalidArgument;
	}
	pthread_mutex_lock(&all.lock);
	w->magic = 0;
	w->next = all.spare;
	all.spare = w;
	pthread_mutex_unlock(&all.lock);
	return ncclSuccess;
}

ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buff, size_t size,
                              void **handle) {
	ncclResult_t r = comm_ready(comm, "ncclCommRegister");
	if (r != ncclSuccess)
		return r;
	if (!buff || !size || !handle) {
		WARN("ncclCommRegister : an argument is NULL, or size is 0");
		return ncclInvalidArgument;
	}
	*handle = window_new(buff, size, false);
	return ncclSuccess;
}

ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle) {
	ncclResult_t r = comm_check(comm, "ncclCommDeregister");
	return r == ncclSuccess && handle
	               ? window_drop(handle, false, "ncclCommDeregister")
	               : r;
}

ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void *buff, size_t size,
                                    ncclWindow_t *win, int flags) {
	ncclResult_t r = comm_ready(comm, "ncclCommWindowRegister");
	if (r != ncclSuccess)
		return r;
	if (!buff || !size || !win) {
		WARN("ncclCommWindowRegister : an argument is NULL, or size is 0");
		return ncclInvalidArgument;
	}
	if (flags & NCCL_WIN_COLL_SYMMETRIC &&
	    (uintptr_t)buff % NCCL_WIN_REQUIRED_ALIGNMENT) {
		WARN("ncclCommWindowRegister : buffer %p is not aligned to %d bytes",
		     buff, NCCL_WIN_REQUIRED_ALIGNMENT);
		return ncclInvalidArgument;
	}
	*win = window_new(buff, size, true);
	return ncclSuccess;
}

ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t win) {
	ncclResult_t r = comm_check(comm, "ncclCommWindowDeregister");
	return r == ncclSuccess && win
	               ? window_drop(win, true, "ncclCommWindowDeregister")
	               : r;
}

ncclResult_t ncclWinGetUserPtr(ncclComm_t comm, ncclWindow_t win, void **out) {
	ncclResult_t r = comm_check(comm, "ncclWinGetUserPtr");
	if (r == ncclSuccess && (!win || !out || win->magic != REGION_MAGIC)) {
		WARN("ncclWinGetUserPtr : no window, or no place for its address");
		r = ncclInvalidArgument;
	}
	if (r == ncclSuccess)
		*out = win->at;
	return r;
}

SECOND_NAME(ncclMemAlloc);
SECOND_NAME(ncclMemFree);
SECOND_NAME(ncclCommRegister);
SECOND_NAME(ncclCommDeregister);
SECOND_NAME(ncclCommWindowRegister);
SECOND_NAME(ncclCommWindowDeregister);
SECOND_NAME(ncclWinGetUserPtr);
