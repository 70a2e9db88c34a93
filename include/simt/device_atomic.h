/* device_atomic.h - atomicAdd and its family: relaxed read-modify-write operations.
 *
 * name acts among the threads of the device, name_block among those of the block, and
 * name_system among all that can reach the memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_ATOM_SCOPE(__T, t, name, scope, insn)                \
	__SIMT_FN __T name(__T *__address, __T __value) {           \
		__T __old;                                          \
		asm volatile("atom" scope "." insn " %0, [%1], %2;" \
		             : "=" t(__old)                         \
		             : "l"(__address), t(__value)           \
		             : "memory");                           \
		return __old;                                       \
	}

#define __SIMT_CAS_SCOPE(__T, t, name, scope, insn)                      \
	__SIMT_FN __T name(__T *__address, __T __compare, __T __value) { \
		__T __old;                                               \
		asm volatile("atom" scope "." insn " %0, [%1], %2, %3;"  \
		             : "=" t(__old)                              \
		             : "l"(__address), t(__compare), t(__value)  \
		             : "memory");                                \
		return __old;                                            \
	}

#if __SIMT_ARCH >= 600
#define __SIMT_SCOPES(MAKE, __T, t, name, insn)                                            \
	MAKE(__T, t, name, "", insn)                                                       \
	MAKE(__T, t, name##_block, ".cta", insn)                                           \
	MAKE(__T, t, name##_system, ".sys", insn)
#else
#define __SIMT_SCOPES(MAKE, __T, t, name, insn) MAKE(__T, t, name, "", insn)
#endif

#define __SIMT_ATOM(__T, t, name, insn) __SIMT_SCOPES(__SIMT_ATOM_SCOPE, __T, t, name, insn)

__SIMT_ATOM(int, "r", atomicAdd, "add.s32")
__SIMT_ATOM(unsigned, "r", atomicAdd, "add.u32")
__SIMT_ATOM(unsigned long long, "l", atomicAdd, "add.u64")
__SIMT_ATOM(float, "f", atomicAdd, "add.f32")
#if __SIMT_ARCH >= 600
__SIMT_ATOM(double, "d", atomicAdd, "add.f64")
#endif

__SIMT_ATOM(int, "r", atomicExch, "exch.b32")
__SIMT_ATOM(unsigned, "r", atomicExch, "exch.b32")
__SIMT_ATOM(unsigned long long, "l", atomicExch, "exch.b64")
__SIMT_ATOM(float, "f", atomicExch, "exch.b32")

__SIMT_ATOM(int, "r", atomicMin, "min.s32")
__SIMT_ATOM(unsigned, "r", atomicMin, "min.u32")
__SIMT_ATOM(long long, "l", atomicMin, "min.s64")
__SIMT_ATOM(unsigned long long, "l", atomicMin, "min.u64")

__SIMT_ATOM(int, "r", atomicMax, "max.s32")
__SIMT_ATOM(unsigned, "r", atomicMax, "max.u32")
__SIMT_ATOM(long long, "l", atomicMax, "max.s64")
__SIMT_ATOM(unsigned long long, "l", atomicMax, "max.u64")

__SIMT_ATOM(unsigned, "r", atomicInc, "inc.u32")
__SIMT_ATOM(unsigned, "r", atomicDec, "dec.u32")

#define __SIMT_ATOM_BITS(name, op)                   \
	__SIMT_ATOM(int, "r", name, op ".b32")       \
	__SIMT_ATOM(unsigned, "r", name, op ".b32")  \
	__SIMT_ATOM(long long, "l", name, op ".b64") \
	__SIMT_ATOM(unsigned long long, "l", name, op ".b64")
__SIMT_ATOM_BITS(atomicAnd, "and")
__SIMT_ATOM_BITS(atomicOr, "or")
__SIMT_ATOM_BITS(atomicXor, "xor")
#undef __SIMT_ATOM_BITS

#define __SIMT_CAS(__T, t, insn) __SIMT_SCOPES(__SIMT_CAS_SCOPE, __T, t, atomicCAS, insn)
__SIMT_CAS(int, "r", "cas.b32")
__SIMT_CAS(unsigned, "r", "cas.b32")
__SIMT_CAS(unsigned long long, "l", "cas.b64")
#if __SIMT_ARCH >= 700
__SIMT_CAS(unsigned short, "h", "cas.b16")
#endif
#undef __SIMT_CAS

/* PTX has no subtraction: the negative is added. */
#define __SIMT_ATOM_SUB(__T, suffix)                                                \
	__SIMT_FN __T atomicSub##suffix(__T *__address, __T __value) {              \
		return atomicAdd##suffix(__address, (__T)(0u - (unsigned)__value)); \
	}
__SIMT_ATOM_SUB(int, )
__SIMT_ATOM_SUB(unsigned, )
#if __SIMT_ARCH >= 600
__SIMT_ATOM_SUB(int, _block)
__SIMT_ATOM_SUB(unsigned, _block)
__SIMT_ATOM_SUB(int, _system)
__SIMT_ATOM_SUB(unsigned, _system)
#endif
#undef __SIMT_ATOM_SUB

#if __SIMT_ARCH >= 900

/* ---- vectors in global memory: elements are added atomically, the vector is not ---- */

#define __SIMT_ATOM_FLOAT2(name, scope)                                                  \
	__SIMT_FN float2 name(float2 *__address, float2 __v) {                           \
		float2 __old;                                                            \
		asm volatile("atom" scope ".global.add.v2.f32 {%0, %1}, [%2], {%3, %4};" \
		             : "=f"(__old.x), "=f"(__old.y)                              \
		             : "l"(__address), "f"(__v.x), "f"(__v.y)                    \
		             : "memory");                                                \
		return __old;                                                            \
	}
#define __SIMT_ATOM_FLOAT4(name, scope)                                                       \
	__SIMT_FN float4 name(float4 *__address, float4 __v) {                                \
		float4 __old;                                                                 \
		asm volatile("atom" scope ".global.add.v4.f32 {%0, %1, %2, %3}, [%4], "       \
		             "{%5, %6, %7, %8};"                                              \
		             : "=f"(__old.x), "=f"(__old.y), "=f"(__old.z), "=f"(__old.w)     \
		             : "l"(__address), "f"(__v.x), "f"(__v.y), "f"(__v.z), "f"(__v.w) \
		             : "memory");                                                     \
		return __old;                                                                 \
	}
__SIMT_ATOM_FLOAT2(atomicAdd, "")
__SIMT_ATOM_FLOAT2(atomicAdd_block, ".cta")
__SIMT_ATOM_FLOAT2(atomicAdd_system, ".sys")
__SIMT_ATOM_FLOAT4(atomicAdd, "")
__SIMT_ATOM_FLOAT4(atomicAdd_block, ".cta")
__SIMT_ATOM_FLOAT4(atomicAdd_system, ".sys")
#undef __SIMT_ATOM_FLOAT2
#undef __SIMT_ATOM_FLOAT4

/* ---- 16 bytes: any type of that size and alignment ---- */

/* Takes part in overload resolution where T has 16 bytes, and nowhere else. */
template <bool> struct __simt_enable {};
template <> struct __simt_enable<true> {
	typedef int type;
};
#define __SIMT_WIDE                                                                      \
	template <typename __T,                                                            \
	          typename __simt_enable<sizeof(__T) == 16 && alignof(__T) == 16>::type = 0>

#define __SIMT_ATOM_WIDE(suffix, scope)                                                           \
	__SIMT_WIDE __SIMT_FN __T atomicExch##suffix(__T *__address, __T __value) {               \
		ulonglong2 __v = *reinterpret_cast<ulonglong2 *>(&__value), __old;                \
		asm volatile("{\n\t"                                                              \
		             ".reg .b128 v, d;\n\t"                                               \
		             "mov.b128 v, {%3, %4};\n\t"                                          \
		             "atom" scope ".exch.b128 d, [%2], v;\n\t"                            \
		             "mov.b128 {%0, %1}, d;\n\t"                                          \
		             "}"                                                                  \
		             : "=l"(__old.x), "=l"(__old.y)                                       \
		             : "l"(__address), "l"(__v.x), "l"(__v.y)                             \
		             : "memory");                                                         \
		return *reinterpret_cast<__T *>(&__old);                                          \
	}                                                                                         \
	__SIMT_WIDE __SIMT_FN __T atomicCAS##suffix(__T *__address, __T __compare, __T __value) { \
		ulonglong2 __c = *reinterpret_cast<ulonglong2 *>(&__compare);                     \
		ulonglong2 __v = *reinterpret_cast<ulonglong2 *>(&__value), __old;                \
		asm volatile("{\n\t"                                                              \
		             ".reg .b128 c, v, d;\n\t"                                            \
		             "mov.b128 c, {%3, %4};\n\t"                                          \
		             "mov.b128 v, {%5, %6};\n\t"                                          \
		             "atom" scope ".cas.b128 d, [%2], c, v;\n\t"                          \
		             "mov.b128 {%0, %1}, d;\n\t"                                          \
		             "}"                                                                  \
		             : "=l"(__old.x), "=l"(__old.y)                                       \
		             : "l"(__address), "l"(__c.x), "l"(__c.y), "l"(__v.x), "l"(__v.y)     \
		             : "memory");                                                         \
		return *reinterpret_cast<__T *>(&__old);                                          \
	}
__SIMT_ATOM_WIDE(, "")
__SIMT_ATOM_WIDE(_block, ".cta")
__SIMT_ATOM_WIDE(_system, ".sys")
#undef __SIMT_ATOM_WIDE
#undef __SIMT_WIDE

#endif

#undef __SIMT_ATOM
#undef __SIMT_SCOPES
#undef __SIMT_CAS_SCOPE
#undef __SIMT_ATOM_SCOPE
