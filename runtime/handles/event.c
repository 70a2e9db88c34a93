/* event.c - handles of events.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/event.h"

#include "runtime/handles/context.h"

cudaError_t event_find(cudaEvent_t e) {
	if (!e || (e->slot.live && e->generation != e->device->generation))
		return cudaErrorInvalidResourceHandle;
	return context_slot_error(&e->slot);
}
