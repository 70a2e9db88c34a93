/* collective.h - collectives of kernels. All begin and end with a synchronization of the
 * team; between, each PE reads and writes the memory of all. The library does the same for
 * host code (runtime/nvshmem/collective.c), with the same counters.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/wait.h>

namespace __nvshmem {

/* PEs are counted as they come: each group of `size` is one synchronization. */
template <class __G>
__NVSHMEM_APART void __sync_team(const char *__function, const __nvshmem_team *__t) {
	__fence();
	__G::__sync();
	if (__G::__rank() == 0) {
		const __nvshmem_state *__s = __state(__function);
		unsigned long long __size = (unsigned long long)__t->__size;
		unsigned long long __before = __NVSHMEM_SYSTEM(atomicAdd_system(__t->__arrived, 1ull));
		unsigned long long __all = (__before / __size + 1) * __size;
		unsigned __looks = 0;
		while (__load(__t->__arrived) < __all)
			__rest(__s, __function, &__looks);
		__fence();
	}
	__G::__sync();
}

template <class __G> __NVSHMEM_FN int __barrier(const char *__function, nvshmem_team_t __team) {
	if (__the_team(__function, __team)->__is_far) {
		const __collective __c = {__function, __team, __NVSHMEM_SYNC, 0, 0, 0, 0, 0, 0, 0};
		return __together_far<__G>(__c);
	}
	__sync_team<__G>(__function, __the_team(__function, __team));
	return 0;
}

template <class __T> __NVSHMEM_FN void __check_end(const char *__function, const __T *__p,
                                                   unsigned long long __n) {
	__nvshmem_state *__s = __state(__function);
	if (__n)
		__check_heap(__s, __function, __p, __n * sizeof(__T));
}

template <class __G, class __T>
__NVSHMEM_APART int __broadcast(const char *__function, nvshmem_team_t __team, __T *__dest,
                             const __T *__source, size_t __n, int __root) {
	const __nvshmem_team *__t = __the_team(__function, __team);
	__check_end(__function, __dest, __n);
	__check_end(__function, __source, __n);
	if ((unsigned)__root >= (unsigned)__t->__size)
		__bad_pe(__function, __root, __t->__size);
	if (__t->__is_far) {
		const __collective __c = {__function, __team, __NVSHMEM_BROADCAST, 0, 0, __root,
		                          (int)sizeof(__T), __dest, __source, __n};
		return __together_far<__G>(__c);
	}
	__sync_team<__G>(__function, __t);
	const __T *__from = __at_pe(__find_state(), __source, __t->__pe[__root]);
	if (__from != __dest)
		__copy<__G>(__dest, __from, __n * sizeof(__T));
	__sync_team<__G>(__function, __t);
	return 0;
}

template <class __G, class __T>
__NVSHMEM_APART int __fcollect(const char *__function, nvshmem_team_t __team, __T *__dest,
                            const __T *__source, size_t __n) {
	const __nvshmem_team *__t = __the_team(__function, __team);
	__check_end(__function, __dest, __n * (size_t)__t->__size);
	__check_end(__function, __source, __n);
	if (__t->__is_far) {
		const __collective __c = {__function, __team, __NVSHMEM_FCOLLECT, 0, 0, 0,
		                          (int)sizeof(__T), __dest, __source, __n};
		return __together_far<__G>(__c);
	}
	__sync_team<__G>(__function, __t);
	for (int __i = 0; __i < __t->__size; __i++) {
		__T *__to = __at_pe(__find_state(), __dest, __t->__pe[__i]) +
		            (size_t)__t->__me * __n;
		if (__to != __source)
			__copy<__G>(__to, __source, __n * sizeof(__T));
	}
	__sync_team<__G>(__function, __t);
	return 0;
}

template <class __G, class __T>
__NVSHMEM_APART int __alltoall(const char *__function, nvshmem_team_t __team, __T *__dest,
                            const __T *__source, size_t __n) {
	const __nvshmem_team *__t = __the_team(__function, __team);
	__check_end(__function, __dest, __n * (size_t)__t->__size);
	__check_end(__function, __source, __n * (size_t)__t->__size);
	if (__t->__is_far) {
		const __collective __c = {__function, __team, __NVSHMEM_ALLTOALL, 0, 0, 0,
		                          (int)sizeof(__T), __dest, __source, __n};
		return __together_far<__G>(__c);
	}
	__sync_team<__G>(__function, __t);
	for (int __i = 0; __i < __t->__size; __i++)
		__copy<__G>(__at_pe(__find_state(), __dest, __t->__pe[__i]) +
		                    (size_t)__t->__me * __n,
		            __source + (size_t)__i * __n, __n * sizeof(__T));
	__sync_team<__G>(__function, __t);
	return 0;
}

/* ---- reductions ------------------------------------------------------------------------ */

#define __NVSHMEM_HALVES(__T)                                                               \
	__NVSHMEM_FN __T __of_sum_(__T __a, __T __b) {                                       \
		return __hadd(__a, __b);                                                    \
	}                                                                                   \
	__NVSHMEM_FN __T __of_prod_(__T __a, __T __b) {                                      \
		return __hmul(__a, __b);                                                    \
	}                                                                                   \
	__NVSHMEM_FN __T __of_max_(__T __a, __T __b) {                                       \
		return __hgt(__a, __b) ? __a : __b;                                         \
	}                                                                                   \
	__NVSHMEM_FN __T __of_min_(__T __a, __T __b) {                                       \
		return __hlt(__a, __b) ? __a : __b;                                         \
	}
#define __NVSHMEM_OP(__name, __value)                                      \
	template <class __T> __NVSHMEM_FN __T __of##__name(__T __a, __T __b) { \
		return (__T)(__value);                                          \
	}
__NVSHMEM_OP(_sum_, __a + __b)
__NVSHMEM_OP(_prod_, __a *__b)
__NVSHMEM_OP(_max_, __a > __b ? __a : __b)
__NVSHMEM_OP(_min_, __a < __b ? __a : __b)
__NVSHMEM_OP(_and_, __a &__b)
__NVSHMEM_OP(_or_, __a | __b)
__NVSHMEM_OP(_xor_, __a ^ __b)
__NVSHMEM_HALVES(__half)
__NVSHMEM_HALVES(__nv_bfloat16)
#undef __NVSHMEM_OP
#undef __NVSHMEM_HALVES

#define __NVSHMEM_OP(__name)                                                \
	struct __by##__name {                                              \
		enum { __number = __NVSHMEM_##__name };                      \
		template <class __T> static __device__ __T __of(__T __a, __T __b) { \
			return __of##__name(__a, __b);                     \
		}                                                           \
	};
__NVSHMEM_OP(_sum_)
__NVSHMEM_OP(_prod_)
__NVSHMEM_OP(_max_)
__NVSHMEM_OP(_min_)
__NVSHMEM_OP(_and_)
__NVSHMEM_OP(_or_)
__NVSHMEM_OP(_xor_)
#undef __NVSHMEM_OP

/* The larger x, with the y beside it. */
struct __by_maxloc {
	enum { __number = __NVSHMEM__maxloc_ };
	static __device__ double2 __of(double2 __a, double2 __b) {
		return __a.x < __b.x ? __b : __a;
	}
};

/* The element of all PEs, in the order of their numbers in the team. */
template <class __Op, class __T>
__NVSHMEM_FN __T __reduced(const __nvshmem_state *__s, const __nvshmem_team *__t,
                           const __T *__source) {
	__T __sum = *__at_pe(__s, __source, __t->__pe[0]);
	for (int __i = 1; __i < __t->__size; __i++)
		__sum = __Op::__of(__sum, *__at_pe(__s, __source, __t->__pe[__i]));
	return __sum;
}

/* Each PE reduces a part, and writes it to all: so dest may be source. */
template <class __G, class __Op, class __T>
__NVSHMEM_APART int __reduce(const char *__function, nvshmem_team_t __team, __T *__dest,
                          const __T *__source, size_t __n) {
	const __nvshmem_team *__t = __the_team(__function, __team);
	const __nvshmem_state *__s = __find_state();
	size_t __size = (size_t)__t->__size, __me = (size_t)__t->__me;
	size_t __end = __n * (__me + 1) / __size;
	__check_end(__function, __dest, __n);
	__check_end(__function, __source, __n);
	if (__t->__is_far) {
		const __collective __c = {__function, __team, __NVSHMEM_REDUCE, __kind<__T>::__value, __Op::__number, 0,
		                          (int)sizeof(__T), __dest, __source, __n};
		return __together_far<__G>(__c);
	}
	__sync_team<__G>(__function, __t);
	for (size_t __i = __n * __me / __size + __G::__rank(); __i < __end; __i += __G::__size()) {
		__T __sum = __reduced<__Op>(__s, __t, __source + __i);
		for (int __k = 0; __k < __t->__size; __k++)
			*__at_pe(__s, __dest + __i, __t->__pe[__k]) = __sum;
	}
	__sync_team<__G>(__function, __t);
	return 0;
}

template <class __G, class __Op, class __T>
__NVSHMEM_APART int __reducescatter(const char *__function, nvshmem_team_t __team, __T *__dest,
                                 const __T *__source, size_t __n) {
	const __nvshmem_team *__t = __the_team(__function, __team);
	const __nvshmem_state *__s = __find_state();
	__check_end(__function, __dest, __n);
	__check_end(__function, __source, __n * (size_t)__t->__size);
	if (__t->__is_far) {
		const __collective __c = {__function, __team, __NVSHMEM_REDUCESCATTER, __kind<__T>::__value, __Op::__number, 0,
		                          (int)sizeof(__T), __dest, __source, __n};
		return __together_far<__G>(__c);
	}
	__sync_team<__G>(__function, __t);
	for (size_t __i = __G::__rank(); __i < __n; __i += __G::__size())
		__dest[__i] = __reduced<__Op>(__s, __t, __source + (size_t)__t->__me * __n + __i);
	__sync_team<__G>(__function, __t);
	return 0;
}

} // namespace __nvshmem
