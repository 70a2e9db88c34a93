/* multicast.h - multicast objects: a team of devices, each with memory bound to it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/driver/virtual.h"

struct multicast;

/* The object in a file that another process has exported; NULL: there is none in it. */
struct team *team_open(int fd);
/* Locked. The last handle and mapping have gone. */
void team_drop(struct team *t);
u64 team_size(const struct team *t);
bool team_has(const struct team *t, const struct cuda_device *d);
struct multicast *team_object(struct team *t);
/* Waits until all devices have been added to the object, if the handle is one. Not
 * locked. */
void team_wait(CUmemGenericAllocationHandle handle, const char *function);
