/* std_span.h - <span> of C++20 in cuda::std, for C++17 too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

constexpr size_t dynamic_extent = (size_t)-1;

template <typename __T, size_t _Extent = dynamic_extent> class span;

} // namespace std

namespace __simt {

/* A size that is known when compiling takes no memory. */
template <size_t _Extent> struct __span_size {
	__span_size() = default;
	__SIMT_CXX constexpr explicit __span_size(size_t) noexcept {
	}
	__SIMT_CXX constexpr size_t get() const noexcept {
		return _Extent;
	}
};
template <> struct __span_size<cuda::std::dynamic_extent> {
	size_t __n = 0;
	__span_size() = default;
	__SIMT_CXX constexpr explicit __span_size(size_t __size) noexcept : __n(__size) {
	}
	__SIMT_CXX constexpr size_t get() const noexcept {
		return __n;
	}
};

template <typename __C> struct __is_span : ::std::false_type {};
template <typename __T, size_t __N>
struct __is_span<cuda::std::span<__T, __N>> : ::std::true_type {};
template <typename __C> struct __is_std_array : ::std::false_type {};
template <typename __T, size_t __N>
struct __is_std_array<::std::array<__T, __N>> : ::std::true_type {};

/* Arrays of From can be seen as arrays of To: only const may be added. */
template <typename _From, typename _To>
using __seen_as =
	::std::enable_if_t<::std::is_convertible_v<_From (*)[], _To (*)[]>, int>;

/* Containers other than arrays and spans: C has data() and size(). */
template <typename __C, typename __T>
using __container_of = ::std::enable_if_t<
	!__is_span<::std::remove_cv_t<::std::remove_reference_t<__C>>>::value &&
		!__is_std_array<
			::std::remove_cv_t<::std::remove_reference_t<__C>>>::value &&
		!::std::is_array_v<::std::remove_reference_t<__C>> &&
		::std::is_convertible_v<
			::std::remove_pointer_t<
				decltype(::std::declval<__C &>().data())> (*)[],
			__T (*)[]> &&
		::std::is_convertible_v<decltype(::std::declval<__C &>().size()), size_t>,
	int>;

} // namespace __simt

namespace std {

template <typename __T, size_t _Extent> class span : __simt::__span_size<_Extent> {
	typedef __simt::__span_size<_Extent> __count_of;
	template <size_t __N>
	static constexpr bool __fits = _Extent == dynamic_extent || _Extent == __N;

      public:
	typedef __T element_type;
	typedef ::std::remove_cv_t<__T> value_type;
	typedef size_t size_type;
	typedef ptrdiff_t difference_type;
	typedef __T *pointer;
	typedef const __T *const_pointer;
	typedef __T &reference;
	typedef const __T &const_reference;
	typedef __T *iterator;
	typedef ::std::reverse_iterator<__T *> reverse_iterator;
	static constexpr size_t extent = _Extent;

	/* ---- of what ---- */

	template <size_t __N = _Extent,
	          ::std::enable_if_t<__N == 0 || __N == dynamic_extent, int> = 0>
	__SIMT_CXX constexpr span() noexcept : __first_(nullptr) {
	}
	__SIMT_CXX constexpr span(__T *__first, size_t __n)
	    : __count_of(__n), __first_(__first) {
	}
	__SIMT_CXX constexpr span(__T *__first, __T *__end)
	    : __count_of((size_t)(__end - __first)), __first_(__first) {
	}
	template <typename __U, size_t __N, __simt::__seen_as<__U, __T> = 0,
	          ::std::enable_if_t<__fits<__N>, int> = 0>
	__SIMT_CXX constexpr span(__U (&__a)[__N]) noexcept
	    : __count_of(__N), __first_(__a) {
	}
	template <typename __U, size_t __N, __simt::__seen_as<__U, __T> = 0,
	          ::std::enable_if_t<__fits<__N>, int> = 0>
	__SIMT_CXX constexpr span(::std::array<__U, __N> &__a) noexcept
	    : __count_of(__N), __first_(__a.data()) {
	}
	template <typename __U, size_t __N, __simt::__seen_as<const __U, __T> = 0,
	          ::std::enable_if_t<__fits<__N>, int> = 0>
	__SIMT_CXX constexpr span(const ::std::array<__U, __N> &__a) noexcept
	    : __count_of(__N), __first_(__a.data()) {
	}
	template <typename __C, __simt::__container_of<__C, __T> = 0>
	__SIMT_CXX constexpr span(__C &&__c)
	    : __count_of(__c.size()), __first_(__c.data()) {
	}
	template <typename __U, size_t __N, __simt::__seen_as<__U, __T> = 0,
	          ::std::enable_if_t<__fits<__N> || __N == dynamic_extent, int> = 0>
	__SIMT_CXX constexpr span(const span<__U, __N> &__other) noexcept
	    : __count_of(__other.size()), __first_(__other.data()) {
	}
	span(const span &) noexcept = default;
	span &operator=(const span &) noexcept = default;

	/* ---- elements ---- */

	__SIMT_CXX constexpr __T *data() const noexcept {
		return __first_;
	}
	__SIMT_CXX constexpr size_t size() const noexcept {
		return this->get();
	}
	__SIMT_CXX constexpr size_t size_bytes() const noexcept {
		return size() * sizeof(__T);
	}
	__SIMT_CXX constexpr bool empty() const noexcept {
		return size() == 0;
	}
	__SIMT_CXX constexpr __T &operator[](size_t __i) const {
		return __first_[__i];
	}
	__SIMT_CXX constexpr __T &front() const {
		return __first_[0];
	}
	__SIMT_CXX constexpr __T &back() const {
		return __first_[size() - 1];
	}
	__SIMT_CXX constexpr iterator begin() const noexcept {
		return __first_;
	}
	__SIMT_CXX constexpr iterator end() const noexcept {
		return __first_ + size();
	}
	__SIMT_CXX constexpr reverse_iterator rbegin() const noexcept {
		return reverse_iterator(end());
	}
	__SIMT_CXX constexpr reverse_iterator rend() const noexcept {
		return reverse_iterator(begin());
	}

	/* ---- parts ---- */

	__SIMT_CXX constexpr span<__T> first(size_t __n) const {
		return span<__T>(__first_, __n);
	}
	template <size_t __N> __SIMT_CXX constexpr span<__T, __N> first() const {
		return span<__T, __N>(__first_, __N);
	}
	__SIMT_CXX constexpr span<__T> last(size_t __n) const {
		return span<__T>(__first_ + (size() - __n), __n);
	}
	template <size_t __N> __SIMT_CXX constexpr span<__T, __N> last() const {
		return span<__T, __N>(__first_ + (size() - __N), __N);
	}
	__SIMT_CXX constexpr span<__T> subspan(size_t __at,
	                                       size_t __n = dynamic_extent) const {
		return span<__T>(__first_ + __at,
		                 __n == dynamic_extent ? size() - __at : __n);
	}
	template <size_t _At, size_t __N = dynamic_extent>
	__SIMT_CXX constexpr auto subspan() const {
		constexpr size_t __left = __N != dynamic_extent       ? __N
		                          : _Extent != dynamic_extent ? _Extent - _At
		                                                      : dynamic_extent;
		return span<__T, __left>(__first_ + _At,
		                         __N == dynamic_extent ? size() - _At : __N);
	}

      private:
	__T *__first_;
};

template <typename __T, size_t __N> span(__T (&)[__N]) -> span<__T, __N>;
template <typename __T, size_t __N> span(::std::array<__T, __N> &) -> span<__T, __N>;
template <typename __T, size_t __N>
span(const ::std::array<__T, __N> &) -> span<const __T, __N>;
template <typename __T> span(__T *, size_t) -> span<__T>;
template <typename __T> span(__T *, __T *) -> span<__T>;
template <typename __C>
span(__C &&) -> span<::std::remove_pointer_t<decltype(::std::declval<__C &>().data())>>;

template <typename __T, size_t __N>
__SIMT_CXX auto as_bytes(span<__T, __N> __s) noexcept {
	constexpr size_t __n = __N == dynamic_extent ? __N : __N * sizeof(__T);
	return span<const ::std::byte, __n>(
		reinterpret_cast<const ::std::byte *>(__s.data()), __s.size_bytes());
}
template <typename __T, size_t __N>
__SIMT_CXX auto as_writable_bytes(span<__T, __N> __s) noexcept {
	constexpr size_t __n = __N == dynamic_extent ? __N : __N * sizeof(__T);
	return span<::std::byte, __n>(reinterpret_cast<::std::byte *>(__s.data()),
	                              __s.size_bytes());
}

} // namespace std
} // namespace cuda
