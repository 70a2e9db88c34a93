/* sweep.cu - every float through the functions of one float: a kernel for each row of
 * functions.def and sweep.def that finds the greatest error.
 *
 * The f64 function says what is right. It is measured itself (math-check), to 2^-49; so where
 * 2^-48 above and below its result round to one float, that one is right. Other arguments are
 * doubtful, and handed to the host if they could have a greater error than all before.
 * SPDX-License-Identifier: Apache-2.0 */
#include "sweep.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

enum rule { ALWAYS, BESSEL, GAMMA };

__device__ float sincosf_sin(float x) {
	float s, c;
	sincosf(x, &s, &c);
	return s;
}

__device__ float sincosf_cos(float x) {
	float s, c;
	sincosf(x, &s, &c);
	return c;
}

__device__ float sincospif_sin(float x) {
	float s, c;
	sincospif(x, &s, &c);
	return s;
}

__device__ float sincospif_cos(float x) {
	float s, c;
	sincospif(x, &s, &c);
	return c;
}

__device__ float frexpf_part(float x) {
	int power;
	return frexpf(x, &power);
}

__device__ double frexp_part(double x) {
	int power;
	return frexp(x, &power);
}

/* The power is unspecified for what is not finite. */
__device__ float frexpf_power(float x) {
	int power = 0;
	frexpf(x, &power);
	return isfinite(x) ? (float)power : 0;
}

__device__ double frexp_power(double x) {
	int power = 0;
	frexp(x, &power);
	return isfinite(x) ? power : 0;
}

__device__ float modff_part(float x) {
	float whole;
	return modff(x, &whole);
}

__device__ double modf_part(double x) {
	double whole;
	return modf(x, &whole);
}

__device__ float modff_whole(float x) {
	float whole;
	modff(x, &whole);
	return whole;
}

/* Neighbours in order have neighbouring numbers; -0 is 0. */
__device__ long long order(float x) {
	int b = __float_as_int(x);
	return b < 0 ? -(long long)(b & 0x7fffffff) : b;
}

__device__ unsigned distance(float got, float wanted) {
	if (got != got || wanted != wanted)
		return (got != got) == (wanted != wanted) ? 0 : SWEEP_WRONG;
	return (unsigned)min(llabs(order(got) - order(wanted)), (long long)SWEEP_WRONG);
}

__device__ bool within(float x, float from, float to) {
	return x >= from && x <= to;
}

__device__ unsigned long long at(unsigned error, unsigned argument) {
	return (unsigned long long)error << 32 | argument;
}

/* A result, mixed with its argument, so that a sum of these tells results apart. */
__device__ unsigned long long mixed(unsigned argument, float got) {
	unsigned result = got == got ? __float_as_uint(got) : 0x7fffffffu;
	unsigned long long h = (unsigned long long)argument << 32 | result;
	h = (h ^ h >> 29) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 32;
}

/* A row is: run and exact, skip, is_absolute, and slope. */
template <class row>
__device__ void sweep(unsigned first, unsigned stride, unsigned count, unsigned known,
                      sweep_outcome *out) {
	unsigned long long worst = 0, absolute = 0, sum = 0;
	unsigned threads = gridDim.x * blockDim.x;
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
	     i += threads) {
		unsigned bits = first + i * stride;
		float x = __uint_as_float(bits);
		if (row::skip(x))
			continue;
		float got = row::run(x);
		sum += mixed(bits, got);
		double w = row::exact(x);
		if (row::is_absolute(x)) {
			/* NaN and infinities are as they should be, or infinitely wrong. */
			bool same = got == w || (got != got && w != w);
			float error = same ? 0 : (float)fabs((double)got - w);
			absolute = max(absolute, at(__float_as_uint(error), bits));
			continue;
		}
		unsigned low = distance(got, (float)(w * (1 - 0x1p-48)));
		unsigned high = distance(got, (float)(w * (1 + 0x1p-48)));
		unsigned allowed = row::slope != 0
		                           ? (unsigned)fminf(fabsf(x) * row::slope, 1e6f)
		                           : 0;
		unsigned least = min(low, high), most = max(low, high);
		worst = max(worst, at(least > allowed ? least - allowed : 0, bits));
		if (least != most && most > known + allowed) {
			unsigned n = atomicAdd(&out->doubtful, 1u);
			if (n < SWEEP_LIST) {
				out->list[n] = bits;
				out->got[n] = got;
			}
		}
	}
	atomicMax(&out->ulp, worst);
	atomicMax(&out->absolute, absolute);
	atomicAdd(&out->sum, sum);
}

/* What the 16-bit formats differ in. */
struct half_format {
	using type = __half;
	__device__ static type of(unsigned bits) {
		return __ushort_as_half((unsigned short)bits);
	}
	__device__ static double value(type v) {
		return __half2float(v);
	}
	__device__ static unsigned bits(type v) {
		return __half_as_ushort(v);
	}
	__device__ static type rounded(double x) {
		return __double2half(x);
	}
};

struct bfloat16_format {
	using type = __nv_bfloat16;
	__device__ static type of(unsigned bits) {
		return __ushort_as_bfloat16((unsigned short)bits);
	}
	__device__ static double value(type v) {
		return __bfloat162float(v);
	}
	__device__ static unsigned bits(type v) {
		return __bfloat16_as_ushort(v);
	}
	__device__ static type rounded(double x) {
		return __double2bfloat16(x);
	}
};

/* The number of a 16-bit value among all. */
template <class F> __device__ int order16(typename F::type v) {
	unsigned b = F::bits(v);
	return b >> 15 ? -(int)(b & 0x7fff) : (int)b;
}

/* Every value of a 16-bit format. None has a result that is nearer to the middle between two
 * others than double can tell. */
template <class row>
__device__ void sweep_half(unsigned first, unsigned stride, unsigned count,
                           sweep_outcome *out) {
	using F = typename row::format;
	unsigned threads = gridDim.x * blockDim.x;
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
	     i += threads) {
		typename F::type v = F::of(first + i * stride);
		typename F::type got = row::run(v),
				 wanted = F::rounded(row::exact(F::value(v)));
		double g = F::value(got), w = F::value(wanted);
		unsigned error = g != g && w != w ? 0
		                 : g != g || w != w
		                         ? SWEEP_WRONG
		                         : abs(order16<F>(got) - order16<F>(wanted));
		atomicMax(&out->ulp, at(error, __float_as_uint((float)F::value(v))));
		atomicAdd(&out->sum, mixed(F::bits(v), (float)g));
	}
}

} // namespace

#define KERNEL(name, f32, f64, skipped, absolutely, grows)                       \
	namespace {                                                              \
	struct row_##name {                                                      \
		static constexpr float slope = grows;                            \
		__device__ static float run(float x) {                           \
			return f32;                                              \
		}                                                                \
		__device__ static double exact(double x) {                       \
			return f64;                                              \
		}                                                                \
		__device__ static bool skip(float x) {                           \
			return skipped;                                          \
		}                                                                \
		__device__ static bool is_absolute(float x) {                    \
			return absolutely;                                       \
		}                                                                \
	};                                                                       \
	}                                                                        \
	extern "C" __global__ void sweep_##name(unsigned first, unsigned stride, \
	                                        unsigned count, unsigned known,  \
	                                        sweep_outcome *out) {            \
		sweep<row_##name>(first, stride, count, known, out);             \
	}

/* Log gamma between its negative zeros has no bound. */
#define FN(name, args, b32, b64, lo, hi, ref, rule) FN_##args(name, rule)
#define FN_1(name, rule)                                     \
	KERNEL(name##f, name##f(x), name(x),                 \
	       rule == GAMMA && x > -10.001f && x < -2.264f, \
	       rule == BESSEL && fabsf(x) >= 8, 0)
#define FN_2(name, rule)
#define FN_3(name, rule)
#define FN_4(name, rule)
#include "functions.def"

#define SWEEP(...) SWEEP_ROW(__VA_ARGS__)
#define SWEEP_ROW(name, f32, f64, ref, bound, slope, from, to, absolute)         \
	KERNEL(name, f32, f64, bound == SWEEP_UNBOUNDED && !within(x, from, to), \
	       within(x, from, to), slope)

#define SWEEP_HALF(name, f64)        \
	KERNEL_HALF(half, name, f64) \
	KERNEL_HALF(bfloat16, name, f64)
#define KERNEL_HALF(type16, name, f64)                                        \
	namespace {                                                           \
	struct row_##type16##_##name {                                        \
		using format = type16##_format;                               \
		__device__ static format::type run(format::type v) {          \
			return name(v);                                       \
		}                                                             \
		__device__ static double exact(double x) {                    \
			return f64;                                           \
		}                                                             \
	};                                                                    \
	}                                                                     \
	extern "C" __global__ void sweep_##type16##_##name(                   \
		unsigned first, unsigned stride, unsigned count, unsigned,    \
		sweep_outcome *out) {                                         \
		sweep_half<row_##type16##_##name>(first, stride, count, out); \
	}
#include "sweep.def"
