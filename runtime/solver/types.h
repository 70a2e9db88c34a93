/* types.h - includes EACH once for each of S, D, C and Z.
 *     T, R, CU_T       the type of elements as C has it, its real type; the interface's
 *     CU_R, CU_COMPLEX the real and the complex type of its precision
 *     TYPE, REAL_TYPE  their numbers, cudaDataType
 *     IS_COMPLEX       0 or 1
 *     OF(name)         name_S
 *     DN(name)         cusolverDnSname
 *     SP(name)         cusolverSpSname
 *     SP_TYPE          0 to 3
 *     SY(name)         cusolverDnSsyname, cusolverDnChename
 *     OR(name)         cusolverDnSorname, cusolverDnCunname
 *     LAPACK(real, complex)   the name in LAPACK, a string: "s" real "_"
 *     EPS              the distance from 1 to the next number
 * SPDX-License-Identifier: Apache-2.0 */
/* It is included many times. */

#define T f32
#define R f32
#define CU_T float
#define CU_R float
#define CU_COMPLEX cuComplex
#define TYPE CUDA_R_32F
#define REAL_TYPE CUDA_R_32F
#define IS_COMPLEX 0
#define OF(name) name##_S
#define DN(name) cusolverDnS##name
#define SP(name) cusolverSpS##name
#define SP_TYPE 0
#define SY(name) cusolverDnSsy##name
#define OR(name) cusolverDnSor##name
#define LAPACK(real, complex) "s" real "_"
#define EPS 1.1920929e-07f
#include EACH
#include "runtime/solver/types_end.h"

#define T f64
#define R f64
#define CU_T double
#define CU_R double
#define CU_COMPLEX cuDoubleComplex
#define TYPE CUDA_R_64F
#define REAL_TYPE CUDA_R_64F
#define IS_COMPLEX 0
#define OF(name) name##_D
#define DN(name) cusolverDnD##name
#define SP(name) cusolverSpD##name
#define SP_TYPE 1
#define SY(name) cusolverDnDsy##name
#define OR(name) cusolverDnDor##name
#define LAPACK(real, complex) "d" real "_"
#define EPS 2.220446049250313e-16
#include EACH
#include "runtime/solver/types_end.h"

#define T float _Complex
#define R f32
#define CU_T cuComplex
#define CU_R float
#define CU_COMPLEX cuComplex
#define TYPE CUDA_C_32F
#define REAL_TYPE CUDA_R_32F
#define IS_COMPLEX 1
#define OF(name) name##_C
#define DN(name) cusolverDnC##name
#define SP(name) cusolverSpC##name
#define SP_TYPE 2
#define SY(name) cusolverDnChe##name
#define OR(name) cusolverDnCun##name
#define LAPACK(real, complex) "c" complex "_"
#define EPS 1.1920929e-07f
#include EACH
#include "runtime/solver/types_end.h"

#define T double _Complex
#define R f64
#define CU_T cuDoubleComplex
#define CU_R double
#define CU_COMPLEX cuDoubleComplex
#define TYPE CUDA_C_64F
#define REAL_TYPE CUDA_R_64F
#define IS_COMPLEX 1
#define OF(name) name##_Z
#define DN(name) cusolverDnZ##name
#define SP(name) cusolverSpZ##name
#define SP_TYPE 3
#define SY(name) cusolverDnZhe##name
#define OR(name) cusolverDnZun##name
#define LAPACK(real, complex) "z" complex "_"
#define EPS 2.220446049250313e-16
#include EACH
#include "runtime/solver/types_end.h"
