/* move.h - put and get in all their forms, and atomic operations, for kernels.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/far.h>

namespace __nvshmem {

__NVSHMEM_FN void __fence() {
	__threadfence_system();
}

/* ---- copies --------------------------------------------------------------------------- */

template <class __G, class __T>
__NVSHMEM_FN void __copy_as(void *__to, const void *__from, unsigned long long __bytes) {
	__T *__t = (__T *)__to;
	const __T *__f = (const __T *)__from;
	for (unsigned long long __i = __G::__rank(); __i < __bytes / sizeof(__T);
	     __i += __G::__size())
		__t[__i] = __f[__i];
}

/* In the largest words that both ends and the size allow. */
template <class __G>
__NVSHMEM_APART void __copy(void *__to, const void *__from, unsigned long long __bytes) {
	unsigned long long __bits = (unsigned long long)__to | (unsigned long long)__from |
	                            __bytes;
	if (!(__bits & 15))
		__copy_as<__G, int4>(__to, __from, __bytes);
	else if (!(__bits & 7))
		__copy_as<__G, unsigned long long>(__to, __from, __bytes);
	else if (!(__bits & 3))
		__copy_as<__G, unsigned>(__to, __from, __bytes);
	else if (!(__bits & 1))
		__copy_as<__G, unsigned short>(__to, __from, __bytes);
	else
		__copy_as<__G, unsigned char>(__to, __from, __bytes);
}

/* Between a place in the heap of a PE and memory of this one. */
template <class __G, class __T>
__NVSHMEM_FN void __put_here(const char *__function, __T *__dest, const __T *__source,
                             unsigned long long __n, int __pe) {
	if (!__is_far(__state(__function), __pe))
		__copy<__G>(__peer(__function, __dest, __n, __pe), __source, __n * sizeof(__T));
	else if (__G::__rank() == 0 && __n)
		__move_far(__function, __NVSHMEM_DO_PUT, __dest, (void *)__source,
		           __n * sizeof(__T), __pe);
}

template <class __G, class __T>
__NVSHMEM_FN void __get_here(const char *__function, __T *__dest, const __T *__source,
                             unsigned long long __n, int __pe) {
	if (!__is_far(__state(__function), __pe))
		__copy<__G>(__dest, __peer(__function, __source, __n, __pe), __n * sizeof(__T));
	else if (__G::__rank() == 0 && __n)
		__move_far(__function, __NVSHMEM_DO_GET, __source, __dest, __n * sizeof(__T),
		           __pe);
}

template <class __G, class __T>
__NVSHMEM_FN void __put(const char *__function, __T *__dest, const __T *__source,
                        unsigned long long __n, int __pe) {
	__G::__sync();
	__put_here<__G>(__function, __dest, __source, __n, __pe);
	__G::__sync();
}

template <class __G, class __T>
__NVSHMEM_FN void __get(const char *__function, __T *__dest, const __T *__source,
                        unsigned long long __n, int __pe) {
	__G::__sync();
	__get_here<__G>(__function, __dest, __source, __n, __pe);
	__G::__sync();
}

/* The elements that a strided transfer reaches, as bytes to check. */
__NVSHMEM_FN unsigned long long __span(long long __stride, unsigned long long __n) {
	return __n && __stride >= 0 ? (__n - 1) * (unsigned long long)__stride + 1 : __n != 0;
}

template <class __G, class __T>
__NVSHMEM_FN void __iput(const char *__function, __T *__dest, const __T *__source,
                         ptrdiff_t __dst, ptrdiff_t __sst, unsigned long long __n, int __pe) {
	__T *__to = __peer(__function, __dest, __span(__dst, __n), __pe);
	bool __far = __is_far(__state(__function), __pe);
	__G::__sync();
	for (unsigned long long __i = __G::__rank(); __i < __n; __i += __G::__size())
		if (__far)
			__put_here<__thread_group>(__function, __dest + (long long)__i * __dst,
			                           __source + (long long)__i * __sst, 1, __pe);
		else
			__to[(long long)__i * __dst] = __source[(long long)__i * __sst];
	__G::__sync();
}

template <class __G, class __T>
__NVSHMEM_FN void __iget(const char *__function, __T *__dest, const __T *__source,
                         ptrdiff_t __dst, ptrdiff_t __sst, unsigned long long __n, int __pe) {
	const __T *__from = __peer(__function, __source, __span(__sst, __n), __pe);
	bool __far = __is_far(__state(__function), __pe);
	__G::__sync();
	for (unsigned long long __i = __G::__rank(); __i < __n; __i += __G::__size())
		if (__far)
			__get_here<__thread_group>(__function, __dest + (long long)__i * __dst,
			                           __source + (long long)__i * __sst, 1, __pe);
		else
			__dest[(long long)__i * __dst] = __from[(long long)__i * __sst];
	__G::__sync();
}

template <class __T>
__NVSHMEM_FN void __p(const char *__function, __T *__dest, const __T &__value, int __pe) {
	if (__is_far(__state(__function), __pe))
		__put_here<__thread_group>(__function, __dest, &__value, 1, __pe);
	else
		*__peer(__function, __dest, 1, __pe) = __value;
}

/* Not kept in a register from one call to the next. */
template <class __T>
__NVSHMEM_FN __T __g(const char *__function, const __T *__source, int __pe) {
	if (__is_far(__state(__function), __pe)) {
		__T __value;
		__get_here<__thread_group>(__function, &__value, __source, 1, __pe);
		return __value;
	}
	const __T *__from = __peer(__function, __source, 1, __pe);
	__NVSHMEM_ASM("" ::: "memory");
	return *__from;
}

/* ---- atomic operations ------------------------------------------------------------------
 */

template <int __bytes> struct __word;
template <> struct __word<4> {
	typedef unsigned __type;
};
template <> struct __word<8> {
	typedef unsigned long long __type;
};

template <class __T> struct __atomic {
	typedef typename __word<sizeof(__T)>::__type __W;
	union __both {
		__T __value;
		__W __word;
	};
	static __device__ __W __in(__T __value) {
		__both __b;
		__b.__value = __value;
		return __b.__word;
	}
	static __device__ __T __out(__W __w) {
		__both __b;
		__b.__word = __w;
		return __b.__value;
	}
	static __device__ __W *__at(const char *__function, __T *__dest, int __pe) {
		return (__W *)__peer(__function, __dest, 1, __pe);
	}
};

#define __NVSHMEM_ATOMIC(__name, __cuda, __OP)                                                    \
	template <class __T>                                                                \
	__NVSHMEM_FN __T __name(const char *__function, __T *__dest, __T __value, int __pe) { \
		typedef __atomic<__T> __A;                                                  \
		if (__is_far(__state(__function), __pe))                                        \
			return __A::__out((typename __A::__W)__word_far(                    \
				__function, __OP, __dest, sizeof(__T),                      \
				__A::__in(__value), 0, __pe));                              \
		typename __A::__W *__at = __A::__at(__function, __dest, __pe);                  \
		(void)__at;                                                                 \
		(void)__value;                                                              \
		return __A::__out(__NVSHMEM_SYSTEM(__cuda(__at, __A::__in(__value))));          \
	}
__NVSHMEM_ATOMIC(__fetch_add, atomicAdd_system, __NVSHMEM_ADD)
__NVSHMEM_ATOMIC(__fetch_and, atomicAnd_system, __NVSHMEM_AND)
__NVSHMEM_ATOMIC(__fetch_or, atomicOr_system, __NVSHMEM_OR)
__NVSHMEM_ATOMIC(__fetch_xor, atomicXor_system, __NVSHMEM_XOR)
__NVSHMEM_ATOMIC(__swap, atomicExch_system, __NVSHMEM_SWAP)
#undef __NVSHMEM_ATOMIC

template <class __T>
__NVSHMEM_FN __T __compare_swap(const char *__function, __T *__dest, __T __cond, __T __value,
                                int __pe) {
	typedef __atomic<__T> __A;
	if (__is_far(__state(__function), __pe))
		return __A::__out((typename __A::__W)__word_far(
			__function, __NVSHMEM_COMPARE, __dest, sizeof(__T), __A::__in(__value),
			__A::__in(__cond), __pe));
	typename __A::__W *__at = __A::__at(__function, __dest, __pe);
	(void)__at;
	(void)__cond;
	(void)__value;
	return __A::__out(
		__NVSHMEM_SYSTEM(atomicCAS_system(__at, __A::__in(__cond), __A::__in(__value))));
}

/* ---- loads of what other PEs write -------------------------------------------------------
 */

template <int __bytes> struct __acquire;
#define __NVSHMEM_ACQUIRE(__bytes, __T, __letter, __ptx)                             \
	template <> struct __acquire<__bytes> {                                      \
		static __device__ __T __load(const void *__at) {                       \
			__T __value = 0;                                             \
			__NVSHMEM_ASM("ld.acquire.sys." __ptx " %0, [%1];"           \
			              : "=" __letter(__value)                        \
			              : "l"(__at)                                    \
			              : "memory");                                   \
			(void)__at;                                                  \
			return __value;                                              \
		}                                                                    \
	};
__NVSHMEM_ACQUIRE(2, unsigned short, "h", "u16")
__NVSHMEM_ACQUIRE(4, unsigned, "r", "u32")
__NVSHMEM_ACQUIRE(8, unsigned long long, "l", "u64")
#undef __NVSHMEM_ACQUIRE

template <class __T> __NVSHMEM_FN __T __load(const __T *__at) {
	return (__T)__acquire<sizeof(__T)>::__load(__at);
}

template <class __T>
__NVSHMEM_FN __T __fetch(const char *__function, const __T *__source, int __pe) {
	typedef __atomic<__T> __A;
	if (__is_far(__state(__function), __pe))
		return __A::__out((typename __A::__W)__word_far(
			__function, __NVSHMEM_FETCH, __source, sizeof(__T), 0, 0, __pe));
	const __T *__at = __peer(__function, __source, 1, __pe);
	return __A::__out(__acquire<sizeof(__T)>::__load(__at));
}

/* ---- signals ------------------------------------------------------------------------------
 */

/* After everything that the thread has written before. */
__NVSHMEM_FN void __signal(const char *__function, uint64_t *__at, uint64_t __value, int __op,
                           int __pe) {
	__fence();
	if (__op == NVSHMEM_SIGNAL_ADD)
		__fetch_add(__function, __at, __value, __pe);
	else if (__op == NVSHMEM_SIGNAL_SET)
		__swap(__function, __at, __value, __pe);
	else
		__stop(__function, "the operation is not NVSHMEM_SIGNAL_SET or _ADD");
}

template <class __G, class __T>
__NVSHMEM_FN void __put_signal(const char *__function, __T *__dest, const __T *__source,
                               unsigned long long __n, uint64_t *__at, uint64_t __value,
                               int __op, int __pe) {
	__G::__sync();
	__put_here<__G>(__function, __dest, __source, __n, __pe);
	__fence();
	__G::__sync();
	if (__G::__rank() == 0)
		__signal(__function, __at, __value, __op, __pe);
	__G::__sync();
}

} // namespace __nvshmem
