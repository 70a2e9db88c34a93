/* tile.h - functions of tiles for kernels: parts of matrices, of which each element is
 * moved or reduced whose place, `start` and its place in the tile, is below `boundary` (all
 * of them, if these are empty). Reductions combine elements in the order of PEs; halves are
 * summed in float and rounded once, as a multicast of hardware does. Operations end when
 * they return; tile_collective_wait is where PEs meet after pushes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/collective.h>
#include <simt/nvshmem/tensor.h>

namespace __nvshmem {

template <int __d, class __Tuple> __NVSHMEM_FN constexpr int __extent(const __Tuple &__t) {
	if constexpr (__d < (int)cuda::std::tuple_size<__Tuple>::value)
		return (int)cuda::std::get<__d>(__t);
	else
		return 1;
}

/* Whether the element counts. */
template <class __Tuple>
__NVSHMEM_FN bool __is_inside(const __Tuple &__start, const __Tuple &__boundary, int __i, int __j) {
	if constexpr (cuda::std::is_empty<__Tuple>::value)
		return true;
	else
		return __extent<0>(__start) + __i < __extent<0>(__boundary) &&
		       (cuda::std::tuple_size<__Tuple>::value < 2 ||
		        __extent<1>(__start) + __j < __extent<1>(__boundary));
}

template <class __Tensor> __NVSHMEM_FN long long __place(const __Tensor &__t, int __i, int __j) {
	return (long long)__i * __extent<0>(__t.stride()) +
	       (long long)__j * (cuda::std::tuple_size<decltype(__t.stride())>::value > 1
	                                 ? __extent<1>(__t.stride())
	                                 : 0);
}

/* Calls of each element that counts, shared among the group's threads. */
template <class __G, class __Tensor, class __Tuple, class __F>
__NVSHMEM_FN void __each_element(const __Tensor &__t, const __Tuple &__start,
                                 const __Tuple &__boundary, __F __f) {
	int __rows = __extent<0>(__t.shape()), __n = __rows * __extent<1>(__t.shape());
	for (int __e = (int)__G::__rank(); __e < __n; __e += (int)__G::__size())
		if (__is_inside(__start, __boundary, __e % __rows, __e / __rows))
			__f(__e % __rows, __e / __rows);
}

template <class __Src, class __Dst>
__NVSHMEM_FN void __check_tiles(const char *__function, const __Src &__s, const __Dst &__d,
                                int __copies, unsigned long long __flag) {
	static_assert(cuda::std::is_same<typename __Src::value_type, typename __Dst::value_type>::value,
	              "the tiles have one type of elements");
	long long __a = (long long)__extent<0>(__s.shape()) * __extent<1>(__s.shape()) * __copies;
	long long __b = (long long)__extent<0>(__d.shape()) * __extent<1>(__d.shape());
	if (!__s.data() || !__d.data())
		__stop(__function, "a tile has no memory");
	if (__a != __b)
		__stop(__function, "the tiles differ in size");
	if (__flag)
		__stop(__function, "a flag that is not 0 is not supported");
}

template <class __G, class __Src, class __Dst, class __Tuple>
__NVSHMEM_FN int __tile_put(const char *__function, __Src __s, __Dst __d, const __Tuple &__start,
                            const __Tuple &__boundary, int __pe, unsigned long long __flag) {
	__check_tiles(__function, __s, __d, 1, __flag);
	__G::__sync();
	__each_element<__G>(__s, __start, __boundary, [&](int __i, int __j) {
		__p(__function, __d.data() + __place(__d, __i, __j),
		    __s.data()[__place(__s, __i, __j)], __pe);
	});
	__G::__sync();
	return 0;
}

template <class __G, class __Src, class __Dst, class __Tuple>
__NVSHMEM_FN int __tile_get(const char *__function, __Src __s, __Dst __d, const __Tuple &__start,
                            const __Tuple &__boundary, int __pe, unsigned long long __flag) {
	__check_tiles(__function, __s, __d, 1, __flag);
	__G::__sync();
	__each_element<__G>(__s, __start, __boundary, [&](int __i, int __j) {
		__d.data()[__place(__d, __i, __j)] =
			__g(__function, __s.data() + __place(__s, __i, __j), __pe);
	});
	__G::__sync();
	return 0;
}

/* ---- collectives ------------------------------------------------------------------------ */

template <class __T> struct __sum_type {
	typedef __T __type;
};
template <> struct __sum_type<__half> {
	typedef float __type;
};
template <> struct __sum_type<__nv_bfloat16> {
	typedef float __type;
};

template <class __Op, class __T>
__NVSHMEM_FN __T __tile_sum(const char *__function, const __nvshmem_team *__t, const __T *__p) {
	typedef typename __sum_type<__T>::__type __S;
	__S __sum = (__S)__g(__function, __p, __t->__pe[0]);
	for (int __i = 1; __i < __t->__size; __i++)
		__sum = __Op::__of(__sum, (__S)__g(__function, __p, __t->__pe[__i]));
	return (__T)__sum;
}

/* PULL: each PE, or the root alone, for itself; PUSH: the root, for all. */
template <class __G, class __Op, bool __pushes, class __Src, class __Dst, class __Tuple>
__NVSHMEM_FN int __tile_reduce(const char *__function, nvshmem_team_t __team, __Src __s, __Dst __d,
                               const __Tuple &__start, const __Tuple &__boundary, int __root,
                               bool __is_rooted, unsigned long long __flag) {
	const __nvshmem_team *__t = __the_team(__function, __team);
	__check_tiles(__function, __s, __d, 1, __flag);
	if (__is_rooted && (unsigned)__root >= (unsigned)__t->__size)
		__bad_pe(__function, __root, __t->__size);
	/* Those that pull wait until all have what is pulled; who pushes knows it. */
	if (!__pushes)
		__barrier<__G>(__function, __team);
	if (__is_rooted && __root != __t->__me)
		return 0;
	__each_element<__G>(__s, __start, __boundary, [&](int __i, int __j) {
		auto __v = __tile_sum<__Op>(__function, __t, __s.data() + __place(__s, __i, __j));
		auto *__to = __d.data() + __place(__d, __i, __j);
		if (!__pushes)
			*__to = __v;
		for (int __k = 0; __k < __t->__size && __pushes; __k++)
			__p(__function, __to, __v, __t->__pe[__k]);
	});
	__G::__sync();
	return 0;
}

/* To all PEs, `__at` elements after the begin of their tiles. */
template <class __G, class __Src, class __Dst, class __Tuple>
__NVSHMEM_FN void __tile_push(const char *__function, const __nvshmem_team *__t, __Src __s, __Dst __d,
                              long long __at, const __Tuple &__start, const __Tuple &__boundary) {
	__G::__sync();
	__each_element<__G>(__s, __start, __boundary, [&](int __i, int __j) {
		auto __v = __s.data()[__place(__s, __i, __j)];
		for (int __k = 0; __k < __t->__size; __k++)
			__p(__function, __d.data() + __at + __place(__d, __i, __j), __v, __t->__pe[__k]);
	});
	__G::__sync();
}

/* Tiles lie one after the other in the dimension whose stride is 1, then in the other. */
template <class __G, class __Src, class __Dst, class __Tuple>
__NVSHMEM_FN int __tile_gather(const char *__function, nvshmem_team_t __team, __Src __s, __Dst __d,
                               const __Tuple &__start, const __Tuple &__boundary,
                               unsigned long long __flag) {
	const __nvshmem_team *__t = __the_team(__function, __team);
	__check_tiles(__function, __s, __d, __t->__size, __flag);
	bool __first = __extent<0>(__d.stride()) == 1;
	int __long = __first ? __extent<0>(__d.shape()) : __extent<1>(__d.shape());
	int __begin = __t->__me * (__first ? __extent<0>(__s.shape()) : __extent<1>(__s.shape()));
	int __row = __begin / __long * (__first ? __extent<1>(__s.shape()) : __extent<0>(__s.shape()));
	long long __at = __first ? __place(__d, __begin % __long, __row)
	                         : __place(__d, __row, __begin % __long);
	__tile_push<__G>(__function, __t, __s, __d, __at, __start, __boundary);
	return 0;
}

template <class __G, class __Src, class __Dst, class __Tuple>
__NVSHMEM_FN int __tile_broadcast(const char *__function, nvshmem_team_t __team, __Src __s, __Dst __d,
                                  const __Tuple &__start, const __Tuple &__boundary,
                                  unsigned long long __flag) {
	const __nvshmem_team *__t = __the_team(__function, __team);
	__check_tiles(__function, __s, __d, 1, __flag);
	__tile_push<__G>(__function, __t, __s, __d, 0, __start, __boundary);
	return 0;
}

template <class __G>
__NVSHMEM_FN int __tile_wait(const char *__function, nvshmem_team_t __team, bool __pushes,
                             unsigned long long __flag) {
	if (__flag)
		__stop(__function, "a flag that is not 0 is not supported");
	if (__pushes)
		return __barrier<__G>(__function, __team);
	__threadfence();
	__G::__sync();
	return 0;
}

} // namespace __nvshmem

/* ---- functions ------------------------------------------------------------------------------ */

namespace nvshmemx {

#define __NVSHMEM_TILE(__name, __end) "nvshmemx::tile_" #__name #__end
#define __NVSHMEM_TILE_REDUCE(__op, __end, __G)                                                   \
	template <class __Src, class __Dst, class __Tuple, tile_coll_algo_t __algo>               \
	__NVSHMEM_HERE int tile_##__op##_reduce##__end(nvshmem_team_t __team, __Src __s, __Dst __d, \
	                                               __Tuple __start, __Tuple __boundary,       \
	                                               int __root, uint64_t __flag) {             \
		static_assert(__algo == NVLS_ONE_SHOT_PULL_NBI || __algo == NVLS_TWO_SHOT_PUSH_NBI, \
		              "tiles are reduced by NVLS_ONE_SHOT_PULL_NBI or NVLS_TWO_SHOT_PUSH_NBI"); \
		constexpr bool __pushes = __algo == NVLS_TWO_SHOT_PUSH_NBI;                       \
		return __nvshmem::__tile_reduce<__nvshmem::__G, __nvshmem::__by_##__op##_, __pushes>( \
			__NVSHMEM_TILE(__op##_reduce, __end), __team, __s, __d, __start, __boundary, \
			__root, __pushes, __flag);                                                \
	}                                                                                         \
	template <class __Src, class __Dst, class __Tuple, tile_coll_algo_t __algo>               \
	__NVSHMEM_HERE int tile_##__op##_reduce##__end(nvshmem_team_t __team, __Src __s, __Dst __d, \
	                                               __Tuple __start, __Tuple __boundary,       \
	                                               uint64_t __flag) {                         \
		static_assert(__algo == NVLS_ONE_SHOT_PULL_NBI,                                   \
		              "only NVLS_ONE_SHOT_PULL_NBI reduces tiles without a root");        \
		return __nvshmem::__tile_reduce<__nvshmem::__G, __nvshmem::__by_##__op##_, false>( \
			__NVSHMEM_TILE(__op##_reduce, __end), __team, __s, __d, __start, __boundary, \
			-1, false, __flag);                                                       \
	}                                                                                         \
	template <class __Src, class __Dst, class __Tuple, tile_coll_algo_t __algo>               \
	__NVSHMEM_HERE int tile_##__op##_rooted_reduce##__end(                                    \
		nvshmem_team_t __team, __Src __s, __Dst __d, __Tuple __start, __Tuple __boundary, \
		int __root, uint64_t __flag) {                                                    \
		static_assert(__algo == NVLS_ONE_SHOT_PULL_NBI,                                   \
		              "tiles are reduced for a root by NVLS_ONE_SHOT_PULL_NBI");          \
		return __nvshmem::__tile_reduce<__nvshmem::__G, __nvshmem::__by_##__op##_, false>( \
			__NVSHMEM_TILE(__op##_rooted_reduce, __end), __team, __s, __d, __start,   \
			__boundary, __root, true, __flag);                                        \
	}
#define __NVSHMEM_TILE_PUSH(__name, __does, __end, __G)                                           \
	template <class __Src, class __Dst, class __Tuple, tile_coll_algo_t __algo>               \
	__NVSHMEM_HERE int tile_##__name##__end(nvshmem_team_t __team, __Src __s, __Dst __d,      \
	                                        __Tuple __start, __Tuple __boundary,              \
	                                        uint64_t __flag) {                                \
		static_assert(__algo == NVLS_ONE_SHOT_PUSH_NBI,                                   \
		              "this is done by NVLS_ONE_SHOT_PUSH_NBI");                          \
		return __nvshmem::__does<__nvshmem::__G>(__NVSHMEM_TILE(__name, __end), __team, __s, \
		                                         __d, __start, __boundary, __flag);       \
	}
#define __NVSHMEM_TILE_MOVE(__name, __end, __G)                                                   \
	template <class __Src, class __Dst, class __Tuple, tile_algo_t __algo>                    \
	__NVSHMEM_HERE int tile_##__name##__end(__Src __s, __Dst __d, __Tuple __start,            \
	                                        __Tuple __boundary, int __pe, uint64_t __flag) {  \
		return __nvshmem::__tile_##__name<__nvshmem::__G>(__NVSHMEM_TILE(__name, __end),  \
		                                                  __s, __d, __start, __boundary,  \
		                                                  __pe, __flag);                  \
	}
#define __NVSHMEM_TILES(__end, __G)                                                               \
	__NVSHMEM_TILE_MOVE(put, __end, __G)                                                      \
	__NVSHMEM_TILE_MOVE(get, __end, __G)                                                      \
	__NVSHMEM_TILE_REDUCE(sum, __end, __G)                                                    \
	__NVSHMEM_TILE_REDUCE(max, __end, __G)                                                    \
	__NVSHMEM_TILE_REDUCE(min, __end, __G)                                                    \
	__NVSHMEM_TILE_PUSH(allgather, __tile_gather, __end, __G)                                 \
	__NVSHMEM_TILE_PUSH(broadcast, __tile_broadcast, __end, __G)                              \
	template <tile_coll_algo_t __algo>                                                        \
	__NVSHMEM_HERE int tile_collective_wait##__end(nvshmem_team_t __team, uint64_t __flag) {  \
		return __nvshmem::__tile_wait<__nvshmem::__G>(                                    \
			__NVSHMEM_TILE(collective_wait, __end), __team,                           \
			__algo != NVLS_ONE_SHOT_PULL_NBI, __flag);                                \
	}
__NVSHMEM_TILES(, __thread_group)
__NVSHMEM_TILES(_warp, __warp_group)
__NVSHMEM_TILES(_warpgroup, __warpgroup_group)
__NVSHMEM_TILES(_block, __block_group)
#undef __NVSHMEM_TILE
#undef __NVSHMEM_TILE_REDUCE
#undef __NVSHMEM_TILE_PUSH
#undef __NVSHMEM_TILE_MOVE
#undef __NVSHMEM_TILES

} // namespace nvshmemx
