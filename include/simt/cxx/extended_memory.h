/* extended_memory.h - addresses and how they are aligned, in namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/copy.h"
#include "simt/cxx/scope.h"

#include "simt/cxx/extended_functional.h"

namespace cuda {

template <typename __T>
[[nodiscard]] __SIMT_CXX bool is_aligned(const __T *__p, size_t __alignment) noexcept {
	return (reinterpret_cast<uintptr_t>(__p) & (__alignment - 1)) == 0;
}
template <typename __T>
[[nodiscard]] __SIMT_CXX __T *align_down(__T *__p, size_t __alignment) noexcept {
	return reinterpret_cast<__T *>(reinterpret_cast<uintptr_t>(__p) &
	                               ~(uintptr_t)(__alignment - 1));
}
template <typename __T>
[[nodiscard]] __SIMT_CXX __T *align_up(__T *__p, size_t __alignment) noexcept {
	return reinterpret_cast<__T *>(
		(reinterpret_cast<uintptr_t>(__p) + __alignment - 1) &
		~(uintptr_t)(__alignment - 1));
}
template <typename _To, typename __T>
[[nodiscard]] __SIMT_CXX _To *ptr_rebind(__T *__p) noexcept {
	return reinterpret_cast<_To *>(__p);
}
template <typename __T, typename __U>
[[nodiscard]] __SIMT_CXX bool ptr_in_range(__T *__p, __U *__first, __U *__end) noexcept {
	return (const volatile void *)__p >= (const volatile void *)__first &&
	       (const volatile void *)__p < (const volatile void *)__end;
}

namespace device {

enum class address_space {
	global,
	shared,
	constant,
	local,
	grid_constant,
	cluster_shared
};

[[nodiscard]] __SIMT_CXX_DEVICE bool is_address_from(const volatile void *__p,
                                                     address_space __space) {
	const void *__at = const_cast<const void *>(__p);
	switch (__space) {
	case address_space::global: return __isGlobal(__at);
	case address_space::shared: return __isShared(__at);
	case address_space::constant: return __isConstant(__at);
	case address_space::local: return __isLocal(__at);
	case address_space::grid_constant: return __isGridConstant(__at);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
	case address_space::cluster_shared: return __isClusterShared(__at);
#else
	case address_space::cluster_shared: return __isShared(__at);
#endif
	}
	return false;
}
template <typename __T>
[[nodiscard]] __SIMT_CXX_DEVICE bool is_object_from(__T &__object,
                                                    address_space __space) {
	return is_address_from(&__object, __space);
}

} // namespace device
} // namespace cuda
