/* mbarrier_software.h - barriers that are arrived at and waited for in two steps, where
 * the hardware has none (before compute capability 8.0): a word of shared memory.
 *
 * The word has the parity of the phase in its highest bit, the threads that every phase
 * waits for in bits 32 to 47, and those that this one still waits for in bits 0 to 15.
 * A token is the word that an arrival found.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_MBARRIER_PHASE (1ull << 63)
#define __SIMT_MBARRIER_ONE_EXPECTED (1ull << 32)

__SIMT_BARRIER void __mbarrier_init(__mbarrier_t *__barrier, uint32_t __expected_count) {
	*(volatile __mbarrier_t *)__barrier =
	        __expected_count * __SIMT_MBARRIER_ONE_EXPECTED | __expected_count;
}

__SIMT_BARRIER void __mbarrier_inval(__mbarrier_t *__barrier) {
	(void)__barrier;
}

/* One arrival; the last one starts the next phase. `dropped` leaves all later phases. */
__SIMT_BARRIER __mbarrier_token_t __simt_mbarrier_arrive(__mbarrier_t *__barrier,
                                                         unsigned __dropped) {
	unsigned long long *__word = (unsigned long long *)__barrier;
	unsigned long long __found = *(volatile unsigned long long *)__word, __old, __next;
	__threadfence_block();
	do {
		__old = __found;
		__next = __old - 1 - __dropped * __SIMT_MBARRIER_ONE_EXPECTED;
		if ((__next & 0xffff) == 0)
			__next = (__next ^ __SIMT_MBARRIER_PHASE) | (__next >> 32 & 0xffff);
		__found = atomicCAS(__word, __old, __next);
	} while (__found != __old);
	return __old;
}

__SIMT_BARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *__barrier) {
	return __simt_mbarrier_arrive(__barrier, 0);
}

__SIMT_BARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *__barrier) {
	return __simt_mbarrier_arrive(__barrier, 1);
}

__SIMT_BARRIER uint32_t __mbarrier_token_pending_count(__mbarrier_token_t __token) {
	return (uint32_t)__token & 0xffff;
}

__SIMT_BARRIER bool __mbarrier_test_wait(__mbarrier_t *__barrier, __mbarrier_token_t __token) {
	unsigned long long __now = *(volatile __mbarrier_t *)__barrier;
	__threadfence_block();
	return (__now ^ __token) & __SIMT_MBARRIER_PHASE;
}

__SIMT_BARRIER bool __mbarrier_test_wait_parity(__mbarrier_t *__barrier, bool __parity) {
	return __mbarrier_test_wait(__barrier, __parity ? __SIMT_MBARRIER_PHASE : 0);
}
