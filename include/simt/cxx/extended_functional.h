/* extended_functional.h - function objects of namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <functional>

#include "simt/cxx/scope.h"

namespace cuda {

/* A device lambda, whose result the host cannot ask for, with the type of its result. */
template <typename R, typename F> class __simt_return_type {
      public:
	__SIMT_CXX explicit __simt_return_type(F f) : function(static_cast<F &&>(f)) {
	}
#pragma nv_exec_check_disable
	template <typename... Args> __SIMT_CXX R operator()(Args &&...args) const {
		return function(static_cast<Args &&>(args)...);
	}

      private:
	F function;
};
template <typename R, typename F>
__SIMT_CXX __simt_return_type<R, ::std::decay_t<F>> proclaim_return_type(F &&f) {
	return __simt_return_type<R, ::std::decay_t<F>>(static_cast<F &&>(f));
}

template <typename T = void> struct maximum {
	__SIMT_CXX constexpr T operator()(const T &x, const T &y) const {
		return x < y ? y : x;
	}
};
template <> struct maximum<void> {
	template <typename T, typename U>
	__SIMT_CXX constexpr ::std::common_type_t<T, U> operator()(const T &x,
	                                                           const U &y) const {
		return x < y ? y : x;
	}
};
template <typename T = void> struct minimum {
	__SIMT_CXX constexpr T operator()(const T &x, const T &y) const {
		return y < x ? y : x;
	}
};
template <> struct minimum<void> {
	template <typename T, typename U>
	__SIMT_CXX constexpr ::std::common_type_t<T, U> operator()(const T &x,
	                                                           const U &y) const {
		return y < x ? y : x;
	}
};

#if !defined(__CUDA_ARCH__)
/* Of a variable of the device, for host code. */
template <typename T> T *get_device_address(T &object) {
	void *address = nullptr;
	return cudaGetSymbolAddress(&address, object) == cudaSuccess ? (T *)address
	                                                             : nullptr;
}
#else
template <typename T> __device__ __forceinline__ T *get_device_address(T &object) {
	return &object;
}
#endif

} // namespace cuda
