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
	typedef ::std::optional<__T> __base;

      public:
	using __base::__base;
	constexpr optional() noexcept = default;
	__SIMT_CXX constexpr optional(const __base &__y) : __base(__y) {
	}
	__SIMT_CXX constexpr optional(__base &&__y)
	    : __base(static_cast<__base &&>(__y)) {
	}

	__SIMT_CXX constexpr optional &operator=(::std::nullopt_t) noexcept {
		this->reset();
		return *this;
	}
	template <typename __U = __T,
	          ::std::enable_if_t<
			  !::std::is_base_of_v<__base, ::std::decay_t<__U>> &&
				  !(::std::is_scalar_v<__T> &&
	                            ::std::is_same_v<__T, ::std::decay_t<__U>>)&&::std::
					  is_constructible_v<__T, __U> &&
				  ::std::is_assignable_v<__T &, __U>,
			  int> = 0>
	__SIMT_CXX constexpr optional &operator=(__U &&__v) {
		if (*this)
			**this = static_cast<__U &&>(__v);
		else
			this->emplace(static_cast<__U &&>(__v));
		return *this;
	}

	/* ---- a function of the value, or of nothing; what is moved from may be moved on ---- */

	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&__f) & {
		return __and_then_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&__f) const & {
		return __and_then_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&__f) && {
		return __and_then_of(static_cast<optional &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto and_then(__F &&__f) const && {
		return __and_then_of(static_cast<const optional &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&__f) & {
		return __transform_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&__f) const & {
		return __transform_of(*this, __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&__f) && {
		return __transform_of(static_cast<optional &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr auto transform(__F &&__f) const && {
		return __transform_of(static_cast<const optional &&>(*this), __f);
	}
	template <typename __F> __SIMT_CXX constexpr optional or_else(__F &&__f) const & {
		return *this ? *this : static_cast<__F &&>(__f)();
	}
	template <typename __F> __SIMT_CXX constexpr optional or_else(__F &&__f) && {
		return *this ? static_cast<optional &&>(*this)
		             : static_cast<__F &&>(__f)();
	}

      private:
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto __and_then_of(_Self &&__self, __F &__f) {
		typedef ::std::remove_cv_t<::std::remove_reference_t<
			decltype(::std::invoke(__f, *static_cast<_Self &&>(__self)))>>
			_Next;
		return __self.has_value()
		               ? ::std::invoke(__f, *static_cast<_Self &&>(__self))
		               : _Next();
	}
	template <typename _Self, typename __F>
	__SIMT_CXX static constexpr auto __transform_of(_Self &&__self, __F &__f) {
		typedef optional<::std::remove_cv_t<decltype(::std::invoke(
			__f, *static_cast<_Self &&>(__self)))>>
			_Next;
		return __self.has_value()
		               ? _Next(::std::in_place,
		                       ::std::invoke(__f, *static_cast<_Self &&>(__self)))
		               : _Next();
	}
};
template <typename __T> optional(__T) -> optional<__T>;

/* Two of them: without a value is less than with one. With a value or nullopt the host's operators do. */
#define __SIMT_COMPARE(op)                                                \
	template <typename __T, typename __U>                             \
	__SIMT_CXX constexpr bool operator op(const optional<__T> &__x,   \
	                                      const optional<__U> &__y) { \
		return __x && __y ? bool(*__x op * __y)                   \
		                  : __x.has_value() op __y.has_value();   \
	}
__SIMT_COMPARE(==)
__SIMT_COMPARE(!=)
__SIMT_COMPARE(<)
__SIMT_COMPARE(>)
__SIMT_COMPARE(<=)
__SIMT_COMPARE(>=)
#undef __SIMT_COMPARE

template <typename __T>
__SIMT_CXX constexpr optional<::std::decay_t<__T>> make_optional(__T &&__v) {
	return optional<::std::decay_t<__T>>(::std::in_place, static_cast<__T &&>(__v));
}
template <typename __T, typename... _As>
__SIMT_CXX constexpr optional<__T> make_optional(_As &&...__as) {
	return optional<__T>(::std::in_place, static_cast<_As &&>(__as)...);
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
