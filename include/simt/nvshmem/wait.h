/* wait.h - waiting in kernels for what other PEs write.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/move.h>

namespace __nvshmem {

/* Between two looks: other threads, kernels and processes have the processor. */
__NVSHMEM_FN void __rest(const __nvshmem_state *__s, const char *__function,
                         unsigned *__looks) {
	if (*(volatile const unsigned *)&__s->__failed)
		__stop(__function, "a PE that it may wait for has ended");
#ifdef __CUDA_ARCH__
	__nanosleep(*__looks < 8 ? 1000 : 20000);
#endif
	++*__looks;
}

template <class __T> __NVSHMEM_FN bool __compare(__T __a, int __cmp, __T __b) {
	switch (__cmp) {
	case NVSHMEM_CMP_EQ: return __a == __b;
	case NVSHMEM_CMP_NE: return __a != __b;
	case NVSHMEM_CMP_GT: return __a > __b;
	case NVSHMEM_CMP_LE: return __a <= __b;
	case NVSHMEM_CMP_LT: return __a < __b;
	case NVSHMEM_CMP_GE: return __a >= __b;
	default: return false;
	}
}

/* What is waited for: n words, without those whose status is not 0; `each`: values has
 * one for each word. */
template <class __T> struct __words {
	const char *__function;
	const __T *__at;
	size_t __n;
	const int *__status;
	int __cmp;
	const __T *__values;
	bool __each;

	__device__ bool __counts(size_t __i) const {
		return !__status || !__status[__i];
	}
	__device__ bool __is_met(size_t __i) const {
		return __compare(__load(__at + __i), __cmp, __values[__each ? __i : 0]);
	}
	__device__ __nvshmem_state *__begin() const {
		if ((unsigned)__cmp > NVSHMEM_CMP_GE)
			__stop(__function, "the comparison is not one of NVSHMEM_CMP_EQ to _GE");
		return __state(__function);
	}
};

template <class __T> __NVSHMEM_APART size_t __test_any(const __words<__T> &__w) {
	for (size_t __i = 0; __i < __w.__n; __i++)
		if (__w.__counts(__i) && __w.__is_met(__i))
			return __i;
	return SIZE_MAX;
}

template <class __T> __NVSHMEM_APART bool __test_all(const __words<__T> &__w) {
	for (size_t __i = 0; __i < __w.__n; __i++)
		if (__w.__counts(__i) && !__w.__is_met(__i))
			return false;
	return true;
}

template <class __T> __NVSHMEM_APART size_t __test_some(const __words<__T> &__w, size_t *__out) {
	size_t __n = 0;
	for (size_t __i = 0; __i < __w.__n; __i++)
		if (__w.__counts(__i) && __w.__is_met(__i))
			__out[__n++] = __i;
	return __n;
}

template <class __T> __NVSHMEM_FN bool __has_any(const __words<__T> &__w) {
	for (size_t __i = 0; __i < __w.__n; __i++)
		if (__w.__counts(__i))
			return true;
	return false;
}

template <class __T> __NVSHMEM_APART void __wait_all(const __words<__T> &__w) {
	const __nvshmem_state *__s = __w.__begin();
	unsigned __looks = 0;
	for (size_t __i = 0; __i < __w.__n; __i++)
		while (__w.__counts(__i) && !__w.__is_met(__i))
			__rest(__s, __w.__function, &__looks);
}

template <class __T> __NVSHMEM_APART size_t __wait_any(const __words<__T> &__w) {
	const __nvshmem_state *__s = __w.__begin();
	unsigned __looks = 0;
	size_t __i = SIZE_MAX;
	if (__has_any(__w))
		while ((__i = __test_any(__w)) == SIZE_MAX)
			__rest(__s, __w.__function, &__looks);
	return __i;
}

template <class __T> __NVSHMEM_APART size_t __wait_some(const __words<__T> &__w, size_t *__out) {
	const __nvshmem_state *__s = __w.__begin();
	unsigned __looks = 0;
	size_t __n = 0;
	if (__has_any(__w))
		while ((__n = __test_some(__w, __out)) == 0)
			__rest(__s, __w.__function, &__looks);
	return __n;
}

} // namespace __nvshmem
