/* each_type_end.h - takes back what each_type.h has defined for one type.
 * SPDX-License-Identifier: Apache-2.0 */
#undef T
#undef R
#undef CU_T
#undef CU_R
#undef TYPE
#undef IS_COMPLEX
#undef OF
#undef CBLAS
#undef CBLAS_R
#undef CBLAS_M
#undef V1
#undef XT
#undef V2
#undef REAL
#undef MIXED
#undef INDEX
