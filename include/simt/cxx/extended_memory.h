/* extended_memory.h - addresses and how they are aligned, in namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/copy.h"
#include "simt/cxx/scope.h"

#include "simt/cxx/extended_functional.h"

namespace cuda {

template <typename T>
[[nodiscard]] __SIMT_CXX bool is_aligned(const T *p, size_t alignment) noexcept {
	return (reinterpret_cast<uintptr_t>(p) & (alignment - 1)) == 0;
}
template <typename T>
[[nodiscard]] __SIMT_CXX T *align_down(T *p, size_t alignment) noexcept {
	return reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(p) &
	                             ~(uintptr_t)(alignment - 1));
}
template <typename T>
[[nodiscard]] __SIMT_CXX T *align_up(T *p, size_t alignment) noexcept {
	return reinterpret_cast<T *>((reinterpret_cast<uintptr_t>(p) + alignment - 1) &
	                             ~(uintptr_t)(alignment - 1));
}
template <typename To, typename T>
[[nodiscard]] __SIMT_CXX To *ptr_rebind(T *p) noexcept {
	return reinterpret_cast<To *>(p);
}
template <typename T, typename U>
[[nodiscard]] __SIMT_CXX bool ptr_in_range(T *p, U *first, U *end) noexcept {
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
template <typename T>
[[nodiscard]] __SIMT_CXX_DEVICE bool is_object_from(T &object, address_space space) {
	return is_address_from(&object, space);
}

} // namespace device
} // namespace cuda
