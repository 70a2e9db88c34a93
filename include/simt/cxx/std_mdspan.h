/* std_mdspan.h - <mdspan> of C++23 in cuda::std, for C++17 too: arrays of several dimensions
 * over memory that is somebody else's.
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
	static constexpr size_t dynamics = ((_Extents == dynamic_extent ? 1 : 0) + ... +
	                                    0);

	/* How many of the first r are dynamic. */
	__SIMT_CXX static constexpr size_t dynamic_before(size_t r) noexcept {
		const size_t all[] = {_Extents..., 0};
		size_t n = 0;
		for (size_t i = 0; i < r; i++)
			n += all[i] == dynamic_extent;
		return n;
	}

      public:
	typedef _Index index_type;
	typedef ::std::make_unsigned_t<_Index> size_type;
	typedef size_t rank_type;

	__SIMT_CXX static constexpr size_t rank() noexcept {
		return sizeof...(_Extents);
	}
	__SIMT_CXX static constexpr size_t rank_dynamic() noexcept {
		return dynamics;
	}
	__SIMT_CXX static constexpr size_t static_extent(size_t r) noexcept {
		const size_t all[] = {_Extents..., 0};
		return all[r];
	}
	__SIMT_CXX constexpr _Index extent(size_t r) const noexcept {
		const size_t n = static_extent(r);
		return n == dynamic_extent ? dynamic[dynamic_before(r)] : (_Index)n;
	}

	__SIMT_CXX constexpr extents() noexcept : dynamic() {
	}
	/* All of them, or the dynamic ones. */
	template <typename... __N,
	          ::std::enable_if_t<(sizeof...(__N) == dynamics ||
	                              sizeof...(__N) == sizeof...(_Extents)) &&
	                                     sizeof...(__N) != 0 &&
	                                     (::std::is_convertible_v<__N, _Index> && ...),
	                             int> = 0>
	__SIMT_CXX constexpr explicit extents(__N... n) noexcept : dynamic() {
		const _Index given[] = {(_Index)n...};
		fill(given, sizeof...(__N));
	}
	template <typename __N, size_t _Count,
	          ::std::enable_if_t<_Count == dynamics || _Count == sizeof...(_Extents),
	                             int> = 0>
	__SIMT_CXX constexpr explicit extents(const ::std::array<__N, _Count> &n) noexcept
	    : dynamic() {
		_Index given[_Count + 1] = {};
		for (size_t i = 0; i < _Count; i++)
			given[i] = (_Index)n[i];
		fill(given, _Count);
	}
	template <typename _Other, size_t... __N,
	          ::std::enable_if_t<sizeof...(__N) == sizeof...(_Extents), int> = 0>
	__SIMT_CXX constexpr extents(const extents<_Other, __N...> &other) noexcept
	    : dynamic() {
		_Index given[sizeof...(__N) + 1] = {};
		for (size_t i = 0; i < sizeof...(__N); i++)
			given[i] = (_Index)other.extent(i);
		fill(given, sizeof...(__N));
	}

	template <typename _Other, size_t... __N>
	__SIMT_CXX constexpr bool
	operator==(const extents<_Other, __N...> &y) const noexcept {
		if (sizeof...(__N) != sizeof...(_Extents))
			return false;
		for (size_t i = 0; i < sizeof...(__N); i++)
			if ((size_t)extent(i) != (size_t)y.extent(i))
				return false;
		return true;
	}

      private:
	__SIMT_CXX constexpr void fill(const _Index *given, size_t n) noexcept {
		for (size_t r = 0, k = 0; r < sizeof...(_Extents); r++)
			if (static_extent(r) == dynamic_extent) {
				dynamic[k] = given[n == dynamics ? k : r];
				k++;
			}
	}
	_Index dynamic[dynamics == 0 ? 1 : dynamics];
};

} // namespace std

namespace simt {

template <typename> constexpr size_t extent_for = cuda::std::dynamic_extent;
template <size_t> constexpr size_t extent_at = cuda::std::dynamic_extent;

template <typename _Index, typename _Ranks> struct all_dynamic;
template <typename _Index, size_t... __R>
struct all_dynamic<_Index, ::std::index_sequence<__R...>> {
	typedef cuda::std::extents<_Index, extent_at<__R>...> type;
};

template <typename _Extents> struct mapping_base {
	typedef _Extents extents_type;
	typedef typename _Extents::index_type index_type;
	typedef typename _Extents::size_type size_type;
	typedef size_t rank_type;

	constexpr mapping_base() noexcept = default;
	__SIMT_CXX constexpr explicit mapping_base(const _Extents &e) noexcept
	    : extents_(e) {
	}
	__SIMT_CXX constexpr const _Extents &extents() const noexcept {
		return extents_;
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
	__SIMT_CXX constexpr index_type count() const noexcept {
		index_type n = 1;
		for (size_t r = 0; r < _Extents::rank(); r++)
			n *= extents_.extent(r);
		return n;
	}
	_Extents extents_;
};

} // namespace simt

namespace std {

template <typename _Index, size_t _Rank>
using dextents =
	typename simt::all_dynamic<_Index, ::std::make_index_sequence<_Rank>>::type;
template <size_t _Rank, typename _Index = size_t> using dims = dextents<_Index, _Rank>;
template <typename... __N> extents(__N...) -> extents<size_t, simt::extent_for<__N>...>;

/* ---- where an element is ---- */

/* The last index is the one whose elements are side by side. */
struct layout_right {
	template <typename _Extents> class mapping : public simt::mapping_base<_Extents> {
		typedef simt::mapping_base<_Extents> base;

	      public:
		typedef layout_right layout_type;
		typedef typename _Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		__SIMT_CXX constexpr mapping(const _Extents &e) noexcept : base(e) {
		}
		template <typename _Other,
		          ::std::enable_if_t<::std::is_constructible_v<_Extents, _Other>,
		                             int> = 0>
		__SIMT_CXX constexpr mapping(const mapping<_Other> &other) noexcept
		    : base(_Extents(other.extents())) {
		}
		template <typename... __I>
		__SIMT_CXX constexpr index_type operator()(__I... i) const noexcept {
			const index_type at[] = {(index_type)i..., 0};
			index_type offset = 0;
			for (size_t r = 0; r < sizeof...(__I); r++)
				offset = offset * this->extents_.extent(r) + at[r];
			return offset;
		}
		__SIMT_CXX constexpr index_type stride(size_t rank) const noexcept {
			index_type n = 1;
			for (size_t r = rank + 1; r < _Extents::rank(); r++)
				n *= this->extents_.extent(r);
			return n;
		}
		__SIMT_CXX constexpr index_type required_span_size() const noexcept {
			return this->count();
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
	template <typename _Extents> class mapping : public simt::mapping_base<_Extents> {
		typedef simt::mapping_base<_Extents> base;

	      public:
		typedef layout_left layout_type;
		typedef typename _Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		__SIMT_CXX constexpr mapping(const _Extents &e) noexcept : base(e) {
		}
		template <typename _Other,
		          ::std::enable_if_t<::std::is_constructible_v<_Extents, _Other>,
		                             int> = 0>
		__SIMT_CXX constexpr mapping(const mapping<_Other> &other) noexcept
		    : base(_Extents(other.extents())) {
		}
		template <typename... __I>
		__SIMT_CXX constexpr index_type operator()(__I... i) const noexcept {
			const index_type at[] = {(index_type)i..., 0};
			index_type offset = 0;
			for (size_t r = sizeof...(__I); r-- > 0;)
				offset = offset * this->extents_.extent(r) + at[r];
			return offset;
		}
		__SIMT_CXX constexpr index_type stride(size_t rank) const noexcept {
			index_type n = 1;
			for (size_t r = 0; r < rank; r++)
				n *= this->extents_.extent(r);
			return n;
		}
		__SIMT_CXX constexpr index_type required_span_size() const noexcept {
			return this->count();
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
	template <typename _Extents> class mapping : public simt::mapping_base<_Extents> {
		typedef simt::mapping_base<_Extents> base;
		static constexpr size_t rank_ = _Extents::rank();

	      public:
		typedef layout_stride layout_type;
		typedef typename _Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		template <typename __N>
		__SIMT_CXX constexpr mapping(
			const _Extents &e, const ::std::array<__N, rank_> &strides) noexcept
		    : base(e), strides_() {
			for (size_t r = 0; r < rank_; r++)
				strides_[r] = (index_type)strides[r];
		}
		template <typename... __I>
		__SIMT_CXX constexpr index_type operator()(__I... i) const noexcept {
			const index_type at[] = {(index_type)i..., 0};
			index_type offset = 0;
			for (size_t r = 0; r < sizeof...(__I); r++)
				offset += at[r] * strides_[r];
			return offset;
		}
		__SIMT_CXX constexpr index_type stride(size_t rank) const noexcept {
			return strides_[rank];
		}
		__SIMT_CXX constexpr index_type required_span_size() const noexcept {
			index_type n = 1;
			for (size_t r = 0; r < rank_; r++) {
				if (this->extents_.extent(r) == 0)
					return 0;
				n += (this->extents_.extent(r) - 1) * strides_[r];
			}
			return n;
		}
		__SIMT_CXX static constexpr bool is_always_exhaustive() noexcept {
			return false;
		}
		__SIMT_CXX constexpr bool is_exhaustive() const noexcept {
			return required_span_size() == this->count();
		}

	      private:
		index_type strides_[rank_ == 0 ? 1 : rank_];
	};
};

/* ---- how an element is read ---- */

template <typename __T> struct default_accessor {
	typedef default_accessor offset_policy;
	typedef __T element_type;
	typedef __T &reference;
	typedef __T *data_handle_type;
	constexpr default_accessor() noexcept = default;
	template <typename __U, simt::seen_as<__U, __T> = 0>
	__SIMT_CXX constexpr default_accessor(const default_accessor<__U> &) noexcept {
	}
	__SIMT_CXX constexpr __T &access(__T *p, size_t i) const noexcept {
		return p[i];
	}
	__SIMT_CXX constexpr __T *offset(__T *p, size_t i) const noexcept {
		return p + i;
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
	__SIMT_CXX constexpr explicit mdspan(data_handle_type p, __N... n)
	    : data(p), map(_Extents(n...)) {
	}
	template <typename __N, size_t _Count>
	__SIMT_CXX constexpr explicit mdspan(data_handle_type p,
	                                     const ::std::array<__N, _Count> &n)
	    : data(p), map(_Extents(n)) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type p, const _Extents &e)
	    : data(p), map(e) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type p, const mapping_type &m)
	    : data(p), map(m) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type p, const mapping_type &m,
	                            const _Accessor &a)
	    : data(p), map(m), read(a) {
	}

	/* one of more general type: of constant elements, of extents that are not in the type */
	template <typename __U, typename __E, typename __L, typename __A,
	          ::std::enable_if_t<
			  ::std::is_constructible_v<
				  mapping_type, const typename __L::template mapping<__E> &>
				  && ::std::is_constructible_v<
					  data_handle_type,
					  const typename __A::data_handle_type &>,
			  int> = 0>
	__SIMT_CXX constexpr mdspan(const mdspan<__U, __E, __L, __A> &other)
	    : data(other.data_handle()), map(other.mapping()), read(other.accessor()) {
	}

	/* a(i, j), and a[i, j] where the language has it */
	template <typename... __I,
	          ::std::enable_if_t<sizeof...(__I) == _Extents::rank() &&
	                                     (::std::is_convertible_v<__I, index_type> &&
	                                      ...),
	                             int> = 0>
	__SIMT_CXX constexpr reference operator()(__I... i) const {
		return read.access(data, (size_t)map((index_type)i...));
	}
#if defined(__cpp_multidimensional_subscript)
	template <typename... __I> __SIMT_CXX constexpr reference operator[](__I... i) const {
		return read.access(data, (size_t)map((index_type)i...));
	}
#else
	template <typename __I, ::std::enable_if_t<::std::is_convertible_v<__I, index_type> &&
	                                                 _Extents::rank() == 1,
	                                         int> = 0>
	__SIMT_CXX constexpr reference operator[](__I i) const {
		return read.access(data, (size_t)map((index_type)i));
	}
#endif
	template <typename __I>
	__SIMT_CXX constexpr reference
	operator[](const ::std::array<__I, _Extents::rank()> &i) const {
		return at(i, ::std::make_index_sequence<_Extents::rank()>());
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
		return map.is_unique();
	}
	__SIMT_CXX constexpr bool is_exhaustive() const {
		return map.is_exhaustive();
	}
	__SIMT_CXX constexpr bool is_strided() const {
		return map.is_strided();
	}
	__SIMT_CXX static constexpr size_t rank() noexcept {
		return _Extents::rank();
	}
	__SIMT_CXX static constexpr size_t rank_dynamic() noexcept {
		return _Extents::rank_dynamic();
	}
	__SIMT_CXX static constexpr size_t static_extent(size_t r) noexcept {
		return _Extents::static_extent(r);
	}
	__SIMT_CXX constexpr index_type extent(size_t r) const noexcept {
		return map.extents().extent(r);
	}
	__SIMT_CXX constexpr const _Extents &extents() const noexcept {
		return map.extents();
	}
	__SIMT_CXX constexpr size_type size() const noexcept {
		size_type n = 1;
		for (size_t r = 0; r < rank(); r++)
			n *= (size_type)extent(r);
		return n;
	}
	__SIMT_CXX constexpr bool empty() const noexcept {
		return size() == 0;
	}
	__SIMT_CXX constexpr index_type stride(size_t r) const {
		return map.stride(r);
	}
	__SIMT_CXX constexpr const data_handle_type &data_handle() const noexcept {
		return data;
	}
	__SIMT_CXX constexpr const mapping_type &mapping() const noexcept {
		return map;
	}
	__SIMT_CXX constexpr const _Accessor &accessor() const noexcept {
		return read;
	}

      private:
	template <typename __I, size_t... __R>
	__SIMT_CXX constexpr reference at(const __I &i, ::std::index_sequence<__R...>) const {
		return read.access(data, (size_t)map((index_type)i[__R]...));
	}
	data_handle_type data = data_handle_type();
	mapping_type map;
	_Accessor read;
};

template <typename __T, typename... __N,
          ::std::enable_if_t<
		  (::std::is_convertible_v<__N, size_t> && ...) && sizeof...(__N) != 0, int> =
                  0>
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
