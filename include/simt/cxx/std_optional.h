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
	using base::operator=;
	constexpr optional() noexcept = default;
	__SIMT_CXX constexpr optional(const base &y) : base(y) {
	}
	__SIMT_CXX constexpr optional(base &&y) : base(static_cast<base &&>(y)) {
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
