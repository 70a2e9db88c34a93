/* device_time.h - the clock of the multiprocessor, sleep, traps and signals.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

__SIMT_FN long long clock64() {
	long long __t;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(__t)::"memory");
	return __t;
}

#if __SIMT_ARCH >= 700
/* Sleeps for about that long, at most twice as long. */
__SIMT_FN void __nanosleep(unsigned __nanoseconds) {
	asm volatile("nanosleep.u32 %0;" ::"r"(__nanoseconds));
}
#endif

/* Ends the launch with an error. */
__SIMT_FN void __trap() {
	asm volatile("trap;");
}

__SIMT_FN void __brkpt() {
	asm volatile("brkpt;");
}

/* A macro, as the instruction takes a constant: the counter's number, 0 to 15. */
#define __prof_trigger(counter) asm volatile("pmevent %0;" ::"n"(counter))
