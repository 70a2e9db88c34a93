/* call.h - calls of functions that the system provides (syscall.c) and of the device
 * runtime (devrt.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/warp.h"

/* Argument i of a lane, zero-extended to 64 bits, and the place for the return value. */
u64 call_arg_get(const struct warp *w, const struct call *c, u32 i, u32 lane);
void call_ret_set(struct warp *w, const struct call *c, u32 lane, u64 value);

/* devrt.c: the number of a function of the device runtime, or NO_REG; and what executes a
 * call of it. */
u32 devrt_find(const char *name);
exec_fn call_devrt;
