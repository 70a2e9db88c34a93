/* device_nv_atomic.h - the __nv_atomic_ functions: atomic operations with an order and
 * a scope.
 *
 * PTX has an instruction for each order and scope. Which one is meant is a switch over
 * two arguments that callers give as constants, so that one instruction is left of it.
 * A sequentially consistent operation is a fence and an acquiring operation.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if __SIMT_ARCH >= 700

enum {
	__NV_ATOMIC_RELAXED,
	__NV_ATOMIC_CONSUME,
	__NV_ATOMIC_ACQUIRE,
	__NV_ATOMIC_RELEASE,
	__NV_ATOMIC_ACQ_REL,
	__NV_ATOMIC_SEQ_CST,
};

enum {
	__NV_THREAD_SCOPE_THREAD,
	__NV_THREAD_SCOPE_BLOCK,
	__NV_THREAD_SCOPE_CLUSTER,
	__NV_THREAD_SCOPE_DEVICE,
	__NV_THREAD_SCOPE_SYSTEM,
};

/* ---- one instruction by its order and scope ---- */

/* Without clusters the next larger scope stands for them. */
#if __SIMT_ARCH >= 900
#define __SIMT_CLUSTER ".cluster"
#else
#define __SIMT_CLUSTER ".gpu"
#endif

/* DO(qualifiers, ...) is one asm statement. */
#define __SIMT_BY_SCOPE(DO, order, ...)                                               \
	switch (__scope) {                                                            \
	case __NV_THREAD_SCOPE_THREAD:                                                \
	case __NV_THREAD_SCOPE_BLOCK: DO(order ".cta", __VA_ARGS__); break;           \
	case __NV_THREAD_SCOPE_CLUSTER: DO(order __SIMT_CLUSTER, __VA_ARGS__); break; \
	case __NV_THREAD_SCOPE_DEVICE: DO(order ".gpu", __VA_ARGS__); break;          \
	default: DO(order ".sys", __VA_ARGS__);                                       \
	}

#define __SIMT_BY_ORDER(DO, ...)                                                      \
	switch (__order) {                                                            \
	case __NV_ATOMIC_RELAXED: __SIMT_BY_SCOPE(DO, ".relaxed", __VA_ARGS__) break; \
	case __NV_ATOMIC_RELEASE: __SIMT_BY_SCOPE(DO, ".release", __VA_ARGS__) break; \
	case __NV_ATOMIC_ACQ_REL: __SIMT_BY_SCOPE(DO, ".acq_rel", __VA_ARGS__) break; \
	default: __SIMT_BY_SCOPE(DO, ".acquire", __VA_ARGS__)                         \
	}

#define __SIMT_FENCE(qualifiers, ...) asm volatile("fence" qualifiers ";" ::: "memory")

__SIMT_FN void __nv_atomic_thread_fence(int __order, int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	if (__order == __NV_ATOMIC_SEQ_CST) {
		__SIMT_BY_SCOPE(__SIMT_FENCE, ".sc", )
	} else if (__order != __NV_ATOMIC_RELAXED) {
		__SIMT_BY_SCOPE(__SIMT_FENCE, ".acq_rel", )
	}
}

/* The fence before a sequentially consistent operation. */
__SIMT_FN void __simt_fence_before(int __order, int __scope) {
	if (__order == __NV_ATOMIC_SEQ_CST)
		__nv_atomic_thread_fence(__order, __scope);
}

/* ---- operations on words of each size ---- */

#define __SIMT_LD(qualifiers, t, type)                     \
	asm volatile("ld" qualifiers "." type " %0, [%1];" \
	             : "=" t(__d)                          \
	             : "l"(__p)                            \
	             : "memory")
#define __SIMT_ST(qualifiers, t, type)                                                   \
	asm volatile("st" qualifiers "." type " [%0], %1;" ::"l"(__p), t(__v) : "memory")

#define __SIMT_LOAD_STORE(__T, __R, t, type)                                       \
	__SIMT_FN __T __simt_load(const __T *__p, int __order, int __scope) {      \
		__R __d;                                                           \
		__simt_fence_before(__order, __scope);                             \
		if (__order == __NV_ATOMIC_RELAXED) {                              \
			__SIMT_BY_SCOPE(__SIMT_LD, ".relaxed", t, type)            \
		} else {                                                           \
			__SIMT_BY_SCOPE(__SIMT_LD, ".acquire", t, type)            \
		}                                                                  \
		return (__T)__d;                                                   \
	}                                                                          \
	__SIMT_FN void __simt_store(__T *__p, __R __v, int __order, int __scope) { \
		__simt_fence_before(__order, __scope);                             \
		if (__order == __NV_ATOMIC_RELEASE) {                              \
			__SIMT_BY_SCOPE(__SIMT_ST, ".release", t, type)            \
		} else {                                                           \
			__SIMT_BY_SCOPE(__SIMT_ST, ".relaxed", t, type)            \
		}                                                                  \
	}
__SIMT_LOAD_STORE(unsigned char, unsigned, "r", "b8")
__SIMT_LOAD_STORE(unsigned short, unsigned short, "h", "b16")
__SIMT_LOAD_STORE(unsigned, unsigned, "r", "b32")
__SIMT_LOAD_STORE(unsigned long long, unsigned long long, "l", "b64")
#undef __SIMT_LOAD_STORE
#undef __SIMT_LD
#undef __SIMT_ST

#define __SIMT_ATOM(qualifiers, t, op)                         \
	asm volatile("atom" qualifiers "." op " %0, [%1], %2;" \
	             : "=" t(__d)                              \
	             : "l"(__p), t(__v)                        \
	             : "memory")
#define __SIMT_CAS(qualifiers, t, type)                                  \
	asm volatile("atom" qualifiers ".cas." type " %0, [%1], %2, %3;" \
	             : "=" t(__d)                                        \
	             : "l"(__p), t(__c), t(__v)                          \
	             : "memory")

#define __SIMT_RMW(__T, t, name, op)                                      \
	__SIMT_FN __T name(__T *__p, __T __v, int __order, int __scope) { \
		__T __d;                                                  \
		__simt_fence_before(__order, __scope);                    \
		__SIMT_BY_ORDER(__SIMT_ATOM, t, op)                       \
		return __d;                                               \
	}
__SIMT_RMW(unsigned, "r", __simt_exch, "exch.b32")
__SIMT_RMW(unsigned long long, "l", __simt_exch, "exch.b64")
__SIMT_RMW(unsigned, "r", __simt_fetch_add, "add.u32")
__SIMT_RMW(unsigned long long, "l", __simt_fetch_add, "add.u64")
__SIMT_RMW(float, "f", __simt_fetch_add, "add.f32")
__SIMT_RMW(double, "d", __simt_fetch_add, "add.f64")
__SIMT_RMW(unsigned, "r", __simt_fetch_and, "and.b32")
__SIMT_RMW(unsigned long long, "l", __simt_fetch_and, "and.b64")
__SIMT_RMW(unsigned, "r", __simt_fetch_or, "or.b32")
__SIMT_RMW(unsigned long long, "l", __simt_fetch_or, "or.b64")
__SIMT_RMW(unsigned, "r", __simt_fetch_xor, "xor.b32")
__SIMT_RMW(unsigned long long, "l", __simt_fetch_xor, "xor.b64")
__SIMT_RMW(int, "r", __simt_fetch_min, "min.s32")
__SIMT_RMW(unsigned, "r", __simt_fetch_min, "min.u32")
__SIMT_RMW(long long, "l", __simt_fetch_min, "min.s64")
__SIMT_RMW(unsigned long long, "l", __simt_fetch_min, "min.u64")
__SIMT_RMW(int, "r", __simt_fetch_max, "max.s32")
__SIMT_RMW(unsigned, "r", __simt_fetch_max, "max.u32")
__SIMT_RMW(long long, "l", __simt_fetch_max, "max.s64")
__SIMT_RMW(unsigned long long, "l", __simt_fetch_max, "max.u64")
#undef __SIMT_RMW
#undef __SIMT_ATOM

#define __SIMT_COMPARE(__T, t, type)                                                     \
	__SIMT_FN __T __simt_cas(__T *__p, __T __c, __T __v, int __order, int __scope) { \
		__T __d;                                                                 \
		__simt_fence_before(__order, __scope);                                   \
		__SIMT_BY_ORDER(__SIMT_CAS, t, type)                                     \
		return __d;                                                              \
	}
__SIMT_COMPARE(unsigned short, "h", "b16")
__SIMT_COMPARE(unsigned, "r", "b32")
__SIMT_COMPARE(unsigned long long, "l", "b64")
#undef __SIMT_COMPARE
#undef __SIMT_CAS

/* 16 bytes: a pair of registers becomes one of 128 bits. */
#if __SIMT_ARCH >= 900
#define __SIMT_LD128(qualifiers, ...)                     \
	asm volatile("{\n\t"                              \
	             ".reg .b128 d;\n\t"                  \
	             "ld" qualifiers ".b128 d, [%2];\n\t" \
	             "mov.b128 {%0, %1}, d;\n\t"          \
	             "}"                                  \
	             : "=l"(__d.x), "=l"(__d.y)           \
	             : "l"(__p)                           \
	             : "memory")
#define __SIMT_ST128(qualifiers, ...)                     \
	asm volatile("{\n\t"                              \
	             ".reg .b128 v;\n\t"                  \
	             "mov.b128 v, {%1, %2};\n\t"          \
	             "st" qualifiers ".b128 [%0], v;\n\t" \
	             "}" ::"l"(__p),                      \
	             "l"(__v.x), "l"(__v.y)               \
	             : "memory")
#define __SIMT_EXCH128(qualifiers, ...)                             \
	asm volatile("{\n\t"                                        \
	             ".reg .b128 v, d;\n\t"                         \
	             "mov.b128 v, {%3, %4};\n\t"                    \
	             "atom" qualifiers ".exch.b128 d, [%2], v;\n\t" \
	             "mov.b128 {%0, %1}, d;\n\t"                    \
	             "}"                                            \
	             : "=l"(__d.x), "=l"(__d.y)                     \
	             : "l"(__p), "l"(__v.x), "l"(__v.y)             \
	             : "memory")
#define __SIMT_CAS128(qualifiers, ...)                                          \
	asm volatile("{\n\t"                                                    \
	             ".reg .b128 c, v, d;\n\t"                                  \
	             "mov.b128 c, {%3, %4};\n\t"                                \
	             "mov.b128 v, {%5, %6};\n\t"                                \
	             "atom" qualifiers ".cas.b128 d, [%2], c, v;\n\t"           \
	             "mov.b128 {%0, %1}, d;\n\t"                                \
	             "}"                                                        \
	             : "=l"(__d.x), "=l"(__d.y)                                 \
	             : "l"(__p), "l"(__c.x), "l"(__c.y), "l"(__v.x), "l"(__v.y) \
	             : "memory")

__SIMT_FN ulonglong2 __simt_load(const ulonglong2 *__p, int __order, int __scope) {
	ulonglong2 __d;
	__simt_fence_before(__order, __scope);
	if (__order == __NV_ATOMIC_RELAXED) {
		__SIMT_BY_SCOPE(__SIMT_LD128, ".relaxed", )
	} else {
		__SIMT_BY_SCOPE(__SIMT_LD128, ".acquire", )
	}
	return __d;
}

__SIMT_FN void __simt_store(ulonglong2 *__p, ulonglong2 __v, int __order, int __scope) {
	__simt_fence_before(__order, __scope);
	if (__order == __NV_ATOMIC_RELEASE) {
		__SIMT_BY_SCOPE(__SIMT_ST128, ".release", )
	} else {
		__SIMT_BY_SCOPE(__SIMT_ST128, ".relaxed", )
	}
}

__SIMT_FN ulonglong2 __simt_exch(ulonglong2 *__p, ulonglong2 __v, int __order, int __scope) {
	ulonglong2 __d;
	__simt_fence_before(__order, __scope);
	__SIMT_BY_ORDER(__SIMT_EXCH128, )
	return __d;
}

__SIMT_FN ulonglong2 __simt_cas(ulonglong2 *__p, ulonglong2 __c, ulonglong2 __v, int __order,
                                int __scope) {
	ulonglong2 __d;
	__simt_fence_before(__order, __scope);
	__SIMT_BY_ORDER(__SIMT_CAS128, )
	return __d;
}
#undef __SIMT_LD128
#undef __SIMT_ST128
#undef __SIMT_EXCH128
#undef __SIMT_CAS128
#endif

/* ---- the functions, for objects of any type of a size that has a word ---- */

template <int size> struct __simt_word;
template <> struct __simt_word<1> { typedef unsigned char type; };
template <> struct __simt_word<2> { typedef unsigned short type; };
template <> struct __simt_word<4> { typedef unsigned type; };
template <> struct __simt_word<8> { typedef unsigned long long type; };
template <> struct __simt_word<16> { typedef ulonglong2 type; };

#define __SIMT_WORD(__T) typename __simt_word<sizeof(__T)>::type
/* An object, or what a pointer points to, as the word that has its bytes. */
#define __SIMT_AS_WORD(__T, object) (*reinterpret_cast<__SIMT_WORD(__T) *>(&(object)))
#define __SIMT_WORD_AT(__T, p) reinterpret_cast<__SIMT_WORD(__T) *>(p)

/* Keeps a parameter out of deduction, so that it converts to the pointer's type. */
template <typename __T> struct __simt_same { typedef __T type; };
#define __SIMT_SAME(__T) typename __simt_same<__T>::type

template <typename __T>
__SIMT_FN void __nv_atomic_load(const __T *__p, __T *__result, int __order,
                                int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	__SIMT_AS_WORD(__T, *__result) =
	        __simt_load(reinterpret_cast<const __SIMT_WORD(__T) *>(__p), __order, __scope);
}

template <typename __T>
__SIMT_FN __T __nv_atomic_load_n(const __T *__p, int __order,
                               int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	__T __result;
	__nv_atomic_load(__p, &__result, __order, __scope);
	return __result;
}

template <typename __T>
__SIMT_FN void __nv_atomic_store(__T *__p, __SIMT_SAME(__T) *__value, int __order,
                                 int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	__simt_store(__SIMT_WORD_AT(__T, __p), __SIMT_AS_WORD(__T, *__value), __order, __scope);
}

template <typename __T>
__SIMT_FN void __nv_atomic_store_n(__T *__p, __SIMT_SAME(__T) __value, int __order,
                                   int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	__nv_atomic_store(__p, &__value, __order, __scope);
}

template <typename __T>
__SIMT_FN void __nv_atomic_exchange(__T *__p, __SIMT_SAME(__T) *__value, __SIMT_SAME(__T) *__result,
                                    int __order, int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	__SIMT_AS_WORD(__T, *__result) = __simt_exch(
	        __SIMT_WORD_AT(__T, __p), __SIMT_AS_WORD(__T, *__value), __order, __scope);
}

template <typename __T>
__SIMT_FN __T __nv_atomic_exchange_n(__T *__p, __SIMT_SAME(__T) __value, int __order,
                                   int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	__T __result;
	__nv_atomic_exchange(__p, &__value, &__result, __order, __scope);
	return __result;
}

__SIMT_FN bool __simt_equal(unsigned long long __x, unsigned long long __y) {
	return __x == __y;
}

__SIMT_FN bool __simt_equal(ulonglong2 __x, ulonglong2 __y) {
	return __x.x == __y.x && __x.y == __y.y;
}

/* The order of success and failure in one: PTX has no two. */
__SIMT_FN int __simt_both_orders(int __success, int __failure) {
	if (__success == __NV_ATOMIC_SEQ_CST || __failure == __NV_ATOMIC_SEQ_CST)
		return __NV_ATOMIC_SEQ_CST;
	if (__failure == __NV_ATOMIC_RELAXED || __success == __NV_ATOMIC_ACQ_REL)
		return __success;
	return __success == __NV_ATOMIC_RELEASE ? __NV_ATOMIC_ACQ_REL : __NV_ATOMIC_ACQUIRE;
}

/* True: *__p was *__expected, and is *__desired now. False: *__expected is what *__p was. A weak
 * one could fail for no reason, and never does. */
template <typename __T>
__SIMT_FN bool __nv_atomic_compare_exchange(__T *__p, __SIMT_SAME(__T) *__expected,
                                            __SIMT_SAME(__T) *__desired, bool __weak,
                                            int __success, int __failure,
                                            int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	(void)__weak;
	__SIMT_WORD(__T) __want = __SIMT_AS_WORD(__T, *__expected);
	__SIMT_WORD(__T) __old = __simt_cas(__SIMT_WORD_AT(__T, __p), __want,
	                                  __SIMT_AS_WORD(__T, *__desired),
	                                  __simt_both_orders(__success, __failure), __scope);
	__SIMT_AS_WORD(__T, *__expected) = __old;
	return __simt_equal(__old, __want);
}

template <typename __T>
__SIMT_FN bool __nv_atomic_compare_exchange_n(__T *__p, __SIMT_SAME(__T) *__expected,
                                              __SIMT_SAME(__T) __desired, bool __weak,
                                              int __success, int __failure,
                                              int __scope = __NV_THREAD_SCOPE_SYSTEM) {
	return __nv_atomic_compare_exchange(__p, __expected, &__desired, __weak, __success,
	                                    __failure, __scope);
}

/* W: the type whose operation does it. The forms without `fetch` return nothing. */
#define __SIMT_FETCH(__T, __W, op, core, operand)                                          \
	__SIMT_FN __T __nv_atomic_fetch_##op(__T *__p, __T __v, int __order,               \
	                                   int __scope = __NV_THREAD_SCOPE_SYSTEM) {       \
		return (__T)core(reinterpret_cast<__W *>(__p), operand, __order, __scope); \
	}                                                                                  \
	__SIMT_FN void __nv_atomic_##op(__T *__p, __T __v, int __order,                    \
	                                int __scope = __NV_THREAD_SCOPE_SYSTEM) {          \
		core(reinterpret_cast<__W *>(__p), operand, __order, __scope);             \
	}
#define __SIMT_FETCH_INT(__T, __W, __U)                             \
	__SIMT_FETCH(__T, __U, add, __simt_fetch_add, (__U)__v)     \
	__SIMT_FETCH(__T, __U, sub, __simt_fetch_add, 0 - (__U)__v) \
	__SIMT_FETCH(__T, __U, and, __simt_fetch_and, (__U)__v)     \
	__SIMT_FETCH(__T, __U, or, __simt_fetch_or, (__U)__v)       \
	__SIMT_FETCH(__T, __U, xor, __simt_fetch_xor, (__U)__v)     \
	__SIMT_FETCH(__T, __W, min, __simt_fetch_min, (__W)__v)     \
	__SIMT_FETCH(__T, __W, max, __simt_fetch_max, (__W)__v)
#define __SIMT_FETCH_FLOAT(__T)                            \
	__SIMT_FETCH(__T, __T, add, __simt_fetch_add, __v) \
	__SIMT_FETCH(__T, __T, sub, __simt_fetch_add, -__v)
__SIMT_FETCH_INT(int, int, unsigned)
__SIMT_FETCH_INT(unsigned, unsigned, unsigned)
__SIMT_FETCH_INT(long, long long, unsigned long long)
__SIMT_FETCH_INT(unsigned long, unsigned long long, unsigned long long)
__SIMT_FETCH_INT(long long, long long, unsigned long long)
__SIMT_FETCH_INT(unsigned long long, unsigned long long, unsigned long long)
__SIMT_FETCH_FLOAT(float)
__SIMT_FETCH_FLOAT(double)
#undef __SIMT_FETCH_FLOAT
#undef __SIMT_FETCH_INT
#undef __SIMT_FETCH

#undef __SIMT_SAME
#undef __SIMT_WORD_AT
#undef __SIMT_AS_WORD
#undef __SIMT_WORD
#undef __SIMT_FENCE
#undef __SIMT_BY_ORDER
#undef __SIMT_BY_SCOPE
#undef __SIMT_CLUSTER

#endif
