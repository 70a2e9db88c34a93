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

template <typename __T> class optional : public ::std::optional<__T> {
	typedef ::std::optional<__T> base;

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
	template <typename __U = __T,
	          ::std::enable_if_t<!::std::is_base_of_v<base, ::std::decay_t<__U>> &&
	                                     !(::std::is_scalar_v<__T> &&
	                                       ::std::is_same_v<__T, ::std::decay_t<__U>>)&&::
	                                             std::is_constructible_v<__T, __U> &&
	                                     ::std::is_assignable_v<__T &, __U>,
	                             int> = 0>
	__SIMT_CXX constexpr optional &operator=(__U &&v) {
		if (*this)
			**this = static_cast<__U &&>(v);
		else
			this->emplace(static_cast<__U &&>(v));
		return *this;
	}

	/* ---- a function of the value, or of nothing; what is moved from may be moved on ---- */

	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&f) & {
		return and_then_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&f) const & {
		return and_then_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&f) && {
		return and_then_of(static_cast<optional &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&f) const && {
		return and_then_of(static_cast<const optional &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&f) & {
		return transform_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&f) const & {
		return transform_of(*this, f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&f) && {
		return transform_of(static_cast<optional &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&f) const && {
		return transform_of(static_cast<const optional &&>(*this), f);
	}
	template <typename __F> __SIMT_CXX constexpr optional or_else(__F &&f) const & {
		return *this ? *this : static_cast<__F &&>(f)();
	}
	template <typename __F> __SIMT_CXX constexpr optional or_else(__F &&f) && {
		return *this ? static_cast<optional &&>(*this) : static_cast<__F &&>(f)();
	}

      private:
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto and_then_of(_Self &&self, __F &f) {
		typedef ::std::remove_cv_t<::std::remove_reference_t<
			decltype(::std::invoke(f, *static_cast<_Self &&>(self)))>>
			_Next;
		return self.has_value() ? ::std::invoke(f, *static_cast<_Self &&>(self))
		                        : _Next();
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto transform_of(_Self &&self, __F &f) {
		typedef optional<::std::remove_cv_t<decltype(::std::invoke(
			f, *static_cast<_Self &&>(self)))>>
			_Next;
		return self.has_value()
		               ? _Next(::std::in_place,
		                      ::std::invoke(f, *static_cast<_Self &&>(self)))
		               : _Next();
	}
};
template <typename __T> optional(__T) -> optional<__T>;

/* Two of them: without a value is less than with one. With a value or nullopt the host's operators do. */
#define __SIMT_COMPARE(op)                                                        \
	template <typename __T, typename __U>                                         \
	__SIMT_CXX constexpr bool operator op(const optional<__T> &x,               \
	                                      const optional<__U> &y) {             \
		return x && y ? bool(*x op * y) : x.has_value() op y.has_value(); \
	}
__SIMT_COMPARE(==)
__SIMT_COMPARE(!=)
__SIMT_COMPARE(<)
__SIMT_COMPARE(>)
__SIMT_COMPARE(<=)
__SIMT_COMPARE(>=)
#undef __SIMT_COMPARE

template <typename __T>
__SIMT_CXX constexpr optional<::std::decay_t<__T>> make_optional(__T &&v) {
	return optional<::std::decay_t<__T>>(::std::in_place, static_cast<__T &&>(v));
}
template <typename __T, typename... _As>
__SIMT_CXX constexpr optional<__T> make_optional(_As &&...as) {
	return optional<__T>(::std::in_place, static_cast<_As &&>(as)...);
}

} // namespace std
} // namespace cuda

#if defined(__cpp_lib_three_way_comparison) && defined(_GLIBCXX_RELEASE) && \
	_GLIBCXX_RELEASE < 14
namespace std {
/* GNU's <=> of an optional and a value must know that this one is no value, or its constraint asks for itself. */
template <typename __T>
inline constexpr bool __is_optional_v<cuda::std::optional<__T>> = true;
} // namespace std
#endif
