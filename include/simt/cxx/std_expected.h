/* std_expected.h - <expected> of C++23 in cuda::std, for C++17 too: a value, or why there is
 * none.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

struct unexpect_t {
	explicit unexpect_t() = default;
};
constexpr unexpect_t unexpect{};

template <typename E> class unexpected {
      public:
	template <typename G = E,
	          ::std::enable_if_t<
			  ::std::is_constructible_v<E, G> &&
				  !::std::is_same_v<::std::decay_t<G>, unexpected>,
			  int> = 0>
	__SIMT_CXX constexpr explicit unexpected(G &&e) : value(static_cast<G &&>(e)) {
	}
	__SIMT_CXX constexpr const E &error() const &noexcept {
		return value;
	}
	__SIMT_CXX constexpr E &error() &noexcept {
		return value;
	}
	__SIMT_CXX constexpr E &&error() &&noexcept {
		return static_cast<E &&>(value);
	}
	template <typename G>
	__SIMT_CXX constexpr bool operator==(const unexpected<G> &y) const {
		return value == y.error();
	}

      private:
	E value;
};
template <typename E> unexpected(E) -> unexpected<E>;

template <typename T, typename E> class expected {
	typedef ::std::conditional_t<::std::is_void_v<T>, ::std::monostate, T>
		value_or_none;

      public:
	typedef T value_type;
	typedef E error_type;
	typedef unexpected<E> unexpected_type;

	__SIMT_CXX constexpr expected() : state(::std::in_place_index<0>) {
	}
	template <
		typename U = value_or_none,
		::std::enable_if_t<::std::is_constructible_v<value_or_none, U> &&
	                                   !::std::is_void_v<T> &&
	                                   !::std::is_same_v<::std::decay_t<U>, expected>,
	                           int> = 0>
	__SIMT_CXX constexpr expected(U &&v)
	    : state(::std::in_place_index<0>, static_cast<U &&>(v)) {
	}
	template <typename G>
	__SIMT_CXX constexpr expected(const unexpected<G> &e)
	    : state(::std::in_place_index<1>, e.error()) {
	}
	template <typename G>
	__SIMT_CXX constexpr expected(unexpected<G> &&e)
	    : state(::std::in_place_index<1>, static_cast<G &&>(e.error())) {
	}
	template <typename... Args>
	__SIMT_CXX constexpr explicit expected(::std::in_place_t, Args &&...args)
	    : state(::std::in_place_index<0>, static_cast<Args &&>(args)...) {
	}
	template <typename... Args>
	__SIMT_CXX constexpr explicit expected(unexpect_t, Args &&...args)
	    : state(::std::in_place_index<1>, static_cast<Args &&>(args)...) {
	}

	__SIMT_CXX constexpr bool has_value() const noexcept {
		return state.index() == 0;
	}
	__SIMT_CXX constexpr explicit operator bool() const noexcept {
		return has_value();
	}
	__SIMT_CXX constexpr const value_or_none &operator*() const &noexcept {
		return *::std::get_if<0>(&state);
	}
	__SIMT_CXX constexpr value_or_none &operator*() &noexcept {
		return *::std::get_if<0>(&state);
	}
	__SIMT_CXX constexpr value_or_none &&operator*() &&noexcept {
		return static_cast<value_or_none &&>(*::std::get_if<0>(&state));
	}
	__SIMT_CXX constexpr const value_or_none &&operator*() const &&noexcept {
		return static_cast<const value_or_none &&>(*::std::get_if<0>(&state));
	}
	__SIMT_CXX constexpr const value_or_none *operator->() const noexcept {
		return ::std::get_if<0>(&state);
	}
	__SIMT_CXX constexpr value_or_none *operator->() noexcept {
		return ::std::get_if<0>(&state);
	}
	/* Without a value it is a trap on the device, an exception on the host. */
	__SIMT_CXX constexpr const value_or_none &value() const & {
		require();
		return **this;
	}
	__SIMT_CXX constexpr value_or_none &value() & {
		require();
		return **this;
	}
	__SIMT_CXX constexpr value_or_none &&value() && {
		require();
		return *static_cast<expected &&>(*this);
	}
	__SIMT_CXX constexpr const value_or_none &&value() const && {
		require();
		return *static_cast<const expected &&>(*this);
	}
	__SIMT_CXX constexpr E &&error() &&noexcept {
		return static_cast<E &&>(*::std::get_if<1>(&state));
	}
	__SIMT_CXX constexpr const E &&error() const &&noexcept {
		return static_cast<const E &&>(*::std::get_if<1>(&state));
	}
	__SIMT_CXX constexpr const E &error() const &noexcept {
		return *::std::get_if<1>(&state);
	}
	__SIMT_CXX constexpr E &error() &noexcept {
		return *::std::get_if<1>(&state);
	}
	template <typename U>
	__SIMT_CXX constexpr value_or_none value_or(U &&other) const & {
		return has_value() ? **this
		                   : static_cast<value_or_none>(static_cast<U &&>(other));
	}
	template <typename U> __SIMT_CXX constexpr value_or_none value_or(U &&other) && {
		return has_value() ? *static_cast<expected &&>(*this)
		                   : static_cast<value_or_none>(static_cast<U &&>(other));
	}
	template <typename G = E> __SIMT_CXX constexpr E error_or(G &&other) const {
		return has_value() ? static_cast<E>(static_cast<G &&>(other)) : error();
	}
	template <typename... Args>
	__SIMT_CXX constexpr value_or_none &emplace(Args &&...args) {
		return state.template emplace<0>(static_cast<Args &&>(args)...);
	}
	__SIMT_CXX constexpr void swap(expected &y) {
		state.swap(y.state);
	}
	__SIMT_CXX friend constexpr void swap(expected &x, expected &y) {
		x.swap(y);
	}

	/* ---- a function of the value, or of the error; what is moved from may be moved on ---- */

	template <typename F> __SIMT_CXX constexpr auto and_then(F &&f) & {
		return and_then_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto and_then(F &&f) const & {
		return and_then_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto and_then(F &&f) && {
		return and_then_of(static_cast<expected &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto and_then(F &&f) const && {
		return and_then_of(static_cast<const expected &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform(F &&f) & {
		return transform_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform(F &&f) const & {
		return transform_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform(F &&f) && {
		return transform_of(static_cast<expected &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform(F &&f) const && {
		return transform_of(static_cast<const expected &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto or_else(F &&f) & {
		return or_else_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto or_else(F &&f) const & {
		return or_else_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto or_else(F &&f) && {
		return or_else_of(static_cast<expected &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto or_else(F &&f) const && {
		return or_else_of(static_cast<const expected &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform_error(F &&f) & {
		return transform_error_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform_error(F &&f) const & {
		return transform_error_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform_error(F &&f) && {
		return transform_error_of(static_cast<expected &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform_error(F &&f) const && {
		return transform_error_of(static_cast<const expected &&>(*this), f);
	}

	template <typename U, typename G>
	__SIMT_CXX constexpr bool operator==(const expected<U, G> &y) const {
		if (has_value() != y.has_value())
			return false;
		if constexpr (::std::is_void_v<T>)
			return has_value() || error() == y.error();
		else
			return has_value() ? **this == *y : error() == y.error();
	}
	template <typename G>
	__SIMT_CXX constexpr bool operator==(const unexpected<G> &e) const {
		return !has_value() && error() == e.error();
	}
	template <
		typename U,
		::std::enable_if_t<
			!::std::is_void_v<T> &&
				::std::is_constructible_v<
					bool, decltype(::std::declval<
							       const value_or_none &>() ==
	                                               ::std::declval<const U &>())>,
			int> = 0>
	__SIMT_CXX constexpr bool operator==(const U &v) const {
		return has_value() && **this == v;
	}
#if __cplusplus < 202002L
	template <typename U> __SIMT_CXX constexpr bool operator!=(const U &y) const {
		return !(*this == y);
	}
#endif

      private:
	template <typename Self, typename F>
	__SIMT_CXX static constexpr decltype(auto) call(Self &&self, F &f) {
		if constexpr (::std::is_void_v<T>)
			return f();
		else
			return f(*static_cast<Self &&>(self));
	}
	template <typename Self, typename F>
	__SIMT_CXX static constexpr auto and_then_of(Self &&self, F &f) {
		typedef decltype(call(static_cast<Self &&>(self), f)) Next;
		return self.has_value()
		               ? call(static_cast<Self &&>(self), f)
		               : Next(unexpect, static_cast<Self &&>(self).error());
	}
	template <typename Self, typename F>
	__SIMT_CXX static constexpr auto transform_of(Self &&self, F &f) {
		typedef decltype(call(static_cast<Self &&>(self), f)) Result;
		typedef expected<::std::remove_cv_t<Result>, E> Next;
		if (!self.has_value())
			return Next(unexpect, static_cast<Self &&>(self).error());
		if constexpr (::std::is_void_v<Result>) {
			call(static_cast<Self &&>(self), f);
			return Next();
		} else
			return Next(::std::in_place, call(static_cast<Self &&>(self), f));
	}
	template <typename Next, typename Self>
	__SIMT_CXX static constexpr Next same_value(Self &&self) {
		if constexpr (::std::is_void_v<T>)
			return Next();
		else
			return Next(::std::in_place, *static_cast<Self &&>(self));
	}
	template <typename Self, typename F>
	__SIMT_CXX static constexpr auto or_else_of(Self &&self, F &f) {
		typedef decltype(f(static_cast<Self &&>(self).error())) Next;
		if (!self.has_value())
			return f(static_cast<Self &&>(self).error());
		return same_value<Next>(static_cast<Self &&>(self));
	}
	template <typename Self, typename F>
	__SIMT_CXX static constexpr auto transform_error_of(Self &&self, F &f) {
		typedef decltype(f(static_cast<Self &&>(self).error())) Result;
		typedef expected<T, ::std::remove_cv_t<Result>> Next;
		if (!self.has_value())
			return Next(unexpect, f(static_cast<Self &&>(self).error()));
		return same_value<Next>(static_cast<Self &&>(self));
	}
	__SIMT_CXX constexpr void require() const {
		if (has_value())
			return;
#if defined(__CUDA_ARCH__)
		__trap();
#else
		throw ::std::bad_variant_access();
#endif
	}
	::std::variant<value_or_none, E> state;
};

} // namespace std
} // namespace cuda
