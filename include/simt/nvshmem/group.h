/* group.h - threads that call together, the state of their PE, and what goes wrong.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/state.h>
#include <simt/nvshmem/types.h>
#include <stdio.h>

#define __NVSHMEM_FN static __inline__ __device__
/* One copy for all types and calls. */
#define __NVSHMEM_APART static __inline__ __device__ __noinline__

namespace __nvshmem {

/* The host's compiler reads device code without compiling it for anything. */
#ifdef __CUDA_ARCH__
#define __NVSHMEM_ASM(...) asm volatile(__VA_ARGS__)
#else
#define __NVSHMEM_ASM(...) ((void)0)
#endif

struct __thread_group {
	static __device__ unsigned __rank() {
		return 0;
	}
	static __device__ unsigned __size() {
		return 1;
	}
	static __device__ void __sync() {
	}
};

__NVSHMEM_FN unsigned __linear_thread() {
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__NVSHMEM_FN unsigned __block_threads() {
	return blockDim.x * blockDim.y * blockDim.z;
}

struct __warp_group {
	static __device__ unsigned __rank() {
		return __linear_thread() % 32;
	}
	static __device__ unsigned __size() {
		unsigned __rest = __block_threads() - (__linear_thread() & ~31u);
		return __rest < 32 ? __rest : 32;
	}
	static __device__ void __sync() {
		__syncwarp(__size() == 32 ? 0xffffffffu : (1u << __size()) - 1);
	}
};

/* Four warps of which the first one's number is a multiple of 4. */
struct __warpgroup_group {
	static __device__ unsigned __rank() {
		return __linear_thread() % 128;
	}
	static __device__ unsigned __size() {
		return 128;
	}
	static __device__ void __sync() {
		unsigned __barrier = 8 + __linear_thread() / 128;
		(void)__barrier;
		__NVSHMEM_ASM("barrier.sync %0, 128;" ::"r"(__barrier) : "memory");
	}
};

struct __block_group {
	static __device__ unsigned __rank() {
		return __linear_thread();
	}
	static __device__ unsigned __size() {
		return __block_threads();
	}
	static __device__ void __sync() {
		__syncthreads();
	}
};

/* ---- what goes wrong ---------------------------------------------------------------- */

__NVSHMEM_APART void __stop(const char *__function, const char *__what) {
	printf("NVSHMEM: %s: %s\n", __function, __what);
	__trap();
}

__NVSHMEM_APART void __bad_pe(const char *__function, int __pe, int __n) {
	printf("NVSHMEM: %s: PE %d is not one of 0 to %d\n", __function, __pe, __n - 1);
	__trap();
}

__NVSHMEM_APART void __bad_address(const char *__function, const void *__p,
                                                  unsigned long long __bytes) {
	printf("NVSHMEM: %s: %llu bytes at %p are not in the symmetric heap\n", __function,
	       __bytes, __p);
	__trap();
}

/* ---- the state of the PE --------------------------------------------------------------
 */

__NVSHMEM_FN __nvshmem_state *__find_state() {
	unsigned long long __workspace = 0;
#ifdef __CUDA_ARCH__
	unsigned __high, __low;
	asm("mov.u32 %0, %%envreg1;" : "=r"(__high));
	asm("mov.u32 %0, %%envreg2;" : "=r"(__low));
	__workspace = (unsigned long long)__high << 32 | __low;
#endif
	/* there may be none before a library has something to say */
	return __workspace ? *(__nvshmem_state **)(__workspace + 16) : 0;
}

__NVSHMEM_FN __nvshmem_state *__state(const char *__function) {
	__nvshmem_state *__s = __find_state();
	if (!__s)
		__stop(__function, "nvshmem_init has not been called");
	return __s;
}

__NVSHMEM_FN void __check_heap(const __nvshmem_state *__s, const char *__function,
                               const void *__p, unsigned long long __bytes) {
	unsigned long long __at = (unsigned long long)((const char *)__p - __s->__heap);
	if (__at >= __s->__bytes || __bytes > __s->__bytes - __at)
		__bad_address(__function, __p, __bytes);
}

/* A PE reaches memory of its own that is not symmetric, too. */
__NVSHMEM_FN void __check(const __nvshmem_state *__s, const char *__function, const void *__p,
                          unsigned long long __bytes, int __pe) {
	if ((unsigned)__pe >= (unsigned)__s->__n)
		__bad_pe(__function, __pe, __s->__n);
	if (__pe != __s->__me)
		__check_heap(__s, __function, __p, __bytes);
}

/* Where the PE has what this one has at p; no check. */
template <class __T> __NVSHMEM_FN __T *__at_pe(const __nvshmem_state *__s, __T *__p, int __pe) {
	return (__T *)((char *)__p + (long long)(__pe - __s->__me) * (long long)__s->__stride);
}

__NVSHMEM_FN bool __is_far(const __nvshmem_state *__s, int __pe) {
	return __s->__requests && (unsigned)__pe < (unsigned)__s->__n &&
	       (__s->__far[__pe / 32] >> __pe % 32 & 1);
}

template <class __T>
__NVSHMEM_FN __T *__peer(const char *__function, __T *__p, unsigned long long __n, int __pe) {
	__nvshmem_state *__s = __state(__function);
	if (__n)
		__check(__s, __function, (const void *)__p, __n * sizeof(__T), __pe);
	return __at_pe(__s, __p, __pe);
}

__NVSHMEM_FN __nvshmem_team *__find_team(nvshmem_team_t __team) {
	__nvshmem_state *__s = __find_state();
	bool __is_there = __s && (unsigned)__team < __NVSHMEM_MAX_TEAMS &&
	                  __s->__team[__team].__size > 0;
	return __is_there ? &__s->__team[__team] : (__nvshmem_team *)0;
}

__NVSHMEM_FN __nvshmem_team *__the_team(const char *__function, nvshmem_team_t __team) {
	__state(__function);
	__nvshmem_team *__t = __find_team(__team);
	if (!__t)
		__stop(__function, "the team is not one of this PE's");
	return __t;
}

} // namespace __nvshmem
