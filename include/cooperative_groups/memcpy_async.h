/* memcpy_async.h - copies to shared memory by a whole group, and waiting for them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _CG_ASYNC_H

#include "cooperative_groups.h"

#include "simt/cxx/copy.h"

namespace cooperative_groups {

namespace details {

/* Each call is one batch, so that wait_prior can count them. */
template <typename _Group>
__SIMT_CG void copy_batch(const _Group &g, void *to, const void *from, size_t size,
                          size_t alignment) {
	cuda::simt::copy_async(to, from, size, alignment, g.thread_rank(),
	                       g.num_threads());
	__pipeline_commit();
}

} // namespace details

/* size: bytes, or cuda::aligned_size_t of them */
template <typename _Group, typename __T, typename _Size>
__SIMT_CG void memcpy_async(const _Group &g, __T *to, const __T *from, const _Size &size) {
	details::copy_batch(g, to, from, (size_t)size,
	                    cuda::simt::known_alignment<_Size>::value);
}

template <typename _Group, typename _Size>
__SIMT_CG void memcpy_async(const _Group &g, void *to, const void *from,
                            const _Size &size) {
	details::copy_batch(g, to, from, (size_t)size,
	                    cuda::simt::known_alignment<_Size>::value);
}

/* Layouts: numbers of elements; the smaller one is copied. */
template <typename _Group, typename __T, typename _To, typename _From>
__SIMT_CG void memcpy_async(const _Group &g, __T *to, const _To &to_layout, const __T *from,
                            const _From &from_layout) {
	size_t n = (size_t)to_layout < (size_t)from_layout ? (size_t)to_layout
	                                                   : (size_t)from_layout;
	details::copy_batch(g, to, from, n * sizeof(__T), 1);
}

/* Waits for all batches but the latest Count, and for the group. */
template <unsigned _Count, typename _Group> __SIMT_CG void wait_prior(const _Group &g) {
	__pipeline_wait_prior(_Count);
	g.sync();
}

template <typename _Group> __SIMT_CG void wait(const _Group &g) {
	wait_prior<0>(g);
}

} // namespace cooperative_groups
