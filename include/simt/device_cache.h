/* device_cache.h - loads and stores of global memory that say how they should be cached.
 *
 * A machine without caches loads and stores the same value for each; PTX keeps what the
 * program said.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* __ldg reads what no one writes while the kernel runs, so it may move past stores. */
#define __SIMT_LOADS(MAKE, ...)                                                          \
	MAKE(__ldg, asm, "ld.global.nc", , __VA_ARGS__)                                  \
	MAKE(__ldcg, asm volatile, "ld.global.cg", : "memory", __VA_ARGS__)              \
	MAKE(__ldca, asm volatile, "ld.global.ca", : "memory", __VA_ARGS__)              \
	MAKE(__ldcs, asm volatile, "ld.global.cs", : "memory", __VA_ARGS__)              \
	MAKE(__ldlu, asm volatile, "ld.global.lu", : "memory", __VA_ARGS__)              \
	MAKE(__ldcv, asm volatile, "ld.global.cv", : "memory", __VA_ARGS__)

#define __SIMT_STORES(MAKE, ...)                                                         \
	MAKE(__stwb, "st.global.wb", __VA_ARGS__)                                        \
	MAKE(__stcg, "st.global.cg", __VA_ARGS__)                                        \
	MAKE(__stcs, "st.global.cs", __VA_ARGS__)                                        \
	MAKE(__stwt, "st.global.wt", __VA_ARGS__)

/* T: the C++ type; R: what a register of it is, with letter r and PTX type `type`. PTX
 * has no registers of 8 bits. */
#define __SIMT_LOAD1(name, ASM, insn, clobber, __T, __R, r, type)                \
	__SIMT_FN __T name(const __T *__p) {                                     \
		__R __d;                                                         \
		ASM(insn "." type " %0, [%1];" : "=" r(__d) : "l"(__p) clobber); \
		return (__T)__d;                                                 \
	}
#define __SIMT_STORE1(name, insn, __T, __R, r, type)                                         \
	__SIMT_FN void name(__T *__p, __T __v) {                                             \
		asm volatile(insn "." type " [%0], %1;" ::"l"(__p), r((__R)__v) : "memory"); \
	}

#define __SIMT_LOAD2(name, ASM, insn, clobber, __T, __R, r, type) \
	__SIMT_FN __T name(const __T *__p) {                      \
		__R __x, __y;                                     \
		ASM(insn ".v2." type " {%0, %1}, [%2];"           \
		    : "=" r(__x), "=" r(__y)                      \
		    : "l"(__p) clobber);                          \
		__T __d;                                          \
		__d.x = __x, __d.y = __y;                         \
		return __d;                                       \
	}
#define __SIMT_STORE2(name, insn, __T, __R, r, type)                                        \
	__SIMT_FN void name(__T *__p, __T __v) {                                            \
		asm volatile(insn ".v2." type " [%0], {%1, %2};" ::"l"(__p), r((__R)__v.x), \
		             r((__R)__v.y)                                                  \
		             : "memory");                                                   \
	}

#define __SIMT_LOAD4(name, ASM, insn, clobber, __T, __R, r, type)    \
	__SIMT_FN __T name(const __T *__p) {                         \
		__R __x, __y, __z, __w;                              \
		ASM(insn ".v4." type " {%0, %1, %2, %3}, [%4];"      \
		    : "=" r(__x), "=" r(__y), "=" r(__z), "=" r(__w) \
		    : "l"(__p) clobber);                             \
		__T __d;                                             \
		__d.x = __x, __d.y = __y, __d.z = __z, __d.w = __w;  \
		return __d;                                          \
	}
#define __SIMT_STORE4(name, insn, __T, __R, r, type)                                    \
	__SIMT_FN void name(__T *__p, __T __v) {                                        \
		asm volatile(insn ".v4." type " [%0], {%1, %2, %3, %4};" ::"l"(__p),    \
		             r((__R)__v.x), r((__R)__v.y), r((__R)__v.z), r((__R)__v.w) \
		             : "memory");                                               \
	}

#define __SIMT_CACHE1(...)                                                               \
	__SIMT_LOADS(__SIMT_LOAD1, __VA_ARGS__) __SIMT_STORES(__SIMT_STORE1, __VA_ARGS__)
#define __SIMT_CACHE2(...)                                                               \
	__SIMT_LOADS(__SIMT_LOAD2, __VA_ARGS__) __SIMT_STORES(__SIMT_STORE2, __VA_ARGS__)
#define __SIMT_CACHE4(...)                                                               \
	__SIMT_LOADS(__SIMT_LOAD4, __VA_ARGS__) __SIMT_STORES(__SIMT_STORE4, __VA_ARGS__)

#if __CHAR_UNSIGNED__
__SIMT_CACHE1(char, unsigned, "r", "u8")
#else
__SIMT_CACHE1(char, int, "r", "s8")
#endif
__SIMT_CACHE1(signed char, int, "r", "s8")
__SIMT_CACHE1(short, short, "h", "s16")
__SIMT_CACHE1(int, int, "r", "s32")
__SIMT_CACHE1(long, long, "l", "s64")
__SIMT_CACHE1(long long, long long, "l", "s64")
__SIMT_CACHE1(unsigned char, unsigned, "r", "u8")
__SIMT_CACHE1(unsigned short, unsigned short, "h", "u16")
__SIMT_CACHE1(unsigned, unsigned, "r", "u32")
__SIMT_CACHE1(unsigned long, unsigned long, "l", "u64")
__SIMT_CACHE1(unsigned long long, unsigned long long, "l", "u64")
__SIMT_CACHE1(float, float, "f", "f32")
__SIMT_CACHE1(double, double, "d", "f64")

__SIMT_CACHE2(char2, int, "r", "s8")
__SIMT_CACHE2(short2, short, "h", "s16")
__SIMT_CACHE2(int2, int, "r", "s32")
__SIMT_CACHE2(longlong2, long long, "l", "s64")
__SIMT_CACHE2(uchar2, unsigned, "r", "u8")
__SIMT_CACHE2(ushort2, unsigned short, "h", "u16")
__SIMT_CACHE2(uint2, unsigned, "r", "u32")
__SIMT_CACHE2(ulonglong2, unsigned long long, "l", "u64")
__SIMT_CACHE2(float2, float, "f", "f32")
__SIMT_CACHE2(double2, double, "d", "f64")

__SIMT_CACHE4(char4, int, "r", "s8")
__SIMT_CACHE4(short4, short, "h", "s16")
__SIMT_CACHE4(int4, int, "r", "s32")
__SIMT_CACHE4(uchar4, unsigned, "r", "u8")
__SIMT_CACHE4(ushort4, unsigned short, "h", "u16")
__SIMT_CACHE4(uint4, unsigned, "r", "u32")
__SIMT_CACHE4(float4, float, "f", "f32")

#undef __SIMT_CACHE4
#undef __SIMT_CACHE2
#undef __SIMT_CACHE1
#undef __SIMT_STORE4
#undef __SIMT_LOAD4
#undef __SIMT_STORE2
#undef __SIMT_LOAD2
#undef __SIMT_STORE1
#undef __SIMT_LOAD1
#undef __SIMT_STORES
#undef __SIMT_LOADS
