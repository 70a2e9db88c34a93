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

template <typename T, size_t Extent = dynamic_extent> class span;

} // namespace std

namespace simt {

/* A size that is known when compiling takes no memory. */
template <size_t Extent> struct span_size {
	span_size() = default;
	__SIMT_CXX constexpr explicit span_size(size_t) noexcept {
	}
	__SIMT_CXX constexpr size_t get() const noexcept {
		return Extent;
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

template <typename C> struct is_span : ::std::false_type {};
template <typename T, size_t N>
struct is_span<cuda::std::span<T, N>> : ::std::true_type {};
template <typename C> struct is_std_array : ::std::false_type {};
template <typename T, size_t N>
struct is_std_array<::std::array<T, N>> : ::std::true_type {};

/* Arrays of From can be seen as arrays of To: only const may be added. */
template <typename From, typename To>
using seen_as = ::std::enable_if_t<::std::is_convertible_v<From (*)[], To (*)[]>, int>;

/* Containers other than arrays and spans: C has data() and size(). */
template <typename C, typename T>
using container_of = ::std::enable_if_t<
	!is_span<::std::remove_cv_t<::std::remove_reference_t<C>>>::value &&
		!is_std_array<::std::remove_cv_t<::std::remove_reference_t<C>>>::value &&
		!::std::is_array_v<::std::remove_reference_t<C>> &&
		::std::is_convertible_v<
			::std::remove_pointer_t<decltype(::std::declval<C &>().data())> (
					*)[],
			T (*)[]> &&
		::std::is_convertible_v<decltype(::std::declval<C &>().size()), size_t>,
	int>;

} // namespace simt

namespace std {

template <typename T, size_t Extent> class span {
	template <size_t N>
	static constexpr bool fits = Extent == dynamic_extent || Extent == N;

      public:
	typedef T element_type;
	typedef ::std::remove_cv_t<T> value_type;
	typedef size_t size_type;
	typedef ptrdiff_t difference_type;
	typedef T *pointer;
	typedef const T *const_pointer;
	typedef T &reference;
	typedef const T &const_reference;
	typedef T *iterator;
	typedef ::std::reverse_iterator<T *> reverse_iterator;
	static constexpr size_t extent = Extent;

	/* ---- of what ---- */

	template <size_t N = Extent,
	          ::std::enable_if_t<N == 0 || N == dynamic_extent, int> = 0>
	__SIMT_CXX constexpr span() noexcept : first_(nullptr) {
	}
	__SIMT_CXX constexpr span(T *first, size_t n) : first_(first), size_(n) {
	}
	__SIMT_CXX constexpr span(T *first, T *end)
	    : first_(first), size_((size_t)(end - first)) {
	}
	template <typename U, size_t N, simt::seen_as<U, T> = 0,
	          ::std::enable_if_t<fits<N>, int> = 0>
	__SIMT_CXX constexpr span(U (&a)[N]) noexcept : first_(a), size_(N) {
	}
	template <typename U, size_t N, simt::seen_as<U, T> = 0,
	          ::std::enable_if_t<fits<N>, int> = 0>
	__SIMT_CXX constexpr span(::std::array<U, N> &a) noexcept
	    : first_(a.data()), size_(N) {
	}
	template <typename U, size_t N, simt::seen_as<const U, T> = 0,
	          ::std::enable_if_t<fits<N>, int> = 0>
	__SIMT_CXX constexpr span(const ::std::array<U, N> &a) noexcept
	    : first_(a.data()), size_(N) {
	}
	template <typename C, simt::container_of<C, T> = 0>
	__SIMT_CXX constexpr span(C &&c) : first_(c.data()), size_(c.size()) {
	}
	template <typename U, size_t N, simt::seen_as<U, T> = 0,
	          ::std::enable_if_t<fits<N> || N == dynamic_extent, int> = 0>
	__SIMT_CXX constexpr span(const span<U, N> &other) noexcept
	    : first_(other.data()), size_(other.size()) {
	}
	span(const span &) noexcept = default;
	span &operator=(const span &) noexcept = default;

	/* ---- elements ---- */

	__SIMT_CXX constexpr T *data() const noexcept {
		return first_;
	}
	__SIMT_CXX constexpr size_t size() const noexcept {
		return size_.get();
	}
	__SIMT_CXX constexpr size_t size_bytes() const noexcept {
		return size() * sizeof(T);
	}
	__SIMT_CXX constexpr bool empty() const noexcept {
		return size() == 0;
	}
	__SIMT_CXX constexpr T &operator[](size_t i) const {
		return first_[i];
	}
	__SIMT_CXX constexpr T &front() const {
		return first_[0];
	}
	__SIMT_CXX constexpr T &back() const {
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

	__SIMT_CXX constexpr span<T> first(size_t n) const {
		return span<T>(first_, n);
	}
	template <size_t N> __SIMT_CXX constexpr span<T, N> first() const {
		return span<T, N>(first_, N);
	}
	__SIMT_CXX constexpr span<T> last(size_t n) const {
		return span<T>(first_ + (size() - n), n);
	}
	template <size_t N> __SIMT_CXX constexpr span<T, N> last() const {
		return span<T, N>(first_ + (size() - N), N);
	}
	__SIMT_CXX constexpr span<T> subspan(size_t at, size_t n = dynamic_extent) const {
		return span<T>(first_ + at, n == dynamic_extent ? size() - at : n);
	}
	template <size_t At, size_t N = dynamic_extent>
	__SIMT_CXX constexpr auto subspan() const {
		constexpr size_t left = N != dynamic_extent        ? N
		                        : Extent != dynamic_extent ? Extent - At
		                                                   : dynamic_extent;
		return span<T, left>(first_ + At, N == dynamic_extent ? size() - At : N);
	}

      private:
	T *first_;
	simt::span_size<Extent> size_;
};

template <typename T, size_t N> span(T (&)[N]) -> span<T, N>;
template <typename T, size_t N> span(::std::array<T, N> &) -> span<T, N>;
template <typename T, size_t N> span(const ::std::array<T, N> &) -> span<const T, N>;
template <typename T> span(T *, size_t) -> span<T>;
template <typename T> span(T *, T *) -> span<T>;
template <typename C>
span(C &&) -> span<::std::remove_pointer_t<decltype(::std::declval<C &>().data())>>;

template <typename T, size_t N> __SIMT_CXX auto as_bytes(span<T, N> s) noexcept {
	constexpr size_t n = N == dynamic_extent ? N : N * sizeof(T);
	return span<const ::std::byte, n>(reinterpret_cast<const ::std::byte *>(s.data()),
	                                  s.size_bytes());
}
template <typename T, size_t N> __SIMT_CXX auto as_writable_bytes(span<T, N> s) noexcept {
	constexpr size_t n = N == dynamic_extent ? N : N * sizeof(T);
	return span<::std::byte, n>(reinterpret_cast<::std::byte *>(s.data()),
	                            s.size_bytes());
}

} // namespace std
} // namespace cuda
