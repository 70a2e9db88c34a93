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

template <typename Index, size_t... Extents> class extents {
	static constexpr size_t dynamics = ((Extents == dynamic_extent ? 1 : 0) + ... +
	                                    0);

	/* How many of the first r are dynamic. */
	__SIMT_CXX static constexpr size_t dynamic_before(size_t r) noexcept {
		const size_t all[] = {Extents..., 0};
		size_t n = 0;
		for (size_t i = 0; i < r; i++)
			n += all[i] == dynamic_extent;
		return n;
	}

      public:
	typedef Index index_type;
	typedef ::std::make_unsigned_t<Index> size_type;
	typedef size_t rank_type;

	__SIMT_CXX static constexpr size_t rank() noexcept {
		return sizeof...(Extents);
	}
	__SIMT_CXX static constexpr size_t rank_dynamic() noexcept {
		return dynamics;
	}
	__SIMT_CXX static constexpr size_t static_extent(size_t r) noexcept {
		const size_t all[] = {Extents..., 0};
		return all[r];
	}
	__SIMT_CXX constexpr Index extent(size_t r) const noexcept {
		const size_t n = static_extent(r);
		return n == dynamic_extent ? dynamic[dynamic_before(r)] : (Index)n;
	}

	__SIMT_CXX constexpr extents() noexcept : dynamic() {
	}
	/* All of them, or the dynamic ones. */
	template <typename... N,
	          ::std::enable_if_t<(sizeof...(N) == dynamics ||
	                              sizeof...(N) == sizeof...(Extents)) &&
	                                     sizeof...(N) != 0 &&
	                                     (::std::is_convertible_v<N, Index> && ...),
	                             int> = 0>
	__SIMT_CXX constexpr explicit extents(N... n) noexcept : dynamic() {
		const Index given[] = {(Index)n...};
		fill(given, sizeof...(N));
	}
	template <typename N, size_t Count,
	          ::std::enable_if_t<Count == dynamics || Count == sizeof...(Extents),
	                             int> = 0>
	__SIMT_CXX constexpr explicit extents(const ::std::array<N, Count> &n) noexcept
	    : dynamic() {
		Index given[Count + 1] = {};
		for (size_t i = 0; i < Count; i++)
			given[i] = (Index)n[i];
		fill(given, Count);
	}
	template <typename Other, size_t... N,
	          ::std::enable_if_t<sizeof...(N) == sizeof...(Extents), int> = 0>
	__SIMT_CXX constexpr extents(const extents<Other, N...> &other) noexcept
	    : dynamic() {
		Index given[sizeof...(N) + 1] = {};
		for (size_t i = 0; i < sizeof...(N); i++)
			given[i] = (Index)other.extent(i);
		fill(given, sizeof...(N));
	}

	template <typename Other, size_t... N>
	__SIMT_CXX constexpr bool
	operator==(const extents<Other, N...> &y) const noexcept {
		if (sizeof...(N) != sizeof...(Extents))
			return false;
		for (size_t i = 0; i < sizeof...(N); i++)
			if ((size_t)extent(i) != (size_t)y.extent(i))
				return false;
		return true;
	}

      private:
	__SIMT_CXX constexpr void fill(const Index *given, size_t n) noexcept {
		for (size_t r = 0, k = 0; r < sizeof...(Extents); r++)
			if (static_extent(r) == dynamic_extent) {
				dynamic[k] = given[n == dynamics ? k : r];
				k++;
			}
	}
	Index dynamic[dynamics == 0 ? 1 : dynamics];
};

} // namespace std

namespace simt {

template <typename> constexpr size_t extent_for = cuda::std::dynamic_extent;
template <size_t> constexpr size_t extent_at = cuda::std::dynamic_extent;

template <typename Index, typename Ranks> struct all_dynamic;
template <typename Index, size_t... R>
struct all_dynamic<Index, ::std::index_sequence<R...>> {
	typedef cuda::std::extents<Index, extent_at<R>...> type;
};

template <typename Extents> struct mapping_base {
	typedef Extents extents_type;
	typedef typename Extents::index_type index_type;
	typedef typename Extents::size_type size_type;
	typedef size_t rank_type;

	constexpr mapping_base() noexcept = default;
	__SIMT_CXX constexpr explicit mapping_base(const Extents &e) noexcept
	    : extents_(e) {
	}
	__SIMT_CXX constexpr const Extents &extents() const noexcept {
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
		for (size_t r = 0; r < Extents::rank(); r++)
			n *= extents_.extent(r);
		return n;
	}
	Extents extents_;
};

} // namespace simt

namespace std {

template <typename Index, size_t Rank>
using dextents =
	typename simt::all_dynamic<Index, ::std::make_index_sequence<Rank>>::type;
template <size_t Rank, typename Index = size_t> using dims = dextents<Index, Rank>;
template <typename... N> extents(N...) -> extents<size_t, simt::extent_for<N>...>;

/* ---- where an element is ---- */

/* The last index is the one whose elements are side by side. */
struct layout_right {
	template <typename Extents> class mapping : public simt::mapping_base<Extents> {
		typedef simt::mapping_base<Extents> base;

	      public:
		typedef layout_right layout_type;
		typedef typename Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		__SIMT_CXX constexpr mapping(const Extents &e) noexcept : base(e) {
		}
		template <typename Other,
		          ::std::enable_if_t<::std::is_constructible_v<Extents, Other>,
		                             int> = 0>
		__SIMT_CXX constexpr mapping(const mapping<Other> &other) noexcept
		    : base(Extents(other.extents())) {
		}
		template <typename... I>
		__SIMT_CXX constexpr index_type operator()(I... i) const noexcept {
			const index_type at[] = {(index_type)i..., 0};
			index_type offset = 0;
			for (size_t r = 0; r < sizeof...(I); r++)
				offset = offset * this->extents_.extent(r) + at[r];
			return offset;
		}
		__SIMT_CXX constexpr index_type stride(size_t rank) const noexcept {
			index_type n = 1;
			for (size_t r = rank + 1; r < Extents::rank(); r++)
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
	template <typename Extents> class mapping : public simt::mapping_base<Extents> {
		typedef simt::mapping_base<Extents> base;

	      public:
		typedef layout_left layout_type;
		typedef typename Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		__SIMT_CXX constexpr mapping(const Extents &e) noexcept : base(e) {
		}
		template <typename Other,
		          ::std::enable_if_t<::std::is_constructible_v<Extents, Other>,
		                             int> = 0>
		__SIMT_CXX constexpr mapping(const mapping<Other> &other) noexcept
		    : base(Extents(other.extents())) {
		}
		template <typename... I>
		__SIMT_CXX constexpr index_type operator()(I... i) const noexcept {
			const index_type at[] = {(index_type)i..., 0};
			index_type offset = 0;
			for (size_t r = sizeof...(I); r-- > 0;)
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
	template <typename Extents> class mapping : public simt::mapping_base<Extents> {
		typedef simt::mapping_base<Extents> base;
		static constexpr size_t rank_ = Extents::rank();

	      public:
		typedef layout_stride layout_type;
		typedef typename Extents::index_type index_type;
		constexpr mapping() noexcept = default;
		template <typename N>
		__SIMT_CXX constexpr mapping(
			const Extents &e, const ::std::array<N, rank_> &strides) noexcept
		    : base(e), strides_() {
			for (size_t r = 0; r < rank_; r++)
				strides_[r] = (index_type)strides[r];
		}
		template <typename... I>
		__SIMT_CXX constexpr index_type operator()(I... i) const noexcept {
			const index_type at[] = {(index_type)i..., 0};
			index_type offset = 0;
			for (size_t r = 0; r < sizeof...(I); r++)
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

template <typename T> struct default_accessor {
	typedef default_accessor offset_policy;
	typedef T element_type;
	typedef T &reference;
	typedef T *data_handle_type;
	constexpr default_accessor() noexcept = default;
	template <typename U, simt::seen_as<U, T> = 0>
	__SIMT_CXX constexpr default_accessor(const default_accessor<U> &) noexcept {
	}
	__SIMT_CXX constexpr T &access(T *p, size_t i) const noexcept {
		return p[i];
	}
	__SIMT_CXX constexpr T *offset(T *p, size_t i) const noexcept {
		return p + i;
	}
};

/* ---- the view ---- */

template <typename T, typename Extents, typename Layout = layout_right,
          typename Accessor = default_accessor<T>>
class mdspan {
      public:
	typedef Extents extents_type;
	typedef Layout layout_type;
	typedef Accessor accessor_type;
	typedef typename Layout::template mapping<Extents> mapping_type;
	typedef T element_type;
	typedef ::std::remove_cv_t<T> value_type;
	typedef typename Extents::index_type index_type;
	typedef typename Extents::size_type size_type;
	typedef size_t rank_type;
	typedef typename Accessor::data_handle_type data_handle_type;
	typedef typename Accessor::reference reference;

	constexpr mdspan() = default;
	template <typename... N,
	          ::std::enable_if_t<(::std::is_convertible_v<N, index_type> && ...) &&
	                                     ::std::is_constructible_v<Extents, N...>,
	                             int> = 0>
	__SIMT_CXX constexpr explicit mdspan(data_handle_type p, N... n)
	    : data(p), map(Extents(n...)) {
	}
	template <typename N, size_t Count>
	__SIMT_CXX constexpr explicit mdspan(data_handle_type p,
	                                     const ::std::array<N, Count> &n)
	    : data(p), map(Extents(n)) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type p, const Extents &e)
	    : data(p), map(e) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type p, const mapping_type &m)
	    : data(p), map(m) {
	}
	__SIMT_CXX constexpr mdspan(data_handle_type p, const mapping_type &m,
	                            const Accessor &a)
	    : data(p), map(m), read(a) {
	}

	/* one of more general type: of constant elements, of extents that are not in the type */
	template <typename U, typename E, typename L, typename A,
	          ::std::enable_if_t<
			  ::std::is_constructible_v<
				  mapping_type, const typename L::template mapping<E> &>
				  && ::std::is_constructible_v<
					  data_handle_type,
					  const typename A::data_handle_type &>,
			  int> = 0>
	__SIMT_CXX constexpr mdspan(const mdspan<U, E, L, A> &other)
	    : data(other.data_handle()), map(other.mapping()), read(other.accessor()) {
	}

	/* a(i, j), and a[i, j] where the language has it */
	template <typename... I,
	          ::std::enable_if_t<sizeof...(I) == Extents::rank() &&
	                                     (::std::is_convertible_v<I, index_type> &&
	                                      ...),
	                             int> = 0>
	__SIMT_CXX constexpr reference operator()(I... i) const {
		return read.access(data, (size_t)map((index_type)i...));
	}
#if defined(__cpp_multidimensional_subscript)
	template <typename... I> __SIMT_CXX constexpr reference operator[](I... i) const {
		return read.access(data, (size_t)map((index_type)i...));
	}
#else
	template <typename I, ::std::enable_if_t<::std::is_convertible_v<I, index_type> &&
	                                                 Extents::rank() == 1,
	                                         int> = 0>
	__SIMT_CXX constexpr reference operator[](I i) const {
		return read.access(data, (size_t)map((index_type)i));
	}
#endif
	template <typename I>
	__SIMT_CXX constexpr reference
	operator[](const ::std::array<I, Extents::rank()> &i) const {
		return at(i, ::std::make_index_sequence<Extents::rank()>());
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
		return Extents::rank();
	}
	__SIMT_CXX static constexpr size_t rank_dynamic() noexcept {
		return Extents::rank_dynamic();
	}
	__SIMT_CXX static constexpr size_t static_extent(size_t r) noexcept {
		return Extents::static_extent(r);
	}
	__SIMT_CXX constexpr index_type extent(size_t r) const noexcept {
		return map.extents().extent(r);
	}
	__SIMT_CXX constexpr const Extents &extents() const noexcept {
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
	__SIMT_CXX constexpr const Accessor &accessor() const noexcept {
		return read;
	}

      private:
	template <typename I, size_t... R>
	__SIMT_CXX constexpr reference at(const I &i, ::std::index_sequence<R...>) const {
		return read.access(data, (size_t)map((index_type)i[R]...));
	}
	data_handle_type data = data_handle_type();
	mapping_type map;
	Accessor read;
};

template <typename T, typename... N,
          ::std::enable_if_t<
		  (::std::is_convertible_v<N, size_t> && ...) && sizeof...(N) != 0, int> =
                  0>
mdspan(T *, N...) -> mdspan<T, dextents<size_t, sizeof...(N)>>;
template <typename T, typename Index, size_t... E>
mdspan(T *, const extents<Index, E...> &) -> mdspan<T, extents<Index, E...>>;
template <typename T, typename Index, size_t N>
mdspan(T *, const ::std::array<Index, N> &) -> mdspan<T, dextents<size_t, N>>;
template <typename T, typename Mapping, typename = typename Mapping::layout_type>
mdspan(T *, const Mapping &)
	-> mdspan<T, typename Mapping::extents_type, typename Mapping::layout_type>;

} // namespace std
} // namespace cuda
