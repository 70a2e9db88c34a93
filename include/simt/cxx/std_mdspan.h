/* std_mdspan.h - <mdspan> of C++23 in cuda::std, for C++17 too: arrays of several dimensions
 * over memory that it does not own.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "simt/cxx/scope.h"

#include "simt/cxx/std_span.h"

namespace cuda {
namespace std {

/* ---- extents: each known when compiling, or dynamic_extent ---- */

template <typename _Index, size_t... _Extents> class extents {
	static constexpr size_t __dynamics = ((_Extents == dynamic_extent ? 1 : 0) + ... +
	                                      0);

	/* How many of the first r are dynamic. */
	__SIMT_CXX static constexpr size_t __dynamic_before(size_t __r) noexcept {
		const size_t __all[] = {_Extents..., 0};
		size_t __n = 0;
		for (size_t __i = 0; __i < __r; __i++)
			__n += __all[__i] == dynamic_extent;
		return __n;
	}

      public:
	typedef _Index index_type;
	typedef ::std::make_unsigned_t<_Index> size_type;
	typedef size_t rank_type;

	__SIMT_CXX static constexpr size_t rank() noexcept {
		return sizeof...(_Extents);
	}
	__SIMT_CXX static constexpr size_t rank_dynamic() noexcept {
		return __dynamics;
	}
	__SIMT_CXX static constexpr size_t static_extent(size_t __r) noexcept {
		const size_t __all[] = {_Extents..., 0};
		return __all[__r];
	}
	__SIMT_CXX constexpr _Index extent(size_t __r) const noexcept {
		const size_t __n = static_extent(__r);
		return __n == dynamic_extent ? __dynamic[__dynamic_before(__r)]
		                             : (_Index)__n;
	}

	__SIMT_CXX constexpr extents() noexcept : __dynamic() {
	}
	/* All of them, or the dynamic ones. */
	template <
		typename... __N,
		::std::enable_if_t<(sizeof...(__N) == __dynamics ||
	                            sizeof...(__N) == sizeof...(_Extents)) &&
	                                   sizeof...(__N) != 0 &&
	                                   (::std::is_convertible_v<__N, _Index> && ...),
	                           int> = 0>
	__SIMT_CXX constexpr explicit extents(__N... __n) noexcept : __dynamic() {
		const _Index __given[] = {(_Index)__n...};
		__fill(__given, sizeof...(__N));
	}
	template <typename __N, size_t _Count,
	          ::std::enable_if_t<
			  _Count == __dynamics || _Count == sizeof...(_Extents), int> = 0>
	__SIMT_CXX constexpr explicit extents(
		const ::std::array<__N, _Count> &__n) noexcept
	    : __dynamic() {
		_Index __given[_Count + 1] = {};
		for (size_t __i = 0; __i < _Count; __i++)
			__given[__i] = (_Index)__n[__i];
		__fill(__given, _Count);
	}
	template <typename _Other, size_t... __N,
	          ::std::enable_if_t<sizeof...(__N) == sizeof...(_Extents), int> = 0>
	__SIMT_CXX constexpr extents(const extents<_Other, __N...> &__other) noexcept
	    : __dynamic() {
		_Index __given[sizeof...(__N) + 1] = {};
		for (size_t __i = 0; __i < sizeof...(__N); __i++)
			__given[__i] = (_Index)__other.extent(__i);
		__fill(__given, sizeof...(__N));
	}

	template <typename _Other, size_t... __N>
	__SIMT_CXX constexpr bool
	operator==(const extents<_Other, __N...> &__y) const noexcept {
		if (sizeof...(__N) != sizeof...(_Extents))
			return false;
		for (size_t __i = 0; __i < sizeof...(__N); __i++)
			if ((size_t)extent(__i) != (size_t)__y.extent(__i))
				return false;
		return true;
	}

      private:
	__SIMT_CXX constexpr void __fill(const _Index *__given, size_t __n) noexcept {
		for (size_t __r = 0, __k = 0; __r < sizeof...(_Extents); __r++)
			if (static_extent(__r) == dynamic_extent) {
				__dynamic[__k] = __given[__n == __dynamics ? __k : __r];
				__k++;
			}
	}
	_Index __dynamic[__dynamics == 0 ? 1 : __dynamics];
};

} // namespace std

namespace __simt {

template <typename> constexpr size_t __extent_for = cuda::std::dynamic_extent;
template <size_t> constexpr size_t __extent_at = cuda::std::dynamic_extent;

template <typename _Index, typename _Ranks> struct __all_dynamic;
template <typename _Index, size_t... __R>
struct __all_dynamic<_Index, ::std::index_sequence<__R...>> {
	typedef cuda::std::extents<_Index, __extent_at<__R>...> type;
};

template <typename _Extents> struct __mapping_base {
	typedef _Extents extents_type;
	typedef typename _Extents::index_type index_type;
	typedef typename _Extents::size_type size_type;
	typedef size_t rank_type;

	constexpr __mapping_base() noexcept = default;
	__SIMT_CXX constexpr explicit __mapping_base(const _Extents &__e) noexcept
	    : __extents_(__e) {
	}
	__SIMT_CXX constexpr const _Extents &extents() const noexcept {
		return __extents_;
	}
	__SIMT_CXX static constexpr bool is_always_unique() noexcept {
		return true;
	}
	__SIMT_CXX static constexpr bool is_unique() noexcept {
		return true;
	}
	__SIMT_CXX static constexpr bool is_always_strided() noexcept {
		return true;
	}
	__SIMT_CXX static constexpr bool is_strided() noexcept {
		return true;
	}

      protected:
	__SIMT_CXX constexpr index_type __count() const noexcept {
		index_type __n = 1;
		for (size_t __r = 0; __r < _Extents::rank(); __r++)
			__n *= __extents_.extent(__r);
		return __n;
	}
	_Extents __extents_;
};

} // namespace __simt

namespace std {

template <typename _Index, size_t _Rank>
using dextents =
	typename __simt::__all_dynamic<_Index, ::std::make_index_sequence<_Rank>>::type;
template <size_t _Rank, typename _Index = size_t> using dims = dextents<_Index, _Rank>;
template <typename... __N>
extents(__N...) -> extents<size_t, __simt::__extent_for<__N>...>;

/* ---- where an element is ---- */

/* The last index is the one whose elements are side by side. */
struct layout_right {
	template <typename _Extents>
	class mapping : public __simt::__mapping_base<_Extents> {
		typedef __simt::__mapping_base<_Extents> base;

	      public:
		typedef layout_right layout_type;
		typedef typename _Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		__SIMT_CXX constexpr mapping(const _Extents &__e) noexcept : base(__e) {
		}
		template <typename _Other,
		          ::std::enable_if_t<::std::is_constructible_v<_Extents, _Other>,
		                             int> = 0>
		__SIMT_CXX constexpr mapping(const mapping<_Other> &__other) noexcept
		    : base(_Extents(__other.extents())) {
		}
		template <typename... __I>
		__SIMT_CXX constexpr index_type operator()(__I... __i) const noexcept {
			const index_type __at[] = {(index_type)__i..., 0};
			index_type __offset = 0;
			for (size_t __r = 0; __r < sizeof...(__I); __r++)
				__offset = __offset * this->__extents_.extent(__r) +
				           __at[__r];
			return __offset;
		}
		__SIMT_CXX constexpr index_type stride(size_t __rank) const noexcept {
			index_type __n = 1;
			for (size_t __r = __rank + 1; __r < _Extents::rank(); __r++)
				__n *= this->__extents_.extent(__r);
			return __n;
		}
		__SIMT_CXX constexpr index_type required_span_size() const noexcept {
			return this->__count();
		}
		__SIMT_CXX static constexpr bool is_always_exhaustive() noexcept {
			return true;
		}
		__SIMT_CXX static constexpr bool is_exhaustive() noexcept {
			return true;
		}
	};
};

/* The first one is. */
struct layout_left {
	template <typename _Extents>
	class mapping : public __simt::__mapping_base<_Extents> {
		typedef __simt::__mapping_base<_Extents> base;

	      public:
		typedef layout_left layout_type;
		typedef typename _Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		__SIMT_CXX constexpr mapping(const _Extents &__e) noexcept : base(__e) {
		}
		template <typename _Other,
		          ::std::enable_if_t<::std::is_constructible_v<_Extents, _Other>,
		                             int> = 0>
		__SIMT_CXX constexpr mapping(const mapping<_Other> &__other) noexcept
		    : base(_Extents(__other.extents())) {
		}
		template <typename... __I>
		__SIMT_CXX constexpr index_type operator()(__I... __i) const noexcept {
			const index_type __at[] = {(index_type)__i..., 0};
			index_type __offset = 0;
			for (size_t __r = sizeof...(__I); __r-- > 0;)
				__offset = __offset * this->__extents_.extent(__r) +
				           __at[__r];
			return __offset;
		}
		__SIMT_CXX constexpr index_type stride(size_t __rank) const noexcept {
			index_type __n = 1;
			for (size_t __r = 0; __r < __rank; __r++)
				__n *= this->__extents_.extent(__r);
			return __n;
		}
		__SIMT_CXX constexpr index_type required_span_size() const noexcept {
			return this->__count();
		}
		__SIMT_CXX static constexpr bool is_always_exhaustive() noexcept {
			return true;
		}
		__SIMT_CXX static constexpr bool is_exhaustive() noexcept {
			return true;
		}
	};
};

/* Every index has a distance of its own. */
struct layout_stride {
	template <typename _Extents>
	class mapping : public __simt::__mapping_base<_Extents> {
		typedef __simt::__mapping_base<_Extents> base;
		static constexpr size_t __rank_of = _Extents::rank();

	      public:
		typedef layout_stride layout_type;
		typedef typename _Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		template <typename __N>
		__SIMT_CXX constexpr mapping(
			const _Extents &__e,
			const ::std::array<__N, __rank_of> &__strides) noexcept
		    : base(__e), __strides_() {
			for (size_t __r = 0; __r < __rank_of; __r++)
				__strides_[__r] = (index_type)__strides[__r];
		}
		template <typename... __I>
		__SIMT_CXX constexpr index_type operator()(__I... __i) const noexcept {
			const index_type __at[] = {(index_type)__i..., 0};
			index_type __offset = 0;
			for (size_t __r = 0; __r < sizeof...(__I); __r++)
				__offset += __at[__r] * __strides_[__r];
			return __offset;
		}
		__SIMT_CXX constexpr index_type stride(size_t __rank) const noexcept {
			return __strides_[__rank];
		}
		__SIMT_CXX constexpr index_type required_span_size() const noexcept {
			index_type __n = 1;
			for (size_t __r = 0; __r < __rank_of; __r++) {
				if (this->__extents_.extent(__r) == 0)
					return 0;
				__n += (this->__extents_.extent(__r) - 1) *
				       __strides_[__r];
			}
			return __n;
		}
		__SIMT_CXX static constexpr bool is_always_exhaustive() noexcept {
			return false;
		}
		__SIMT_CXX constexpr bool is_exhaustive() const noexcept {
			return required_span_size() == this->__count();
		}

	      private:
		index_type __strides_[__rank_of == 0 ? 1 : __rank_of];
	};
};

/* ---- how an element is read ---- */

template <typename __T> struct default_accessor {
	typedef default_accessor offset_policy;
	typedef __T element_type;
	typedef __T &reference;
	typedef __T *data_handle_type;
	constexpr default_accessor() noexcept = default;
	template <typename __U, __simt::__seen_as<__U, __T> = 0>
	__SIMT_CXX constexpr default_accessor(const default_accessor<__U> &) noexcept {
	}
	__SIMT_CXX constexpr __T &access(__T *__p, size_t __i) const noexcept {
		return __p[__i];
	}
	__SIMT_CXX constexpr __T *offset(__T *__p, size_t __i) const noexcept {
		return __p + __i;
	}
};

/* ---- the view ---- */

template <typename __T, typename _Extents, typename _Layout = layout_right,
          typename _Accessor = default_accessor<__T>>
class mdspan {
      public:
	typedef _Extents extents_type;
	typedef _Layout layout_type;
	typedef _Accessor accessor_type;
	typedef typename _Layout::template mapping<_Extents> mapping_type;
	typedef __T element_type;
	typedef ::std::remove_cv_t<__T> value_type;
	typedef typename _Extents::index_type index_type;
	typedef typename _Extents::size_type size_type;
	typedef size_t rank_type;
	typedef typename _Accessor::data_handle_type data_handle_type;
	typedef typename _Accessor::reference reference;

	constexpr mdspan() = default;
	template <typename... __N,
	          ::std::enable_if_t<(::std::is_convertible_v<__N, index_type> && ...) &&
	                                     ::std::is_constructible_v<_Extents, __N...>,
	                             int> = 0>
	__SIMT_CXX constexpr explicit mdspan(data_handle_type __p, __N... __n)
	    : __data(__p), __map(_Extents(__n...)) {
	}
	template <typename __N, size_t _Count>
	__SIMT_CXX constexpr explicit mdspan(data_handle_type __p,
	                                     const ::std::array<__N, _Count> &__n)
	    : __data(__p), __map(_Extents(__n)) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type __p, const _Extents &__e)
	    : __data(__p), __map(__e) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type __p, const mapping_type &__m)
	    : __data(__p), __map(__m) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type __p, const mapping_type &__m,
	                            const _Accessor &__a)
	    : __data(__p), __map(__m), __read(__a) {
	}

	/* one of more general type: of constant elements, of extents that are not in the type */
	template <
		typename __U, typename __E, typename __L, typename __A,
		::std::enable_if_t<
			::std::is_constructible_v<
				mapping_type, const typename __L::template mapping<__E> &>
				&& ::std::is_constructible_v<
					data_handle_type,
					const typename __A::data_handle_type &>,
			int> = 0>
	__SIMT_CXX constexpr mdspan(const mdspan<__U, __E, __L, __A> &__other)
	    : __data(__other.data_handle()), __map(__other.mapping()),
	      __read(__other.accessor()) {
	}

	/* a(i, j), and a[i, j] where the language has it */
	template <typename... __I,
	          ::std::enable_if_t<sizeof...(__I) == _Extents::rank() &&
	                                     (::std::is_convertible_v<__I, index_type> &&
	                                      ...),
	                             int> = 0>
	__SIMT_CXX constexpr reference operator()(__I... __i) const {
		return __read.access(__data, (size_t)__map((index_type)__i...));
	}
#if defined(__cpp_multidimensional_subscript)
	template <typename... __I>
	__SIMT_CXX constexpr reference operator[](__I... __i) const {
		return __read.access(__data, (size_t)__map((index_type)__i...));
	}
#else
	template <typename __I,
	          ::std::enable_if_t<::std::is_convertible_v<__I, index_type> &&
	                                     _Extents::rank() == 1,
	                             int> = 0>
	__SIMT_CXX constexpr reference operator[](__I __i) const {
		return __read.access(__data, (size_t)__map((index_type)__i));
	}
#endif
	template <typename __I>
	__SIMT_CXX constexpr reference
	operator[](const ::std::array<__I, _Extents::rank()> &__i) const {
		return at(__i, ::std::make_index_sequence<_Extents::rank()>());
	}

	__SIMT_CXX static constexpr bool is_always_unique() noexcept {
		return mapping_type::is_always_unique();
	}
	__SIMT_CXX static constexpr bool is_always_exhaustive() noexcept {
		return mapping_type::is_always_exhaustive();
	}
	__SIMT_CXX static constexpr bool is_always_strided() noexcept {
		return mapping_type::is_always_strided();
	}
	__SIMT_CXX constexpr bool is_unique() const {
		return __map.is_unique();
	}
	__SIMT_CXX constexpr bool is_exhaustive() const {
		return __map.is_exhaustive();
	}
	__SIMT_CXX constexpr bool is_strided() const {
		return __map.is_strided();
	}
	__SIMT_CXX static constexpr size_t rank() noexcept {
		return _Extents::rank();
	}
	__SIMT_CXX static constexpr size_t rank_dynamic() noexcept {
		return _Extents::rank_dynamic();
	}
	__SIMT_CXX static constexpr size_t static_extent(size_t __r) noexcept {
		return _Extents::static_extent(__r);
	}
	__SIMT_CXX constexpr index_type extent(size_t __r) const noexcept {
		return __map.extents().extent(__r);
	}
	__SIMT_CXX constexpr const _Extents &extents() const noexcept {
		return __map.extents();
	}
	__SIMT_CXX constexpr size_type size() const noexcept {
		size_type __n = 1;
		for (size_t __r = 0; __r < rank(); __r++)
			__n *= (size_type)extent(__r);
		return __n;
	}
	__SIMT_CXX constexpr bool empty() const noexcept {
		return size() == 0;
	}
	__SIMT_CXX constexpr index_type stride(size_t __r) const {
		return __map.stride(__r);
	}
	__SIMT_CXX constexpr const data_handle_type &data_handle() const noexcept {
		return __data;
	}
	__SIMT_CXX constexpr const mapping_type &mapping() const noexcept {
		return __map;
	}
	__SIMT_CXX constexpr const _Accessor &accessor() const noexcept {
		return __read;
	}

      private:
	template <typename __I, size_t... __R>
	__SIMT_CXX constexpr reference at(const __I &__i,
	                                  ::std::index_sequence<__R...>) const {
		return __read.access(__data, (size_t)__map((index_type)__i[__R]...));
	}
	data_handle_type __data = data_handle_type();
	mapping_type __map;
	_Accessor __read;
};

template <typename __T, typename... __N,
          ::std::enable_if_t<(::std::is_convertible_v<__N, size_t> && ...) &&
                                     sizeof...(__N) != 0,
                             int> = 0>
mdspan(__T *, __N...) -> mdspan<__T, dextents<size_t, sizeof...(__N)>>;
template <typename __T, typename _Index, size_t... __E>
mdspan(__T *, const extents<_Index, __E...> &) -> mdspan<__T, extents<_Index, __E...>>;
template <typename __T, typename _Index, size_t __N>
mdspan(__T *, const ::std::array<_Index, __N> &) -> mdspan<__T, dextents<size_t, __N>>;
template <typename __T, typename _Mapping, typename = typename _Mapping::layout_type>
mdspan(__T *, const _Mapping &)
	-> mdspan<__T, typename _Mapping::extents_type, typename _Mapping::layout_type>;

} // namespace std
} // namespace cuda
