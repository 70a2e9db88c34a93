/* extended_functional.h - function objects of namespace cuda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <functional>

#include "simt/cxx/scope.h"

namespace cuda {

/* A device lambda, whose result the host cannot ask for, with the type of its result. */
template <typename __R, typename __F> class __simt_return_type {
      public:
	__SIMT_CXX explicit __simt_return_type(__F __f)
	    : __function(static_cast<__F &&>(__f)) {
	}
#pragma nv_exec_check_disable
	template <typename... _Args> __SIMT_CXX __R operator()(_Args &&...__args) const {
		return __function(static_cast<_Args &&>(__args)...);
	}

      private:
	__F __function;
};
template <typename __R, typename __F>
__SIMT_CXX __simt_return_type<__R, ::std::decay_t<__F>> proclaim_return_type(__F &&__f) {
	return __simt_return_type<__R, ::std::decay_t<__F>>(static_cast<__F &&>(__f));
}

template <typename __T = void> struct maximum {
	__SIMT_CXX constexpr __T operator()(const __T &x, const __T &y) const {
		return x < y ? y : x;
	}
};
template <> struct maximum<void> {
	template <typename __T, typename __U>
	__SIMT_CXX constexpr ::std::common_type_t<__T, __U>
	operator()(const __T &x, const __U &y) const {
		return x < y ? y : x;
	}
};
template <typename __T = void> struct minimum {
	__SIMT_CXX constexpr __T operator()(const __T &x, const __T &y) const {
		return y < x ? y : x;
	}
};
template <> struct minimum<void> {
	template <typename __T, typename __U>
	__SIMT_CXX constexpr ::std::common_type_t<__T, __U>
	operator()(const __T &x, const __U &y) const {
		return y < x ? y : x;
	}
};

#if !defined(__CUDA_ARCH__)
/* The address of a variable of the device, for host code. */
template <typename __T> __T *get_device_address(__T &__object) {
	void *__address = nullptr;
	return cudaGetSymbolAddress(&__address, __object) == cudaSuccess
	               ? (__T *)__address
	               : nullptr;
}
#else
template <typename __T>
__device__ __forceinline__ __T *get_device_address(__T &__object) {
	return &__object;
}
#endif

} // namespace cuda
