/* event.c - handles of events.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/event.h"

cudaError_t event_find(cudaEvent_t e) {
	return e && e->slot.live && e->generation == e->device->generation
	               ? cudaSuccess
	               : cudaErrorInvalidResourceHandle;
}
