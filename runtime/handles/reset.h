/* reset.h - resets of devices: each file forgets its own handles.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

struct cuda_device;

/* Before the reset: graphs of the device cannot be launched any more. */
void graphs_forget(struct cuda_device *d);
/* After it: modules and default streams are gone, blocks of pools too, contexts are
 * dead. */
void registry_forget(struct cuda_device *d);
void streams_forget(struct cuda_device *d);
void pools_forget(struct cuda_device *d);
void contexts_forget(struct cuda_device *d);
