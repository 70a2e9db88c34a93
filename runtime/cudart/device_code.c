/* device_code.c - the runtime's answers to device code.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/device.h"
#include "runtime/handles/kernel.h"

static bool attribute(struct simt_device *dev, int attr, int32_t *value) {
	struct cuda_device *d = device_of(dev);
	return d && device_attribute(d, (enum cudaDeviceAttr)attr, value);
}

static bool limit(struct simt_device *dev, int which, uint64_t *value) {
	const struct cuda_device *d = device_of(dev);
	if (!d || (unsigned)which >= countof(d->limit))
		return false;
	*value = which == cudaLimitMallocHeapSize ? simt_heap_bytes(dev)
	                                          : d->limit[which];
	return true;
}

static uint32_t function(struct simt_function *f, void *attributes, uint32_t room) {
	struct cudaFuncAttributes a;
	if (room < sizeof a)
		return 0;
	function_fill(f, &a);
	memcpy(attributes, &a, sizeof a);
	return sizeof a;
}

static const char *error_text(int error, bool name) {
	return name ? cudaGetErrorName((cudaError_t)error)
	            : cudaGetErrorString((cudaError_t)error);
}

void device_code_serve(struct cuda_device *d, int count) {
	const struct simt_device_queries q = {attribute, limit, function, error_text};
	simt_device_runtime(d->dev, &q, (u32)d->index, (u32)count);
}
