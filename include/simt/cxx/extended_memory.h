/* extended_memory.h - addresses and how they are aligned, in namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/copy.h"
#include "simt/cxx/scope.h"

#include "simt/cxx/extended_functional.h"

namespace cuda {

template <typename __T>
[[nodiscard]] __SIMT_CXX bool is_aligned(const __T *p, size_t alignment) noexcept {
	return (reinterpret_cast<uintptr_t>(p) & (alignment - 1)) == 0;
}
template <typename __T>
[[nodiscard]] __SIMT_CXX __T *align_down(__T *p, size_t alignment) noexcept {
	return reinterpret_cast<__T *>(reinterpret_cast<uintptr_t>(p) &
	                             ~(uintptr_t)(alignment - 1));
}
template <typename __T>
[[nodiscard]] __SIMT_CXX __T *align_up(__T *p, size_t alignment) noexcept {
	return reinterpret_cast<__T *>((reinterpret_cast<uintptr_t>(p) + alignment - 1) &
	                             ~(uintptr_t)(alignment - 1));
}
template <typename _To, typename __T>
[[nodiscard]] __SIMT_CXX _To *ptr_rebind(__T *p) noexcept {
	return reinterpret_cast<_To *>(p);
}
template <typename __T, typename __U>
[[nodiscard]] __SIMT_CXX bool ptr_in_range(__T *p, __U *first, __U *end) noexcept {
	return (const volatile void *)p >= (const volatile void *)first &&
	       (const volatile void *)p < (const volatile void *)end;
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

[[nodiscard]] __SIMT_CXX_DEVICE bool is_address_from(const volatile void *p,
                                                     address_space space) {
	const void *at = const_cast<const void *>(p);
	switch (space) {
	case address_space::global: return __isGlobal(at);
	case address_space::shared: return __isShared(at);
	case address_space::constant: return __isConstant(at);
	case address_space::local: return __isLocal(at);
	case address_space::grid_constant: return __isGridConstant(at);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
	case address_space::cluster_shared: return __isClusterShared(at);
#else
	case address_space::cluster_shared: return __isShared(at);
#endif
	}
	return false;
}
template <typename __T>
[[nodiscard]] __SIMT_CXX_DEVICE bool is_object_from(__T &object, address_space space) {
	return is_address_from(&object, space);
}

} // namespace device
} // namespace cuda
