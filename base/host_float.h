/* host_float.h - how the host's floating-point instructions round, and what they make of
 * subnormal numbers. Programs change that for their threads: with fesetround, or by
 * linking with -ffast-math. Kernels, and the code that computes constants for them, run
 * between host_float_enter and host_float_leave, in IEEE 754's default environment.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/base.h"

struct host_float {
	u64 control;
};

#if defined(__x86_64__)
/* MXCSR: its default, and the exception flags in it */
enum { HOST_FLOAT_DEFAULT = 0x1f80, HOST_FLOAT_FLAGS = 0x3f };

/* Returns the argument for host_float_leave, which the same thread calls. */
static inline struct host_float host_float_enter(void) {
	u32 now = __builtin_ia32_stmxcsr();
	if ((now & ~(u32)HOST_FLOAT_FLAGS) != HOST_FLOAT_DEFAULT)
		__builtin_ia32_ldmxcsr(HOST_FLOAT_DEFAULT);
	return (struct host_float){now};
}

static inline void host_float_leave(struct host_float before) {
	if ((before.control & ~(u64)HOST_FLOAT_FLAGS) != HOST_FLOAT_DEFAULT)
		__builtin_ia32_ldmxcsr((u32)before.control);
}
#elif defined(__aarch64__)
static inline struct host_float host_float_enter(void) {
	struct host_float now;
	__asm__ volatile("mrs %0, fpcr" : "=r"(now.control));
	if (now.control)
		__asm__ volatile("msr fpcr, %0" ::"r"((u64)0));
	return now;
}

static inline void host_float_leave(struct host_float before) {
	if (before.control)
		__asm__ volatile("msr fpcr, %0" ::"r"(before.control));
}
#else
#include <fenv.h>

static inline struct host_float host_float_enter(void) {
	struct host_float now = {(u64)fegetround()};
	fesetround(FE_TONEAREST);
	return now;
}

static inline void host_float_leave(struct host_float before) {
	fesetround((int)before.control);
}
#endif
