/* device_surface.h - reading and writing surfaces by their objects:
 * surf2Dread<T>(object, x, y, mode), surf2Dwrite(value, object, x, y, mode) and their
 * relations. x counts bytes. The mode says what happens outside: cudaBoundaryModeTrap
 * ends the kernel, Clamp takes the nearest place inside, Zero reads 0 and writes
 * nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__cplusplus) && defined(__CUDACC__)

#include "surface_types.h"

/* The bytes of a T as one register, or as four of 32 bits. */
template <int __bytes> struct __simt_surf_bits;
template <> struct __simt_surf_bits<1> {
	typedef unsigned char type;
};
template <> struct __simt_surf_bits<2> {
	typedef unsigned short type;
};
template <> struct __simt_surf_bits<4> {
	typedef unsigned type;
};
template <> struct __simt_surf_bits<8> {
	typedef unsigned long long type;
};
template <> struct __simt_surf_bits<16> {
	typedef uint4 type;
};

/* One instruction of each width; `at` and `at4` are the coordinates, numbered after
 * one and four results. */
#define __SIMT_SURF_LOAD1(geom, type, bound, at, letter, to, ...)             \
	asm volatile("suld.b." geom "." type "." bound " %0, [%1, {" at "}];" \
	             : "=" letter(to)                                         \
	             : "l"(__s), __VA_ARGS__                                  \
	             : "memory")
#define __SIMT_SURF_LOAD(geom, bound, at, at4, ...)                                           \
	if constexpr (sizeof(__T) == 1) {                                                     \
		unsigned short __byte;                                                        \
		__SIMT_SURF_LOAD1(geom, "b8", bound, at, "h", __byte, __VA_ARGS__);           \
		__bits = (unsigned char)__byte;                                               \
	} else if constexpr (sizeof(__T) == 2) {                                              \
		__SIMT_SURF_LOAD1(geom, "b16", bound, at, "h", __bits, __VA_ARGS__);          \
	} else if constexpr (sizeof(__T) == 4) {                                              \
		__SIMT_SURF_LOAD1(geom, "b32", bound, at, "r", __bits, __VA_ARGS__);          \
	} else if constexpr (sizeof(__T) == 8) {                                              \
		__SIMT_SURF_LOAD1(geom, "b64", bound, at, "l", __bits, __VA_ARGS__);          \
	} else {                                                                              \
		asm volatile("suld.b." geom ".v4.b32." bound                                  \
		             " {%0, %1, %2, %3}, [%4, {" at4 "}];"                            \
		             : "=r"(__bits.x), "=r"(__bits.y), "=r"(__bits.z), "=r"(__bits.w) \
		             : "l"(__s), __VA_ARGS__                                          \
		             : "memory");                                                     \
	}

/* `at`: numbered after the object; `value` is the number of the first value, with
 * those after it. */
#define __SIMT_SURF_STORE1(geom, type, bound, at, value, letter, from, ...)                      \
	asm volatile("sust.b." geom "." type "." bound " [%0, {" at "}], " value ";" ::"l"(__s), \
	             __VA_ARGS__, letter(from)                                                   \
	             : "memory")
#define __SIMT_SURF_STORE(geom, bound, at, value, value4, ...)                                \
	if constexpr (sizeof(__T) == 1) {                                                     \
		__SIMT_SURF_STORE1(geom, "b8", bound, at, value, "h", (unsigned short)__bits, \
		                   __VA_ARGS__);                                              \
	} else if constexpr (sizeof(__T) == 2) {                                              \
		__SIMT_SURF_STORE1(geom, "b16", bound, at, value, "h", __bits, __VA_ARGS__);  \
	} else if constexpr (sizeof(__T) == 4) {                                              \
		__SIMT_SURF_STORE1(geom, "b32", bound, at, value, "r", __bits, __VA_ARGS__);  \
	} else if constexpr (sizeof(__T) == 8) {                                              \
		__SIMT_SURF_STORE1(geom, "b64", bound, at, value, "l", __bits, __VA_ARGS__);  \
	} else {                                                                              \
		asm volatile("sust.b." geom ".v4.b32." bound " [%0, {" at "}], {" value4      \
		             "};" ::"l"(__s),                                                 \
		             __VA_ARGS__, "r"(__bits.x), "r"(__bits.y), "r"(__bits.z),        \
		             "r"(__bits.w)                                                    \
		             : "memory");                                                     \
	}

#define __SIMT_LIST(...) __VA_ARGS__
/* params and args in parentheses; the rest are the coordinates as inputs of the
 * instruction. */
#define __SIMT_SURF(name, geom, at, at4, to, value, value4, params, args, ...)           \
	template <class __T>                                                             \
	static __device__ inline __T name##read(                                         \
		cudaSurfaceObject_t __s, __SIMT_LIST params,                             \
		cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap) {                 \
		typename __simt_surf_bits<sizeof(__T)>::type __bits;                     \
		switch (__mode) {                                                        \
		case cudaBoundaryModeZero: {                                             \
			__SIMT_SURF_LOAD(geom, "zero", at, at4, __VA_ARGS__)             \
			break;                                                           \
		}                                                                        \
		case cudaBoundaryModeClamp: {                                            \
			__SIMT_SURF_LOAD(geom, "clamp", at, at4, __VA_ARGS__)            \
			break;                                                           \
		}                                                                        \
		default: {                                                               \
			__SIMT_SURF_LOAD(geom, "trap", at, at4, __VA_ARGS__)             \
		}                                                                        \
		}                                                                        \
		return *(__T *)&__bits;                                                  \
	}                                                                                \
	template <class __T>                                                             \
	static __device__ inline void name##read(                                        \
		__T *__p, cudaSurfaceObject_t __s, __SIMT_LIST params,                   \
		cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap) {                 \
		*__p = name##read<__T>(__s, __SIMT_LIST args, __mode);                   \
	}                                                                                \
	template <class __T>                                                             \
	static __device__ inline void name##write(                                       \
		__T __v, cudaSurfaceObject_t __s, __SIMT_LIST params,                    \
		cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap) {                 \
		typename __simt_surf_bits<sizeof(__T)>::type __bits = *(                 \
			typename __simt_surf_bits<sizeof(__T)>::type *)&__v;             \
		switch (__mode) {                                                        \
		case cudaBoundaryModeZero: {                                             \
			__SIMT_SURF_STORE(geom, "zero", to, value, value4, __VA_ARGS__)  \
			break;                                                           \
		}                                                                        \
		case cudaBoundaryModeClamp: {                                            \
			__SIMT_SURF_STORE(geom, "clamp", to, value, value4, __VA_ARGS__) \
			break;                                                           \
		}                                                                        \
		default: {                                                               \
			__SIMT_SURF_STORE(geom, "trap", to, value, value4, __VA_ARGS__)  \
		}                                                                        \
		}                                                                        \
	}

#define __SIMT_1 "%2", "%5", "%1", "%2", "%2, %3, %4, %5"
#define __SIMT_2 "%2, %3", "%5, %6", "%1, %2", "%3", "%3, %4, %5, %6"
#define __SIMT_3 "%2, %3, %4, %4", "%5, %6, %7, %7", "%1, %2, %3, %3", "%4", "%4, %5, %6, %7"
#define __SIMT_SURF_(...) __SIMT_SURF(__VA_ARGS__)

__SIMT_SURF_(surf1D, "1d", __SIMT_1, (int __x), (__x), "r"(__x))
__SIMT_SURF_(surf2D, "2d", __SIMT_2, (int __x, int __y), (__x, __y), "r"(__x), "r"(__y))
__SIMT_SURF_(surf3D, "3d", __SIMT_3, (int __x, int __y, int __z), (__x, __y, __z), "r"(__x),
             "r"(__y), "r"(__z))
__SIMT_SURF_(surf1DLayered, "a1d", __SIMT_2, (int __x, int __layer), (__x, __layer), "r"(__layer),
             "r"(__x))
__SIMT_SURF_(surf2DLayered, "a2d", __SIMT_3, (int __x, int __y, int __layer), (__x, __y, __layer),
             "r"(__layer), "r"(__x), "r"(__y))
/* A cube is six layers; of several, layer 6 * cube + face. */
__SIMT_SURF_(surfCubemap, "a2d", __SIMT_3, (int __x, int __y, int __face), (__x, __y, __face),
             "r"(__face), "r"(__x), "r"(__y))
__SIMT_SURF_(surfCubemapLayered, "a2d", __SIMT_3, (int __x, int __y, int __layer_face),
             (__x, __y, __layer_face), "r"(__layer_face), "r"(__x), "r"(__y))

#undef __SIMT_SURF_LOAD1
#undef __SIMT_SURF_LOAD
#undef __SIMT_SURF_STORE1
#undef __SIMT_SURF_STORE
#undef __SIMT_LIST
#undef __SIMT_SURF
#undef __SIMT_SURF_
#undef __SIMT_1
#undef __SIMT_2
#undef __SIMT_3

#endif
