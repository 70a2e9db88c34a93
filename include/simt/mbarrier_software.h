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

__SIMT_BARRIER void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected_count) {
	*(volatile __mbarrier_t *)barrier =
	        expected_count * __SIMT_MBARRIER_ONE_EXPECTED | expected_count;
}

__SIMT_BARRIER void __mbarrier_inval(__mbarrier_t *barrier) {
	(void)barrier;
}

/* One arrival; the last one starts the next phase. `dropped` leaves all later phases. */
__SIMT_BARRIER __mbarrier_token_t __simt_mbarrier_arrive(__mbarrier_t *barrier,
                                                         unsigned dropped) {
	unsigned long long *word = (unsigned long long *)barrier;
	unsigned long long found = *(volatile unsigned long long *)word, old, next;
	__threadfence_block();
	do {
		old = found;
		next = old - 1 - dropped * __SIMT_MBARRIER_ONE_EXPECTED;
		if ((next & 0xffff) == 0)
			next = (next ^ __SIMT_MBARRIER_PHASE) | (next >> 32 & 0xffff);
		found = atomicCAS(word, old, next);
	} while (found != old);
	return old;
}

__SIMT_BARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
	return __simt_mbarrier_arrive(barrier, 0);
}

__SIMT_BARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
	return __simt_mbarrier_arrive(barrier, 1);
}

__SIMT_BARRIER uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
	return (uint32_t)token & 0xffff;
}

__SIMT_BARRIER bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
	unsigned long long now = *(volatile __mbarrier_t *)barrier;
	__threadfence_block();
	return (now ^ token) & __SIMT_MBARRIER_PHASE;
}

__SIMT_BARRIER bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
	return __mbarrier_test_wait(barrier, parity ? __SIMT_MBARRIER_PHASE : 0);
}
