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

namespace simt {

/* A size that is known when compiling takes no memory. */
template <size_t _Extent> struct span_size {
	span_size() = default;
	__SIMT_CXX constexpr explicit span_size(size_t) noexcept {
	}
	__SIMT_CXX constexpr size_t get() const noexcept {
		return _Extent;
	}
};
template <> struct span_size<cuda::std::dynamic_extent> {
	size_t n = 0;
	span_size() = default;
	__SIMT_CXX constexpr explicit span_size(size_t size) noexcept : n(size) {
	}
	__SIMT_CXX constexpr size_t get() const noexcept {
		return n;
	}
};

template <typename __C> struct is_span : ::std::false_type {};
template <typename __T, size_t __N>
struct is_span<cuda::std::span<__T, __N>> : ::std::true_type {};
template <typename __C> struct is_std_array : ::std::false_type {};
template <typename __T, size_t __N>
struct is_std_array<::std::array<__T, __N>> : ::std::true_type {};

/* Arrays of From can be seen as arrays of To: only const may be added. */
template <typename _From, typename _To>
using seen_as = ::std::enable_if_t<::std::is_convertible_v<_From (*)[], _To (*)[]>, int>;

/* Containers other than arrays and spans: C has data() and size(). */
template <typename __C, typename __T>
using container_of = ::std::enable_if_t<
	!is_span<::std::remove_cv_t<::std::remove_reference_t<__C>>>::value &&
		!is_std_array<::std::remove_cv_t<::std::remove_reference_t<__C>>>::value &&
		!::std::is_array_v<::std::remove_reference_t<__C>> &&
		::std::is_convertible_v<
			::std::remove_pointer_t<decltype(::std::declval<__C &>().data())> (
					*)[],
			__T (*)[]> &&
		::std::is_convertible_v<decltype(::std::declval<__C &>().size()), size_t>,
	int>;

} // namespace simt

namespace std {

template <typename __T, size_t _Extent> class span : simt::span_size<_Extent> {
	typedef simt::span_size<_Extent> count;
	template <size_t __N>
	static constexpr bool fits = _Extent == dynamic_extent || _Extent == __N;

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
	__SIMT_CXX constexpr span() noexcept : first_(nullptr) {
	}
	__SIMT_CXX constexpr span(__T *first, size_t n) : count(n), first_(first) {
	}
	__SIMT_CXX constexpr span(__T *first, __T *end)
	    : count((size_t)(end - first)), first_(first) {
	}
	template <typename __U, size_t __N, simt::seen_as<__U, __T> = 0,
	          ::std::enable_if_t<fits<__N>, int> = 0>
	__SIMT_CXX constexpr span(__U (&a)[__N]) noexcept : count(__N), first_(a) {
	}
	template <typename __U, size_t __N, simt::seen_as<__U, __T> = 0,
	          ::std::enable_if_t<fits<__N>, int> = 0>
	__SIMT_CXX constexpr span(::std::array<__U, __N> &a) noexcept
	    : count(__N), first_(a.data()) {
	}
	template <typename __U, size_t __N, simt::seen_as<const __U, __T> = 0,
	          ::std::enable_if_t<fits<__N>, int> = 0>
	__SIMT_CXX constexpr span(const ::std::array<__U, __N> &a) noexcept
	    : count(__N), first_(a.data()) {
	}
	template <typename __C, simt::container_of<__C, __T> = 0>
	__SIMT_CXX constexpr span(__C &&c) : count(c.size()), first_(c.data()) {
	}
	template <typename __U, size_t __N, simt::seen_as<__U, __T> = 0,
	          ::std::enable_if_t<fits<__N> || __N == dynamic_extent, int> = 0>
	__SIMT_CXX constexpr span(const span<__U, __N> &other) noexcept
	    : count(other.size()), first_(other.data()) {
	}
	span(const span &) noexcept = default;
	span &operator=(const span &) noexcept = default;

	/* ---- elements ---- */

	__SIMT_CXX constexpr __T *data() const noexcept {
		return first_;
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
	__SIMT_CXX constexpr __T &operator[](size_t i) const {
		return first_[i];
	}
	__SIMT_CXX constexpr __T &front() const {
		return first_[0];
	}
	__SIMT_CXX constexpr __T &back() const {
		return first_[size() - 1];
	}
	__SIMT_CXX constexpr iterator begin() const noexcept {
		return first_;
	}
	__SIMT_CXX constexpr iterator end() const noexcept {
		return first_ + size();
	}
	__SIMT_CXX constexpr reverse_iterator rbegin() const noexcept {
		return reverse_iterator(end());
	}
	__SIMT_CXX constexpr reverse_iterator rend() const noexcept {
		return reverse_iterator(begin());
	}

	/* ---- parts ---- */

	__SIMT_CXX constexpr span<__T> first(size_t n) const {
		return span<__T>(first_, n);
	}
	template <size_t __N> __SIMT_CXX constexpr span<__T, __N> first() const {
		return span<__T, __N>(first_, __N);
	}
	__SIMT_CXX constexpr span<__T> last(size_t n) const {
		return span<__T>(first_ + (size() - n), n);
	}
	template <size_t __N> __SIMT_CXX constexpr span<__T, __N> last() const {
		return span<__T, __N>(first_ + (size() - __N), __N);
	}
	__SIMT_CXX constexpr span<__T> subspan(size_t at, size_t n = dynamic_extent) const {
		return span<__T>(first_ + at, n == dynamic_extent ? size() - at : n);
	}
	template <size_t _At, size_t __N = dynamic_extent>
	__SIMT_CXX constexpr auto subspan() const {
		constexpr size_t left = __N != dynamic_extent        ? __N
		                        : _Extent != dynamic_extent ? _Extent - _At
		                                                   : dynamic_extent;
		return span<__T, left>(first_ + _At, __N == dynamic_extent ? size() - _At : __N);
	}

      private:
	__T *first_;
};

template <typename __T, size_t __N> span(__T (&)[__N]) -> span<__T, __N>;
template <typename __T, size_t __N> span(::std::array<__T, __N> &) -> span<__T, __N>;
template <typename __T, size_t __N> span(const ::std::array<__T, __N> &) -> span<const __T, __N>;
template <typename __T> span(__T *, size_t) -> span<__T>;
template <typename __T> span(__T *, __T *) -> span<__T>;
template <typename __C>
span(__C &&) -> span<::std::remove_pointer_t<decltype(::std::declval<__C &>().data())>>;

template <typename __T, size_t __N> __SIMT_CXX auto as_bytes(span<__T, __N> s) noexcept {
	constexpr size_t n = __N == dynamic_extent ? __N : __N * sizeof(__T);
	return span<const ::std::byte, n>(reinterpret_cast<const ::std::byte *>(s.data()),
	                                  s.size_bytes());
}
template <typename __T, size_t __N> __SIMT_CXX auto as_writable_bytes(span<__T, __N> s) noexcept {
	constexpr size_t n = __N == dynamic_extent ? __N : __N * sizeof(__T);
	return span<::std::byte, n>(reinterpret_cast<::std::byte *>(s.data()),
	                            s.size_bytes());
}

} // namespace std
} // namespace cuda
