/* far.h - PEs on other hosts: what a kernel asks of them is a request, which a thread of the
 * library does (runtime/nvshmem/request.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/group.h>

namespace __nvshmem {

#ifdef __CUDA_ARCH__
#define __NVSHMEM_SYSTEM(__call) __call
#else
#define __NVSHMEM_SYSTEM(__call) 0
#endif

__NVSHMEM_FN void __copy_bytes(char *__to, const char *__from, unsigned long long __n) {
	for (unsigned long long __i = 0; __i < __n; __i++)
		__to[__i] = __from[__i];
}

__NVSHMEM_FN unsigned __state_of(const __nvshmem_request *__r) {
	unsigned __v = __NVSHMEM_DONE;
	__NVSHMEM_ASM("ld.acquire.sys.u32 %0, [%1];" : "=r"(__v) : "l"(&__r->__state) : "memory");
	(void)__r;
	return __v;
}

__NVSHMEM_FN void __set_state(__nvshmem_request *__r, unsigned __v) {
	__NVSHMEM_ASM("st.release.sys.u32 [%0], %1;" ::"l"(&__r->__state), "r"(__v) : "memory");
	(void)__r;
	(void)__v;
}

/* Asks, and waits for the answer. Data that is no memory of the device goes in and out
 * through the request. One loop for all: a thread that has no place yet must not keep
 * others of its warp from ending theirs. */
__NVSHMEM_APART unsigned long long __ask(const char *__function, const __nvshmem_ask &__a,
                                         const char *__in, char *__out) {
	__nvshmem_request *__ring = __state(__function)->__requests;
	unsigned __at = __linear_thread() + blockIdx.x;
	unsigned long long __old = 0;
	for (bool __is_over = false; !__is_over; __at++) {
		__nvshmem_request *__r = &__ring[__at % __NVSHMEM_REQUESTS];
		if (__NVSHMEM_SYSTEM(atomicCAS_system(&__r->__state, __NVSHMEM_FREE,
		                                      __NVSHMEM_TAKEN)) == __NVSHMEM_FREE) {
			__r->__ask = __a;
			if (__in)
				__copy_bytes(__r->__data, __in, __a.__bytes);
			__threadfence_system();
			__set_state(__r, __NVSHMEM_ASKED);
			unsigned __state = __NVSHMEM_ASKED;
			for (unsigned __looks = 0; __state < __NVSHMEM_DONE; __looks++) {
#ifdef __CUDA_ARCH__
				__nanosleep(__looks < 8 ? 1000 : 20000);
#endif
				__state = __state_of(__r);
			}
			__old = __r->__old;
			if (__out)
				__copy_bytes(__out, __r->__data, __a.__bytes);
			__set_state(__r, __NVSHMEM_FREE);
			if (__state == __NVSHMEM_FAILED)
				__stop(__function, "a PE that it needs has ended");
			__is_over = true;
		}
#ifdef __CUDA_ARCH__
		else if (__at % __NVSHMEM_REQUESTS == 0)
			__nanosleep(2000);
#endif
	}
	return __old;
}

__NVSHMEM_FN __nvshmem_ask __ask_of(const __nvshmem_state *__s, int __what, const void *__p,
                                    int __pe) {
	__nvshmem_ask __a = {};
	__a.__what = (unsigned char)__what;
	__a.__pe = __pe;
	__a.__at = (unsigned long long)((const char *)__p - __s->__heap);
	return __a;
}

/* By one thread. `__p` is in the heap, the PE's end; the other end may be any memory. */
__NVSHMEM_APART void __move_far(const char *__function, int __what, const void *__p,
                                void *__local, unsigned long long __bytes, int __pe) {
	const __nvshmem_state *__s = __state(__function);
	__check(__s, __function, __p, __bytes, __pe);
	bool __is_global = __NVSHMEM_SYSTEM(__isGlobal(__local)) != 0;
	unsigned long long __piece = __is_global ? __bytes : __NVSHMEM_DATA;
	for (unsigned long long __i = 0; __i < __bytes; __i += __piece) {
		__nvshmem_ask __a = __ask_of(__s, __what, (const char *)__p + __i, __pe);
		char *__at = (char *)__local + __i;
		__a.__bytes = __bytes - __i < __piece ? __bytes - __i : __piece;
		__a.__local = __is_global ? (unsigned long long)__at : 0;
		__threadfence_system();
		__ask(__function, __a,
		      __is_global || __what != __NVSHMEM_DO_PUT ? (char *)0 : __at,
		      __is_global || __what != __NVSHMEM_DO_GET ? (char *)0 : __at);
	}
}

__NVSHMEM_FN unsigned long long __word_far(const char *__function, int __op, const void *__p,
                                           int __width, unsigned long long __value,
                                           unsigned long long __cond, int __pe) {
	const __nvshmem_state *__s = __state(__function);
	__check(__s, __function, __p, __width, __pe);
	__nvshmem_ask __a = __ask_of(__s, __NVSHMEM_DO_ATOMIC, __p, __pe);
	__a.__op = (unsigned char)__op;
	__a.__width = (unsigned short)__width;
	__a.__value = __value;
	__a.__cond = __cond;
	return __ask(__function, __a, 0, 0);
}

/* ---- collectives of a team on several hosts: the library's ---------------------------- */

template <class __T> struct __kind {
	enum { __value = 0 };
};
#define __NVSHMEM_KIND(__T, __name)              \
	template <> struct __kind<__T> {         \
		enum { __value = __NVSHMEM_##__name }; \
	};
__NVSHMEM_KIND(char, S8)
__NVSHMEM_KIND(signed char, S8)
__NVSHMEM_KIND(unsigned char, U8)
__NVSHMEM_KIND(short, S16)
__NVSHMEM_KIND(unsigned short, U16)
__NVSHMEM_KIND(int, S32)
__NVSHMEM_KIND(unsigned, U32)
__NVSHMEM_KIND(long, S64)
__NVSHMEM_KIND(unsigned long, U64)
__NVSHMEM_KIND(long long, S64)
__NVSHMEM_KIND(unsigned long long, U64)
__NVSHMEM_KIND(__half, F16)
__NVSHMEM_KIND(__nv_bfloat16, BF16)
__NVSHMEM_KIND(float, F32)
__NVSHMEM_KIND(double, F64)
__NVSHMEM_KIND(double2, PAIR)
#undef __NVSHMEM_KIND

struct __collective {
	const char *__function;
	nvshmem_team_t __team;
	int __func, __kind, __by, __root, __width;
	const void *__dest, *__source;
	unsigned long long __n;
};

template <class __G> __NVSHMEM_APART int __together_far(const __collective &__c) {
	__threadfence_system();
	__G::__sync();
	if (__G::__rank() == 0) {
		const __nvshmem_state *__s = __state(__c.__function);
		__nvshmem_ask __a =
			__ask_of(__s, __NVSHMEM_DO_COLLECTIVE, __c.__dest, __c.__team);
		__a.__op = (unsigned char)__c.__func;
		__a.__width = (unsigned short)__c.__width;
		__a.__kind = (unsigned char)__c.__kind;
		__a.__by = (unsigned char)__c.__by;
		__a.__root = (unsigned short)__c.__root;
		__a.__source = (unsigned long long)((const char *)__c.__source - __s->__heap);
		__a.__bytes = __c.__n;
		__ask(__c.__function, __a, 0, 0);
		__threadfence_system();
	}
	__G::__sync();
	return 0;
}

} // namespace __nvshmem
