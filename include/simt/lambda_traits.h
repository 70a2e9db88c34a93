/* simt/lambda_traits.h - whether a type is that of an extended lambda: simtcc puts a class in a lambda's place
 * and says in it which kind it is (tools/simtcc/lambda.c). Any other type is none, and so is every type
 * without -extended-lambda.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__cplusplus) && defined(__CUDACC__) && !defined(__CUDA_ARCH__)
/* A captured variable in the host's object of an extended lambda: an array is copied, which needs a class. */
template <class __T> struct __simt_held {
	typedef __T type;
};
template <class __T, decltype(sizeof 0) __n> struct __simt_held<__T[__n]> {
	struct __copied {
		__T __v[__n];
	};
	struct type : __copied {
		type(const __T (&__a)[__n]) : __copied(reinterpret_cast<const __copied &>(__a)) {}
		operator __T *() { return this->__v; }
		operator const __T *() const { return this->__v; }
	};
};
/* *this in a lambda for both halves: the host's body uses it as the pointer `this`. */
template <class __T> struct __simt_object {
	__T __object;
	__T *operator->() { return &__object; }
	const __T *operator->() const { return &__object; }
	__T &operator*() { return __object; }
	const __T &operator*() const { return __object; }
	operator __T *() { return &__object; }
	operator const __T *() const { return &__object; }
};
template <class __T> __simt_object<__T> __simt_copied(const __T &__object) { return {__object}; }
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
namespace __simt {
/* A pack around a lambda that is not the first one, as one template argument. */
template <class... __T> struct __types;
#if __cplusplus >= 201703L
template <auto... __v> struct __values;
#endif

template <class __T, class = void> struct __lambda_kind { static constexpr int __value = 0; };
template <class __T> struct __lambda_kind<__T, decltype(void(__T::__simt_extended))> {
	static constexpr int __value = __T::__simt_extended;
};
} // namespace __simt

#define __nv_is_extended_device_lambda_closure_type(...) \
	((::__simt::__lambda_kind<__VA_ARGS__>::__value & 1) != 0)
#define __nv_is_extended_host_device_lambda_closure_type(...) \
	((::__simt::__lambda_kind<__VA_ARGS__>::__value & 2) != 0)
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) \
	((::__simt::__lambda_kind<__VA_ARGS__>::__value & 4) != 0)
#endif
