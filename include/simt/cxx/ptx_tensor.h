/* ptx_tensor.h - cuda::ptx: copies of a tensor's box by its map (tile mode).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* The lists are the numbers of the operands that are the coordinates. */
#define __SIMT_PTX_TENSOR(n, to_list, from_list, ...)                                   \
	__SIMT_PTX void cp_async_bulk_tensor(space_cluster_t, space_global_t, void *to, \
	                                     const void *map, const int32_t(&at)[n],    \
	                                     uint64_t *barrier) {                       \
		asm volatile("cp.async.bulk.tensor." #n "d.shared::cluster.global.tile" \
		             ".mbarrier::complete_tx::bytes [%0], [%1, {" to_list       \
		             "}], [%2];" ::"r"(__shared_at(to)),                        \
		             "l"(map), "r"(__shared_at(barrier)), __VA_ARGS__           \
		             : "memory");                                               \
	}                                                                               \
	__SIMT_PTX void cp_async_bulk_tensor(space_global_t, space_shared_t,            \
	                                     const void *map, const int32_t(&at)[n],    \
	                                     const void *from) {                        \
		asm volatile("cp.async.bulk.tensor." #n "d.global.shared::cta.tile"     \
		             ".bulk_group [%0, {" from_list "}], [%1];" ::"l"(map),     \
		             "r"(__shared_at(from)), __VA_ARGS__                        \
		             : "memory");                                               \
	}
__SIMT_PTX_TENSOR(1, "%3", "%2", "r"(at[0]))
__SIMT_PTX_TENSOR(2, "%3, %4", "%2, %3", "r"(at[0]), "r"(at[1]))
__SIMT_PTX_TENSOR(3, "%3, %4, %5", "%2, %3, %4", "r"(at[0]), "r"(at[1]), "r"(at[2]))
__SIMT_PTX_TENSOR(4, "%3, %4, %5, %6", "%2, %3, %4, %5", "r"(at[0]), "r"(at[1]),
                  "r"(at[2]), "r"(at[3]))
__SIMT_PTX_TENSOR(5, "%3, %4, %5, %6, %7", "%2, %3, %4, %5, %6", "r"(at[0]), "r"(at[1]),
                  "r"(at[2]), "r"(at[3]), "r"(at[4]))
#undef __SIMT_PTX_TENSOR

#endif

} // namespace ptx
} // namespace cuda
