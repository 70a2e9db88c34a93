/* ptx_tensor.h - cuda::ptx: copies and reductions of a tensor's box by its map (tile mode),
 * and changes of a map.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* The lists are the numbers of the operands that are the coordinates. */
#define __SIMT_PTX_TENSOR_REDUCE(n, _Op, op, from_list, ...)                          \
	__SIMT_PTX void cp_reduce_async_bulk_tensor(                                  \
		space_global_t, space_shared_t, _Op, const void *__map,               \
		const int32_t(&__at)[n], const void *__from) {                        \
		asm volatile(                                                         \
			"cp.reduce.async.bulk.tensor." #n "d.global.shared::cta." op  \
			".tile.bulk_group [%0, {" from_list "}], [%1];" ::"l"(__map), \
			"r"(__shared_at(__from)), __VA_ARGS__                         \
			: "memory");                                                  \
	}
#define __SIMT_PTX_TENSOR(n, to_list, multicast_list, from_list, ...)                    \
	__SIMT_PTX void cp_async_bulk_tensor(                                            \
		space_cluster_t, space_global_t, void *__to, const void *__map,          \
		const int32_t(&__at)[n], uint64_t *__barrier) {                          \
		asm volatile("cp.async.bulk.tensor." #n "d.shared::cluster.global.tile"  \
		             ".mbarrier::complete_tx::bytes [%0], [%1, {" to_list        \
		             "}], [%2];" ::"r"(__shared_at(__to)),                       \
		             "l"(__map), "r"(__shared_at(__barrier)), __VA_ARGS__        \
		             : "memory");                                                \
	}                                                                                \
	/* within the block */                                                           \
	__SIMT_PTX void cp_async_bulk_tensor(space_shared_t, space_global_t, void *__to, \
	                                     const void *__map, const int32_t(&__at)[n], \
	                                     uint64_t *__barrier) {                      \
		cp_async_bulk_tensor(space_cluster, space_global, __to, __map, __at,     \
		                     __barrier);                                         \
	}                                                                                \
	/* to the blocks of the cluster that the mask has */                             \
	__SIMT_PTX void cp_async_bulk_tensor(                                            \
		space_cluster_t, space_global_t, void *__to, const void *__map,          \
		const int32_t(&__at)[n], uint64_t *__barrier,                            \
		const uint16_t &__blocks) {                                              \
		asm volatile("{\n\t"                                                     \
		             ".reg .b16 blocks;\n\t"                                     \
		             "cvt.u16.u32 blocks, %2;\n\t"                               \
		             "cp.async.bulk.tensor." #n "d.shared::cluster.global.tile"  \
		             ".mbarrier::complete_tx::bytes.multicast::cluster [%0], "   \
		             "[%1, {" multicast_list "}], [%3], blocks;\n\t"             \
		             "}" ::"r"(__shared_at(__to)),                               \
		             "l"(__map), "r"((uint32_t)__blocks),                        \
		             "r"(__shared_at(__barrier)), __VA_ARGS__                    \
		             : "memory");                                                \
	}                                                                                \
	__SIMT_PTX_TENSOR_REDUCE(n, op_add_t, "add", from_list, __VA_ARGS__)             \
	__SIMT_PTX_TENSOR_REDUCE(n, op_min_t, "min", from_list, __VA_ARGS__)             \
	__SIMT_PTX_TENSOR_REDUCE(n, op_max_t, "max", from_list, __VA_ARGS__)             \
	__SIMT_PTX_TENSOR_REDUCE(n, op_inc_t, "inc", from_list, __VA_ARGS__)             \
	__SIMT_PTX_TENSOR_REDUCE(n, op_dec_t, "dec", from_list, __VA_ARGS__)             \
	__SIMT_PTX_TENSOR_REDUCE(n, op_and_op_t, "and", from_list, __VA_ARGS__)          \
	__SIMT_PTX_TENSOR_REDUCE(n, op_or_op_t, "or", from_list, __VA_ARGS__)            \
	__SIMT_PTX_TENSOR_REDUCE(n, op_xor_op_t, "xor", from_list, __VA_ARGS__)          \
	__SIMT_PTX void cp_async_bulk_tensor(space_global_t, space_shared_t,             \
	                                     const void *__map, const int32_t(&__at)[n], \
	                                     const void *__from) {                       \
		asm volatile("cp.async.bulk.tensor." #n "d.global.shared::cta.tile"      \
		             ".bulk_group [%0, {" from_list "}], [%1];" ::"l"(__map),    \
		             "r"(__shared_at(__from)), __VA_ARGS__                       \
		             : "memory");                                                \
	}
__SIMT_PTX_TENSOR(1, "%3", "%4", "%2", "r"(__at[0]))
__SIMT_PTX_TENSOR(2, "%3, %4", "%4, %5", "%2, %3", "r"(__at[0]), "r"(__at[1]))
__SIMT_PTX_TENSOR(3, "%3, %4, %5", "%4, %5, %6", "%2, %3, %4", "r"(__at[0]), "r"(__at[1]),
                  "r"(__at[2]))
__SIMT_PTX_TENSOR(4, "%3, %4, %5, %6", "%4, %5, %6, %7", "%2, %3, %4, %5", "r"(__at[0]),
                  "r"(__at[1]), "r"(__at[2]), "r"(__at[3]))
__SIMT_PTX_TENSOR(5, "%3, %4, %5, %6, %7", "%4, %5, %6, %7, %8", "%2, %3, %4, %5, %6",
                  "r"(__at[0]), "r"(__at[1]), "r"(__at[2]), "r"(__at[3]), "r"(__at[4]))
#undef __SIMT_PTX_TENSOR
#undef __SIMT_PTX_TENSOR_REDUCE

/* ---- maps ---- */

/* From shared memory, made visible to copies of the scope. */
#define __SIMT_PTX_FENCE_COPY(_Scope, scope)                                            \
	template <int __N>                                                              \
	__SIMT_PTX void tensormap_cp_fenceproxy(sem_release_t, _Scope, void *__to,      \
	                                        const void *__from, n32_t<__N>) {       \
		asm volatile(                                                           \
			"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic" \
			".release." scope                                               \
			".sync.aligned [%0], [%1], %2;" ::"l"(__global_at(__to)),       \
			"r"(__shared_at(__from)), "n"(__N)                              \
			: "memory");                                                    \
	}
__SIMT_PTX_FENCE_COPY(scope_cta_t, "cta")
__SIMT_PTX_FENCE_COPY(scope_cluster_t, "cluster")
__SIMT_PTX_FENCE_COPY(scope_gpu_t, "gpu")
__SIMT_PTX_FENCE_COPY(scope_sys_t, "sys")
#undef __SIMT_PTX_FENCE_COPY

#define __SIMT_PTX_REPLACE_IN(_Space, space, a, at, name, field, type, c, bits)   \
	template <typename __T>                                                   \
	__SIMT_PTX void tensormap_replace_##name(_Space, void *__map, __T __v) {  \
		asm volatile("tensormap.replace.tile." field space ".b1024." type \
		             " [%0], %1;" ::a(at(__map)),                         \
		             c(bits(__v))                                         \
		             : "memory");                                         \
	}
#define __SIMT_PTX_REPLACE_AT_IN(_Space, space, a, at, name, field, type, c, bits) \
	template <int __N, typename __T>                                           \
	__SIMT_PTX void tensormap_replace_##name(_Space, void *__map, n32_t<__N>,  \
	                                         __T __v) {                        \
		asm volatile("tensormap.replace.tile." field space ".b1024." type  \
		             " [%0], %1, %2;" ::a(at(__map)),                      \
		             "n"(__N), c(bits(__v))                                \
		             : "memory");                                          \
	}
#define __SIMT_PTX_REPLACE_CODE_IN(_Space, space, a, at, name, field, type, c, bits) \
	template <int __N>                                                           \
	__SIMT_PTX void tensormap_replace_##name(_Space, void *__map, n32_t<__N>) {  \
		asm volatile("tensormap.replace.tile." field space ".b1024." type    \
		             " [%0], %1;" ::a(at(__map)),                            \
		             "n"(__N)                                                \
		             : "memory");                                            \
	}
#define __SIMT_PTX_REPLACE(kind, ...)                                  \
	kind(space_global_t, ".global", "l", __global_at, __VA_ARGS__) \
		kind(space_shared_t, ".shared::cta", "r", __shared_at, __VA_ARGS__)
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_IN, global_address, "global_address", "b64", "l",
                   __bits64)
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_IN, rank, "rank", "b32", "r", __bits32)
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_AT_IN, box_dim, "box_dim", "b32", "r", __bits32)
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_AT_IN, global_dim, "global_dim", "b32", "r",
                   __bits32)
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_AT_IN, global_stride, "global_stride", "b64", "l",
                   __bits64)
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_AT_IN, element_stride, "element_stride", "b32", "r",
                   __bits32)
/* another name of the same */
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_AT_IN, element_size, "element_stride", "b32", "r",
                   __bits32)
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_CODE_IN, elemtype, "elemtype", "b32", "n", )
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_CODE_IN, interleave_layout, "interleave_layout",
                   "b32", "n", )
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_CODE_IN, swizzle_mode, "swizzle_mode", "b32", "n", )
__SIMT_PTX_REPLACE(__SIMT_PTX_REPLACE_CODE_IN, fill_mode, "fill_mode", "b32", "n", )
#undef __SIMT_PTX_REPLACE
#undef __SIMT_PTX_REPLACE_CODE_IN
#undef __SIMT_PTX_REPLACE_AT_IN
#undef __SIMT_PTX_REPLACE_IN

#endif

} // namespace ptx
} // namespace cuda
