/* std_inplace_vector.h - <inplace_vector> of C++26 in cuda::std, for C++17 too: a vector whose elements lie in the
 * object itself, up to a number that is part of its type.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "simt/cxx/scope.h"

namespace cuda {

namespace __simt {

/* Room for n elements: an array where that takes no constructor, so that constants can be made; bytes otherwise. */
template <typename __T, size_t __n, bool __plain> struct __inplace_room {
	__T __all[__n] = {};
	__SIMT_CXX constexpr __T *at() noexcept {
		return __all;
	}
	__SIMT_CXX constexpr const __T *at() const noexcept {
		return __all;
	}
};
template <typename __T, size_t __n> struct __inplace_room<__T, __n, false> {
	alignas(__T) unsigned char __bytes[__n * sizeof(__T)];
	__SIMT_CXX __T *at() noexcept {
		return reinterpret_cast<__T *>(__bytes);
	}
	__SIMT_CXX const __T *at() const noexcept {
		return reinterpret_cast<const __T *>(__bytes);
	}
};
template <typename __T, bool __plain> struct __inplace_room<__T, 0, __plain> {
	__SIMT_CXX constexpr __T *at() const noexcept {
		return nullptr;
	}
};

template <typename _It>
using __if_input_iterator = ::std::enable_if_t<
	::std::is_convertible_v<typename ::std::iterator_traits<_It>::iterator_category,
                                ::std::input_iterator_tag>>;

} // namespace __simt

namespace std {

/* An overflow is a trap on the device, bad_alloc on the host; an index out of range for at() likewise,
 * out_of_range on the host. */
template <typename __T, size_t __N> class inplace_vector {
	static constexpr bool __plain = ::std::is_trivially_copyable_v<__T> &&
	                                ::std::is_trivially_default_constructible_v<__T>;

      public:
	using value_type = __T;
	using size_type = size_t;
	using difference_type = ptrdiff_t;
	using reference = __T &;
	using const_reference = const __T &;
	using pointer = __T *;
	using const_pointer = const __T *;
	using iterator = __T *;
	using const_iterator = const __T *;
	using reverse_iterator = ::std::reverse_iterator<iterator>;
	using const_reverse_iterator = ::std::reverse_iterator<const_iterator>;

	/* ---- made, copied, ended ---- */

	constexpr inplace_vector() noexcept = default;
	__SIMT_CXX constexpr explicit inplace_vector(size_t __n) {
		resize(__n);
	}
	__SIMT_CXX constexpr inplace_vector(size_t __n, const __T &__v) {
		assign(__n, __v);
	}
	template <typename _It, typename = __simt::__if_input_iterator<_It>>
	__SIMT_CXX constexpr inplace_vector(_It __first, _It __last) {
		__append(__first, __last);
	}
	__SIMT_CXX constexpr inplace_vector(::std::initializer_list<__T> __all) {
		__append(__all.begin(), __all.end());
	}
	__SIMT_CXX constexpr inplace_vector(const inplace_vector &__y) {
		__append(__y.begin(), __y.end());
	}
	__SIMT_CXX constexpr inplace_vector(inplace_vector &&__y) noexcept(
		::std::is_nothrow_move_constructible_v<__T>) {
		__take(__y);
	}
	__SIMT_CXX constexpr inplace_vector &operator=(const inplace_vector &__y) {
		if (this != &__y)
			assign(__y.begin(), __y.end());
		return *this;
	}
	__SIMT_CXX constexpr inplace_vector &operator=(inplace_vector &&__y) noexcept(
		::std::is_nothrow_move_constructible_v<__T>) {
		if (this != &__y) {
			clear();
			__take(__y);
		}
		return *this;
	}
	__SIMT_CXX constexpr inplace_vector &
	operator=(::std::initializer_list<__T> __all) {
		assign(__all.begin(), __all.end());
		return *this;
	}
#if __cplusplus >= 202002L
	~inplace_vector() requires __plain = default;
	__SIMT_CXX constexpr ~inplace_vector() {
		clear();
	}
#else
	__SIMT_CXX ~inplace_vector() {
		clear();
	}
#endif

	__SIMT_CXX constexpr void assign(size_t __n, const __T &__v) {
		__T __copy(__v);
		clear();
		while (__n-- > 0)
			push_back(__copy);
	}
	template <typename _It, typename = __simt::__if_input_iterator<_It>>
	__SIMT_CXX constexpr void assign(_It __first, _It __last) {
		clear();
		__append(__first, __last);
	}
	__SIMT_CXX constexpr void assign(::std::initializer_list<__T> __all) {
		assign(__all.begin(), __all.end());
	}

	/* ---- elements ---- */

	__SIMT_CXX constexpr __T *data() noexcept {
		return __room.at();
	}
	__SIMT_CXX constexpr const __T *data() const noexcept {
		return __room.at();
	}
	__SIMT_CXX constexpr __T &operator[](size_t __i) {
		return data()[__i];
	}
	__SIMT_CXX constexpr const __T &operator[](size_t __i) const {
		return data()[__i];
	}
	__SIMT_CXX constexpr __T &at(size_t __i) {
		return data()[__inside(__i)];
	}
	__SIMT_CXX constexpr const __T &at(size_t __i) const {
		return data()[__inside(__i)];
	}
	__SIMT_CXX constexpr __T &front() {
		return data()[0];
	}
	__SIMT_CXX constexpr const __T &front() const {
		return data()[0];
	}
	__SIMT_CXX constexpr __T &back() {
		return data()[__used - 1];
	}
	__SIMT_CXX constexpr const __T &back() const {
		return data()[__used - 1];
	}
	__SIMT_CXX constexpr iterator begin() noexcept {
		return data();
	}
	__SIMT_CXX constexpr const_iterator begin() const noexcept {
		return data();
	}
	__SIMT_CXX constexpr iterator end() noexcept {
		return data() + __used;
	}
	__SIMT_CXX constexpr const_iterator end() const noexcept {
		return data() + __used;
	}
	__SIMT_CXX constexpr reverse_iterator rbegin() noexcept {
		return reverse_iterator(end());
	}
	__SIMT_CXX constexpr const_reverse_iterator rbegin() const noexcept {
		return const_reverse_iterator(end());
	}
	__SIMT_CXX constexpr reverse_iterator rend() noexcept {
		return reverse_iterator(begin());
	}
	__SIMT_CXX constexpr const_reverse_iterator rend() const noexcept {
		return const_reverse_iterator(begin());
	}
	__SIMT_CXX constexpr const_iterator cbegin() const noexcept {
		return begin();
	}
	__SIMT_CXX constexpr const_iterator cend() const noexcept {
		return end();
	}
	__SIMT_CXX constexpr const_reverse_iterator crbegin() const noexcept {
		return rbegin();
	}
	__SIMT_CXX constexpr const_reverse_iterator crend() const noexcept {
		return rend();
	}

	/* ---- how many ---- */

	[[nodiscard]] __SIMT_CXX constexpr bool empty() const noexcept {
		return __used == 0;
	}
	__SIMT_CXX constexpr size_t size() const noexcept {
		return __used;
	}
	__SIMT_CXX static constexpr size_t max_size() noexcept {
		return __N;
	}
	__SIMT_CXX static constexpr size_t capacity() noexcept {
		return __N;
	}
	__SIMT_CXX static constexpr void reserve(size_t __n) {
		if (__n > __N)
			__full();
	}
	__SIMT_CXX static constexpr void shrink_to_fit() noexcept {
	}
	__SIMT_CXX constexpr void resize(size_t __n) {
		reserve(__n);
		while (__used > __n)
			pop_back();
		while (__used < __n)
			unchecked_emplace_back();
	}
	__SIMT_CXX constexpr void resize(size_t __n, const __T &__v) {
		reserve(__n);
		while (__used > __n)
			pop_back();
		while (__used < __n)
			unchecked_emplace_back(__v);
	}

	/* ---- at the end: checked, tried (null when full), or with the caller's word ---- */

	template <typename... _As>
	__SIMT_CXX constexpr __T &unchecked_emplace_back(_As &&...__as) {
		__T *__p = data() + __used;
		if constexpr (__plain)
			*__p = __T(static_cast<_As &&>(__as)...);
		else
			::new (static_cast<void *>(__p))
				__T(static_cast<_As &&>(__as)...);
		__used++;
		return *__p;
	}
	template <typename... _As>
	__SIMT_CXX constexpr __T *try_emplace_back(_As &&...__as) {
		return __used == __N
		               ? nullptr
		               : &unchecked_emplace_back(static_cast<_As &&>(__as)...);
	}
	template <typename... _As> __SIMT_CXX constexpr __T &emplace_back(_As &&...__as) {
		reserve(__used + 1);
		return unchecked_emplace_back(static_cast<_As &&>(__as)...);
	}
	__SIMT_CXX constexpr __T &push_back(const __T &__v) {
		return emplace_back(__v);
	}
	__SIMT_CXX constexpr __T &push_back(__T &&__v) {
		return emplace_back(static_cast<__T &&>(__v));
	}
	__SIMT_CXX constexpr __T *try_push_back(const __T &__v) {
		return try_emplace_back(__v);
	}
	__SIMT_CXX constexpr __T *try_push_back(__T &&__v) {
		return try_emplace_back(static_cast<__T &&>(__v));
	}
	__SIMT_CXX constexpr __T &unchecked_push_back(const __T &__v) {
		return unchecked_emplace_back(__v);
	}
	__SIMT_CXX constexpr __T &unchecked_push_back(__T &&__v) {
		return unchecked_emplace_back(static_cast<__T &&>(__v));
	}
	__SIMT_CXX constexpr void pop_back() {
		__used--;
		if constexpr (!__plain)
			data()[__used].~__T();
	}
	__SIMT_CXX constexpr void clear() noexcept {
		if constexpr (__plain)
			__used = 0;
		else
			while (__used > 0)
				pop_back();
	}

	/* ---- in between: new elements come to the end and are turned into their place ---- */

	template <typename... _As>
	__SIMT_CXX constexpr iterator emplace(const_iterator __at, _As &&...__as) {
		size_t __i = __at - begin(), __old = __used;
		emplace_back(static_cast<_As &&>(__as)...);
		return __turn(__i, __old);
	}
	__SIMT_CXX constexpr iterator insert(const_iterator __at, const __T &__v) {
		return emplace(__at, __v);
	}
	__SIMT_CXX constexpr iterator insert(const_iterator __at, __T &&__v) {
		return emplace(__at, static_cast<__T &&>(__v));
	}
	__SIMT_CXX constexpr iterator insert(const_iterator __at, size_t __n,
	                                     const __T &__v) {
		size_t __i = __at - begin(), __old = __used;
		reserve(__used + __n);
		while (__n-- > 0)
			unchecked_emplace_back(__v);
		return __turn(__i, __old);
	}
	template <typename _It, typename = __simt::__if_input_iterator<_It>>
	__SIMT_CXX constexpr iterator insert(const_iterator __at, _It __first,
	                                     _It __last) {
		size_t __i = __at - begin(), __old = __used;
		__append(__first, __last);
		return __turn(__i, __old);
	}
	__SIMT_CXX constexpr iterator insert(const_iterator __at,
	                                     ::std::initializer_list<__T> __all) {
		return insert(__at, __all.begin(), __all.end());
	}
	__SIMT_CXX constexpr iterator erase(const_iterator __at) {
		return erase(__at, __at + 1);
	}
	__SIMT_CXX constexpr iterator erase(const_iterator __first,
	                                    const_iterator __last) {
		__T *__to = begin() + (__first - begin()),
		    *__from = begin() + (__last - begin()), *__result = __to;
		if (__to == __from)
			return __result;
		while (__from != end())
			*__to++ = static_cast<__T &&>(*__from++);
		while (end() != __to)
			pop_back();
		return __result;
	}
	__SIMT_CXX constexpr void swap(inplace_vector &__y) {
		inplace_vector __old(static_cast<inplace_vector &&>(*this));
		*this = static_cast<inplace_vector &&>(__y);
		__y = static_cast<inplace_vector &&>(__old);
	}
	__SIMT_CXX friend constexpr void swap(inplace_vector &__x, inplace_vector &__y) {
		__x.swap(__y);
	}

	/* ---- compared ---- */

	__SIMT_CXX friend constexpr bool operator==(const inplace_vector &__x,
	                                            const inplace_vector &__y) {
		if (__x.__used != __y.__used)
			return false;
		for (size_t __i = 0; __i < __x.__used; __i++)
			if (!(__x[__i] == __y[__i]))
				return false;
		return true;
	}
	__SIMT_CXX friend constexpr bool operator!=(const inplace_vector &__x,
	                                            const inplace_vector &__y) {
		return !(__x == __y);
	}
	__SIMT_CXX friend constexpr bool operator<(const inplace_vector &__x,
	                                           const inplace_vector &__y) {
		for (size_t __i = 0; __i < __x.__used && __i < __y.__used; __i++) {
			if (__x[__i] < __y[__i])
				return true;
			if (__y[__i] < __x[__i])
				return false;
		}
		return __x.__used < __y.__used;
	}
	__SIMT_CXX friend constexpr bool operator>(const inplace_vector &__x,
	                                           const inplace_vector &__y) {
		return __y < __x;
	}
	__SIMT_CXX friend constexpr bool operator<=(const inplace_vector &__x,
	                                            const inplace_vector &__y) {
		return !(__y < __x);
	}
	__SIMT_CXX friend constexpr bool operator>=(const inplace_vector &__x,
	                                            const inplace_vector &__y) {
		return !(__x < __y);
	}

      private:
	__SIMT_CXX static constexpr void __full() {
#ifdef __CUDA_ARCH__
		__trap();
#else
		throw ::std::bad_alloc();
#endif
	}
	__SIMT_CXX constexpr size_t __inside(size_t __i) const {
		if (__i >= __used)
#ifdef __CUDA_ARCH__
			__trap();
#else
			throw ::std::out_of_range("inplace_vector::at");
#endif
		return __i;
	}
	template <typename _It>
	__SIMT_CXX constexpr void __append(_It __first, _It __last) {
		for (; __first != __last; ++__first)
			emplace_back(*__first);
	}
	__SIMT_CXX constexpr void __take(inplace_vector &__y) {
		for (__T &__v : __y)
			unchecked_emplace_back(static_cast<__T &&>(__v));
	}
	__SIMT_CXX static constexpr void reverse(__T *__first, __T *__last) {
		while (__first != __last && __first != --__last) {
			__T __v(static_cast<__T &&>(*__first));
			*__first++ = static_cast<__T &&>(*__last);
			*__last = static_cast<__T &&>(__v);
		}
	}
	/* The elements from `middle` on come before those from `i` on; returns where they are then. */
	__SIMT_CXX constexpr __T *__turn(size_t __i, size_t __middle) {
		reverse(begin() + __i, begin() + __middle);
		reverse(begin() + __middle, end());
		reverse(begin() + __i, end());
		return begin() + __i;
	}

	__simt::__inplace_room<__T, __N, __plain> __room;
	size_t __used = 0;
};

template <typename __T, size_t __N, typename _Test>
__SIMT_CXX constexpr size_t erase_if(inplace_vector<__T, __N> &__v, _Test __test) {
	__T *__to = __v.begin();
	for (__T *__from = __v.begin(); __from != __v.end(); ++__from)
		if (!__test(*__from)) {
			if (__to != __from)
				*__to = static_cast<__T &&>(*__from);
			++__to;
		}
	size_t __n = __v.end() - __to;
	__v.erase(__to, __v.end());
	return __n;
}
template <typename __T, size_t __N, typename __U>
__SIMT_CXX constexpr size_t erase(inplace_vector<__T, __N> &__v, const __U &__value) {
	return erase_if(__v, [&](const __T &__x) { return __x == __value; });
}

} // namespace std
} // namespace cuda
