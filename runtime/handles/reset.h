/* reset.h - resets of devices: each file forgets its own handles.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

struct cuda_device;

/* Before the reset: graphs of the device cannot be launched any more. */
void graphs_forget(struct cuda_device *d);
/* After it: modules, default streams and blocks of pools are gone, contexts are
 * invalid. */
void registry_forget(struct cuda_device *d);
void streams_forget(struct cuda_device *d);
void pools_forget(struct cuda_device *d);
void contexts_forget(struct cuda_device *d);
