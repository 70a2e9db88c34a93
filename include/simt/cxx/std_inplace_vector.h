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

namespace simt {

/* Room for n elements: an array where that takes no constructor, so that constants can be made; bytes otherwise. */
template <typename __T, size_t n, bool plain> struct inplace_room {
	__T all[n] = {};
	__SIMT_CXX constexpr __T *at() noexcept {
		return all;
	}
	__SIMT_CXX constexpr const __T *at() const noexcept {
		return all;
	}
};
template <typename __T, size_t n> struct inplace_room<__T, n, false> {
	alignas(__T) unsigned char bytes[n * sizeof(__T)];
	__SIMT_CXX __T *at() noexcept {
		return reinterpret_cast<__T *>(bytes);
	}
	__SIMT_CXX const __T *at() const noexcept {
		return reinterpret_cast<const __T *>(bytes);
	}
};
template <typename __T, bool plain> struct inplace_room<__T, 0, plain> {
	__SIMT_CXX constexpr __T *at() const noexcept {
		return nullptr;
	}
};

template <typename _It>
using if_input_iterator = ::std::enable_if_t<
	::std::is_convertible_v<typename ::std::iterator_traits<_It>::iterator_category,
                                ::std::input_iterator_tag>>;

} // namespace simt

namespace std {

/* What does not fit is a trap on the device, bad_alloc on the host; an index out of range for at() likewise,
 * out_of_range on the host. */
template <typename __T, size_t __N> class inplace_vector {
	static constexpr bool plain = ::std::is_trivially_copyable_v<__T> &&
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
	__SIMT_CXX constexpr explicit inplace_vector(size_t n) {
		resize(n);
	}
	__SIMT_CXX constexpr inplace_vector(size_t n, const __T &v) {
		assign(n, v);
	}
	template <typename _It, typename = simt::if_input_iterator<_It>>
	__SIMT_CXX constexpr inplace_vector(_It first, _It last) {
		append(first, last);
	}
	__SIMT_CXX constexpr inplace_vector(::std::initializer_list<__T> all) {
		append(all.begin(), all.end());
	}
	__SIMT_CXX constexpr inplace_vector(const inplace_vector &y) {
		append(y.begin(), y.end());
	}
	__SIMT_CXX constexpr inplace_vector(inplace_vector &&y) noexcept(
		::std::is_nothrow_move_constructible_v<__T>) {
		take(y);
	}
	__SIMT_CXX constexpr inplace_vector &operator=(const inplace_vector &y) {
		if (this != &y)
			assign(y.begin(), y.end());
		return *this;
	}
	__SIMT_CXX constexpr inplace_vector &operator=(inplace_vector &&y) noexcept(
		::std::is_nothrow_move_constructible_v<__T>) {
		if (this != &y) {
			clear();
			take(y);
		}
		return *this;
	}
	__SIMT_CXX constexpr inplace_vector &operator=(::std::initializer_list<__T> all) {
		assign(all.begin(), all.end());
		return *this;
	}
#if __cplusplus >= 202002L
	~inplace_vector() requires plain = default;
	__SIMT_CXX constexpr ~inplace_vector() {
		clear();
	}
#else
	__SIMT_CXX ~inplace_vector() {
		clear();
	}
#endif

	__SIMT_CXX constexpr void assign(size_t n, const __T &v) {
		__T copy(v);
		clear();
		while (n-- > 0)
			push_back(copy);
	}
	template <typename _It, typename = simt::if_input_iterator<_It>>
	__SIMT_CXX constexpr void assign(_It first, _It last) {
		clear();
		append(first, last);
	}
	__SIMT_CXX constexpr void assign(::std::initializer_list<__T> all) {
		assign(all.begin(), all.end());
	}

	/* ---- elements ---- */

	__SIMT_CXX constexpr __T *data() noexcept {
		return room.at();
	}
	__SIMT_CXX constexpr const __T *data() const noexcept {
		return room.at();
	}
	__SIMT_CXX constexpr __T &operator[](size_t i) {
		return data()[i];
	}
	__SIMT_CXX constexpr const __T &operator[](size_t i) const {
		return data()[i];
	}
	__SIMT_CXX constexpr __T &at(size_t i) {
		return data()[inside(i)];
	}
	__SIMT_CXX constexpr const __T &at(size_t i) const {
		return data()[inside(i)];
	}
	__SIMT_CXX constexpr __T &front() {
		return data()[0];
	}
	__SIMT_CXX constexpr const __T &front() const {
		return data()[0];
	}
	__SIMT_CXX constexpr __T &back() {
		return data()[used - 1];
	}
	__SIMT_CXX constexpr const __T &back() const {
		return data()[used - 1];
	}
	__SIMT_CXX constexpr iterator begin() noexcept {
		return data();
	}
	__SIMT_CXX constexpr const_iterator begin() const noexcept {
		return data();
	}
	__SIMT_CXX constexpr iterator end() noexcept {
		return data() + used;
	}
	__SIMT_CXX constexpr const_iterator end() const noexcept {
		return data() + used;
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
		return used == 0;
	}
	__SIMT_CXX constexpr size_t size() const noexcept {
		return used;
	}
	__SIMT_CXX static constexpr size_t max_size() noexcept {
		return __N;
	}
	__SIMT_CXX static constexpr size_t capacity() noexcept {
		return __N;
	}
	__SIMT_CXX static constexpr void reserve(size_t n) {
		if (n > __N)
			full();
	}
	__SIMT_CXX static constexpr void shrink_to_fit() noexcept {
	}
	__SIMT_CXX constexpr void resize(size_t n) {
		reserve(n);
		while (used > n)
			pop_back();
		while (used < n)
			unchecked_emplace_back();
	}
	__SIMT_CXX constexpr void resize(size_t n, const __T &v) {
		reserve(n);
		while (used > n)
			pop_back();
		while (used < n)
			unchecked_emplace_back(v);
	}

	/* ---- at the end: checked, tried (null when full), or with the caller's word ---- */

	template <typename... _As>
	__SIMT_CXX constexpr __T &unchecked_emplace_back(_As &&...as) {
		__T *p = data() + used;
		if constexpr (plain)
			*p = __T(static_cast<_As &&>(as)...);
		else
			::new (static_cast<void *>(p)) __T(static_cast<_As &&>(as)...);
		used++;
		return *p;
	}
	template <typename... _As> __SIMT_CXX constexpr __T *try_emplace_back(_As &&...as) {
		return used == __N ? nullptr
		                 : &unchecked_emplace_back(static_cast<_As &&>(as)...);
	}
	template <typename... _As> __SIMT_CXX constexpr __T &emplace_back(_As &&...as) {
		reserve(used + 1);
		return unchecked_emplace_back(static_cast<_As &&>(as)...);
	}
	__SIMT_CXX constexpr __T &push_back(const __T &v) {
		return emplace_back(v);
	}
	__SIMT_CXX constexpr __T &push_back(__T &&v) {
		return emplace_back(static_cast<__T &&>(v));
	}
	__SIMT_CXX constexpr __T *try_push_back(const __T &v) {
		return try_emplace_back(v);
	}
	__SIMT_CXX constexpr __T *try_push_back(__T &&v) {
		return try_emplace_back(static_cast<__T &&>(v));
	}
	__SIMT_CXX constexpr __T &unchecked_push_back(const __T &v) {
		return unchecked_emplace_back(v);
	}
	__SIMT_CXX constexpr __T &unchecked_push_back(__T &&v) {
		return unchecked_emplace_back(static_cast<__T &&>(v));
	}
	__SIMT_CXX constexpr void pop_back() {
		used--;
		if constexpr (!plain)
			data()[used].~__T();
	}
	__SIMT_CXX constexpr void clear() noexcept {
		if constexpr (plain)
			used = 0;
		else
			while (used > 0)
				pop_back();
	}

	/* ---- in between: new elements come to the end and are turned into their place ---- */

	template <typename... _As>
	__SIMT_CXX constexpr iterator emplace(const_iterator at, _As &&...as) {
		size_t i = at - begin(), old = used;
		emplace_back(static_cast<_As &&>(as)...);
		return turn(i, old);
	}
	__SIMT_CXX constexpr iterator insert(const_iterator at, const __T &v) {
		return emplace(at, v);
	}
	__SIMT_CXX constexpr iterator insert(const_iterator at, __T &&v) {
		return emplace(at, static_cast<__T &&>(v));
	}
	__SIMT_CXX constexpr iterator insert(const_iterator at, size_t n, const __T &v) {
		size_t i = at - begin(), old = used;
		reserve(used + n);
		while (n-- > 0)
			unchecked_emplace_back(v);
		return turn(i, old);
	}
	template <typename _It, typename = simt::if_input_iterator<_It>>
	__SIMT_CXX constexpr iterator insert(const_iterator at, _It first, _It last) {
		size_t i = at - begin(), old = used;
		append(first, last);
		return turn(i, old);
	}
	__SIMT_CXX constexpr iterator insert(const_iterator at,
	                                     ::std::initializer_list<__T> all) {
		return insert(at, all.begin(), all.end());
	}
	__SIMT_CXX constexpr iterator erase(const_iterator at) {
		return erase(at, at + 1);
	}
	__SIMT_CXX constexpr iterator erase(const_iterator first, const_iterator last) {
		__T *to = begin() + (first - begin()), *from = begin() + (last - begin()),
		  *result = to;
		if (to == from)
			return result;
		while (from != end())
			*to++ = static_cast<__T &&>(*from++);
		while (end() != to)
			pop_back();
		return result;
	}
	__SIMT_CXX constexpr void swap(inplace_vector &y) {
		inplace_vector old(static_cast<inplace_vector &&>(*this));
		*this = static_cast<inplace_vector &&>(y);
		y = static_cast<inplace_vector &&>(old);
	}
	__SIMT_CXX friend constexpr void swap(inplace_vector &x, inplace_vector &y) {
		x.swap(y);
	}

	/* ---- compared ---- */

	__SIMT_CXX friend constexpr bool operator==(const inplace_vector &x,
	                                            const inplace_vector &y) {
		if (x.used != y.used)
			return false;
		for (size_t i = 0; i < x.used; i++)
			if (!(x[i] == y[i]))
				return false;
		return true;
	}
	__SIMT_CXX friend constexpr bool operator!=(const inplace_vector &x,
	                                            const inplace_vector &y) {
		return !(x == y);
	}
	__SIMT_CXX friend constexpr bool operator<(const inplace_vector &x,
	                                           const inplace_vector &y) {
		for (size_t i = 0; i < x.used && i < y.used; i++) {
			if (x[i] < y[i])
				return true;
			if (y[i] < x[i])
				return false;
		}
		return x.used < y.used;
	}
	__SIMT_CXX friend constexpr bool operator>(const inplace_vector &x,
	                                           const inplace_vector &y) {
		return y < x;
	}
	__SIMT_CXX friend constexpr bool operator<=(const inplace_vector &x,
	                                            const inplace_vector &y) {
		return !(y < x);
	}
	__SIMT_CXX friend constexpr bool operator>=(const inplace_vector &x,
	                                            const inplace_vector &y) {
		return !(x < y);
	}

      private:
	__SIMT_CXX static constexpr void full() {
#ifdef __CUDA_ARCH__
		__trap();
#else
		throw ::std::bad_alloc();
#endif
	}
	__SIMT_CXX constexpr size_t inside(size_t i) const {
		if (i >= used)
#ifdef __CUDA_ARCH__
			__trap();
#else
			throw ::std::out_of_range("inplace_vector::at");
#endif
		return i;
	}
	template <typename _It> __SIMT_CXX constexpr void append(_It first, _It last) {
		for (; first != last; ++first)
			emplace_back(*first);
	}
	__SIMT_CXX constexpr void take(inplace_vector &y) {
		for (__T &v : y)
			unchecked_emplace_back(static_cast<__T &&>(v));
	}
	__SIMT_CXX static constexpr void reverse(__T *first, __T *last) {
		while (first != last && first != --last) {
			__T v(static_cast<__T &&>(*first));
			*first++ = static_cast<__T &&>(*last);
			*last = static_cast<__T &&>(v);
		}
	}
	/* The elements from `middle` on come before those from `i` on; returns where they are then. */
	__SIMT_CXX constexpr __T *turn(size_t i, size_t middle) {
		reverse(begin() + i, begin() + middle);
		reverse(begin() + middle, end());
		reverse(begin() + i, end());
		return begin() + i;
	}

	simt::inplace_room<__T, __N, plain> room;
	size_t used = 0;
};

template <typename __T, size_t __N, typename _Test>
__SIMT_CXX constexpr size_t erase_if(inplace_vector<__T, __N> &v, _Test test) {
	__T *to = v.begin();
	for (__T *from = v.begin(); from != v.end(); ++from)
		if (!test(*from)) {
			if (to != from)
				*to = static_cast<__T &&>(*from);
			++to;
		}
	size_t n = v.end() - to;
	v.erase(to, v.end());
	return n;
}
template <typename __T, size_t __N, typename __U>
__SIMT_CXX constexpr size_t erase(inplace_vector<__T, __N> &v, const __U &value) {
	return erase_if(v, [&](const __T &x) { return x == value; });
}

} // namespace std
} // namespace cuda
