/* device_texture.h - reading textures by their objects: tex1D<T>(object, x) and its
 * relations, where T is the type of a texel (char to float, alone or as a vector of 1,
 * 2 or 4) or, for normalised reads, float. Each function also has the form that takes a
 * pointer to the result first. Memory is never sparse, so a texel is always resident.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__cplusplus) && defined(__CUDACC__)

#include "texture_types.h"

/* How a texel of type T is read: as signed (0) or unsigned (1) integers or as floats
 * (2). */
template <class __T> struct __simt_texel;

#define __SIMT_TEXEL(__T, __R, number, ...)                                                    \
	template <> struct __simt_texel<__T> {                                                 \
		typedef __R __reg;                                                             \
		enum { __kind = number };                                                      \
		static __device__ inline __T __simt_make(__R __x, __R __y, __R __z, __R __w) { \
			__T __v;                                                               \
			(void)__x, (void)__y, (void)__z, (void)__w;                            \
			__VA_ARGS__;                                                           \
			return __v;                                                            \
		}                                                                              \
	};
#define __SIMT_TEXELS(__E, name, __R, number)                                                    \
	__SIMT_TEXEL(name##1, __R, number, __v.x = (__E)__x)                                     \
	__SIMT_TEXEL(name##2, __R, number, __v.x = (__E)__x, __v.y = (__E)__y)                   \
	__SIMT_TEXEL(name##4, __R, number, __v.x = (__E)__x, __v.y = (__E)__y, __v.z = (__E)__z, \
	             __v.w = (__E)__w)
__SIMT_TEXEL(char, int, 0, __v = (char)__x)
__SIMT_TEXEL(signed char, int, 0, __v = (signed char)__x)
__SIMT_TEXEL(unsigned char, unsigned, 1, __v = (unsigned char)__x)
__SIMT_TEXEL(short, int, 0, __v = (short)__x)
__SIMT_TEXEL(unsigned short, unsigned, 1, __v = (unsigned short)__x)
__SIMT_TEXEL(int, int, 0, __v = __x)
__SIMT_TEXEL(unsigned, unsigned, 1, __v = __x)
__SIMT_TEXEL(float, float, 2, __v = __x)
__SIMT_TEXELS(signed char, char, int, 0)
__SIMT_TEXELS(unsigned char, uchar, unsigned, 1)
__SIMT_TEXELS(short, short, int, 0)
__SIMT_TEXELS(unsigned short, ushort, unsigned, 1)
__SIMT_TEXELS(int, int, int, 0)
__SIMT_TEXELS(unsigned, uint, unsigned, 1)
__SIMT_TEXELS(float, float, float, 2)

#define __SIMT_TEX_OUT(r) "=" r(__tx), "=" r(__ty), "=" r(__tz), "=" r(__tw)
#define __SIMT_TEX_ASM(op, ctype, from, ...)                           \
	typename __simt_texel<__T>::__reg __tx, __ty, __tz, __tw;      \
	if constexpr (__simt_texel<__T>::__kind == 0)                  \
		asm(op ".v4.s32." ctype " {%0, %1, %2, %3}, " from ";" \
		    : __SIMT_TEX_OUT("r")                              \
		    : "l"(__t), __VA_ARGS__);                          \
	else if constexpr (__simt_texel<__T>::__kind == 1)             \
		asm(op ".v4.u32." ctype " {%0, %1, %2, %3}, " from ";" \
		    : __SIMT_TEX_OUT("r")                              \
		    : "l"(__t), __VA_ARGS__);                          \
	else                                                           \
		asm(op ".v4.f32." ctype " {%0, %1, %2, %3}, " from ";" \
		    : __SIMT_TEX_OUT("f")                              \
		    : "l"(__t), __VA_ARGS__);                          \
	return __simt_texel<__T>::__simt_make(__tx, __ty, __tz, __tw);

#define __SIMT_LIST(...) __VA_ARGS__
/* params and args in parentheses; the rest are the inputs of the instruction. */
#define __SIMT_TEX(name, op, ctype, from, params, args, ...)                                       \
	template <class __T> static __device__ inline __T name(cudaTextureObject_t __t,            \
	                                                   __SIMT_LIST params) {                   \
		__SIMT_TEX_ASM(op, ctype, from, __VA_ARGS__)                                       \
	}                                                                                          \
	template <class __T> static __device__ inline void name(__T *__p, cudaTextureObject_t __t, \
	                                                      __SIMT_LIST params) {                \
		*__p = name<__T>(__t, __SIMT_LIST args);                                           \
	}
/* The same, with a last parameter that says whether the texel was there. */
#define __SIMT_TEX_RESIDENT(name, op, ctype, from, params, args, ...)                              \
	__SIMT_TEX(name, op, ctype, from, params, args, __VA_ARGS__)                               \
	template <class __T> static __device__ inline __T name(cudaTextureObject_t __t,            \
	                                                   __SIMT_LIST params, bool *__is) {       \
		*__is = true;                                                                      \
		return name<__T>(__t, __SIMT_LIST args);                                           \
	}                                                                                          \
	template <class __T> static __device__ inline void name(__T *__p, cudaTextureObject_t __t, \
	                                                      __SIMT_LIST params, bool *__is) {    \
		*__is = true;                                                                      \
		*__p = name<__T>(__t, __SIMT_LIST args);                                           \
	}

#define __SIMT_1 "[%4, {%5}]"
#define __SIMT_2 "[%4, {%5, %6}]"
#define __SIMT_3 "[%4, {%5, %6, %7, %7}]"
#define __SIMT_4 "[%4, {%5, %6, %7, %8}]"

__SIMT_TEX(tex1Dfetch, "tex.1d", "s32", __SIMT_1, (int __x), (__x), "r"(__x))
__SIMT_TEX(tex1D, "tex.1d", "f32", __SIMT_1, (float __x), (__x), "f"(__x))
__SIMT_TEX_RESIDENT(tex2D, "tex.2d", "f32", __SIMT_2, (float __x, float __y), (__x, __y), "f"(__x),
                    "f"(__y))
__SIMT_TEX_RESIDENT(tex3D, "tex.3d", "f32", __SIMT_3, (float __x, float __y, float __z),
                    (__x, __y, __z), "f"(__x), "f"(__y), "f"(__z))
__SIMT_TEX(tex1DLayered, "tex.a1d", "f32", __SIMT_2, (float __x, int __layer), (__x, __layer),
           "r"(__layer), "f"(__x))
__SIMT_TEX_RESIDENT(tex2DLayered, "tex.a2d", "f32", __SIMT_3, (float __x, float __y, int __layer),
                    (__x, __y, __layer), "r"(__layer), "f"(__x), "f"(__y))
__SIMT_TEX(texCubemap, "tex.cube", "f32", __SIMT_3, (float __x, float __y, float __z),
           (__x, __y, __z), "f"(__x), "f"(__y), "f"(__z))
__SIMT_TEX(texCubemapLayered, "tex.acube", "f32", __SIMT_4,
           (float __x, float __y, float __z, int __layer), (__x, __y, __z, __layer), "r"(__layer),
           "f"(__x), "f"(__y), "f"(__z))

__SIMT_TEX(tex1DLod, "tex.level.1d", "f32", __SIMT_1 ", %6", (float __x, float __level),
           (__x, __level), "f"(__x), "f"(__level))
__SIMT_TEX_RESIDENT(tex2DLod, "tex.level.2d", "f32", __SIMT_2 ", %7",
                    (float __x, float __y, float __level), (__x, __y, __level), "f"(__x), "f"(__y),
                    "f"(__level))
__SIMT_TEX_RESIDENT(tex3DLod, "tex.level.3d", "f32", __SIMT_3 ", %8",
                    (float __x, float __y, float __z, float __level), (__x, __y, __z, __level),
                    "f"(__x), "f"(__y), "f"(__z), "f"(__level))
__SIMT_TEX(tex1DLayeredLod, "tex.level.a1d", "f32", __SIMT_2 ", %7",
           (float __x, int __layer, float __level), (__x, __layer, __level), "r"(__layer), "f"(__x),
           "f"(__level))
__SIMT_TEX_RESIDENT(tex2DLayeredLod, "tex.level.a2d", "f32", __SIMT_3 ", %8",
                    (float __x, float __y, int __layer, float __level),
                    (__x, __y, __layer, __level), "r"(__layer), "f"(__x), "f"(__y), "f"(__level))
__SIMT_TEX(texCubemapLod, "tex.level.cube", "f32", __SIMT_3 ", %8",
           (float __x, float __y, float __z, float __level), (__x, __y, __z, __level), "f"(__x),
           "f"(__y), "f"(__z), "f"(__level))
__SIMT_TEX(texCubemapLayeredLod, "tex.level.acube", "f32", __SIMT_4 ", %9",
           (float __x, float __y, float __z, int __layer, float __level),
           (__x, __y, __z, __layer, __level), "r"(__layer), "f"(__x), "f"(__y), "f"(__z),
           "f"(__level))

#define __SIMT_GRAD2 "f"(__dx.x), "f"(__dx.y), "f"(__dy.x), "f"(__dy.y)
#define __SIMT_GRAD3 "f"(__dx.x), "f"(__dx.y), "f"(__dx.z), "f"(__dy.x), "f"(__dy.y), "f"(__dy.z)
__SIMT_TEX(tex1DGrad, "tex.grad.1d", "f32", __SIMT_1 ", {%6}, {%7}",
           (float __x, float __dx, float __dy), (__x, __dx, __dy), "f"(__x), "f"(__dx), "f"(__dy))
__SIMT_TEX_RESIDENT(tex2DGrad, "tex.grad.2d", "f32", __SIMT_2 ", {%7, %8}, {%9, %10}",
                    (float __x, float __y, float2 __dx, float2 __dy), (__x, __y, __dx, __dy),
                    "f"(__x), "f"(__y), __SIMT_GRAD2)
__SIMT_TEX_RESIDENT(tex3DGrad, "tex.grad.3d", "f32",
                    __SIMT_3 ", {%8, %9, %10, %10}, {%11, %12, %13, %13}",
                    (float __x, float __y, float __z, float4 __dx, float4 __dy),
                    (__x, __y, __z, __dx, __dy), "f"(__x), "f"(__y), "f"(__z), __SIMT_GRAD3)
__SIMT_TEX(tex1DLayeredGrad, "tex.grad.a1d", "f32", __SIMT_2 ", {%7}, {%8}",
           (float __x, int __layer, float __dx, float __dy), (__x, __layer, __dx, __dy),
           "r"(__layer), "f"(__x), "f"(__dx), "f"(__dy))
__SIMT_TEX_RESIDENT(tex2DLayeredGrad, "tex.grad.a2d", "f32", __SIMT_3 ", {%8, %9}, {%10, %11}",
                    (float __x, float __y, int __layer, float2 __dx, float2 __dy),
                    (__x, __y, __layer, __dx, __dy), "r"(__layer), "f"(__x), "f"(__y), __SIMT_GRAD2)
__SIMT_TEX(texCubemapGrad, "tex.grad.cube", "f32",
           __SIMT_3 ", {%8, %9, %10, %10}, {%11, %12, %13, %13}",
           (float __x, float __y, float __z, float4 __dx, float4 __dy), (__x, __y, __z, __dx, __dy),
           "f"(__x), "f"(__y), "f"(__z), __SIMT_GRAD3)
__SIMT_TEX(texCubemapLayeredGrad, "tex.grad.acube", "f32",
           __SIMT_4 ", {%9, %10, %11, %11}, {%12, %13, %14, %14}",
           (float __x, float __y, float __z, int __layer, float4 __dx, float4 __dy),
           (__x, __y, __z, __layer, __dx, __dy), "r"(__layer), "f"(__x), "f"(__y), "f"(__z),
           __SIMT_GRAD3)

/* One component of the four texels that a linear filter would mix. */
template <int __component, class __T>
static __device__ inline __T __simt_gather(cudaTextureObject_t __t, float __x, float __y) {
	if constexpr (__component == 0) {
		__SIMT_TEX_ASM("tld4.r.2d", "f32", __SIMT_2, "f"(__x), "f"(__y))
	} else if constexpr (__component == 1) {
		__SIMT_TEX_ASM("tld4.g.2d", "f32", __SIMT_2, "f"(__x), "f"(__y))
	} else if constexpr (__component == 2) {
		__SIMT_TEX_ASM("tld4.b.2d", "f32", __SIMT_2, "f"(__x), "f"(__y))
	} else {
		__SIMT_TEX_ASM("tld4.a.2d", "f32", __SIMT_2, "f"(__x), "f"(__y))
	}
}
template <class __T>
static __device__ inline __T tex2Dgather(cudaTextureObject_t __t, float __x, float __y,
                                         int __component = 0) {
	switch (__component) {
	case 1: return __simt_gather<1, __T>(__t, __x, __y);
	case 2: return __simt_gather<2, __T>(__t, __x, __y);
	case 3: return __simt_gather<3, __T>(__t, __x, __y);
	default: return __simt_gather<0, __T>(__t, __x, __y);
	}
}
template <class __T>
static __device__ inline void tex2Dgather(__T *__p, cudaTextureObject_t __t, float __x, float __y,
                                          int __component = 0) {
	*__p = tex2Dgather<__T>(__t, __x, __y, __component);
}
template <class __T>
static __device__ inline __T tex2Dgather(cudaTextureObject_t __t, float __x, float __y, bool *__is,
                                       int __component = 0) {
	*__is = true;
	return tex2Dgather<__T>(__t, __x, __y, __component);
}
template <class __T>
static __device__ inline void tex2Dgather(__T *__p, cudaTextureObject_t __t, float __x, float __y,
                                          bool *__is, int __component = 0) {
	*__is = true;
	*__p = tex2Dgather<__T>(__t, __x, __y, __component);
}

#undef __SIMT_TEXEL
#undef __SIMT_TEXELS
#undef __SIMT_TEX_OUT
#undef __SIMT_TEX_ASM
#undef __SIMT_TEX
#undef __SIMT_TEX_RESIDENT
#undef __SIMT_LIST
#undef __SIMT_1
#undef __SIMT_2
#undef __SIMT_3
#undef __SIMT_4
#undef __SIMT_GRAD2
#undef __SIMT_GRAD3

#endif
