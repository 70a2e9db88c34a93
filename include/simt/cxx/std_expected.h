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
	__SIMT_CXX constexpr explicit unexpected(__G &&__e)
	    : __held(static_cast<__G &&>(__e)) {
	}
	__SIMT_CXX constexpr const __E &error() const &noexcept {
		return __held;
	}
	__SIMT_CXX constexpr __E &error() &noexcept {
		return __held;
	}
	__SIMT_CXX constexpr __E &&error() &&noexcept {
		return static_cast<__E &&>(__held);
	}
	template <typename __G>
	__SIMT_CXX constexpr bool operator==(const unexpected<__G> &__y) const {
		return __held == __y.error();
	}

      private:
	__E __held;
};
template <typename __E> unexpected(__E) -> unexpected<__E>;

template <typename __T, typename __E> class expected {
	typedef ::std::conditional_t<::std::is_void_v<__T>, ::std::monostate, __T>
		__value_or_none;

      public:
	typedef __T value_type;
	typedef __E error_type;
	typedef unexpected<__E> unexpected_type;

	__SIMT_CXX constexpr expected() : __state(::std::in_place_index<0>) {
	}
	template <typename __U = __value_or_none,
	          ::std::enable_if_t<
			  ::std::is_constructible_v<__value_or_none, __U> &&
				  !::std::is_void_v<__T> &&
				  !::std::is_same_v<::std::decay_t<__U>, expected>,
			  int> = 0>
	__SIMT_CXX constexpr expected(__U &&__v)
	    : __state(::std::in_place_index<0>, static_cast<__U &&>(__v)) {
	}
	template <typename __G>
	__SIMT_CXX constexpr expected(const unexpected<__G> &__e)
	    : __state(::std::in_place_index<1>, __e.error()) {
	}
	template <typename __G>
	__SIMT_CXX constexpr expected(unexpected<__G> &&__e)
	    : __state(::std::in_place_index<1>, static_cast<__G &&>(__e.error())) {
	}
	template <typename... _Args>
	__SIMT_CXX constexpr explicit expected(::std::in_place_t, _Args &&...__args)
	    : __state(::std::in_place_index<0>, static_cast<_Args &&>(__args)...) {
	}
	template <typename... _Args>
	__SIMT_CXX constexpr explicit expected(unexpect_t, _Args &&...__args)
	    : __state(::std::in_place_index<1>, static_cast<_Args &&>(__args)...) {
	}

	__SIMT_CXX constexpr bool has_value() const noexcept {
		return __state.index() == 0;
	}
	__SIMT_CXX constexpr explicit operator bool() const noexcept {
		return has_value();
	}
	__SIMT_CXX constexpr const __value_or_none &operator*() const &noexcept {
		return *::std::get_if<0>(&__state);
	}
	__SIMT_CXX constexpr __value_or_none &operator*() &noexcept {
		return *::std::get_if<0>(&__state);
	}
	__SIMT_CXX constexpr __value_or_none &&operator*() &&noexcept {
		return static_cast<__value_or_none &&>(*::std::get_if<0>(&__state));
	}
	__SIMT_CXX constexpr const __value_or_none &&operator*() const &&noexcept {
		return static_cast<const __value_or_none &&>(*::std::get_if<0>(&__state));
	}
	__SIMT_CXX constexpr const __value_or_none *operator->() const noexcept {
		return ::std::get_if<0>(&__state);
	}
	__SIMT_CXX constexpr __value_or_none *operator->() noexcept {
		return ::std::get_if<0>(&__state);
	}
	/* Without a value it is a trap on the device, an exception on the host. */
	__SIMT_CXX constexpr const __value_or_none &value() const & {
		__require();
		return **this;
	}
	__SIMT_CXX constexpr __value_or_none &value() & {
		__require();
		return **this;
	}
	__SIMT_CXX constexpr __value_or_none &&value() && {
		__require();
		return *static_cast<expected &&>(*this);
	}
	__SIMT_CXX constexpr const __value_or_none &&value() const && {
		__require();
		return *static_cast<const expected &&>(*this);
	}
	__SIMT_CXX constexpr __E &&error() &&noexcept {
		return static_cast<__E &&>(*::std::get_if<1>(&__state));
	}
	__SIMT_CXX constexpr const __E &&error() const &&noexcept {
		return static_cast<const __E &&>(*::std::get_if<1>(&__state));
	}
	__SIMT_CXX constexpr const __E &error() const &noexcept {
		return *::std::get_if<1>(&__state);
	}
	__SIMT_CXX constexpr __E &error() &noexcept {
		return *::std::get_if<1>(&__state);
	}
	template <typename __U>
	__SIMT_CXX constexpr __value_or_none value_or(__U &&__other) const & {
		return has_value() ? **this
		                   : static_cast<__value_or_none>(
					     static_cast<__U &&>(__other));
	}
	template <typename __U>
	__SIMT_CXX constexpr __value_or_none value_or(__U &&__other) && {
		return has_value() ? *static_cast<expected &&>(*this)
		                   : static_cast<__value_or_none>(
					     static_cast<__U &&>(__other));
	}
	template <typename __G = __E>
	__SIMT_CXX constexpr __E error_or(__G &&__other) const {
		return has_value() ? static_cast<__E>(static_cast<__G &&>(__other))
		                   : error();
	}
	template <typename... _Args>
	__SIMT_CXX constexpr __value_or_none &emplace(_Args &&...__args) {
		return __state.template emplace<0>(static_cast<_Args &&>(__args)...);
	}
	__SIMT_CXX constexpr void swap(expected &__y) {
		__state.swap(__y.__state);
	}
	__SIMT_CXX friend constexpr void swap(expected &__x, expected &__y) {
		__x.swap(__y);
	}

	/* ---- a function of the value, or of the error; what is moved from may be moved on ---- */

	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&__f) & {
		return __and_then_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&__f) const & {
		return __and_then_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&__f) && {
		return __and_then_of(static_cast<expected &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&__f) const && {
		return __and_then_of(static_cast<const expected &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&__f) & {
		return __transform_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&__f) const & {
		return __transform_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&__f) && {
		return __transform_of(static_cast<expected &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&__f) const && {
		return __transform_of(static_cast<const expected &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto or_else(__F &&__f) & {
		return __or_else_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto or_else(__F &&__f) const & {
		return __or_else_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto or_else(__F &&__f) && {
		return __or_else_of(static_cast<expected &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto or_else(__F &&__f) const && {
		return __or_else_of(static_cast<const expected &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform_error(__F &&__f) & {
		return __transform_error_of(*this, __f);
	}
	template <typename __F>
	__SIMT_CXX constexpr auto transform_error(__F &&__f) const & {
		return __transform_error_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform_error(__F &&__f) && {
		return __transform_error_of(static_cast<expected &&>(*this), __f);
	}
	template <typename __F>
	__SIMT_CXX constexpr auto transform_error(__F &&__f) const && {
		return __transform_error_of(static_cast<const expected &&>(*this), __f);
	}

	template <typename __U, typename __G>
	__SIMT_CXX constexpr bool operator==(const expected<__U, __G> &__y) const {
		if (has_value() != __y.has_value())
			return false;
		if constexpr (::std::is_void_v<__T>)
			return has_value() || error() == __y.error();
		else
			return has_value() ? **this == *__y : error() == __y.error();
	}
	template <typename __G>
	__SIMT_CXX constexpr bool operator==(const unexpected<__G> &__e) const {
		return !has_value() && error() == __e.error();
	}
	template <typename __U,
	          ::std::enable_if_t<
			  !::std::is_void_v<__T> &&
				  ::std::is_constructible_v<
					  bool,
					  decltype(::std::declval<
							   const __value_or_none &>() ==
	                                           ::std::declval<const __U &>())>,
			  int> = 0>
	__SIMT_CXX constexpr bool operator==(const __U &__v) const {
		return has_value() && **this == __v;
	}
#if __cplusplus < 202002L
	template <typename __U>
	__SIMT_CXX constexpr bool operator!=(const __U &__y) const {
		return !(*this == __y);
	}
#endif

      private:
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr decltype(auto) __call(_Self &&__self, __F &__f) {
		if constexpr (::std::is_void_v<__T>)
			return __f();
		else
			return __f(*static_cast<_Self &&>(__self));
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto __and_then_of(_Self &&__self, __F &__f) {
		typedef decltype(__call(static_cast<_Self &&>(__self), __f)) _Next;
		return __self.has_value()
		               ? __call(static_cast<_Self &&>(__self), __f)
		               : _Next(unexpect, static_cast<_Self &&>(__self).error());
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto __transform_of(_Self &&__self, __F &__f) {
		typedef decltype(__call(static_cast<_Self &&>(__self), __f)) Result;
		typedef expected<::std::remove_cv_t<Result>, __E> _Next;
		if (!__self.has_value())
			return _Next(unexpect, static_cast<_Self &&>(__self).error());
		if constexpr (::std::is_void_v<Result>) {
			__call(static_cast<_Self &&>(__self), __f);
			return _Next();
		} else
			return _Next(::std::in_place,
			             __call(static_cast<_Self &&>(__self), __f));
	}
	template <typename _Next, typename _Self>
	__SIMT_CXX static constexpr _Next __same_value(_Self &&__self) {
		if constexpr (::std::is_void_v<__T>)
			return _Next();
		else
			return _Next(::std::in_place, *static_cast<_Self &&>(__self));
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto __or_else_of(_Self &&__self, __F &__f) {
		typedef decltype(__f(static_cast<_Self &&>(__self).error())) _Next;
		if (!__self.has_value())
			return __f(static_cast<_Self &&>(__self).error());
		return __same_value<_Next>(static_cast<_Self &&>(__self));
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto __transform_error_of(_Self &&__self, __F &__f) {
		typedef decltype(__f(static_cast<_Self &&>(__self).error())) Result;
		typedef expected<__T, ::std::remove_cv_t<Result>> _Next;
		if (!__self.has_value())
			return _Next(unexpect,
			             __f(static_cast<_Self &&>(__self).error()));
		return __same_value<_Next>(static_cast<_Self &&>(__self));
	}
	__SIMT_CXX constexpr void __require() const {
		if (has_value())
			return;
#if defined(__CUDA_ARCH__)
		__trap();
#else
		throw ::std::bad_variant_access();
#endif
	}
	::std::variant<__value_or_none, __E> __state;
};

} // namespace std
} // namespace cuda
