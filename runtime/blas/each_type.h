/* each_type.h - includes EACH once for each of S, D, C and Z.
 *     T, R           the type of elements as C has it, and its real type
 *     CU_T           the same as cuBLAS's interface has it
 *     TYPE           its number, a cudaDataType
 *     IS_COMPLEX     0 or 1
 *     OF(name)       name_S
 *     CBLAS(name)    the name of CBLAS's routine, a string
 *     CBLAS_R(name)  the same of one whose result is real: "cblas_scnrm2"
 *     CBLAS_M(name)  the same of one whose scalar is real: "cblas_csscal"
 *     V1, V2, REAL, MIXED, INDEX   names of cuBLAS, as in cublas_typed.def; the includer defines SUFFIX
 *     XT(name)       the name of cublasXt
 * SPDX-License-Identifier: Apache-2.0 */
/* It is included many times. */

#define T f32
#define R f32
#define CU_T float
#define CU_R float
#define TYPE CUDA_R_32F
#define IS_COMPLEX 0
#define OF(name) name##_S
#define CBLAS(name) "cblas_s" #name
#define CBLAS_R(name) "cblas_s" #name
#define CBLAS_M(name) "cblas_s" #name
#define V1(name) SUFFIX(cublasS##name)
#define XT(name) cublasXtS##name
#define V2(name) SUFFIX(cublasS##name##_v2)
#define REAL(name) SUFFIX(cublasS##name##_v2)
#define MIXED(name) SUFFIX(cublasS##name##_v2)
#define INDEX(name) SUFFIX(cublasIs##name##_v2)
#include EACH
#include "runtime/blas/each_type_end.h"

#define T f64
#define R f64
#define CU_T double
#define CU_R double
#define TYPE CUDA_R_64F
#define IS_COMPLEX 0
#define OF(name) name##_D
#define CBLAS(name) "cblas_d" #name
#define CBLAS_R(name) "cblas_d" #name
#define CBLAS_M(name) "cblas_d" #name
#define V1(name) SUFFIX(cublasD##name)
#define XT(name) cublasXtD##name
#define V2(name) SUFFIX(cublasD##name##_v2)
#define REAL(name) SUFFIX(cublasD##name##_v2)
#define MIXED(name) SUFFIX(cublasD##name##_v2)
#define INDEX(name) SUFFIX(cublasId##name##_v2)
#include EACH
#include "runtime/blas/each_type_end.h"

#define T float _Complex
#define R f32
#define CU_T cuComplex
#define CU_R float
#define TYPE CUDA_C_32F
#define IS_COMPLEX 1
#define OF(name) name##_C
#define CBLAS(name) "cblas_c" #name
#define CBLAS_R(name) "cblas_sc" #name
#define CBLAS_M(name) "cblas_cs" #name
#define V1(name) SUFFIX(cublasC##name)
#define XT(name) cublasXtC##name
#define V2(name) SUFFIX(cublasC##name##_v2)
#define REAL(name) SUFFIX(cublasSc##name##_v2)
#define MIXED(name) SUFFIX(cublasCs##name##_v2)
#define INDEX(name) SUFFIX(cublasIc##name##_v2)
#include EACH
#include "runtime/blas/each_type_end.h"

#define T double _Complex
#define R f64
#define CU_T cuDoubleComplex
#define CU_R double
#define TYPE CUDA_C_64F
#define IS_COMPLEX 1
#define OF(name) name##_Z
#define CBLAS(name) "cblas_z" #name
#define CBLAS_R(name) "cblas_dz" #name
#define CBLAS_M(name) "cblas_zd" #name
#define V1(name) SUFFIX(cublasZ##name)
#define XT(name) cublasXtZ##name
#define V2(name) SUFFIX(cublasZ##name##_v2)
#define REAL(name) SUFFIX(cublasDz##name##_v2)
#define MIXED(name) SUFFIX(cublasZd##name##_v2)
#define INDEX(name) SUFFIX(cublasIz##name##_v2)
#include EACH
#include "runtime/blas/each_type_end.h"
