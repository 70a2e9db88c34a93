/* cufftw.h - cuFFT by the names of FFTW 3. Arrays are memory of the host or of the device;
 * executions wait until results are there. Plans have at most three dimensions, and one of
 * batches. What cannot be planned is NULL.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef _CUFFTW_H_
#define _CUFFTW_H_

#include <stddef.h>
#include <stdio.h>

#include <cufft.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FFTW_FORWARD  -1
#define FFTW_INVERSE  1
#define FFTW_BACKWARD 1

/* Plans are made in one way; flags do not change it. */
#define FFTW_ESTIMATE       0x01
#define FFTW_MEASURE        0x02
#define FFTW_PATIENT        0x03
#define FFTW_EXHAUSTIVE     0x04
#define FFTW_WISDOM_ONLY    0x05
#define FFTW_DESTROY_INPUT  0x08
#define FFTW_PRESERVE_INPUT 0x0C
#define FFTW_UNALIGNED      0x10

#if !defined(FFTW_NO_Complex) && defined(_Complex_I) && defined(complex)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif

typedef void *fftw_plan;
typedef void *fftwf_plan;

/* A dimension: its size, and the distances of its numbers in the input and the output. */
typedef struct {
	int n;
	int is;
	int os;
} fftw_iodim;
typedef fftw_iodim fftwf_iodim;

typedef struct {
	ptrdiff_t n;
	ptrdiff_t is;
	ptrdiff_t os;
} fftw_iodim64;
typedef fftw_iodim64 fftwf_iodim64;

/* The functions of one precision. */
#define __CUFFTW_FUNCTIONS(__name, __real)                                               \
	CUFFTAPI void * __name##_plan_dft_1d(int __n, __name##_complex *__in,              \
	                                    __name##_complex *__out, int __sign,          \
	                                    unsigned __flags);                            \
	CUFFTAPI void * __name##_plan_dft_2d(int __n0, int __n1, __name##_complex *__in,   \
	                                    __name##_complex *__out, int __sign,          \
	                                    unsigned __flags);                            \
	CUFFTAPI void * __name##_plan_dft_3d(int __n0, int __n1, int __n2,                 \
	                                    __name##_complex *__in,                       \
	                                    __name##_complex *__out, int __sign,          \
	                                    unsigned __flags);                            \
	CUFFTAPI void * __name##_plan_dft(int __rank, const int *__n,                      \
	                                 __name##_complex *__in, __name##_complex *__out, \
	                                 int __sign, unsigned __flags);                   \
	CUFFTAPI void * __name##_plan_dft_r2c_1d(                                          \
		int __n, __real *__in, __name##_complex *__out, unsigned __flags);        \
	CUFFTAPI void * __name##_plan_dft_r2c_2d(int __n0, int __n1, __real *__in,         \
	                                        __name##_complex *__out,                  \
	                                        unsigned __flags);                        \
	CUFFTAPI void * __name##_plan_dft_r2c_3d(int __n0, int __n1, int __n2,             \
	                                        __real *__in, __name##_complex *__out,    \
	                                        unsigned __flags);                        \
	CUFFTAPI void * __name##_plan_dft_r2c(int __rank, const int *__n, __real *__in,    \
	                                     __name##_complex *__out, unsigned __flags);  \
	CUFFTAPI void * __name##_plan_dft_c2r_1d(int __n, __name##_complex *__in,          \
	                                        __real *__out, unsigned __flags);         \
	CUFFTAPI void * __name##_plan_dft_c2r_2d(int __n0, int __n1,                       \
	                                        __name##_complex *__in, __real *__out,    \
	                                        unsigned __flags);                        \
	CUFFTAPI void * __name##_plan_dft_c2r_3d(int __n0, int __n1, int __n2,             \
	                                        __name##_complex *__in, __real *__out,    \
	                                        unsigned __flags);                        \
	CUFFTAPI void * __name##_plan_dft_c2r(int __rank, const int *__n,                  \
	                                     __name##_complex *__in, __real *__out,       \
	                                     unsigned __flags);                           \
	CUFFTAPI void * __name##_plan_many_dft(                                            \
		int __rank, const int *__n, int __batch, __name##_complex *__in,          \
		const int *__inembed, int __istride, int __idist,                         \
		__name##_complex *__out, const int *__onembed, int __ostride,             \
		int __odist, int __sign, unsigned __flags);                               \
	CUFFTAPI void * __name##_plan_many_dft_r2c(                                        \
		int __rank, const int *__n, int __batch, __real *__in,                    \
		const int *__inembed, int __istride, int __idist,                         \
		__name##_complex *__out, const int *__onembed, int __ostride,             \
		int __odist, unsigned __flags);                                           \
	CUFFTAPI void * __name##_plan_many_dft_c2r(                                        \
		int __rank, const int *__n, int __batch, __name##_complex *__in,          \
		const int *__inembed, int __istride, int __idist, __real *__out,          \
		const int *__onembed, int __ostride, int __odist, unsigned __flags);      \
	CUFFTAPI void * __name##_plan_guru_dft(                                            \
		int __rank, const __name##_iodim *__dims, int __batch_rank,               \
		const __name##_iodim *__batch_dims, __name##_complex *__in,               \
		__name##_complex *__out, int __sign, unsigned __flags);                   \
	CUFFTAPI void * __name##_plan_guru_dft_r2c(                                        \
		int __rank, const __name##_iodim *__dims, int __batch_rank,               \
		const __name##_iodim *__batch_dims, __real *__in,                         \
		__name##_complex *__out, unsigned __flags);                               \
	CUFFTAPI void * __name##_plan_guru_dft_c2r(                                        \
		int __rank, const __name##_iodim *__dims, int __batch_rank,               \
		const __name##_iodim *__batch_dims, __name##_complex *__in,               \
		__real *__out, unsigned __flags);                                         \
	CUFFTAPI void * __name##_plan_guru64_dft(                                          \
		int __rank, const __name##_iodim64 *__dims, int __batch_rank,             \
		const __name##_iodim64 *__batch_dims, __name##_complex *__in,             \
		__name##_complex *__out, int __sign, unsigned __flags);                   \
	CUFFTAPI void * __name##_plan_guru64_dft_r2c(                                      \
		int __rank, const __name##_iodim64 *__dims, int __batch_rank,             \
		const __name##_iodim64 *__batch_dims, __real *__in,                       \
		__name##_complex *__out, unsigned __flags);                               \
	CUFFTAPI void * __name##_plan_guru64_dft_c2r(                                      \
		int __rank, const __name##_iodim64 *__dims, int __batch_rank,             \
		const __name##_iodim64 *__batch_dims, __name##_complex *__in,             \
		__real *__out, unsigned __flags);                                         \
	void CUFFTAPI __name##_execute(const __name##_plan __p);                          \
	void CUFFTAPI __name##_execute_dft(const __name##_plan __p,                       \
	                                   __name##_complex *__in,                        \
	                                   __name##_complex *__out);                      \
	void CUFFTAPI __name##_execute_dft_r2c(const __name##_plan __p, __real *__in,     \
	                                       __name##_complex *__out);                  \
	void CUFFTAPI __name##_execute_dft_c2r(const __name##_plan __p,                   \
	                                       __name##_complex *__in, __real *__out);    \
	CUFFTAPI void *__name##_malloc(size_t __bytes);                                   \
	void CUFFTAPI __name##_free(void *__pointer);                                     \
	void CUFFTAPI __name##_destroy_plan(__name##_plan __p);                           \
	void CUFFTAPI __name##_cleanup(void);                                             \
	/* There is no wisdom, no limit of time, no count of operations. */               \
	void CUFFTAPI __name##_export_wisdom_to_file(FILE *__file);                       \
	int CUFFTAPI __name##_import_wisdom_from_file(FILE *__file);                      \
	void CUFFTAPI __name##_print_plan(const __name##_plan __p);                       \
	void CUFFTAPI __name##_set_timelimit(double __seconds);                           \
	double CUFFTAPI __name##_cost(const __name##_plan __p);                           \
	void CUFFTAPI __name##_flops(const __name##_plan __p, double *__add,              \
	                             double *__mul, double *__fma);

__CUFFTW_FUNCTIONS(fftw, double)
__CUFFTW_FUNCTIONS(fftwf, float)
#undef __CUFFTW_FUNCTIONS

#ifdef __cplusplus
}
#endif

#endif
