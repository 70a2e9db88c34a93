/* notification.c - notifications about devices: handles of callbacks, which are never
 * called.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

static bool is_device(int device) {
	return device >= 0 && device < device_count();
}

struct CUasyncCallbackEntry_st {
	struct slot slot;
	int device;
};

static struct slots notifications = SLOTS_INIT(struct CUasyncCallbackEntry_st);

cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback fn,
                                                void *user,
                                                cudaAsyncCallbackHandle_t *out) {
	(void)user;
	if (!fn || !out)
		return cudart_report(cudaErrorInvalidValue);
	if (!is_device(device))
		return cudart_report(cudaErrorInvalidDevice);
	struct CUasyncCallbackEntry_st *n = slot_take(&notifications);
	if (!n)
		return cudart_report(cudaErrorMemoryAllocation);
	n->device = device;
	*out = n;
	return cudaSuccess;
}

cudaError_t cudaDeviceUnregisterAsyncNotification(int device,
                                                  cudaAsyncCallbackHandle_t handle) {
	if (!handle)
		return cudart_report(cudaErrorInvalidValue);
	if (!is_device(device))
		return cudart_report(cudaErrorInvalidDevice);
	bool ok = handle->slot.live && handle->device == device;
	return cudart_report(ok && slot_give(&notifications, handle)
	                             ? cudaSuccess
	                             : cudaErrorInvalidResourceHandle);
}
