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

template <typename __E> class unexpected {
      public:
	template <typename __G = __E,
	          ::std::enable_if_t<
			  ::std::is_constructible_v<__E, __G> &&
				  !::std::is_same_v<::std::decay_t<__G>, unexpected>,
			  int> = 0>
	__SIMT_CXX constexpr explicit unexpected(__G &&e) : value(static_cast<__G &&>(e)) {
	}
	__SIMT_CXX constexpr const __E &error() const &noexcept {
		return value;
	}
	__SIMT_CXX constexpr __E &error() &noexcept {
		return value;
	}
	__SIMT_CXX constexpr __E &&error() &&noexcept {
		return static_cast<__E &&>(value);
	}
	template <typename __G>
	__SIMT_CXX constexpr bool operator==(const unexpected<__G> &y) const {
		return value == y.error();
	}

      private:
	__E value;
};
template <typename __E> unexpected(__E) -> unexpected<__E>;

template <typename __T, typename __E> class expected {
	typedef ::std::conditional_t<::std::is_void_v<__T>, ::std::monostate, __T>
		value_or_none;

      public:
	typedef __T value_type;
	typedef __E error_type;
	typedef unexpected<__E> unexpected_type;

	__SIMT_CXX constexpr expected() : state(::std::in_place_index<0>) {
	}
	template <
		typename __U = value_or_none,
		::std::enable_if_t<::std::is_constructible_v<value_or_none, __U> &&
	                                   !::std::is_void_v<__T> &&
	                                   !::std::is_same_v<::std::decay_t<__U>, expected>,
	                           int> = 0>
	__SIMT_CXX constexpr expected(__U &&v)
	    : state(::std::in_place_index<0>, static_cast<__U &&>(v)) {
	}
	template <typename __G>
	__SIMT_CXX constexpr expected(const unexpected<__G> &e)
	    : state(::std::in_place_index<1>, e.error()) {
	}
	template <typename __G>
	__SIMT_CXX constexpr expected(unexpected<__G> &&e)
	    : state(::std::in_place_index<1>, static_cast<__G &&>(e.error())) {
	}
	template <typename... _Args>
	__SIMT_CXX constexpr explicit expected(::std::in_place_t, _Args &&...args)
	    : state(::std::in_place_index<0>, static_cast<_Args &&>(args)...) {
	}
	template <typename... _Args>
	__SIMT_CXX constexpr explicit expected(unexpect_t, _Args &&...args)
	    : state(::std::in_place_index<1>, static_cast<_Args &&>(args)...) {
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
	__SIMT_CXX constexpr __E &&error() &&noexcept {
		return static_cast<__E &&>(*::std::get_if<1>(&state));
	}
	__SIMT_CXX constexpr const __E &&error() const &&noexcept {
		return static_cast<const __E &&>(*::std::get_if<1>(&state));
	}
	__SIMT_CXX constexpr const __E &error() const &noexcept {
		return *::std::get_if<1>(&state);
	}
	__SIMT_CXX constexpr __E &error() &noexcept {
		return *::std::get_if<1>(&state);
	}
	template <typename __U>
	__SIMT_CXX constexpr value_or_none value_or(__U &&other) const & {
		return has_value() ? **this
		                   : static_cast<value_or_none>(static_cast<__U &&>(other));
	}
	template <typename __U> __SIMT_CXX constexpr value_or_none value_or(__U &&other) && {
		return has_value() ? *static_cast<expected &&>(*this)
		                   : static_cast<value_or_none>(static_cast<__U &&>(other));
	}
	template <typename __G = __E> __SIMT_CXX constexpr __E error_or(__G &&other) const {
		return has_value() ? static_cast<__E>(static_cast<__G &&>(other)) : error();
	}
	template <typename... _Args>
	__SIMT_CXX constexpr value_or_none &emplace(_Args &&...args) {
		return state.template emplace<0>(static_cast<_Args &&>(args)...);
	}
	__SIMT_CXX constexpr void swap(expected &y) {
		state.swap(y.state);
	}
	__SIMT_CXX friend constexpr void swap(expected &x, expected &y) {
		x.swap(y);
	}

	/* ---- a function of the value, or of the error; what is moved from may be moved on ---- */

	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&f) & {
		return and_then_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&f) const & {
		return and_then_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&f) && {
		return and_then_of(static_cast<expected &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&f) const && {
		return and_then_of(static_cast<const expected &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&f) & {
		return transform_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&f) const & {
		return transform_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&f) && {
		return transform_of(static_cast<expected &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&f) const && {
		return transform_of(static_cast<const expected &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto or_else(__F &&f) & {
		return or_else_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto or_else(__F &&f) const & {
		return or_else_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto or_else(__F &&f) && {
		return or_else_of(static_cast<expected &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto or_else(__F &&f) const && {
		return or_else_of(static_cast<const expected &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform_error(__F &&f) & {
		return transform_error_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform_error(__F &&f) const & {
		return transform_error_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform_error(__F &&f) && {
		return transform_error_of(static_cast<expected &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform_error(__F &&f) const && {
		return transform_error_of(static_cast<const expected &&>(*this), f);
	}

	template <typename __U, typename __G>
	__SIMT_CXX constexpr bool operator==(const expected<__U, __G> &y) const {
		if (has_value() != y.has_value())
			return false;
		if constexpr (::std::is_void_v<__T>)
			return has_value() || error() == y.error();
		else
			return has_value() ? **this == *y : error() == y.error();
	}
	template <typename __G>
	__SIMT_CXX constexpr bool operator==(const unexpected<__G> &e) const {
		return !has_value() && error() == e.error();
	}
	template <
		typename __U,
		::std::enable_if_t<
			!::std::is_void_v<__T> &&
				::std::is_constructible_v<
					bool, decltype(::std::declval<
							       const value_or_none &>() ==
	                                               ::std::declval<const __U &>())>,
			int> = 0>
	__SIMT_CXX constexpr bool operator==(const __U &v) const {
		return has_value() && **this == v;
	}
#if __cplusplus < 202002L
	template <typename __U> __SIMT_CXX constexpr bool operator!=(const __U &y) const {
		return !(*this == y);
	}
#endif

      private:
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr decltype(auto) call(_Self &&self, __F &f) {
		if constexpr (::std::is_void_v<__T>)
			return f();
		else
			return f(*static_cast<_Self &&>(self));
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto and_then_of(_Self &&self, __F &f) {
		typedef decltype(call(static_cast<_Self &&>(self), f)) _Next;
		return self.has_value()
		               ? call(static_cast<_Self &&>(self), f)
		               : _Next(unexpect, static_cast<_Self &&>(self).error());
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto transform_of(_Self &&self, __F &f) {
		typedef decltype(call(static_cast<_Self &&>(self), f)) Result;
		typedef expected<::std::remove_cv_t<Result>, __E> _Next;
		if (!self.has_value())
			return _Next(unexpect, static_cast<_Self &&>(self).error());
		if constexpr (::std::is_void_v<Result>) {
			call(static_cast<_Self &&>(self), f);
			return _Next();
		} else
			return _Next(::std::in_place, call(static_cast<_Self &&>(self), f));
	}
	template <typename _Next, typename _Self>
	__SIMT_CXX static constexpr _Next same_value(_Self &&self) {
		if constexpr (::std::is_void_v<__T>)
			return _Next();
		else
			return _Next(::std::in_place, *static_cast<_Self &&>(self));
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto or_else_of(_Self &&self, __F &f) {
		typedef decltype(f(static_cast<_Self &&>(self).error())) _Next;
		if (!self.has_value())
			return f(static_cast<_Self &&>(self).error());
		return same_value<_Next>(static_cast<_Self &&>(self));
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto transform_error_of(_Self &&self, __F &f) {
		typedef decltype(f(static_cast<_Self &&>(self).error())) Result;
		typedef expected<__T, ::std::remove_cv_t<Result>> _Next;
		if (!self.has_value())
			return _Next(unexpect, f(static_cast<_Self &&>(self).error()));
		return same_value<_Next>(static_cast<_Self &&>(self));
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
	::std::variant<value_or_none, __E> state;
};

} // namespace std
} // namespace cuda
