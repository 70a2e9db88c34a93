/* std_optional.h - <optional> in cuda::std: the host's, with the functions of a value that C++23 gave it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {

template <typename T> class optional : public ::std::optional<T> {
	typedef ::std::optional<T> base;

      public:
	using base::base;
	constexpr optional() noexcept = default;
	__SIMT_CXX constexpr optional(const base &y) : base(y) {
	}
	__SIMT_CXX constexpr optional(base &&y) : base(static_cast<base &&>(y)) {
	}

	__SIMT_CXX constexpr optional &operator=(::std::nullopt_t) noexcept {
		this->reset();
		return *this;
	}
	template <typename U = T,
	          ::std::enable_if_t<!::std::is_base_of_v<base, ::std::decay_t<U>> &&
	                                     !(::std::is_scalar_v<T> &&
	                                       ::std::is_same_v<T, ::std::decay_t<U>>)&&::
	                                             std::is_constructible_v<T, U> &&
	                                     ::std::is_assignable_v<T &, U>,
	                             int> = 0>
	__SIMT_CXX constexpr optional &operator=(U &&v) {
		if (*this)
			**this = static_cast<U &&>(v);
		else
			this->emplace(static_cast<U &&>(v));
		return *this;
	}

	/* ---- a function of the value, or of nothing; what is moved from may be moved on ---- */

	template <typename F> __SIMT_CXX constexpr auto and_then(F &&f) & {
		return and_then_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto and_then(F &&f) const & {
		return and_then_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto and_then(F &&f) && {
		return and_then_of(static_cast<optional &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto and_then(F &&f) const && {
		return and_then_of(static_cast<const optional &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform(F &&f) & {
		return transform_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform(F &&f) const & {
		return transform_of(*this, f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform(F &&f) && {
		return transform_of(static_cast<optional &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr auto transform(F &&f) const && {
		return transform_of(static_cast<const optional &&>(*this), f);
	}
	template <typename F> __SIMT_CXX constexpr optional or_else(F &&f) const & {
		return *this ? *this : static_cast<F &&>(f)();
	}
	template <typename F> __SIMT_CXX constexpr optional or_else(F &&f) && {
		return *this ? static_cast<optional &&>(*this) : static_cast<F &&>(f)();
	}

      private:
	template <typename Self, typename F>
	__SIMT_CXX static constexpr auto and_then_of(Self &&self, F &f) {
		typedef ::std::remove_cv_t<::std::remove_reference_t<
			decltype(::std::invoke(f, *static_cast<Self &&>(self)))>>
			Next;
		return self.has_value() ? ::std::invoke(f, *static_cast<Self &&>(self))
		                        : Next();
	}
	template <typename Self, typename F>
	__SIMT_CXX static constexpr auto transform_of(Self &&self, F &f) {
		typedef optional<::std::remove_cv_t<decltype(::std::invoke(
			f, *static_cast<Self &&>(self)))>>
			Next;
		return self.has_value()
		               ? Next(::std::in_place,
		                      ::std::invoke(f, *static_cast<Self &&>(self)))
		               : Next();
	}
};
template <typename T> optional(T) -> optional<T>;

/* Two of them: without a value is less than with one. With a value or nullopt the host's operators do. */
#define __SIMT_COMPARE(op)                                                        \
	template <typename T, typename U>                                         \
	__SIMT_CXX constexpr bool operator op(const optional<T> &x,               \
	                                      const optional<U> &y) {             \
		return x && y ? bool(*x op * y) : x.has_value() op y.has_value(); \
	}
__SIMT_COMPARE(==)
__SIMT_COMPARE(!=)
__SIMT_COMPARE(<)
__SIMT_COMPARE(>)
__SIMT_COMPARE(<=)
__SIMT_COMPARE(>=)
#undef __SIMT_COMPARE

template <typename T>
__SIMT_CXX constexpr optional<::std::decay_t<T>> make_optional(T &&v) {
	return optional<::std::decay_t<T>>(::std::in_place, static_cast<T &&>(v));
}
template <typename T, typename... As>
__SIMT_CXX constexpr optional<T> make_optional(As &&...as) {
	return optional<T>(::std::in_place, static_cast<As &&>(as)...);
}

} // namespace std
} // namespace cuda

#if defined(__cpp_lib_three_way_comparison) && defined(_GLIBCXX_RELEASE) && \
	_GLIBCXX_RELEASE < 14
namespace std {
/* GNU's <=> of an optional and a value must know that this one is no value, or its constraint asks for itself. */
template <typename T>
inline constexpr bool __is_optional_v<cuda::std::optional<T>> = true;
} // namespace std
#endif
