/* bulk_tensor.h - cuda::device::experimental: copies of many bytes, and of boxes of tensors, that complete at a
 * barrier of the block or in bulk groups.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/barrier.h"

namespace cuda {
namespace device {
namespace experimental {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

__SIMT_CXX_DEVICE unsigned __simt_shared(const void *__p) {
	return (unsigned)__cvta_generic_to_shared(__p);
}

__SIMT_CXX_DEVICE unsigned __simt_shared(barrier<thread_scope_block> &__b) {
	return __simt_shared(barrier_native_handle(__b));
}

/* Makes writes to shared memory visible to copies that are started afterwards. */
__SIMT_CXX_DEVICE void fence_proxy_async_shared_cta() {
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__SIMT_CXX_DEVICE void cp_async_bulk_commit_group() {
	asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

template <int __N> __SIMT_CXX_DEVICE void cp_async_bulk_wait_group_read() {
	static_assert(__N >= 0, "a number of groups is not negative");
	asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(__N) : "memory");
}

__SIMT_CXX_DEVICE void cp_async_bulk_global_to_shared(void *__to, const void *__from,
                                                      unsigned __size,
                                                      barrier<thread_scope_block> &__b) {
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
	             "[%0], [%1], %2, [%3];" ::"r"(__simt_shared(__to)),
	             "l"(__cvta_generic_to_global(__from)), "r"(__size), "r"(__simt_shared(__b))
	             : "memory");
}

__SIMT_CXX_DEVICE void cp_async_bulk_shared_to_global(void *__to, const void *__from,
                                                      unsigned __size) {
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
			     __cvta_generic_to_global(__to)),
	             "r"(__simt_shared(__from)), "r"(__size)
	             : "memory");
}

#define __SIMT_COORDS(...) __VA_ARGS__
#define __SIMT_BULK_TENSOR(n, coords, in_list, out_list, ...)                              \
	__SIMT_CXX_DEVICE void cp_async_bulk_tensor_##n##d_global_to_shared(               \
		void *__to, const void *__map, coords, barrier<thread_scope_block> &__b) { \
		asm volatile("cp.async.bulk.tensor." #n "d.shared::cluster.global.tile"    \
		             ".mbarrier::complete_tx::bytes [%0], [%1, {" in_list "}], "   \
		             "[%2];" ::"r"(__simt_shared(__to)),                           \
		             "l"(__map), "r"(__simt_shared(__b)), __VA_ARGS__              \
		             : "memory");                                                  \
	}                                                                                  \
	__SIMT_CXX_DEVICE void cp_async_bulk_tensor_##n##d_shared_to_global(               \
		const void *__map, coords, const void *__from) {                           \
		asm volatile("cp.async.bulk.tensor." #n "d.global.shared::cta.tile"        \
		             ".bulk_group [%0, {" out_list "}], [%1];" ::"l"(__map),       \
		             "r"(__simt_shared(__from)), __VA_ARGS__                       \
		             : "memory");                                                  \
	}
__SIMT_BULK_TENSOR(1, __SIMT_COORDS(int __c0), "%3", "%2", "r"(__c0))
__SIMT_BULK_TENSOR(2, __SIMT_COORDS(int __c0, int __c1), "%3, %4", "%2, %3", "r"(__c0), "r"(__c1))
__SIMT_BULK_TENSOR(3, __SIMT_COORDS(int __c0, int __c1, int __c2), "%3, %4, %5", "%2, %3, %4",
                   "r"(__c0), "r"(__c1), "r"(__c2))
__SIMT_BULK_TENSOR(4, __SIMT_COORDS(int __c0, int __c1, int __c2, int __c3), "%3, %4, %5, %6",
                   "%2, %3, %4, %5", "r"(__c0), "r"(__c1), "r"(__c2), "r"(__c3))
__SIMT_BULK_TENSOR(5, __SIMT_COORDS(int __c0, int __c1, int __c2, int __c3, int __c4),
                   "%3, %4, %5, %6, %7", "%2, %3, %4, %5, %6", "r"(__c0), "r"(__c1), "r"(__c2),
                   "r"(__c3), "r"(__c4))
#undef __SIMT_BULK_TENSOR
#undef __SIMT_COORDS

#endif

} // namespace experimental
} // namespace device
} // namespace cuda
