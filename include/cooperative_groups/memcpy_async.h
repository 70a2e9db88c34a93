/* memcpy_async.h - copies to shared memory by a whole group, and waiting for them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _CG_ASYNC_H

#include "cooperative_groups.h"

#include "simt/cxx/copy.h"

namespace cooperative_groups {
namespace __v1 {

namespace __details {

/* Each call is one batch, so that wait_prior can count them. */
template <typename _Group>
__SIMT_CG void __copy_batch(const _Group &__g, void *__to, const void *__from,
                            size_t __size, size_t __alignment) {
	cuda::__simt::__copy_async(__to, __from, __size, __alignment, __g.thread_rank(),
	                           __g.num_threads());
	__pipeline_commit();
}

} // namespace __details

/* __size: bytes, or cuda::aligned_size_t of them */
template <typename _Group, typename __T, typename _Size>
__SIMT_CG void memcpy_async(const _Group &__g, __T *__to, const __T *__from,
                            const _Size &__size) {
	__details::__copy_batch(__g, __to, __from, (size_t)__size,
	                        cuda::__simt::__known_alignment<_Size>::value);
}

template <typename _Group, typename _Size>
__SIMT_CG void memcpy_async(const _Group &__g, void *__to, const void *__from,
                            const _Size &__size) {
	__details::__copy_batch(__g, __to, __from, (size_t)__size,
	                        cuda::__simt::__known_alignment<_Size>::value);
}

/* Layouts: numbers of elements; the smaller one is copied. */
template <typename _Group, typename __T, typename _To, typename _From>
__SIMT_CG void memcpy_async(const _Group &__g, __T *__to, const _To &__to_layout,
                            const __T *__from, const _From &__from_layout) {
	size_t __n = (size_t)__to_layout < (size_t)__from_layout ? (size_t)__to_layout
	                                                         : (size_t)__from_layout;
	__details::__copy_batch(__g, __to, __from, __n * sizeof(__T), 1);
}

/* Waits for all batches but the latest Count, and for the group. */
template <unsigned _Count, typename _Group> __SIMT_CG void wait_prior(const _Group &__g) {
	__pipeline_wait_prior(_Count);
	__g.sync();
}

template <typename _Group> __SIMT_CG void wait(const _Group &__g) {
	wait_prior<0>(__g);
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
