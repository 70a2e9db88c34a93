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

#define __SIMT_TEXEL(__T, __R, number, ...)                                            \
	template <> struct __simt_texel<__T> {                                       \
		typedef __R reg;                                                     \
		enum { kind = number };                                            \
		static __device__ inline __T make(__R x, __R y, __R z, __R w) {              \
			__T v;                                                       \
			(void)x, (void)y, (void)z, (void)w;                        \
			__VA_ARGS__;                                               \
			return v;                                                  \
		}                                                                  \
	};
#define __SIMT_TEXELS(__E, name, __R, number)                                           \
	__SIMT_TEXEL(name##1, __R, number, v.x = (__E)x)                                \
	__SIMT_TEXEL(name##2, __R, number, v.x = (__E)x, v.y = (__E)y)                    \
	__SIMT_TEXEL(name##4, __R, number, v.x = (__E)x, v.y = (__E)y, v.z = (__E)z, v.w = (__E)w)
__SIMT_TEXEL(char, int, 0, v = (char)x)
__SIMT_TEXEL(signed char, int, 0, v = (signed char)x)
__SIMT_TEXEL(unsigned char, unsigned, 1, v = (unsigned char)x)
__SIMT_TEXEL(short, int, 0, v = (short)x)
__SIMT_TEXEL(unsigned short, unsigned, 1, v = (unsigned short)x)
__SIMT_TEXEL(int, int, 0, v = x)
__SIMT_TEXEL(unsigned, unsigned, 1, v = x)
__SIMT_TEXEL(float, float, 2, v = x)
__SIMT_TEXELS(signed char, char, int, 0)
__SIMT_TEXELS(unsigned char, uchar, unsigned, 1)
__SIMT_TEXELS(short, short, int, 0)
__SIMT_TEXELS(unsigned short, ushort, unsigned, 1)
__SIMT_TEXELS(int, int, int, 0)
__SIMT_TEXELS(unsigned, uint, unsigned, 1)
__SIMT_TEXELS(float, float, float, 2)

#define __SIMT_TEX_OUT(r) "=" #r(tx), "=" #r(ty), "=" #r(tz), "=" #r(tw)
#define __SIMT_TEX_ASM(op, ctype, from, ...)                                               \
	typename __simt_texel<__T>::reg tx, ty, tz, tw;                                      \
	if constexpr (__simt_texel<__T>::kind == 0)                                          \
		asm(op ".v4.s32." ctype " {%0, %1, %2, %3}, " from ";"                     \
		    : __SIMT_TEX_OUT(r)                                                    \
		    : "l"(t), __VA_ARGS__);                                                \
	else if constexpr (__simt_texel<__T>::kind == 1)                                     \
		asm(op ".v4.u32." ctype " {%0, %1, %2, %3}, " from ";"                     \
		    : __SIMT_TEX_OUT(r)                                                    \
		    : "l"(t), __VA_ARGS__);                                                \
	else                                                                               \
		asm(op ".v4.f32." ctype " {%0, %1, %2, %3}, " from ";"                     \
		    : __SIMT_TEX_OUT(f)                                                    \
		    : "l"(t), __VA_ARGS__);                                                \
	return __simt_texel<__T>::make(tx, ty, tz, tw);

#define __SIMT_LIST(...) __VA_ARGS__
/* params and args in parentheses; the rest are the inputs of the instruction. */
#define __SIMT_TEX(name, op, ctype, from, params, args, ...)                               \
	template <class __T> static __device__ inline __T name(cudaTextureObject_t t,          \
	                                                   __SIMT_LIST params) {           \
		__SIMT_TEX_ASM(op, ctype, from, __VA_ARGS__)                               \
	}                                                                                  \
	template <class __T> static __device__ inline void name(__T *p, cudaTextureObject_t t, \
	                                                      __SIMT_LIST params) {        \
		*p = name<__T>(t, __SIMT_LIST args);                                         \
	}
/* The same, with a last parameter that says whether the texel was there. */
#define __SIMT_TEX_RESIDENT(name, op, ctype, from, params, args, ...)                      \
	__SIMT_TEX(name, op, ctype, from, params, args, __VA_ARGS__)                       \
	template <class __T> static __device__ inline __T name(cudaTextureObject_t t,          \
	                                                   __SIMT_LIST params, bool *is) { \
		*is = true;                                                                \
		return name<__T>(t, __SIMT_LIST args);                                       \
	}                                                                                  \
	template <class __T> static __device__ inline void name(__T *p, cudaTextureObject_t t, \
	                                                      __SIMT_LIST params, bool *is) { \
		*is = true;                                                                \
		*p = name<__T>(t, __SIMT_LIST args);                                         \
	}

#define __SIMT_1 "[%4, {%5}]"
#define __SIMT_2 "[%4, {%5, %6}]"
#define __SIMT_3 "[%4, {%5, %6, %7, %7}]"
#define __SIMT_4 "[%4, {%5, %6, %7, %8}]"

__SIMT_TEX(tex1Dfetch, "tex.1d", "s32", __SIMT_1, (int x), (x), "r"(x))
__SIMT_TEX(tex1D, "tex.1d", "f32", __SIMT_1, (float x), (x), "f"(x))
__SIMT_TEX_RESIDENT(tex2D, "tex.2d", "f32", __SIMT_2, (float x, float y), (x, y), "f"(x), "f"(y))
__SIMT_TEX_RESIDENT(tex3D, "tex.3d", "f32", __SIMT_3, (float x, float y, float z), (x, y, z),
                    "f"(x), "f"(y), "f"(z))
__SIMT_TEX(tex1DLayered, "tex.a1d", "f32", __SIMT_2, (float x, int layer), (x, layer),
           "r"(layer), "f"(x))
__SIMT_TEX_RESIDENT(tex2DLayered, "tex.a2d", "f32", __SIMT_3, (float x, float y, int layer),
                    (x, y, layer), "r"(layer), "f"(x), "f"(y))
__SIMT_TEX(texCubemap, "tex.cube", "f32", __SIMT_3, (float x, float y, float z), (x, y, z),
           "f"(x), "f"(y), "f"(z))
__SIMT_TEX(texCubemapLayered, "tex.acube", "f32", __SIMT_4,
           (float x, float y, float z, int layer), (x, y, z, layer), "r"(layer), "f"(x), "f"(y),
           "f"(z))

__SIMT_TEX(tex1DLod, "tex.level.1d", "f32", __SIMT_1 ", %6", (float x, float level), (x, level),
           "f"(x), "f"(level))
__SIMT_TEX_RESIDENT(tex2DLod, "tex.level.2d", "f32", __SIMT_2 ", %7",
                    (float x, float y, float level), (x, y, level), "f"(x), "f"(y), "f"(level))
__SIMT_TEX_RESIDENT(tex3DLod, "tex.level.3d", "f32", __SIMT_3 ", %8",
                    (float x, float y, float z, float level), (x, y, z, level), "f"(x), "f"(y),
                    "f"(z), "f"(level))
__SIMT_TEX(tex1DLayeredLod, "tex.level.a1d", "f32", __SIMT_2 ", %7",
           (float x, int layer, float level), (x, layer, level), "r"(layer), "f"(x), "f"(level))
__SIMT_TEX_RESIDENT(tex2DLayeredLod, "tex.level.a2d", "f32", __SIMT_3 ", %8",
                    (float x, float y, int layer, float level), (x, y, layer, level), "r"(layer),
                    "f"(x), "f"(y), "f"(level))
__SIMT_TEX(texCubemapLod, "tex.level.cube", "f32", __SIMT_3 ", %8",
           (float x, float y, float z, float level), (x, y, z, level), "f"(x), "f"(y), "f"(z),
           "f"(level))
__SIMT_TEX(texCubemapLayeredLod, "tex.level.acube", "f32", __SIMT_4 ", %9",
           (float x, float y, float z, int layer, float level), (x, y, z, layer, level),
           "r"(layer), "f"(x), "f"(y), "f"(z), "f"(level))

#define __SIMT_GRAD2 "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)
#define __SIMT_GRAD3 "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)
__SIMT_TEX(tex1DGrad, "tex.grad.1d", "f32", __SIMT_1 ", {%6}, {%7}", (float x, float dx, float dy),
           (x, dx, dy), "f"(x), "f"(dx), "f"(dy))
__SIMT_TEX_RESIDENT(tex2DGrad, "tex.grad.2d", "f32", __SIMT_2 ", {%7, %8}, {%9, %10}",
                    (float x, float y, float2 dx, float2 dy), (x, y, dx, dy), "f"(x), "f"(y),
                    __SIMT_GRAD2)
__SIMT_TEX_RESIDENT(tex3DGrad, "tex.grad.3d", "f32",
                    __SIMT_3 ", {%8, %9, %10, %10}, {%11, %12, %13, %13}",
                    (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy), "f"(x),
                    "f"(y), "f"(z), __SIMT_GRAD3)
__SIMT_TEX(tex1DLayeredGrad, "tex.grad.a1d", "f32", __SIMT_2 ", {%7}, {%8}",
           (float x, int layer, float dx, float dy), (x, layer, dx, dy), "r"(layer), "f"(x),
           "f"(dx), "f"(dy))
__SIMT_TEX_RESIDENT(tex2DLayeredGrad, "tex.grad.a2d", "f32", __SIMT_3 ", {%8, %9}, {%10, %11}",
                    (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, dx, dy),
                    "r"(layer), "f"(x), "f"(y), __SIMT_GRAD2)
__SIMT_TEX(texCubemapGrad, "tex.grad.cube", "f32",
           __SIMT_3 ", {%8, %9, %10, %10}, {%11, %12, %13, %13}",
           (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy), "f"(x), "f"(y),
           "f"(z), __SIMT_GRAD3)
__SIMT_TEX(texCubemapLayeredGrad, "tex.grad.acube", "f32",
           __SIMT_4 ", {%9, %10, %11, %11}, {%12, %13, %14, %14}",
           (float x, float y, float z, int layer, float4 dx, float4 dy), (x, y, z, layer, dx, dy),
           "r"(layer), "f"(x), "f"(y), "f"(z), __SIMT_GRAD3)

/* One component of the four texels that a linear filter would mix. */
template <int component, class __T>
static __device__ inline __T __simt_gather(cudaTextureObject_t t, float x, float y) {
	if constexpr (component == 0) {
		__SIMT_TEX_ASM("tld4.r.2d", "f32", __SIMT_2, "f"(x), "f"(y))
	} else if constexpr (component == 1) {
		__SIMT_TEX_ASM("tld4.g.2d", "f32", __SIMT_2, "f"(x), "f"(y))
	} else if constexpr (component == 2) {
		__SIMT_TEX_ASM("tld4.b.2d", "f32", __SIMT_2, "f"(x), "f"(y))
	} else {
		__SIMT_TEX_ASM("tld4.a.2d", "f32", __SIMT_2, "f"(x), "f"(y))
	}
}
template <class __T>
static __device__ inline __T tex2Dgather(cudaTextureObject_t t, float x, float y, int component = 0) {
	switch (component) {
	case 1: return __simt_gather<1, __T>(t, x, y);
	case 2: return __simt_gather<2, __T>(t, x, y);
	case 3: return __simt_gather<3, __T>(t, x, y);
	default: return __simt_gather<0, __T>(t, x, y);
	}
}
template <class __T>
static __device__ inline void tex2Dgather(__T *p, cudaTextureObject_t t, float x, float y,
                                          int component = 0) {
	*p = tex2Dgather<__T>(t, x, y, component);
}
template <class __T>
static __device__ inline __T tex2Dgather(cudaTextureObject_t t, float x, float y, bool *is,
                                       int component = 0) {
	*is = true;
	return tex2Dgather<__T>(t, x, y, component);
}
template <class __T>
static __device__ inline void tex2Dgather(__T *p, cudaTextureObject_t t, float x, float y, bool *is,
                                          int component = 0) {
	*is = true;
	*p = tex2Dgather<__T>(t, x, y, component);
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
